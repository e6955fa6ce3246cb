"""Can the player to move complete a line of Qawale at once? Answered by looking it up.

Whether some sowing of a stack completes a line depends on little: where the stack stands, which of
its pebbles are the mover's (the hand, as `fast.qawale` draws it), and which squares of that line
show the mover's colour already. So for each hand and origin three words hold an answer for each
of the ten lines and each of the sixteen patterns of visible pebbles on it:

    word 0   rows       63 .. 48 47 .. 32 31 .. 16 15 ... 0     bit p of a lane: with the pattern p
                        row 4    row 3    row 2    row 1        visible, some path completes the
    word 1   columns    d        c        b        a            line; bit i of p is square i of
    word 2   diagonals                    a4-d1    a1-d4        the line, in board order

A board is looked up with three words of the same shape that have one bit set in each lane, at the
pattern visible now: sixteen stacks, three ANDs each.

The table is a dynamic program over the directed edges of the board, walked backwards from the last
pebble: the last pebble to land on a square is the one that shows, so going backwards a square is
decided by the first visit. Hand 2h + x is hand h with one more pebble x below: one more step.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.qawale import BOARD, Words, board_of
from tetrad.kernels.qawale import Code
from tetrad.kernels.qawale_paths import START_OF_PATH, TALLEST
from tetrad.rules.qawale import INDEX, LINES, NEIGHBOURS, SQUARES, STEPS

KEPT = 1 << 12  # hands of up to twelve pebbles are kept, taller ones worked out when they occur
PLANE = (1 << 25) - 1
SPOTS = 8
LAST_STEP = 4  # stands for the direction of the next step where there is none

# NEXT[16 * d + c] is the square in direction d of c, or -1.
NEXT = np.array(
    [INDEX.get(NEIGHBOURS[square].get(step, ""), -1) for step in STEPS for square in SQUARES]
)
# ON[16 * line + square] is the place of the square on the line, or -1.
ON = np.array([line.index(c) if c in line else -1 for line in LINES for c in range(16)])
LINE_SQUARES = np.array([sum(1 << c for c in line) for line in LINES])
# HAS[i]: the sets (as bits 0-15) of the four squares of a line that contain square i of it.
HAS = np.array([sum(1 << s for s in range(16) if s >> i & 1) for i in range(4)])


def _patterns() -> Words:
    """For the low and the high half of a board: its columns in bits 0-15, diagonals above."""
    table = np.zeros((2, 256), np.int64)
    for half in range(2):
        for squares in range(256):
            for line, members in enumerate(LINES[4:]):
                for place, square in enumerate(members):
                    if (squares << 8 * half) >> square & 1:
                        table[half, squares] |= 1 << 4 * line + place
    return table.ravel()


PATTERNS = _patterns()


@compiled
def decide(sets: int, place: int, mine: int) -> int:
    """The sets of decided squares after one more pebble, going back, landed on this place."""
    if place < 0:
        return sets
    before: int = sets & HAS[place]
    return before | (sets & ~HAS[place]) << (1 << place) if mine else before


@compiled
def last_pebble(states: Words) -> None:
    """Before the walk back begins, the last pebble, the mover's, lies on any one square."""
    states[:] = 0
    for line in range(10):
        for square in range(16):
            states[80 * line + 16 * LAST_STEP + square] = decide(1, ON[16 * line + square], 1)


