"""The middle of the house is light: it needs the standard library and what is behind the seam."""

import subprocess
import sys

import pytest

from tetrad.rules import GAMES

HEAVY = (
    "aiosqlite", "babel", "fastapi", "llvmlite", "msgspec", "numba", "numpy", "platformdirs",
    "prompt_toolkit", "segno", "sqlalchemy", "starlette", "typing_extensions",
    "uvicorn", "websockets", "zstandard",
)  # fmt: skip
# Nothing but the standard library can be imported, and no thread can be started.
BARE = f"""
import importlib, sys, threading
sys.modules.update(dict.fromkeys({HEAVY}))
def refuse(thread): raise AssertionError("a thread was started")
threading.Thread.start = refuse
"""
IMPORTS = """
import pkgutil, tetrad.bots, tetrad.kernels, tetrad.matches, tetrad.puzzles.puzzle, tetrad.solvers
import tetrad.teach
for room in (tetrad.bots, tetrad.kernels, tetrad.matches, tetrad.teach):
    for module in pkgutil.iter_modules(room.__path__, room.__name__ + "."):
        importlib.import_module(module.name)
for game in ("quantik", "qawale", "qomet"):
    importlib.import_module(f"tetrad.solvers.{game}.solver")
    importlib.import_module(f"tetrad.solvers.{game}.opening")
importlib.import_module("tetrad.solvers.qawale.strategy").strategy()
"""
OPENINGS = {
    "quantik": """
from tetrad.kernels import quantik
from tetrad.solvers.quantik.opening import opening
print(opening().distances([quantik.start()]))
""",
    "qawale": """
from tetrad.kernels import qawale
from tetrad.position import Player
from tetrad.solvers.qawale.opening import known
start = qawale.canonical(qawale.start())
print(len(known()), [known().last_ply(start, player) for player in Player])
""",
    "qomet": """
from tetrad.kernels import qomet
from tetrad.solvers.qomet.opening import known
print(known().plies(qomet.start()), *known().best_move(qomet.start()), len(known().moves))
""",
}
# How far the start is from the end; of Qawale what is known, and that neither player can win.
KNOWN = {"quantik": "[10]", "qawale": "32063 [15, 16]", "qomet": "17 @d4 17 2217"}
PLAY = """
from tetrad.bots.levels import LevelBot
from tetrad.kernels import compiled
from tetrad.rules import GAMES
game = {game!r}
stand_in = importlib.import_module(f"tests.stand_ins.{{game}}")
compiled.use(lambda name: stand_in)
bot, position = LevelBot(game, 3, seed=2), GAMES[game].start()
for _ in range(30):
    if position.outcome() is None:
        position = position.play(bot.choose(position).move)
print(stand_in.Search.asked > 3, "tetrad.solvers.fallback" in sys.modules)
"""


def answer(program: str) -> str:
    """What a program prints where there is nothing heavy."""
    command = [sys.executable, "-W", "error", "-c", BARE + program]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_drivers_openings_levels_puzzles_and_reviews_need_the_standard_library_only() -> None:
    assert answer(IMPORTS) == ""


@pytest.mark.parametrize("game", GAMES)
def test_the_opening_that_is_shipped_can_be_read_anywhere(game: str) -> None:
    assert answer(OPENINGS[game]) == KNOWN[game]


@pytest.mark.parametrize("game", GAMES)
def test_a_level_plays_through_whatever_answers_behind_the_seam(game: str) -> None:
    assert answer(PLAY.format(game=game)) == "True False"
