"""How long a person waits: for the import, for a warm answer, for the first prompt."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

ROUNDS = 7


def main() -> None:
    print(f"Start-up, median of {ROUNDS}")
    nothing = _median([sys.executable, "-c", "pass"])
    tetrad = _median([sys.executable, "-c", "import tetrad"])
    print(f"  import tetrad: {1000 * (tetrad - nothing):.0f} ms (beyond Python's own start)")
    for game in ("quantik", "qawale", "qomet"):
        perft = _median([sys.executable, "-m", "tetrad", "perft", game, "2"])
        print(f"  tetrad perft {game} 2, compiled code on disk: {1000 * perft:.0f} ms")


def _median(command: list[str]) -> float:
    subprocess.run(command, check=True, capture_output=True)
    return statistics.median(_seconds(command) for _ in range(ROUNDS))


def _seconds(command: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - begun
