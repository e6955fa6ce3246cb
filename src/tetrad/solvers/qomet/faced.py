"""What to play in the positions of Qomet that level 10 most likely faces as SECOND.

A table that comes with the program, in the format of `solvers.tables.format`: one entry of 64 bits
for each position, in ascending order,

    63 ... 16   15 .. 8   7 ... 0
    number      action    plies to the end: odd for a win, 0 for neither

in which the action is a best one. They were taken from the table of all positions by
`research.qomet.faced`. The number of a canonical key, with k stars of the player to move and m of
the opponent, is 65 times its place among all positions, plus the undo that it forbids; the places
are ordered by k, then by m, by the rank of the player's stars, and by that of the opponent's among
the spaces left free. The parameter `firsts` has the first entry of each block, so that one block
is read to look up a position, with the standard library alone.
"""

from __future__ import annotations

import io
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import accumulate
from math import comb
from pathlib import Path

from tetrad.kernels.qomet import SPACES, UNDO_SHIFT
from tetrad.solvers.qomet.index import closed_up, rank
from tetrad.solvers.tables.folder import SHIPPED
from tetrad.solvers.tables.format import (
    CHECKSUM,
    OFFSET,
    block_at,
    damaged,
    decompressed,
    read_header,
    unreadable,
)

PATH = SHIPPED / "qomet-faced.table"
GAME, NAME = "qomet", "faced"
MOST_UNDOS = 65
_KINDS = [(k, m) for k in range(8) for m in range(8)]
_STARTS = [*accumulate((comb(25, k) * comb(25 - k, m) for k, m in _KINDS), initial=0)]


def number(key: int) -> int:
    """The number of a canonical key."""
    mine, theirs = key & SPACES, key >> 25 & SPACES
    k, m = mine.bit_count(), theirs.bit_count()
    place = _STARTS[8 * k + m] + rank(mine) * comb(25 - k, m) + rank(closed_up(theirs, mine))
    return place * MOST_UNDOS + (key >> UNDO_SHIFT)


class Faced(Mapping[int, tuple[int, int]]):
    """A move and the plies to the end for each canonical key of a file; TableError if damaged."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._bytes = path.read_bytes()
        except OSError as error:
            raise unreadable(path, error) from None
        self._layout, _ = read_header(io.BytesIO(self._bytes), path)
        if (self._layout.game, self._layout.name, self._layout.bits) != (GAME, NAME, 64):
            raise damaged(path)
        self._firsts: list[int] = self._layout.parameters.get("firsts", [])
        if len(self._firsts) != self._layout.blocks:
            raise damaged(path)
        self._block = lru_cache(maxsize=64)(self._read)

    def __len__(self) -> int:
        return self._layout.entries

    def __iter__(self) -> Iterator[int]:
        """The numbers, for there is no way back to the keys."""
        for block in range(self._layout.blocks):
            yield from (entry >> 16 for entry in self._block(block))

    def __getitem__(self, key: int) -> tuple[int, int]:
        least = number(key) << 16
        block = bisect_right(self._firsts, least | 0xFFFF) - 1
        if block >= 0:
            entries = self._block(block)
            place = bisect_left(entries, least)
            if place < len(entries) and entries[place] >> 16 == least >> 16:
                return entries[place] >> 8 & 255, entries[place] & 255
        raise KeyError(key)

    def _read(self, block: int) -> memoryview:
        at = len(self._bytes) - CHECKSUM.size - OFFSET.size * (self._layout.blocks - block)
        (offset,) = OFFSET.unpack(self._part(at, OFFSET.size))
        stored = block_at(self._part, offset, block, self._layout)
        if stored is None:
            raise damaged(f"{self._path}: {block}")
        return memoryview(decompressed(stored, self._layout)).cast("Q")

    def _part(self, offset: int, size: int) -> bytes:
        """Some of the file; several threads may ask at once, so nothing is remembered of where."""
        return self._bytes[offset : offset + size]
