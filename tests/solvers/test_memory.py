"""A search uses no more memory than it was given, measured by the operating system."""

import subprocess
import sys

import pytest

SEARCH = """
import resource
import sys
from tetrad import GAMES
from tetrad.solvers import solve
from tetrad.solvers.solution import MEBIBYTE, Limits

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

game, moves, mebibytes = sys.argv[1], sys.argv[2].split(), int(sys.argv[3])
position = GAMES[game].start()
solve(position, Limits(time=None, nodes=1_000, memory=MEBIBYTE))  # loads what is compiled
for move in moves:
    position = position.play(move)
solve(position, Limits(time=None, nodes=1_000, memory=MEBIBYTE))
before = peak()
solve(position, Limits(time=None, nodes=1_000_000, memory=mebibytes * MEBIBYTE, thorough=True))
print(peak() - before)
"""
POSITIONS = {"quantik": "A@a1 B@d4", "qawale": "a1nne", "qomet": "@a1 @g7 @a4 @d1 @c3"}
# Moves and lines of the answer are not part of the table.
ANSWER = 8


@pytest.mark.parametrize("mebibytes", [1, 32])
@pytest.mark.parametrize("game", POSITIONS)
def test_a_search_stays_within_the_memory_asked_for(game: str, mebibytes: int) -> None:
    pytest.importorskip("resource")
    command = [sys.executable, "-c", SEARCH, game, POSITIONS[game], str(mebibytes)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=100, check=True)
    assert int(ended.stdout) <= mebibytes + ANSWER
