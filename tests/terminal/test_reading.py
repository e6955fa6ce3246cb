"""Moves are understood however people type them."""

from __future__ import annotations

import pytest

from tetrad.position import InvalidMoveError
from tetrad.rules import GAMES
from tetrad.terminal.reading import read_move


@pytest.mark.parametrize(
    ("game", "typed", "meant"),
    [
        ("quantik", "A@b3", "A@b3"),
        ("quantik", "a b3", "A@b3"),
        ("quantik", "AB3", "A@b3"),
        ("quantik", "b3 a", "A@b3"),
        ("quantik", "a @ B3", "A@b3"),
        ("quantik", "Sphere b3", "A@b3"),
        ("quantik", "cone d4", "D@d4"),
        ("qawale", "a1nne", "a1nne"),
        ("qawale", "A1 N N E", "a1nne"),
        ("qawale", "a1-n-n-e", "a1nne"),
        ("qawale", "a1 a2 a3 b3", "a1nne"),
        ("qawale", "a1>a2>a3>b3", "a1nne"),
        ("qomet", "@d4", "@d4"),
        ("qomet", "D4", "@d4"),
        ("qomet", "@ d4", "@d4"),
        ("qomet", "place d4", "@d4"),
        ("qomet", "d4-d5", "d4-d5"),
        ("qomet", "D4 d5", "d4-d5"),
        ("qomet", "d4d5", "d4-d5"),
        ("qomet", "a1 OFF", "a1-off"),
    ],
)
def test_case_spaces_and_signs_do_not_matter(game: str, typed: str, meant: str) -> None:
    assert str(read_move(GAMES[game].start(), typed)) == meant


@pytest.mark.parametrize(
    ("game", "typed", "complaint"),
    [
        ("quantik", "A", "A is only the beginning of a move like A@b3"),
        ("quantik", "e5", "'e5' is neither a move like A@b3 nor a command"),
        ("qawale", "a1", "a1 is only the beginning of a move like a1nne"),
        ("qawale", "a1 a3", "a3 is not beside a1"),
        ("qawale", "b9n", "'b9n' is neither a move"),
        ("qomet", "a2", "'@a2' is not a move of Qomet"),
        ("qomet", "@", "@ is only the beginning of a move like @d4, d4-d5, a1-off"),
        ("qomet", "x" * 10_000, "is neither a move"),
    ],
)
def test_what_is_no_move_gets_a_sentence(game: str, typed: str, complaint: str) -> None:
    with pytest.raises(InvalidMoveError) as error:
        read_move(GAMES[game].start(), typed)
    assert complaint in str(error.value)
    assert len(str(error.value)) < 200
