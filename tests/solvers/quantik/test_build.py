import random

import numpy as np
import pytest

from tetrad.kernels import quantik as kernel
from tetrad.kernels import quantik_symmetry as symmetry
from tetrad.kernels.fast.quantik_symmetry import CLASS, PATTERNS
from tetrad.solvers.quantik import build as layers

# Leaders with few pieces: their positions are quick to list.
FEW = range(24, 42)


def listed(leader: int) -> list[int]:
    keys = np.empty(100_000, np.uint64)
    seconds = np.arange(leader, PATTERNS)
    found = layers.list_keys(leader, seconds[CLASS[seconds] >= leader], keys)
    return [int(key) for key in keys[:found]]


def by_play(plies: int) -> set[int]:
    """The keys of all positions without a line after this many plies, found by playing."""
    codes: set[kernel.Code] = {(0, 0)}
    for _ in range(plies):
        after = {kernel.apply(code, a) for code in codes for a in kernel.legal_actions(code)}
        codes = {symmetry.canonical(code) for code in after if not kernel.is_won(code)}
    return {symmetry.key(code) for code in codes}


@pytest.mark.parametrize("plies", range(5))
def test_every_position_that_play_can_reach_is_listed(plies: int) -> None:
    keys = np.array([key for leader in FEW for key in listed(leader)], np.uint64)
    found = {int(key) for key in keys[layers.plies_of(keys) == plies]}
    reached = by_play(plies)
    assert len(reached) == [1, 1, 7, 70, 901][plies]
    assert found == {key for key in reached if key >> 33 in FEW}


def test_listed_keys_rise_and_are_the_smallest_of_their_images() -> None:
    for leader in FEW:
        keys = listed(leader)
        assert keys == sorted(set(keys))
        for key in random.Random(leader).sample(keys, min(20, len(keys))):
            mine, theirs = symmetry.code_of(int(key))
            assert symmetry.key((mine, theirs)) == key


def test_a_list_that_does_not_fit_says_so() -> None:
    seconds = np.arange(30, PATTERNS)
    assert layers.list_keys(30, seconds, np.empty(10, np.uint64)) == -1


def test_a_key_is_found_in_its_layer() -> None:
    keys = np.array(sorted(by_play(3)), np.uint64)
    doors = layers.doors_of(keys)
    assert [layers.find(keys, doors, key) for key in keys] == list(range(len(keys)))


def test_the_distances_of_a_layer_follow_from_the_next() -> None:
    """With made-up distances, all of them wins, so that the slowest counts."""
    after, before = (np.array(sorted(by_play(plies)), np.uint64) for plies in (3, 2))
    known = np.array([2 * (key % np.uint64(3)) + 1 for key in after], np.uint8)
    distances = np.empty(len(before), np.uint8)
    layers.fill_distances(before, distances, after, layers.doors_of(after), known)
    of = dict(zip(map(int, after), map(int, known), strict=True))
    for key, distance in zip(before, distances, strict=True):
        mine, theirs = symmetry.code_of(int(key))
        actions = kernel.legal_actions((mine, theirs))
        successors = [kernel.apply((mine, theirs), action) for action in actions]
        assert distance == 1 + max(of[symmetry.key(each)] for each in successors)
