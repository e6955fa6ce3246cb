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

    stars each     3         4            5              6              7
    indices        735,865   16,761,924   213,557,649    1,604,107,613  7,414,199,655

This is for looking up a few positions with few stars, in plain Python. Whoever goes through
millions of positions does the same with the arrays of `index_arrays`.
"""

from bisect import bisect_left
from functools import cache
from itertools import accumulate, combinations
from math import comb

from tetrad.kernels.qomet import SPACES, UNDO_SHIFT, canonical, images


@cache
def smallest_sets(size: int) -> list[int]:
    """The sets of so many stars that are their own smallest images, in order."""
    sets = (sum(1 << bit for bit in bits) for bits in combinations(range(25), size))
    return sorted({canonical(stars) for stars in sets})


@cache
def offsets(each: int) -> list[int]:
    """Where the block (k, l) begins, at place k * (each + 1) + l; then the number of indices."""
    sizes = range(each + 1)
    blocks = [len(smallest_sets(k)) * comb(25 - k, m) for k in sizes for m in sizes]
    return [*accumulate(blocks, initial=0)]


def number(each: int, key: int) -> tuple[int, int]:
    """The index of a key with at most `each` stars per side, and the undo that it forbids there."""
    seen = min(images(key), key=lambda image: image & SPACES)
    mine, theirs = seen & SPACES, seen >> 25 & SPACES
    k, m = mine.bit_count(), theirs.bit_count()
    place = bisect_left(smallest_sets(k), mine)
    first = offsets(each)[k * (each + 1) + m] + place * comb(25 - k, m)
    return first + rank(closed_up(theirs, mine)), seen >> UNDO_SHIFT


def rank(stars: int) -> int:
    """The place of a set among the sets of its size: the i-th lowest star on bit b adds C(b, i)."""
    bits = [bit for bit in range(stars.bit_length()) if stars >> bit & 1]
    return sum(comb(bit, i) for i, bit in enumerate(bits, start=1))


def closed_up(stars: int, gaps: int) -> int:
    """The stars on a board from which the spaces in `gaps` were removed."""
    while gaps:
        top = 1 << gaps.bit_length() - 1
        stars = stars & top - 1 | stars >> 1 & -top
        gaps ^= top
    return stars
