"""How long a player waits for a bot: every level of every game, as it plays in the app.

The positions are from random play, early and late. The clock is on the wall, so a busy machine
shows; each bot has answered once before, which loads what is compiled.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator

from tetrad import GAMES
from tetrad.bots import LEVELS, bot
from tetrad.position import AnyPosition

POSITIONS = 25
LATEST_PLY = 14


def main() -> None:
    print(f"Answers of the levels: median, 95th percentile, longest of {POSITIONS} positions")
    for game in GAMES:
        positions = list(_random_positions(game))
        for level in LEVELS:
            print(f"  {game:8} level {level:2}: {_told(game, level, positions)}", flush=True)


def _told(game: str, level: int, positions: list[AnyPosition]) -> str:
    player = bot(game, level, seed=1)
    player.choose(GAMES[game].start())
    times = []
    for position in positions:
        begun = time.perf_counter()
        player.choose(position)
        times.append(1000 * (time.perf_counter() - begun))
    high = sorted(times)[int(0.95 * len(times))]
    return f"{statistics.median(times):4.0f} ms, {high:4.0f} ms, {max(times):4.0f} ms"


def _random_positions(game: str) -> Iterator[AnyPosition]:
    """Unfinished positions after any number of random plies."""
    rng, found = random.Random(game), 0
    while found < POSITIONS:
        position = GAMES[game].start()
        for _ in range(rng.randint(0, LATEST_PLY)):
            if not position.outcome():
                position = position.play(rng.choice(position.legal_moves()))
        if not position.outcome():
            found += 1
            yield position
