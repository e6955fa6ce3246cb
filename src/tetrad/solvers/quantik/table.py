"""The table of all Quantik positions: how far each is from the end of the game.

There are 11,084,231 positions without a completed line up to symmetry. The table has an entry of 64
bits for each; those of one ply stand together, sorted by their keys (see
`tetrad.kernels.quantik_symmetry`), the last ply first:

    bits 63 .. 8   key
          7 .. 0   plies to the end: odd if the player to move wins, even if they lose

The parameter `starts` tells for each ply where its entries start and stop. The opening that comes
with the program is the same table without the late plies.
"""

from __future__ import annotations

from bisect import bisect_left
from pathlib import Path

import numpy as np

from tetrad.kernels.quantik import Code, is_won
from tetrad.kernels.quantik_symmetry import key
from tetrad.language import OTHER_GAME
from tetrad.solvers.tables.file import Entries, Table, UnknownPositionError, Writer
from tetrad.solvers.tables.format import Layout, Packing, TableError

NAME = "quantik"
POSITIONS = 11_084_231
PLIES = 16


class QuantikTable:
    """A table of Quantik, or its opening, opened for questions."""

    def __init__(self, path: Path) -> None:
        self.table = Table(path)
        if self.table.layout.game != NAME:
            raise TableError(OTHER_GAME(path=path, one=self.table.layout.game, other=NAME))
        self.starts: list[tuple[int, int]] = self.table.layout.parameters["starts"]

    def probe(self, code: Code) -> int:
        """Plies to the end of the game, or UnknownPositionError."""
        ply = code[0].bit_count() + code[1].bit_count()
        if is_won(code):
            return 0
        start, stop = self.starts[ply] if ply < len(self.starts) else (0, 0)
        wanted = key(code)
        index = bisect_left(range(stop), wanted, start, key=lambda i: self.table.probe(i) >> 8)
        if index == stop or self.table.probe(index) >> 8 != wanted:
            raise UnknownPositionError(f"{self.table.path} does not know this position")
        return self.table.probe(index) & 0xFF

    def get(self, code: Code) -> int | None:
        """Plies to the end of the game, or None."""
        try:
            return self.probe(code)
        except (TableError, UnknownPositionError):
            return None

    def layer(self, ply: int) -> Entries:
        """All entries of a ply."""
        return self.table.read(*self.starts[ply])


def extract(table: QuantikTable, plies: int, path: Path) -> Path:
    """Write an opening: the entries of the first plies, compressed."""
    openings = [table.layer(ply) for ply in range(plies + 1)]
    sizes = [len(entries) for entries in openings]
    with Writer(path, layout_of("opening", sizes, "zlib")) as writer:
        for entries in reversed(openings):
            writer.append(entries)
        writer.finish()
    return path


def layout_of(name: str, sizes: list[int], packing: Packing = "none") -> Layout:
    stops = np.cumsum(sizes[::-1]).tolist()[::-1]
    starts = [(stop - size, stop) for stop, size in zip(stops, sizes, strict=True)]
    parameters = {"starts": starts}
    return Layout(NAME, name, stops[0], 64, packing=packing, parameters=parameters)
