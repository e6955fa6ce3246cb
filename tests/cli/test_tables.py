"""`tetrad tables` builds, verifies, lists and describes what is in the data folder."""

import json
from pathlib import Path

import numpy as np
import pytest

from tetrad.cli import main
from tetrad.solvers.tables.file import Writer
from tetrad.solvers.tables.format import Layout


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


def test_an_empty_folder_says_how_to_build_a_table(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tables", "list"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert str(folder) in line
    assert "tetrad tables build quantik" in line


def test_every_table_is_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    small_table(folder, "qomet")
    small_table(folder, "quantik").write_bytes(b"broken")
    assert main(["tables", "list"]) == 0
    qomet, quantik = capsys.readouterr().out.splitlines()
    assert qomet == "qomet.table  qomet, 1,000 × 8 bit, 0.0 MiB"
    assert "is not a Tetrad table" in quantik


def test_the_tables_of_one_game_are_listed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small_table(folder, "quantik")
    assert main(["tables", "list", "qomet"]) == 0
    assert "tetrad tables build qomet" in capsys.readouterr().out
    small_table(folder, "qomet-4")
    assert main(["tables", "list", "--json", "qomet"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["tables"]
    assert told["file"] == str(folder / "qomet-4.table")


def test_a_table_describes_itself(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    small_table(folder, "qomet")
    assert main(["tables", "info", "qomet"]) == 0
    text = capsys.readouterr().out
    for fact in ("qomet.table", "1,000 × 8 bit", "1 × 65,536", "stars        3"):
        assert fact in text


@pytest.mark.parametrize("what", ["build", "verify", "info"])
def test_there_is_no_table_to_build_for_qawale(
    what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tables", what, "qawale"]) == 2
    assert capsys.readouterr().err == "tetrad: there is no table to build for qawale\n"


def test_facts_about_qawale_are_described(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    small_table(folder, "qawale")
    assert main(["tables", "info", "qawale"]) == 0
    assert "game         qawale" in capsys.readouterr().out


@pytest.mark.parametrize("game", ["quantik", "qomet"])
def test_a_table_that_is_there_is_not_built_again(
    game: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = small_table(folder, game)
    before = path.read_bytes()
    assert main(["tables", "build", game, "--memory", "1"]) == 0
    assert capsys.readouterr().out == f"{path} is complete\n"
    assert path.read_bytes() == before


@pytest.mark.parametrize("words", [["quantik"], ["qomet"], ["qomet", "--stars", "4"]])
def test_a_missing_table_cannot_be_verified(
    words: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tables", "verify", *words]) == 2
    name = "-".join(word for word in words if word != "--stars")
    assert f"{folder / name}.table; build it first" in capsys.readouterr().err


def test_too_little_memory_is_refused_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "build", "quantik", "--memory", "1"]) == 2
    assert "needs 512 MiB; allow that with --memory 512" in capsys.readouterr().err


def test_qomet_can_be_kept_up_to_some_stars(folder: Path) -> None:
    words = ["qomet", "--stars", "3", "--up-to", "3"]
    assert main(["tables", "build", *words]) == 0
    assert (folder / "qomet-3.table").exists()
