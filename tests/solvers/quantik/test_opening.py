import random
from pathlib import Path

import numpy as np
import pytest

from tetrad.kernels import quantik as kernel
from tetrad.kernels import quantik_symmetry as symmetry
from tetrad.solvers.quantik.opening import PATH, PLIES, Opening
from tetrad.solvers.quantik.rederive import Layer, check_entries, patterns
from tetrad.solvers.quantik.solver import Solver
from tetrad.solvers.quantik.table import QuantikTable
from tetrad.solvers.solution import Limits
from tetrad.solvers.tables.format import TableError

POSITIONS = [1, 64, 3_392, 83_776, 1_692_512, 19_236_096, 171_109_632]


@pytest.fixture(scope="module")
def layers() -> list[Layer]:
    table = QuantikTable(PATH)
    entries = [table.layer(ply) for ply in range(PLIES + 1)]
    return [Layer(each >> np.uint64(8), each.astype(np.uint8)) for each in entries]


def test_the_opening_is_small() -> None:
    assert PATH.stat().st_size < 60_000


@pytest.mark.parametrize("ply", range(PLIES))
def test_every_entry_follows_from_the_next_ply_and_none_is_missing(
    layers: list[Layer], ply: int
) -> None:
    entries = layers[ply]
    checked = check_entries(patterns(), *entries, layers[ply + 1], ply)
    assert checked == (POSITIONS[ply], 0, -1)


def test_the_last_ply_of_the_opening_agrees_with_the_search(layers: list[Layer]) -> None:
    solver = Solver(1 << 24, with_opening=False)
    keys, distances = layers[PLIES]
    for number in random.Random(1).sample(range(len(keys)), 300):
        code = symmetry.code_of(int(keys[number]))
        solution = solver.solve(kernel.decode(code), Limits(time=None))
        assert solution.distance == distances[number]


def test_the_opening_knows_where_it_ends() -> None:
    opening = Opening()
    code: kernel.Code = (0, 0)
    for ply in range(9):
        known = opening.distances([code])
        assert (known is not None) == (ply <= PLIES)
        code = kernel.apply(code, kernel.legal_actions(code)[-1])


def test_a_completed_line_is_the_end() -> None:
    assert Opening().distances([(1 << 1 | 1 << 35, 1 << 16 | 1 << 50)]) == [0]


def test_a_damaged_opening_is_refused(tmp_path: Path) -> None:
    content = bytearray(PATH.read_bytes())
    content[len(content) // 2] ^= 1
    (tmp_path / "damaged").write_bytes(content)
    with pytest.raises(TableError, match="damaged"):
        Opening(tmp_path / "damaged")
