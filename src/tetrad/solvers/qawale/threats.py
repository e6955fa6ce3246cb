"""How hard a sowing of Qawale presses: the replies that still stop a win in one.

A player who attacks wants the opponent to have few of them. A parry is a reply after which the
attacker has no line and cannot complete one at once.
"""

from __future__ import annotations

import numpy as np

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.qawale import (
    AFTER,
    SECOND,
    WALK,
    Words,
    actions_of,
    begin,
    board_of,
    lined,
    next_sowing,
    sow,
)
from tetrad.kernels.fast.qawale_wins import winning_origin, wins_table
from tetrad.kernels.qawale import Code, move_of_sowing
from tetrad.rules.qawale import Move

LOSING = -1


@compiled
def parries(board: Words, tops: int, attacker: int, table: Words, most: int) -> int:
    """The defender's parries, counted to `most`; LOSING if the defender wins or has won."""
    walk = np.empty(WALK, np.int64)
    defender, found, danger = attacker ^ SECOND, 0, 0
    if lined(tops, defender) or winning_origin(board, tops, defender, table, 0) >= 0:
        return LOSING
    begin(walk, tops, defender)
    while found < most and next_sowing(board, walk):
        if not lined(walk[AFTER], attacker):
            origin = winning_origin(board, walk[AFTER], attacker, table, danger)
            found += origin < 0
            danger = max(origin, 0)
    return found


@compiled
def pressing(board: Words, tops: int, mover: int, table: Words, most: int) -> Words:
    """For each sowing (column 0) the opponent's parries to it (column 1), counted to `most`."""
    actions = actions_of(board.copy(), tops, mover)
    found = np.empty((actions.size, 2), np.int64)
    for number in range(actions.size):
        after = board.copy()
        visible = sow(after, tops, actions[number], mover)
        found[number, 0] = actions[number]
        found[number, 1] = parries(after, visible, mover, table, most)
    return found


def parries_by_move(code: Code, most: int) -> dict[Move, int]:
    """The parries to each move that does not lose at once, counted to `most`."""
    found = pressing(*board_of(code), wins_table(), most)
    return {move_of_sowing(int(action)): int(left) for action, left in found if left != LOSING}
