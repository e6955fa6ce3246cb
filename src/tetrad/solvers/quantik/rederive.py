"""A second opinion on the Quantik table, by code that shares nothing with what built it.

The board is an array of sixteen numbers (0 empty, 1 to 4 a shape of the player to move, 5 to 8 one
of the other), all symmetries are tried one by one, the rules are read off the twelve lines:

- every block has the checksum it was written with;
- every entry is a position that breaks no rule, stands in its ply, and is the smallest of its 3,072
  images; entries rise, so that none comes twice; and the sizes of their families add up to the
  number of all positions, counted without symmetry, so that none is missing;
- every distance follows from the distances of the successors.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels.compiled import compiled
from tetrad.message import Wording
from tetrad.solvers.tables.file import Table, does_not_follow
from tetrad.solvers.tables.format import damaged

Progress = Callable[[int, int], None]
Array = NDArray[Any]
Squares = tuple[int, ...]
Pattern = tuple[Squares, Squares]

PLIES = 16
IMAGES = 3072
NOBODY = 16
LINES = np.array(
    [[4 * i + j for j in range(4)] for i in range(4)]
    + [[4 * j + i for j in range(4)] for i in range(4)]
    + [[corner, corner + 1, corner + 4, corner + 5] for corner in (0, 2, 8, 10)]
)
LINES_THROUGH = np.array([[n for n in range(12) if s in LINES[n]] for s in range(16)])
_PART = 1 << 14

# Translators: a part of a table, by the number of pieces on the board; fills {what}
PLY = Wording("ply", "ply {n}")


class Patterns(NamedTuple):
    """Where the pieces of one shape can stand, by number, and what each map makes of them."""

    squares: Array  # (pattern, 4): two squares of the player to move, two of the other, 16 is none
    number: Array  # the pattern with these four squares
    image: Array  # (pattern, map)


class Layer(NamedTuple):
    """The entries of one ply, taken apart."""

    keys: Array
    distances: Array


@dataclass
class Verification:
    """What was found: how often each distance occurs in each ply, and what is wrong."""

    counts: list[list[int]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def positions(self) -> int:
        return sum(map(sum, self.counts))


def verify(path: Path, progress: Progress | None = None) -> Verification:
    """Check every entry of a full table."""
    table = Table(path)
    found = Verification()
    if blocks := table.damaged_blocks():
        found.errors.append(damaged(f"{path}: {blocks}").args[0])
        return found
    starts = table.layout.parameters["starts"]
    families = count_positions(patterns().image, traits_of(patterns()))
    later = Layer(np.empty(0, np.uint64), np.empty(0, np.uint8))
    for ply in reversed(range(PLIES + 1)):
        entries = table.read(*starts[ply])
        layer = Layer(entries >> np.uint64(8), entries.astype(np.uint8))
        found.errors += _errors_in(layer, later, ply, int(families[ply]))
        found.counts.insert(0, np.bincount(layer.distances).tolist())
        later = layer
        if progress:
            progress(starts[ply][1], table.layout.entries)
    return found


def _errors_in(layer: Layer, later: Layer, ply: int, positions: int) -> Iterator[str]:
    if len(layer.keys) > 1 and not (layer.keys[1:] > layer.keys[:-1]).all():
        yield does_not_follow(PLY(n=ply))
    parts = range(0, len(layer.keys), _PART)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda start: _check_part(layer, later, ply, start), parts))
    for start, (_, wrong, first) in zip(parts, results, strict=True):
        if wrong:
            yield does_not_follow(PLY(n=f"{ply}, {start + first}: {wrong}"))
    families = sum(family for family, _, _ in results)
    if families != positions:
        yield does_not_follow(PLY(n=f"{ply}: {families} != {positions}"))


def _check_part(layer: Layer, later: Layer, ply: int, start: int) -> tuple[int, int, int]:
    part = slice(start, start + _PART)
    return check_entries(patterns(), layer.keys[part], layer.distances[part], later, ply)


def board_maps() -> list[Squares]:
    """The 128 maps, grown from four: swap two rows, two rows, two bands, rows with columns."""
    swaps = [(1, 0, 2, 3), (0, 1, 3, 2), (2, 3, 0, 1)]
    steps = [tuple(4 * rows[s // 4] + s % 4 for s in range(16)) for rows in swaps]
    steps.append(tuple(4 * (s % 4) + s // 4 for s in range(16)))
    found: set[Squares] = set()
    fresh = {tuple(range(16))}
    while fresh:
        found |= fresh
        fresh = {tuple(step[s] for s in squares) for squares in fresh for step in steps} - found
    return sorted(found)


def moved(pattern: Pattern, squares: Squares) -> Pattern:
    mine, theirs = (tuple(sorted(squares[s] for s in each)) for each in pattern)
    return mine, theirs


def in_sight(one: int, other: int) -> bool:
    return bool(set(LINES_THROUGH[one]) & set(LINES_THROUGH[other]))


def all_patterns() -> list[Pattern]:
    sets = [squares for size in range(3) for squares in combinations(range(16), size)]
    sight = {(s, t) for s in range(16) for t in range(16) if in_sight(s, t)}
    return [
        (mine, theirs)
        for mine in sets
        for theirs in sets
        if not any((s, t) in sight for s in mine for t in theirs)
    ]


@cache
def patterns() -> Patterns:
    """Numbered as the format says: the first of each class, the largest classes first."""
    unsorted = all_patterns()
    place = {pattern: number for number, pattern in enumerate(unsorted)}
    maps = board_maps()
    classes = [
        frozenset(place[moved(pattern, squares)] for squares in maps) for pattern in unsorted
    ]
    leaders = sorted(set(map(min, classes)), key=lambda n: (-len(classes[n]), n))
    others = [number for number in range(len(unsorted)) if min(classes[number]) != number]
    ordered = [unsorted[number] for number in leaders + others]
    new = {pattern: number for number, pattern in enumerate(ordered)}
    squares = np.array([_padded(mine) + _padded(theirs) for mine, theirs in ordered])
    number = np.zeros((17, 17, 17, 17), np.int64)
    number[tuple(squares.T)] = np.arange(len(ordered))
    image = np.array([[new[moved(pattern, each)] for each in maps] for pattern in ordered])
    return Patterns(squares, number, image.astype(np.uint16))


def _padded(squares: Squares) -> Squares:
    return (*squares, NOBODY, NOBODY)[:2]


@compiled
def set_up(book: Patterns, key: int, board: Array) -> bool:
    """Put the pieces of a key on the board; False if two of them would share a square."""
    board[:] = 0
    for shape in range(4):
        pattern = np.int64(key >> np.uint64(11 * (3 - shape)) & np.uint64(0x7FF))
        for each in range(4):
            square = book.squares[pattern, each]
            if square == NOBODY:
                continue
            if board[square]:
                return False
            board[square] = 1 + shape + (4 if each > 1 else 0)
    return True


@compiled
def four_patterns(book: Patterns, board: Array, mover: int) -> tuple[int, int, int, int]:
    """The patterns of the four shapes, if pieces `mover` + 1 to `mover` + 4 are to move."""
    found = np.full((4, 4), NOBODY)
    for square in range(16):
        if board[square]:
            side, shape = divmod((board[square] - 1 + mover) % 8, 4)
            place = 2 * side + (found[shape, 2 * side] != NOBODY)
            found[shape, place] = square
    numbers = np.empty(4, np.int64)
    for shape in range(4):
        a, b, c, d = found[shape]
        numbers[shape] = book.number[a, b, c, d]
    return numbers[0], numbers[1], numbers[2], numbers[3]


@compiled
def images_of(book: Patterns, numbers: tuple[int, int, int, int]) -> Array:
    """The keys that the maps make of four patterns: each map's four images in rising order."""
    a, b, c, d = numbers
    rows = (book.image[a], book.image[b], book.image[c], book.image[d])
    keys = np.empty(len(rows[0]), np.int64)
    for each in range(len(keys)):
        a, b = min(rows[0][each], rows[1][each]), max(rows[0][each], rows[1][each])
        c, d = min(rows[2][each], rows[3][each]), max(rows[2][each], rows[3][each])
        least, most, b, c = min(a, c), max(b, d), max(a, c), min(b, d)
        middle = np.int64(min(b, c)) << 22 | np.int64(max(b, c)) << 11
        keys[each] = np.int64(least) << 33 | middle | np.int64(most)
    return keys


