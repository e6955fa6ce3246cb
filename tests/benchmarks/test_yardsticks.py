"""The yardsticks by which the levels of the three games are compared."""

from __future__ import annotations

import itertools
import random

import pytest

from benchmarks.plain import AlphaBeta
from benchmarks.yardsticks import Meeting, Random
from tetrad.bots.tactics import loses_at_once, winning_move
from tetrad.position import AnyPosition
from tetrad.rules import GAMES

ENOUGH = 20_000


def positions(game: str) -> list[AnyPosition]:
    """Unfinished positions of random play, some of which can be won in one move."""
    chance, found = random.Random(game), list[AnyPosition]()
    while len(found) < 20:
        position = GAMES[game].start()
        for _ in range(chance.randint(4, 10)):
            if not position.outcome():
                position = position.play(chance.choice(position.legal_moves()))
        if not position.outcome():
            found.append(position)
    return found


def wins(position: AnyPosition, move: object) -> bool:
    outcome = position.play(move).outcome()
    return outcome is not None and outcome.winner is position.turn


@pytest.mark.parametrize("game", GAMES)
def test_alpha_beta_takes_a_win_and_never_loses_at_once_without_need(game: str) -> None:
    for seed, position in enumerate(positions(game)):
        move = AlphaBeta(game, ENOUGH, seed).choose(position).move
        if winning_move(position) is not None:
            assert wins(position, move)
        elif loses_at_once(position, move):
            moves = itertools.islice(position.legal_moves(), 200)
            assert all(loses_at_once(position, each) for each in moves)


def test_alpha_beta_sees_as_far_as_its_positions_allow() -> None:
    position = GAMES["qomet"].parse(".../.../.2./...1.../.11/.../.2. 2 -")
    found = {str(AlphaBeta("qomet", ENOUGH, seed).choose(position).move) for seed in range(5)}
    assert found == {"@e4"}, "every other move lets the opponent win at once"
    hasty = {str(AlphaBeta("qomet", 5, seed).choose(position).move) for seed in range(5)}
    assert len(hasty) > 1


@pytest.mark.parametrize("game", GAMES)
def test_only_one_of_the_random_yardsticks_takes_a_win(game: str) -> None:
    position = next(each for each in positions(game) if winning_move(each) is not None)
    assert all(wins(position, Random(seed, wins=True).choose(position).move) for seed in range(9))
    assert not all(
        wins(position, Random(seed, wins=False).choose(position).move) for seed in range(9)
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_meeting_is_the_same_whenever_it_is_played(game: str) -> None:
    tried = 'try:{"sight": 2, "heat": 0.1, "nodes": 500}'
    points = Meeting(game, tried, "random", range(2)).points()
    assert points == Meeting(game, tried, "random", range(2)).points()
    assert all(0 <= each <= 2 for each in points)
    assert sum(points) > 2
