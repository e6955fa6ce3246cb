"""What a player sees at a glance."""

import random
import time

import pytest

from tetrad import GAMES, Qawale
from tetrad.bots.tactics import (
    count_sowings,
    is_wide,
    loses_at_once,
    random_sowing,
    winning_move,
    winning_moves,
)
from tetrad.position import AnyPosition


def random_game(game: str, seed: int) -> list[AnyPosition]:
    chance = random.Random(seed)
    positions = [GAMES[game].start()]
    while not positions[-1].outcome() and len(positions) < 40:
        positions.append(positions[-1].play(chance.choice(positions[-1].legal_moves())))
    return positions


def wins_by_rules(position: AnyPosition) -> set[object]:
    outcomes = {move: position.play(move).outcome() for move in position.legal_moves()}
    return {move for move, end in outcomes.items() if end and end.winner is position.turn}


@pytest.mark.parametrize("game", GAMES)
def test_a_win_in_one_is_seen_exactly_where_the_rules_have_one(game: str) -> None:
    for position in (p for seed in range(4) for p in random_game(game, seed)):
        if not is_wide(position):
            seen, there = set(winning_moves(position)), wins_by_rules(position)
            assert seen <= there
            assert bool(seen) == bool(there)


def test_sowings_are_counted_without_making_them() -> None:
    for position in random_game("qawale", 7)[:10]:
        assert isinstance(position, Qawale)
        assert count_sowings(position) == len(position.legal_moves()) or position.outcome()


def test_a_tall_stack_is_judged_at_once() -> None:
    position = Qawale.parse("x4/x4/x4/00000000212121212121,2,1,x 1")
    begun = time.perf_counter()
    assert is_wide(position)
    win = winning_move(position)
    assert win is not None
    end = position.play(win).outcome()
    assert end is not None
    assert end.winner is position.turn
    assert time.perf_counter() - begun < 60, "all its sowings would take hours"


def test_random_sowings_are_legal() -> None:
    position, chance = Qawale.parse("x4/x4/x4/00000000212121212121,2,1,x 1"), random.Random(0)
    for _ in range(50):
        assert position.objection(random_sowing(position, chance)) is None


def test_a_move_that_hands_over_the_game_is_recognised() -> None:
    position = GAMES["quantik"].parse("..../..../..../Ab..")
    assert loses_at_once(position, position.parse_move("C@c1"))
    assert not loses_at_once(position, position.parse_move("C@d4"))


def test_a_finished_game_has_no_winning_move() -> None:
    position = GAMES["quantik"].parse("..../..../..../AbCd")
    assert winning_move(position) is None
