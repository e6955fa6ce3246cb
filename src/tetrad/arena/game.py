"""One game between two bots, from an opening to its end, whatever the bots do.

A bot that crashes, hangs, floods its output or plays an illegal move loses the game. Qomet can go
on for ever: a position that comes back for the third time, or too many plies, make a draw.
"""

from __future__ import annotations

import random
import time
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from tetrad.arena.entrants import Stable, crashed
from tetrad.bots.bot import Bot
from tetrad.matches.match import Match
from tetrad.position import AnyPosition, Player
from tetrad.protocol.client import FoulError
from tetrad.rules import GAMES
from tetrad.solvers.solution import MEBIBYTE, Limits

# For each process; the levels need no more.
MEMORY = 128 * MEBIBYTE


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played: who against whom, from which opening."""

    opening: int
    start: str
    first: str
    second: str

    @property
    def key(self) -> tuple[int, str, str]:
        return self.opening, self.first, self.second

    def entrant(self, player: Player) -> str:
        return self.first if player is Player.FIRST else self.second


@dataclass(frozen=True, slots=True)
class Terms:
    """What is the same for all games of an arena."""

    game: str
    seconds: float
    plies: int
    seed: int
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. `foul` says what the loser did, if it was that."""

    opening: int
    start: str
    first: str
    second: str
    result: str
    reason: str
    plies: int
    seconds: float
    foul: str | None = None

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def key(self) -> tuple[int, str, str]:
        return self.opening, self.first, self.second

    @property
    def points_of_first(self) -> float:
        return {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[self.result]


def play(task: Task, terms: Terms, stable: Stable) -> tuple[Result, str]:
    """The result of the game, and its record."""
    begun = time.monotonic()
    match = Match(GAMES[terms.game].parse(task.start))
    match.tags = {
        "First": _tag(task.first),
        "Second": _tag(task.second),
        "Date": date.today().strftime("%Y.%m.%d"),
    }
    reason, foul = _play_out(match, task, terms, stable)
    if foul:
        match.tags["Foul"] = _tag(foul)
    seconds = round(time.monotonic() - begun, 3)
    ended = (match.result, reason, len(match.moves), seconds, foul)
    return Result(task.opening, task.start, task.first, task.second, *ended), match.record()


def _play_out(match: Match, task: Task, terms: Terms, stable: Stable) -> tuple[str, str | None]:
    """Plays to the end; the reason why it ended, and the foul that was committed, if any."""
    limits = Limits(terms.seconds, terms.nodes, MEMORY)
    bots: dict[Player, Bot] = {}
    while not (outcome := match.outcome()):
        if len(match.moves) >= terms.plies:
            match.agree_draw()
            return f"{terms.plies} plies", None
        turn = match.position.turn
        try:
            if turn not in bots:
                bots[turn] = stable.bot(task.entrant(turn), _seed(task, terms, turn))
            match.play(_move(bots[turn], match.position, limits))
        except Exception as error:  # whatever a bot does, only its own game is lost
            stable.dismiss(task.entrant(turn))
            match.resign(turn)
            return "foul", f"{turn} {_fault(error)}"
    return outcome.reason, None


def _move(bot: Bot, position: AnyPosition, limits: Limits) -> Any:
    return bot.choose(position, limits).move


def _fault(error: Exception) -> str:
    if isinstance(error, FoulError):
        return str(error)
    return crashed(error)


def _seed(task: Task, terms: Terms, turn: Player) -> int:
    """Another one for each seat of each game, and the same when the game is played again."""
    return random.Random(f"{terms.seed} {task.key} {turn}").getrandbits(32)


def _tag(text: str) -> str:
    return " ".join(text.split())[:200]
