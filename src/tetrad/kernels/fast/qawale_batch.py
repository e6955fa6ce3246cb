"""Qawale in a batch, step by step: a row holds a board and what is in the hand.

    0 .. 15   the stacks, as `kernels.fast.qawale` draws them
    16        the visible pebbles of both players
    17        the hand, its next pebble in the lowest bit of each plane
    18        how many pebbles are in the hand
    19        where the last pebble fell and how it got there: 16 * direction + square
    20        the spaces that hold a stack
    21        the number of turns that are over

Actions are those of `kernels.qawale`: sixteen stacks to lift, then four directions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels import qawale
from tetrad.kernels.compiled import compiled, inlined
from tetrad.kernels.fast.batch import GOES_ON, Words, loops
from tetrad.kernels.fast.bits import Word
from tetrad.kernels.fast.qawale import (
    EMPTY,
    FIRST,
    HEIGHT,
    ONES,
    ONWARD,
    SECOND,
    TALLER,
    TURNED,
    lined,
    pack,
    unpack,
)
from tetrad.kernels.qawale_paths import START_OF_PATH
from tetrad.rules.qawale import PEBBLES_EACH, STEPS

Row = NDArray[np.int64]

TYPE = np.int64
WORDS = 22
TOPS, HAND, LEFT, ARRIVAL, STACKS, TURNS = range(16, WORDS)
_PLANES = 3


def _directions() -> Words:
    """After each arrival (16 * direction + square), the actions that go on."""
    table = np.zeros(len(ONWARD), np.uint64)
    for arrival, steps in enumerate(ONWARD.tolist()):
        while steps:
            table[arrival] |= Word(1 << qawale.LIFTS + (steps >> 4 & 3))
            steps >>= 8
    return table


_START = np.zeros(WORDS, np.int64)
_ON = _directions()


@inlined
def begin(rows: Row, game: int) -> None:
    for place in range(WORDS):
        rows[game, place] = _START[place]


@inlined
def mover(rows: Row, game: int) -> int:
    return int(rows[game, TURNS] & 1)


@inlined
def over(rows: Row, game: int) -> bool:
    """A line counts at the end of a turn only."""
    if rows[game, LEFT]:
        return False
    lines = lined(rows[game, TOPS], FIRST) | lined(rows[game, TOPS], SECOND)
    return bool(lines) or rows[game, TURNS] == 2 * PEBBLES_EACH


@inlined
def offer(rows: Row, game: int, legal: Words) -> None:
    legal[game, 0] = _ON[rows[game, ARRIVAL]] if rows[game, LEFT] else Word(rows[game, STACKS])


@inlined
def advance(rows: Row, game: int, action: int) -> int:
    if action < qawale.LIFTS:
        lift(rows, game, action)
        return GOES_ON
    direction, place = action - qawale.LIFTS, rows[game, ARRIVAL] & 15
    square = (place + (4, 1, -4, -1)[direction]) & 15
    pebble, stack = rows[game, HAND] & ONES, rows[game, square]
    rows[game, square] = stack + ((pebble + ONES) << (stack >> HEIGHT)) + TALLER
    rows[game, TOPS] = (rows[game, TOPS] & ~(ONES << square)) | pebble << square
    rows[game, HAND] >>= 1
    rows[game, STACKS] |= 1 << square
    rows[game, ARRIVAL] = 16 * direction + square
    rows[game, LEFT] -= 1
    return GOES_ON if rows[game, LEFT] else result(rows, game)


@inlined
def lift(rows: Row, game: int, square: int) -> None:
    """Take a stack into the hand, with a pebble of the player to move on top."""
    stack, owner = rows[game, square], SECOND if mover(rows, game) else FIRST
    height = stack >> HEIGHT
    rows[game, HAND] = stack + (((1 << owner) + ONES) << height)
    rows[game, LEFT] = height + 1
    rows[game, ARRIVAL] = 16 * START_OF_PATH + square
    rows[game, square] = EMPTY
    rows[game, TOPS] &= ~(ONES << square)
    rows[game, STACKS] &= ~(1 << square)


@inlined
def result(rows: Row, game: int) -> int:
    """How the game stands after a turn; a line of the player who sowed comes first."""
    player = mover(rows, game)
    rows[game, TURNS] += 1
    tops = rows[game, TOPS]
    if lined(tops, SECOND if player else FIRST):
        return 1 + player
    if lined(tops, FIRST if player else SECOND):
        return 2 - player
    return 0 if rows[game, TURNS] == 2 * PEBBLES_EACH else GOES_ON


def load(row: Row, code: qawale.Code) -> None:
    """Fill a row from a code at the beginning of a turn."""
    row[:] = 0
    row[TOPS] = unpack(*code, row)
    row[STACKS] = sum(1 << square for square in range(16) if row[square] >> HEIGHT)
    row[TURNS] = qawale.plies(code)


def codes_of(rows: Row) -> Any:
    return np.array([code_of(row) for row in rows], np.uint64)


def code_of(row: Row) -> qawale.Code:
    pebbles, ends = map(int, pack(row, TURNED[0]))
    if not (left := row[LEFT]):
        return pebbles, ends
    read = ends.bit_length() - 16
    hand = row[HAND] & ((1 << left) - 1) * ONES
    direction, place = divmod(row[ARRIVAL], 16)
    came = qawale.LIFTED if direction == START_OF_PATH else direction + 1
    ends |= 1 << read + left + 16 | place << qawale.PLACE | came << qawale.ARRIVAL
    return pebbles | hand << read, ends


@compiled
def observe(rows: Row, out: Any, levels: int) -> None:
    """Planes of 4 x 4, from the view of the player to move.

    For each level from the top three (my pebbles, the opponent's, neutral ones), then the heights;
    and at the space where the last pebble fell, the same three for each pebble in the hand, the
    next one first, how many there are, and the direction of the last step (n e s w, or none yet).
    """
    for game in range(len(rows)):
        row, planes = rows[game], out[game]
        mine = SECOND if mover(rows, game) else FIRST
        for square in range(16):
            stack, y, x = row[square], 3 - square // 4, square % 4
            height = stack >> HEIGHT
            for level in range(min(levels, height)):
                owner = plane_of(stack >> (height - 1 - level), mine)
                planes[_PLANES * level + owner, y, x] = 1
            planes[_PLANES * levels, y, x] = height
        if row[LEFT]:
            square, hand = row[ARRIVAL] & 15, row[HAND]
            y, x, base = 3 - square // 4, square % 4, _PLANES * levels + 1
            for level in range(min(levels, row[LEFT])):
                planes[base + _PLANES * level + plane_of(hand >> level, mine), y, x] = 1
            planes[base + _PLANES * levels, y, x] = row[LEFT]
            planes[base + _PLANES * levels + 1 + (row[ARRIVAL] >> 4), y, x] = 1


def shape(levels: int) -> tuple[int, int, int]:
    """Planes, rows and columns of what `observe` writes."""
    return 2 * (_PLANES * levels + 1) + len(STEPS) + 1, 4, 4


@compiled
def plane_of(pebbles: int, mine: int) -> int:
    """0 if the lowest pebble is mine, 1 if it is the opponent's, 2 if it is neutral."""
    if pebbles >> mine & 1:
        return 0
    return 1 if pebbles >> (SECOND - mine) & 1 else 2


load(_START, qawale.start())
LOOPS = loops(begin, mover, over, offer, advance)
