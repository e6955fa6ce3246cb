"""Balanced random openings: short, legal, and not yet decided.

A match from the start would be the same few games over and over. An opening is a handful of random
moves after which nobody has a forced win close at hand; both sides get to play it.
"""

from __future__ import annotations

import random

from tetrad.bots.tactics import is_wide, winning_move
from tetrad.position import AnyPosition
from tetrad.rules import GAMES
from tetrad.solvers import solve
from tetrad.solvers.solution import MEBIBYTE, Limits

PLIES = {"quantik": (2, 3), "qawale": (2, 3), "qomet": (3, 4)}
# A forced end within so many plies makes an opening useless.
TOO_SOON = 6
LIMITS = Limits(time=0.2, nodes=20_000, memory=64 * MEBIBYTE)


def opening(game: str, seed: int, number: int) -> AnyPosition:
    """The opening of that number in the series of that seed."""
    chance = random.Random(f"{game} {seed} {number}")
    while True:
        position = GAMES[game].start()
        for _ in range(chance.choice(PLIES[game])):
            if moves := position.legal_moves():
                position = position.play(chance.choice(moves))
        if is_balanced(position):
            return position


def is_balanced(position: AnyPosition) -> bool:
    if position.outcome() or winning_move(position) is not None or is_wide(position):
        return False
    distance = solve(position, LIMITS).distance
    return distance is None or distance > TOO_SOON
