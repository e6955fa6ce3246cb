"""The game is chosen by number, by name or by the beginning of its name."""

from __future__ import annotations

import pytest

from tetrad.terminal.table import named_game


@pytest.mark.parametrize(
    ("answer", "game"),
    [
        ("1", "quantik"),
        ("2", "qawale"),
        ("3", "qomet"),
        ("qomet", "qomet"),
        ("qa", "qawale"),
        ("qu", "quantik"),
        ("q", None),
        ("", None),
        ("4", None),
        ("chess", None),
    ],
)
def test_an_answer_names_one_game_or_none(answer: str, game: str | None) -> None:
    assert named_game(answer) == game
