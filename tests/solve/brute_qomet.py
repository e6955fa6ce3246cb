"""A second, plain solver of Qomet with few stars that shares no code with the first.

Every position has a place of its own, whatever it looks like when turned: D times the number of the
mover's set of stars plus that of the opponent's, where D is how many sets there are. A position in
which a push is forbidden is a state of its own, too. Each state counts its moves that are not yet
known to lose; from the ends of games backwards, ply by ply, a state that is lost makes those before
it won, and a state that is won takes one from the counts of those before it.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from tetrad.rules.qomet import CORNERS_OF_SQUARES, OFF, OUTER, SQUARES, STEPS

Array = np.ndarray[Any, Any]

OFF_BOARD, NOWHERE = 25, 26
UNDECIDED, OVER = 255, 254


def _behind(name: str | None) -> int:
    return NOWHERE if name is None else OFF_BOARD if name == OFF else SQUARES.index(name)


# Rows of origin, target and what lies behind.
STEP = np.array(
    [
        (SQUARES.index(origin), SQUARES.index(target), _behind(behind))
        for origin in SQUARES
        for target, behind in STEPS[origin].items()
    ]
)
# The rows of each origin are those from its place here up to the next one.
FROM = np.searchsorted(STEP[:, 0], np.arange(26))
SQUARE = np.array([sum(1 << corner for corner in corners) for corners in CORNERS_OF_SQUARES])
EDGE = sum(1 << SQUARES.index(name) for name in OUTER)
ALL = (1 << 25) - 1


class Board(NamedTuple):
    """All sets with few stars, the number of each, and how many stars a player has."""

    stars: int
    sets: Array
    numbers: Array


class States(NamedTuple):
    """Plies and counts of positions, then of positions with a forbidden push.

    Those of position p begin at `extra[p]`, in the order of the rows of STEP.
    """

    extra: Array
    plies: Array
    counts: Array


def board_of(stars: int) -> Board:
    sets = [sum(1 << i for i in s) for n in range(stars + 1) for s in combinations(range(25), n)]
    numbers = np.zeros(1 << 25, dtype=np.int64)
    numbers[sets] = np.arange(len(sets))
    return Board(stars, np.array(sets), numbers)


@njit(nogil=True)
def size(stars: int) -> int:
    count = 0
    while stars:
        stars &= stars - 1
        count += 1
    return count


@njit(nogil=True)
def has_square(stars: int) -> bool:
    for square in SQUARE:  # noqa: SIM110 - Numba knows no generators
        if stars & square == square:
            return True
    return False


@njit(nogil=True)
def place(board: Board, mine: int, theirs: int) -> int:
    first: int = board.numbers[mine]
    return first * len(board.sets) + board.numbers[theirs]  # type: ignore[no-any-return]


@njit(nogil=True)
def is_push(mine: int, theirs: int, row: int) -> bool:
    """Whether a step pushes a star of the opponent and leaves it on the board."""
    origin, target, behind = STEP[row]
    if not (mine >> origin & 1 and theirs >> target & 1) or behind >= OFF_BOARD:
        return False
    return not (mine | theirs) >> behind & 1


@njit(nogil=True)
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


@njit(nogil=True)
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


@njit(nogil=True)
def survey(board: Board, mine: int, theirs: int, forbidden: int) -> tuple[bool, int]:
    """Whether a move wins at once, and how many do not lose at once."""
    won, count = False, 0
    if size(mine) < board.stars:
        for space in range(25):
            if not (mine | theirs) >> space & 1:
                won |= has_square(mine | 1 << space)
                count += 1
    count += size(mine & EDGE)
    for origin in range(25):
        if mine >> origin & 1:
            for row in range(FROM[origin], FROM[origin + 1]):
                after, others = stepped(mine, theirs, row)
                if after >= 0 and row != forbidden and not has_square(others):
                    won |= has_square(after)
                    count += 1
    return won, count


@njit(nogil=True)
def counted(board: Board) -> Array:
    """Where the states with forbidden pushes of each position begin."""
    sets = board.sets
    extra = np.empty(len(sets) * len(sets) + 1, np.int64)
    top = len(sets) * len(sets)
    rows = np.empty(len(STEP), np.int64)
    for i in range(len(sets)):
        for j in range(len(sets)):
            extra[i * len(sets) + j] = top
            if not sets[i] & sets[j]:
                top += pushes(sets[i], sets[j], rows)
    extra[-1] = top
    return extra


@njit(nogil=True)
def prepare(board: Board, states: States) -> None:
    """Counts the moves of every state, and decides those that are won in one ply."""
    sets, rows = board.sets, np.empty(len(STEP), np.int64)
    for i in range(len(sets)):
        for j in range(len(sets)):
            mine, theirs, at = sets[i], sets[j], i * len(sets) + j
            if mine & theirs or has_square(mine) or has_square(theirs):
                states.plies[at] = OVER
                continue
            start(board, states, at, mine, theirs, -1)
            for k in range(pushes(mine, theirs, rows)):
                start(board, states, states.extra[at] + k, mine, theirs, rows[k])


@njit(nogil=True)
def start(board: Board, states: States, at: int, mine: int, theirs: int, forbidden: int) -> None:
    won, count = survey(board, mine, theirs, forbidden)
    states.counts[at] = count
    if won or count == 0:
        states.plies[at] = 1


@njit(nogil=True)
def settle(states: States, at: int, plies: int) -> None:
    """Tells a state that one of its moves leads to one that ends in so many plies."""
    if states.plies[at] != UNDECIDED:
        return
    if plies % 2 == 0:
        states.plies[at] = plies + 1
    else:
        states.counts[at] -= 1
        if states.counts[at] == 0:
            states.plies[at] = plies + 1


@njit(nogil=True)
def tell(board: Board, states: States, mine: int, theirs: int, move: int, plies: int) -> None:
    """Tells all states of a position in which a move (a row of STEP, or -1) is allowed."""
    at = place(board, mine, theirs)
    if states.plies[at] == OVER:
        return
    settle(states, at, plies)
    first, last = states.extra[at], states.extra[at + 1]
    if move < 0:
        for extra in range(first, last):
            settle(states, extra, plies)
    else:
        rows = np.empty(len(STEP), np.int64)
        for k in range(pushes(mine, theirs, rows)):
            if rows[k] != move:
                settle(states, first + k, plies)


@njit(nogil=True)
def tell_before(board: Board, states: States, mine: int, theirs: int, plies: int) -> None:
    """Tells the positions before one in which nothing is forbidden; the opponent has moved."""
    taken, more = mine | theirs, size(theirs) < board.stars
    for space in range(25):
        if theirs >> space & 1:
            tell(board, states, theirs ^ 1 << space, mine, -1, plies)
        elif more and EDGE >> space & 1 and not taken >> space & 1:
            tell(board, states, theirs | 1 << space, mine, -1, plies)
    for row in range(len(STEP)):
        origin, target, behind = STEP[row]
        if taken >> origin & 1 or not theirs >> target & 1:
            continue
        back = theirs ^ 1 << target | 1 << origin
        tell(board, states, back, mine, -1, plies)
        if behind == OFF_BOARD:
            if more:
                tell(board, states, theirs | 1 << origin, mine, -1, plies)
            if size(mine) < board.stars:
                tell(board, states, back, mine | 1 << target, -1, plies)
        elif behind < OFF_BOARD and theirs >> behind & 1:
            tell(board, states, theirs ^ 1 << behind | 1 << origin, mine, -1, plies)


@njit(nogil=True)
def tell_before_push(
    board: Board, states: States, mine: int, theirs: int, undo: int, plies: int
) -> None:
    """Tells the position before one in which a push is forbidden: the push that it would undo."""
    here, there, behind = STEP[undo]
    for row in range(len(STEP)):
        origin, target, beyond = STEP[row]
        if origin == behind and target == there and beyond == here:
            before = theirs ^ 1 << there | 1 << behind
            tell(board, states, before, mine ^ 1 << here | 1 << there, row, plies)


@njit(nogil=True)
def one_ply(board: Board, states: States, plies: int) -> int:
    """Tells everything before the states that end in so many plies; returns how many there are."""
    sets, found, rows = board.sets, 0, np.empty(len(STEP), np.int64)
    for i in range(len(sets)):
        for j in range(len(sets)):
            at = i * len(sets) + j
            if states.plies[at] == plies:
                found += 1
                tell_before(board, states, sets[i], sets[j], plies)
            for extra in range(states.extra[at], states.extra[at + 1]):
                if states.plies[extra] == plies:
                    found += 1
                    pushes(sets[i], sets[j], rows)
                    row = rows[extra - states.extra[at]]
                    tell_before_push(board, states, sets[i], sets[j], row, plies)
    return found


def solved(stars: int) -> tuple[Board, States]:
    """All values of the game with so many stars a side."""
    board = board_of(stars)
    extra = counted(board)
    plies = np.full(int(extra[-1]), UNDECIDED, dtype=np.uint8)
    states = States(extra, plies, np.zeros(len(plies), dtype=np.uint8))
    prepare(board, states)
    ply = 1
    while one_ply(board, states, ply):
        ply += 1
    return board, states


@njit(nogil=True)
def plies_in(board: Board, states: States, mine: int, theirs: int, forbidden: int) -> int:
    """Plies to the end, 0 for a draw; `forbidden` is a row of STEP, or -1."""
    at = place(board, mine, theirs)
    if forbidden >= 0:
        at = states.extra[at]
        for row in range(forbidden):
            at += is_push(mine, theirs, row)
    return 0 if states.plies[at] == UNDECIDED else states.plies[at]
