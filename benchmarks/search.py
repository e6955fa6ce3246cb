"""How long an exact answer takes: one core, no tables, positions from random play.

A question is the value of the position, with the moves judged as the solver judges them. Times are
processor time, so that a busy machine does not change them.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator

from tetrad import GAMES
from tetrad.position import AnyPosition
from tetrad.solvers.solution import MEBIBYTE, Limits, Solution, Solver

POSITIONS = 100
MEMORY = 128 * MEBIBYTE


def main() -> None:
    from tetrad.solvers.qawale import solver as qawale
    from tetrad.solvers.qomet import solver as qomet
    from tetrad.solvers.qomet.opening import NOTHING
    from tetrad.solvers.quantik import solver as quantik

    print("Exact answers without tables, processor time on one core: median, 95th percentile")
    without_book = quantik.Solver(MEMORY, with_opening=False)
    _show("Quantik, empty board", without_book, [GAMES["quantik"].start()] * 5)
    for ply in (4, 6, 8):
        _show(f"Quantik, ply {ply}", without_book, list(_random_positions("quantik", ply)))
    for left in (6, 8):
        positions = list(_random_positions("qawale", 16 - left))
        _show(f"Qawale, {left} pebbles left", qawale.Solver(MEMORY), positions)
    _forced_ends(qomet.Solver(MEMORY, NOTHING))


def _forced_ends(solver: Solver) -> None:
    """Only positions that turn out to be decided within seven plies count."""
    _timed(solver, GAMES["qomet"].start(), limit=0.3)
    times = [
        seconds
        for ply in (8, 12, 16, 24)
        for position in _random_positions("qomet", ply)
        for seconds, solution in [_timed(solver, position, limit=0.3)]
        if solution.distance is not None and solution.distance <= 7
    ]
    print(f"  Qomet, forced ends within 7 plies: {_told(times)}", flush=True)


def _show(title: str, solver: Solver, positions: list[AnyPosition]) -> None:
    _timed(solver, positions[0])  # compiled now, if not before
    timed = [_timed(solver, position) for position in positions]
    unknown = sum(solution.value == "unknown" for _, solution in timed)
    note = f", {unknown} not proven" if unknown else ""
    print(f"  {title}: {_told([seconds for seconds, _ in timed])}{note}", flush=True)


def _timed(solver: Solver, position: AnyPosition, limit: float = 20) -> tuple[float, Solution]:
    begun = time.process_time()
    solution = solver.solve(position, Limits(time=limit))
    return time.process_time() - begun, solution


def _told(seconds: list[float]) -> str:
    seconds = sorted(seconds)
    high = seconds[min(len(seconds) - 1, int(0.95 * len(seconds)))]
    middle = statistics.median(seconds)
    return f"{1000 * middle:.1f} ms, {1000 * high:.1f} ms ({len(seconds)} positions)"


def _random_positions(game: str, ply: int) -> Iterator[AnyPosition]:
    """Unfinished positions so many random plies into the game."""
    rng, found = random.Random(f"{game} {ply}"), 0
    while found < POSITIONS:
        position = GAMES[game].start()
        for _ in range(ply):
            if position.outcome():
                break
            position = position.play(rng.choice(position.legal_moves()))
        if not position.outcome():
            found += 1
            yield position
