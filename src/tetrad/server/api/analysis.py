"""Positions and games without a match: their value, their board, their notation."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import Response

from tetrad.matches import board as views
from tetrad.matches.data import Board
from tetrad.matches.reading import (
    LONGEST_RECORD,
    check_length,
    is_record,
    parsed_position,
    read_begun,
    read_position,
)
from tetrad.server.api import schema
from tetrad.server.api.schema import Analysis, Parsed
from tetrad.server.api.services import Game, Shared, asker, problems, take_engine_turn
from tetrad.server.http.answers import Json, accepts, passed_on
from tetrad.server.http.identity import person
from tetrad.server.workers import tasks
from tetrad.server.workers.engine import while_connected
from tetrad.teach.told import MOST_MOVES

LONGEST_THINKING = 5.0

router = APIRouter(prefix="/api", tags=["analysis"])
LISTED = (
    "The most moves to list one by one. If there are more, as with a tall stack of Qawale, moves "
    "that begin alike share one, the best of them; `begins` says how they begin."
)
BEGUN = "A sowing of Qawale that has begun, such as `a1n`: only the moves that begin so are judged."
PositionText = Annotated[
    str | None,
    Query(description="The game's notation; underscores may stand for spaces. Default: the start."),
]


@router.get(
    "/{game:game}",
    response_model=Analysis,
    responses=problems(400, 403, 404, 409, 422, 429),
    dependencies=[Depends(take_engine_turn)],
)
async def analyse_position(
    request: Request,
    game: Game,
    shared: Shared,
    position: PositionText = None,
    time: Annotated[float, Query(ge=0, le=LONGEST_THINKING, allow_inf_nan=False)] = 1.0,
    listed: Annotated[int, Query(ge=1, le=MOST_MOVES, description=LISTED)] = MOST_MOVES,
    begun: Annotated[str | None, Query(description=BEGUN, max_length=26)] = None,
) -> Response:
    """What the position and each of its moves is worth."""
    asked = read_position(game, position)
    await shared.fairness.check(person(request), asked)
    steps = None if begun is None else read_begun(asked, begun)
    question = tasks.Question(asked, time, listed, steps, accepts(request.headers, "gzip"))
    answer = shared.engine.ask("analysis", asker(request), tasks.analyse, question)
    return passed_on(await while_connected(request, answer))


@router.get("/{game:game}/board", response_model=Board, responses=problems(400, 404, 409, 422))
async def show_board(
    game: Game,
    position: PositionText = None,
    move: Annotated[str | None, Query(description="A move to play first.")] = None,
) -> Json:
    """Everything needed to draw the position and to let somebody play on it."""
    return Json(views.board(read_position(game, position), move))


@router.post(
    "/{game:game}/parse",
    response_model=Parsed,
    responses=problems(400, 403, 404, 413, 422, 429),
    dependencies=[Depends(take_engine_turn)],
)
async def parse_text(request: Request, game: Game, body: schema.Text, shared: Shared) -> Response:
    """Reads whatever somebody pastes: a position, a match record, or a link to a position."""
    text = body.text.strip()
    if not is_record(text):
        return Json(parsed_position(game, text))
    check_length(text, LONGEST_RECORD)
    answer = shared.engine.ask("quick", asker(request), tasks.read_record, text)
    return passed_on(await while_connected(request, answer))
