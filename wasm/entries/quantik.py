"""Quantik for a page: the questions of its search, and the leaves of its tree."""

from __future__ import annotations

import numpy as np

from tetrad.kernels.fast.quantik import leaves_of
from tetrad.kernels.quantik import PIECES
from tetrad.solvers.quantik import search
from tetrad.solvers.quantik.search import Workspace
from wasm.arrays import signed, words

_LEVELS = PIECES + 2
# Where the parts of a workspace begin, in words; the table comes last.
NUMBERS = 7 * _LEVELS
MOVES = NUMBERS + 4 * _LEVELS
CONTROL = MOVES + 128 * _LEVELS
TABLE = CONTROL + 2


def workspace_words(entries: int) -> int:
    """How many words a workspace takes whose table has so many entries."""
    return TABLE + entries


def ask(work: int, entries: int, codes: int, ends: int, count: int, end: int) -> int:
    """Settles the games that end with piece `end`: 1, or 0 if the visits did not suffice."""
    desk = Workspace(
        words(work, (_LEVELS, 7)),
        signed(work + 8 * NUMBERS, (_LEVELS, 4)),
        words(work + 8 * MOVES, (_LEVELS, 2, 64)),
        words(work + 8 * TABLE, (entries,)),
        signed(work + 8 * CONTROL, (2,)),
    )
    return search.ask(desk, words(codes, (count, 2)), signed(ends, (count,)), end)


def control(work: int) -> int:
    """Where a workspace holds the visits made and allowed."""
    return work + 8 * CONTROL


def leaves(mine: int, theirs: int, depth: int, area: int) -> int:
    """The leaves of the move tree, each made and judged; `depth` is at least 1.

    Into the area goes how many games were won: who does not ask for it is only told a sum.
    """
    found, signed(area, (1,))[0] = leaves_of(np.uint64(mine), np.uint64(theirs), depth)
    return found


ENTRIES = {"ask": ask, "control": control, "leaves": leaves, "workspace_words": workspace_words}
