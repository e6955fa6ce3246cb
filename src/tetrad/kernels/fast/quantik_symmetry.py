"""Quantik up to symmetry: one number for all positions that differ only in looks.

Swapping the two rows of a band, the two columns of a band, the bands themselves, or rows with
columns keeps every row, column and region together: 128 maps of the board. The names of the four
shapes do not matter either: 24 relabelings. So 128 * 24 = 3,072 positions play alike.

A pattern is where the pieces of one shape stand: at most two of the player to move and at most two
of the other, none of them in a line with an opposing one. There are only 2,001, in 42 classes
under the 128 maps:

    number 0 .. 41      the first pattern of each class, the largest classes first
    number 42 .. 2000   the others

Which is first: sets of squares are ordered by size, then a1, b1, ... d4; patterns by the set of the
player to move, then by that of the other; classes of equal size by their first patterns.

A position is four patterns, and relabeling the shapes is sorting them. Its key is the smallest
number that any of the 128 maps can make of it:

    bits 33-43      22-32       11-21       0-10
    smallest pattern            ...         largest pattern

As the first 42 numbers are one of each class, the smallest pattern of a key is always one of them,
and only the maps that take a pattern of the best class there need to be tried: mostly one to four
instead of 128.
"""

from itertools import combinations, permutations, product

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.bits import Word, highest, lowest
from tetrad.kernels.fast.quantik import NEAR, Code, words

CLASSES = 42
PATTERNS = 2001

_UNSET = Word(1 << 63)
_ZERO = Word(0)
_ONE = Word(1)
_LANE = Word(16)
_BOARD = Word(0xFFFF)
_HALF_BYTE = Word(4)
_FIELD = Word(11)
_PATTERN = Word(0x7FF)

# All sets of at most two squares, as boards of 16 bits; a pattern is two of them.
_SETS = np.array([sum(1 << s for s in c) for n in range(3) for c in combinations(range(16), n)])


def _maps() -> NDArray[np.int64]:
    """Where each of the 128 maps takes each of the 16 squares."""
    orders = [p for p in permutations(range(4)) if {p[0] // 2, p[1] // 2} in ({0}, {1})]
    straight = np.array(
        [[4 * i + j for i, j in product(ranks, files)] for ranks, files in product(orders, orders)]
    )
    return np.concatenate([straight, straight % 4 * 4 + straight // 4])


def _set_images() -> NDArray[np.int64]:
    """Which set each map makes of each set."""
    number = np.zeros(1 << 16, np.int64)
    number[_SETS] = np.arange(len(_SETS))
    holds = _SETS >> np.arange(16)[:, None] & 1
    return number[(1 << _maps()) @ holds]


def _patterns(images: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The two sets of every pattern in the order of their numbers, and each pattern's class."""
    near = np.array([np.bitwise_or.reduce(NEAR[:16][s >> np.arange(16) & 1 > 0]) for s in _SETS])
    mine, theirs = np.nonzero(near[:, None] & _SETS.astype(np.uint64) == 0)
    least = (images[:, mine] * len(_SETS) + images[:, theirs]).min(0)
    leaders, sizes = np.unique(least, return_counts=True)
    rank = np.empty(len(_SETS) ** 2, np.int64)
    rank[leaders[np.lexsort((leaders, -sizes))]] = np.arange(len(leaders))
    own = mine * len(_SETS) + theirs
    order = np.lexsort((own, np.where(own == least, rank[least], len(leaders))))
    return np.stack([mine, theirs])[:, order], rank[least][order]


def _maps_to_leaders(sets: NDArray[np.int64], classes: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each pattern in turn, the maps that take it to the first pattern of its class."""
    images = NUMBER[SET_IMAGE[:, sets[0]].astype(np.int64) * len(_SETS) + SET_IMAGE[:, sets[1]]]
    return np.argwhere((images == classes).T)


SET_IMAGE = _set_images().astype(np.uint8, order="C")
SET_SIZE = len(_SETS)
_MEMBERS, _CLASSES = _patterns(SET_IMAGE.astype(np.int64))
MINE, THEIRS = _MEMBERS.astype(np.uint8, order="C")
CLASS = _CLASSES.astype(np.uint8)
NUMBER = np.zeros(SET_SIZE**2, np.uint16)
NUMBER[_MEMBERS[0] * SET_SIZE + _MEMBERS[1]] = np.arange(PATTERNS)
_CHOICES = _maps_to_leaders(_MEMBERS, _CLASSES)
MAP_TO_LEADER = _CHOICES[:, 1].astype(np.uint8)
MAPS_FROM = np.searchsorted(_CHOICES[:, 0], np.arange(PATTERNS + 1)).astype(np.uint16)
SET_BOARD = _SETS.astype(np.uint64)
# The number of the set whose lowest and highest squares are the two halves of the index.
SET_BETWEEN = np.zeros(256, np.uint8)
for _number, _board in list(enumerate(_SETS.tolist()))[1:]:
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


def key(code: Code) -> int:
    return int(key_of(*words(code)))


def canonical(code: Code) -> Code:
    """The one of the 3,072 positions that play like this one which stands for all of them."""
    mine, theirs = code_of(key_of(*words(code)))
    return int(mine), int(theirs)
