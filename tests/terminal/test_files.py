"""Records on disk: nothing else is harmed, and every complaint is one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tetrad.matches.match import Match
from tetrad.rules import Qomet
from tetrad.terminal.files import RecordFileError, path_of, read, write


@pytest.fixture
def match() -> Match:
    match = Match(Qomet.start(), {"First": "Ada"})
    match.play("@d4")
    return match


def test_what_is_written_can_be_read(match: Match, tmp_path: Path) -> None:
    write(match, tmp_path / "a b.txt")
    assert read(tmp_path / "a b.txt").record() == match.record()
    assert [path.name for path in tmp_path.iterdir()] == ["a b.txt"]


def test_a_record_may_be_replaced(match: Match, tmp_path: Path) -> None:
    write(match, tmp_path / "game")
    match.play("@a1")
    write(match, tmp_path / "game")
    assert len(read(tmp_path / "game").moves) == 2


@pytest.mark.parametrize("content", [b"", b"Dear diary", b"\xff\xfe\x00", b"[Game] 1. e4"])
def test_other_files_are_left_alone(match: Match, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "diary").write_bytes(content)
    with pytest.raises(RecordFileError, match="exists and is not a match record"):
        write(match, tmp_path / "diary")
    assert (tmp_path / "diary").read_bytes() == content


def test_a_folder_is_no_file(match: Match, tmp_path: Path) -> None:
    with pytest.raises(RecordFileError, match="is a folder; add a file name"):
        write(match, tmp_path)
    with pytest.raises(RecordFileError, match="cannot be read: it is a folder"):
        read(tmp_path)


def test_a_missing_folder_is_named(match: Match, tmp_path: Path) -> None:
    with pytest.raises(RecordFileError, match=r"nowhere/game cannot be written: there is no such"):
        write(match, tmp_path / "nowhere" / "game")


def test_an_impossible_name_is_refused(match: Match) -> None:
    for name in ("a\0b", "x" * 5000):
        with pytest.raises(RecordFileError):
            write(match, Path(name))
        with pytest.raises(RecordFileError):
            read(Path(name))


def test_a_huge_file_is_refused_without_reading_it_all(tmp_path: Path) -> None:
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(1 << 36)
    with pytest.raises(RecordFileError, match="is not a match record"):
        read(tmp_path / "huge")


def test_a_record_with_an_illegal_move_says_which(tmp_path: Path) -> None:
    (tmp_path / "bad").write_text('[Game "qomet"]\n\n1. @d4 @d4 *\n')
    with pytest.raises(RecordFileError, match="move 1 by SECOND, '@d4'"):
        read(tmp_path / "bad")


def test_quotes_around_a_name_are_not_part_of_it() -> None:
    assert path_of('"my game.txt"') == Path("my game.txt")
    assert path_of("it's") == Path("it's")


def test_the_tilde_means_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert path_of("~/game.txt") == tmp_path / "game.txt"
    assert path_of("~nobody-of-this-name/x") == Path("~nobody-of-this-name/x")
