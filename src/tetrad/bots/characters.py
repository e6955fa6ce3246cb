"""How the ten levels differ: how far they see, how much they look at, how often they err.

The solver knows more than a weak player should. A level therefore sees forced ends clearly only as
many plies ahead as its sight; what lies beyond fades. On top of that it errs: how likely a move is
depends on how much worse than the best it feels, measured against the level's heat. Small mistakes
are common and gross ones rare, both rarer the higher the level, and what is in clear sight is
seldom overlooked. And now and then it slips: it plays without looking. The numbers were set with
the arena, to let each level score 60 to 75 % against the one below; docs/bots.md shows the result.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from tetrad.solve.search import MoveValue

LEVELS = range(1, 11)
STRONGEST = LEVELS[-1]

# An end this many plies beyond the sight weighs half as much as one within.
HALF_LIFE = 2.0
# An opinion of the solver never weighs as much as a proof.
OPINION_WEIGHT = 0.6
# The heat of a player who does not look.
CARELESS_HEAT = 2.0


@dataclass(frozen=True, slots=True)
class Character:
    """What makes a level.

    It sees ends clearly up to `sight` plies ahead, errs by `heat`, and looks at so many positions.
    `haste` is how much of the heat is left where an end is in clear sight. Once in a while, by the
    chance `slip`, it does not look at all.
    """

    sight: int
    heat: float
    nodes: int
    haste: float = 0.15
    slip: float = 0.0

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
        """How likely each move is; together they make 1."""
        best = max(moves, key=self.appeal)
        regrets = [self.appeal(best) - self.appeal(each) for each in moves]
        heats = (self._heat(each, best) for each in moves)
        careful = _shares(-regret / heat for regret, heat in zip(regrets, heats, strict=True))
        careless = _shares(-regret / CARELESS_HEAT for regret in regrets)
        return [
            (1 - self.slip) * one + self.slip * other
            for one, other in zip(careful, careless, strict=True)
        ]

    def _heat(self, each: MoveValue, best: MoveValue) -> float:
        """The heat that decides between two moves: less if one of them leads to a clear end."""
        clear = max(self.certainty(each), self.certainty(best))
        return self.heat * (1 - (1 - self.haste) * clear)


def _shares(logs: Iterable[float]) -> list[float]:
    powers = [math.exp(log) for log in logs]
    total = sum(powers)
    return [power / total for power in powers]


# Sight, heat, slip and positions looked at, from level 1 up, and the haste of all levels.
# Quantik and Qawale are won by seeing further; in Qomet a steady difference of skill decides every
# game, so its levels differ most in how often they do not look.
TABLES: dict[str, tuple[tuple[int, float, float, int], ...]] = {
    "quantik": (
        (1, 4.0, 0.0, 2_000),
        (1, 2.2, 0.0, 2_000),
        (2, 3.1, 0.0, 4_000),
        (2, 2.15, 0.0, 4_000),
        (2, 1.3, 0.0, 8_000),
        (3, 1.3, 0.0, 12_000),
        (3, 0.7, 0.0, 16_000),
        (4, 0.57, 0.0, 24_000),
        (5, 0.57, 0.0, 32_000),
    ),
    "qawale": (
        (1, 13.0, 0.0, 4_000),
        (1, 4.6, 0.0, 4_000),
        (1, 3.1, 0.0, 4_000),
        (2, 18.0, 0.0, 4_000),
        (2, 8.8, 0.0, 8_000),
        (2, 5.4, 0.0, 12_000),
        (2, 3.6, 0.0, 32_000),
        (3, 2.5, 0.0, 64_000),
        (4, 1.2, 0.0, 120_000),
    ),
    "qomet": (
        (1, 0.6, 0.44, 2_000),
        (2, 0.5, 0.41, 4_000),
        (3, 0.28, 0.34, 4_000),
        (4, 0.22, 0.29, 8_000),
        (6, 0.15, 0.22, 12_000),
        (8, 0.1, 0.15, 40_000),
        (9, 0.08, 0.09, 64_000),
        (11, 0.05, 0.042, 200_000),
        (13, 0.02, 0.01, 400_000),
    ),
}
HASTE = {"quantik": 0.15, "qawale": 0.1, "qomet": 0.15}
BEST = Character(sight=99, heat=0.01, nodes=1_000_000_000)


def character(game: str, level: int) -> Character:
    """The measured character of a level; ValueError if there is no such game or level."""
    if game not in TABLES:
        raise ValueError(f"there is no game {game!r}; use {', '.join(TABLES)}")
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}; use 1 to {STRONGEST}")
    if level == STRONGEST:
        return BEST
    sight, heat, slip, nodes = TABLES[game][level - 1]
    return Character(sight, heat, nodes, HASTE[game], slip)
