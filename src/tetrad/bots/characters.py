"""How the ten levels differ: how far they see, how much they look at, how often they err.

The solver knows more than a weak player should. A level therefore sees forced ends for sure only
as many plies ahead as its sight; what lies beyond fades. On top of that it errs: it feels how good
each move is with an error of the size of its heat, so small mistakes are common, gross ones rare,
and both rarer the higher the level. The heats were measured with `tetrad arena ladder` so that
each level scores 60 to 75 % against the one below.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from tetrad.solve.search import MoveValue

LEVELS = range(1, 11)
STRONGEST = LEVELS[-1]

# What an end just beyond the sight still weighs; two plies further on it is half of that.
HALF_LIFE = 2.0
# An opinion of the solver never weighs as much as a proof.
OPINION_WEIGHT = 0.6


@dataclass(frozen=True, slots=True)
class Character:
    """What makes a level: plies seen for sure, size of its errors, positions looked at."""

    sight: int
    heat: float
    nodes: int

    def appeal(self, each: MoveValue) -> float:
        """How good a move feels to its maker before any error: from -1, lost, to 1, won."""
        if each.value == "unknown":
            return OPINION_WEIGHT * each.score
        if each.value == "draw":
            return 0.0
        beyond = max(0, (each.distance or 0) - self.sight)
        certainty = math.pow(0.5, beyond / HALF_LIFE)
        return certainty if each.value == "win" else -certainty

    def weights(self, moves: tuple[MoveValue, ...]) -> list[float]:
        """How likely each move is, up to a common factor."""
        appeals = [self.appeal(each) for each in moves]
        best = max(appeals)
        return [math.exp((appeal - best) / self.heat) for appeal in appeals]


SIGHTS = (1, 1, 2, 2, 3, 4, 5, 7, 9, 99)
NODES = (2_000, 2_000, 4_000, 4_000, 8_000, 8_000, 16_000, 16_000, 32_000, 1_000_000_000)
HEATS: dict[str, tuple[float, ...]] = {
    "quantik": (1.0, 0.75, 0.6, 0.5, 0.4, 0.35, 0.3, 0.25, 0.2, 0.01),
    "qawale": (1.0, 0.75, 0.6, 0.5, 0.4, 0.35, 0.3, 0.25, 0.2, 0.01),
    "qomet": (1.0, 0.75, 0.6, 0.5, 0.4, 0.35, 0.3, 0.25, 0.2, 0.01),
}


def character(game: str, level: int) -> Character:
    """The measured character of a level; ValueError if there is no such game or level."""
    if game not in HEATS:
        raise ValueError(f"there is no game {game!r}; use {', '.join(HEATS)}")
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}; use 1 to {STRONGEST}")
    return Character(SIGHTS[level - 1], HEATS[game][level - 1], NODES[level - 1])
