"""What the computer plays, says and agrees to."""

from __future__ import annotations

import threading

import pytest

from tests.server.api.test_analysis import WIN_IN_ONE
from tetrad.position import Player
from tetrad.rules import GAMES, Quantik
from tetrad.server.rooms import bots
from tetrad.server.workers import tasks

NEVER = threading.Event()
pytestmark = pytest.mark.timeout(300)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_level_plays_a_legal_move_and_says_why(game: str) -> None:
    start = GAMES[game].start()
    for level in (1, 10):
        answer = tasks.choose(start, level, NEVER)
        assert answer.move in start.legal_moves()
        for reason in answer.reasons:
            templates = (reason["template"], reason.get("plural", reason["template"]))
            assert reason["message"] in [each.format(**reason["params"]) for each in templates]


def test_a_bot_agrees_to_a_draw_when_it_cannot_win() -> None:
    lost_for_second = Quantik.parse(WIN_IN_ONE)
    assert tasks.agrees_to_draw(lost_for_second, Player.SECOND, NEVER)
    assert not tasks.agrees_to_draw(lost_for_second, Player.FIRST, NEVER)


def test_there_are_ten_levels() -> None:
    assert [level["id"] for level in bots.levels()] == list(range(1, 11))
