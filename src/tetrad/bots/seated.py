"""A bot that sits in a match: how strong it is unless told, and when it agrees to a draw."""

from __future__ import annotations

from dataclasses import replace

from tetrad.position import AnyPosition, Player
from tetrad.solvers import solve
from tetrad.solvers.solution import OPPOSITE, Limits

DEFAULT_LEVEL = 5
# Before that a bot plays on, even where it is known to be lost.
FEWEST_PLIES_OF_A_DRAW = 10
DRAW_SECONDS = 0.5


def agrees_to_draw(position: AnyPosition, player: Player, limits: Limits) -> bool:
    """Whether the bot playing this side takes a draw: when it is proven that it cannot win."""
    value = solve(position, replace(limits, time=DRAW_SECONDS)).value
    own = value if position.turn is player else OPPOSITE[value]
    return own in ("draw", "loss")
