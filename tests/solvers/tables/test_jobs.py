from pathlib import Path

import numpy as np
import pytest

from tetrad.solvers.tables import jobs as tables
from tetrad.solvers.tables.file import Writer
from tetrad.solvers.tables.format import Layout, TableError


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TETRAD_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def small_table(folder: Path, name: str) -> Path:
    layout = Layout(name, name, 1_000, 8, parameters={"stars": 3})
    with Writer(folder / f"{name}.table", layout) as writer:
        writer.append(np.arange(1_000) % 7)
        writer.finish()
    return writer.path


def test_an_empty_folder_says_how_to_build_a_table(folder: Path) -> None:
    (line,) = tables.listing()
    assert str(folder) in line
    assert "tetrad tables build quantik" in line


def test_every_table_is_listed(folder: Path) -> None:
    small_table(folder, "qomet")
    small_table(folder, "quantik").write_bytes(b"broken")
    qomet, quantik = tables.listing()
    assert qomet == "qomet.table  qomet, 1,000 × 8 bit, 0.0 MiB"
    assert "is not a table of Tetrad" in quantik


def test_a_table_describes_itself(folder: Path) -> None:
    small_table(folder, "qomet")
    text = "\n".join(tables.info("qomet"))
    for fact in ("qomet.table", "1,000 × 8 bit", "1 × 65,536", "stars        3"):
        assert fact in text


def test_there_is_no_table_to_build_for_qawale() -> None:
    for question in (tables.build, tables.verify, tables.info):
        with pytest.raises(TableError, match="no table to build for qawale"):
            question("qawale")


def test_a_table_that_is_there_is_not_built_again(folder: Path) -> None:
    path = small_table(folder, "quantik")
    before = path.read_bytes()
    assert tables.build("quantik") == path
    assert path.read_bytes() == before


def test_a_damaged_table_is_not_sound(folder: Path) -> None:
    path = small_table(folder, "quantik")
    assert tables.is_sound(path)
    content = bytearray(path.read_bytes())
    content[500] ^= 4
    path.write_bytes(content)
    assert not tables.is_sound(path)
    path.unlink()
    assert not tables.is_sound(path)


def test_a_missing_table_cannot_be_verified() -> None:
    with pytest.raises(TableError, match="build it first"):
        tables.verify("quantik")
