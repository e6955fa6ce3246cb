"""Instinct: the opponent that needs nothing but the rules.

It wins when it can in one move, avoids moves that let the opponent win in one, and is random
otherwise. Qawale's tall stacks have millions of sowings; of those it looks at a sample.
"""

from __future__ import annotations

import random
from typing import Any

from tetrad.bots.bot import WINS_NOW, Choice
from tetrad.bots.tactics import is_wide, loses_at_once, random_sowing, winning_moves
from tetrad.message import Wording
from tetrad.position import AnyPosition, IllegalMoveError
from tetrad.rules import Qawale
from tetrad.solvers.solution import Limits

# Translators: why a move is good; a sentence of its own, behind a hint
SAFE = Wording("safe", "leaves the opponent no win in one move")
# Translators: why a move is as good as any; a sentence of its own, behind a hint
LOST = Wording("lost", "the opponent can win after every move considered")

# So many moves are looked at before it gives up hope, so that it answers at once.
MOVES_LOOKED_AT = 200


class Instinct:
    """Chooses by looking one move ahead for itself and one for its opponent."""

    name = "instinct"

    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance = chance or random.Random()

    def choose(self, position: AnyPosition, limits: Limits | None = None) -> Choice:  # noqa: ARG002
        """A legal move, and the reason for it; it is too quick to need limits."""
        if position.outcome():
            raise IllegalMoveError(f"the game is over in {position}")
        if wins := list(winning_moves(position)):
            return Choice(self._chance.choice(wins), (WINS_NOW(),))
        moves = self._some_moves(position)
        for move in moves:
            if not loses_at_once(position, move):
                return Choice(move, (SAFE(),))
        return Choice(moves[0], (LOST(),))

    def _some_moves(self, position: AnyPosition) -> list[Any]:
        """Legal moves in random order; all of them unless there are too many."""
        if isinstance(position, Qawale) and is_wide(position):
            return [random_sowing(position, self._chance) for _ in range(MOVES_LOOKED_AT)]
        moves = position.legal_moves()
        return self._chance.sample(moves, min(len(moves), MOVES_LOOKED_AT))
