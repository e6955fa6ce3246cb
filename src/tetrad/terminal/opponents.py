"""Who sits at the table: a person, or a bot of some level.

The levels think with compiled code, which takes a moment to load; so a bot sits down only when
it has to move. Where that code is missing, Instinct plays in its place and says so.
"""

from __future__ import annotations

import importlib
from typing import Any

HUMAN = "human"
INSTINCT = "instinct"
LEVELS = tuple(str(level) for level in range(1, 11))
BEST = LEVELS[-1]
SEATS = (HUMAN, *LEVELS, INSTINCT)

Advice = tuple[Any, str]


class Opponent:
    """The bot in a seat."""

    def __init__(self, game: str, seat: str) -> None:
        self.name = f"level {seat}" if seat in LEVELS else seat
        self._game, self._seat = game, seat
        self._bot: Any = None

    def choose(self, position: Any) -> Advice:
        """A move, and the reasons for it in words."""
        try:
            choice = self._sitting().choose(position)
        except (ImportError, AttributeError):
            self._bot, self.name = _instinct(), INSTINCT
            choice = self._bot.choose(position)
        return choice.move, "; ".join(choice.reasons)

    def _sitting(self) -> Any:
        if self._bot is None:
            level = self._seat in LEVELS
            self._bot = _level(self._game, int(self._seat)) if level else _instinct()
        return self._bot


def _level(game: str, level: int) -> Any:
    return importlib.import_module("tetrad.bots").bot(game, level)


def _instinct() -> Any:
    return importlib.import_module("tetrad.bots.instinct").Instinct()


def opponent(game: str, seat: str) -> Opponent | None:
    """The bot in a seat, or None where a person sits."""
    return None if seat == HUMAN else Opponent(game, seat)
