"""How Quantik is searched: yes or no questions about ever later ends of the game.

A score says how the game ends for the player to move: FAR - p if they win with piece number p,
p - FAR if they lose with it (a player who is stuck loses with the last piece that was placed). So
an early win is the highest score, an early loss the lowest, none is zero, and the score of a
position is minus the lowest score of its successors. `search` answers one question, 'is the score
at least `goal`?'; asked for the ends nearest first, the first yes gives value and distance.

Three things make it quick. A placement that lets the opponent complete a line is not searched, and
against a threat only the placements that meet it are. Placements that leave the opponent the fewest
sensible replies come first. And what was learned of a position serves all 3,072 positions that play
like it: the table keeps two bounds of the score beside the whole key, so that it never mistakes one
position for another.

    entry   63 .. 20   key
            19 .. 10   lower bound of the score, plus 512
             9 .. 0    upper bound of the score, plus 512
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.bits import Word, count, lowest
from tetrad.kernels.fast.quantik import (
    LANE_OF,
    NEAR,
    SEEN,
    TAKEN,
    bans_of,
    complete,
    completing,
    hash_of,
    pieces,
    seen_of,
)
from tetrad.kernels.fast.quantik_symmetry import key_of
from tetrad.kernels.quantik import PIECES, Code
from tetrad.solvers.quantik.solver import entries_for
from tetrad.solvers.solution import NO_LIMIT

FAR = 18
STOPPED = 100

# The columns of a frame, which is one position on the way down, and of its numbers.
MINE, THEIRS, BANS, THEIR_BANS, LINES, SENSIBLE, KEY = range(7)
GOAL, BEST, NEXT, MOVES = range(4)
# What the control array holds.
NODES, BUDGET = range(2)

_ZERO = Word(0)
_ONE = Word(1)
_NO_KEY = ~_ZERO
_KEY_FROM = Word(20)
_BOUND_BITS = Word(10)
_BOUND = Word(0x3FF)
_MIDDLE = 512


class Workspace(NamedTuple):
    """Everything that a search writes to, made once."""

    frames: NDArray[np.uint64]
    numbers: NDArray[np.int64]
    moves: NDArray[np.uint64]
    table: NDArray[np.uint64]
    control: NDArray[np.int64]


def workspace(entries: int) -> Workspace:
    """A workspace whose table has this many entries, a power of two."""
    return Workspace(
        np.zeros((PIECES + 2, 7), np.uint64),
        np.zeros((PIECES + 2, 4), np.int64),
        np.zeros((PIECES + 2, 2, 64), np.uint64),
        np.zeros(entries, np.uint64),
        np.zeros(2, np.int64),
    )


@compiled
def meeting(allowed: Word, threats: Word) -> Word:
    """The placements that meet every threat: on its square, or near it with its shape."""
    while threats:
        threat = lowest(threats)
        allowed &= TAKEN[threat] | NEAR[threat]
        threats &= threats - _ONE
    return allowed


@compiled
def own_bans(bans: Word, mine: Word, action: Word) -> Word:
    """What a player may not do after an action of their own; the second piece was the last."""
    used_up = LANE_OF[action] if mine & LANE_OF[action] else _ZERO
    after: Word = bans | TAKEN[action] | used_up
    return after


@compiled
def set_up(work: Workspace, mine: Word, theirs: Word) -> int:
    """Make a position the first frame; its score if it is over or won at once, else 0."""
    ply, seen = pieces(mine, theirs), seen_of(mine, theirs)
    bans, their_bans = bans_of(mine, theirs), bans_of(theirs, mine)
    if complete(seen) or bans == ~_ZERO:
        return ply - FAR
    lines = completing(seen)
    if lines & ~bans:
        return FAR - ply - 1
    frame = work.frames[0]
    frame[MINE], frame[THEIRS], frame[LINES] = mine, theirs, seen
    frame[BANS], frame[THEIR_BANS] = bans, their_bans
    frame[SENSIBLE] = meeting(~bans, lines & ~their_bans)
    return 0


@compiled
def insert(moves: NDArray[np.uint64], number: int, action: Word, replies: Word) -> None:
    """Add to a list of placements that is sorted by the number of replies."""
    size = count(replies)
    while number > 0 and count(moves[1, number - 1]) > size:
        moves[0, number], moves[1, number] = moves[0, number - 1], moves[1, number - 1]
        number -= 1
    moves[0, number], moves[1, number] = action, replies


@compiled
def expand(work: Workspace, level: int, ply: int) -> int:
    """List the placements worth a search; the score if that settles it, else 0.

    The player to move cannot complete a line: `set_up` and the level above made sure of it.
    """
    frame, moves = work.frames[level], work.moves[level]
    left, found, trapped = frame[SENSIBLE], 0, False
    while left:
        action = lowest(left)
        left &= left - _ONE
        replies = ~(frame[THEIR_BANS] | NEAR[action] | TAKEN[action])
        lines = completing(frame[LINES] | SEEN[action])
        if lines & replies:
            continue
        if replies == _ZERO:
            return FAR - ply - 1
        replies = meeting(replies, lines & ~own_bans(frame[BANS], frame[MINE], action))
        if replies == _ZERO:
            trapped = True
            continue
        insert(moves, found, action, replies)
        found += 1
    work.numbers[level, NEXT], work.numbers[level, MOVES] = 0, found
    if trapped:
        return FAR - ply - 3
    return 0 if found else ply + 2 - FAR


@compiled
def descend(work: Workspace, level: int) -> None:
    """Make the next placement of a level on the level below."""
    frame, child, numbers = work.frames[level], work.frames[level + 1], work.numbers[level]
    action = work.moves[level, 0, numbers[NEXT]]
    child[MINE], child[THEIRS] = frame[THEIRS], frame[MINE] | _ONE << action
    child[BANS] = frame[THEIR_BANS] | NEAR[action] | TAKEN[action]
    child[THEIR_BANS] = own_bans(frame[BANS], frame[MINE], action)
    child[LINES] = frame[LINES] | SEEN[action]
    child[SENSIBLE] = work.moves[level, 1, numbers[NEXT]]
    work.numbers[level + 1, GOAL] = 1 - numbers[GOAL]
    numbers[NEXT] += 1


@compiled
def slot_of(table: NDArray[np.uint64], key: Word) -> Word:
    return hash_of(key, _ZERO) & np.uint64(len(table) - 1)


@compiled
def bounds_of(entry: Word, key: Word) -> tuple[int, int]:
    if entry >> _KEY_FROM != key:
        return -FAR, FAR
    low, high = entry >> _BOUND_BITS & _BOUND, entry & _BOUND
    return int(np.int64(low)) - _MIDDLE, int(np.int64(high)) - _MIDDLE


@compiled
def remember(table: NDArray[np.uint64], key: Word, score: int, goal: int) -> None:
    slot = slot_of(table, key)
    low, high = bounds_of(table[slot], key)
    if score >= goal:
        low = max(low, score)
    else:
        high = min(high, score)
    bounds = np.uint64(low + _MIDDLE) << _BOUND_BITS | np.uint64(high + _MIDDLE)
    table[slot] = key << _KEY_FROM | bounds


@compiled
def enter(work: Workspace, level: int, ply: int) -> int:
    """A bound that answers the question of a level without going deeper, or 0."""
    frame, goal = work.frames[level], work.numbers[level, GOAL]
    work.numbers[level, BEST] = -FAR
    frame[KEY] = _NO_KEY
    # No win in one: so a win in three at best, and near the end a late loss.
    hope = FAR - ply - 3 if ply + 3 <= PIECES else PIECES - FAR
    if goal <= hope:
        frame[KEY] = key_of(frame[MINE], frame[THEIRS])
        low, high = bounds_of(work.table[slot_of(work.table, frame[KEY])], frame[KEY])
        if low >= goal or high < goal:
            return low if low >= goal else high
    score = expand(work, level, ply)
    return hope if score == 0 and hope < goal else score


@compiled
def search(work: Workspace, ply: int, goal: int) -> int:
    """A bound of the score of the first frame that tells whether it is at least `goal`.

    If the node budget runs out on the way the answer is STOPPED.
    """
    level, score = 0, 0
    work.numbers[0, GOAL] = goal
    while True:
        if score == 0:
            work.control[NODES] += 1
            if work.control[NODES] > work.control[BUDGET]:
                return STOPPED
            score = enter(work, level, ply + level)
        else:
            numbers = work.numbers[level]
            numbers[BEST] = max(numbers[BEST], -score)
            score = 0
            if numbers[BEST] >= numbers[GOAL] or numbers[NEXT] == numbers[MOVES]:
                score = numbers[BEST]
                if work.frames[level, KEY] != _NO_KEY:
                    remember(work.table, work.frames[level, KEY], score, numbers[GOAL])
        if score == 0:
            descend(work, level)
            level += 1
        elif level == 0:
            return score
        else:
            level -= 1


@compiled
def ask(work: Workspace, codes: NDArray[np.uint64], ends: NDArray[np.int64], end: int) -> bool:
    """Settle the games that end with piece `end`, see `Search`; False if the budget ran out."""
    for number in range(len(codes)):
        if ends[number] != 0:
            continue
        mine, theirs = codes[number]
        score = set_up(work, mine, theirs)
        ply = pieces(mine, theirs)
        lost = (end - ply) % 2 == 0
        goal = end - FAR + 1 if lost else FAR - end
        if score == 0:
            score = search(work, ply, goal)
        if score == STOPPED:
            return False
        if lost and score < goal:
            ends[number] = end
        elif not lost and score >= goal:
            ends[number] = -end
    return True


class Search:
    """The search as the solver sees it; its interface is described there."""

    def __init__(self, memory: int) -> None:
        self._work = workspace(entries_for(memory))

    @property
    def nodes(self) -> int:
        return int(min(self._work.control[NODES], self._work.control[BUDGET]))

    def begin(self, nodes: int | None) -> None:
        self._work.control[:] = 0, NO_LIMIT if nodes is None else nodes

    def ask(self, codes: list[Code], ends: list[int], end: int) -> tuple[list[int], bool]:
        settled = np.array(ends, np.int64)
        finished = ask(self._work, np.array(codes, np.uint64), settled, end)
        return settled.tolist(), bool(finished)