@compiled
def family_of(book: Patterns, board: Array, key: int) -> int:
    """How many positions a key stands for; 0 if it is not the smallest of its images."""
    numbers = four_patterns(book, board, 0)
    keys = images_of(book, numbers)
    if keys.min() != key:
        return 0
    onto_itself = np.sum(keys == key)
    nothing = 0
    for number in numbers:
        nothing += book.squares[number, 0] == NOBODY and book.squares[number, 2] == NOBODY
        if nothing > 1 and book.squares[number, 0] == book.squares[number, 2]:
            onto_itself *= nothing
    return int(IMAGES // onto_itself)


@compiled
def completes(board: Array, square: int) -> bool:
    """Whether a line through the square holds all four shapes."""
    for line in LINES_THROUGH[square]:
        shapes = 0
        for other in LINES[line]:
            if board[other]:
                shapes |= 1 << (board[other] - 1) % 4
        if shapes == 15:
            return True
    return False


@compiled
def is_legal(board: Array, square: int, shape: int) -> bool:
    if board[square]:
        return False
    for line in LINES_THROUGH[square]:
        for other in LINES[line]:
            if board[other] == 5 + shape:
                return False
    placed = 0
    for piece in board:
        placed += piece == 1 + shape
    return placed < 2


@compiled
def distance_after(book: Patterns, board: Array, later: Layer) -> int:
    """The distance that the table has for a board after the mover's turn; -1 if it has none."""
    key = np.uint64(images_of(book, four_patterns(book, board, 4)).min())
    place = np.searchsorted(later.keys, key)
    if place == len(later.keys) or later.keys[place] != key:
        return -1
    return int(later.distances[place])


@compiled
def wins_at_once(board: Array) -> bool:
    for action in range(64):
        square, shape = action // 4, action % 4
        if is_legal(board, square, shape):
            board[square] = 1 + shape
            won = completes(board, square)
            board[square] = 0
            if won:
                return True
    return False


@compiled
def rederived(book: Patterns, board: Array, later: Layer) -> int:
    """The distance of a board from those of its successors; -1 if one of them is missing."""
    if wins_at_once(board):
        return 1
    lost, won = 99, -1
    for action in range(64):
        square, shape = action // 4, action % 4
        if is_legal(board, square, shape):
            board[square] = 1 + shape
            after = distance_after(book, board, later)
            board[square] = 0
            if after < 0:
                return -1
            if after % 2 == 0:
                lost = min(lost, after)
            else:
                won = max(won, after)
    return lost + 1 if lost < 99 else won + 1


@compiled
def is_position(board: Array, ply: int) -> bool:
    """Whether nobody has a line and the players have taken turns."""
    mine, placed = 0, 0
    for square in range(16):
        mine += 0 < board[square] < 5
        placed += board[square] > 0
        if completes(board, square):
            return False
    return placed == ply and mine == ply // 2


@compiled
def check_entries(
    book: Patterns, keys: Array, distances: Array, later: Layer, ply: int
) -> tuple[int, int, int]:
    """How many positions the entries stand for, how many are wrong, and the first of those."""
    board = np.zeros(16, np.int64)
    positions, wrong, first = 0, 0, -1
    for number in range(len(keys)):
        sound = set_up(book, keys[number], board) and is_position(board, ply)
        if sound:
            family = family_of(book, board, int(np.int64(keys[number])))
            positions += family
            sound = family > 0 and rederived(book, board, later) == distances[number]
        if not sound:
            wrong += 1
            first = number if first < 0 else first
    return positions, wrong, first


@compiled
def add_fourths(traits: Array, three: Array, fourths: Array, weights: Array, counts: Array) -> None:
    """Count the positions made of three patterns (as one, with traits added) and a fourth."""
    for fourth in fourths:
        squares, lines, mine, theirs, nothing = traits[fourth]
        surplus = three[3] + theirs - three[2] - mine
        if three[0] & squares == 0 and three[1] & lines == 0 and 0 <= surplus <= 1:
            counts[three[2] + three[3] + mine + theirs] += weights[three[4] + nothing]


@compiled
def count_positions(image: Array, traits: Array) -> Array:
    """The number of positions of each ply, without symmetry: all that four patterns can make.

    The first pattern is taken once for its class, the other three in rising order: three patterns
    have six orders, fewer if two or three of them are the pattern without pieces.
    """
    counts = np.zeros(PLIES + 1, np.int64)
    for first in range(len(traits)):
        family = np.unique(image[first])
        if family[0] < first:
            continue
        weights = np.array([6, 6, 3, 1]) * len(family)
        seconds = np.nonzero(traits[:, 0] & traits[first, 0] == 0)[0]
        for at, second in enumerate(seconds):
            thirds = seconds[at:][traits[seconds[at:], 0] & traits[second, 0] == 0]
            for place, third in enumerate(thirds):
                three = traits[first] + traits[second] + traits[third]
                three[1] = traits[first, 1] & traits[second, 1] & traits[third, 1]
                three[4] = traits[second, 4] + traits[third, 4]
                add_fourths(traits, three, thirds[place:], weights, counts)
    return counts


def traits_of(book: Patterns) -> Array:
    """Each pattern's squares and lines as bits, its pieces of each player, 1 if it has none."""
    rows = []
    for squares in book.squares.tolist():
        taken = [s for s in squares if s != NOBODY]
        lines = {int(line) for s in taken for line in LINES_THROUGH[s]}
        sizes = [sum(s != NOBODY for s in side) for side in (squares[:2], squares[2:])]
        bits = sum(1 << s for s in taken), sum(1 << line for line in lines)
        rows.append([*bits, *sizes, int(not taken)])
    return np.array(rows)
