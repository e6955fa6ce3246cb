"""Sowings of a tall stack of Qawale that begin alike, walked through without listing them.

`sowings` says what they are good for. Whether a path can still complete a line is asked of the
table's dynamic program, which merges all paths that show the same.
"""

from __future__ import annotations

import numpy as np

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.qawale import (
    AFTER,
    ARRIVAL,
    BOARD,
    HEIGHT,
    LIFTED,
    ONWARD,
    SECOND,
    STEP,
    VISIBLE,
    WALK,
    Words,
    action_at,
    begin_with,
    lined,
    mixed,
    next_sowing,
    sow,
)
from tetrad.kernels.fast.qawale_wins import PLANE, can_complete, winning_origin
from tetrad.kernels.qawale_paths import START_OF_PATH
from tetrad.solvers.qawale.attack import Desk, forces, rated
from tetrad.solvers.qawale.root import NO, OPEN, YES
from tetrad.solvers.qawale.sowings import NONE
from tetrad.solvers.stopwatch import spent

SAMPLES = 192  # sowings drawn by lot


@compiled
def completes(board: Words, tops: int, mover: int, begun: int) -> bool:
    """Whether some sowing that begins like this ends with a line of the mover."""
    after, walk = board.copy(), np.empty(WALK, np.int64)
    begin_with(after, walk, tops, mover, begun)
    step, place, came = walk[STEP], begun & 15, START_OF_PATH
    if step > 0:
        place, came = walk[ARRIVAL + step - 1] & 15, walk[ARRIVAL + step - 1] >> 4
    rest = (walk[LIFTED] >> mover & PLANE) >> step
    return can_complete(rest, place, came, walk[VISIBLE + step] >> mover & BOARD)


@compiled
def without_line(board: Words, tops: int, mover: int, begun: int) -> int:
    """The first sowing that does not complete a line of the opponent, or NONE."""
    after, walk = board.copy(), np.empty(WALK, np.int64)
    begin_with(after, walk, tops, mover, begun)
    while next_sowing(after, walk):
        if not lined(walk[AFTER], mover ^ SECOND):
            return action_at(walk)
    return NONE


@compiled
def sampled(board: Words, tops: int, mover: int, begun: int, arrival: int, table: Words) -> Words:
    """Rating and action of sowings drawn by lot, of those that do not lose at once."""
    other, origin, found, count = mover ^ SECOND, begun & 15, np.empty((SAMPLES, 2), np.int64), 0
    begins, chance = 0, begun
    while begun >> 4 + 2 * begins > 1:
        begins += 1
    for _ in range(SAMPLES):
        path, at = begun >> 4, arrival
        for step in range(begins, (board[origin] >> HEIGHT) + 1):
            chance = mixed(chance, step)
            ways = 1 + (ONWARD[at] >> 8 > 0) + (ONWARD[at] >> 16 > 0) + (ONWARD[at] >> 24 > 0)
            at = ONWARD[at] >> 8 * (chance % ways) & 127
            path += (at >> 4) + 3 << 2 * step
        after = board.copy()
        visible = sow(after, tops, path << 4 | origin, mover)
        if lined(visible, other) or winning_origin(after, visible, other, table, 0) >= 0:
            continue
        found[count, 0] = rated(after, visible, mover, other, table)
        found[count, 1] = path << 4 | origin
        count += 1
    return found[:count]


@compiled
def walked(
    desk: Desk, board: Words, tops: int, mover: int, begun: int, own: bool, plies: int, age: int
) -> tuple[int, int]:
    """Whether the mover (`own`), or else the opponent, forces a line so soon; and which sowing
    decided that."""
    other, control, danger = mover ^ SECOND, desk.control, 0
    attacker, wanted = (mover, YES) if own else (other, NO)
    after, walk = board.copy(), np.empty(WALK, np.int64)
    begin_with(after, walk, tops, mover, begun)
    while next_sowing(after, walk):
        if spent(control):
            return OPEN, NONE
        if lined(walk[AFTER], other):
            continue
        origin = winning_origin(after, walk[AFTER], other, desk.table, danger)
        if origin >= 0:
            danger = origin
            continue
        value = NO if plies == 1 else forces(desk, after, walk[AFTER], other, attacker, plies, age)
        if value == OPEN:
            return OPEN, NONE
        if value == wanted:
            return value, action_at(walk)
    return YES + NO - wanted, NONE
