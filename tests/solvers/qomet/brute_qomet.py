"""A second, plain solver of Qomet with few stars, by the plain moves of `plain_moves`.

Every position has a place of its own: D times the number of the mover's set of stars plus that of
the opponent's, where D is how many sets there are. A position in which a push is forbidden is a
state of its own, too. From the ends of games on, ply by ply, everything before the states that were
decided last is looked at again, move by move.

For four stars per side that is all. For five, positions that look alike when the board is turned
share a place, or memory would not do: the mover's set is turned to the first of those that look
like it, and of the ways to do that, the one is taken that gives the opponent's the least number.

Whoever has all values already can have them checked, which takes less time: if each of them follows
from those after its moves, all are right. For a win or a loss ends in as many plies as it says, by
induction; and who is said to hold a draw can always move to another one.
"""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import combinations, repeat
from math import comb
from typing import NamedTuple

import numpy as np
from numba import njit

from tetrad.solvers.qomet.plain_moves import (
    BACK,
    EDGE,
    MOST_MOVES,
    NAMES,
    OFF_BOARD,
    ROWS,
    STEP,
    Array,
    has_square,
    is_push,
    moves,
    pushes,
    size,
)

UNDECIDED, OVER, LONGEST = 255, 254, 252
NEVER = 1 << 30


def _turned(name: str, turn: int) -> int:
    """Where a square goes when the board is turned over or not, then by so many quarters."""
    x, y = "abcdefg".index(name[0]) - 3, int(name[1]) - 4
    x = -x if turn >= 4 else x
    for _ in range(turn % 4):
        x, y = y, -x
    return NAMES.index(f"{'abcdefg'[x + 3]}{y + 4}")


# The new square for each turn and square, the new row for each turn and row, and the new set for
# each turn and the set's stars on the first 13 squares, or on the others.
TURN = np.array([[_turned(name, turn) for name in NAMES] for turn in range(8)])
TURNED_ROW = np.array([[ROWS[t[o], t[g]] for o, g, _ in STEP.tolist()] for t in TURN.tolist()])
_HALVES = [(turn[:13], turn[13:]) for turn in TURN.tolist()]
TURNED_SET = np.array(
    [
        [
            [sum(1 << t for i, t in enumerate(half) if part >> i & 1) for part in range(1 << 13)]
            for half in halves
        ]
        for halves in _HALVES
    ]
)
CHOOSE = np.array([[comb(n, k) for k in range(9)] for n in range(26)])


class Board(NamedTuple):
    """All sets with few stars, in the order of their numbers, and how each is turned.

    `first` has the number of the first set of each size. Set n looks like `upright[row[n]]` when
    turned in one of the ways from `begin[n]` up to `begin[n + 1]`.
    """

    stars: int
    sets: Array
    first: Array
    upright: Array
    row: Array
    begin: Array
    ways: Array


class States(NamedTuple):
    """Plies to the end for positions, then for positions with a forbidden push.

    Those of position p begin at `extra[p]`, in the order of the rows of STEP. What is `touched`
    has to be looked at again.
    """

    extra: Array
    plies: Array
    touched: Array


def board_of(stars: int, turns: int) -> Board:
    sizes = range(stars + 1)
    sets = [
        sum(1 << i for i in chosen)
        for size in sizes
        for chosen in sorted(combinations(range(25), size), key=lambda c: c[::-1])
    ]
    first = np.cumsum([0, *(comb(25, size) for size in sizes)])
    rows: dict[int, int] = {}
    row, begin, ways = [], [0], list[int]()
    for each in sets:
        images = [int(turned(turn, each)) for turn in range(turns)]
        upright = min(images)
        ways += [turn for turn, image in enumerate(images) if image == upright]
        begin.append(len(ways))
        row.append(rows.setdefault(upright, len(rows)))
    arrays = (np.array(each) for each in (sets, first, list(rows), row, begin, ways))
    return Board(stars, *arrays)


@njit(nogil=True)
def turned(turn: int, stars: int) -> int:
    halves = TURNED_SET[turn]
    return halves[0, stars & 8191] | halves[1, stars >> 13]  # type: ignore[no-any-return]


@njit(nogil=True)
def number(board: Board, stars: int) -> int:
    """Of a set: those of one size are counted by their last star, then the one before it."""
    count = below = 0
    for space in range(25):
        if stars >> space & 1:
            count += 1
            below += CHOOSE[space, count]
    return board.first[count] + below  # type: ignore[no-any-return]


