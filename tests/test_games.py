"""One contract for all three games: what every position can do, whichever game it is of."""

from __future__ import annotations

import dataclasses
import random
import subprocess
import sys
from itertools import pairwise
from typing import Any

import pytest

from tests.oracles import ORACLES
from tetrad import GAMES, IllegalMoveError, InvalidNotationError, Outcome, Player
from tetrad.position import AnyPosition

STARTS = {
    "quantik": "..../..../..../....",
    "qawale": "00,x2,00/x4/x4/00,x2,00 1",
    "qomet": ".../.../.../......./.../.../... 1 -",
}

every_game = pytest.mark.parametrize("game", GAMES)


def random_game(game: str, seed: int, longest: int = 60) -> list[AnyPosition]:
    """The positions of a game of random moves; very tall Qawale stacks are left alone."""
    chance = random.Random(f"{game} {seed}")
    positions = [GAMES[game].start()]
    while len(positions) <= longest and (moves := positions[-1].legal_moves()):
        if len(moves) > 20_000:
            break
        positions.append(positions[-1].play(chance.choice(moves)))
    return positions


def test_there_are_three_games() -> None:
    assert list(GAMES) == ["quantik", "qawale", "qomet"]


@every_game
def test_a_game_knows_its_name(game: str) -> None:
    assert game == GAMES[game].NAME


@every_game
def test_the_start_is_the_documented_one(game: str) -> None:
    start = GAMES[game].start()
    assert str(start) == STARTS[game]
    assert GAMES[game].parse(STARTS[game]) == start
    assert start.turn is Player.FIRST
    assert start.outcome() is None
    assert start.winning_squares() == ()


@every_game
def test_positions_and_moves_are_frozen(game: str) -> None:
    start = GAMES[game].start()
    things: list[Any] = [start, start.legal_moves()[0]]
    for thing in things:
        name = dataclasses.fields(thing)[0].name
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(thing, name, getattr(thing, name))


@every_game
def test_equal_positions_have_equal_hashes(game: str) -> None:
    for position in random_game(game, 1):
        again = GAMES[game].parse(str(position))
        assert again == position
        assert hash(again) == hash(position)
        assert len({again, position}) == 1


@every_game
def test_positions_of_one_game_all_differ(game: str) -> None:
    positions = random_game(game, 2)
    assert len({str(position) for position in positions}) == len(set(positions))


@every_game
def test_playing_makes_a_new_position_and_leaves_the_old_one(game: str) -> None:
    start = GAMES[game].start()
    after = start.play(start.legal_moves()[0])
    assert isinstance(after, GAMES[game])
    assert after != start
    assert start == GAMES[game].start()
    assert after.turn is Player.SECOND


@every_game
def test_a_move_may_be_given_as_an_object_or_as_text(game: str) -> None:
    for position in random_game(game, 3):
        for move in position.legal_moves()[:100]:
            assert position.parse_move(str(move)) == move
            assert position.play(str(move)) == position.play(move)


@every_game
def test_legal_moves_are_distinct_and_hashable(game: str) -> None:
    for position in random_game(game, 4):
        moves = position.legal_moves()
        assert isinstance(moves, tuple)
        assert len(set(moves)) == len(set(map(str, moves))) == len(moves)


@every_game
def test_a_legal_move_meets_no_objection(game: str) -> None:
    for position in random_game(game, 5):
        assert all(position.objection(move) is None for move in position.legal_moves()[:300])


@every_game
def test_the_players_alternate_until_the_end(game: str) -> None:
    positions = random_game(game, 6)
    for before, after in pairwise(positions):
        assert before.outcome() is None
        assert after.turn is before.turn.other


@every_game
@pytest.mark.parametrize("seed", range(7, 12))
def test_a_finished_game_has_an_outcome_and_no_moves(game: str, seed: int) -> None:
    positions = random_game(game, seed, longest=600)
    last = positions[-1]
    assert last.legal_moves() == ()
    outcome = last.outcome()
    assert isinstance(outcome, Outcome)
    assert outcome.reason
    assert GAMES[game].parse(str(last)).outcome() == outcome
    move = positions[-2].legal_moves()[0]
    assert last.objection(move) == "the game is over"
    with pytest.raises(IllegalMoveError, match="the game is over"):
        last.play(move)
    with pytest.raises(IllegalMoveError, match="the game is over"):
        last.play(str(move))


@every_game
def test_a_refusal_names_the_move_the_position_and_the_reason(game: str) -> None:
    start = GAMES[game].start()
    wrong = {"quantik": "A@a1", "qawale": "b2nn", "qomet": "d4-d5"}[game]
    position = start.play("A@a1") if game == "quantik" else start
    with pytest.raises(IllegalMoveError) as caught:
        position.play(wrong)
    assert not isinstance(caught.value, InvalidNotationError)
    reason = position.objection(position.parse_move(wrong))
    assert str(caught.value) == f"{wrong} is not legal in {position}: {reason}"


@every_game
@pytest.mark.parametrize("value", [None, 7, b"A@a1", [], object()], ids=lambda v: type(v).__name__)
def test_what_is_no_move_at_all_is_refused(game: str, value: object) -> None:
    with pytest.raises(IllegalMoveError):
        GAMES[game].start().play(value)


@every_game
def test_the_move_of_another_game_is_refused(game: str) -> None:
    for other in GAMES.keys() - {game}:
        with pytest.raises(IllegalMoveError):
            GAMES[game].start().play(GAMES[other].start().legal_moves()[0])


@every_game
@pytest.mark.parametrize("seed", range(40))
def test_the_second_implementation_agrees_over_random_play(game: str, seed: int) -> None:
    """Legal moves, what they lead to, and how games end, against an independent account."""
    oracle = ORACLES[game].read(STARTS[game])
    results = {Player.FIRST: "1-0", Player.SECOND: "0-1", None: "1/2-1/2"}
    chance = random.Random(f"{game} oracle {seed}")
    position = GAMES[game].start()
    for _ in range(80):
        outcome = position.outcome()
        assert oracle.result() == (results[outcome.winner] if outcome else None), str(position)
        moves = position.legal_moves()
        if outcome or len(moves) > 10_000:
            break
        assert sorted(map(str, moves)) == sorted(oracle.moves()), str(position)
        move = chance.choice(moves)
        position, oracle = position.play(move), oracle.after(str(move))
        again = ORACLES[game].read(str(position))
        assert sorted(again.moves()) == sorted(oracle.moves()), str(position)


def test_importing_the_package_loads_the_standard_library_only() -> None:
    script = (
        "import sys; before = set(sys.modules); import tetrad;"
        "loaded = {name.split('.')[0] for name in set(sys.modules) - before};"
        "print(sorted(loaded - set(sys.stdlib_module_names) - {'tetrad'}))"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
