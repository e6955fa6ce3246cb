"""Can this player force a line of Qawale within so many plies? Yes or no, one attacker at a time.

A game of Qawale is two such questions, one for each attacker, and each is far cheaper than a
search for the value: a sowing that does not answer it is cut off without saying why. The attacker
needs one sowing at each of their turns, the defender one reply; whoever completes the defender's
line ends the attack.

    plies left   the turn of   what is done
    1            the attacker  nothing: `can_win` said no when the position was made
    2            the defender  `parried`: a reply after which `can_win` says no
    3            the attacker  `strike`: a sowing that leaves the defender no such reply
    4 and more   either        sowings tried in order, on an explicit stack

Every position is entered only after the table of `kernels.fast.qawale_wins` has said that the
player to move cannot complete a line at once. The last ply of an attack is the attacker's: a player
is never forced to complete the opponent's line, because some sowing always avoids it (a test proves
it).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.qawale import (
    AFTER,
    BOARD,
    EMPTY,
    HEIGHT,
    SECOND,
    TOUCHED,
    TURNED,
    WALK,
    Words,
    action_at,
    begin,
    lined,
    next_sowing,
    pack,
    smallest,
    sow,
)
from tetrad.kernels.fast.qawale_wins import SPOTS, met, threats, weak_spots, winning_origin
from tetrad.kernels.qawale_paths import START_OF_PATH, TALLEST, WAYS
from tetrad.solvers.qawale.memory import Memory, recall, remember
from tetrad.solvers.qawale.root import NO, OPEN, YES
from tetrad.solvers.qawale.sowings import HIGHEST
from tetrad.solvers.stopwatch import NODES_LEFT, STOP, spent

# Replies that parried lately, for each stack that threatened and for none: most attacks fail to
# the reply that met the one before.
PARRIES = 6
# Replies of the defender that held lately at the same ply, and how much worse they may be rated now
# without looking for a better one.
RECALLED, SLACK = 4, 10
# Where symmetric positions share an entry: they do not meet near the leaves.
SYMMETRIC_FROM = 7
# The first few choices are picked by score, the others come as they are.
PICKED = 12
SCORE = 53
ACTION = (1 << SCORE) - 1
PLIES = 17
VISIBLE_COSTS, THREAT_GAINS = 5, 30
TOPS, START, COUNT, TRIED, PEBBLES, ENDS, STAGE = range(7)
# What was done with a position: nothing, a reply recalled from a similar one, a list of sowings.
FRESH, RECALLING, LISTED = 0, 1, 2


class Desk(NamedTuple):
    """The arrays that a search works with; only the first three outlive it."""

    table: Words
    memory: Memory
    control: Words
    boards: Words
    frames: Words
    replies: Words
    trial: Words
    trial_walk: Words
    reply: Words
    reply_walk: Words
    parries: Words
    spots: Words
    guarded: Words


def desk(table: Words, memory: Memory, control: Words) -> Desk:
    plies = (PLIES, 16), (PLIES, 7), (PLIES, 2 * RECALLED)
    sowings = (16,), (WALK,), (16,), (WALK,), (17, PARRIES), (SPOTS + 1,), (SPOTS + 1,)
    arrays = [np.zeros(shape, np.int64) for shape in plies + sowings]
    return Desk(table, memory, control, *arrays)


def _sowings() -> Words:
    """SOWINGS[32 * square + height]: the number of ways to sow a stack."""
    table = np.zeros((16, 32), np.int64)
    table[:, 1 : TALLEST + 1] = np.array(WAYS)[2:, 16 * START_OF_PATH :].T
    return table.ravel()


SOWINGS = _sowings()


@compiled
def sowings_of(board: Words) -> int:
    """How many sowings the player to move has."""
    count = 0
    for square in range(16):
        count += SOWINGS[32 * square + (board[square] >> HEIGHT)]
    return count


@compiled
def squares_in(board: int) -> int:
    count = 0
    while board:
        board &= board - 1
        count += 1
    return count


@compiled
def fits(board: Words, action: int) -> bool:
    """Whether a path found on another board has the length of this board's stack."""
    stack = board[action & 15]
    return bool(stack != EMPTY and action >> (2 * (stack >> HEIGHT) + 6) == 1)


@compiled
def keep(parries: Words, place: int, action: int) -> None:
    """Put a reply that worked in front, where the one at this place was or gives way."""
    for later in range(place, 0, -1):
        parries[later] = parries[later - 1]
    parries[0] = action


