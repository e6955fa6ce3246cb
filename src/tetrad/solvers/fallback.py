"""A solver on the reference rules: slow, small, and right wherever there is no Numba.

Iterative deepening over forced ends: a win or loss is claimed when it was searched to the end of
the game, a draw only when every line ends within the depth, so cycles are never taken for draws.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from tetrad.position import AnyPosition
from tetrad.rules.qawale import SQUARES, Qawale
from tetrad.solvers.solution import (
    OPPOSITE,
    Limits,
    MoveValue,
    Progress,
    Solution,
    Value,
    best_first,
    finished_solution,
    summary,
)

# Positions remembered; one takes about a kilobyte.
BYTES_A_POSITION = 1024
DEEPEST = 64


class OutOfTimeError(Exception):
    """The limits of a search are used up."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a search to `depth` plies showed; "unknown" says that it takes more."""

    value: Value
    depth: int


class ReferenceSolver:
    """Negamax over `Position` objects, deepened one ply at a time."""

    def __init__(self, memory: int, *, own_tables: bool = True) -> None:
        del own_tables  # it asks none
        self._capacity = max(1, memory // BYTES_A_POSITION)
        self._known: dict[AnyPosition, Known] = {}

    def solve(
        self,
        position: AnyPosition,
        limits: Limits,
        progress: Progress | None = None,
        begun: Any = None,
    ) -> Solution:
        if (finished := finished_solution(position)) is not None:
            return finished
        clock = _Clock(limits)
        legal = (
            move for move in _listed(position, limits) if str(move).startswith(str(begun or ""))
        )
        moves = {move: MoveValue(move, "unknown") for move in legal}
        if not moves:
            return Solution(position, "unknown", None, "search")
        with suppress(OutOfTimeError):
            for depth in range(1, DEEPEST):
                self._deepen(position, moves, depth, clock)
                if progress:
                    progress(depth, clock.nodes)
                if all(each.value != "unknown" for each in moves.values()):
                    break
        ordered = best_first(list(moves.values()))
        value, distance = summary(ordered)
        line = (ordered[0].move,) if value != "unknown" else ()
        return Solution(position, value, distance, "search", ordered, line, clock.nodes)

    def _deepen(
        self, position: AnyPosition, moves: dict[Any, MoveValue], depth: int, clock: _Clock
    ) -> None:
        """Judges the moves that are still open.

        A move decided at this depth was not decided one ply earlier, so the depth is its distance.
        """
        for move, judged in moves.items():
            if judged.value == "unknown":
                value = OPPOSITE[self._negamax(position.play(move), depth - 1, clock)]
                decisive = value in ("win", "loss")
                moves[move] = MoveValue(move, value, depth if decisive else None)

    def _negamax(self, position: AnyPosition, depth: int, clock: _Clock) -> Value:
        """The value for the side to move if it shows within `depth` plies."""
        clock.tick()
        if (finished := finished_solution(position)) is not None:
            return finished.value
        known = self._known.get(position)
        if known and (known.depth <= depth if known.value != "unknown" else known.depth >= depth):
            return known.value
        value = self._best_reply(position, depth, clock) if depth else "unknown"
        self._remember(position, Known(value, depth))
        return value

    def _best_reply(self, position: AnyPosition, depth: int, clock: _Clock) -> Value:
        replies = set()
        for move in position.legal_moves():
            value = OPPOSITE[self._negamax(position.play(move), depth - 1, clock)]
            if value == "win":
                return "win"
            replies.add(value)
        if "unknown" in replies:
            return "unknown"
        return "draw" if "draw" in replies else "loss"

    def _remember(self, position: AnyPosition, known: Known) -> None:
        if len(self._known) >= self._capacity:
            self._known.clear()
        self._known[position] = known


def _listed(position: AnyPosition, limits: Limits) -> list[Any]:
    """The legal moves, or none of them where a tall stack of Qawale has too many."""
    if not isinstance(position, Qawale):
        return [*position.legal_moves()]
    moves = islice(chain.from_iterable(map(position.sowings, SQUARES)), limits.listed + 1)
    found = [*moves]
    return found if len(found) <= limits.listed else []


class _Clock:
    """Counts positions and stops the search when a limit is reached."""

    def __init__(self, limits: Limits) -> None:
        self.nodes = 0
        self._limits = limits
        self._deadline = None if limits.time is None else time.monotonic() + limits.time

    def tick(self) -> None:
        self.nodes += 1
        limits = self._limits
        if limits.nodes is not None and self.nodes > limits.nodes:
            raise OutOfTimeError
        if limits.cancel is not None and limits.cancel.is_set():
            raise OutOfTimeError
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise OutOfTimeError


def perft(position: AnyPosition, depth: int) -> int:
    """Counts leaves with the rulebook in `tetrad.rules`."""
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())
