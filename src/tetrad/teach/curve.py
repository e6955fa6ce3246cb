"""The value of a whole game as a curve."""

from __future__ import annotations

from tetrad.matches.match import Match
from tetrad.pictures.looks import Look
from tetrad.pictures.plot import Point, plot
from tetrad.position import Player
from tetrad.solvers.solution import Limits
from tetrad.teach.judgement import Judged, chance, own_moves
from tetrad.teach.review import review


def curve(match: Match, limits: Limits, *, width: int = 640, look: Look = "light") -> str:
    """Every move of a match judged, as SVG."""
    points = [point(judged) for judged in review(match.positions, match.moves, limits)]
    title = f"{match.start.NAME.capitalize()}: {' '.join(map(str, match.moves))}"
    return plot(points, title=title, width=width, look=look)


def point(judged: Judged) -> Point:
    """A judged move, seen from Light."""
    level = 2 * chance(judged.played) - 1
    seen = level if judged.by is Player.FIRST else -level
    proven = judged.played.value != "unknown"
    return Point(str(judged.move), seen, proven, judged.grade, _note(judged) if proven else "")


def _note(judged: Judged) -> str:
    """What the move is worth to who made it, in that player's own moves."""
    played = judged.played
    if not played.distance:
        return played.value
    moves = own_moves(played.distance)
    return f"{played.value} in {moves} {'move' if moves == 1 else 'moves'}"
