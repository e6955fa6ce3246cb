"""Bots against each other: everybody meets everybody, from balanced openings, with both colours.

Games are played in several processes. Each result is written down before the next game begins, so
an arena that is stopped, even by force, goes on where it was when it is started again.
"""

from __future__ import annotations

import itertools
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tetrad.arena.game import Result, Task, Terms
from tetrad.arena.openings import opening
from tetrad.arena.pool import Pool
from tetrad.arena.ratings import PairResult, Pairs, Sprt, Verdict
from tetrad.arena.results import Folder


@dataclass
class Arena:
    """All the games that are to be played, and those that have been."""

    terms: Terms
    entrants: Sequence[str]
    games: int
    folder: Folder
    sprt: Sprt | None = None
    gauntlet: bool = False
    verdict: Verdict | None = None
    _done: set[tuple[int, str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._done = {result.key for result in self.folder.results}
        self._judge()

    @property
    def pairings(self) -> list[tuple[str, str]]:
        """Everybody meets everybody; in a gauntlet the first one meets all others."""
        first, *others = self.entrants
        if self.gauntlet:
            return [(first, other) for other in others]
        return list(itertools.combinations(self.entrants, 2))

    @property
    def total(self) -> int:
        """Games to be played in all."""
        return len(self.pairings) * self.games

    @property
    def results(self) -> list[Result]:
        """The games of these entrants and this size, those of earlier runs included."""
        wanted = set(self._keys())
        return [result for result in self.folder.results if result.key in wanted]

    def tasks(self) -> Iterator[Task]:
        """The games still to be played, opening by opening."""
        for number, first, second in self._keys():
            if (number, first, second) not in self._done:
                yield Task(number, self._start(number), first, second)

    def _keys(self) -> Iterator[tuple[int, str, str]]:
        """Every opening is played twice, with colours changed; of an odd number the last once."""
        for number in range(0, self.games, 2):
            for one, other in self.pairings:
                yield number // 2, one, other
                if number + 1 < self.games:
                    yield number // 2, other, one

    def _start(self, number: int) -> str:
        while len(self.folder.openings) <= number:
            new = opening(self.terms.game, self.terms.seed, len(self.folder.openings))
            self.folder.add_opening(str(new))
        return self.folder.openings[number]

    def add(self, result: Result, record: str) -> None:
        self.folder.add(result, record, self._pairing_name(result))
        self._done.add(result.key)
        self._judge()

    def _pairing_name(self, result: Result) -> str:
        return "-".join(_file_name(text) for text in (result.first, result.second))

    def _judge(self) -> None:
        if self.sprt:
            self.verdict = self.sprt.verdict(self.pairs(*self.pairings[0]))

    def pairs(self, one: str, other: str) -> Pairs:
        """The pairs that these two have completed, from the first one's point of view."""
        return Pairs.of(
            each.points
            for each in self.pair_results()
            if (each.one, each.other) == (one, other) and each.games == 2
        )

    def pair_results(self) -> list[PairResult]:
        """What each opening brought to each pairing, also where only one game of it was played."""
        points: defaultdict[tuple[int, str, str], list[float]] = defaultdict(list)
        for result in self.results:
            if (result.first, result.second) in self.pairings:
                points[result.key].append(result.points_of_first)
            else:
                key = (result.opening, result.second, result.first)
                points[key].append(1 - result.points_of_first)
        return [
            PairResult(one, other, sum(each), len(each))
            for (_opening, one, other), each in points.items()
        ]


def _file_name(text: str) -> str:
    """A readable name for a bot's files; long ones are told apart by a number."""
    name = "".join(letter if letter.isalnum() else "_" for letter in text)
    return name if len(name) <= 40 else f"{name[:30]}_{zlib.crc32(text.encode()):08x}"


Report = Callable[[Arena], None]


def run(arena: Arena, processes: int, report: Report = lambda _arena: None) -> None:
    """Plays what is left to play, until all is played or the test has its verdict."""
    tasks = arena.tasks()
    report(arena)
    with Pool(arena.terms) as pool:
        while not arena.verdict:
            for task in itertools.islice(tasks, processes - pool.busy):
                pool.give(task)
            if not pool.busy:
                return
            for result, record in pool.take():
                arena.add(result, record)
                report(arena)
