"""An opinion about Qomet positions that nobody has proven anything about.

The score of a key is for the player to move, in points: what the fifteen squares, the places of the
stars and the hands promise each player. `judge` looks a few plies ahead with alpha and beta, and at
every leaf whether the player to move can win at once. It proves nothing: its use is to choose among
moves whose value is unknown.
"""

import numpy as np

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.qomet import Column, can_win_now, children, size
from tetrad.kernels.fast.qomet_board import SQUARE_MASKS
from tetrad.kernels.qomet import LOST, SPACES
from tetrad.rules.qomet import STARS_EACH
from tetrad.solvers.stopwatch import spent

# Points, fitted to 444,000 positions with values from the full table; a hundred are a unit of
# log odds. They tell who wins in 91 % of the positions that are not decided within two plies. The
# first row is for the player to move, the second for the opponent.
_TO_MOVE = 300
# Squares by 8 * side + 2 * own stars + (1 if the other player has a star there, too).
_SQUARE = np.array([0, 0, 13, -49, 23, -4, -16, 44, 0, 0, -32, 53, -32, 14, -214, -77])
# Stars by 7 * side + 2 * ring + (1 on a corner); the last is the centre.
_STAR = np.array([232, 254, 18, 67, 17, 73, 83, -242, -273, -40, -83, -33, -111, -185])
_EMPTY_HAND = np.array([-259, 241])

DECIDED = 10_000
STOPPED = 1 << 20
_MIDPOINTS, _CORNERS = 0x55, 0xAA


@compiled
def prospects(own: int, other: int, side: int) -> int:
    """What a player's stars are worth: side 0 is the player to move."""
    points = _EMPTY_HAND[side] if size(own) == STARS_EACH else 0
    for square in SQUARE_MASKS:
        stars = size(own & square)
        if stars:
            points += _SQUARE[8 * side + 2 * stars + (other & square != 0)]
    for ring in range(3):
        points += _STAR[7 * side + 2 * ring] * size(own >> 8 * ring & _MIDPOINTS)
        points += _STAR[7 * side + 2 * ring + 1] * size(own >> 8 * ring & _CORNERS)
    return points + _STAR[7 * side + 6] * (own >> 24)  # type: ignore[no-any-return]


@compiled
def balance(key: int) -> int:
    """The score of a position without looking ahead, in which nobody has a square."""
    mine, theirs = key & SPACES, key >> 25 & SPACES
    return _TO_MOVE + prospects(mine, theirs, 0) + prospects(theirs, mine, 1)


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
    will not let pass. `keys` and `points` are stacks with room for MOST_ACTIONS entries per ply.
    """
    frames = np.empty((depth + 1, 3), np.int64)
    level = top = 0
    alpha, beta = -DECIDED, DECIDED
    while True:
        if spent(control):
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
