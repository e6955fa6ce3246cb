"""Games and moves explained: what every move was worth and cost, and reasons in words."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import Response

from tetrad.matches import board as views
from tetrad.matches.match import game_of
from tetrad.matches.reading import check_length, read_position
from tetrad.matches.refusals import ConflictError
from tetrad.server.api import schema
from tetrad.server.api.analysis import PositionText
from tetrad.server.api.matches import Entered
from tetrad.server.api.schema import JudgedGame, Reasons
from tetrad.server.api.services import Game, Shared, asker, problems, take_engine_turn
from tetrad.server.http.answers import passed_on
from tetrad.server.http.identity import person
from tetrad.server.workers import reviews
from tetrad.server.workers.engine import while_connected

LONGEST_GAME = 600
REVIEW_SECONDS = 5.0

router = APIRouter(prefix="/api", tags=["analysis"])


@router.post(
    "/analyse",
    response_model=JudgedGame,
    responses=problems(400, 403, 413, 422, 429),
    dependencies=[Depends(take_engine_turn)],
)
async def analyse_record(request: Request, body: schema.Record, shared: Shared) -> Response:
    """What every move of a game was worth, with the mistakes marked and explained."""
    if game := game_of(body.record):
        await shared.fairness.check_record(person(request), game)
    return await _reviewed(request, shared, body.record, body.time)


@router.get(
    "/matches/{match_id}/review",
    response_model=JudgedGame,
    responses=problems(403, 404, 409, 413, 422, 429),
    dependencies=[Depends(take_engine_turn)],
)
async def review_match(request: Request, shared: Shared, room: Entered) -> Response:
    """The same for a match that is over."""
    if not room.standing.over:
        raise ConflictError("the game is not over yet", "not-over")
    await shared.fairness.check_all(person(request), room.standing.match.positions)
    return await _reviewed(request, shared, room.standing.match.record(), REVIEW_SECONDS)


async def _reviewed(request: Request, shared: Shared, record: str, seconds: float) -> Response:
    check_length(record, LONGEST_GAME)
    who = asker(request)
    answer = shared.engine.ask("analysis", who, reviews.review_record, record, seconds)
    return passed_on(await while_connected(request, answer))


@router.get(
    "/{game:game}/reasons",
    response_model=Reasons,
    responses=problems(400, 403, 404, 409, 422, 429),
    dependencies=[Depends(take_engine_turn)],
)
async def give_reasons(
    request: Request,
    game: Game,
    shared: Shared,
    move: Annotated[str, Query(description="The move to speak about.", max_length=64)],
    position: PositionText = None,
) -> Response:
    """What the rules alone show of a move: what it completes, stops, threatens or allows."""
    before = read_position(game, position)
    played = before.parse_move(move)
    views.check(before, played)
    await shared.fairness.check(person(request), before)
    answer = shared.engine.ask("quick", asker(request), reviews.reasons_for, before, played)
    return passed_on(await while_connected(request, answer))
