"""All Quantik positions without a completed line, up to symmetry, and their distances.

Pieces never move, and what is legal together is legal in any order. So every arrangement that
breaks no rule is reached by play, and the positions can be listed directly, by their keys (see
`tetrad.kernels.quantik_symmetry`), the smallest first: four patterns in rising order that fit
together, kept if no symmetry makes the key smaller.

The distance of a position is the number of plies to the end: odd if the player to move wins, even
if they lose, 0 if they are stuck. It follows from the distances one ply later.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.bits import Word, lowest
from tetrad.kernels.fast.quantik import NEAR, SEEN, TAKEN, bans_of, completing, pieces, seen_of
from tetrad.kernels.fast.quantik_symmetry import (
    CLASS,
    CLASSES,
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
from tetrad.solvers.quantik.table import NAME, PLIES, POSITIONS, layout_of
from tetrad.solvers.tables.file import Entries, Writer, is_sound, too_little_memory

Keys = NDArray[np.uint64]
Distances = NDArray[np.uint8]
Numbers = NDArray[np.int64]

# Called now and then with the work that is done and the work in all.
Progress = Callable[[int, int], None]

MEMORY_NEEDED = 512 << 20
_KEY_FROM = np.uint64(8)
_SECONDS_A_TASK = 32
_POSITIONS_A_TASK = 1 << 16

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


def build(
    path: Path,
    memory: int | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
) -> Path:
    """Solve the game and write the table, or finish one whose building was interrupted.

    A table that is there already and sound is left as it is.
    """
    if is_sound(path):
        return path
    if memory is not None and memory < MEMORY_NEEDED:
        raise too_little_memory(MEMORY_NEEDED)
    done = 0

    def report(more: int) -> None:
        """Every position counts twice, once when it is listed and once when it is solved."""
        nonlocal done
        done += more
        if progress:
            progress(done // 2, POSITIONS)

    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        positions = _positions(pool, report)
        with Writer(path, layout_of(NAME, [len(keys) for keys in positions])) as writer:
            _solve(writer, positions, pool, report)
            writer.finish()
    return path


def _positions(pool: ThreadPoolExecutor, report: Callable[[int], None]) -> list[Keys]:
    """The keys of all positions, sorted, for each ply."""
    parts: list[list[Keys]] = [[] for _ in range(PLIES + 1)]
    for keys, plies in pool.map(lambda task: _listed(*task), _tasks()):
        for ply in range(PLIES + 1):
            parts[ply].append(keys[plies == ply])
        report(len(keys))
    return [np.concatenate(parts.pop(0)) for _ in range(PLIES + 1)]


def _tasks() -> Iterator[tuple[int, Entries]]:
    for leader, start in product(range(CLASSES), range(0, PATTERNS, _SECONDS_A_TASK)):
        seconds = np.arange(max(start, leader), min(start + _SECONDS_A_TASK, PATTERNS))
        yield leader, seconds[CLASS[seconds] >= leader]


def _listed(leader: int, seconds: Entries) -> tuple[Keys, Distances]:
    size = found = -1
    while found < 0:
        size = max(4 * size, _POSITIONS_A_TASK)
        keys = np.empty(size, np.uint64)
        found = list_keys(leader, seconds, keys)
    return keys[:found].copy(), plies_of(keys[:found])


def _solve(
    writer: Writer, positions: list[Keys], pool: ThreadPoolExecutor, report: Callable[[int], None]
) -> None:
    """Write the layers from the last ply to the first; those already in the file are read."""
    known = writer.entries
    next_keys, distances = np.empty(0, np.uint64), np.empty(0, np.uint8)
    for ply in reversed(range(PLIES + 1)):
        keys, (start, stop) = positions[ply], writer.layout.parameters["starts"][ply]
        if stop <= known:
            distances = writer.read(start, stop).astype(np.uint8)
        else:
            distances = _distances(keys, next_keys, distances, pool)
            for first in range(max(0, known - start), len(keys), _POSITIONS_A_TASK):
                part = slice(first, first + _POSITIONS_A_TASK)
                writer.append(keys[part] << _KEY_FROM | distances[part])
        next_keys = keys
        report(len(keys))


def _distances(
    keys: Keys, next_keys: Keys, known: Distances, pool: ThreadPoolExecutor
) -> Distances:
    distances = np.empty(len(keys), np.uint8)
    doors = doors_of(next_keys)

    def fill(start: int) -> None:
        part = slice(start, start + _POSITIONS_A_TASK)
        fill_distances(keys[part], distances[part], next_keys, doors, known)

    for _ in pool.map(fill, range(0, len(keys), _POSITIONS_A_TASK)):
        pass
    return distances


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
