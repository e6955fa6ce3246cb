"""How the ten levels differ: how far they see, how much they look at, how often they err.

The solver knows more than a weak player should. A level therefore sees forced ends clearly only as
many plies ahead as its sight; what lies beyond fades. On top of that it errs: how likely a move is
depends on how much worse than the best it feels, measured against the level's heat. Small mistakes
are common and gross ones rare, both rarer the higher the level, and what is in clear sight is
seldom overlooked. The heats were found with the arena, so that each level scores 60 to 75 % against
the one below.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from tetrad.solve.search import MoveValue

LEVELS = range(1, 11)
STRONGEST = LEVELS[-1]

# An end this many plies beyond the sight weighs half as much as one within.
HALF_LIFE = 2.0
# An opinion of the solver never weighs as much as a proof.
OPINION_WEIGHT = 0.6
# How much of the heat is left where an end is in clear sight.
CLEAR = 0.15


@dataclass(frozen=True, slots=True)
class Character:
    """What makes a level: plies seen clearly, size of its errors, positions looked at."""

    sight: int
    heat: float
    nodes: int

    def certainty(self, each: MoveValue) -> float:
        """How clearly the player sees where a move leads, from 0 to 1."""
        if each.distance is None:
            return 0.0
        return math.pow(0.5, max(0, each.distance - self.sight) / HALF_LIFE)

    def appeal(self, each: MoveValue) -> float:
        """How good a move feels to its maker: from -1, lost, to 1, won."""
        if each.value == "unknown":
            return OPINION_WEIGHT * each.score
        if each.value == "draw":
            return 0.0
        return self.certainty(each) if each.value == "win" else -self.certainty(each)

    def weights(self, moves: tuple[MoveValue, ...]) -> list[float]:
        """How likely each move is, up to a common factor."""
        best = max(moves, key=self.appeal)
        return [
            math.exp((self.appeal(each) - self.appeal(best)) / self._heat(each, best))
            for each in moves
        ]

    def _heat(self, each: MoveValue, best: MoveValue) -> float:
        """The heat that decides between two moves: less if one of them leads to a clear end."""
        clear = max(self.certainty(each), self.certainty(best))
        return self.heat * (1 - (1 - CLEAR) * clear)


SIGHTS = (1, 1, 2, 2, 2, 3, 3, 4, 5, 99)
NODES = (2_000, 2_000, 4_000, 4_000, 8_000, 12_000, 16_000, 24_000, 32_000, 1_000_000_000)
HEATS: dict[str, tuple[float, ...]] = {
    "quantik": (4.0, 2.2, 2.8, 2.15, 1.3, 1.3, 0.75, 0.57, 0.57, 0.01),
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
