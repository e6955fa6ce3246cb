"""Who can enter an arena: `level:7`, `instinct`, or `cmd:...` for any program.

A program speaks the protocol of `tetrad bot`, as in `cmd:./mybot --fast`.
"""

from __future__ import annotations

import random

from tetrad.bots.bot import Bot
from tetrad.bots.instinct import Instinct
from tetrad.bots.levels import LevelBot
from tetrad.bots.personality import LEVELS
from tetrad.language import OTHER_GAME
from tetrad.position import not_one_of, quote
from tetrad.protocol.client import FoulError, NoStartError, Program, no_start


class EntrantError(ValueError):
    """A text that names no bot, or a bot that cannot play."""


def check_entrant(text: str) -> None:
    """Raises EntrantError unless the text names a bot."""
    kind, _, rest = text.partition(":")
    known = (
        text == "instinct"
        or (kind == "level" and rest in {str(level) for level in LEVELS})
        or (kind == "cmd" and rest.strip())
    )
    if not known:
        raise EntrantError(not_one_of(text, ("level:1-10", "instinct", "cmd:...")))


def crashed(error: BaseException) -> str:
    """What somebody's code ran into, in one line."""
    return f"crashed: {type(error).__name__}: {' '.join(str(error).split())[:200]}"


def meet(text: str, game: str) -> None:
    """Raises EntrantError if a program does not come to the board: it would lose all its games."""
    if not text.startswith("cmd:"):
        return
    stable = Stable(game)
    try:
        welcomed(stable, text)
    finally:
        stable.close()


def welcomed(stable: Stable, text: str) -> Bot:
    """A program that is ready for its first game, or EntrantError."""
    try:
        bot = stable.bot(text, 0)
    except NoStartError as error:
        raise EntrantError(error.args[0]) from error
    except FoulError as foul:
        raise EntrantError(no_start(text, foul.args[0])) from foul
    if isinstance(bot, Program) and stable.game not in bot.games:
        games = ", ".join(bot.games)
        raise EntrantError(OTHER_GAME(path=quote(text), one=games, other=stable.game))
    return bot


class Stable:
    """Keeps the programs of one process running from game to game."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._programs: dict[str, Program] = {}

    def bot(self, text: str, seed: int) -> Bot:
        """The bot for one game; FoulError if a program does not come to the board."""
        kind, _, rest = text.partition(":")
        if kind == "level":
            bot = LevelBot(self.game, int(rest), seed)
            bot.seconds = None  # the terms of the arena are the only limit
            return bot
        return self._program(text, rest) if kind == "cmd" else Instinct(random.Random(seed))

    def _program(self, text: str, command: str) -> Program:
        if text not in self._programs:
            program = self._programs[text] = Program(command)
            program.introduce()
        self._programs[text].prepare(self.game)
        return self._programs[text]

    def dismiss(self, text: str) -> None:
        """Ends a program that has misbehaved; it is started afresh for its next game."""
        if program := self._programs.pop(text, None):
            program.kill()
            program.close()

    def close(self) -> None:
        for program in self._programs.values():
            program.close()
        self._programs.clear()
