"""How strong the levels are in all three games, measured against the same yardsticks.

    random             any legal move
    win-in-one         takes a win in one move, and plays any legal move otherwise
    alpha-beta:N       looks at N positions a move and knows nothing but the rules

None of them knows more about one game than about another, so a level's scores can be compared
between the games. Some levels of Qawale also meet an alpha-beta of two million positions, some 0.3
seconds a move, which sees deeper than they do. Games begin from the balanced openings of the arena,
each played with both colours. Level 10 is held to 100,000 positions a move. `python -m benchmarks
yardsticks [GAMES]` plays so many games for each line of the table.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache

from benchmarks.plain import AlphaBeta
from tetrad.arena.entrants import Stable
from tetrad.arena.game import Task, Terms, play
from tetrad.arena.openings import opening
from tetrad.arena.ratings import Pairs
from tetrad.bots.bot import Bot, Choice
from tetrad.bots.levels import LevelBot
from tetrad.bots.personality import LEVELS, STRONGEST, Character
from tetrad.bots.tactics import is_wide, random_sowing, winning_move
from tetrad.position import AnyPosition
from tetrad.rules import GAMES, Qawale
from tetrad.solvers.solution import Limits

YARDSTICKS = ("random", "win-in-one", "alpha-beta:300", "alpha-beta:3000")
LONG, LONG_LEVELS = "alpha-beta:2000000", (5, 8, 10)
SEED, SECONDS, PLIES, NODES = 31, 30.0, 200, 100_000
GAMES_EACH = 100


class Random:
    """Plays any legal move, and if it `wins` takes a win in one move first."""

    def __init__(self, seed: int, *, wins: bool) -> None:
        self._chance, self._wins = random.Random(seed), wins

    @property
    def name(self) -> str:
        return "win-in-one" if self._wins else "random"

    def choose(self, position: AnyPosition, limits: Limits | None = None) -> Choice:  # noqa: ARG002
        if self._wins and (win := winning_move(position)) is not None:
            return Choice(win)
        if isinstance(position, Qawale) and is_wide(position):
            return Choice(random_sowing(position, self._chance))
        return Choice(self._chance.choice(position.legal_moves()))


class Measured(Stable):
    """Makes the yardsticks, the levels, and players of a character that is being tried out.

    The latter are written `try:` and the fields of a `Character` in JSON.
    """

    def bot(self, text: str, seed: int) -> Bot:
        kind, _, rest = text.partition(":")
        if kind in ("random", "win-in-one"):
            return Random(seed, wins=kind == "win-in-one")
        if kind == "alpha-beta":
            return AlphaBeta(self.game, int(rest), seed)
        if kind == "try":
            tried = LevelBot(self.game, STRONGEST - 1, seed)
            tried.character, tried.seconds = Character(**json.loads(rest)), None
            return tried
        return super().bot(text, seed)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two players of one game and the openings that they play, each with both colours."""

    game: str
    one: str
    other: str
    openings: range

    def points(self) -> list[float]:
        """What the first of the two got from each opening: 0 to 2."""
        return [self._pair(number) for number in self.openings]

    def _pair(self, number: int) -> float:
        terms, start = _terms(self.game), _start(self.game, number)
        first, _record = play(Task(number, start, self.one, self.other), terms, _stable(self.game))
        second, _record = play(Task(number, start, self.other, self.one), terms, _stable(self.game))
        fouls = [each.foul for each in (first, second) if each.foul]
        if fouls:
            raise RuntimeError(f"{self.one} against {self.other}: {fouls[0]}")
        return first.points_of_first + 1 - second.points_of_first


def _terms(game: str) -> Terms:
    return Terms(game, SECONDS, PLIES, SEED, NODES)


@cache
def _start(game: str, number: int) -> str:
    return str(opening(game, SEED, number))


@cache
def _stable(game: str) -> Stable:
    return Measured(game)


def _played(meeting: Meeting) -> tuple[Meeting, list[float]]:
    return meeting, meeting.points()


def measured(meetings: Iterable[Meeting], processes: int) -> Iterator[tuple[Meeting, list[float]]]:
    """Plays the meetings in several processes, and tells of each when it is over."""
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_played, meetings)


def meetings(games: int) -> Iterator[Meeting]:
    for game in GAMES:
        for level in LEVELS:
            for yardstick in YARDSTICKS:
                yield Meeting(game, f"level:{level}", yardstick, range(games // 2))


def long_meetings(games: int) -> Iterator[Meeting]:
    for level in LONG_LEVELS:
        yield Meeting("qawale", f"level:{level}", LONG, range(games // 2))


def main(games: int = GAMES_EACH) -> None:
    print(f"Scores of the levels against the same yardsticks, {games} games each (± 95 %)")
    print(f"  {'':17}" + "".join(f"{name:>18}" for name in YARDSTICKS))
    row: list[str] = []
    for meeting, points in measured(meetings(games), os.cpu_count() or 1):
        pairs = Pairs.of(points)
        row.append(f"{pairs.score:12.0%} ± {pairs.margin:3.0%}")
        if meeting.other == YARDSTICKS[-1]:
            print(f"  {meeting.game:8} {meeting.one:8}{''.join(row)}", flush=True)
            row = []
    for meeting, points in measured(long_meetings(games), os.cpu_count() or 1):
        pairs = Pairs.of(points)
        against = f"{meeting.game} {meeting.one} against {meeting.other}"
        print(f"  {against}: {pairs.score:.0%} ± {pairs.margin:.0%}", flush=True)
