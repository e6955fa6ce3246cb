"""Reasons hold: a threat named is one, a win named wins, what is said to be stopped is stopped."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tetrad.position import AnyPosition, Player
from tetrad.rules import GAMES
from tetrad.rules.qawale import Qawale
from tetrad.teach import reasons as said
from tetrad.teach.fours import FOURS, threats, wins
from tetrad.teach.reasons import Reason, glance

LONGEST_PATH = 4
SEEDS = {"quantik": 16, "qawale": 4, "qomet": 4}


def moves_of(position: AnyPosition) -> list[Any]:
    """All legal moves; of tall stacks in Qawale none, so that looking at all answers is quick."""
    moves = list(position.legal_moves())
    if isinstance(position, Qawale):
        return [move for move in moves if len(move.path) <= LONGEST_PATH] or moves[:50]
    return moves


def some_moves(game: str, seed: int, plies: int = 30) -> Iterator[tuple[AnyPosition, Any]]:
    """The moves of a random game in which wins are rarely taken, so that there is much to say."""
    chance, position = random.Random(seed), GAMES[game].start()
    for _ in range(plies):
        moves = moves_of(position)
        quiet = [move for move in moves if position.play(move).outcome() is None]
        if not quiet:
            yield position, chance.choice(moves)
            return
        yield position, chance.choice(moves)
        position = position.play(chance.choice(quiet))


@cache
def all_reasons(game: str) -> list[tuple[AnyPosition, Any, Reason]]:
    found = []
    for seed in range(SEEDS[game]):
        for position, move in some_moves(game, seed):
            for reason in glance(position, move):
                found.append((position, move, reason))
    return found


def wins_for(position: AnyPosition, player: Player, move: str) -> tuple[str, ...] | None:
    """The winning squares if the move wins for the player who makes it."""
    if position.turn is not player or position.outcome() or not position.is_legal(move):
        return None
    outcome = position.play(move).outcome()
    return outcome.squares if outcome and outcome.winner is player else None


def can_complete(position: AnyPosition, squares: tuple[str, ...]) -> bool:
    """Whether the player to move can complete a four, by trying everything."""
    ends = (position.play(move).outcome() for move in position.legal_moves())
    return any(end and end.winner is position.turn and {*squares} <= {*end.squares} for end in ends)


@pytest.mark.parametrize("game", GAMES)
def test_a_win_that_is_named_wins_at_once(game: str) -> None:
    named = 0
    for position, move, reason in all_reasons(game):
        after = position.play(move)
        if reason.line:
            named += 1
            won = wins_for(after, after.turn, str(reason.line[0]))
            assert won is not None, (str(position), str(move), reason)
            assert {*reason.squares} <= {*won}
            assert str(reason.line[0]) == str(reason.message.parts["move"])
        elif reason.code == said.MISSES.code:
            won = wins_for(position, position.turn, str(reason.message.parts["move"]))
            assert won is not None
            assert {*reason.squares} <= {*won}
    assert named > 5


@pytest.mark.parametrize("game", GAMES)
def test_what_is_completed_stands_on_the_board(game: str) -> None:
    for position, move, reason in all_reasons(game):
        if reason.code in (said.COMPLETES.code, said.GIVES.code):
            outcome = position.play(move).outcome()
            assert outcome
            assert outcome.winner is reason.message.parts["side"]
            assert {*reason.squares} <= {*outcome.squares}
            assert (outcome.winner is position.turn) == (reason.code == said.COMPLETES.code)


STOPPED = {wording.code for wording in (said.STOPS, said.TAKES_SPACE, said.KEEPS_OUT)}


@pytest.mark.parametrize("game", GAMES)
def test_what_is_stopped_was_a_threat_and_is_none_any_more(game: str) -> None:
    checked = 0
    for position, move, reason in all_reasons(game):
        if reason.code in STOPPED:
            assert not can_complete(position.play(move), reason.squares)
            others = (position.play(other) for other in moves_of(position) if other != move)
            alive = [after for after in others if after.outcome() is None]
            assert any(can_complete(after, reason.squares) for after in alive), (
                str(position), str(move), reason,
            )  # fmt: skip
            checked += 1
    assert checked


@pytest.mark.parametrize("game", GAMES)
def test_a_threat_can_be_carried_out_if_it_is_left_alone(game: str) -> None:
    """After some answer, the mover completes the four that was named."""
    checked = 0
    for position, move, reason in all_reasons(game):
        if reason.code == said.THREATENS.code:
            after = position.play(move)
            answers = (after.play(answer) for answer in moves_of(after))
            assert any(can_complete(each, reason.squares) for each in answers if not each.outcome())
            checked += 1
    assert checked


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_left_without_a_word_who_loses_at_once(game: str) -> None:
    for seed in range(SEEDS[game]):
        for position, move in some_moves(game, seed):
            after = position.play(move)
            ends = [after.play(answer).outcome() for answer in moves_of(after)]
            if any(end and end.winner is after.turn for end in ends):
                assert any(reason.line for reason in glance(position, move))


def test_every_four_of_a_game_has_a_name_of_its_own() -> None:
    names = {game: [four.name for four in fours] for game, fours in FOURS.items()}
    assert [len({*each}) for each in names.values()] == [12, 10, 15]
    assert "the region c3-d4" in names["quantik"]
    assert {"the diagonal a1-d4", "the diagonal a4-d1", "row 1"} <= {*names["qawale"]}
    assert {"the square a1-g7", "the square d4-f6", "the square d4-c3"} <= {*names["qomet"]}


def test_a_threat_is_seen_for_either_player() -> None:
    position = GAMES["qomet"].parse(".../.../.11/...1.../.2./22./... 2 -")
    (threat,) = threats(position)
    assert (threat.player, threat.four and threat.four.name) == (Player.FIRST, "the square d4-e5")
    assert wins(position) == ()
