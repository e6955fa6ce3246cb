"""Whole sowings of Qawale on sixteen 64-bit words, one for each stack.

A board has a word for every stack. A stack of h pebbles holds two planes, one a player, in which
bit i belongs to pebble i from the bottom; a mark above the top pebble ends both:

    61 .. 57 56 ........... 32 31 .. 25 24 ............ 0     12 13 14 15   rank 4
    height h 1 SECOND's plane  nothing  1 FIRST's plane        8  9 10 11
               h bits                     h bits               4  5  6  7
                                                               0  1  2  3   rank 1
    an empty space   h = 0   planes 1 and 1                    a  b  c  d
    the stack 0      h = 1   planes 10 and 10
    the stack 0120   h = 4   planes 10100 and 10010 (SECOND's, FIRST's)

The mark is what makes both hot questions cheap. A pebble is put on a stack by one addition. And a
plane with its mark is the hand of its player: the stack as they would sow it, their new pebble
being the mark, in one number that indexes the table of `qawale_wins`.

The visible pebbles ("tops") are one word: FIRST's squares in bits 0-15, SECOND's in bits 32-47.

Codes and the numbers of sowings, which are called actions here, are those of `kernels.qawale`.
Heights may reach 24; nothing here has a smaller limit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels import qawale, qawale_paths
from tetrad.kernels.compiled import compiled
from tetrad.kernels.qawale import Code
from tetrad.kernels.qawale_paths import START_OF_PATH
from tetrad.rules.qawale import LINES, PEBBLES_EACH, SQUARES
from tetrad.rules.symmetry import square_maps

Words = NDArray[np.int64]

FIRST, SECOND = 0, 32  # how far a player's plane, or visible squares, are shifted
ONES = 1 << FIRST | 1 << SECOND
EMPTY = ONES
HEIGHT = 57
TALLER = 1 << HEIGHT
BOARD = 0xFFFF
NEUTRALS = 8
ROOM = 26  # a path has at most 24 steps

# The slots of a walk, which goes through the sowings of one board: see `next_sowing`.
STEP, ORIGIN, END, LIFTED, HAND, LAST, BEFORE, AFTER, PEBBLE, TOUCHED = range(10)
REST, ARRIVAL, ADDED, VISIBLE, TRAIL = (10 + ROOM * slot for slot in range(5))
WALK = 10 + ROOM * 5


def _lined() -> Words:
    """One bit for each of the 65,536 sets of squares: does it hold a line?"""
    sets = np.arange(1 << 16)
    masks = [sum(1 << square for square in line) for line in LINES]
    holds = np.any([sets & mask == mask for mask in masks], axis=0)
    return np.packbits(holds, bitorder="little").view(np.int64)


# Row by row, where each of the eight symmetries sends each square; the first leaves it.
ONWARD = np.array(qawale_paths.ONWARD, np.int64)
LINED, TURNED = _lined(), np.array(square_maps(SQUARES), np.int64)


@compiled
def lined(tops: int, player: int) -> int:
    """1 if the player has four visible pebbles in a line, else 0."""
    visible = (tops >> player) & BOARD
    held: int = (LINED[visible >> 6] >> (visible & 63)) & 1
    return held


@compiled
def begin(walk: Words, tops: int, mover: int) -> None:
    """Make the walk ready to go through the mover's sowings of a board with these tops."""
    walk[STEP] = -1
    walk[ORIGIN] = -1
    walk[END] = 16
    walk[BEFORE] = tops
    walk[PEBBLE] = 1 << mover


@compiled
def lift(board: Words, walk: Words) -> bool:
    """Put the last stack back and lift the next one; false if there is none left."""
    origin, end = walk[ORIGIN], walk[END]
    if origin >= 0:
        board[origin & 15] = walk[LIFTED]
    origin += 1
    while origin < end and board[origin & 15] == EMPTY:
        origin += 1
    if origin >= end:
        return False
    stack = board[origin & 15]
    walk[ORIGIN], walk[LIFTED], walk[LAST] = origin, stack, stack >> HEIGHT
    walk[HAND] = stack + ((walk[PEBBLE] + ONES) << (stack >> HEIGHT))
    board[origin & 15] = EMPTY
    walk[REST] = ONWARD[16 * START_OF_PATH + origin]
    walk[VISIBLE], walk[TRAIL] = walk[BEFORE] & ~(ONES << origin), 1 << origin
    return True