@compiled
def parried(
    board: Words,
    tops: int,
    attacker: int,
    after: Words,
    walk: Words,
    parries: Words,
    spots: Words,
    table: Words,
) -> bool:
    """Whether the defender has a reply after which the attacker cannot win at once."""
    defender, count = attacker ^ SECOND, weak_spots(board, tops, attacker, table, spots)
    danger = spots[SPOTS] if count else 0
    known = parries[danger + 1] if count else parries[0]
    for place in range(PARRIES):
        if fits(board, known[place]):
            after[:] = board
            visible = sow(after, tops, known[place], defender)
            if not lined(visible, attacker):
                origin = winning_origin(after, visible, attacker, table, danger)
                if origin < 0:
                    keep(known, place, known[place])
                    return True
                danger = origin
    after[:] = board
    begin(walk, tops, defender)
    while next_sowing(after, walk):
        if met(spots, count, walk[TOUCHED]) and not lined(walk[AFTER], attacker):
            origin = winning_origin(after, walk[AFTER], attacker, table, danger)
            if origin < 0:
                keep(known, PARRIES - 1, action_at(walk))
                return True
            danger = origin
    return False


@compiled
def strike(desk: Desk, board: Words, tops: int, attacker: int) -> int:
    """YES if some sowing leaves the defender neither a line nor a parry; OPEN if stopped."""
    defender, table, guarded, control = attacker ^ SECOND, desk.table, desk.guarded, desk.control
    after, walk, reply, reply_walk = desk.trial, desk.trial_walk, desk.reply, desk.reply_walk
    parries, spots, danger = desk.parries, desk.spots, 0
    count = weak_spots(board, tops, defender, table, guarded)
    after[:] = board
    begin(walk, tops, attacker)
    while next_sowing(after, walk):
        if spent(control):
            return OPEN
        visible = walk[AFTER]
        if not met(guarded, count, walk[TOUCHED]) or lined(visible, defender):
            continue
        origin = winning_origin(after, visible, defender, table, danger)
        if origin >= 0:
            danger = origin
        elif not parried(after, visible, attacker, reply, reply_walk, parries, spots, table):
            return YES
    return NO


@compiled
def rated(board: Words, tops: int, mover: int, attacker: int, table: Words) -> int:
    """How early to try a sowing with this result; less is earlier.

    The defender prefers what leaves the attacker few sowings and few visible pebbles, and even
    fewer that do not overlook a threat; the attacker the opposite.
    """
    score = sowings_of(board) + VISIBLE_COSTS * squares_in((tops >> attacker) & BOARD)
    if mover == attacker:
        return HIGHEST - min(score, HIGHEST)
    score += THREAT_GAINS * (16 - threats(board, tops, mover, table))
    return min(score, HIGHEST)


@compiled
def start_of(desk: Desk, level: int) -> int:
    """Where the list of a position begins: after that of its parent."""
    return int(desk.frames[level - 1, START] + desk.frames[level - 1, COUNT]) if level else 0


@compiled
def listed(desk: Desk, level: int, mover: int, attacker: int, entries: Words) -> Words:
    """List score and action of the sowings that do not lose at once, below those of the parent.

    Returns the entries, moved to a larger array where there was no room.
    """
    other, danger, frame = mover ^ SECOND, 0, desk.frames[level]
    after, walk = desk.trial, desk.trial_walk
    start, count = frame[START], 0
    room = start + sowings_of(desk.boards[level])
    if room > entries.size:
        larger = np.empty(2 * room, np.int64)
        larger[: entries.size] = entries
        entries = larger
    after[:] = desk.boards[level]
    spots = weak_spots(after, frame[TOPS], other, desk.table, desk.guarded)
    begin(walk, frame[TOPS], mover)
    while next_sowing(after, walk):
        if not met(desk.guarded, spots, walk[TOUCHED]) or lined(walk[AFTER], other):
            continue
        origin = winning_origin(after, walk[AFTER], other, desk.table, danger)
        if origin >= 0:
            danger = origin
            continue
        score = rated(after, walk[AFTER], mover, attacker, desk.table)
        entries[start + count] = score << SCORE | action_at(walk)
        count += 1
    frame[COUNT], frame[TRIED], frame[STAGE] = count, 0, LISTED
    return entries


