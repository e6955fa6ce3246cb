"""What the browser gets to see of a position."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.test_objections import random_position
from tetrad.matches import board as views
from tetrad.matches.data import Choices
from tetrad.matches.refusals import ConflictError
from tetrad.position import AnyPosition
from tetrad.rules import GAMES, Qawale, Qomet, Quantik, qawale, qomet, quantik

MOST_BYTES = 4096
TALL = Qawale.parse("00000012121212,x2,0/x3,1/x4/x,2,x,0 1")
games_and_seeds = given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**32))


@games_and_seeds
def test_following_the_choices_makes_exactly_the_legal_moves(game: str, seed: int) -> None:
    position = random_position(game, random.Random(seed))
    if isinstance(position, Qawale) and max(map(len, position.stacks)) > 5:
        return
    legal = [str(move) for move in position.legal_moves()]
    assert list(followed(views.choices(position))) == legal
    assert bool(views.choices(position)) == bool(legal)


@games_and_seeds
def test_a_board_is_at_most_four_kilobytes(game: str, seed: int) -> None:
    position = random_position(game, random.Random(seed))
    board = views.board(position)
    assert len(json.dumps(board)) <= MOST_BYTES
    assert GAMES[game].parse(board["position"]) == position


def followed(choices: Choices) -> Iterator[str]:
    """Every move that a client without rules can make of these choices."""
    for kind, squares in choices.get("place", {}).items():
        yield from (f"{'' if kind == 'star' else kind}@{square}" for square in squares)
    for origin, targets in choices.get("move", {}).items():
        yield from (f"{origin}-{target}" for target in targets)
    for square, pebbles in choices.get("sow", {}).items():
        yield from (square + path for path in paths(choices, [square], len(pebbles)))


def paths(choices: Choices, walk: list[str], left: int) -> Iterator[str]:
    if not left:
        yield ""
        return
    for step, square in choices["beside"][walk[-1]].items():
        if choices["straight_back"] or walk[-2:-1] != [square]:
            yield from (step + rest for rest in paths(choices, [*walk, square], left - 1))


def test_a_tall_stack_is_a_choice_like_any_other() -> None:
    board = views.board(TALL)
    assert list(board["choices"]["sow"]) == ["b1", "d1", "d3", "a4", "d4"]
    assert board["choices"]["sow"]["a4"] == "000000121212121"
    assert len(json.dumps(board)) <= MOST_BYTES


def test_choices_say_where_a_star_is_pushed() -> None:
    position = Qomet.parse(".../.../.2./...1.../.../.../... 1 -")
    assert views.choices(position)["move"]["d4"]["d5"] == "d6"


def test_choices_are_worked_out_once_for_a_position() -> None:
    assert views.choices(Qomet.start()) is views.choices(Qomet.start())


def test_a_move_that_breaks_a_rule_is_refused_with_the_rule() -> None:
    with pytest.raises(ConflictError) as refused:
        views.board(Quantik.parse("..../.A../..../...."), "A@b1")
    assert refused.value.code == "illegal-move"
    assert refused.value.objection == "FIRST has a sphere in column b"


@games_and_seeds
def test_the_steps_of_a_move_lead_to_the_next_position(game: str, seed: int) -> None:
    chance = random.Random(seed)
    position = random_position(game, chance)
    for move in position.legal_moves()[:200]:
        after = contents(position)
        for step in views.steps(position, move):
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
    assert board["outcome"]
    assert (board["outcome"]["winner"], board["outcome"]["code"]) == (2, "four-shapes")
    assert board["outcome"]["squares"] == ["a1", "b1", "c1", "d1"]
    assert board["choices"] == {}
