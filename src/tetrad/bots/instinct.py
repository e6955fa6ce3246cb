"""Instinct: the opponent that needs nothing but the rules.

It wins when it can in one move, avoids moves that let the opponent win in one, and is random
otherwise. Qawale's tall stacks have thousands of sowings; of those it looks at a sample.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tetrad.position import AnyPosition, IllegalMoveError
from tetrad.rules.qawale import INDEX, NEIGHBOURS, SQUARES, Move, Qawale

WINS = "wins at once"
SAFE = "leaves the opponent no win in one move"
LOST = "the opponent can win after every move looked at"

TALLEST_LOOKED_THROUGH = 6
SOWINGS_SAMPLED = 60
# Reasons to be careful are looked for in at most this many moves, so that it answers at once.
MOVES_CHECKED = 200


@dataclass(frozen=True, slots=True)
class Choice:
    """The move a bot plays, and why."""

    move: Any
    reasons: tuple[str, ...] = ()


class Instinct:
    """Chooses by looking one move ahead for itself and one for its opponent."""

    name = "instinct"

    def __init__(self, chance: random.Random | None = None) -> None:
        self.chance = chance or random.Random()

    def choose(self, position: AnyPosition, limits: object = None) -> Choice:  # noqa: ARG002
        """A legal move, and the reason for it; it is too quick to need limits."""
        moves = list(some_moves(position, self.chance))
        if not moves:
            raise IllegalMoveError(f"the game is over in {position}")
        self.chance.shuffle(moves)
        for move in moves:
            if wins(position, move):
                return Choice(move, (WINS,))
        for move in moves[:MOVES_CHECKED]:
            if not self._lets_win(position, move):
                return Choice(move, (SAFE,))
        return Choice(moves[0], (LOST,))

    def _lets_win(self, position: AnyPosition, move: object) -> bool:
        """Whether the opponent wins by the move itself, or by an answer to it."""
        after = position.play(move)
        if outcome := after.outcome():
            return outcome.winner is after.turn
        return any(wins(after, answer) for answer in some_moves(after, self.chance))


def wins(position: AnyPosition, move: object) -> bool:
    outcome = position.play(move).outcome()
    return outcome is not None and outcome.winner is position.turn


def some_moves(position: AnyPosition, chance: random.Random) -> Iterator[Any]:
    """Every legal move; of a tall Qawale stack only a sample."""
    if not isinstance(position, Qawale):
        yield from position.legal_moves()
    elif not position.outcome():
        for square in SQUARES:
            yield from _sowings(position, square, chance)


def _sowings(position: Qawale, square: str, chance: random.Random) -> Iterator[Move]:
    height = len(position.stacks[INDEX[square]])
    if height <= TALLEST_LOOKED_THROUGH:
        yield from position.sowings(square)
    else:
        sample = (random_sowing(square, height, chance) for _ in itertools.count())
        yield from dict.fromkeys(itertools.islice(sample, SOWINGS_SAMPLED))


def random_sowing(square: str, height: int, chance: random.Random) -> Move:
    """One way to sow a stack of this height, by a walk that never turns straight back."""
    path, before, at = "", None, square
    for _ in range(height + 1):
        steps = [step for step, beside in NEIGHBOURS[at].items() if beside != before]
        step = chance.choice(steps)
        path, before, at = path + step, at, NEIGHBOURS[at][step]
    return Move(square, path)
