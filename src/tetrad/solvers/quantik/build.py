"""All Quantik positions without a completed line, up to symmetry, and their distances.

Pieces never move, and what is legal together is legal in any order. So every arrangement that
breaks no rule is reached by play, and the positions can be listed directly, by their keys (see
`tetrad.kernels.fast.quantik_symmetry`), the smallest first: four patterns in rising order that fit
together, kept if no symmetry makes the key smaller.

The distance of a position is the number of plies to the end: odd if the player to move wins, even
if they lose, 0 if they are stuck. It follows from the distances one ply later.
"""

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.bits import Word, lowest
from tetrad.kernels.fast.quantik import NEAR, SEEN, TAKEN, bans_of, completing, pieces, seen_of
from tetrad.kernels.fast.quantik_symmetry import (
    CLASS,
    MAP_TO_LEADER,
    MAPS_FROM,
    MINE,
    PATTERNS,
    SET_BOARD,
    THEIRS,
    code_of,
    image_of,
    key_of,
)
from tetrad.solvers.quantik.search import meeting

Keys = NDArray[np.uint64]
Distances = NDArray[np.uint8]
Numbers = NDArray[np.int64]

_ZERO = Word(0)
_ONE = Word(1)
_HALF = Word(22)
_DOORS = 42 << 11

# The squares and the lines of each pattern, and how many more pieces the other player has in it.
SQUARES = (SET_BOARD[MINE] | SET_BOARD[THEIRS]).astype(np.int64)
LINES = np.array(
    [
        np.bitwise_or.reduce(SEEN[:16][squares >> np.arange(16) & 1 > 0], initial=_ZERO)
        for squares in SQUARES.tolist()
    ]
).astype(np.int64)
_SIZES = np.array([int(board).bit_count() for board in SET_BOARD])
SURPLUS = _SIZES[THEIRS] - _SIZES[MINE]


@compiled
def could_be_smaller(leader: int, pattern: int, bound: int) -> bool:
    """Whether a map that keeps the leader takes a pattern below the bound."""
    for choice in range(MAPS_FROM[leader], MAPS_FROM[leader + 1]):
        if image_of(MINE[pattern], THEIRS[pattern], MAP_TO_LEADER[choice]) < bound:
            return True
    return False


@compiled
def fitting(patterns: Numbers, size: int, last: int, into: Numbers) -> int:
    """Copy the patterns from `last` on that share no square with it; how many there are."""
    found = 0
    for pattern in patterns[:size]:
        if pattern >= last and SQUARES[pattern] & SQUARES[last] == 0:
            into[found] = pattern
            found += 1
    return found


@compiled
def list_fourth(prefix: int, lines: int, surplus: int, fourths: Numbers, keys: Keys) -> int:
    """The keys with these first three patterns, written to the front of `keys`."""
    found = 0
    for fourth in fourths:
        more = surplus + SURPLUS[fourth]
        if lines & LINES[fourth] or more < 0 or more > 1:
            continue
        key = np.uint64(prefix << 11 | fourth)
        mine, theirs = code_of(key)
        if key_of(mine, theirs) == key:
            keys[found] = key
            found += 1
    return found


@compiled
def list_keys(leader: int, seconds: Numbers, keys: Keys) -> int:
    """The keys with this leader and one of these second patterns, the smallest first.

    Their number; if they do not fit into `keys`, minus one.
    """
    lists = np.empty((4, PATTERNS), np.int64)
    sizes = np.zeros(4, np.int64)
    lists[0] = np.arange(PATTERNS)
    for pattern in lists[0, : fitting(lists[0], PATTERNS, leader, lists[0])]:
        if CLASS[pattern] >= leader:
            lists[1, sizes[1]] = pattern
            sizes[1] += 1
    total = 0
    for second in seconds:
        if SQUARES[second] & SQUARES[leader] or could_be_smaller(leader, second, second):
            continue
        sizes[2] = fitting(lists[1], sizes[1], second, lists[2])
        for third in lists[2, : sizes[2]]:
            if could_be_smaller(leader, third, second):
                continue
            sizes[3] = fitting(lists[2], sizes[2], third, lists[3])
            if total + sizes[3] > len(keys):
                return -1
            prefix = (leader << 22) | (second << 11) | third
            lines = LINES[leader] & LINES[second] & LINES[third]
            surplus = SURPLUS[leader] + SURPLUS[second] + SURPLUS[third]
            fourths = lists[3, : sizes[3]]
            total += list_fourth(prefix, lines, surplus, fourths, keys[total:])
    return total


@compiled
def plies_of(keys: Keys) -> Distances:
    plies = np.empty(len(keys), np.uint8)
    for number in range(len(keys)):
        mine, theirs = code_of(keys[number])
        plies[number] = pieces(mine, theirs)
    return plies


@compiled
def find(keys: Keys, doors: Numbers, key: Word) -> int:
    """Where a key stands in its layer; `doors` says where its first two patterns begin."""
    low, high = doors[key >> _HALF], doors[(key >> _HALF) + _ONE]
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return int(low)


@compiled
def doors_of(keys: Keys) -> Numbers:
    return np.searchsorted(keys >> _HALF, np.arange(_DOORS + 1).astype(np.uint64))


@compiled
def distance_of(mine: Word, theirs: Word, keys: Keys, doors: Numbers, known: Distances) -> int:
    """The distance of a position, given the next layer."""
    bans, their_bans, seen = bans_of(mine, theirs), bans_of(theirs, mine), seen_of(mine, theirs)
    lines = completing(seen)
    if bans == ~_ZERO:
        return 0
    if lines & ~bans:
        return 1
    fastest, slowest = 99, 2
    left = meeting(~bans, lines & ~their_bans)
    while left:
        action = lowest(left)
        left &= left - _ONE
        replies = ~(their_bans | NEAR[action] | TAKEN[action])
        if replies == _ZERO:
            return 1
        if fastest == 3 or completing(seen | SEEN[action]) & replies:
            continue
        after = known[find(keys, doors, key_of(theirs, mine | _ONE << action))] + 1
        if after & 1:
            fastest = min(fastest, after)
        else:
            slowest = max(slowest, after)
    return fastest if fastest < 99 else slowest


@compiled
def fill_distances(
    layer: Keys, distances: Distances, keys: Keys, doors: Numbers, known: Distances
) -> None:
    """The distances of a part of a layer, given the keys, doors and distances of the next."""
    for number in range(len(layer)):
        mine, theirs = code_of(layer[number])
        distances[number] = distance_of(mine, theirs, keys, doors, known)
