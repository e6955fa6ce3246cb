"""Other programs as bots."""

import shlex
import sys
import time
from pathlib import Path

import pytest

from tetrad import GAMES
from tetrad.protocol import client as program
from tetrad.protocol.client import FoulError, Program
from tetrad.protocol.conformance import check
from tetrad.solvers.solution import Limits

FAKE = Path(__file__).parents[1] / "data" / "bots" / "fake.py"
SERVE = "from tetrad.protocol.engine import serve; serve({!r}, {{'level': 3}})"


def fake(manners: str, game: str = "quantik") -> str:
    return shlex.join([sys.executable, str(FAKE), manners, game])


def test_a_program_is_asked_for_moves() -> None:
    position = GAMES["quantik"].start()
    with Program(fake("fair")) as player:
        player.introduce()
        player.prepare("quantik")
        assert (player.name, player.games) == ("Fake", ("quantik",))
        for _ in range(3):
            position = position.play(player.choose(position).move)


FOULS = [
    ("crash", "ended with status 3"),
    ("hang", "gave no answer in time"),
    ("illegal", "no move"),
    ("occupied", "a1 is not empty"),
    ("flood", "flooded its output"),
    ("endless-line", "flooded its output"),
]


@pytest.mark.parametrize(("manners", "foul"), FOULS)
def test_a_foul_is_named(manners: str, foul: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "GRACE", 2.0 if manners != "hang" else 0.2)
    position = GAMES["quantik"].parse("..../..../..../A...")
    with Program(fake(manners)) as player:
        player.introduce()
        with pytest.raises(FoulError, match=foul):
            player.choose(position, Limits(time=5.0 if manners != "hang" else 0.1))


def test_a_program_that_will_not_leave_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "SECONDS_TO_LEAVE", 0.3)
    begun = time.monotonic()
    with Program("sleep 3600") as player:
        pass
    assert time.monotonic() - begun < 20
    assert player.exit_status(0) is not None


@pytest.mark.parametrize("command", ["", "'", "no-such-program-at-all", "/"])
def test_a_command_that_cannot_be_started_is_named(command: str) -> None:
    with pytest.raises(FoulError, match=r"empty|no command|cannot be started"):
        Program(command)


def test_our_own_engine_passes_the_check() -> None:
    command = shlex.join([sys.executable, "-c", SERVE.format("qomet")])
    findings = list(check(command))
    assert [finding.told() for finding in findings if finding.wrong] == []
    assert len(findings) == 13


def test_the_check_names_what_is_wrong() -> None:
    wrong = {finding.what: finding.wrong for finding in check(fake("illegal")) if finding.wrong}
    assert wrong["plays legally after 0 plies"] == "answered 'z9', which is no move"
    assert wrong["survives nonsense and reports it"] == "did not say 'error ...' before 'ready'"


def test_the_check_ends_where_there_is_nobody_to_talk_to() -> None:
    assert [finding.told() for finding in check("no-such-program-at-all")] == [
        "FAIL  starts: 'no-such-program-at-all' cannot be started: there is no such file or folder"
    ]
    assert all(finding.wrong == "ended with status 0" for finding in check("true"))


@pytest.mark.parametrize(
    ("system", "command", "words"),
    [
        ("posix", r"./my\ bot --fast 'a b'", ["./my bot", "--fast", "a b"]),
        ("nt", r"C:\bots\mine.exe --fast", [r"C:\bots\mine.exe", "--fast"]),
        ("nt", '"C:\\My Bots\\b.exe" it\'s #1', [r"C:\My Bots\b.exe", "it's", "#1"]),
    ],
)
def test_a_command_is_read_as_its_system_writes_it(
    system: str, command: str, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("tetrad.protocol.client.os.name", system)
        found = program.words_of(command)
    assert found == words
