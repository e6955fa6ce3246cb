"""One move on the scales: what it was worth, what the best one was, and what it cost.

People count a distance in moves of one player: a win in 3 plies is won with the second move.

The cost goes from 0 to 1. A won game turned into a lost one costs all, a draw either way half. In
a lost game it is the share of the resistance that was given up, in a won one the share of the way
that was added. Where nothing is proven it is what the engine believes was lost, and `proven` is
False.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from tetrad.position import AnyPosition, Player
from tetrad.solvers.solution import MoveValue, Value

Grade = Literal["inaccuracy", "mistake", "blunder"]

POINTS: dict[Value, float] = {"win": 1.0, "draw": 0.5, "loss": 0.0}
# A loss that comes sooner costs at most half, a win that comes later a quarter.
RESISTANCE, DELAY = 0.5, 0.25
# From which cost on a move is called what; an opinion makes no blunder.
BLUNDER, MISTAKE, INACCURACY, NOTICEABLE_OPINION = 0.5, 0.2, 0.05, 0.1


def own_moves(plies: int) -> int:
    """How many moves the player to move has in so many plies."""
    return (plies + 1) // 2


def chance(worth: MoveValue) -> float:
    """What a move promises who makes it, from 0 to 1: proven, or as the engine sees it."""
    return POINTS.get(worth.value, (1 + worth.score) / 2)


@dataclass(frozen=True, slots=True)
class Judged:
    """A move, what it was worth, and the best one.

    `line` is best play after the move, `best_line` after the best one, as far as they are known.
    """

    position: AnyPosition
    move: Any
    played: MoveValue
    best: MoveValue
    line: tuple[Any, ...] = ()
    best_line: tuple[Any, ...] = ()

    @property
    def by(self) -> Player:
        return self.position.turn

    @property
    def proven(self) -> bool:
        """Whether the cost follows from proven values."""
        return "unknown" not in (self.played.value, self.best.value)

    @property
    def cost(self) -> float:
        best, played = self.best, self.played
        if best.value == played.value and played.value in ("win", "loss"):
            return _given_up(played.value, best.distance, played.distance)
        return max(0.0, chance(best) - chance(played))

    @property
    def held_out(self) -> int | None:
        """How many moves of one's own a lost game could still have lasted, this one included."""
        return _moves(self.best) if self.best.value == "loss" else None

    @property
    def loses_at_once(self) -> bool:
        """The opponent wins with the next move, or has already won by this one."""
        return self.played.value == "loss" and _moves(self.played) == 1

    @property
    def grade(self) -> Grade | None:
        cost = self.cost
        if self.loses_at_once and not (self.best.value == "loss" and self.held_out == 1):
            return "blunder"
        if self.best.value == "win" and _moves(self.best) == 1 and cost:
            return "blunder" if cost > BLUNDER else "mistake"
        if self.played.value == "unknown" and cost < NOTICEABLE_OPINION:
            return None
        if cost > BLUNDER and self.proven:
            return "blunder"
        if cost >= MISTAKE:
            return "mistake"
        return "inaccuracy" if cost >= INACCURACY else None


def _moves(worth: MoveValue) -> int | None:
    return None if worth.distance is None else own_moves(worth.distance)


def _given_up(value: Value, best: int | None, played: int | None) -> float:
    """The share of the resistance that is gone, or of the way to a win that was added."""
    if not best or not played:
        return 0.0
    could, did = own_moves(best), own_moves(played)
    if value == "loss":
        return max(0.0, RESISTANCE * (1 - did / could))
    return max(0.0, DELAY * (1 - could / did))
