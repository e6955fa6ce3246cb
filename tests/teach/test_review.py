"""Reviews: what each move cost, also in a lost game, and a summary of it all."""

from __future__ import annotations

import random

import pytest

from tetrad.matches.match import Match
from tetrad.position import Player
from tetrad.rules import GAMES
from tetrad.solvers.solution import Limits, MoveValue, Value
from tetrad.teach import reasons as said
from tetrad.teach.judgement import Judged, own_moves
from tetrad.teach.reasons import explain
from tetrad.teach.review import review, reviewing, whole
from tetrad.teach.summary import summarize

# Light is lost from the first move on, and throws the rest away with the second.
LOST_OPENING = '[Game "quantik"]\n\n1. A@a1 B@b1 2. C@c1 D@d1 0-1\n'


def reviewed(record: str) -> tuple[Judged, ...]:
    match = Match.parse(record)
    return review(match.positions, match.moves, Limits(time=20))


def test_a_review_in_parts_finds_the_same() -> None:
    match = Match.parse(LOST_OPENING)
    parts = reviewing(match.positions, match.moves, Limits(time=60), longest=0.02)
    found, at_once = whole(parts), reviewed(LOST_OPENING)
    assert [worth(each) for each in found] == [worth(each) for each in at_once]


def worth(each: Judged) -> tuple[object, ...]:
    """Which of several best lines is shown depends on what was looked at before."""
    played, best = each.played, each.best
    return played.value, played.distance, best.value, best.distance, each.grade


def judged(best: tuple[Value, int | None], played: tuple[Value, int | None]) -> Judged:
    position = GAMES["quantik"].start()
    move = position.legal_moves()[0]
    return Judged(position, move, MoveValue(move, *played), MoveValue(move, *best))


@pytest.mark.parametrize(("plies", "moves"), [(1, 1), (2, 1), (3, 2), (4, 2), (10, 5)])
def test_a_distance_is_counted_in_the_movers_own_moves(plies: int, moves: int) -> None:
    assert own_moves(plies) == moves


def test_a_blunder_in_a_lost_game_is_named() -> None:
    game = reviewed(LOST_OPENING)
    assert [each.grade for each in game] == [None, None, "blunder", None]
    codes = [reason.code for reason in explain(game[2])]
    assert codes == [said.LASTED.code, said.ALLOWS_SHAPE.code]
    told = [str(reason.message) for reason in explain(game[2])]
    assert told[0] == "FIRST was losing, but could have lasted 3 more moves"


def test_a_summary_tells_where_it_turned_and_how_long_it_could_have_lasted() -> None:
    summary = summarize(reviewed(LOST_OPENING), Player.SECOND)
    assert summary.turning == 2
    assert summary.lasted
    assert (summary.lasted.ply, summary.lasted.moves) == (2, 3)
    assert summary.closeness[Player.SECOND] == 100
    assert 50 < (summary.closeness[Player.FIRST] or 0) < 100
    assert summary.proven


SWINGS: dict[str, tuple[list[tuple[tuple[Value, int | None], tuple[Value, int | None]]], int]] = {
    "given back": ([(("win", 3), ("loss", 4)), (("win", 3), ("draw", None)),
                    (("draw", None), ("loss", 6)), (("win", 5), ("win", 5))], 2),
    "given up twice": ([(("draw", None), ("loss", 8)), (("win", 7), ("win", 7)),
                        (("loss", 6), ("loss", 2)), (("win", 1), ("win", 1))], 0),
    "lost all along": ([(("loss", 8), ("loss", 8)), (("win", 7), ("win", 7)),
                        (("loss", 6), ("loss", 2)), (("win", 1), ("win", 1))], 2),
}  # fmt: skip


@pytest.mark.parametrize("name", SWINGS)
def test_the_turning_point_is_where_the_result_changed_for_the_last_time(name: str) -> None:
    worths, turning = SWINGS[name]
    position, game = GAMES["quantik"].start(), []
    for best, played in worths:
        move = position.legal_moves()[0]
        game.append(Judged(position, move, MoveValue(move, *played), MoveValue(move, *best)))
        position = position.play(move)
    assert summarize(game, Player.SECOND).turning == turning


@pytest.mark.parametrize(
    ("best", "played", "grade"),
    [
        (("win", 3), ("loss", 4), "blunder"),
        (("win", 3), ("draw", None), "mistake"),
        (("draw", None), ("loss", 6), "mistake"),
        (("draw", None), ("loss", 2), "blunder"),
        (("loss", 10), ("loss", 2), "blunder"),
        (("loss", 10), ("loss", 6), "mistake"),
        (("loss", 10), ("loss", 8), "inaccuracy"),
        (("loss", 2), ("loss", 2), None),
        (("win", 1), ("win", 3), "mistake"),
        (("win", 5), ("win", 9), "inaccuracy"),
        (("win", 5), ("win", 5), None),
        (("unknown", None), ("loss", 2), "blunder"),
        (("unknown", None), ("unknown", None), None),
    ],
)
def test_a_move_is_graded_by_what_it_costs(
    best: tuple[Value, int | None], played: tuple[Value, int | None], grade: str | None
) -> None:
    assert judged(best, played).grade == grade


def test_costs_grow_with_what_is_lost() -> None:
    ways = [
        judged(("loss", 10), ("loss", 10)), judged(("win", 5), ("win", 7)),
        judged(("loss", 10), ("loss", 6)), judged(("win", 5), ("draw", None)),
        judged(("win", 5), ("loss", 2)),
    ]  # fmt: skip
    costs = [each.cost for each in ways]
    assert costs == sorted(costs)
    assert (costs[0], costs[-1]) == (0, 1)


@pytest.mark.parametrize("seed", range(6))
def test_nobody_who_blunders_is_told_that_there_was_no_mistake(seed: int) -> None:
    """Whoever could have avoided to lose with the opponent's next move hears of it."""
    chance, match = random.Random(seed), Match(GAMES["quantik"].start())
    while match.outcome() is None:
        match.play(chance.choice(match.position.legal_moves()))
    for each in review(match.positions, match.moves, Limits(time=30)):
        after = each.position.play(each.move)
        safe = any(not _can_win(each.position.play(other)) for other in each.position.legal_moves())
        if after.outcome() is None and _can_win(after) and safe:
            assert each.grade == "blunder"
            assert any(reason.line for reason in explain(each))


def _can_win(position: object) -> bool:
    moves = position.legal_moves()  # type: ignore[attr-defined]
    ends = (position.play(move).outcome() for move in moves)  # type: ignore[attr-defined]
    return any(end and end.winner is position.turn for end in ends)  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_line_is_said_to_end_with_stands_at_its_end(game: str) -> None:
    """Every forced win that is told is played out on the board by the rules."""
    chance, match = random.Random(game), Match(GAMES[game].start())
    while match.outcome() is None and match.ply < 12:
        moves = match.position.legal_moves()
        match.play(chance.choice(moves[:60]))
    for each in review(match.positions, match.moves, Limits(time=6)):
        for reason in explain(each):
            if reason.code == said.FORCES.code:
                end = each.position.play(each.move)
                for move in reason.line:
                    end = end.play(move)
                outcome = end.outcome()
                assert outcome
                assert outcome.winner is reason.message.parts["side"]
                assert {*reason.squares} <= {*outcome.squares}
