"""A Qawale player that loves to attack, and overlooks things.

Level-headed players rarely get each other into trouble: most of their games are drawn. This one
takes the sowing, of those it happens to notice, that leaves the opponent the fewest ways to stop a
win in one; now and then it just plays something that does not lose at once.
"""

from __future__ import annotations

import random

from tetrad.bots.bot import SIGHT, WINS_NOW, Choice
from tetrad.bots.instinct import Instinct
from tetrad.bots.tactics import is_wide, winning_move
from tetrad.position import AnyPosition
from tetrad.rules import Qawale
from tetrad.solvers.solution import Limits

# Parries are counted so far; more than that is no attack.
MANY = 40


class Attacker:
    """Notices a share of the moves and attacks with a part of its moves, both its own."""

    name = "attacker"

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._instinct = Instinct(chance)
        self._attention = chance.uniform(0.1, 0.8)
        self._spirit = chance.uniform(0.2, 1.0)

    def choose(self, position: AnyPosition, limits: Limits | None = None) -> Choice:
        """A legal move; it is too quick to need limits."""
        from tetrad.kernels.qawale import encode
        from tetrad.solvers.qawale.threats import parries_by_move

        assert isinstance(position, Qawale)
        if win := winning_move(position):
            return Choice(win, (WINS_NOW(),))
        if is_wide(position) or self._chance.random() > self._spirit:
            return Choice(self._instinct.choose(position, limits).move)
        left = parries_by_move(encode(position), MANY)
        noticed = [move for move in left if self._chance.random() < self._attention]
        if not noticed:
            return Choice(self._instinct.choose(position, limits).move)
        return Choice(min(noticed, key=left.__getitem__), (SIGHT(plies=2),))
