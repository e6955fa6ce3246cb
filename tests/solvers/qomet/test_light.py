"""Qomet's driver and opening need the standard library only; what is compiled comes by name."""

import subprocess
import sys

HEAVY = ("numpy", "numba", "llvmlite", "zstandard", "platformdirs", "fastapi", "starlette", "babel")
BARE = f"import sys; sys.modules.update(dict.fromkeys({HEAVY}))\n"
KNOWN = """
from tetrad.kernels import qomet
from tetrad.solvers.qomet.opening import known
import tetrad.solvers.qomet.solver
print(known().plies(qomet.start()), *known().winning_move(qomet.start()), len(known().moves))
"""
GAME = """
from tests.solvers.qomet import stand_in
from tetrad.bots.levels import LevelBot
from tetrad.kernels.compiled import use
from tetrad.rules import Qomet
use(lambda name: stand_in)
bot, position, plies = LevelBot("qomet", 3, seed=2), Qomet.start(), 0
while position.outcome() is None and plies < 60:
    position, plies = position.play(bot.choose(position).move), plies + 1
print(stand_in.Search.asked >= 5, plies >= 7)
"""


def answer(program: str) -> str:
    """What a program prints where nothing but the standard library can be imported."""
    ran = subprocess.run([sys.executable, "-c", BARE + program], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_the_opening_is_read_with_the_standard_library() -> None:
    assert answer(KNOWN) == "17 @d4 17 2217"


def test_a_level_plays_through_whatever_answers_behind_the_seam() -> None:
    assert answer(GAME) == "True True"
