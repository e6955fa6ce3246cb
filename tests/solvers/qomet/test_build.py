"""Qomet tables on disk: built, interrupted, damaged, verified."""

import json
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tetrad.kernels.fast import qomet as kernel
from tetrad.kernels.qomet import SPACES, UNDO_SHIFT, encode
from tetrad.rules.qomet import Qomet
from tetrad.solvers.qomet import build as qomet_build
from tetrad.solvers.qomet import index_arrays, passes, rederive
from tetrad.solvers.qomet import verify as qomet_check
from tetrad.solvers.qomet.coder import UNDO, WITH_UNDO, Coding
from tetrad.solvers.qomet.index_arrays import Array
from tetrad.solvers.qomet.table import PART, QometTable, save
from tetrad.solvers.tables.file import open_alone
from tetrad.solvers.tables.format import TableError

# Of the words for four stars per side, as the GPU wrote them, too.
DIGEST = "6b4035cd5f7a2683c09fb965eea7e72d8d943082c2cb097f1b1553a4e8a94f5c"
GIBIBYTE = 1 << 30


def saved(path: Path, words: Array, stars: int) -> Path:
    save(path, words.astype(np.uint32), Coding(stars, 9, False), stars)
    return path


def index_total(stars: int) -> int:
    return index_arrays.build(stars).total


def no_words(stars: int) -> Array:
    return np.zeros(index_total(stars), dtype=np.uint32)


def test_with_two_stars_a_side_nobody_can_make_a_square(tmp_path: Path) -> None:
    shown: list[tuple[int, int]] = []
    path = qomet_build.build(
        tmp_path / "qomet-2.table", 2, GIBIBYTE, lambda done, total, _: shown.append((done, total))
    )
    assert shown == sorted(shown)
    assert shown[-1] == (index_total(2), index_total(2))
    report = rederive.verify(path)
    assert not report.errors
    assert report.lines[1] == "0 won, 17,391 drawn, 0 lost"
    assert QometTable(path).probe(0b11, 0b1100, 0) == 0
    assert {file.name for file in tmp_path.iterdir()} == {"qomet-2.table"}


def test_an_interrupted_build_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the middle of a build with three stars per side, with codes that chance has chosen."""
    monkeypatch.setattr(qomet_build, "PART", 1 << 16)
    ends = []
    for name, patience in (("whole", 10_000), ("interrupted", 7)):
        path = tmp_path / f"{name}.table"
        begin_in_the_middle(path)
        work = None
        while work is None or work.changed:
            try:
                work = qomet_build.Work(path, 3, GIBIBYTE, interrupting(patience))
                work.one_pass()
            except KeyboardInterrupt:
                patience += 5
        ends.append((work.turn, np.array(work.codes), path.with_suffix(".passes").read_bytes()))
    assert ends[0][0] == ends[1][0] >= 5
    assert np.array_equal(ends[0][1], ends[1][1])
    assert ends[0][2] == ends[1][2]


def begin_in_the_middle(path: Path) -> None:
    """As if the second pass had just lost some positions."""
    total = index_total(3)
    lost = np.random.default_rng(1).random(-(-total // 8) * 8) < 0.01
    lost[total:] = False
    np.where(lost[:total], passes.LOSS, 0).astype(np.uint8).tofile(path.with_suffix(".codes"))
    np.packbits(lost, bitorder="little").tofile(path.with_suffix(".news"))
    np.zeros(len(lost) // 8, dtype=np.uint8).tofile(path.with_suffix(".marks"))
    path.with_suffix(".passes").touch()
    path.with_suffix(".note").write_text(json.dumps([3, "mark", int(lost.sum()), 0]))


def interrupting(patience: int) -> Callable[..., None]:
    calls = count()

    def progress(*_: object) -> None:
        if next(calls) >= patience:
            raise KeyboardInterrupt

    return progress


def test_a_build_goes_on_after_it_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qomet_build, "PART", 1 << 16)
    path, whole = tmp_path / "killed.table", tmp_path / "whole.table"
    begin_in_the_middle(path)
    begin_in_the_middle(whole)
    with subprocess.Popen(
        [sys.executable, "-c", PASSES, str(path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.kill()
    for each in (path, whole):
        work = qomet_build.Work(each, 3, GIBIBYTE, None)
        while work.changed:
            work.one_pass()
    for name in (".codes", ".passes", ".note"):
        assert path.with_suffix(name).read_bytes() == whole.with_suffix(name).read_bytes()


# Does passes, part by part, and says so.
PASSES = """
import sys
from pathlib import Path
from tetrad.solvers.qomet import build as qomet_build
qomet_build.PART = 1 << 16
work = qomet_build.Work(Path(sys.argv[1]), 3, 1 << 30, lambda *_: print("part", flush=True))
while work.changed:
    work.one_pass()
