"""An opinion about Qawale positions that are too early to prove, for ordering moves.

A position looks good to the player who shows more pebbles on the same lines: one pebble on a line
counts little, three count much. The opinion is the best that both sides can make of that within a
few plies; lines that can be completed in that time are seen, too.
"""

from __future__ import annotations

import numpy as np

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.qawale import AFTER, BOARD, SECOND, WALK, Words, begin, lined, next_sowing
from tetrad.kernels.fast.qawale_wins import PATTERNS, winning_origin
from tetrad.solvers.stopwatch import spent

WON = 1000
DEEPEST = 8
# What a pattern of a player's visible pebbles on a line is worth: none, one, two, three of them.
WORTH = np.array([(0, 1, 4, 10, 10)[pattern.bit_count()] for pattern in range(16)], np.int64)


@compiled
def shown(visible: int) -> int:
    """What the visible pebbles of one player are worth."""
    others = PATTERNS[visible & 255] | PATTERNS[256 + (visible >> 8)]
    worth = 0
    for row in range(4):
        worth += WORTH[(visible >> 4 * row) & 15]
    for line in range(6):
        worth += WORTH[(others >> 4 * line) & 15]
    return worth


@compiled
def static(tops: int, player: int) -> int:
    return shown((tops >> player) & BOARD) - shown((tops >> (player ^ SECOND)) & BOARD)


@compiled
def opinion(board: Words, tops: int, mover: int, depth: int, table: Words, control: Words) -> int:
    """What the position looks like to the mover, who cannot win at once, `depth` plies on.

    Plain alpha-beta on an explicit stack; when the control array stops it, a glance must do.
    """
    boards, walks = np.empty((DEEPEST, 16), np.int64), np.empty((DEEPEST, WALK), np.int64)
    alpha, beta = np.full(DEEPEST, -WON, np.int64), np.full(DEEPEST, WON, np.int64)
    danger, level = 0, 0
    boards[0] = board
    begin(walks[0], tops, mover)
    while True:
        turn, other = mover ^ (level & 1) << 5, mover ^ (~level & 1) << 5
        if spent(control):
            return static(tops, mover)
        if alpha[level] < beta[level] and next_sowing(boards[level], walks[level]):
            after = walks[level, AFTER]
            origin = winning_origin(boards[level], after, other, table, danger)
            if lined(after, other) or origin >= 0:
                danger = max(origin, 0)
                alpha[level] = max(alpha[level], level - WON)
            elif level + 1 < depth:
                boards[level + 1] = boards[level]
                begin(walks[level + 1], after, other)
                alpha[level + 1], beta[level + 1] = -beta[level], -alpha[level]
                level += 1
            else:
                alpha[level] = max(alpha[level], static(after, turn))
            continue
        if level == 0:
            return int(alpha[0])
        level -= 1
        alpha[level] = max(alpha[level], -alpha[level + 1])
