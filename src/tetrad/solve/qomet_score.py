"""An opinion about Qomet positions that nobody has proven anything about.

The score of a key is for the player to move, in points: what the fifteen squares promise each
player, the centre, and the stars still in hand. `judge` looks a few plies ahead with alpha and
beta, and at every leaf whether the player to move can win at once. It proves nothing: its use is
to choose among moves whose value is unknown.
"""

import numpy as np

from tetrad.kernels import compiled
from tetrad.kernels.qomet import (
    LOST,
    SPACES,
    Column,
    children,
    size,
)
from tetrad.kernels.qomet_board import SQUARE_MASKS
from tetrad.rules.qomet import STARS_EACH
from tetrad.solve.qomet_prove import can_win_now

# Points for 0 to 4 own stars on the corners of a square, for the centre and for a star in hand.
_PROMISE = np.array([0, 2, 9, 30, 100], dtype=np.int64)
_CENTRE = 15
_IN_HAND = 2
DECIDED = 10_000
STOPPED = 1 << 20


@compiled
def promise(stars: int) -> int:
    """What a player's own stars are worth."""
    points = _CENTRE * (stars >> 24) - _IN_HAND * size(stars)
    for square in SQUARE_MASKS:
        points += _PROMISE[size(stars & square)]
    return points


@compiled
def balance(key: int) -> int:
    """The score of a position without looking ahead."""
    return promise(key & SPACES) - promise(key >> 25 & SPACES)


@compiled
def ordered_moves(key: int, keys: Column, points: Column, top: int) -> int:
    """Writes the moves that do not lose at once, the most promising last; returns the new top."""
    end = children(key, STARS_EACH, keys, top)
    kept = top
    for i in range(top, end):
        after = keys[i]
        if not after & LOST:
            score = -balance(after)
            place = kept
            while place > top and points[place - 1] > score:
                keys[place], points[place] = keys[place - 1], points[place - 1]
                place -= 1
            keys[place], points[place] = after, score
            kept += 1
    return kept


@compiled
def judge(key: int, depth: int, control: Column, keys: Column, points: Column) -> int:
    """The score of a position after looking `depth` plies ahead, or STOPPED.

    Alpha is the best score that the player to move at a frame is sure of, beta what the opponent
    will not let pass. `keys` and `points` are stacks with room for MOST_ACTIONS entries a ply.
    """
    frames = np.empty((depth + 1, 3), np.int64)
    level = top = 0
    alpha, beta = -DECIDED, DECIDED
    while True:
        control[0] -= 1
        if control[0] < 0 or control[1]:
            return STOPPED
        if can_win_now(key):
            score = DECIDED - level - 1
        elif level == depth:
            score = balance(key)
        else:
            frames[level, 0], frames[level, 1], frames[level, 2] = top, alpha, beta
            level += 1
            top = ordered_moves(key, keys, points, top)
            alpha, beta = -beta, -alpha
            score = DECIDED
        while True:
            if level == 0:
                return score
            base = frames[level - 1, 0]
            if -score > frames[level - 1, 1]:
                frames[level - 1, 1] = -score
            alpha, beta = frames[level - 1, 1], frames[level - 1, 2]
            if alpha < beta and top > base:
                break
            score, top = alpha, base
            level -= 1
        top -= 1
        key = keys[top]
        alpha, beta = -beta, -alpha
