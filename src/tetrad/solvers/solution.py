"""What a solver is asked and what it answers: limits in, a solution out.

The values of a `Solution` are proofs: "win", "draw" and "loss" are claimed only where they were
derived to the end of the game, everything else is "unknown".
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from tetrad.position import AnyPosition

Value = Literal["win", "draw", "loss", "unknown"]
Source = Literal["table", "search"]

# Called now and then with the plies searched so far and the positions visited.
Progress = Callable[[int, int], None]

MEBIBYTE = 1 << 20
NO_LIMIT = 1 << 62  # of positions to visit: more than anyone ever will
SAFEST = 2.0  # more than any score: among moves that do not lose, draws come first
OPPOSITE: dict[Value, Value] = {
    "win": "loss",
    "draw": "draw",
    "loss": "win",
    "unknown": "unknown",
}


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search may use; None is no limit, which in Qomet can mean forever.

    A `thorough` search goes on after the value is known until every move has its own, and its
    opinions are steady: they do not depend on whose turn it is where the search stops. Where there
    are more moves than `listed`, as Qawale's tall stacks have, those that begin alike share one.
    """

    time: float | None = 10.0
    nodes: int | None = None
    memory: int = 512 * MEBIBYTE
    cancel: threading.Event | None = None
    thorough: bool = False
    listed: int = 100_000


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move is worth to the player who makes it.

    `distance` counts the plies to the end of the game, this one included. Of moves whose value is
    unknown some are proven not to lose (`safe`); the others are ordered by `score`, an opinion
    between -1 and 1, never a proof. A draw is `unaided` if it is proven but the replies that hold
    it do not come with the program. Where `begins` is not empty the move stands for all moves that
    begin so, and is the best of them.
    """

    move: Any
    value: Value
    distance: int | None = None
    score: float = 0.0
    safe: bool = False
    begins: str = ""
    unaided: bool = False

    def as_dict(self) -> dict[str, Any]:
        """The fixed form, in which `begins` is there only where it says something."""
        told = {"move": str(self.move), "value": self.value, "distance": self.distance}
        return {**told, "begins": self.begins} if self.begins else told


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known about a position, for the side to move; its moves best first."""

    position: AnyPosition
    value: Value
    distance: int | None
    source: Source
    moves: tuple[MoveValue, ...] = ()
    line: tuple[Any, ...] = ()
    nodes: int = 0

    def as_dict(self) -> dict[str, Any]:
        """The fixed form that `tetrad solve --json` prints and the server sends."""
        return {
            "game": self.position.NAME,
            "position": str(self.position),
            "value": self.value,
            "distance": self.distance,
            "source": self.source,
            "moves": [each.as_dict() for each in self.moves],
        }


class Solver(Protocol):
    """One game's solver; it may keep what it learned, within the memory it was given."""

    def __init__(self, memory: int, *, own_tables: bool = True) -> None: ...

    def solve(
        self, position: AnyPosition, limits: Limits, progress: Progress | None = None
    ) -> Solution: ...


class StepwiseSolver(Solver, Protocol):
    """One that can be asked about a move that has begun, as Qawale's are."""

    def solve(
        self,
        position: AnyPosition,
        limits: Limits,
        progress: Progress | None = None,
        begun: Any = None,
    ) -> Solution: ...


def finished_solution(position: AnyPosition) -> Solution | None:
    """The solution of a game that is over, or None."""
    outcome = position.outcome()
    if outcome is None:
        return None
    if outcome.winner is None:
        return Solution(position, "draw", None, "search")
    value: Value = "win" if outcome.winner is position.turn else "loss"
    return Solution(position, value, 0, "search")


def best_first(moves: list[MoveValue]) -> tuple[MoveValue, ...]:
    """Quick wins, draws, what does not lose, the unknown by score, losses, the slowest first."""
    return tuple(sorted(moves, key=_rank))


def _rank(each: MoveValue) -> tuple[int, float]:
    if each.value == "win":
        return 0, each.distance or 0
    if each.value == "loss":
        return 3, -(each.distance or 0)
    if each.value == "draw":
        return 1, -SAFEST
    return (1, -each.score) if each.safe else (2, -each.score)


def summary(moves: tuple[MoveValue, ...]) -> tuple[Value, int | None]:
    """The value and distance of a position, given all its moves, best first."""
    best = moves[0]
    if best.value == "win":
        return "win", best.distance
    if any(each.value == "unknown" for each in moves):
        return "unknown", None
    return best.value, best.distance
