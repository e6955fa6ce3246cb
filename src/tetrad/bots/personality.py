"""How the ten levels differ: how far they see, how much they look at, how often they err.

The solver knows more than a weak player should. A level therefore sees forced ends clearly only as
many plies ahead as its sight; what lies beyond fades. On top of that it errs: how likely a move is
depends on how much worse than the best it feels, measured against the level's heat. Small mistakes
are common and gross ones rare, both rarer the higher the level, and what is in clear sight is
seldom overlooked. And now and then it slips: it plays without looking, though it may notice a win
in one. The numbers were set with the arena, to let each level score 60 to 75 % against the one
below, and with the yardsticks of the benchmarks, to let a level be about as strong in one game as
in another; docs/bots.md shows the result.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tetrad.solvers.solution import MoveValue

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
    chance `slip`, it does not look at all; by the chance `notice` it sees a win in one even then.
    Of moves that feel the same, give or take its `cunning`, it plays the one with the most traps.
    """

    sight: float
    heat: float
    nodes: int
    haste: float = 0.15
    slip: float = 0.0
    notice: float = 1.0
    cunning: float = 0.0

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


# Sight, heat, slip, notice and positions looked at, from level 1 up, and the haste of all levels.
# Quantik is won by seeing further. In Qawale and Qomet a steady difference of skill decides every
# game, so their levels differ most in how often they do not look. Whoever never overlooks a threat
# in Qawale is hard to beat for anybody: its level 9 hardly ever does, and level 10 never. From its
# level 6 on traps make up for slips.
TABLES: dict[str, tuple[tuple[float, float, float, float, int], ...]] = {
    "quantik": (
        (1, 8.35, 0.0, 0.0, 2_000),
        (1.61, 4.75, 0.0, 0.0, 3_100),
        (2, 3.54, 0.0, 0.665, 4_000),
        (2.17, 1.5, 0.0, 1.0, 8_600),
        (3, 1.31, 0.0, 1.0, 12_600),
        (3.05, 0.689, 0.0, 1.0, 16_300),
        (3.89, 0.681, 0.0, 1.0, 23_000),
        (4.69, 0.645, 0.0, 1.0, 29_200),
        (5.2, 0.575, 0.0, 1.0, 32_000),
    ),
    "qawale": (
        (1, 0.5, 0.958, 0.1, 4_000),
        (1.5, 0.5, 0.913, 0.39, 4_000),
        (2, 0.5, 0.9, 0.8, 4_000),
        (2, 0.5, 0.7, 1.0, 4_000),
        (2, 0.5, 0.42, 1.0, 5_500),
        (2, 0.5, 0.51, 1.0, 6_000),
        (2, 0.5, 0.3, 1.0, 8_000),
        (2, 0.5, 0.14, 1.0, 10_000),
        (2.1, 0.5, 0.03, 1.0, 13_000),
    ),
    "qomet": (
        (1, 0.669, 0.7405, 0.243, 2_000),
        (1.06, 0.493, 0.289, 0.613, 2_100),
        (2.13, 0.379, 0.2706, 0.825, 4_000),
        (3.54, 0.235, 0.2324, 1, 4_800),
        (5.32, 0.17, 0.1685, 1, 8_000),
        (6.71, 0.13, 0.0607, 1, 9_200),
        (8.55, 0.092, 0.031, 1, 13_800),
        (10.4, 0.065, 0.02, 1, 22_500),
        (12, 0.03, 0.006, 1, 48_000),
    ),
}
HASTE = {"quantik": 0.15, "qawale": 0.1, "qomet": 0.15}
# The quiet positions of Qawale are drawn unless somebody sets a trap.
SETS_TRAPS = 6
CUNNING = {"quantik": 0.0, "qawale": 0.05, "qomet": 0.0}
BEST = Character(sight=99, heat=0.01, nodes=1_000_000_000)


def character(game: str, level: int) -> Character:
    """The measured character of a level; ValueError if there is no such game or level."""
    if game not in TABLES:
        raise ValueError(f"there is no game {game!r}; use {', '.join(TABLES)}")
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}; use 1 to {STRONGEST}")
    cunning = CUNNING[game] if level >= SETS_TRAPS else 0.0
    if level == STRONGEST:
        return replace(BEST, cunning=cunning)
    sight, heat, slip, notice, nodes = TABLES[game][level - 1]
    return Character(sight, heat, nodes, HASTE[game], slip, notice, cunning)
