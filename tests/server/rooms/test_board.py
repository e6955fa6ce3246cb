"""What the browser gets to see of a position."""

from __future__ import annotations

import random
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.test_objections import random_position

from tetrad.matches.board import steps
from tetrad.matches.refusals import ConflictError
from tetrad.position import AnyPosition
from tetrad.rules import GAMES, Qawale, Qomet, Quantik, qawale, qomet, quantik
from tetrad.server.rooms import board as views

TALL = Qawale.parse("00000012121212,x2,0/x3,1/x4/x,2,x,0 1")
games_and_seeds = given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**32))


@games_and_seeds
def test_the_board_shows_every_legal_move_and_refuses_only_others(game: str, seed: int) -> None:
    position = random_position(game, random.Random(seed))
    board = views.board(position)
    legal = [str(move) for move in position.legal_moves()]
    assert [each["move"] for each in board["legal"]] == legal[: views.MOST_MOVES_SHOWN]
    assert not {each["move"] for each in board["refusals"]} & set(legal)
    assert (board["outcome"] is None) == bool(legal)
    assert GAMES[game].parse(board["position"]) == position


@games_and_seeds
def test_the_steps_of_a_move_lead_to_the_next_position(game: str, seed: int) -> None:
    chance = random.Random(seed)
    position = random_position(game, chance)
    for move in position.legal_moves()[:200]:
        after = contents(position)
        for step in steps(position, move):
            animate(after, cast(dict[str, str | int], step), game)
        assert after == contents(position.play(move)), f"{move} in {position}"


def contents(position: AnyPosition) -> dict[str, str]:
    """What lies on each square, as a browser would keep it."""
    if isinstance(position, Quantik):
        found = zip(quantik.SQUARES, (str(piece or "") for piece in position.spaces), strict=True)
    elif isinstance(position, Qawale):
        found = zip(qawale.SQUARES, position.stacks, strict=True)
    else:
        assert isinstance(position, Qomet)
        stars = (str(star.value) if star else "" for star in position.stars)
        found = zip(qomet.SQUARES, stars, strict=True)
    return {square: what for square, what in found if what}


def animate(board: dict[str, str], step: dict[str, str | int], game: str) -> None:
    """Follows a step without knowing a rule."""
    if "place" in step:
        what = str(step["place"])
        shown = {"quantik": what if step["by"] == 1 else what.lower(), "qawale": what}
        at = str(step["at"])
        board[at] = board.get(at, "") + shown.get(game, str(step["by"]))
    elif "lift" in step:
        assert board.pop(str(step["lift"])) == step["pebbles"]
    elif "drop" in step:
        at = str(step["at"])
        board[at] = board.get(at, "") + str(step["drop"])
    else:
        star = board.pop(str(step["from"]))
        assert star == str(step["by"])
        if step["to"] != "off":
            assert str(step["to"]) not in board
            board[str(step["to"])] = star


@given(st.integers(0, 2**32))
def test_walking_a_path_offers_exactly_the_legal_sowings(seed: int) -> None:
    chance = random.Random(seed)
    position = random_position("qawale", chance)
    assert isinstance(position, Qawale)
    if position.outcome():
        return
    square = chance.choice(views.board(position)["sowable"])
    if len(position.stacks[qawale.INDEX[square]]) > 5:
        return
    complete = set(walked(position, square, ""))
    assert complete == {str(move) for move in position.sowings(square)}


def walked(position: Qawale, square: str, prefix: str) -> list[str]:
    shown = views.path(position, square, prefix)
    assert set(shown["next"]) | set(shown["refusals"]) == set("nesw" if shown["left"] else "")
    if shown["complete"]:
        assert shown["position"] == str(position.play(str(shown["move"])))
        assert str(shown["position"]).startswith(shown["ghost"])
        return [str(shown["move"])]
    return [move for step in shown["next"] for move in walked(position, square, prefix + step)]


def test_a_ghost_shows_the_board_while_the_hand_is_full() -> None:
    shown = views.path(Qawale.start(), "a1", "n")
    assert shown["ghost"] == "00,x2,00/x4/0,x3/x3,00"
    assert (shown["left"], shown["pebbles"], shown["at"]) == (2, "01", "a2")
    assert shown["refusals"]["s"]["code"] == "straight-back"
    assert shown["refusals"]["w"]["code"] == "leaves-board"
    assert shown["targets"] == {"n": "a3", "e": "b2"}


@pytest.mark.parametrize(
    ("square", "prefix", "code"),
    [("b2", "", "no-stack"), ("a1", "s", "leaves-board"), ("a1", "ns", "straight-back"),
     ("a1", "nnne", "wrong-length")],
)  # fmt: skip
def test_a_path_that_breaks_a_rule_is_refused_with_the_reason(
    square: str, prefix: str, code: str
) -> None:
    with pytest.raises(ConflictError) as refused:
        views.path(Qawale.start(), square, prefix)
    assert refused.value.objection
    assert refused.value.objection.code == code


def test_a_tall_stack_is_shown_without_counting_its_sowings() -> None:
    board = views.board(TALL)
    assert board["truncated"]
    assert len(board["legal"]) == views.MOST_MOVES_SHOWN
    assert board["sowable"] == ["b1", "d1", "d3", "a4", "d4"]
    assert views.path(TALL, "a4", "e")["left"] == 14


def test_quantik_says_why_a_shape_may_not_go_somewhere() -> None:
    board = views.board(Quantik.parse("..../.A../..../...."))
    reasons = {each["move"]: each["reason"] for each in board["refusals"]}
    assert reasons["A@b1"]["message"] == "FIRST has a sphere in column b"
    assert reasons["A@a4"]["params"] == {
        "player": 1, "shape": "A", "line": "region", "name": "a3-b4",
    }  # fmt: skip
    assert set(reasons) == {f"A@{square}" for square in ["b1", "b2", "b4", "a3", "c3", "d3", "a4"]}


def test_qomet_says_why_a_star_cannot_be_pushed() -> None:
    blocked = Qomet.parse("2../1../1../......./.../.../... 1 -")
    board = views.board(blocked)
    assert board["hand"] == {"1": 5, "2": 6}
    reasons = {each["move"]: each["reason"]["code"] for each in board["refusals"]}
    assert reasons == {"c5-b6": "blocked"}


def test_a_move_can_be_played_on_the_way() -> None:
    board = views.board(Quantik.start(), "A@b3")
    assert board["position"] == "..../.A../..../...."
    assert board["played"] == {
        "move": "A@b3",
        "steps": [{"place": "A", "by": 1, "at": "b3"}],
        "before": "..../..../..../....",
    }


def test_an_ended_game_shows_the_winning_squares() -> None:
    board = views.board(Quantik.parse("..../..../..../AbCd"))
    assert board["outcome"] == {
        "winner": 2, "reason": "four different shapes", "squares": ["a1", "b1", "c1", "d1"],
        "code": "four-shapes", "template": "four different shapes in one row, column or region",
    }  # fmt: skip
    assert (board["legal"], board["refusals"]) == ([], [])
