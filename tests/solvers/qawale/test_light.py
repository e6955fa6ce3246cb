"""Qawale's driver and opening need the standard library only; what is compiled comes by name."""

import subprocess
import sys

HEAVY = ("numpy", "numba", "llvmlite", "zstandard", "platformdirs", "fastapi", "starlette", "babel")
BARE = f"import sys; sys.modules.update(dict.fromkeys({HEAVY}))\n"
KNOWN = """
from tetrad.kernels import qawale
from tetrad.position import Player
from tetrad.solvers.qawale.opening import known
import tetrad.solvers.qawale.solver
start = qawale.canonical(qawale.start())
print(len(known()), [known().last_ply(start, player) for player in Player])
"""
GAME = """
from tests.solvers.qawale import stand_in
from tetrad.bots.levels import LevelBot
from tetrad.kernels.compiled import use
from tetrad.rules import Qawale
use(lambda name: stand_in)
bot, position = LevelBot("qawale", 3, seed=2), Qawale.start()
while position.outcome() is None:
    position = position.play(bot.choose(position).move)
print(stand_in.Search.asked >= 5, position.outcome() is not None)
"""


def answer(program: str) -> str:
    """What a program prints where nothing but the standard library can be imported."""
    ran = subprocess.run([sys.executable, "-c", BARE + program], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_the_opening_is_read_with_the_standard_library() -> None:
    assert answer(KNOWN) == "32063 [15, 16]"


def test_a_level_plays_through_whatever_answers_behind_the_seam() -> None:
    assert answer(GAME) == "True True"