"""


def test_two_builders_do_not_disturb_each_other(tmp_path: Path) -> None:
    path = tmp_path / "qomet-2.table"
    with (
        open_alone(path.with_suffix(".builder")),
        pytest.raises(TableError, match="is being written by another program"),
    ):
        qomet_build.build(path, 2, GIBIBYTE)
    assert qomet_build.build(path, 2, GIBIBYTE) == path


def test_what_a_killed_builder_left_beside_a_finished_table_is_removed(tmp_path: Path) -> None:
    path = qomet_build.build(tmp_path / "qomet-2.table", 2)
    path.with_suffix(".codes").write_bytes(b"left")
    assert qomet_build.build(path, 2) == path
    assert [file.name for file in tmp_path.iterdir()] == ["qomet-2.table"]


def test_a_note_without_its_codes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "qomet-2.table"
    path.with_suffix(".note").write_text(json.dumps([2, "mark", 5, 0]))
    with pytest.raises(TableError, match="delete both to start again"):
        qomet_build.build(path, 2, GIBIBYTE)


def test_a_damaged_log_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "qomet-3.table"
    begin_in_the_middle(path)
    work = qomet_build.Work(path, 3, GIBIBYTE, None)
    work.one_pass()
    log = path.with_suffix(".passes")
    whole = log.read_bytes()
    log.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(TableError, match="delete both to start again"):
        qomet_build.Found(work)[0:4]


def test_a_build_that_needs_more_memory_says_how_much(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="8839 MiB; allow that with --memory 8839"):
        qomet_build.build(tmp_path / "qomet.table", 7, GIBIBYTE)


@pytest.mark.parametrize("word", [3, 4])
def test_a_wrong_entry_is_found(tmp_path: Path, word: int) -> None:
    words = no_words(2)
    words[3_000] = word
    report = rederive.verify(saved(tmp_path / "qomet-2.table", words, 2))
    assert any("does not follow from the rules" in error for error in report.errors)


def test_a_wrong_entry_for_a_forbidden_undo_is_found(tmp_path: Path) -> None:
    position = Qomet.start().play("@d4").play("@d5").play("d4-d5")
    mine, theirs, undo = stars_and_undo(position)
    key = mine | theirs << 25 | undo << UNDO_SHIFT
    entry, seen = index_arrays.number(index_arrays.build(2), key)
    words = no_words(2)
    words[entry] = 4 << WITH_UNDO | seen << UNDO
    path = saved(tmp_path / "qomet-2.table", words, 2)
    assert QometTable(path).probe(mine, theirs, undo) == 4
    assert QometTable(path).probe(mine, theirs, 0) == 0
    assert rederive.verify(path).errors


def stars_and_undo(position: Qomet) -> tuple[int, int, int]:
    key = kernel.key_of(encode(position))
    return key & SPACES, key >> 25 & SPACES, key >> UNDO_SHIFT


@pytest.mark.nightly
@pytest.mark.timeout(7200)
def test_four_stars_a_side_interrupted_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words are those that the GPU wrote; the rulebook agrees on positions of random play."""
    path, found = tmp_path / "qomet-4.table", []

    def interrupted(done: int, total: int, note: str) -> None:
        found.append(done)
        if len(found) == 99:
            raise KeyboardInterrupt

    def digesting(file: Path, words: qomet_build.Found, *options: Any) -> None:
        parts = (words[start : start + PART] for start in range(0, len(words), PART))
        assert sha256(np.concatenate([*parts]).tobytes()).hexdigest() == DIGEST
        save(file, words, *options)

    with pytest.raises(KeyboardInterrupt):
        qomet_build.build(path, 4, GIBIBYTE, interrupted)
    monkeypatch.setattr(qomet_build, "save", digesting)
    qomet_build.build(path, 4, GIBIBYTE)
    report = qomet_check.check(path)
    assert not report.errors
    assert report.lines[1:] == [
        "4,283,976 won, 11,407,231 drawn, 1,009,745 lost",
        "the longest win takes 61 plies",
        "1000 random positions agree with rules and search",
    ]


def test_few_stars_of_a_game_are_built_and_checked(tmp_path: Path) -> None:
    path = qomet_build.build(tmp_path / "qomet-3-up-to-2.table", 3, most=2)
    whole = QometTable(qomet_build.build(tmp_path / "qomet-3.table", 3))
    table = QometTable(path)
    assert (table.stars, table.most) == (3, 2)
    assert table.probe(0b11, 0b1100, 0) == whole.probe(0b11, 0b1100, 0)
    assert qomet_check.check(path, samples=50).errors == []
