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

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

from tetrad.rules.quantik import LINES
from tetrad.rules.symmetry import quantik_maps

Code = tuple[int, int]
Pattern = tuple[int, int]

_BOARD = 0xFFFF
_FIELD = 11
_PATTERN = 0x7FF

# All sets of at most two squares, also as boards of 16 bits; a pattern is two of their numbers.
_CHOSEN = [chosen for n in range(3) for chosen in combinations(range(16), n)]
SETS = [sum(1 << square for square in chosen) for chosen in _CHOSEN]
_NUMBER_OF_SET = {board: number for number, board in enumerate(SETS)}
MAPS = quantik_maps()
# Which set each map makes of each set.
SET_IMAGE = [
    [_NUMBER_OF_SET[sum([1 << squares[s] for s in chosen])] for chosen in _CHOSEN]
    for squares in MAPS
]


def _near(chosen: tuple[int, ...]) -> int:
    """The squares in a line with one of the chosen."""
    lines = (line for line in LINES.values() if not set(line).isdisjoint(chosen))
    return sum(1 << square for square in set().union(*lines))


def image(pattern: Pattern, row: int) -> Pattern:
    """What a map makes of a pattern."""
    return SET_IMAGE[row][pattern[0]], SET_IMAGE[row][pattern[1]]


def _classes(patterns: list[Pattern]) -> list[set[Pattern]]:
    """The patterns that some map takes to each other, the largest class first."""
    classes, left = [], dict.fromkeys(patterns)
    while left:
        leader = next(iter(left))
        orbit = {image(leader, row) for row in range(len(MAPS))}
        classes.append(orbit)
        for pattern in orbit:
            del left[pattern]
    return sorted(classes, key=lambda orbit: (-len(orbit), min(orbit)))


def _numbered(patterns: list[Pattern], classes: list[set[Pattern]]) -> list[Pattern]:
    leaders = [min(orbit) for orbit in classes]
    return leaders + sorted(set(patterns) - set(leaders))


def _maps_to_leaders() -> list[list[int]]:
    """For each pattern the maps that take it to the first pattern of its class."""
    found: list[list[int]] = [[] for _ in PATTERNS]
    rows = {squares: row for row, squares in enumerate(MAPS)}
    for row, squares in enumerate(MAPS):
        back = rows[tuple(squares.index(square) for square in range(16))]
        for leader in PATTERNS[: len(_CLASSES)]:
            found[NUMBER[image(leader, row)]].append(back)
    return found


_ALL = [
    (mine, theirs)
    for mine, near in enumerate(map(_near, _CHOSEN))
    for theirs, board in enumerate(SETS)
    if not near & board
]
_CLASSES = _classes(_ALL)
PATTERNS = _numbered(_ALL, _CLASSES)
NUMBER = {pattern: number for number, pattern in enumerate(PATTERNS)}
CLASS_OF = {pattern: number for number, orbit in enumerate(_CLASSES) for pattern in orbit}
MAPS_TO_LEADER = _maps_to_leaders()


def key(code: Code) -> int:
    """The smallest number that stands for one of the 3,072 positions that play like this one."""
    patterns = _patterns(code)
    best = min(CLASS_OF[pattern] for pattern in patterns)
    return min(
        _joined([best, *sorted(NUMBER[image(other, row)] for other in others)])
        for place, leader in enumerate(patterns)
        if CLASS_OF[leader] == best
        for others in [patterns[:place] + patterns[place + 1 :]]
        for row in MAPS_TO_LEADER[NUMBER[leader]]
    )


def code_of(key: int) -> Code:
    """The position of a key whose smallest pattern is that of the spheres, and so on."""
    return _code([PATTERNS[key >> low & _PATTERN] for low in range(33, -1, -_FIELD)])


def canonical(code: Code) -> Code:
    """The position that stands for all that play like this one."""
    return code_of(key(code))


def symmetries(code: Code) -> list[Code]:
    """The different positions that play like this one, the smallest code first."""
    patterns = _patterns(code)
    images = {
        tuple(image(pattern, row) for pattern in order)
        for order in set(permutations(patterns))
        for row in range(len(MAPS))
    }
    return sorted(_code(patterns) for patterns in images)


def _patterns(code: Code) -> list[Pattern]:
    mine, theirs = code
    return [
        (_NUMBER_OF_SET[mine >> lane & _BOARD], _NUMBER_OF_SET[theirs >> lane & _BOARD])
        for lane in range(0, 64, 16)
    ]


def _code(patterns: Sequence[Pattern]) -> Code:
    mine = sum(SETS[pattern[0]] << 16 * lane for lane, pattern in enumerate(patterns))
    theirs = sum(SETS[pattern[1]] << 16 * lane for lane, pattern in enumerate(patterns))
    return mine, theirs


def _joined(numbers: list[int]) -> int:
    """Four patterns as one number, the first in the highest bits."""
    joined = 0
    for number in numbers:
        joined = joined << _FIELD | number
    return joined
