"""Quantik solved: the exact value and distance of any position.

The first moves are known by heart. After that the search asks for every legal move whether
the game can be forced to end with the next piece, the one after that, and so on, so that the first
yes is the distance under best play. Most positions take less than a millisecond.
"""

from __future__ import annotations

import time
from typing import Protocol

from tetrad.kernels import quantik as kernel
from tetrad.kernels.compiled import load
from tetrad.kernels.quantik import PIECES, Code, plies
from tetrad.position import AnyPosition
from tetrad.rules.quantik import Move, Quantik
from tetrad.solvers.quantik.opening import opening
from tetrad.solvers.solution import (
    Limits,
    MoveValue,
    Progress,
    Solution,
    Source,
    Value,
    best_first,
    finished_solution,
    summary,
)

ENTRY_BYTES = 8
# More entries than this are never filled.
MOST_ENTRIES = 1 << 22
FEWEST_ENTRIES = 1 << 10


def entries_for(memory: int) -> int:
    """How many entries the table of a search has that may take so many bytes: a power of two."""
    entries = max(FEWEST_ENTRIES, min(memory // ENTRY_BYTES, MOST_ENTRIES))
    return 1 << entries.bit_length() - 1


class Search(Protocol):
    """What this solver needs of `solvers.quantik.search`, or of another one in its place."""

    def __init__(self, memory: int) -> None: ...

    @property
    def nodes(self) -> int:
        """The positions visited since `begin`."""

    def begin(self, nodes: int | None) -> None:
        """From now on visit so many positions and no more; None is no limit."""

    def ask(self, codes: list[Code], ends: list[int], end: int) -> tuple[list[int], bool]:
        """Which of the games that are still open end with piece `end`, under best play?

        `ends` has for each code 0 if that is open, else the piece with which the game ends:
        negative if the player to move wins then. All earlier pieces have been asked for. The
        answer are the new ends, and whether the visits sufficed.
        """


class Solver:
    """Answers questions about Quantik and remembers what it learned on the way."""

    def __init__(self, memory: int, with_opening: bool = True, *, own_tables: bool = True) -> None:
        del own_tables  # search is quick enough to need none
        self._opening = opening() if with_opening else None
        self._search: Search = load("solvers.quantik.search").Search(memory)

    def solve(
        self, position: AnyPosition, limits: Limits, progress: Progress | None = None
    ) -> Solution:
        assert isinstance(position, Quantik)
        if (finished := finished_solution(position)) is not None:
            return finished
        self._search.begin(limits.nodes)
        self._deadline = None if limits.time is None else time.monotonic() + limits.time
        code = kernel.encode(position)
        moves, source = self._judge(code, limits, progress)
        value, distance = summary(moves)
        line = self._line(code, moves[0], limits) if value != "unknown" else ()
        return Solution(position, value, distance, source, moves, line, self._search.nodes)

    def _judge(
        self, code: Code, limits: Limits, progress: Progress | None = None
    ) -> tuple[tuple[MoveValue, ...], Source]:
        actions = kernel.legal_actions(code)
        successors = [kernel.apply(code, action) for action in actions]
        source: Source = "table"
        ends = self._known_ends(successors)
        if ends is None:
            source, ends = "search", self._ends(successors, limits, progress)
        judged = [_move_value(code, *each) for each in zip(actions, ends, strict=True)]
        return best_first(judged), source

    def _known_ends(self, successors: list[Code]) -> list[int] | None:
        distances = self._opening.distances(successors) if self._opening else None
        if distances is None:
            return None
        ply = plies(successors[0])
        return [ply + each if each % 2 == 0 else -ply - each for each in distances]

    def _ends(self, successors: list[Code], limits: Limits, progress: Progress | None) -> list[int]:
        """With which piece each game ends, see `Search.ask`; 0 where limits forbade to find out.

        One question takes milliseconds, so that it is soon enough to look at the clock between.
        """
        first, ends = plies(successors[0]), [0] * len(successors)
        for end in range(first, PIECES + 1):
            searching = end > first + 1
            if searching and self._out_of_time(limits):
                break
            ends, finished = self._search.ask(successors, ends, end)
            if not finished or all(ends):
                break
            if progress:
                progress(end - first + 1, self._search.nodes)
        return ends

    def _out_of_time(self, limits: Limits) -> bool:
        cancelled = limits.cancel is not None and limits.cancel.is_set()
        return cancelled or (self._deadline is not None and time.monotonic() >= self._deadline)

    def _line(self, code: Code, best: MoveValue, limits: Limits) -> tuple[Move, ...]:
        """Best play from here, as far as the limits allow."""
        line = []
        while best.distance:
            line.append(best.move)
            code = kernel.apply(code, kernel.action_of(best.move))
            if best.distance == 1:
                break
            best = self._judge(code, limits)[0][0]
        return tuple(line)


def _move_value(code: Code, action: int, end: int) -> MoveValue:
    move = kernel.move_of(action)
    if end == 0:
        return MoveValue(move, "unknown", None, _opinion(kernel.apply(code, action)))
    value: Value = "win" if end > 0 else "loss"
    return MoveValue(move, value, abs(end) - plies(code), 1.0 if end > 0 else -1.0)


def _opinion(code: Code) -> float:
    """Whoever has more placements left than the other is less likely to be the one who is stuck."""
    mine, theirs = code
    replies, later = kernel.legal_actions(code), kernel.legal_actions((theirs, mine))
    return (len(later) - len(replies)) / kernel.ACTIONS
