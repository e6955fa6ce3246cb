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

`values` does it for thousands at once, as arrays, and faster than a million a second where a table
was built:

    >>> from tetrad import values
    >>> found = values([GAMES["quantik"].start(), GAMES["quantik"].parse("..../..../..../AbC.")])
    >>> found.value.tolist(), found.distance.tolist()       # -1 is a loss, 1 a win
    ([-1, 1], [10, 1])

`perft` counts the leaves of the move tree, `svg` draws a position or a match, `plot` what a match
was worth; in a notebook a position shows itself. Importing this package loads the standard library
only; what is heavier is loaded by the function that needs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

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
    from tetrad.solvers.values import Values

__version__ = "1.0.0"

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
    "plot",
    "solve",
    "svg",
    "values",
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


def values(
    positions: Sequence[AnyPosition] | Any, game: str | None = None, *, nodes: int = 100_000
) -> Values:
    """What many positions of one game are worth, as arrays `value` and `distance`.

    They may be codes of `tetrad.kernels`, Quantik's as rows of two words; then name the game. What
    no table knows is searched, looking at so many positions each; 0 leaves it unknown.
    """
    from tetrad.solvers.values import values as found

    return found(positions, game, nodes=nodes)


def perft(position: AnyPosition, depth: int) -> int:
    """How many positions there are after exactly so many plies, counted along all lines of play."""
    from tetrad import solvers

    return solvers.perft(position, depth)


def svg(shown: AnyPosition | Match, **options: Any) -> str:
    """A position as a picture, or a match as one that moves: plain SVG, no script, no outside file.

    `size` is the width in pixels, `look` "light" or "dark". A position takes `last` (a move),
    `highlights` and `arrows` (squares), `values` (what `solve` answers); a match takes `seconds`
    for each move. `tetrad.pictures` has all of them, GIFs too.
    """
    from tetrad.pictures import animation
    from tetrad.pictures import svg as still

    return (
        animation.animated(shown, **options)
        if isinstance(shown, Match)
        else still.svg(shown, **options)
    )


def plot(match: Match, *, time: float | None = 10.0, nodes: int | None = None, **looks: Any) -> str:
    """What a match was worth after each of its moves, as SVG, with its mistakes marked."""
    from tetrad.solvers.solution import Limits
    from tetrad.teach.curve import curve

    return curve(match, Limits(time, nodes), **looks)


def _in_a_notebook(position: AnyPosition) -> str:
    from tetrad.pictures.svg import in_a_notebook

    return in_a_notebook(position)


Position._artist = _in_a_notebook
