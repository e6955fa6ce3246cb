"""The opening move by move: which moves are the same up to symmetry, and how often one played them.

What the moves are worth is asked of the analysis; here the rules alone are needed, and the games of
whoever asks.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from fastapi import APIRouter
from typing_extensions import TypedDict

from tetrad.position import AnyPosition
from tetrad.server.api.analysis import PositionText, read_position
from tetrad.server.api.matches import Visiting
from tetrad.server.api.services import Game, Shared, problems
from tetrad.server.http.answers import Json
from tetrad.server.http.errors import TooLargeError
from tetrad.server.http.identity import Visitor
from tetrad.server.rooms.room import Room

router = APIRouter(prefix="/api", tags=["analysis"])

# An opening is over by then; and so many games say enough about somebody's habits.
LAST_PLY = 8
MOST_MOVES = 2_000
MOST_GAMES = 100


class Kind(TypedDict):
    """Moves that are one and the same, turned or renamed, and the games in which one came up."""

    moves: list[str]
    played: int
    won: int
    drawn: int
    lost: int


class Opening(TypedDict):
    position: str
    kinds: list[Kind]


Kinds = dict[AnyPosition, Kind]


@router.get("/{game:game}/opening", response_model=Opening, responses=problems(400, 404, 413, 422))
async def show_opening(
    game: Game, shared: Shared, visiting: Visiting, position: PositionText = None
) -> Json:
    """The moves of a position by kinds, with the games of this browser that went that way."""
    asked = read_position(game, position)
    kinds = _kinds(asked)
    key = visiting.player
    for summary in await shared.store.mine(key, MOST_GAMES) if key else ():
        if summary["game"] == game.NAME:
            _count(kinds, asked, await shared.lobby.room(summary["id"]), visiting)
    return Json({"position": str(asked), "kinds": [*kinds.values()]})


def _kinds(position: AnyPosition) -> Kinds:
    """By what a move leads to, up to symmetry."""
    moves = position.legal_moves()
    if len(moves) > MOST_MOVES:
        raise TooLargeError(f"at most {MOST_MOVES} moves can be sorted", "too-large")
    found: Kinds = {}
    for move in moves:
        none: Kind = {"moves": [], "played": 0, "won": 0, "drawn": 0, "lost": 0}
        kind = found.setdefault(position.play(move).canonical(), none)
        kind["moves"].append(str(move))
    return found


def _count(kinds: Kinds, asked: AnyPosition, room: Room, visitor: Visitor) -> None:
    """Adds a game that came through a position like the one asked about."""
    leader = asked.canonical()
    for before, after in pairwise(room.standing.match.positions[: LAST_PLY + 2]):
        if before.canonical() == leader and (kind := kinds.get(after.canonical())):
            kind["played"] += 1
            if (end := _end(room, visitor)) is not None:
                kind[end] += 1
            return


def _end(room: Room, visitor: Visitor) -> Literal["won", "drawn", "lost"] | None:
    """How the game ended for whoever asks; nothing where it goes on, or they held both seats."""
    held, outcome = room.seats(visitor), room.standing.outcome
    if outcome is None or len(held) != 1:
        return None
    (seat,) = held
    if outcome.winner is None:
        return "drawn"
    return "won" if outcome.winner is seat else "lost"
