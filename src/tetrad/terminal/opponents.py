"""Who sits at the table: a person, or a bot of some level.

The levels think with compiled code, which takes a moment to load; so a bot sits down only when
it has to move. Where that code is missing, Instinct plays in its place and says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tetrad.language import t
from tetrad.position import AnyPosition

if TYPE_CHECKING:
    from tetrad.bots import Bot

HUMAN = "human"
INSTINCT = "instinct"
LEVELS = tuple(str(level) for level in range(1, 11))
BEST = LEVELS[-1]
SEATS = (HUMAN, *LEVELS, INSTINCT)

# A move, and the reasons for it.
Advice = tuple[Any, tuple[str, ...]]


class Opponent:
    """The bot in a seat."""

    def __init__(self, game: str, seat: str) -> None:
        self.name = t("level {level}", level=seat) if seat in LEVELS else seat
        self._game, self._seat = game, seat
        self._bot: Bot | None = None

    @property
    def seated(self) -> bool:
        """Whether the bot is there already, or has still to be loaded."""
        return self._bot is not None or self._seat == INSTINCT

    def choose(self, position: AnyPosition) -> Advice:
        try:
            self._bot = self._bot or _bot(self._game, self._seat)
            choice = self._bot.choose(position)
        except ImportError:
            self._bot, self.name = _bot(self._game, INSTINCT), INSTINCT
            choice = self._bot.choose(position)
        return choice.move, choice.reasons


def _bot(game: str, seat: str) -> Bot:
    from tetrad.bots import bot
    from tetrad.bots.instinct import Instinct

    return bot(game, int(seat)) if seat in LEVELS else Instinct()


def opponent(game: str, seat: str) -> Opponent | None:
    """The bot in a seat, or None where a person sits."""
    return None if seat == HUMAN else Opponent(game, seat)
