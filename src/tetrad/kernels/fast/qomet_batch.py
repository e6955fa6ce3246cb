"""Qomet in a batch: a row is one key of `kernels.qomet`, with the turn above it.

Which stars can go in a direction is worked out for all of them at once: a direction shifts the
24 spaces of the rings together, and a push needs the space two steps on. For the stars of one ring
that can go in one direction a table has their actions: twelve looks, none of them at one star.

    direction   0 clockwise   1 counter-clockwise   2 outwards (and off)   3 inwards
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels import qomet, qomet_board
from tetrad.kernels.compiled import compiled, inlined
from tetrad.kernels.fast.batch import GOES_ON, Words, loops
from tetrad.kernels.fast.bits import Word
from tetrad.kernels.fast.qomet import child, has_square, size
from tetrad.kernels.qomet import KEY, SPACES, TURN, UNDO_SHIFT, WON
from tetrad.rules.qomet import STARS_EACH

Row = NDArray[np.int64]

TYPE = np.int64
WORDS = 1

_RINGS = 0xFFFFFF
_CORNERS = 0xAAAAAA
_OUTER_MIDPOINTS = 0x550000
_CENTRE = 24
STEPS = len(qomet_board.BITS)  # the first action that moves a star


def _direction(bit: int, target: int) -> int:
    """The direction of a step between two spaces of the rings; off the board is outwards."""
    if not target:
        return 2
    to = target.bit_length() - 1
    if to // 8 == bit // 8:
        return 0 if to % 8 == (bit + 1) % 8 else 1
    return 2 if to // 8 > bit // 8 and to != _CENTRE else 3


def _ways() -> Words:
    """At [ring, direction, spokes], the actions of those stars, from STEPS on in two words."""
    table = np.zeros((3, 4, 256, 2), np.uint64)
    for bit in range(_CENTRE):
        ring, spoke = divmod(bit, 8)
        for action in range(qomet_board.FIRST_ACTION[bit], qomet_board.LAST_ACTION[bit]):
            direction = _direction(bit, qomet_board.TARGET[action])
            _add(table[ring, direction], 1 << spoke, action)
    return table


def _centre_ways() -> Words:
    """For each set of spokes, the actions of a star on the centre that go there."""
    table = np.zeros((256, 2), np.uint64)
    for action in range(qomet_board.FIRST_ACTION[_CENTRE], qomet_board.LAST_ACTION[_CENTRE]):
        _add(table, qomet_board.TARGET[action], action)
    return table


def _add(table: Words, spoke: int, action: int) -> None:
    """Put an action into the entries of all sets with that spoke."""
    word, bit = divmod(action - STEPS, 64)
    sets = np.flatnonzero(np.arange(256) & spoke)
    table[sets, word] |= Word(1 << bit)


def _placings() -> Words:
    """For each byte of a set of spaces, the actions that place a star there."""
    table = np.zeros((3, 256), np.uint64)
    for ring in range(3):
        for spokes in range(256):
            for spoke in range(8):
                if spokes >> spoke & 1:
                    table[ring, spokes] |= Word(1 << qomet_board.PLACING[8 * ring + spoke])
    return table


def _undo_actions() -> NDArray[np.int64]:
    """For each undo the action that it forbids."""
    moves = qomet_board.UNDO_MOVES
    return np.array([qomet_board.ACTION[move] if move else -1 for move in moves])


def _undo_squares() -> NDArray[np.int64]:
    """For each undo the bits of the space it starts from and of the one it goes to."""
    masks = [(qomet_board.ORIGIN[a], qomet_board.TARGET[a]) for a in _undo_actions()]
    return np.array([[origin.bit_length() - 1, to.bit_length() - 1] for origin, to in masks])


WAYS, CENTRE_WAYS, PLACINGS, UNDO_ACTIONS = (
    _ways(),
    _centre_ways(),
    _placings(),
    _undo_actions(),
)
TARGET = np.array(qomet_board.TARGET)


def _grid() -> NDArray[np.int64]:
    """For each bit its row, from the top, and column on the grid of 7 x 7."""
    squares = sorted(qomet_board.BIT, key=lambda square: qomet_board.BIT[square])
    return np.array([[7 - int(square[1]), ord(square[0]) - ord("a")] for square in squares])


GRID, UNDO_SQUARES = _grid(), _undo_squares()


@inlined
def begin(rows: Row, game: int) -> None:
    rows[game, 0] = 0


@inlined
def mover(rows: Row, game: int) -> int:
    return int(rows[game, 0] >> 57)


@inlined
def over(rows: Row, game: int) -> bool:
    return has_square(rows[game, 0] & SPACES) or has_square(rows[game, 0] >> 25 & SPACES)


@inlined
def offer(rows: Row, game: int, legal: Words) -> None:
    mine = rows[game, 0] & SPACES
    taken = mine | rows[game, 0] >> 25 & SPACES
    free = ~taken & SPACES
    empty = free if size(mine) < STARS_EACH else 0
    placed = PLACINGS[0, empty & 255] | PLACINGS[1, empty >> 8 & 255]
    placed |= PLACINGS[2, empty >> 16 & 255]
    placed |= Word(empty >> _CENTRE) << Word(qomet_board.PLACING[_CENTRE])
    first, second = steps(mine, free)
    legal[game, 0] = placed | first << Word(STEPS)
    legal[game, 1] = first >> Word(64 - STEPS) | second << Word(STEPS)
    legal[game, 2] = second >> Word(64 - STEPS)
    undo = UNDO_ACTIONS[rows[game, 0] >> UNDO_SHIFT & 127]
    if undo >= 0 and taken & TARGET[undo]:
        legal[game, undo >> 6] &= ~(Word(1) << Word(undo & 63))


@inlined
def steps(mine: int, free: int) -> tuple[Word, Word]:
    """The actions that move or push a star, as if no push could be forbidden."""
    rings, middle = free & _RINGS, free >> _CENTRE
    across = -middle & 255
    on = (rings >> 1 & 0x7F7F7F) | (rings & 0x010101) << 7
    two_on = (rings >> 2 & 0x3F3F3F) | (rings & 0x030303) << 6
    back = (rings << 1 & 0xFEFEFE) | (rings >> 7 & 0x010101)
    two_back = (rings << 2 & 0xFCFCFC) | (rings >> 6 & 0x030303)
    opposite = (rings & 0x0F) << 4 | (rings >> 4 & 0x0F)
    # Along a side a push ends at the corner, but on the outer square it leads off the board.
    clockwise = mine & (on | two_on & _CORNERS | _OUTER_MIDPOINTS)
    counter = mine & (back | two_back & _CORNERS | _OUTER_MIDPOINTS)
    outwards = mine & (rings >> 8 | rings >> 16 | 0xFFFF00)
    inwards = mine & (rings << 8 | rings << 16 | across << 8 | across | opposite)
    spokes = (rings | rings >> 8) & 255 if mine >> _CENTRE else 0
    first, second = CENTRE_WAYS[spokes, 0], CENTRE_WAYS[spokes, 1]
    for ring in range(3):
        shift = 8 * ring
        a, b = clockwise >> shift & 255, counter >> shift & 255
        c, d = outwards >> shift & 255, inwards >> shift & 255
        first |= WAYS[ring, 0, a, 0] | WAYS[ring, 1, b, 0]
        first |= WAYS[ring, 2, c, 0] | WAYS[ring, 3, d, 0]
        second |= WAYS[ring, 0, a, 1] | WAYS[ring, 1, b, 1]
        second |= WAYS[ring, 2, c, 1] | WAYS[ring, 3, d, 1]
    return first, second


@inlined
def advance(rows: Row, game: int, action: int) -> int:
    turn = rows[game, 0] >> 57
    after = child(rows[game, 0] & SPACES, rows[game, 0] >> 25 & SPACES, action)
    rows[game, 0] = after & KEY | (1 - turn) << 57
    if after > KEY:
        return int(1 + turn if after & WON else 2 - turn)
    return GOES_ON


def load(row: Row, code: qomet.Code) -> None:
    row[0] = qomet.key_of(code) | code & TURN


def codes_of(rows: Row) -> Any:
    """What `code_of` says, of all games at once."""
    code = rows[:, 0]
    stars = (code & SPACES) << 25 | code >> 25 & SPACES
    turned = code & TURN | (code & KEY) >> UNDO_SHIFT << UNDO_SHIFT | stars
    return np.where(code & TURN, turned, code).astype(np.uint64)


def code_of(row: Row) -> qomet.Code:
    return qomet.key_of(int(row[0])) | int(row[0]) & TURN


@compiled
def observe(rows: Row, out: Any, _levels: int) -> None:
    """Four planes of 7 x 7: my stars, theirs, where a forbidden push starts and where it goes."""
    for game in range(len(rows)):
        key = rows[game, 0]
        for bit in range(25):
            y, x = GRID[bit]
            out[game, 0, y, x] = key >> bit & 1
            out[game, 1, y, x] = key >> (25 + bit) & 1
        undo = key >> UNDO_SHIFT & 127
        if undo:
            for end in range(2):
                y, x = GRID[UNDO_SQUARES[undo, end]]
                out[game, 2 + end, y, x] = 1


def shape(_levels: int) -> tuple[int, int, int]:
    """Planes, rows and columns of what `observe` writes."""
    return 4, 7, 7


LOOPS = loops(begin, mover, over, offer, advance)
