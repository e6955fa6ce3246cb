import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tetrad.solvers.tables.file import Entries, Table, UnknownPositionError, Writer, is_sound
from tetrad.solvers.tables.folder import built, data_folder, table_path
from tetrad.solvers.tables.format import BITS, Layout, Packing, TableError, read_whole


def numbers(layout: Layout) -> Entries:
    limit = 1 << min(layout.bits, 62)
    return np.random.default_rng(layout.bits).integers(0, limit, layout.entries)


def layout_of(entries: int, bits: int, packing: Packing = "none") -> Layout:
    parameters = {"stars": 4, "plies": [1, 2, 3]}
    return Layout("quantik", "test", entries, bits, 256, packing, parameters)


def written(path: Path, layout: Layout, step: int = 1000) -> Path:
    values = numbers(layout)
    with Writer(path, layout) as writer:
        for start in range(writer.entries, layout.entries, step):
            writer.append(values[start : start + step])
        writer.finish()
    return path


@pytest.mark.parametrize("bits", BITS)
@pytest.mark.parametrize("packing", ["none", "zlib"])
def test_what_was_written_is_read(tmp_path: Path, bits: int, packing: Packing) -> None:
    layout = layout_of(3_333, bits, packing)
    table = Table(written(tmp_path / "test.table", layout))
    values = numbers(layout)
    assert table.layout == layout
    assert table.damaged_blocks() == []
    assert [table.probe(index) for index in range(3_333)] == values.tolist()
    assert table.read(700, 2_900).tolist() == values[700:2_900].tolist()
    assert os.listdir(tmp_path) == ["test.table"]


def test_a_small_table_can_be_read_at_once(tmp_path: Path) -> None:
    layout = layout_of(3_333, 16, "zlib")
    read, entries = read_whole(written(tmp_path / "test.table", layout))
    assert read == layout
    assert np.frombuffer(entries, "<u2").tolist() == numbers(layout).tolist()
    with pytest.raises(TableError, match="no table"):
        read_whole(tmp_path / "other.table")


def test_a_table_may_be_empty(tmp_path: Path) -> None:
    table = Table(written(tmp_path / "test.table", layout_of(0, 8)))
    assert table.get(0) is None


def test_probe_raises_where_get_returns_none(tmp_path: Path) -> None:
    table = Table(written(tmp_path / "test.table", layout_of(100, 8)))
    for index in (-1, 100):
        assert table.get(index) is None
        with pytest.raises(UnknownPositionError):
            table.probe(index)


