"""The index of Qomet positions as arrays, for compiled loops over all of them.

What the number of a position is, `tetrad.solvers.qomet.index` describes. Here the same is looked up
in arrays, and a loop over many numbers goes from one position to the next.
"""

from collections.abc import Iterator
from math import comb
from typing import Any, NamedTuple

import numpy as np

from tetrad.kernels import qomet as light
from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.qomet import first_bit, image, size
from tetrad.kernels.qomet import SPACES, UNDO_SHIFT

Array = np.ndarray[Any, np.dtype[Any]]

SELF_SIMILAR = 1 << 24
_PLACES = 25
_CHOOSE = np.array([comb(n, k) for n in range(25) for k in range(8)], dtype=np.int64)
# The same bit operations serve whole arrays.
_turned: Any = light.turned
_mirrored: Any = light.mirrored


class Index(NamedTuple):
    """The tables that turn positions into numbers, for games with `each` stars per side.

    `ranks` is explained at `rank`. `sets` holds for every set of stars, at `set_start[k]` + rank,
    eight times its number plus the symmetry that leads to its smallest image, and SELF_SIMILAR if
    others lead there too. `smallest` holds the smallest sets, at `smallest_start[k]` + number. The
    block (k, l) begins at `offsets[8 * k + l]` and has `widths[8 * k + l]` indices per set.
    """

    each: int
    ranks: Array
    sets: Array
    set_start: Array
    smallest: Array
    smallest_start: Array
    offsets: Array
    widths: Array

    @property
    def total(self) -> int:
        return int(self.offsets[-1])


def images(stars: Array) -> list[Array]:
    """The eight images of many sets, in the order of the symmetries of `kernels.qomet_board`."""
    result = [stars]
    for symmetry in range(1, 8):
        result.append(_turned(result[-1]) if symmetry != 4 else _mirrored(stars))
    return result


def build(each: int) -> Index:
    """The tables for games with at most seven stars per side."""
    sets: list[Array] = []
    smallest: list[Array] = []
    for members in _sets(each):
        numbered, least = _numbered(members)
        sets.append(numbered)
        smallest.append(least)
    widths = [comb(_PLACES - k, m) if max(k, m) <= each else 0 for k in range(8) for m in range(8)]
    blocks = [
        widths[8 * k + m] * (len(smallest[k]) if k <= each else 0)
        for k in range(8)
        for m in range(8)
    ]
    return Index(
        each,
        _rank_table(),
        np.concatenate(sets),
        _starts(sets),
        np.concatenate(smallest),
        _starts(smallest),
        np.cumsum([0, *blocks], dtype=np.int64),
        np.array(widths, dtype=np.int64),
    )


def _sets(each: int) -> Iterator[Array]:
    """The sets of 0, 1, ... stars, each kind in order: sorted by the highest star first of all."""
    members = np.zeros(1, dtype=np.int64)
    yield members
    for stars in range(1, each + 1):
        parts = [members[: comb(bit, stars - 1)] | 1 << bit for bit in range(_PLACES)]
        members = np.concatenate(parts)
        yield members


def _numbered(sets: Array) -> tuple[Array, Array]:
    """For sets of one size, in order: number and symmetry of each; and the smallest sets."""
    turned_sets = np.stack(images(sets))
    least = turned_sets.min(axis=0)
    smallest = sets[least == sets]
    symmetry = (turned_sets == least).argmax(axis=0)
    similar = (turned_sets == least).sum(axis=0) > 1
    numbers = np.searchsorted(smallest, least) * 8 + symmetry
    return numbers | similar * SELF_SIMILAR, smallest


def _starts(parts: list[Array]) -> Array:
    return np.cumsum([0, *map(len, parts)], dtype=np.int64)


def _rank_table() -> Array:
    table = np.zeros(512 + 2 * 8 * 256, dtype=np.int64)
    for bits in range(512):
        table[bits] = _rank(bits, 0, 0)
    for below in range(8):
        for bits in range(256):
            table[512 + 256 * below + bits] = _rank(bits, 9, below)
            table[2560 + 256 * below + bits] = _rank(bits, 17, below)
    return table


