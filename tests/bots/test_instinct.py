"""Instinct takes a win in one, avoids a loss in one, and is random otherwise."""

from __future__ import annotations

import random

import pytest

from tetrad.bots.bot import WINS_NOW
from tetrad.bots.instinct import SAFE, Instinct
from tetrad.position import AnyPosition, IllegalMoveError
from tetrad.rules import GAMES, Qawale, Qomet, Quantik


@pytest.mark.parametrize(
    "position",
    [
        Quantik.parse("..../..../..../AbC."),
        Qawale.start().play("a4ess").play("b3es").play("a1nen").play("d1wnn").play("c2nnw")
        .play("c1nw"),
        Qomet.parse(".../.../11./...1.2./.../.../2.2 1 -"),
    ],
)  # fmt: skip
def test_it_wins_when_it_can(position: AnyPosition) -> None:
    for seed in range(5):
        choice = Instinct(random.Random(seed)).choose(position)
        assert choice.reasons == (WINS_NOW(),)
        assert _wins(position, choice.move)


def _wins(position: AnyPosition, move: object) -> bool:
    outcome = position.play(move).outcome()
    return outcome is not None and outcome.winner is position.turn


def test_it_does_not_let_the_opponent_win_at_once() -> None:
    position = Quantik.parse("..../..../..../Ab..")
    for seed in range(20):
        choice = Instinct(random.Random(seed)).choose(position)
        assert choice.reasons == (SAFE(),)
        after = position.play(choice.move)
        assert not any(_wins(after, answer) for answer in after.legal_moves())


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_whole_games_and_never_twice_the_same(game: str) -> None:
    def played(seed: int) -> list[str]:
        moves: list[str] = []
        bot, position = Instinct(random.Random(seed)), GAMES[game].start()
        while not position.outcome() and len(moves) < 30:
            moves.append(str(bot.choose(position).move))
            position = position.play(moves[-1])
        return moves

    assert played(1) == played(1)
    assert played(1) != played(2)


def test_the_tallest_stack_does_not_stop_it() -> None:
    position = Qawale.parse("x4/x,00000000121212121212121,x2/x4/x4 2")
    choice = Instinct(random.Random(1)).choose(position)
    assert position.objection(choice.move) is None


def test_a_finished_game_has_no_choice() -> None:
    with pytest.raises(IllegalMoveError, match="the game is over"):
        Instinct().choose(Quantik.parse("..../..../..../AbCd"))
