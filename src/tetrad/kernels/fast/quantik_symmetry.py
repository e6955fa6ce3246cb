"""Quantik up to symmetry, compiled: keys and patterns as in `tetrad.kernels.quantik_symmetry`."""

from itertools import accumulate

import numpy as np

from tetrad.kernels import quantik_symmetry as light
from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.bits import Word, highest, lowest

_UNSET = Word(1 << 63)
_ZERO = Word(0)
_ONE = Word(1)
_LANE = Word(16)
_BOARD = Word(0xFFFF)
_HALF_BYTE = Word(4)
_FIELD = Word(11)
_PATTERN = Word(0x7FF)

CLASSES = max(light.CLASS_OF.values()) + 1
PATTERNS = len(light.PATTERNS)
SET_SIZE = len(light.SETS)
SET_BOARD = np.array(light.SETS, np.uint64)
SET_IMAGE = np.array(light.SET_IMAGE, np.uint8)
MINE, THEIRS = np.array(light.PATTERNS, np.uint8).T.copy()
CLASS = np.array([light.CLASS_OF[pattern] for pattern in light.PATTERNS], np.uint8)
NUMBER = np.zeros(SET_SIZE**2, np.uint16)
NUMBER[MINE.astype(int) * SET_SIZE + THEIRS] = np.arange(PATTERNS)
# The maps that take a pattern to its leader stand together, from one number to the next.
MAP_TO_LEADER = np.concatenate(light.MAPS_TO_LEADER).astype(np.uint8)
MAPS_FROM = np.array([0, *accumulate(map(len, light.MAPS_TO_LEADER))], np.uint16)
# The number of the set whose lowest and highest squares are the two halves of the index.
SET_BETWEEN = np.zeros(256, np.uint8)
for _number, _board in list(enumerate(light.SETS))[1:]:
    SET_BETWEEN[((_board & -_board).bit_length() - 1) * 16 + _board.bit_length() - 1] = _number


@compiled
def set_of(board: Word) -> int:
    if board == _ZERO:
        return 0
    return int(SET_BETWEEN[lowest(board) << _HALF_BYTE | highest(board)])


@compiled
def pattern_of(mine: Word, theirs: Word, lane: Word) -> int:
    number = set_of(mine >> lane & _BOARD) * SET_SIZE + set_of(theirs >> lane & _BOARD)
    return int(NUMBER[number])


@compiled
def joined(leader: int, one: int, two: int, three: int) -> Word:
    """Four patterns as one number, the last three sorted."""
    low, high = min(one, two, three), max(one, two, three)
    middle = one + two + three - low - high
    return np.uint64((leader << 33) | (low << 22) | (middle << 11) | high)


@compiled
def image_of(mine: int, theirs: int, row: int) -> int:
    return int(NUMBER[SET_IMAGE[row, mine] * SET_SIZE + SET_IMAGE[row, theirs]])


@compiled
def least_with(leader: int, one: int, two: int, three: int) -> Word:
    """The smallest number that has the leader's class in front."""
    least = _UNSET
    for choice in range(MAPS_FROM[leader], MAPS_FROM[leader + 1]):
        row = MAP_TO_LEADER[choice]
        first = image_of(MINE[one], THEIRS[one], row)
        second = image_of(MINE[two], THEIRS[two], row)
        third = image_of(MINE[three], THEIRS[three], row)
        least = min(least, joined(int(CLASS[leader]), first, second, third))
    return least


@compiled
def key_of(mine: Word, theirs: Word) -> Word:
    a, b = pattern_of(mine, theirs, _ZERO), pattern_of(mine, theirs, _LANE)
    c, d = pattern_of(mine, theirs, _LANE + _LANE), pattern_of(mine, theirs, _LANE * np.uint64(3))
    best = min(CLASS[a], CLASS[b], CLASS[c], CLASS[d])
    least = _UNSET
    if CLASS[a] == best:
        least = min(least, least_with(a, b, c, d))
    if CLASS[b] == best:
        least = min(least, least_with(b, a, c, d))
    if CLASS[c] == best:
        least = min(least, least_with(c, a, b, d))
    if CLASS[d] == best:
        least = min(least, least_with(d, a, b, c))
    return least


@compiled
def code_of(key: Word) -> tuple[Word, Word]:
    """A position with this key: its smallest pattern is that of the spheres, and so on."""
    mine, theirs = _ZERO, _ZERO
    for _ in range(4):
        pattern = key & _PATTERN
        mine = mine << _LANE | SET_BOARD[MINE[pattern]]
        theirs = theirs << _LANE | SET_BOARD[THEIRS[pattern]]
        key >>= _FIELD
    return mine, theirs
