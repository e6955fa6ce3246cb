"""The opening move by move: which moves are the same up to symmetry, and how often one played them.

What the moves are worth is asked of the analysis; here the rules alone are needed, the games of
whoever asks, and, where a value is open, what Qawale's proofs say of one player.
"""

from __future__ import annotations

import asyncio

from fastapi import APIRouter
from typing_extensions import TypedDict

from tetrad.matches.data import Kind
from tetrad.matches.reading import read_position
from tetrad.server.api.analysis import PositionText
from tetrad.server.api.matches import Visiting
from tetrad.server.api.services import Game, Shared, problems
from tetrad.server.http.answers import Json
from tetrad.teach.kinds import count, kinds_of

router = APIRouter(prefix="/api", tags=["analysis"])

# So many games say enough about somebody's habits.
MOST_GAMES = 100


class Opening(TypedDict):
    position: str
    kinds: list[Kind]


@router.get(
    "/{game:game}/opening", response_model=Opening, responses=problems(400, 403, 404, 413, 422)
)
async def show_opening(
    game: Game, shared: Shared, visiting: Visiting, position: PositionText = None
) -> Json:
    """The moves of a position by kinds, with the games of this browser that went that way."""
    asked = read_position(game, position)
    await shared.fairness.check(visiting.player, asked)
    kinds = await asyncio.to_thread(kinds_of, asked)
    key = visiting.player
    for summary in await shared.store.mine(key, MOST_GAMES) if key else ():
        if summary["game"] == game.NAME:
            room = await shared.lobby.room(summary["id"])
            count(kinds, asked, room.standing, room.seats(visiting))
    return Json({"position": str(asked), "kinds": [*kinds.values()]})
