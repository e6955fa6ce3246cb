"""How long it takes to look up a position in the tables of Qomet: one core.

The positions are chosen by chance among those that the table has an entry for, so that nearly every
look-up is the first one in its page. Where the data folder has the full table it is measured, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from tetrad.solvers.qomet.index import Index

POSITIONS = 10_000


def main() -> None:
    from tetrad.solvers.qomet.opening import OPENING
    from tetrad.solvers.tables.folder import table_path

    print("Positions of Qomet from a table: median, 95th percentile")
    for path in (OPENING, table_path("qomet")):
        if path.exists():
            _show(path)


def _show(path: Path) -> None:
    from tetrad.solvers.qomet.table import QometTable

    table = QometTable(path)
    positions = _positions(table.index, table.stars)
    table.probe(*positions[0], 0)  # compiled now, if not before
    times = sorted(_timed(table.probe, *stars) for stars in positions)
    middle, high = times[len(times) // 2], times[int(0.95 * len(times))]
    print(f"  {path.name}: {1e6 * middle:.0f} µs, {1e6 * high:.0f} µs", flush=True)


def _positions(index: Index, stars: int) -> list[tuple[int, int]]:
    """The stars of both players in positions that are neither over nor won in one ply."""
    from tetrad.solvers.qomet import index as qomet_index
    from tetrad.solvers.qomet.coder import threat_in

    entries = np.random.default_rng(5).integers(0, index.total, 2 * POSITIONS).tolist()
    positions = (qomet_index.position(index, entry) for entry in entries)
    return [pair for pair in positions if threat_in(*pair, stars) >= 0][:POSITIONS]


def _timed(probe: Callable[[int, int, int], int], mine: int, theirs: int) -> float:
    begun = time.perf_counter()
    probe(mine, theirs, 0)
    return time.perf_counter() - begun
