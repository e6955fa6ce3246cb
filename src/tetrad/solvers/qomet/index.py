"""The number of a Qomet position among all positions that look different.

The stars of the player to move come first. Of the eight images of that set under the symmetries
the smallest stands for all of them; such smallest sets with the same number of stars are numbered
in order, from 0. The board is turned so that the player's stars become their smallest image, and
the opponent's stars are then numbered among all sets of that size on the spaces left free.

    block   (k, l): k stars of the player to move, l of the opponent, each from 0 to `each`
    index   offset of the block + number of the player's set * C(25 - k, l) + rank of the other set

The blocks follow each other in the order (0, 0), (0, 1), ... (each, each). The rank of a set is its
place among the sets of its size, in the order of the numbers that they are as bits. A player's set
that is its own image under some symmetry leaves a choice: positions then have several numbers, all
of which mean the same, so that a table holds a few entries twice.

    stars each     4            5              6              7
    indices        16,761,924   213,557,649    1,604,107,613  7,414,199,655

Nothing here needs a compiler: tables are built with numpy, and `number` and `position` serve to
look up a few positions. Loops over all of them use the same tables from compiled code.
"""

from collections.abc import Iterator
from math import comb
from typing import Any, NamedTuple, TypeVar

import numpy as np

from tetrad.kernels.fast.qomet_board import UNDO_IMAGE

Array = np.ndarray[Any, np.dtype[Any]]
Stars = TypeVar("Stars", int, Array)

SPACES = 25
MOST = 7
SELF_SIMILAR = 1 << 24


class Index(NamedTuple):
    """The tables that turn positions into numbers, for games with `each` stars a side.

    `ranks` is explained at `rank`. `sets` holds for every set of stars, at `set_start[k]` + rank,
    eight times its number plus the symmetry that leads to its smallest image, and SELF_SIMILAR if
    others lead there too. `smallest` holds the smallest sets, at `smallest_start[k]` + number. The
    block (k, l) begins at `offsets[8 * k + l]` and has `widths[8 * k + l]` indices a set.
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


def turned(stars: Stars) -> Stars:
    """The stars of one player after a quarter turn clockwise."""
    return stars & 1 << 24 | (stars & 0x3F3F3F) << 2 | stars >> 6 & 0x030303


def mirrored(stars: Stars) -> Stars:
    """The stars of one player with west and east exchanged."""
    return (
        stars & 0x1111111
        | (stars & 0x020202) << 6
        | stars >> 6 & 0x020202
        | (stars & 0x040404) << 4
        | stars >> 4 & 0x040404
        | (stars & 0x080808) << 2
        | stars >> 2 & 0x080808
    )


def images(stars: Stars) -> list[Stars]:
    """The eight images, in the order of the symmetries of `tetrad.kernels.fast.qomet_board`."""
    result = [stars]
    for symmetry in range(1, 8):
        result.append(turned(result[-1]) if symmetry != 4 else mirrored(stars))
    return result


def build(each: int) -> Index:
    """The tables for games with at most seven stars a side."""
    sets: list[Array] = []
    smallest: list[Array] = []
    for members in _sets(each):
        numbered, least = _numbered(members)
        sets.append(numbered)
        smallest.append(least)
    widths = [comb(SPACES - k, m) if max(k, m) <= each else 0 for k in range(8) for m in range(8)]
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
        parts = [members[: comb(bit, stars - 1)] | 1 << bit for bit in range(SPACES)]
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


def rank(ranks: Array, stars: int) -> int:
    """The place of a set among the sets of its size.

    The i-th lowest star on place b adds C(b, i). The sums for the lowest nine places, the next
    eight and the last eight, given how many stars are below them, are in the table.
    """
    low, middle, high = stars & 511, stars >> 9 & 255, stars >> 17
    below = low.bit_count()
    return int(
        ranks[low]
        + ranks[512 + 256 * below + middle]
        + ranks[2560 + 256 * (below + middle.bit_count()) + high]
    )


def closed_up(stars: int, gaps: int) -> int:
    """The stars on a board from which the spaces in `gaps` were removed."""
    while gaps:
        top = 1 << gaps.bit_length() - 1
        stars = stars & top - 1 | stars >> 1 & -top
        gaps ^= top
    return stars


def spread_out(stars: int, gaps: int) -> int:
    """The inverse of `closed_up`."""
    while gaps:
        low = gaps & -gaps
        stars = stars & low - 1 | (stars & -low) << 1
        gaps ^= low
    return stars


def unrank(place: int, size: int) -> int:
    """The set of a given size with a given rank."""
    stars = 0
    for left in range(size, 0, -1):
        bit = left - 1
        while comb(bit + 1, left) <= place:
            bit += 1
        place -= comb(bit, left)
        stars |= 1 << bit
    return stars


def image_of_undo(undo: int, symmetry: int) -> int:
    return UNDO_IMAGE[65 * symmetry + undo]


def number(index: Index, mine: int, theirs: int) -> tuple[int, int]:
    """The index of a position, and the symmetry under which the table holds it."""
    k, m = mine.bit_count(), theirs.bit_count()
    found = int(index.sets[index.set_start[k] + rank(index.ranks, mine)]) & SELF_SIMILAR - 1
    symmetry, place = found & 7, found >> 3
    others = closed_up(images(theirs)[symmetry], images(mine)[symmetry])
    block = 8 * k + m
    first = int(index.offsets[block]) + place * int(index.widths[block])
    return first + rank(index.ranks, others), symmetry


def position(index: Index, entry: int) -> tuple[int, int]:
    """The stars of the player to move and of the opponent that an index stands for."""
    block = int(np.searchsorted(index.offsets, entry, side="right")) - 1
    k, m = divmod(block, 8)
    place, other = divmod(entry - int(index.offsets[block]), int(index.widths[block]))
    mine = int(index.smallest[index.smallest_start[k] + place])
    return mine, spread_out(unrank(other, m), mine)