@njit(nogil=True)
def place(board: Board, states: States, mine: int, theirs: int, forbidden: int) -> int:
    """Where a state is; `forbidden` is a row of STEP, or -1."""
    which = number(board, mine)
    at, row = NEVER, -1
    for i in range(board.begin[which], board.begin[which + 1]):
        turn = board.ways[i]
        there = number(board, turned(turn, theirs))
        image = TURNED_ROW[turn, forbidden] if forbidden >= 0 else -1
        if there < at or (there == at and image < row):
            at, row = there, image
    upright: int = board.upright[board.row[which]]
    position: int = board.row[which] * len(board.sets) + at
    if forbidden < 0:
        return position
    before = 0
    for push in range(row):
        before += is_push(upright, board.sets[at], push)
    return states.extra[position] + before  # type: ignore[no-any-return]


@njit(nogil=True)
def judged(
    board: Board, states: States, mine: int, theirs: int, forbidden: int, plies: int, found: Array
) -> int:
    """The plies of a state, if they follow from what ends within so many plies after its moves."""
    soonest, latest, is_open = NEVER, 0, False
    for i in range(moves(board.stars, mine, theirs, forbidden, found)):
        others, after, push = found[i]
        undo = BACK[push] if push >= 0 else -1
        if has_square(others):
            latest = max(latest, 1)
        elif has_square(after):
            return 1
        else:
            value = states.plies[place(board, states, others, after, undo)] if plies else NEVER
            if value > plies:
                is_open = True
                if plies % 2:
                    break  # a state that ends after an even number of plies is lost by every move
            elif value % 2:
                latest = max(latest, value)
            else:
                soonest = min(soonest, value)
    if soonest < NEVER:
        return soonest + 1
    return UNDECIDED if is_open else latest + 1


@njit(nogil=True)
def touch(board: Board, states: States, mine: int, theirs: int) -> None:
    """Has all states of a position looked at again."""
    at = place(board, states, mine, theirs, -1)
    states.touched[at] = True
    states.touched[states.extra[at] : states.extra[at + 1]] = True


@njit(nogil=True)
def touch_before(board: Board, states: States, mine: int, theirs: int) -> None:
    """Touches the positions before one in which nothing is forbidden; the opponent has moved."""
    taken, more = mine | theirs, size(theirs) < board.stars
    for space in range(25):
        if theirs >> space & 1:
            touch(board, states, theirs ^ 1 << space, mine)
        elif more and EDGE >> space & 1 and not taken >> space & 1:
            touch(board, states, theirs | 1 << space, mine)
    for row in range(len(STEP)):
        origin, target, behind = STEP[row]
        if taken >> origin & 1 or not theirs >> target & 1:
            continue
        back = theirs ^ 1 << target | 1 << origin
        touch(board, states, back, mine)
        if behind == OFF_BOARD:
            if more:
                touch(board, states, theirs | 1 << origin, mine)
            if size(mine) < board.stars:
                touch(board, states, back, mine | 1 << target)
        elif behind < OFF_BOARD and theirs >> behind & 1:
            touch(board, states, theirs ^ 1 << behind | 1 << origin, mine)


@njit(nogil=True)
def touch_before_push(board: Board, states: States, mine: int, theirs: int, undo: int) -> None:
    """Touches the position before one in which a push is forbidden: before the push it undoes."""
    here, there, behind = STEP[undo]
    before = theirs ^ 1 << there | 1 << behind
    touch(board, states, before, mine ^ 1 << here | 1 << there)


@njit(nogil=True)
def counted(board: Board) -> Array:
    """Where the states with forbidden pushes of each position begin."""
    width = len(board.sets)
    extra = np.empty(len(board.upright) * width + 1, np.uint32)
    top = len(extra) - 1
    rows = np.empty(len(STEP), np.int64)
    for i in range(len(board.upright)):
        for j in range(width):
            extra[i * width + j] = top
            if not board.upright[i] & board.sets[j]:
                top += pushes(board.upright[i], board.sets[j], rows)
    extra[-1] = top
    return extra


