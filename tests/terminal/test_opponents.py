"""Seats: people, levels, and who stands in where the compiled code is missing."""

from __future__ import annotations

import sys

import pytest

from tetrad.rules import GAMES
from tetrad.terminal.opponents import LEVELS, SEATS, Opponent, opponent


def test_a_person_is_no_bot() -> None:
    assert opponent("quantik", "human") is None
    assert [seat for seat in SEATS if opponent("quantik", seat) is None] == ["human"]


def test_a_level_chooses_a_legal_move_and_says_why() -> None:
    bot = Opponent("quantik", LEVELS[0])
    move, reason = bot.choose(GAMES["quantik"].start())
    assert GAMES["quantik"].start().objection(move) is None
    assert reason
    assert bot.seated
    assert bot.name == "level 1"


def test_instinct_stands_in_where_the_levels_cannot_be_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "tetrad.bots.levels", None)
    bot = Opponent("qomet", "5")
    move, _ = bot.choose(GAMES["qomet"].start())
    assert GAMES["qomet"].start().objection(move) is None
    assert bot.name == "instinct"
