"""Without a terminal the game is a filter: lines in, boards and at the end the record out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tetrad.matches.match import Match

TWO_PEOPLE = ("--first", "human", "--second", "human")


def filtered(
    *arguments: str, lines: bytes = b"", folder: Path | None = None, **settings: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "tetrad", "play", *arguments],
        input=lines,
        capture_output=True,
        check=False,
        cwd=folder,
        env=os.environ | {"PYTHONUTF8": "1"} | settings,
        timeout=60,
    )


def record_in(output: bytes) -> Match:
    text = output.decode()
    return Match.parse(text[text.rindex("[Game ") :])


@pytest.mark.parametrize(
    ("game", "moves", "result"),
    [
        ("quantik", "A@a1 B@b1 C@c1 D@d1", "0-1"),
        ("qawale", "a4ess b3es a1nen d1wnn c2nnw c1nw b2senw", "1-0"),
        ("qomet", "@d4 @a1 @d5 @a4 @e5 @g1 @e4", "1-0"),
    ],
)
def test_moves_in_record_out(game: str, moves: str, result: str) -> None:
    done = filtered(game, *TWO_PEOPLE, lines=moves.replace(" ", "\n").encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    match = record_in(done.stdout)
    assert match.result == result
    assert " ".join(map(str, match.moves)) == moves


def test_a_bot_answers_in_a_pipe() -> None:
    done = filtered("qomet", "--first", "instinct", "--second", "human", lines=b"resign\n")
    match = record_in(done.stdout)
    assert match.result == "1-0"
    assert len(match.moves) == 1
    assert match.tags["First"] == "Tetrad instinct"


def test_two_bots_play_a_game_to_its_end() -> None:
    done = filtered("quantik", "--first", "instinct", "--second", "instinct")
    assert done.returncode == 0
    assert record_in(done.stdout).outcome()


def test_no_input_at_all_leaves_cleanly() -> None:
    assert filtered("quantik", *TWO_PEOPLE).returncode == 0
    assert filtered().returncode == 0


def test_the_game_can_be_the_first_line() -> None:
    assert record_in(filtered(lines=b"go\nqom\n").stdout).start.NAME == "qomet"


def test_bytes_that_are_no_text_are_no_move() -> None:
    done = filtered("quantik", *TWO_PEOPLE, lines=b"\xff\xfe\0\x1b[31m\nA@a1\n")
    assert done.returncode == 0
    assert b"neither a move" in done.stdout
    assert b"\x1b" not in done.stdout
    assert len(record_in(done.stdout).moves) == 1


def test_a_record_is_loaded_from_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "game").write_text('[Game "qomet"]\n[First "Ada"]\n\n1. @d4 *\n')
    done = filtered("--load", "game", *TWO_PEOPLE, lines=b"a1\nsave\n", folder=tmp_path)
    assert done.returncode == 0
    saved = Match.parse((tmp_path / "game").read_text())
    assert list(map(str, saved.moves)) == ["@d4", "@a1"]
    assert saved.tags["First"] == "Ada"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--load", "missing"), "missing cannot be read: there is no such file or folder"),
        (("chess",), "chess"),
        (("quantik", "--first", "11"), "11"),
        (("quantik", "--position", "nonsense"), "nonsense"),
        (("--position", "..../..../..../...."), "name a game"),
        (("quantik", "--load", "game"), "game is for qomet, not for quantik"),
        (("qomet", "--load", "game", "--position", "x"), "give --load or --position, not both"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    tmp_path: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    (tmp_path / "game").write_text('[Game "qomet"]\n\n1. @d4 *\n')
    done = filtered(*arguments, folder=tmp_path)
    assert done.returncode == 2
    assert done.stdout == b""
    assert complaint in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1


def test_an_output_without_box_drawing_gets_plain_characters() -> None:
    done = filtered(
        "qomet", *TWO_PEOPLE, lines=b"d4\n\xc3\xa9\n", PYTHONUTF8="0", PYTHONIOENCODING="latin-1"
    )
    assert done.stdout.replace(b"\xc3\xa9", b"").isascii()
    assert b">1<" in done.stdout


def test_a_position_to_start_from() -> None:
    done = filtered("qawale", *TWO_PEOPLE, "--position", "00,x2,00/x4/x4/00,x2,00 1")
    assert record_in(done.stdout).moves == ()


def test_a_draw_by_repetition_can_be_taken_back() -> None:
    moves = b"d4 a1 d4d5 a1a4 d5d4 a4a1 d4d5 a1a4 d5d4 a4a1 undo a4b4".replace(b" ", b"\n")
    moves = moves.replace(b"d4d5", b"d4-d5")
    done = filtered("qomet", *TWO_PEOPLE, lines=moves)
    assert b"Draw: the same position occurred for the third time." in done.stdout
    assert str(record_in(done.stdout).moves[-1]) == "a4-b4"


def test_redo_has_nothing_to_play_after_a_new_move_or_an_end() -> None:
    done = filtered("qomet", *TWO_PEOPLE, lines=b"redo\nd4\nundo\nd5\nredo\nundo\nresign\nredo\n")
    assert done.stdout.count(b"There is no move to play again.") == 3
    assert record_in(done.stdout).moves == ()


def test_a_finished_position_has_nothing_to_take_back() -> None:
    done = filtered(
        "quantik",
        *TWO_PEOPLE,
        "--position",
        "..../..../..../AbCd",
        lines=b"undo\nhint\n? A\nA@a4\n",
    )
    assert b"There is no move of yours to take back." in done.stdout
    assert b"The game is over" in done.stdout
    assert done.returncode == 0


def test_an_empty_line_is_no_mistake() -> None:
    done = filtered("quantik", *TWO_PEOPLE, lines=b"\n\n   \nA@a1\n")
    assert b"neither" not in done.stdout
    assert len(record_in(done.stdout).moves) == 1


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m tetrad play qomet | head -n 1"
    done = subprocess.run(["bash", "-c", command], input=b"d4\n", capture_output=True, check=False)
    assert done.stderr == b""


def test_names_in_a_record_are_shown_and_cannot_bring_escape_codes(tmp_path: Path) -> None:
    record = '[Game "qomet"]\n[First "Ada"]\n[Second "\x1b[31mEve"]\n\n1. @d4 *\n'
    (tmp_path / "game").write_text(record)
    done = filtered("--load", "game", *TWO_PEOPLE, folder=tmp_path)
    assert b"Ada        " in done.stdout
    assert b"\x1b" not in done.stdout
