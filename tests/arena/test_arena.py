"""Bots against each other."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tetrad import GAMES
from tetrad.arena import game as bot_game
from tetrad.arena.arena import Arena, run
from tetrad.arena.entrants import EntrantError, Stable, check_entrant
from tetrad.arena.game import Result, Task, Terms, play
from tetrad.arena.openings import is_balanced, opening
from tetrad.arena.ratings import Sprt
from tetrad.arena.report import summary, table
from tetrad.arena.results import Folder, FolderError
from tetrad.bots.tactics import winning_move
from tetrad.matches.match import Match
from tetrad.protocol import client as program

FAKE = Path(__file__).parents[1] / "data" / "bots" / "fake.py"
START = str(GAMES["quantik"].start())
TERMS = Terms("quantik", seconds=0.2, plies=60, seed=1)


def fake(manners: str, game: str = "quantik") -> str:
    return "cmd:" + shlex.join([sys.executable, str(FAKE), manners, game])


@pytest.mark.parametrize("game", GAMES)
def test_openings_are_legal_varied_and_not_decided(game: str) -> None:
    starts = [opening(game, 1, number) for number in range(6)]
    assert len(set(starts)) == 6
    for position in starts:
        assert GAMES[game].parse(str(position)) == position
        assert position.outcome() is None
        assert winning_move(position) is None


def test_an_opening_with_a_win_at_hand_is_not_balanced() -> None:
    assert not is_balanced(GAMES["quantik"].parse("..../..../..../AbC."))
    assert not is_balanced(GAMES["quantik"].parse("..../..../..../AbCd"))


@pytest.mark.parametrize("text", ["level:1", "level:10", "instinct", "cmd:./bot"])
def test_entrants_are_levels_instinct_and_programs(text: str) -> None:
    check_entrant(text)


@pytest.mark.parametrize("text", ["level:0", "level:11", "level:", "bot", "cmd:", "", "cmd: "])
def test_anything_else_is_no_entrant(text: str) -> None:
    with pytest.raises(EntrantError, match="is not one of: level:1-10"):
        check_entrant(text)


def played(first: str, second: str, terms: Terms = TERMS) -> tuple[Result, Match]:
    stable = Stable(terms.game)
    try:
        task = Task(0, str(GAMES[terms.game].start()), first, second)
        result, record = play(task, terms, stable)
    finally:
        stable.close()
    return result, Match.parse(record)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_and_its_record_can_be_read(game: str) -> None:
    result, match = played("instinct", "level:2", Terms(game, 0.02, 30, 1))
    assert result.foul is None
    assert match.result == result.result != "*"
    assert len(match.moves) == result.plies
    assert match.tags["First"] == "instinct"


@pytest.mark.parametrize("manners", ["crash", "hang", "illegal", "flood", "endless-line"])
def test_a_bot_that_misbehaves_loses_the_game(
    manners: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "GRACE", 0.5 if manners == "hang" else 10.0)
    result, match = played(fake(manners), "instinct")
    assert (result.result, result.reason, result.plies) == ("0-1", "foul", 0)
    assert result.foul
    assert match.tags["Foul"] == result.foul
    result, _ = played("instinct", fake(manners))
    assert (result.result, result.plies) == ("1-0", 1)


def test_a_program_that_cannot_be_started_loses_the_game() -> None:
    result, _ = played("cmd:no-such-program-at-all", "instinct")
    assert result.result == "0-1"
    assert result.foul is not None
    assert "cannot be started" in result.foul


def test_a_program_of_another_game_does_not_stop_the_arena() -> None:
    result, _ = played(fake("fair", "qomet"), "instinct")
    assert result.result == "0-1"


def test_our_own_mistakes_are_fouls_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(bot_game, "_move", fail)
    result, _ = played("level:3", "instinct")
    assert result.foul == "FIRST crashed: ZeroDivisionError: a bug"


def test_an_endless_game_is_a_draw() -> None:
    result, _ = played("level:1", "level:1", Terms("qomet", 0.0, plies=3, seed=1))
    assert (result.result, result.reason) == ("1/2-1/2", "3 plies")


def arena(folder: Path, *bots: str, games: int = 4, sprt: Sprt | None = None) -> Arena:
    return Arena(TERMS, bots, games, Folder(folder, TERMS), sprt)


def test_everybody_meets_everybody_with_both_colours(tmp_path: Path) -> None:
    fight = arena(tmp_path, "instinct", fake("fair"), fake("crash"), games=4)
    run(fight, 2)
    assert len(fight.results) == fight.total == 12
    assert len({result.key for result in fight.results}) == 12
    for number in range(2):
        assert len({r.start for r in fight.results if r.opening == number}) == 1
    assert fight.pairs("instinct", fake("crash")).counts == (0, 0, 0, 0, 2)
    assert len(list((tmp_path / "games").iterdir())) == 12
    assert "ended by a foul" in next(table(fight))
    assert summary(fight)["ratings"][-1]["bot"] == fake("crash")


@pytest.mark.parametrize("games", [1, 2, 3])
def test_as_many_games_are_played_as_were_asked_for(games: int, tmp_path: Path) -> None:
    fight = arena(tmp_path, "instinct", fake("crash"), games=games)
    run(fight, 1)
    assert len(fight.results) == fight.total == games
    assert fight.pairs(*fight.entrants).number == games // 2
    assert sum(each.games for each in fight.pair_results()) == games
    assert [rated["bot"] for rated in summary(fight)["ratings"]] == ["instinct", fake("crash")]
    assert f"+{games} =0 -0" in "".join(table(fight))
    more = arena(tmp_path, "instinct", fake("crash"), games=1)
    assert len(more.results) == more.total == 1


def test_an_arena_goes_on_where_it_was(tmp_path: Path) -> None:
    run(arena(tmp_path, "instinct", fake("fair"), games=2), 1)
    results = (tmp_path / "results.jsonl").read_bytes()
    with (tmp_path / "results.jsonl").open("ab") as file:
        file.write(b'{"opening": 1, "start": "..')  # a line that was cut off
    fight = arena(tmp_path, "instinct", fake("fair"), games=4)
    assert len(fight.results) == 2
    run(fight, 1)
    assert len(fight.results) == 4
    assert (tmp_path / "results.jsonl").read_bytes().startswith(results)
    for line in (tmp_path / "results.jsonl").read_text().splitlines():
        json.loads(line)


def test_a_folder_of_another_arena_is_refused(tmp_path: Path) -> None:
    Folder(tmp_path, TERMS)
    with pytest.raises(FolderError, match=r"other settings \(seed\)"):
        Folder(tmp_path, Terms("quantik", 0.2, 60, seed=2))
    (tmp_path / "results.jsonl").write_text("nonsense\n")
    with pytest.raises(FolderError, match="line 1"):
        Folder(tmp_path, TERMS)
    with pytest.raises(FolderError, match="cannot be written: there is no such"):
        Folder(tmp_path / "results.jsonl" / "below", TERMS)


def test_a_test_stops_as_soon_as_it_is_decided(tmp_path: Path) -> None:
    fight = arena(tmp_path, "instinct", fake("crash"), games=200, sprt=Sprt(0, 100))
    run(fight, 1)
    assert fight.verdict == "elo1"
    assert len(fight.results) < 60
    assert "accepted: elo1" in [*table(fight)][-1]


def test_an_arena_survives_being_killed(tmp_path: Path) -> None:
    words = ["quantik", "instinct", fake("fair"), "--games", "60", "--time", "0.2"]
    command = [sys.executable, "-m", "tetrad", "arena", *words, "--folder", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        while not len(list((tmp_path / "games").glob("*"))) >= 3:
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGKILL)
    fight = Arena(
        Terms("quantik", 0.2, 200, 1),
        words[1:3],
        60,
        folder := Folder(tmp_path, Terms("quantik", 0.2, 200, 1)),
    )
    before = len(fight.results)
    assert 2 <= before < 120
    fight.games = before + 4
    run(fight, 1)
    assert len(fight.results) == fight.total
    assert len({result.key for result in folder.results}) == len(folder.results)


def test_in_a_gauntlet_the_first_meets_all_others_and_they_do_not_meet(tmp_path: Path) -> None:
    bots = ["instinct", "level:1", "level:2", "level:3"]
    arena = Arena(TERMS, bots, 2, Folder(tmp_path, TERMS), gauntlet=True)
    assert arena.pairings == [("instinct", other) for other in bots[1:]]
    assert arena.total == 6
    run(arena, 2)
    assert len(arena.results) == 6
    assert {entry["bot"] for entry in summary(arena)["ratings"]} == {*bots}
