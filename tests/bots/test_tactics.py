"""What a player sees at a glance."""

import random
import time

import pytest

from tetrad import GAMES, Qawale
from tetrad.bots.tactics import (
    count_sowings,
    is_wide,
    loses_at_once,
    random_move,
    random_sowing,
    winning_move,
    winning_moves,
)
from tetrad.position import AnyPosition

TALL = Qawale.parse("x4/x4/x4/00000000212121212121,2,1,x 1")


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
    begun = time.perf_counter()
    assert is_wide(TALL)
    win = winning_move(TALL)
    assert win is not None
    end = TALL.play(win).outcome()
    assert end is not None
    assert end.winner is TALL.turn
    assert time.perf_counter() - begun < 60, "all its sowings would take hours"


def test_random_sowings_are_legal() -> None:
    chance = random.Random(0)
    for _ in range(50):
        assert TALL.objection(random_sowing(TALL, chance)) is None


def test_a_random_move_is_legal_and_drawn_at_once_however_tall_a_stack_is() -> None:
    chance = random.Random(1)
    for position in (TALL, *(GAMES[game].start() for game in GAMES)):
        assert position.is_legal(random_move(position, chance))


def test_a_move_that_hands_over_the_game_is_recognised() -> None:
    position = GAMES["quantik"].parse("..../..../..../Ab..")
    assert loses_at_once(position, position.parse_move("C@c1"))
    assert not loses_at_once(position, position.parse_move("C@d4"))


def test_a_finished_game_has_no_winning_move() -> None:
    position = GAMES["quantik"].parse("..../..../..../AbCd")
    assert winning_move(position) is None