@compiled
def begin_with(board: Words, walk: Words, tops: int, mover: int, begun: int) -> None:
    """Make the walk ready to go through the sowings that begin like this one, which is not over.

    The pebbles of the beginning are sown now and taken back after the last sowing.
    """
    origin, path, step = begun & 15, begun >> 4, 0
    begin(walk, tops, mover)
    walk[ORIGIN], walk[END], walk[LIFTED] = origin - 1, origin + 1, board[(origin - 1) & 15]
    lift(board, walk)
    while path > 1:
        rest = walk[REST + step]
        while (rest & 127) >> 4 != path & 3:
            rest >>= 8
        arrival, square = rest & 127, rest & 15
        pebble = (walk[HAND] >> step) & ONES
        added = ((pebble + ONES) << (board[square] >> HEIGHT)) + TALLER
        board[square] += added
        walk[REST + step], walk[ARRIVAL + step], walk[ADDED + step] = 0, arrival, added
        tops = (walk[VISIBLE + step] & ~(ONES << square)) | (pebble << square)
        trail, path, step = walk[TRAIL + step] | 1 << square, path >> 2, step + 1
        walk[REST + step], walk[VISIBLE + step], walk[TRAIL + step] = ONWARD[arrival], tops, trail
    walk[STEP], walk[ARRIVAL + step], walk[ADDED + step] = step, 0, 0


@compiled
def next_sowing(board: Words, walk: Words) -> bool:
    """Turn the board into the next sowing's result; false after the last.

    The tops are in walk[AFTER] then, the squares lifted from and landed on in walk[TOUCHED].

    The board changes in place: the pebbles of the sowing before are taken back as far as the two
    paths differ, and after the last sowing the board is what it was at the beginning.
    """
    step = walk[STEP]
    if step >= 0:
        board[walk[ARRIVAL + step] & 15] -= walk[ADDED + step]
    while True:
        if step < 0:
            if not lift(board, walk):
                return False
            step = 0
        rest = walk[REST + step]
        if rest == 0:
            step -= 1
            if step >= 0:
                board[walk[ARRIVAL + step] & 15] -= walk[ADDED + step]
            continue
        arrival = rest & 127
        square = rest & 15
        pebble = (walk[HAND] >> step) & ONES
        added = ((pebble + ONES) << (board[square] >> HEIGHT)) + TALLER
        board[square] += added
        walk[REST + step], walk[ARRIVAL + step], walk[ADDED + step] = rest >> 8, arrival, added
        tops = (walk[VISIBLE + step] & ~(ONES << square)) | (pebble << square)
        trail = walk[TRAIL + step] | 1 << square
        if step == walk[LAST]:
            walk[STEP], walk[AFTER], walk[TOUCHED] = step, tops, trail
            return True
        step += 1
        walk[REST + step], walk[VISIBLE + step], walk[TRAIL + step] = ONWARD[arrival], tops, trail


@compiled
def action_at(walk: Words) -> int:
    """The action whose result the board shows now."""
    path: int = 1
    for step in range(walk[LAST], -1, -1):
        path = path << 2 | walk[ARRIVAL + step] >> 4
    return path << 4 | int(walk[ORIGIN])


@compiled
def sow(board: Words, tops: int, action: int, mover: int) -> int:
    """Play an action on the board in place and return the new tops."""
    square = action & 15
    stack = board[square]
    hand = stack + (((1 << mover) + ONES) << (stack >> HEIGHT))
    board[square] = EMPTY
    tops &= ~(ONES << square)
    path = action >> 4
    while path > 1:
        square = (square + (4, 1, -4, -1)[path & 3]) & 15
        pebble = hand & ONES
        board[square] += ((pebble + ONES) << (board[square] >> HEIGHT)) + TALLER
        tops = (tops & ~(ONES << square)) | (pebble << square)
        hand >>= 1
        path >>= 2
    return tops


@compiled
def pack(board: Words, squares: Words) -> tuple[int, int]:
    """The code of a board whose squares are read in the given order."""
    pebbles, ends, read = 0, 0, 0
    for place in range(16):
        stack = board[squares[place]]
        height = stack >> HEIGHT
        pebbles |= (stack & (((1 << height) - 1) * ONES)) << read
        read += height
        ends |= 1 << (read + place)
    return pebbles, ends


@compiled
def unpack(pebbles: int, ends: int, board: Words) -> int:
    """Fill the board with the position of a code and return its tops."""
    tops, square = 0, 0
    board[:16] = EMPTY
    while square < 16:
        if ends & 1:
            square += 1
        else:
            pebble = pebbles & ONES
            board[square] += ((pebble + ONES) << (board[square] >> HEIGHT)) + TALLER
            tops = (tops & ~(ONES << square)) | (pebble << square)
            pebbles >>= 1
        ends >>= 1
    return tops