@compiled
def step_back(states: Words, mine: int, earlier: Words) -> None:
    """One more pebble below: from every square to its neighbours, except the one it came from.

    states[80 * line + 16 * d + c]: the last visited square was c, the path goes on in direction
    d, and bit s is set if some path decides just the set s of the line's squares, all for us.
    """
    earlier[:] = 0
    for line in range(0, 800, 80):
        for square in range(16):
            for back in range(4):
                before = NEXT[16 * back + square]
                if before < 0:
                    continue
                sets = 0
                for onward in range(5):
                    if onward != back:
                        sets |= states[line + 16 * onward + square]
                decided = decide(sets, ON[line // 5 + before], mine)
                earlier[line + 16 * (back ^ 2) + before] = decided


@compiled
def completing(states: Words, line: int, origin: int) -> int:
    """The patterns of visible pebbles with which some path from the origin completes the line."""
    sets = 0
    for out in range(4):
        first = NEXT[16 * out + origin]
        if first >= 0:
            for onward in range(4):
                if onward != out ^ 2:
                    sets |= states[80 * line + 16 * onward + first]
    if ON[16 * line + origin] >= 0:  # lifted away, so it must be landed on again
        sets &= HAS[ON[16 * line + origin]]
    patterns = 0
    for decided in range(16):
        patterns |= ((sets >> decided) & 1) << (15 - decided)
    for place in range(4):
        patterns |= (patterns & ~HAS[place]) << (1 << place)
    return patterns & BOARD


@compiled
def enter(states: Words, origin: int, words: Words) -> None:
    words[:] = 0
    for line in range(10):
        words[line >> 2] |= completing(states, line, origin) << 16 * (line & 3)


@compiled
def filled(kept: int) -> Words:
    """The table: three words for each hand below `kept`, a power of two, and each origin.

    A hand follows from the one without its lowest pebble, so a few states are held at a time.
    """
    table = np.zeros(kept * 48, np.int64)
    states = np.zeros((TALLEST, 800), np.int64)
    last_pebble(states[0])
    top = 0
    while kept >> top > 2:
        top += 1
    for highest in range(kept >> 1, kept):
        for height in range(1, top + 1):
            hand = highest >> (top - height)
            if hand << (top - height) < highest:
                continue  # it was met before
            step_back(states[height - 1], hand & 1, states[height])
            for origin in range(16):
                at = 48 * hand + 3 * origin
                enter(states[height], origin, table[at : at + 3])
    return table


@compiled
def walked_back(hand: int) -> Words:
    """The states of `step_back` after a whole hand, of any height."""
    states = np.empty((2, 800), np.int64)
    last_pebble(states[0])
    top, side = TALLEST, 0
    while hand >> top == 0:
        top -= 1
    for pebble in range(top - 1, -1, -1):
        step_back(states[side], (hand >> pebble) & 1, states[1 - side])
        side = 1 - side
    back: Words = states[side]
    return back


@compiled
def tall_words(hand: int, origin: int, words: Words) -> None:
    """What the table would say about a hand that is too tall for it."""
    enter(walked_back(hand), origin, words)


@compiled
def sown_on(states: Words, line: int, place: int, came: int) -> int:
    """The sets that a path decides on a line which goes on from a place, never straight back."""
    sets = 0
    for out in range(4):
        first = NEXT[16 * out + place]
        if first >= 0 and (came == START_OF_PATH or out != came ^ 2):
            for onward in range(5):
                if onward != out ^ 2:
                    sets |= states[80 * line + 16 * onward + first]
    return sets


@compiled
def can_complete(rest: int, place: int, came: int, visible: int) -> bool:
    """Whether a sowing in its middle can still end with a line of the mover.

    `rest` is the mover's plane of the pebbles still in the hand, `came` the direction of the last
    step, `visible` what the mover shows now, without the stack that was lifted.
    """
    states = walked_back(rest)
    for line in range(10):
        shown = 0
        for square in range(16):
            if ON[16 * line + square] >= 0:
                shown |= ((visible >> square) & 1) << ON[16 * line + square]
        sets = sown_on(states, line, place, came)
        for decided in range(16):
            if (sets >> decided) & 1 and decided | shown == 15:
                return True
    return False


@compiled
def one_hot(visible: int) -> tuple[int, int, int]:
    """The pattern visible on each line, as one bit set in each lane."""
    rows, columns = 0, 0
    lines = PATTERNS[visible & 255] | PATTERNS[256 + (visible >> 8)]
    for lane in range(4):
        rows |= 1 << (16 * lane + ((visible >> 4 * lane) & 15))
        columns |= 1 << (16 * lane + ((lines >> 4 * lane) & 15))
    return rows, columns, 1 << ((lines >> 16) & 15) | 1 << (16 + ((lines >> 20) & 15))


@compiled
def tall_hit(hand: int, origin: int, rows: int, columns: int, diagonals: int) -> int:
    words = np.empty(3, np.int64)
    tall_words(hand, origin, words)
    return int((words[0] & rows) | (words[1] & columns) | (words[2] & diagonals))


@compiled
def winning_origin(board: Words, tops: int, player: int, table: Words, guess: int) -> int:
    """A stack with which the player, if to move, can complete a line of theirs, or -1.

    The stacks are tried from the guess on: after a yes, the next board asked about is often much
    the same.
    """
    rows, columns, diagonals = one_hot((tops >> player) & BOARD)
    for origin in range(guess, guess + 16):
        hand = (board[origin & 15] >> player) & PLANE
        if hand < KEPT:
            at = 48 * hand + 3 * (origin & 15)
            hit = (table[at] & rows) | (table[at + 1] & columns) | (table[at + 2] & diagonals)
        else:
            hit = tall_hit(hand, origin & 15, rows, columns, diagonals)
        if hit:
            return origin & 15
    return -1


@compiled
def threats(board: Words, tops: int, player: int, table: Words) -> int:
    """From how many stacks the player could complete a line, leaving out very tall ones."""
    rows, columns, diagonals = one_hot((tops >> player) & BOARD)
    count = 0
    for origin in range(16):
        at = 48 * ((board[origin] >> player) & (KEPT - 1)) + 3 * origin
        hit = (table[at] & rows) | (table[at + 1] & columns) | (table[at + 2] & diagonals)
        count += hit != 0
    return count


@compiled
def weak_spots(board: Words, tops: int, player: int, table: Words, spots: Words) -> int:
    """For up to eight ways to complete a line, the squares on which they depend.

    A way is a stack and a line; it stays open while nobody touches that stack or the player's
    visible pebbles on that line. Returns how many there are, and in spots[8] the first stack.
    """
    visible, count = (tops >> player) & BOARD, 0
    hot = one_hot(visible)
    for origin in range(16):
        at = 48 * ((board[origin] >> player) & PLANE) + 3 * origin
        if at >= table.size:
            continue
        for word in range(3):
            hits = table[at + word] & hot[word]
            if hits:
                for lane in range(4):
                    if (hits >> 16 * lane) & BOARD and count < SPOTS:
                        spots[count] = 1 << origin | LINE_SQUARES[4 * word + lane] & visible
                        count += 1
                        if count == 1:
                            spots[SPOTS] = origin
    return count


@compiled
def met(spots: Words, count: int, touched: int) -> bool:
    """Whether a sowing that touched these squares touched all weak spots."""
    missed = 0
    for spot in range(count):
        missed += touched & spots[spot] == 0
    return missed == 0


@cache
def wins_table() -> Words:
    """The table, filled on first use: 1.5 MiB."""
    table: Words = filled(KEPT)
    return table


def can_win_now(code: Code) -> bool:
    """Whether the player to move can complete a line at once."""
    return bool(winning_origin(*board_of(code), wins_table(), 0) >= 0)
