"""Qomet positions and their numbers."""

import random
from functools import cache
from math import comb

import pytest

from tetrad.kernels.fast.qomet import image
from tetrad.solvers.qomet import index as qomet_index
from tetrad.solvers.qomet.index import Index, images, number, position


@cache
def index(each: int) -> Index:
    return qomet_index.build(each)


def random_stars(rng: random.Random, each: int) -> tuple[int, int]:
    mine, theirs = rng.randint(0, each), rng.randint(0, each)
    bits = rng.sample(range(25), mine + theirs)
    return sum(1 << bit for bit in bits[:mine]), sum(1 << bit for bit in bits[mine:])


@pytest.mark.parametrize(
    ("each", "total"), [(4, 16_761_924), (5, 213_557_649), (6, 1_604_107_613), (7, 7_414_199_655)]
)
def test_there_are_as_many_indices_as_stated(each: int, total: int) -> None:
    assert index(each).total == total


@pytest.mark.parametrize("each", [4, 7])
def test_an_index_stands_for_a_position_that_has_this_index_or_looks_like_one(each: int) -> None:
    rng = random.Random(1)
    for _ in range(2_000):
        entry = rng.randrange(index(each).total)
        mine, theirs = position(index(each), entry)
        assert mine & theirs == 0
        again, symmetry = number(index(each), mine, theirs)
        assert images(mine)[symmetry] == mine
        assert position(index(each), again) == (mine, images(theirs)[symmetry])


@pytest.mark.parametrize("each", [4, 7])
def test_a_position_is_found_again_under_the_symmetry_that_its_number_comes_with(each: int) -> None:
    rng = random.Random(2)
    for _ in range(2_000):
        mine, theirs = random_stars(rng, each)
        entry, symmetry = number(index(each), mine, theirs)
        found = position(index(each), entry)
        assert found == (images(mine)[symmetry], images(theirs)[symmetry])


def test_every_index_of_a_small_game_belongs_to_a_different_pair_of_sets() -> None:
    pairs = [position(index(2), entry) for entry in range(index(2).total)]
    assert len({*pairs}) == len(pairs)
    assert sum(8 for _ in pairs) >= sum(
        comb(25, k) * comb(25 - k, m) for k in range(3) for m in range(3)
    )


def test_images_are_those_of_the_compiled_game() -> None:
    rng = random.Random(3)
    for _ in range(200):
        mine, theirs = random_stars(rng, 7)
        for symmetry in range(8):
            pair = images(mine)[symmetry] | images(theirs)[symmetry] << 25
            assert image(mine | theirs << 25, symmetry) == pair
