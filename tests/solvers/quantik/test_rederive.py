from functools import cache

import numpy as np
import pytest

from tetrad.kernels import quantik as kernel
from tetrad.kernels import quantik_symmetry as symmetry
from tetrad.kernels.fast.quantik_symmetry import PATTERNS, pattern_of
from tetrad.solvers.quantik.rederive import (
    Layer,
    board_maps,
    check_entries,
    count_positions,
    patterns,
    traits_of,
)
from tetrad.solvers.quantik.solver import Solver
from tetrad.solvers.solution import Limits

POSITIONS = [1, 64, 3_392, 83_776, 1_692_512]


@cache
def layer(ply: int) -> Layer:
    """The entries of an early ply, made by playing and searching."""
    codes: set[kernel.Code] = {(0, 0)}
    for _ in range(ply):
        after = {kernel.apply(code, a) for code in codes for a in kernel.legal_actions(code)}
        codes = {symmetry.canonical(code) for code in after if not kernel.is_won(code)}
    keyed = sorted((symmetry.key(code), code) for code in codes)
    solver = Solver(1 << 24, with_opening=False)
    answers = [solver.solve(kernel.decode(code), Limits(time=None)) for _, code in keyed]
    keys = np.array([key for key, _ in keyed], np.uint64)
    return Layer(keys, np.array([answer.distance for answer in answers], np.uint8))


def check(entries: Layer, ply: int) -> tuple[int, int, int]:
    return check_entries(patterns(), entries.keys, entries.distances, layer(ply + 1), ply)


@pytest.mark.parametrize("ply", range(4))
def test_true_entries_pass_and_stand_for_all_positions(ply: int) -> None:
    assert check(layer(ply), ply) == (POSITIONS[ply], 0, -1)


def test_the_second_numbering_of_patterns_is_the_same() -> None:
    book = patterns()
    assert book.squares.shape == (PATTERNS, 4)
    for number in range(0, PATTERNS, 50):
        squares = [int(s) for s in book.squares[number]]
        mine, theirs = (sum(1 << s for s in side if s < 16) for side in (squares[:2], squares[2:]))
        words = np.uint64(mine), np.uint64(theirs)
        assert pattern_of(*words, np.uint64(0)) == number
    assert len(board_maps()) == 128


def test_a_wrong_distance_is_found() -> None:
    entries = layer(3)
    for number in (0, 20, len(entries.keys) - 1):
        distances = entries.distances.copy()
        distances[number] += 2
        assert check(Layer(entries.keys, distances), 3) == (POSITIONS[3], 1, number)


def test_a_missing_entry_leaves_positions_out() -> None:
    entries = layer(3)
    families, wrong, _ = check(Layer(entries.keys[1:], entries.distances[1:]), 3)
    assert wrong == 0
    assert families < POSITIONS[3]


def test_a_missing_successor_is_found() -> None:
    entries, later = layer(2), layer(3)
    later = Layer(later.keys[1:], later.distances[1:])
    _, wrong, _ = check_entries(patterns(), entries.keys, entries.distances, later, 2)
    assert wrong > 0


def test_what_is_no_position_of_its_ply_is_found() -> None:
    entries = layer(3)
    assert check(entries._replace(keys=entries.keys + np.uint64(1)), 3)[1] > 0
    _, wrong, first = check_entries(patterns(), entries.keys, entries.distances, layer(4), 2)
    assert (wrong, first) == (len(entries.keys), 0)


def test_an_image_that_is_not_the_smallest_is_found() -> None:
    entries = layer(1)
    _, wrong, _ = check(entries._replace(keys=entries.keys + np.uint64(1 << 33)), 1)
    assert wrong == 1


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_all_positions_are_counted_without_symmetry() -> None:
    counts = count_positions(patterns().image, traits_of(patterns()))
    assert counts[:5].tolist() == POSITIONS
    assert counts[16] == 27_648
    assert counts.sum() == 33_831_947_905
