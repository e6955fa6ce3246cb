"""Tetrad: Quantik, Qawale and Qomet, three games won by completing four, exact and playable.

A position is frozen, hashable, and everything has a text form that can be read back:

    >>> from tetrad import GAMES, Match, solve
    >>> Qomet = GAMES["qomet"]                      # also "quantik" and "qawale"
    >>> position = Qomet.start().play("@d4")        # a new position; IllegalMoveError if refused
    >>> str(position)
    '.../.../.../...1.../.../.../... 2 -'
    >>> position["d4"], position.turn
    (<Player.FIRST: 1>, <Player.SECOND: 2>)
    >>> position.is_legal("@d4"), len(position.legal_moves()), len(position.symmetries())
    (False, 24, 1)

A match is a game being played, with undo, repetition and a record as text:

    >>> match = Match(Qomet.start())
    >>> match.play("@d4").turn, match.ply, match.outcome()
    (<Player.SECOND: 2>, 1, None)

`solve` says what a position is worth, and each of its moves; what is not proven is "unknown":

    >>> solution = solve(GAMES["quantik"].parse("..../..../..../AbC."))
    >>> solution.value, solution.distance, str(solution.moves[0].move)
    ('win', 1, 'D@d1')

`perft` counts the leaves of the move tree, `svg` draws a position. Importing this package loads the
standard library only; what is heavier is loaded by the function that needs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tetrad.matches.match import Match
from tetrad.position import (
    AnyPosition,
    IllegalMoveError,
    InvalidMoveError,
    InvalidNotationError,
    Outcome,
    Player,
    Position,
)
from tetrad.rules import GAMES, Qawale, Qomet, Quantik

if TYPE_CHECKING:
    from tetrad.solvers.solution import Solution

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidNotationError",
    "Match",
    "Outcome",
    "Player",
    "Position",
    "Qawale",
    "Qomet",
    "Quantik",
    "perft",
    "solve",
    "svg",
]


def solve(
    position: AnyPosition, *, time: float | None = 10.0, nodes: int | None = None
) -> Solution:
    """What is known about a position after looking for so many seconds, at so many positions.

    The solution has `value` ("win", "draw", "loss" or "unknown", for the side to move), `distance`
    in plies, `moves` (each with its own value, best first) and `line`, the best play for both.
    None is no limit, which in Qomet can mean for ever.
    """
    from tetrad import solvers
    from tetrad.solvers.solution import Limits

    return solvers.solve(position, Limits(time, nodes, thorough=True))


def perft(position: AnyPosition, depth: int) -> int:
    """How many positions there are after exactly so many plies, counted along all lines of play."""
    from tetrad import solvers

    return solvers.perft(position, depth)


def svg(position: AnyPosition) -> str:
    """A position as a picture: plain SVG that needs no script and no outside file."""
    from tetrad.pictures.svg import svg as drawn

    return drawn(position)
