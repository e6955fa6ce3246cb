"""Leaves per second of the compiled games, against plain C++ on the same core.

The C++ programs in `baseline/` count the same leaves, each made and tested for a win. The two take
turns, so that a busy machine slows both; the best of three runs counts.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from tetrad import GAMES
from tetrad.solvers import perft

BASELINE = Path(__file__).parent / "baseline"
DEPTHS = {"quantik": 5, "qawale": 4, "qomet": 6}
ROUNDS = 3


def main() -> None:
    print("Leaves per second, one core (best of three, taking turns)")
    if shutil.which("g++") is None:
        print("  g++ is not here, so there is no C++ to compare with")
    with tempfile.TemporaryDirectory() as folder:
        for game, depth in DEPTHS.items():
            print(f"  {_compared(game, depth, Path(folder))}", flush=True)


def _compared(game: str, depth: int, folder: Path) -> str:
    program = _built(game, folder)
    perft(GAMES[game].start(), 2)
    runs = [(_ours(game, depth), _theirs(program, depth)) for _ in range(ROUNDS)]
    leaves = runs[0][0][0]
    ours, theirs = max(run[0][1] for run in runs), max(run[1] for run in runs)
    shown = f"{game:8} depth {depth}: {leaves:,} leaves, {ours:.0f} M/s"
    return f"{shown}, C++ {theirs:.0f} M/s, ratio {ours / theirs:.2f}" if theirs else shown


def _ours(game: str, depth: int) -> tuple[int, float]:
    begun = time.perf_counter()
    leaves = perft(GAMES[game].start(), depth)
    return leaves, leaves / (time.perf_counter() - begun) / 1e6


def _built(game: str, folder: Path) -> Path | None:
    if shutil.which("g++") is None:
        return None
    program = folder / game
    source = str(BASELINE / f"{game}.cpp")
    subprocess.run(["g++", "-O3", "-march=native", source, "-o", str(program)], check=True)
    return program


def _theirs(program: Path | None, depth: int) -> float:
    """Millions of leaves a second as the C++ program reports them."""
    if program is None:
        return 0.0
    shown = subprocess.run([program, str(depth)], check=True, capture_output=True, text=True)
    speed = re.search(r"([0-9.]+) Mleaf/s", shown.stdout)
    assert speed, shown.stdout
    return float(speed[1])