@compiled
def plies(ends: int) -> int:
    """How many pebbles the players have put on the board."""
    played = -NEUTRALS - 16
    while ends:
        played += 1
        ends >>= 1
    return played


@compiled
def smallest(board: Words) -> tuple[int, int]:
    """The least of the codes of the eight symmetric positions."""
    best = pack(board, TURNED[0])
    for turn in range(1, 8):
        other = pack(board, TURNED[turn])
        if other < best:
            best = other
    return best


@compiled
def mixed(pebbles: int, ends: int) -> int:
    """A hash of 63 bits."""
    word = pebbles * 0x5851F42D4C957F2D + ends * 0x2545F4914F6CDD1D
    word = (word ^ (word >> 29 & 0x7FFFFFFFF)) * 0x369DEA0F31A53F85
    return (word ^ (word >> 32 & 0xFFFFFFFF)) & 0x7FFFFFFFFFFFFFFF


@compiled
def leaves_below(board: Words, tops: int, mover: int, walk: Words) -> tuple[int, int]:
    """The sowings of one board and how many of them end the game: the loop perft lives in."""
    leaves, wins, mine = 0, 0, 1 << mover
    begin(walk, tops, mover)
    while lift(board, walk):
        last, hand, visible = walk[LAST], walk[HAND], walk[VISIBLE]
        rest, step = walk[REST], 0
        while True:
            if step == last:
                while rest != 0:
                    square = rest & 15
                    stack = board[square]
                    board[square] = stack + ((mine + ONES) << (stack >> HEIGHT)) + TALLER
                    after = (visible & ~(ONES << square)) | (mine << square)
                    wins += lined(after, FIRST) | lined(after, SECOND)
                    leaves += 1
                    board[square] = stack
                    rest >>= 8
            if rest == 0:
                step -= 1
                if step < 0:
                    break
                board[walk[ARRIVAL + step] & 15] -= walk[ADDED + step]
                rest, visible = walk[REST + step], walk[VISIBLE + step]
                continue
            square, pebble = rest & 15, (hand >> step) & ONES
            added = ((pebble + ONES) << (board[square] >> HEIGHT)) + TALLER
            board[square] += added
            walk[REST + step], walk[VISIBLE + step] = rest >> 8, visible
            walk[ARRIVAL + step], walk[ADDED + step] = square, added
            visible = (visible & ~(ONES << square)) | (pebble << square)
            rest, step = ONWARD[rest & 127], step + 1
    return leaves, wins


@compiled
def leaves_of(board: Words, tops: int, mover: int, depth: int) -> int:
    """The leaves `depth` >= 1 plies on; every one is sown and tested for both players' lines."""
    walks = np.empty((depth, WALK), np.int64)
    leaves, level = 0, 0
    begin(walks[0], tops, mover)
    while level >= 0:
        walk = walks[level]
        if level == depth - 1:
            leaves += leaves_below(board, walk[BEFORE], mover ^ ((level & 1) << 5), walk)[0]
            level -= 1
        elif not next_sowing(board, walk):
            level -= 1
        elif not (lined(walk[AFTER], FIRST) | lined(walk[AFTER], SECOND)):
            level += 1
            begin(walks[level], walk[AFTER], mover ^ ((level & 1) << 5))
    return leaves


@compiled
def actions_of(board: Words, tops: int, mover: int) -> Words:
    """Every sowing of the mover, in the order of the rulebook view."""
    walk = np.empty(WALK, np.int64)
    found = np.empty(64, np.int64)
    count = 0
    begin(walk, tops, mover)
    while next_sowing(board, walk):
        if count == found.size:
            grown = np.empty(2 * count, np.int64)
            grown[:count] = found
            found = grown
        found[count] = action_at(walk)
        count += 1
    return found[:count]


def board_of(code: Code) -> tuple[Words, int, int]:
    """The board of a code, its tops, and the player to move (FIRST or SECOND)."""
    board = np.empty(16, np.int64)
    tops = int(unpack(*code, board))
    return board, tops, SECOND if plies(code[1]) % 2 else FIRST


def perft(code: Code, depth: int, pebbles_each: int = PEBBLES_EACH) -> int:
    """The number of leaves of the move tree; a finished game is not expanded."""
    if depth == 0:
        return 1
    if qawale.winner(code) is not None or qawale.plies(code) + depth > 2 * pebbles_each:
        return 0
    return int(leaves_of(*board_of(code), depth))
