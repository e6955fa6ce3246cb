"""What chooses moves: levels 1 to 10 for each game, other programs, and an arena for them all."""

from __future__ import annotations

from tetrad.bots.bot import Bot, Choice
from tetrad.bots.personality import LEVELS


def bot(game: str, level: int, seed: int | None = None) -> Bot:
    """The opponent of that level, 1 to 10; the same seed makes the same choices."""
    from tetrad.bots.levels import LevelBot

    return LevelBot(game, level, seed)


__all__ = ["LEVELS", "Bot", "Choice", "bot"]
