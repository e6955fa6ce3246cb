"""What level 10 of Qomet throws away is counted."""

import pytest

from research.qomet import thrown
from research.qomet.thrown import Game, main, play
from tetrad.solvers.solution import Limits

QUICK = Limits(time=60, nodes=500)


def test_a_game_is_thrown_away_if_it_ends_worse_than_it_was() -> None:
    assert Game("win", "draw").thrown_away
    assert Game("draw", "loss").thrown_away
    assert not Game("loss", "win").thrown_away
    assert not Game("unknown", "loss").thrown_away


def test_the_turns_of_a_game_are_counted_by_what_is_known_of_them() -> None:
    game = play(3, 1, QUICK)
    assert game.result != "unknown"
    assert game.turns["known", 1] == 1


def test_a_run_tells_of_each_opponent(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thrown, "OPPONENTS", (3,))
    assert main(["--games", "1"]) == 0
    assert capsys.readouterr().out.startswith("level 3: 0 of 1 thrown away\n")
