"""Qomet's moves once more, for those who check what others have found.

Nothing here is shared with the kernels but the board: the numbers of its spaces. A step is a row of
STEP, read off the rulebook, and every move is tried on its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tetrad.kernels.compiled import compiled
from tetrad.kernels.qomet_board import BIT
from tetrad.rules.qomet import CORNERS_OF_SQUARES, OFF, OUTER, SQUARES, STEPS

Array = np.ndarray[Any, Any]

NAMES = sorted(SQUARES, key=BIT.__getitem__)
OFF_BOARD, NOWHERE = 25, 26


def _behind(name: str | None) -> int:
    return NOWHERE if name is None else OFF_BOARD if name == OFF else NAMES.index(name)


# Rows of origin, target and what lies behind; then the number of each.
STEP = np.array(
    [
        (NAMES.index(origin), NAMES.index(target), _behind(behind))
        for origin in NAMES
        for target, behind in STEPS[origin].items()
    ]
)
ROWS = {(origin, target): row for row, (origin, target, _) in enumerate(STEP.tolist())}
# The rows of each origin are those from its place here up to the next one.
FROM = np.searchsorted(STEP[:, 0], np.arange(26))
# No position has more moves.
MOST_MOVES = 128
# For each row, the row that pushes the star back, or -1 where the pushed star has left the board.
BACK = np.array(
    [ROWS[behind, target] if behind < OFF_BOARD else -1 for _, target, behind in STEP.tolist()]
)
SQUARE = np.array([sum(1 << BIT[SQUARES[i]] for i in corners) for corners in CORNERS_OF_SQUARES])
EDGE = sum(1 << NAMES.index(name) for name in OUTER)


@compiled
def size(stars: int) -> int:
    count = 0
    while stars:
        stars &= stars - 1
        count += 1
    return count


@compiled
def has_square(stars: int) -> bool:
    for square in SQUARE:  # noqa: SIM110 - Numba knows no generators
        if stars & square == square:
            return True
    return False


@compiled
def is_push(mine: int, theirs: int, row: int) -> bool:
    """Whether a step pushes a star of the opponent and leaves it on the board."""
    origin, target, behind = STEP[row]
    if not (mine >> origin & 1 and theirs >> target & 1) or behind >= OFF_BOARD:
        return False
    return not (mine | theirs) >> behind & 1


@compiled
def pushes(mine: int, theirs: int, rows: Array) -> int:
    """Writes the rows of all such pushes, in order; returns how many there are."""
    count = 0
    for origin in range(25):
        if mine >> origin & 1:
            for row in range(FROM[origin], FROM[origin + 1]):
                if is_push(mine, theirs, row):
                    rows[count] = row
                    count += 1
    return count


@compiled
def stepped(mine: int, theirs: int, row: int) -> tuple[int, int]:
    """Both players' stars after a step, or -1 if it is not legal."""
    origin, target, behind = STEP[row]
    after, taken = mine ^ 1 << origin | 1 << target, mine | theirs
    if not mine >> origin & 1:
        return -1, -1
    if not taken >> target & 1:
        return after, theirs
    if behind == NOWHERE or (behind < OFF_BOARD and taken >> behind & 1):
        return -1, -1
    kept = 1 << behind if behind < OFF_BOARD else 0
    if mine >> target & 1:
        return after | kept, theirs
    return after, theirs ^ 1 << target | kept


@compiled
def moves(stars: int, mine: int, theirs: int, forbidden: int, found: Array) -> int:
    """Writes what follows each move: the stars of the next to move, the others, and the row of STEP
    if the move is a push that can be undone, else -1. Returns how many moves there are.
    """
    count = 0
    for space in range(25):
        here = 1 << space
        if size(mine) < stars and not (mine | theirs) & here:
            found[count] = theirs, mine | here, -1
            count += 1
        if mine & here & EDGE:
            found[count] = theirs, mine ^ here, -1
            count += 1
        if mine & here:
            for row in range(FROM[space], FROM[space + 1]):
                after, others = stepped(mine, theirs, row)
                if after >= 0 and row != forbidden:
                    found[count] = others, after, row if is_push(mine, theirs, row) else -1
                    count += 1
    return count
