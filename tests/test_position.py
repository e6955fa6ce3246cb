"""What the games share: players, outcomes, errors and how errors quote."""

from __future__ import annotations

import dataclasses

import pytest

import tetrad
from tetrad import IllegalMoveError, InvalidMoveError, InvalidNotationError, Outcome, Player
from tetrad.message import Message
from tetrad.position import notation, quote, refuse


def test_the_players_are_each_others_opponents() -> None:
    assert Player.FIRST.other is Player.SECOND
    assert Player.SECOND.other is Player.FIRST
    assert [str(player) for player in Player] == ["FIRST", "SECOND"]
    assert [player.value for player in Player] == [1, 2]


def test_an_outcome_cannot_be_changed() -> None:
    outcome = Outcome(None, "all pebbles played")
    assert outcome == Outcome(None, "all pebbles played")
    with pytest.raises(dataclasses.FrozenInstanceError):
        outcome.reason = "luck"  # type: ignore[misc]


def test_an_outcome_has_a_code_and_the_squares_of_the_four() -> None:
    outcome = tetrad.Quantik.parse("..../..../..../AbCd").outcome()
    assert outcome == Outcome(Player.SECOND, "four different shapes")
    assert (outcome.code, outcome.squares) == ("four-shapes", ("a1", "b1", "c1", "d1"))
    assert Outcome(None, "the lights went out").code == "other"


def test_every_error_is_a_value_error() -> None:
    for error in (IllegalMoveError, InvalidNotationError, InvalidMoveError):
        assert issubclass(error, ValueError)


def test_a_text_that_is_no_move_is_both_bad_notation_and_illegal() -> None:
    assert issubclass(InvalidMoveError, InvalidNotationError)
    assert issubclass(InvalidMoveError, IllegalMoveError)


def test_the_package_exports_what_it_lists() -> None:
    assert all(hasattr(tetrad, name) for name in tetrad.__all__)


def test_a_quote_is_short_and_on_one_line() -> None:
    assert quote("a\nb") == r"'a\nb'"
    assert quote("\udc80\0") == r"'\udc80\x00'"
    assert quote("x" * 58) == "'" + "x" * 58 + "'"
    assert quote("x" * 59) == "'" + "x" * 56 + "..."
    assert len(quote("x" * 1_000_000)) == 60


def test_notation_is_text_that_is_not_too_long() -> None:
    assert notation("abc", 3) == "abc"
    with pytest.raises(InvalidNotationError, match=r"4 characters, .* 3 are allowed: 'abcd'"):
        notation("abcd", 3)
    with pytest.raises(InvalidNotationError, match="this should be text: None"):
        notation(None, 3)


def test_a_refusal_names_the_move_the_position_and_the_reason() -> None:
    start = tetrad.Quantik.start()
    refuse(start, "A@a1", None)
    with pytest.raises(IllegalMoveError, match=r"^A@a1 is not legal in \.\.\.\..*: too bad$"):
        refuse(start, "A@a1", Message("too bad"))
    with pytest.raises(IllegalMoveError, match=r"^y{37}\.\.\. is not legal"):
        refuse(start, "y" * 99, Message("too bad"))


@pytest.mark.parametrize("game", tetrad.GAMES.values(), ids=lambda game: str(game.NAME))
def test_a_position_shows_itself_in_a_notebook(game: type[tetrad.position.AnyPosition]) -> None:
    assert game.start()._repr_svg_().startswith("<svg ")
