import random
from pathlib import Path

import pytest

from tetrad.kernels import quantik as kernel
from tetrad.kernels.quantik import Code
from tetrad.solvers.quantik.build import build
from tetrad.solvers.quantik.rederive import verify
from tetrad.solvers.quantik.solver import Solver
from tetrad.solvers.quantik.table import POSITIONS, QuantikTable, extract
from tetrad.solvers.solution import Limits
from tetrad.solvers.tables.file import UnknownPositionError
from tetrad.solvers.tables.format import TableError

LINE_FREE = [1, 1, 7, 70, 901, 7_144, 57_948, 295_196, 1_129_819, 2_383_539, 3_457_138,
             2_497_967, 1_075_236, 165_785, 13_054, 408, 17]  # fmt: skip


class InterruptionError(Exception):
    """Stands for whatever ends a program before its time."""


def interrupt(done: int, total: int) -> None:
    if done > 0.8 * total:
        raise InterruptionError


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The full table, built in two goes."""
    path = tmp_path_factory.mktemp("tables") / "quantik.table"
    with pytest.raises(InterruptionError):
        build(path, progress=interrupt)
    assert not path.exists()
    return build(path)


@pytest.fixture(scope="module")
def table(path: Path) -> QuantikTable:
    return QuantikTable(path)


def random_code(rng: random.Random) -> Code:
    code: Code = (0, 0)
    for _ in range(rng.randrange(17)):
        if actions := kernel.legal_actions(code):
            code = kernel.apply(code, rng.choice(actions))
    return code


def test_the_table_holds_all_positions_of_each_ply(table: QuantikTable) -> None:
    assert [stop - start for start, stop in table.starts] == LINE_FREE
    assert table.table.layout.entries == POSITIONS == sum(LINE_FREE)
    assert table.table.damaged_blocks() == []


def test_the_table_agrees_with_the_search(table: QuantikTable) -> None:
    rng = random.Random(7)
    solver = Solver(1 << 24, with_opening=False)
    for _ in range(500):
        code = random_code(rng)
        solution = solver.solve(kernel.decode(code), Limits(time=None))
        assert table.probe(code) == solution.distance
        assert (table.probe(code) % 2 == 1) == (solution.value == "win")


def test_distances_follow_from_those_of_the_successors(table: QuantikTable) -> None:
    rng = random.Random(8)
    for _ in range(300):
        code = random_code(rng)
        after = [table.probe(kernel.apply(code, a)) for a in kernel.legal_actions(code)]
        lost = [distance for distance in after if distance % 2 == 0]
        expected = 1 + min(lost) if lost else 1 + max(after, default=-1)
        assert table.probe(code) == expected


def test_a_short_book_knows_only_its_plies(table: QuantikTable, tmp_path: Path) -> None:
    opening = QuantikTable(extract(table, 3, tmp_path / "opening.table"))
    code: Code = (0, 0)
    for ply in range(6):
        assert opening.get(code) == (table.get(code) if ply <= 3 else None)
        if ply > 3:
            with pytest.raises(UnknownPositionError):
                opening.probe(code)
        code = kernel.apply(code, kernel.legal_actions(code)[0])


def test_too_little_memory_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="needs 512 MiB; allow that with --memory 512"):
        build(tmp_path / "quantik.table", memory=1 << 20)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_every_entry_passes_the_second_opinion(path: Path) -> None:
    verification = verify(path)
    assert verification.errors == []
    assert verification.positions == POSITIONS
    assert [sum(counts) for counts in verification.counts] == LINE_FREE
    assert verification.counts[0] == [0] * 10 + [1]
