"""The parts of the GPU build that need no GPU; the rest runs where there is one."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from research.qomet import backwards
from tetrad.kernels import qomet_board as board
from tetrad.solvers.qomet import gpu as qomet_gpu
from tetrad.solvers.qomet import index_arrays
from tetrad.solvers.qomet.index_arrays import Array
from tetrad.solvers.qomet.table import QometTable
from tetrad.solvers.tables.format import TableError

WITH_GPU = find_spec("cupy") is not None
STEP = np.dtype([(name, "<u4") for name in ("at", "behind", "block", "undo", "forbids", "action")])
FIXED = np.dtype(
    [
        ("ranks", "<u4", 4608),
        ("from", STEP, (25, 8)),
        ("to", STEP, (25, 8)),
        ("undo_image", "<u4", 520),
        ("set_start", "<u4", 9),
        ("smallest_start", "<u4", 9),
        ("choose", "<u4", 200),
        ("placing", "<u4", 25),
        ("leaving", "<u4", 25),
    ]
)


@pytest.fixture(scope="module")
def fixed() -> Any:
    return qomet_gpu.fixed_tables(index_arrays.build(7)).view(FIXED)[0]


def test_the_small_tables_have_the_layout_that_the_kernels_expect(fixed: Any) -> None:
    assert fixed["placing"].tolist() == [*board.PLACING]
    assert fixed["undo_image"].tolist() == [*board.UNDO_IMAGE]
    assert fixed["set_start"].tolist() == index_arrays.build(7).set_start.tolist()
    assert fixed["choose"].reshape(25, 8)[24, 7] == 346_104


def test_every_step_is_listed_where_it_begins_and_where_it_ends(fixed: Any) -> None:
    for side, column in (("from", board.ORIGIN), ("to", board.TARGET)):
        steps = [(bit, step) for bit in range(25) for step in fixed[side][bit] if step["at"]]
        assert sorted(int(step["action"]) for _, step in steps) == [
            action for action in range(25, 129) if board.TARGET[action]
        ]
        for bit, step in steps:
            assert column[int(step["action"])] == 1 << bit
            assert step["behind"] == board.BEHIND[int(step["action"])]


def test_the_actions_that_leave_the_board_are_those_of_the_outer_square(fixed: Any) -> None:
    for bit, action in enumerate(fixed["leaving"].tolist()):
        leaves = 16 <= bit < 24
        assert (action > 0) == leaves
        if leaves:
            assert board.ORIGIN[action] == 1 << bit
            assert board.TARGET[action] == 0


@pytest.mark.skipif(WITH_GPU, reason="there is a GPU here")
def test_without_cupy_a_build_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="needs CuPy"):
        qomet_gpu.build(tmp_path / "qomet-4.table", 4)


@pytest.mark.skipif(not WITH_GPU, reason="there is no GPU here")
@pytest.mark.parametrize("stars", [3, 4])
def test_the_gpu_writes_the_words_of_the_processor(stars: int) -> None:
    table = qomet_gpu.GpuTable(stars)
    words = np.zeros(table.index.total, dtype=np.uint32)
    passes = [*backwards.build(table.index, words)]
    assert [*table.solve()] == passes
    assert table.verify() == 0
    assert np.array_equal(table.words.get(), words)


class Remote:
    """Words that have to be fetched, as they are on a GPU."""

    def __init__(self, words: Array) -> None:
        self._words = words

    def __len__(self) -> int:
        return len(self._words)

    def __getitem__(self, part: slice) -> "Remote":
        return Remote(self._words[part])

    def get(self) -> Array:
        return self._words


class Solved:
    """Stands in for a table on a GPU after the last pass."""

    wrong = 0

    def __init__(self, each: int) -> None:
        rng = np.random.default_rng(each)
        self.words = Remote(2 * rng.integers(1, 100, index_arrays.build(each).total))

    def solve(self) -> list[tuple[int, int]]:
        return [(1, 0)]

    def verify(self) -> int:
        return self.wrong


def test_a_table_is_fetched_from_the_gpu_part_by_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qomet_gpu, "GpuTable", Solved)
    seen: list[tuple[int, int]] = []
    path = qomet_gpu.build(tmp_path / "qomet-2.table", 2, lambda *shown: seen.append(shown))
    table, total = QometTable(path), index_arrays.build(2).total
    assert seen == sorted(seen)
    assert seen[0][0] < 0.4 * total < seen[-1][0] == seen[-1][1] == total
    words = Solved(2).words.get()
    entry, _ = index_arrays.number(index_arrays.build(2), 0b11 | 0b100 << 25)
    assert table.probe(0b11, 0b100, 0) == words[entry]


def test_a_table_that_does_not_follow_from_itself_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qomet_gpu, "GpuTable", Solved)
    monkeypatch.setattr(Solved, "wrong", 3)
    with pytest.raises(TableError, match="3 does not follow"):
        qomet_gpu.build(tmp_path / "qomet-2.table", 2)
    assert not [*tmp_path.iterdir()]
