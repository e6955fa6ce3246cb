"""Level 10 of Qawale is not beaten, from either side."""

import pytest

from research.qawale.unbeaten import ATTACKERS, Game, Judge, main, play
from tetrad.position import Player

# 180 games; the strongest attacker's take the longest.
GAMES = {"random": 45, "greedy": 25, "strongest": 20}


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge()


@pytest.mark.parametrize("side", Player)
@pytest.mark.parametrize("name", ATTACKERS)
def test_level_10_holds_at_ply_8_and_to_the_end(name: str, side: Player, judge: Judge) -> None:
    games = [play(ATTACKERS[name](seed), side, seed, judge, False) for seed in range(GAMES[name])]
    assert [game.moves for game in games if game.faults] == []
    assert any(game.values for game in games)


def test_from_ply_8_on_level_10_takes_every_win_and_drops_no_draw(judge: Judge) -> None:
    games = [play(ATTACKERS["random"](seed), Player.FIRST, seed, judge) for seed in range(50, 70)]
    games += [play(ATTACKERS["greedy"](seed), Player.SECOND, seed, judge) for seed in range(5)]
    assert [game.moves for game in games if game.faults] == []
    assert {"win", "draw"} == {value for game in games for value in game.values}


@pytest.mark.parametrize("side", Player)
@pytest.mark.parametrize("name", ATTACKERS)
def test_with_its_own_limits_of_time_level_10_is_not_beaten_either(
    name: str, side: Player, judge: Judge
) -> None:
    game = play(ATTACKERS[name](7), side, 7, judge, every=False, in_time=True)
    assert game.result in ("win", "draw"), game.moves
    assert game.values != ["loss"]


def test_what_is_thrown_away_is_told() -> None:
    lost = Game(Player.SECOND, values=["draw", "draw"], result="loss")
    missed = Game(Player.SECOND, values=["draw", "win"], result="draw")
    assert lost.faults == ["lost", "threw something away"]
    assert missed.faults == ["threw something away"]
    assert Game(Player.SECOND, values=["draw", "win"], result="win").faults == []


def test_a_run_tells_of_each_attacker_and_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "1", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    assert lines[0].startswith("random against FIRST: ")
