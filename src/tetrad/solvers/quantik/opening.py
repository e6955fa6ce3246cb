"""Quantik's opening: every position of the first plies, so that they need no search.

It is the front of the full table, small enough to come with the program, and written by
`python -m research.quantik.opening` from a table that was built and verified before.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from pathlib import Path
from struct import unpack

from tetrad.kernels.quantik import Code, is_won, plies
from tetrad.kernels.quantik_symmetry import key
from tetrad.solvers.tables.folder import SHIPPED
from tetrad.solvers.tables.format import TableError, damaged, read_whole

PATH = SHIPPED / "quantik-opening.table"
PLIES = 6


class Opening:
    """The first plies, ready to be asked; TableError if the file cannot be trusted.

    What an entry looks like is described in `solvers.quantik.table`.
    """

    def __init__(self, path: Path = PATH) -> None:
        layout, raw = read_whole(path)
        if (layout.game, layout.name) != ("quantik", "opening"):
            raise damaged(path)
        self._entries: tuple[int, ...] = unpack(f"<{layout.entries}Q", raw)
        self._starts: list[tuple[int, int]] = layout.parameters["starts"]

    def distances(self, codes: list[Code]) -> list[int] | None:
        """Plies to the end for positions of one ply, or None where the opening is over."""
        if plies(codes[0]) >= len(self._starts):
            return None
        found = [each for code in codes if (each := self._distance(code)) is not None]
        return found if len(found) == len(codes) else None

    def _distance(self, code: Code) -> int | None:
        if is_won(code):
            return 0
        start, stop = self._starts[plies(code)]
        wanted = key(code)
        place = bisect_left(self._entries, wanted << 8, start, stop)
        if place == stop or self._entries[place] >> 8 != wanted:
            return None
        return self._entries[place] & 0xFF


@cache
def opening() -> Opening | None:
    """What came with the program; None if it is damaged, and then search does it all."""
    try:
        return Opening()
    except TableError:
        return None
