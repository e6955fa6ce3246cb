"""Quantik compiled: the words of `tetrad.kernels.quantik`, as fast as the machine allows."""

import numpy as np

from tetrad.kernels import quantik
from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.bits import Word, count, lowest
from tetrad.kernels.quantik import Code

_ZERO = Word(0)
_ONE = Word(1)
_LANE = Word(16)
_TWO_LANES = Word(32)
_BOARD = Word(0xFFFF)
_LINES = Word(0x0FFF)
_MULTIPLIER = Word(0x9E37_79B9_7F4A_7C15)
_FOLD = Word(29)

SEEN = np.array(quantik.SEEN, Word)
TAKEN = np.array(quantik.TAKEN, Word)
NEAR = np.array(quantik.NEAR, Word)
LANE_OF = np.array(quantik.LANE_OF, Word)
# The squares of a set of lines.
AREA = np.array([quantik.squares_of(lines) for lines in range(1 << 12)], Word)


@compiled
def seen_of(mine: Word, theirs: Word) -> Word:
    left, seen = mine | theirs, _ZERO
    while left:
        seen |= SEEN[lowest(left)]
        left &= left - _ONE
    return seen


@compiled
def bans_of(mine: Word, theirs: Word) -> Word:
    """The actions that the owner of `mine` may not choose."""
    bans, left = _ZERO, theirs
    while left:
        action = lowest(left)
        bans |= TAKEN[action] | NEAR[action]
        left &= left - _ONE
    once, left = _ZERO, mine
    while left:
        action = lowest(left)
        bans |= TAKEN[action] | (once & LANE_OF[action])
        once |= LANE_OF[action]
        left &= left - _ONE
    return bans


@compiled
def complete(seen: Word) -> bool:
    """Whether some line holds all four shapes."""
    pairs = seen & (seen >> _TWO_LANES)
    return bool(pairs & (pairs >> _LANE) & _LINES)


@compiled
def completing(seen: Word) -> Word:
    """The actions that would complete a line, allowed or not."""
    low, high = seen & _BOARD, (seen >> _LANE) & _BOARD
    third, fourth = (seen >> _TWO_LANES) & _BOARD, seen >> (_TWO_LANES + _LANE)
    first_two, last_two = low & high, third & fourth
    word: Word = AREA[high & last_two] | AREA[low & last_two] << _LANE
    word |= AREA[first_two & fourth] << _TWO_LANES
    word |= AREA[first_two & third] << (_TWO_LANES + _LANE)
    return word


@compiled
def actions_of(mine: Word, theirs: Word) -> Word:
    """The actions allowed to the player to move, none after the end of the game."""
    return _ZERO if complete(seen_of(mine, theirs)) else ~bans_of(mine, theirs)


@compiled
def hash_of(mine: Word, theirs: Word) -> Word:
    mixed = (mine ^ (theirs * _MULTIPLIER)) * _MULTIPLIER
    mixed = (mixed ^ (mixed >> _FOLD)) * _MULTIPLIER
    return mixed ^ (mixed >> _FOLD)


@compiled
def leaves_of(mine: Word, theirs: Word, depth: int) -> tuple[int, int]:
    """The leaves `depth` >= 1 plies on and the wins met on the way, each made and tested."""
    stack = np.empty((depth, 6), np.uint64)
    stack[0, :] = (mine, theirs, bans_of(mine, theirs), bans_of(theirs, mine), _ZERO, _ZERO)
    stack[0, 4], stack[0, 5] = seen_of(mine, theirs), actions_of(mine, theirs)
    leaves, wins, level, last = 0, 0, 0, depth - 1
    while level >= 0:
        frame = stack[level]
        left, seen = frame[5], frame[4]
        if level == last:
            while left:
                wins += complete(seen | SEEN[lowest(left)])
                leaves += 1
                left &= left - _ONE
        if not left:
            level -= 1
            continue
        action = lowest(left)
        frame[5] = left & (left - _ONE)
        after = seen | SEEN[action]
        if complete(after):
            wins += 1
            continue
        level += 1
        child = stack[level]
        child[0], child[1] = frame[1], frame[0] | _ONE << action
        child[2] = frame[3] | NEAR[action] | TAKEN[action]
        child[3] = frame[2] | TAKEN[action]
        if frame[0] & LANE_OF[action]:
            child[3] |= LANE_OF[action]
        child[4], child[5] = after, ~child[2]
    return leaves, wins


@compiled
def pieces(mine: Word, theirs: Word) -> int:
    """How many pieces stand on the board, which is how many plies were played."""
    return int(np.int64(count(mine) + count(theirs)))


def words(code: Code) -> tuple[Word, Word]:
    """A code as Numba wants it: two numbers whose type does not depend on their size."""
    return Word(code[0]), Word(code[1])


def perft(code: Code, depth: int) -> int:
    """The number of leaves of the move tree; a finished game is not expanded."""
    return int(leaves_of(*words(code), depth)[0]) if depth else 1