@compiled
def recalled(desk: Desk, level: int, attacker: int) -> bool:
    """Make a reply that held at this ply lately if it looks as good here; else false."""
    frame, board, child = desk.frames[level], desk.boards[level], desk.boards[level + 1]
    defender, replies = attacker ^ SECOND, desk.replies[level]
    for place in range(RECALLED):
        if fits(board, replies[place]):
            child[:] = board
            tops = sow(child, frame[TOPS], replies[place], defender)
            if lined(tops, attacker):
                continue
            if rated(child, tops, defender, attacker, desk.table) > replies[RECALLED + place]:
                continue
            if winning_origin(child, tops, attacker, desk.table, 0) < 0:
                desk.frames[level + 1, TOPS] = tops
                return True
    return False


@compiled
def note_reply(replies: Words, entry: int) -> None:
    """Keep the reply that was listed first, and up to which rating to use it again."""
    for place in range(RECALLED - 1, 0, -1):
        replies[place] = replies[place - 1]
        replies[RECALLED + place] = replies[RECALLED + place - 1]
    replies[0], replies[RECALLED] = entry & ACTION, (entry >> SCORE) + SLACK


@compiled
def descend(desk: Desk, level: int, mover: int, attacker: int, entries: Words) -> None:
    """Make the most promising of the sowings not yet tried."""
    frame, child = desk.frames[level], desk.boards[level + 1]
    first, end = frame[START] + frame[TRIED], frame[START] + frame[COUNT]
    if frame[TRIED] < PICKED:
        best = first
        for other in range(first + 1, end):
            if entries[other] < entries[best]:
                best = other
        entries[first], entries[best] = entries[best], entries[first]
    if frame[TRIED] == 0 and mover != attacker:
        note_reply(desk.replies[level], entries[first])
    frame[TRIED] += 1
    child[:] = desk.boards[level]
    desk.frames[level + 1, TOPS] = sow(child, frame[TOPS], entries[first] & ACTION, mover)


@compiled
def judge(desk: Desk, level: int, attacker: int, depth: int) -> int:
    """The answer where it needs no list of sowings: remembered, or few plies left."""
    board, frame = desk.boards[level], desk.frames[level]
    if depth == 1:
        return NO
    if depth == 2:
        reply = desk.reply, desk.reply_walk, desk.parries, desk.spots, desk.table
        return NO if parried(board, frame[TOPS], attacker, *reply) else YES
    symmetric = depth >= SYMMETRIC_FROM
    frame[PEBBLES], frame[ENDS] = smallest(board) if symmetric else pack(board, TURNED[0])
    value = recall(desk.memory, frame[PEBBLES], frame[ENDS], attacker, depth)
    if value == OPEN and depth == 3:
        return strike(desk, board, frame[TOPS], attacker)
    return value


@compiled
def conclude(desk: Desk, level: int, attacker: int, depth: int, value: int, age: int) -> None:
    frame = desk.frames[level]
    if depth >= 3:
        remember(desk.memory, frame[PEBBLES], frame[ENDS], attacker, depth, value, age)


@compiled
def forces(
    desk: Desk, board: Words, tops: int, mover: int, attacker: int, depth: int, age: int
) -> int:
    """YES if the attacker can force a line within `depth` plies, NO if not, OPEN if stopped.

    The mover must not be able to complete a line at once, and `depth` must be odd if the mover
    is the attacker and even if not, so that the last ply is the attacker's.
    """
    control, entries = desk.control, np.empty(1 << 12, np.int64)
    desk.boards[0] = board
    desk.frames[0, TOPS] = tops
    level, entering = 0, True
    while True:
        left, turn, frame = depth - level, mover ^ (level & 1) << 5, desk.frames[level]
        wanted, value = YES if turn == attacker else NO, OPEN
        if entering:
            stopped = spent(control)
            frame[START], frame[COUNT], frame[STAGE] = start_of(desk, level), 0, FRESH
            value = judge(desk, level, attacker, left)
            if stopped or control[NODES_LEFT] < 0 or control[STOP]:
                return OPEN
        if value == OPEN and frame[STAGE] == FRESH and turn != attacker:
            frame[STAGE] = RECALLING
            if recalled(desk, level, attacker):
                level, entering = level + 1, True
                continue
        if value == OPEN and frame[STAGE] != LISTED:
            entries = listed(desk, level, turn, attacker, entries)
        if value == OPEN and frame[TRIED] < frame[COUNT]:
            descend(desk, level, turn, attacker, entries)
            level, entering = level + 1, True
            continue
        if value == OPEN:
            value = YES + NO - wanted
        conclude(desk, level, attacker, left, value, age)
        # A child that has what its parent wants decides the parent, too.
        if level > 0 and value != wanted:
            level -= 1
            conclude(desk, level, attacker, depth - level, value, age)
        if level == 0:
            return value
        level, entering = level - 1, False
