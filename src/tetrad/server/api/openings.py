"""The opening move by move: which moves are the same up to symmetry, and how often one played them.

What the moves are worth is asked of the analysis; here the rules alone are needed, the games of
whoever asks, and, where a value is open, what Qawale's proofs say of one player.
"""

from __future__ import annotations

from fastapi import APIRouter, Depends
from starlette.requests import Request
from typing_extensions import TypedDict

from tetrad.matches.data import Kind
from tetrad.matches.reading import read_position
from tetrad.server.api.analysis import PositionText
from tetrad.server.api.matches import Visiting
from tetrad.server.api.services import Game, Shared, asker, problems, take_engine_turn
from tetrad.server.http.answers import Json
from tetrad.server.workers import tasks
from tetrad.server.workers.engine import while_connected
from tetrad.teach.kinds import count

router = APIRouter(prefix="/api", tags=["analysis"])

# So many games say enough about somebody's habits.
MOST_GAMES = 100


class Opening(TypedDict):
    position: str
    kinds: list[Kind]


@router.get(
    "/{game:game}/opening",
    response_model=Opening,
    responses=problems(400, 403, 404, 413, 422, 429),
    dependencies=[Depends(take_engine_turn)],
)
async def show_opening(
    request: Request, game: Game, shared: Shared, visiting: Visiting, position: PositionText = None
) -> Json:
    """The moves of a position by kinds, with the games of this browser that went that way."""
    asked = read_position(game, position)
    await shared.fairness.check(visiting.player, asked)
    sorting = shared.engine.ask("quick", asker(request), tasks.sort, asked)
    kinds = await while_connected(request, sorting)
    key = visiting.player
    for summary in await shared.store.mine(key, MOST_GAMES) if key else ():
        if summary["game"] == game.NAME:
            room = await shared.lobby.room(summary["id"])
            count(kinds, asked, room.standing, room.seats(visiting))
    return Json({"position": str(asked), "kinds": [*kinds.values()]})
