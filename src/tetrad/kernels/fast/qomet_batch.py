"""Qomet in a batch: a row is one code of `kernels.qomet`.

Which stars can go in a direction is worked out for all of them at once: a direction shifts the
24 spaces of the rings together, and a push needs the space two steps on. Each star on a ring has
four actions in a row, so that its directions make a group of four bits.

    direction   0 clockwise   1 counter-clockwise   2 outwards (and off)   3 inwards
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels import qomet, qomet_board
from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.batch import GOES_ON, Words, loops
from tetrad.kernels.fast.bits import Word
from tetrad.kernels.fast.qomet import child, first_bit, has_square, key_of, size
from tetrad.kernels.fast.qomet import code_of as with_turn
from tetrad.kernels.qomet import KEY, SPACES, UNDO_SHIFT, WON
from tetrad.rules.qomet import STARS_EACH

Row = NDArray[np.int64]

TYPE = np.int64
WORDS = 1

_RINGS = 0xFFFFFF
_CORNERS = 0xAAAAAA
_OUTER_MIDPOINTS = 0x550000
_CENTRE = 24
_DIRECTIONS = 4


def _direction(bit: int, target: int) -> int:
    """The direction of a step between two spaces of the rings; off the board is outwards."""
    if not target:
        return 2
    to = target.bit_length() - 1
    if to // 8 == bit // 8:
        return 0 if to % 8 == (bit + 1) % 8 else 1
    return 2 if to // 8 > bit // 8 and to != _CENTRE else 3


def _groups() -> Words:
    """At 16 * bit + directions, the actions of that star, from its first one on."""
    table = np.zeros(16 * 24, np.uint64)
    for bit in range(24):
        first = qomet_board.FIRST_ACTION[bit]
        for place in range(_DIRECTIONS):
            direction = _direction(bit, qomet_board.TARGET[first + place])
            for directions in range(16):
                if directions >> direction & 1:
                    table[16 * bit + directions] |= Word(1 << place)
    return table


def _centre_actions() -> Words:
    """For each set of spokes, the actions of a star on the centre that go there."""
    first, table = qomet_board.FIRST_ACTION[_CENTRE], np.zeros(256, np.uint64)
    for spokes in range(256):
        for place in range(8):
            if qomet_board.TARGET[first + place] & spokes:
                table[spokes] |= Word(1 << place)
    return table


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


GROUPS, CENTRE_ACTIONS, PLACINGS, UNDO_ACTIONS = (
    _groups(),
    _centre_actions(),
    _placings(),
    _undo_actions(),
)
FIRST_ACTION = np.array(qomet_board.FIRST_ACTION)
TARGET = np.array(qomet_board.TARGET)
_LEFTMOST = 64 - _DIRECTIONS


def _grid() -> NDArray[np.int64]:
    """For each bit its row, from the top, and column on the grid of 7 x 7."""
    squares = sorted(qomet_board.BIT, key=lambda square: qomet_board.BIT[square])
    return np.array([[7 - int(square[1]), ord(square[0]) - ord("a")] for square in squares])


GRID, UNDO_SQUARES = _grid(), _undo_squares()


@compiled
def begin(row: Row) -> None:
    row[0] = 0


@compiled
def mover(row: Row) -> int:
    return int(row[0] >> 57)


@compiled
def allow(row: Row, words: Words) -> None:
    words[:] = Word(0)
    key = key_of(row[0])
    mine, theirs = key & SPACES, key >> 25 & SPACES
    if has_square(mine) or has_square(theirs):
        return
    taken = mine | theirs
    free = ~taken & SPACES
    if size(mine) < STARS_EACH:
        placed = PLACINGS[0, free & 255] | PLACINGS[1, free >> 8 & 255]
        placed |= PLACINGS[2, free >> 16 & 255]
        words[0] = placed | Word((free >> _CENTRE) << qomet_board.PLACING[_CENTRE])
    allow_moves(mine, free, words)
    undo = UNDO_ACTIONS[key >> UNDO_SHIFT & 127]
    if undo >= 0 and taken & TARGET[undo]:
        words[undo >> 6] &= ~(Word(1) << Word(undo & 63))


@compiled
def allow_moves(mine: int, free: int, words: Words) -> None:
    """Add the steps and pushes of each star, as if no push could be forbidden."""
    rings, middle = free & _RINGS, free >> _CENTRE
    across = -middle & 255
    on = (rings >> 1 & 0x7F7F7F) | (rings & 0x010101) << 7
    two_on = (rings >> 2 & 0x3F3F3F) | (rings & 0x030303) << 6
    back = (rings << 1 & 0xFEFEFE) | (rings >> 7 & 0x010101)
    two_back = (rings << 2 & 0xFCFCFC) | (rings >> 6 & 0x030303)
    opposite = (rings & 0x0F) << 4 | (rings >> 4 & 0x0F)
    # Along a side a push ends at the corner, but on the outer square it leads off the board.
    clockwise = on | two_on & _CORNERS | _OUTER_MIDPOINTS
    counter = back | two_back & _CORNERS | _OUTER_MIDPOINTS
    outwards = rings >> 8 | rings >> 16 | 0xFFFF00
    inwards = (rings << 8 | rings << 16 | across << 8 | across | opposite) & _RINGS
    stars = mine & _RINGS
    while stars:
        bit = first_bit(stars)
        open_ways = clockwise >> bit & 1 | (counter >> bit & 1) << 1
        open_ways |= (outwards >> bit & 1) << 2 | (inwards >> bit & 1) << 3
        add(words, FIRST_ACTION[bit], GROUPS[16 * bit + open_ways])
        stars &= stars - 1
    if mine >> _CENTRE:
        add(words, FIRST_ACTION[_CENTRE], CENTRE_ACTIONS[(rings | rings >> 8) & 255])


@compiled
def add(words: Words, first: int, group: Word) -> None:
    """Put a group of bits at a place that may lie across two words."""
    place = Word(first & 63)
    words[first >> 6] |= group << place
    if place > Word(_LEFTMOST):
        words[(first >> 6) + 1] |= group >> (Word(64) - place)


@compiled
def advance(row: Row, action: int) -> int:
    code = row[0]
    key, turn = key_of(code), code >> 57
    after = child(key & SPACES, key >> 25 & SPACES, action)
    row[0] = with_turn(after, 1 - turn)
    if after > KEY:
        return int(1 + turn if after & WON else 2 - turn)
    return GOES_ON


def load(row: Row, code: qomet.Code) -> None:
    row[0] = code


def code_of(row: Row) -> qomet.Code:
    return int(row[0])


@compiled
def observe(rows: Row, out: Any, _levels: int) -> None:
    """Four planes of 7 x 7: my stars, theirs, where a forbidden push starts and where it goes."""
    for game in range(len(rows)):
        key = key_of(rows[game, 0])
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


LOOPS = loops(begin, mover, allow, advance)