@njit(nogil=True)
def mark(board: Board, states: States, start: int, end: int, plies: int) -> None:
    """Touches everything before the states that end in so many plies."""
    width, rows = len(board.sets), np.empty(len(STEP), np.int64)
    for at in range(start * width, end * width):
        mine, theirs = board.upright[at // width], board.sets[at % width]
        if states.plies[at] == plies:
            touch_before(board, states, mine, theirs)
        first, last = states.extra[at], states.extra[at + 1]
        if first < last and (states.plies[first:last] == plies).any():
            pushes(mine, theirs, rows)
            for extra in range(first, last):
                if states.plies[extra] == plies:
                    touch_before_push(board, states, mine, theirs, rows[extra - first])


@njit(nogil=True)
def judge(board: Board, states: States, start: int, end: int, plies: int) -> int:
    """Decides the states that end one ply later; returns how many there are."""
    width, rows, count = len(board.sets), np.empty(len(STEP), np.int64), 0
    found = np.empty((MOST_MOVES, 3), np.int64)
    for at in range(start * width, end * width):
        first, last = states.extra[at], states.extra[at + 1]
        if not states.touched[at] and not states.touched[first:last].any():
            continue
        mine, theirs = board.upright[at // width], board.sets[at % width]
        pushes(mine, theirs, rows)
        for k in range(-1, last - first):
            state, forbidden = (first + k, rows[k]) if k >= 0 else (at, -1)
            if states.touched[state] and states.plies[state] == UNDECIDED:
                value = judged(board, states, mine, theirs, forbidden, plies, found)
                if value == plies + 1:
                    states.plies[state] = value
                    count += 1
            states.touched[state] = plies == 0
    return count


@njit(nogil=True)
def wrong(board: Board, states: States, start: int, end: int) -> tuple[int, int]:
    """How many states there are, and how many do not follow from those after their moves."""
    width, rows, count, wrong = len(board.sets), np.empty(len(STEP), np.int64), 0, 0
    found = np.empty((MOST_MOVES, 3), np.int64)
    for at in range(start * width, end * width):
        if states.plies[at] == OVER:
            continue
        mine, theirs = board.upright[at // width], board.sets[at % width]
        first = states.extra[at]
        for k in range(-1, pushes(mine, theirs, rows)):
            state, forbidden = (first + k, rows[k]) if k >= 0 else (at, -1)
            if place(board, states, mine, theirs, forbidden) == state:
                value = judged(board, states, mine, theirs, forbidden, LONGEST, found)
                count += 1
                wrong += value != states.plies[state]
    return count, wrong


@njit(nogil=True)
def end(board: Board, states: States) -> None:
    """Finds the positions in which the game is over, or that cannot be."""
    width = len(board.sets)
    for at in range(len(board.upright) * width):
        mine, theirs = board.upright[at // width], board.sets[at % width]
        if mine & theirs or has_square(mine) or has_square(theirs):
            states.plies[at] = OVER
            states.plies[states.extra[at] : states.extra[at + 1]] = OVER


def opened(stars: int, turns: int = 1) -> tuple[Board, States]:
    """All states of the game with so many stars per side; only the ends are decided."""
    board = board_of(stars, turns)
    extra = counted(board)
    plies = np.full(int(extra[-1]), UNDECIDED, dtype=np.uint8)
    states = States(extra, plies, np.ones(len(plies), dtype=np.bool_))
    end(board, states)
    return board, states


def solved(stars: int, turns: int = 1, threads: int = 1) -> tuple[Board, States]:
    """All values of the game with so many stars per side."""
    board, states = opened(stars, turns)
    with ThreadPoolExecutor(threads) as pool:
        ply = 0
        while one_ply(board, states, ply, pool, 16 * threads):
            ply += 1
    return board, states


def one_ply(board: Board, states: States, plies: int, pool: Executor, parts: int) -> int:
    """Decides the states that end one ply later, in parts; returns how many there are."""
    work = repeat(board), repeat(states), *borders(board, parts), repeat(plies)
    if plies > 1:
        list(pool.map(mark, *work))
    return sum(pool.map(judge, *work))


def borders(board: Board, parts: int) -> tuple[list[int], list[int]]:
    """Where parts of about the same size start and end."""
    rows = np.linspace(0, len(board.upright), parts + 1, dtype=np.int64).tolist()
    return rows[:-1], rows[1:]


def all_wrong(board: Board, states: States, threads: int) -> tuple[int, int]:
    """How many states the game has, and how many do not follow from those after their moves."""
    with ThreadPoolExecutor(threads) as pool:
        parts = borders(board, 64 * threads)
        found = np.array([*pool.map(wrong, repeat(board), repeat(states), *parts)])
    count, errors = found.sum(axis=0).tolist()
    return count, errors


@njit(nogil=True)
def plies_in(board: Board, states: States, mine: int, theirs: int, forbidden: int) -> int:
    """Plies to the end, 0 for a draw; `forbidden` is a row of STEP, or -1."""
    found: int = states.plies[place(board, states, mine, theirs, forbidden)]
    return 0 if found == UNDECIDED else found