def test_a_damaged_block_is_never_an_answer(tmp_path: Path) -> None:
    path = written(tmp_path / "test.table", layout_of(1_000, 8))
    content = bytearray(path.read_bytes())
    content[-(4 * 8 + 4) - 700] ^= 1
    path.write_bytes(content)
    table = Table(path)
    (damaged,) = table.damaged_blocks()
    assert damaged == 1
    for index in range(1_000):
        assert (table.get(index) is None) == (index // 256 == damaged)
    with pytest.raises(TableError, match=": 1 is damaged; build it again"):
        table.probe(300)


def test_blocks_that_changed_places_are_damaged(tmp_path: Path) -> None:
    path = written(tmp_path / "test.table", layout_of(512, 8))
    content = path.read_bytes()
    start = len(content) - 2 * 8 - 4 - 2 * (256 + 8)
    one, two = content[start : start + 264], content[start + 264 : start + 528]
    path.write_bytes(content[:start] + two + one + content[start + 528 :])
    assert Table(path).damaged_blocks() == [0, 1]


@given(data=st.data())
def test_any_flipped_bit_is_noticed(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    layout = layout_of(400, 4)
    path = written(tmp_path_factory.mktemp("tables") / "test.table", layout)
    content = bytearray(path.read_bytes())
    content[data.draw(st.integers(0, len(content) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    path.write_bytes(content)
    values = numbers(layout).tolist()
    try:
        table = Table(path)
    except TableError:
        return
    answers = [table.get(index) for index in range(400)]
    assert None in answers
    assert all(answer in (None, value) for answer, value in zip(answers, values, strict=True))


@pytest.mark.parametrize("size", [0, 7, 40, 100, 600, 1_000])
def test_a_file_cut_short_is_refused(tmp_path: Path, size: int) -> None:
    path = written(tmp_path / "test.table", layout_of(1_000, 8))
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(TableError, match=r"test.table"):
        Table(path)


def test_a_missing_table_and_another_file_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="there is no table"):
        Table(tmp_path / "none.table")
    (tmp_path / "text.table").write_text("not a table " * 100)
    with pytest.raises(TableError, match="is not a Tetrad table"):
        Table(tmp_path / "text.table")
    with pytest.raises(TableError, match="cannot be read"):
        Table(tmp_path)


def test_a_file_of_another_version_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "test.table", layout_of(10, 8))
    content = bytearray(path.read_bytes())
    content[8] = 2
    path.write_bytes(content)
    with pytest.raises(TableError, match="has format 2, this program reads 1"):
        Table(path)


def test_writing_goes_on_behind_the_last_whole_block(tmp_path: Path) -> None:
    path, layout = tmp_path / "test.table", layout_of(5_000, 16)
    values = numbers(layout)
    with Writer(path, layout) as writer:
        writer.append(values[:2_000])
        stored = writer.entries
    assert 1_900 < stored < 2_000
    with open(tmp_path / "test.table.part", "ab") as part:
        part.write(b"half a block")
    with Writer(path, layout) as writer:
        assert writer.entries == stored
        assert writer.read(100, 900).tolist() == values[100:900].tolist()
    assert Table(written(path, layout)).read(0, 5_000).tolist() == values.tolist()


def test_an_interrupted_table_of_another_layout_is_started_again(tmp_path: Path) -> None:
    path = tmp_path / "test.table"
    with Writer(path, layout_of(5_000, 16)) as writer:
        writer.append(numbers(writer.layout)[:3_000])
    with Writer(path, layout_of(5_000, 8)) as writer:
        assert writer.entries == 0


def test_a_table_is_not_finished_before_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "test.table"
    with Writer(path, layout_of(5_000, 16)) as writer:
        writer.append(numbers(writer.layout)[:3_000])
        with pytest.raises(TableError, match="of 5000"):
            writer.finish()
    assert not path.exists()


def test_two_writers_do_not_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "test.table"
    with Writer(path, layout_of(10, 8)), pytest.raises(TableError, match="another program"):
        Writer(path, layout_of(10, 8))


ROOT = Path(__file__).parents[3]
ENDLESS = """
import sys, time
from pathlib import Path
from tests.solvers.tables.test_file import layout_of, numbers
from tetrad.solvers.tables.file import Writer
layout = layout_of(200_000, 32)
with Writer(Path(sys.argv[1]), layout) as writer:
    for start in range(writer.entries, layout.entries, 50):
        writer.append(numbers(layout)[start:start + 50])
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no kill -9")
def test_a_killed_writer_loses_only_what_was_not_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "test.table"
    part = tmp_path / "test.table.part"
    for size in (5_000, 20_000):
        writing = subprocess.Popen([sys.executable, "-c", ENDLESS, str(path)], cwd=ROOT)
        while not part.exists() or part.stat().st_size < size:
            time.sleep(0.001)
        writing.kill()
        writing.wait()
    layout = layout_of(200_000, 32)
    with Writer(path, layout) as writer:
        assert writer.entries * 4 > 15_000
    assert Table(written(path, layout)).read(0, 200_000).tolist() == numbers(layout).tolist()


def test_the_data_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TETRAD_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    assert table_path("quantik") == tmp_path / "quantik.table"
    monkeypatch.delenv("TETRAD_DATA")
    assert data_folder().name == "tetrad"
    assert data_folder().is_absolute()


def test_a_built_table_is_found_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TETRAD_DATA", str(tmp_path))
    assert built("quantik") is None
    table_path("quantik").touch()
    assert built("quantik") == tmp_path / "quantik.table"


def test_a_damaged_or_missing_table_is_not_sound(tmp_path: Path) -> None:
    path = tmp_path / "small.table"
    with Writer(path, Layout("quantik", "small", 1_000, 8)) as writer:
        writer.append(np.arange(1_000) % 7)
        writer.finish()
    assert is_sound(path)
    content = bytearray(path.read_bytes())
    content[500] ^= 4
    path.write_bytes(content)
    assert not is_sound(path)
    path.unlink()
    assert not is_sound(path)
