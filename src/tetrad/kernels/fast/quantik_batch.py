"""Quantik in a batch: a row holds five words of `kernels.quantik`.

0 mine   1 theirs   2 what I may not do   3 what they may not do   4 the shapes seen by lines
"""

from __future__ import annotations

from typing import Any

from tetrad.kernels import quantik
from tetrad.kernels.compiled import compiled, inlined
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


@inlined
def begin(rows: Words, game: int) -> None:
    for place in range(WORDS):
        rows[game, place] = Word(0)


@inlined
def mover(rows: Words, game: int) -> int:
    return int((count(rows[game, 0]) + count(rows[game, 1])) & _ONE)


@inlined
def over(rows: Words, game: int) -> bool:
    return complete(rows[game, 4]) or rows[game, 2] == ~Word(0)


@inlined
def offer(rows: Words, game: int, legal: Words) -> None:
    legal[game, 0] = ~rows[game, 2]


@inlined
def advance(rows: Words, game: int, action: int) -> int:
    mine, theirs, mine_bans, their_bans = rows[game, 0], rows[game, 1], rows[game, 2], rows[game, 3]
    player = 1 + mover(rows, game)
    rows[game, 0], rows[game, 1] = theirs, mine | _ONE << Word(action)
    rows[game, 2] = their_bans | NEAR[action] | TAKEN[action]
    rows[game, 3] = mine_bans | TAKEN[action]
    if mine & LANE_OF[action]:
        rows[game, 3] |= LANE_OF[action]
    rows[game, 4] |= SEEN[action]
    return player if over(rows, game) else GOES_ON


def code_of(row: Words) -> quantik.Code:
    return int(row[0]), int(row[1])


def codes_of(rows: Words) -> Any:
    return rows[:, :2].copy()


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


LOOPS = loops(begin, mover, over, offer, advance)
