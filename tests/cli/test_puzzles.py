"""The command `tetrad puzzles` writes files that can be read, and says what is wrong."""

from pathlib import Path

import pytest

from tetrad.cli import main
from tetrad.cli.commands import puzzles as puzzle_commands
from tetrad.puzzles import puzzle as stored
from tetrad.puzzles.puzzle import parse


def run(*words: str) -> int:
    return main(["puzzles", *words])


def test_built_puzzles_are_written_to_a_file_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "few.json"
    assert run("build", "quantik", "--count", "5", "--games", "12", "--out", str(out)) == 0
    found = parse(out.read_text(encoding="utf-8"))
    assert 1 <= len([puzzle for puzzle in found if puzzle.plies > 1]) <= 5, "besides warm-ups"
    assert capsys.readouterr().out.startswith(f"{len(found)} puzzles")


def test_a_folder_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("build", "quantik", "--out", "nowhere/few.json") == 2
    assert "nowhere" in capsys.readouterr().err


def test_bad_numbers_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("0", "-3", "many"):
        with pytest.raises(SystemExit):
            run("build", "quantik", f"--count={word}")
        assert "whole number" in capsys.readouterr().err


def test_a_stopped_build_keeps_what_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tetrad.puzzles import make as maker

    build = maker.build

    def stopped(*terms: object) -> object:
        for number, collection in enumerate(build("quantik", 5, 1, 100)):
            if number == 12:
                raise KeyboardInterrupt
            yield collection

    monkeypatch.setattr(maker, "build", stopped)
    out = tmp_path / "few.json"
    assert run("build", "quantik", "--out", str(out)) == 0
    assert parse(out.read_text(encoding="utf-8"))


def test_check_fails_on_a_fault_and_counts_the_rest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    right = stored.puzzles("quantik")[:2]
    monkeypatch.setattr(stored, "puzzles", lambda _game: right)
    assert run("check", "quantik") == 0
    assert capsys.readouterr().out.endswith("all proven\n")
    monkeypatch.setattr(stored, "puzzles", lambda _game: (*right, right[0]))
    assert run("check", "quantik") == 1
    assert "look alike" in capsys.readouterr().out
    assert puzzle_commands.counts(right).startswith("2 puzzles")
