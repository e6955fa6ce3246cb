"""Positions of random games with the values that the full table gave them.

`tests/data/qomet-values.npz` holds `keys` (see `kernels.qomet`) and `plies`: odd for a win of
the player to move, even for a loss, 0 for a draw. It was written together with the opening by
`python -m research.qomet.report`.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tetrad.kernels.fast.qomet import can_win_now
from tetrad.kernels.qomet import SPACES, UNDO_SHIFT, decode
from tetrad.solvers.qomet import search as prover
from tetrad.solvers.qomet.index_arrays import Array
from tetrad.solvers.qomet.opening import NOTHING, known
from tetrad.solvers.qomet.solver import Solver
from tetrad.solvers.solution import MEBIBYTE, Limits

DATA = Path(__file__).parents[2] / "data" / "qomet-values.npz"


def samples() -> Iterator[tuple[int, int]]:
    with np.load(DATA) as arrays:
        return zip(arrays["keys"].tolist(), arrays["plies"].tolist(), strict=True)


def plies_within(key: int, depth: int, room: tuple[Array, Array, Array]) -> int:
    """Plies to the end by search, if they are at most `depth`, else 0."""
    if can_win_now(key):
        return 1
    for plies in range(2, depth + 1):
        if prover.ask(key, plies, *room) == prover.YES:
            return plies
    return 0


def check(step: int, depth: int) -> None:
    table = np.zeros((1 << 18, 2), dtype=np.int64)
    control = np.array([1 << 60, 0], dtype=np.int64)
    stack = np.empty((depth + 1) * 129, dtype=np.int64)
    for key, plies in [*samples()][::step]:
        expected = plies if plies <= depth else 0
        assert plies_within(key, depth, (table, control, stack)) == expected, decode(key)


def test_there_are_twenty_thousand_positions_of_all_values() -> None:
    plies = np.array([plies for _, plies in samples()])
    assert len(plies) > 20_000
    assert np.count_nonzero(plies == 0) > 500
    assert np.count_nonzero(plies > 100) > 20


def test_search_to_five_plies_agrees_with_the_table() -> None:
    check(8, 5)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_search_to_seven_plies_agrees_with_the_table() -> None:
    check(1, 7)


def test_the_opening_agrees_with_the_table() -> None:
    known_ones = 0
    for key, plies in samples():
        few = max((key & SPACES).bit_count(), (key >> 25 & SPACES).bit_count()) <= 3
        if few and not can_win_now(key):
            assert known().plies(key) == plies
            known_ones += key >> UNDO_SHIFT > 0
    assert known_ones > 10


def test_the_solver_never_contradicts_the_table() -> None:
    solver = Solver(MEBIBYTE, NOTHING)
    for key, plies in [*samples()][::500]:
        solution = solver.solve(decode(key), Limits(nodes=3_000))
        if solution.value != "unknown":
            assert solution.distance == plies
