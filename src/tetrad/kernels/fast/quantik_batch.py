"""Quantik in a batch: a row holds five words of `kernels.quantik`.

0 mine   1 theirs   2 what I may not do   3 what they may not do   4 the shapes seen by lines
"""

from __future__ import annotations

from typing import Any

from tetrad.kernels import quantik
from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.batch import GOES_ON, Rows, Words, loops
from tetrad.kernels.fast.bits import Word, count
from tetrad.kernels.fast.quantik import (
    LANE_OF,
    NEAR,
    SEEN,
    TAKEN,
    bans_of,
    complete,
    seen_of,
)

TYPE = Word
WORDS = 5
_ONE = Word(1)


@compiled
def begin(row: Words) -> None:
    row[:] = Word(0)


@compiled
def mover(row: Words) -> int:
    return int((count(row[0]) + count(row[1])) & _ONE)


@compiled
def allow(row: Words, words: Words) -> None:
    words[0] = Word(0) if complete(row[4]) else ~row[2]


@compiled
def advance(row: Words, action: int) -> int:
    mine, theirs, mine_bans, their_bans = row[0], row[1], row[2], row[3]
    player = 1 + mover(row)
    row[0], row[1] = theirs, mine | _ONE << Word(action)
    row[2] = their_bans | NEAR[action] | TAKEN[action]
    row[3] = mine_bans | TAKEN[action]
    if mine & LANE_OF[action]:
        row[3] |= LANE_OF[action]
    row[4] |= SEEN[action]
    return player if complete(row[4]) or row[2] == ~Word(0) else GOES_ON


def code_of(row: Words) -> quantik.Code:
    return int(row[0]), int(row[1])


def load(row: Words, code: quantik.Code) -> None:
    mine, theirs = Word(code[0]), Word(code[1])
    row[:] = mine, theirs, bans_of(mine, theirs), bans_of(theirs, mine), seen_of(mine, theirs)


@compiled
def observe(rows: Rows, out: Any, _levels: int) -> None:
    """Eight planes of 4 x 4: my spheres, cylinders, cubes, cones, then those of the opponent."""
    for game in range(len(rows)):
        for bit in range(64):
            for side in range(2):
                held = rows[game, side] >> Word(bit) & _ONE
                out[game, 4 * side + bit // 16, 3 - bit % 16 // 4, bit % 4] = held


def shape(_levels: int) -> tuple[int, int, int]:
    """Planes, rows and columns of what `observe` writes."""
    return 8, 4, 4


LOOPS = loops(begin, mover, allow, advance)
