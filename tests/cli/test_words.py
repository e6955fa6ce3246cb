"""The command line in other languages: all of it is translated, and what programs read is not.

The made-up language accents every letter that it can, so a word without accents is one that no
catalog can reach.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.conftest import terminal  # noqa: F401  (the fixture)
from tests.terminal.driver import Terminal
from tetrad.cli import main
from tetrad.cli.examples import EXAMPLES
from tetrad.columns import columns
from tetrad.language import LANGUAGES, of_environment, speak

Start = Callable[..., Terminal]
TETRAD = [sys.executable, "-m", "tetrad"]
MADE_UP = "qps"
WON_IN_ONE = "..Bc/CaD./..CD/bd.a"
COMMANDS = ("play", "solve", "perft", "bot", "arena", "tables", "verify", "puzzles", "serve",
            "grade", "export", "backup", "restore", "people", "warm", "completion")  # fmt: skip
JOBS = ("build", "check", "list", "info", "ladder", "human", "instinct", "level", "cmd", "cpu",
        "gpu", "random", "mcts", "python", "pettingzoo", "openspiel", "rename", "ban", "unban",
        "remove")  # fmt: skip
TYPED = ("board", "draw", "flip", "help", "hint", "load", "moves", "new", "quit", "redo", "resign",
         "save", "undo")  # fmt: skip
NAMES = {"tetrad", "quantik", "qawale", "qomet", "Quantik", "Qawale", "Qomet", "on", "off", "txt"}
KEPT = NAMES.union(COMMANDS, JOBS, TYPED)


def tetrad(
    *arguments: str, stdin: str = "", cwd: Path | None = None, **settings: str
) -> subprocess.CompletedProcess[str]:
    bare = {k: v for k, v in os.environ.items() if not k.startswith("LC_") and k != "LANGUAGE"}
    return subprocess.run(
        [*TETRAD, *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        cwd=cwd,
        env={**bare, "PYTHONUTF8": "1", **settings},
    )


def untranslated(text: str) -> set[str]:
    """The words of a text that nobody translated; options, commands and notation are none."""
    text = re.sub(r"--?[a-z]+|'[^']*'|\b[a-g][1-7][nesw]*\b|[A-D]@\w+|https?:\S+", " ", text)
    words = re.findall(r"[^\W\d_]{2,}", text)
    plain = {word for word in words if word.isascii() and re.search("[aceinouy]", word)}
    return plain - KEPT


def test_what_is_not_translated_is_found() -> None:
    assert untranslated("[à dràw ~~~] but --help, A@b3, a1nne and 'this'") == {"but", "and"}


@pytest.mark.parametrize(
    "command",
    [(), *((name,) for name in COMMANDS), ("puzzles", "build"), ("puzzles", "check")],
    ids=" ".join,
)
def test_the_help_of_every_command_is_translated(command: tuple[str, ...]) -> None:
    run = tetrad(*command, "--help", LANG=MADE_UP)
    assert run.returncode == 0
    assert "[shöw thîs hélp méssàgé àñd éxît ~~~]" in run.stdout
    examples = {f"  {each}" for each in EXAMPLES[" ".join(command)]}
    lines = run.stdout.splitlines()
    assert examples <= set(lines)
    assert untranslated("\n".join(line for line in lines if line not in examples)) == set()


def test_a_solution_for_people_is_translated() -> None:
    run = tetrad("solve", "quantik", "--position", WON_IN_ONE, LANG=MADE_UP)
    assert "[wîñ îñ 1 ~~~]" in run.stdout
    assert untranslated(run.stdout.replace(WON_IN_ONE, "")) == set()


@pytest.mark.parametrize(
    "arguments",
    [
        ("dance",),
        ("solve",),
        ("solve", "chess"),
        ("solve", "quantik", "--time", "soon"),
        ("solve", "quantik", "--position", "x"),
        ("solve", "quantik", "--position", "..../..../..../abcd"),
        ("solve", "qawale", "--position", "00,x2,00/x4/x4/00,x2,00 2"),
        ("solve", "qomet", "--position", ".../.../.../......./.../.../... 1 d4-d5"),
        ("perft", "qomet", "100"),
        ("play", "quantik", "--load", "nowhere"),
        ("play", "--position", "x"),
        ("tables", "build"),
        ("tables", "verify", "qawale"),
        ("verify", "nowhere"),
        ("bot",),
        ("bot", "quantik", "--level", "11"),
        ("arena", "quantik", "level:1"),
        ("arena", "quantik", "level:1", "nobody"),
        ("arena", "quantik", "level:1", "level:2", "--sprt", "5", "0"),
        ("puzzles", "build", "qomet", "--out", "nowhere/at/all"),
        ("serve", "--port", "port"),
    ],
    ids=" ".join,
)
def test_a_complaint_is_one_translated_line(arguments: tuple[str, ...], tmp_path: Path) -> None:
    run = tetrad(*arguments, cwd=tmp_path, TETRAD_DATA=str(tmp_path), LANG=MADE_UP)
    assert run.returncode == 2
    assert run.stdout == ""
    assert len(run.stderr.splitlines()) == 1
    assert untranslated(re.sub("nowhere(/at/all)?|abcd", "", run.stderr)) == set()


def test_the_tables_are_listed_in_translation(tmp_path: Path) -> None:
    run = tetrad("tables", "list", TETRAD_DATA=str(tmp_path), LANG=MADE_UP)
    assert untranslated(run.stdout.replace(str(tmp_path), "")) == set()


def test_a_program_is_checked_in_translation() -> None:
    run = tetrad("bot", "--check", "no-such-program", LANG=MADE_UP)
    assert run.stdout.startswith("FAIL  [stàrts ~~~]: ['no-such-program'")
    assert untranslated(run.stdout.replace("FAIL", "")) == set()


def test_what_programs_read_is_the_same_in_every_language() -> None:
    for arguments, stdin in (
        (("solve", "quantik", "--position", WON_IN_ONE, "--json"), ""),
        (("solve", "quantik", "--stdin"), f"{WON_IN_ONE}\nnonsense\n"),
        (("perft", "qomet", "2"), ""),
        (("bot", "quantik"), "tetrad\nposition nowhere\nquit\n"),
    ):
        english = tetrad(*arguments, stdin=stdin, LC_ALL="C.UTF-8")
        assert tetrad(*arguments, stdin=stdin, LANG=MADE_UP).stdout == english.stdout
    error = json.loads(tetrad("solve", "qomet", "--stdin", stdin="x\n", LANG=MADE_UP).stdout)
    assert error["error"].startswith("a Qomet position has")


def test_a_game_in_a_pipe_is_translated_but_not_its_record(tmp_path: Path) -> None:
    people = ("--first", "human", "--second", "human")
    typed = "A@b3\nA@b1\n? A\n? b3\nhelp\nz9\nA\nundo\nredo\nredo\nflip\nresign\nC@c3\nquit\n"
    run = tetrad("play", "quantik", *people, stdin=typed, cwd=tmp_path, LANG=MADE_UP)
    shown, _, record = run.stdout.partition("[Game ")
    assert '"quantik"]\n[First "human"]' in record
    assert "[Termination" in record
    assert untranslated(shown) == set()


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("quantik", ("A@b3", "?", "? a1", "A@b3", "hint")),
        ("qawale", ("a1nne", "?", "? b3", "a1n")),
        ("qomet", ("@d4", "?", "? d4", "@d4", "d4-d5")),
    ],
)
def test_a_game_on_the_screen_is_translated(
    terminal: Start,  # noqa: F811
    game: str,
    lines: tuple[str, ...],
) -> None:
    window = terminal(game, "--second", "human", LC_ALL="qps", columns=120)
    window.prompt("[Lîght ~~~]>")
    for line in lines:
        window.enter(line)
        window.prompt("[Dàrk ~~~]>")
    window.enter("draw")
    window.prompt("[Döés [Lîght ~~~] àgréé tö à dràw? ~~~] ([ý ~~~]/[ñ ~~~])")
    window.enter("y")
    assert untranslated(window.prompt("[övér ~~~]>")) == set()


def test_wide_letters_keep_the_tables_straight(terminal: Start) -> None:  # noqa: F811
    window = terminal("quantik", "--second", "human", LC_ALL="ja_JP.UTF-8", TERM="dumb")
    window.sees("D D")
    pieces = (re.match(r"(.*?)([A-D]) \2", row) for row in window.output.splitlines())
    places = [columns(found[1]) for found in pieces if found]
    assert len(places) == 4
    assert len(set(places)) == 1


def test_a_board_stays_left_to_right_among_hebrew(terminal: Start) -> None:  # noqa: F811
    window = terminal("quantik", "--second", "human", LC_ALL="he_IL.UTF-8", TERM="dumb")
    window.sees(">")
    rows = [row for row in window.output.splitlines() if "║" in row]
    assert len(rows) == 12
    assert all(row.startswith("\u200e") for row in rows)


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "de_DE"}, "de"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "fr"}, "fr"),
        ({"LANG": "POSIX", "LANGUAGE": "fr"}, "en"),
        ({"LANGUAGE": "fr"}, "fr"),
        ({"LANG": "fr_FR", "LANGUAGE": "tlh:nn:en"}, "nb"),
        ({"LANG": "fr_FR", "LANGUAGE": "en:de"}, "en"),
        ({"LANG": "tlh", "LANGUAGE": "tlh"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(
    settings: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert of_environment() == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_and_complaints_come_in_every_language(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    with pytest.raises(SystemExit):
        main(["solve", "--help"])
    helped = capsys.readouterr().out
    assert "tetrad solve [-h]" in helped
    assert ("show this help message" in helped) == (language == "en")
    assert main(["solve", "quantik", "--position", "..../..../..../abcd"]) == 2
    refused = capsys.readouterr().err
    assert len(refused.splitlines()) == 1
    assert ("is impossible" in refused) == (language == "en")
    speak("en")


def test_a_terminal_that_lacks_the_letters_gets_question_marks() -> None:
    run = tetrad("--help", LANG="ru_RU", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert run.returncode == 0
    assert "????" in run.stdout


def test_the_help_is_french_for_the_french() -> None:
    shown = tetrad("--help", LANG="fr_FR.UTF-8").stdout
    assert "-h, --help" in shown
    assert not re.search(r"\b(the|and|show|usage:)\b", shown)


def test_a_french_game_with_an_illegal_move_and_a_bad_one(tmp_path: Path) -> None:
    typed = "A@b3\nA@b1\nA@z9\nB@b1\nresign\nquit\n"
    people = ("--first", "human", "--second", "human")
    run = tetrad("play", "quantik", *people, stdin=typed, cwd=tmp_path, LANG="fr_FR.UTF-8")
    shown, _, record = run.stdout.partition("[Game ")
    assert "sphère" in shown
    assert "colonne b" in shown
    assert '[Result "0-1"]' in record or '[Result "1-0"]' in record
    assert not re.search(r"\b(the|wins|FIRST|SECOND|column|sphere)\b", shown)


def test_a_french_complaint_about_a_position() -> None:
    run = tetrad("solve", "quantik", "--position", "..../....", LANG="fr")
    assert run.returncode == 2
    assert "Quantik" in run.stderr
    assert not re.search(r"\b(the|position of|has|not)\b", run.stderr)
