"""The Quantik book: every position of the opening, so that the first moves need no search.

It is the front of the full table, small enough to come with the program, and written by
`python -m tetrad.solvers.quantik.opening` from a table that was built and verified before.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.quantik import Code, complete, seen_of
from tetrad.kernels.fast.quantik_symmetry import key_of
from tetrad.solvers.quantik.build import Distances, Keys
from tetrad.solvers.quantik.table import NAME, QuantikTable, extract
from tetrad.solvers.tables.folder import SHIPPED, table_path
from tetrad.solvers.tables.format import TableError

PATH = SHIPPED / "quantik.book"
PLIES = 6


class Book:
    """The openings, ready to be asked; TableError if the file cannot be trusted."""

    def __init__(self, path: Path = PATH) -> None:
        layers = QuantikTable(path)
        entries = [layers.layer(ply) for ply in range(len(layers.starts))]
        self._layers = [(each >> np.uint64(8), each.astype(np.uint8)) for each in entries]

    def distances(self, codes: list[Code]) -> NDArray[np.int64] | None:
        """Plies to the end for positions of one ply, or None where the book ends before."""
        ply = codes[0][0].bit_count() + codes[0][1].bit_count()
        if ply >= len(self._layers):
            return None
        found = look_up(np.array(codes, np.uint64), *self._layers[ply])
        return found if (found >= 0).all() else None


@cache
def book() -> Book | None:
    """The book that came with the program; None if it is damaged, and then search does it all."""
    try:
        return Book()
    except TableError:
        return None


@compiled
def look_up(codes: NDArray[np.uint64], keys: Keys, distances: Distances) -> NDArray[np.int64]:
    """The distance of each position, 0 if it has a line; -1 for those that are not there."""
    found = np.full(len(codes), -1)
    for number in range(len(codes)):
        mine, theirs = codes[number]
        if complete(seen_of(mine, theirs)):
            found[number] = 0
            continue
        key = key_of(mine, theirs)
        place = np.searchsorted(keys, key)
        if place < len(keys) and keys[place] == key:
            found[number] = distances[place]
    return found


if __name__ == "__main__":
    extract(QuantikTable(table_path(NAME)), PLIES, PATH)
