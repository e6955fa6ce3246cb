"""Qomet positions and their numbers, in plain Python and in arrays."""

import random
from functools import cache
from math import comb

import numpy as np
import pytest

from tetrad.kernels import qomet as light
from tetrad.kernels.fast.qomet import image
from tetrad.kernels.qomet import SPACES, UNDO_SHIFT
from tetrad.solvers.qomet import index as plain_index
from tetrad.solvers.qomet import index_arrays
from tetrad.solvers.qomet.index_arrays import Index, number, position


@cache
def index(each: int) -> Index:
    return index_arrays.build(each)


def random_key(rng: random.Random, each: int) -> int:
    """Stars of both players, and any undo."""
    mine, theirs = rng.randint(0, each), rng.randint(0, each)
    bits = rng.sample(range(25), mine + theirs)
    bits[mine:] = [25 + bit for bit in bits[mine:]]
    return sum(1 << bit for bit in bits) | rng.randrange(65) << UNDO_SHIFT


def key_at(each: int, entry: int) -> int:
    mine, theirs = position(index(each), entry)
    return mine | theirs << 25


@pytest.mark.parametrize(
    ("each", "total"),
    [
        (3, 735_865),
        (4, 16_761_924),
        (5, 213_557_649),
        (6, 1_604_107_613),
        (7, 7_414_199_655),
    ],
)
def test_there_are_as_many_indices_as_stated(each: int, total: int) -> None:
    assert index(each).total == total


def test_the_plain_index_has_as_many() -> None:
    assert plain_index.offsets(4)[-1] == index(4).total


@pytest.mark.parametrize("each", [4, 7])
def test_an_index_stands_for_a_position_that_has_this_index_or_looks_like_one(each: int) -> None:
    rng = random.Random(1)
    for _ in range(2_000):
        entry = rng.randrange(index(each).total)
        key = key_at(each, entry)
        assert key & SPACES & key >> 25 == 0
        again, _ = number(index(each), key)
        assert key & SPACES == key_at(each, again) & SPACES
        assert light.canonical(key) == light.canonical(key_at(each, again))


@pytest.mark.parametrize("each", [4, 7])
def test_a_position_is_found_again_as_an_image_with_the_undo_that_its_number_comes_with(
    each: int,
) -> None:
    rng = random.Random(2)
    for _ in range(2_000):
        key = random_key(rng, each)
        entry, undo = number(index(each), key)
        assert key_at(each, entry) | undo << UNDO_SHIFT in light.images(key)


def test_plain_numbers_are_those_of_the_arrays() -> None:
    rng = random.Random(4)
    for each in (3, 4):
        for _ in range(2_000):
            key = random_key(rng, each)
            assert plain_index.number(each, key) == number(index(each), key)


def test_every_index_of_a_small_game_belongs_to_a_different_pair_of_sets() -> None:
    pairs = [position(index(2), entry) for entry in range(index(2).total)]
    assert len({*pairs}) == len(pairs)
    assert sum(8 for _ in pairs) >= sum(
        comb(25, k) * comb(25 - k, m) for k in range(3) for m in range(3)
    )


def test_images_of_whole_arrays_are_those_of_the_compiled_game() -> None:
    rng = random.Random(3)
    stars = [random_key(rng, 7) & SPACES for _ in range(200)]
    for symmetry, seen in enumerate(index_arrays.images(np.array(stars))):
        assert seen.tolist() == [image(each, symmetry) for each in stars]
