"""Many positions of Quantik looked up at once: the whole table in memory, asked by compiled code.

The entries of a ply are sorted, see `solvers.quantik.table`. Every 64th of them stands also in a
small array that a processor keeps at hand; so a look-up leaves that for a few neighbours only.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.bits import Word
from tetrad.kernels.fast.quantik import complete, pieces, seen_of
from tetrad.kernels.fast.quantik_symmetry import key_of
from tetrad.solvers.quantik.table import NAME, POSITIONS, QuantikTable
from tetrad.solvers.tables.folder import built
from tetrad.solvers.tables.format import TableError

STEP = 64
MISSING = -1
_DISTANCE = Word(0xFF)
_KEY_FROM = Word(8)

Array = NDArray[Any]


class Loaded:
    """A table in memory."""

    def __init__(self, path: Path) -> None:
        table = QuantikTable(path)
        self.path = path
        self._entries = table.table.read(0, table.table.layout.entries)
        self._hints = self._entries[::STEP].copy()
        self._starts = np.array(table.starts, np.int64)

    @property
    def arrays(self) -> tuple[Array, Array, Array]:
        """What `look_up` looks into."""
        return self._entries, self._hints, self._starts

    def distances(self, codes: Array) -> Array:
        """Plies to the end for rows (mine, theirs); MISSING for what the table does not hold."""
        out = np.empty(len(codes), np.int16)
        look_up(*self.arrays, codes, out)
        return out


@cache
def loaded() -> Loaded | None:
    """The user's table of all positions, if it has been built and is sound."""
    path = built(NAME)
    try:
        table = Loaded(path) if path else None
    except TableError:
        return None
    return table if table and len(table._entries) == POSITIONS else None


@compiled
def first_from(entries: Array, low: int, high: int, wanted: Word) -> int:
    """Where the first entry that is not smaller stands, or `high`."""
    while low < high:
        middle = (low + high) >> 1
        if entries[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


@compiled
def look_up(entries: Array, hints: Array, starts: Array, codes: Array, out: Array) -> None:
    """The distance of every code; 0 where a line is complete."""
    for row in range(len(codes)):
        mine, theirs = codes[row, 0], codes[row, 1]
        out[row] = MISSING
        if complete(seen_of(mine, theirs)):
            out[row] = 0
            continue
        ply = pieces(mine, theirs)
        if ply >= len(starts):
            continue
        start, stop = starts[ply]
        wanted = key_of(mine, theirs) << _KEY_FROM
        hint = first_from(hints, (start + STEP - 1) // STEP, (stop + STEP - 1) // STEP, wanted)
        low, high = max(start, (hint - 1) * STEP), min(stop, hint * STEP)
        place = first_from(entries, low, high, wanted)
        if place < stop and (entries[place] ^ wanted) >> _KEY_FROM == 0:
            out[row] = np.int16(entries[place] & _DISTANCE)