def _rank(bits: int, shift: int, below: int) -> int:
    places = [shift + bit for bit in range(9) if bits >> bit & 1]
    return sum(comb(place, below + 1 + i) for i, place in enumerate(places))


@compiled
def rank(ranks: Array, stars: int) -> int:
    """The place of a set among the sets of its size.

    The i-th lowest star on place b adds C(b, i). The sums for the lowest nine places, the next
    eight and the last eight, given how many stars are below them, are in the table.
    """
    low, middle, high = stars & 511, stars >> 9 & 255, stars >> 17
    below = size(low)
    first: int = ranks[low] + ranks[512 + 256 * below + middle]
    return first + ranks[2560 + 256 * (below + size(middle)) + high]  # type: ignore[no-any-return]


@compiled
def closed_up(stars: int, gaps: int) -> int:
    """The stars on a board from which the spaces in `gaps` were removed."""
    gone = 0
    while gaps:
        low = (1 << first_bit(gaps) - gone) - 1
        stars = stars & low | stars >> 1 & ~low
        gone += 1
        gaps &= gaps - 1
    return stars


@compiled
def spread_out(stars: int, gaps: int) -> int:
    """The inverse of `closed_up`."""
    while gaps:
        low = (gaps & -gaps) - 1
        stars = stars & low | (stars & ~low) << 1
        gaps &= gaps - 1
    return stars


@compiled
def place_of(index: Index, mine: int, theirs: int, place: int) -> int:
    """The index of a position whose stars `mine` are the smallest set with number `place`."""
    block = 8 * size(mine) + size(theirs)
    other = rank(index.ranks, closed_up(theirs, mine))
    entry: int = index.offsets[block] + place * index.widths[block] + other
    return entry


@compiled
def number(index: Index, key: int) -> tuple[int, int]:
    """The index of a key, and the undo that it forbids as seen there."""
    mine = key & SPACES
    found = index.sets[index.set_start[size(mine)] + rank(index.ranks, mine)] & SELF_SIMILAR - 1
    seen = image(key, found & 7)
    entry = place_of(index, seen & SPACES, seen >> 25 & SPACES, found >> 3)
    return entry, seen >> UNDO_SHIFT


@compiled
def next_set(stars: int) -> int:
    """The next larger set of the same size."""
    if stars == 0:
        return 0
    low = stars & -stars
    carried = stars + low
    return carried | (stars ^ carried) >> 2 + first_bit(low)


@compiled
def unrank(place: int, stars: int) -> int:
    """The set of a given size with a given rank."""
    result = 0
    bit = 24
    while stars:
        if _CHOOSE[8 * bit + stars] <= place:
            result |= 1 << bit
            place -= _CHOOSE[8 * bit + stars]
            stars -= 1
        bit -= 1
    return result


@compiled
def stars_at(index: Index, block: int, entry: int) -> tuple[int, int]:
    """The stars of the player to move and of the opponent that an index of a block stands for."""
    within, width = entry - index.offsets[block], index.widths[block]
    mine = index.smallest[index.smallest_start[block // 8] + within // width]
    return mine, spread_out(unrank(within % width, block % 8), mine)


@compiled
def block_of(index: Index, entry: int) -> int:
    block = 63
    while index.offsets[block] > entry:
        block -= 1
    return block


@compiled
def row_at(index: Index, entry: int) -> tuple[int, int, int]:
    """The stars of the player to move, those of the opponent among the spaces that are left free,
    and the first entry in which the player's stars are others.
    """
    block = block_of(index, entry)
    within, width = entry - index.offsets[block], index.widths[block]
    mine = index.smallest[index.smallest_start[block // 8] + within // width]
    return mine, unrank(within % width, block % 8), entry + width - within % width


def position(index: Index, entry: int) -> tuple[int, int]:
    """The stars of the player to move and of the opponent that an index stands for."""
    return stars_at(index, block_of(index, entry), entry)
