"""Tournaments over HTTP: see them, start one, enter, leave, and look on."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path
from starlette.requests import Request
from starlette.responses import Response

from tetrad.server import clock
from tetrad.server.api.beginnings import read_clock
from tetrad.server.api.services import Shared, greet, introduced, problems, take_creation
from tetrad.server.api.society import shapes
from tetrad.server.api.society.meeting import visitor_of
from tetrad.server.http.answers import Json, zipped
from tetrad.server.http.headers import PRIVATE
from tetrad.server.http.identity import person
from tetrad.server.meeting.tournaments import Opening

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"])

TournamentId = Annotated[str, Path(max_length=64)]
_REFUSALS = problems(400, 401, 403, 404, 409, 413, 422, 429)


@router.get("", response_model=shapes.TournamentList, responses=problems(429))
async def list_tournaments(shared: Shared) -> Json:
    """Tournaments that run, begin soon, or are over."""
    found = await shared.tournaments.list()
    return Json({"tournaments": found, "time": clock.now()}, headers=PRIVATE)


@router.post(
    "",
    status_code=201,
    response_model=shapes.OpenedTournament,
    responses=_REFUSALS,
    dependencies=[Depends(take_creation)],
)
async def open_tournament(request: Request, body: shapes.NewTournament, shared: Shared) -> Json:
    """Starts a tournament; anybody may. Who wants to play in it enters it like the others."""
    me = await introduced(request)
    who = await visitor_of(request, shared, me, None)
    clock = read_clock(body.clock)
    assert clock
    wish = Opening(
        body.kind, body.game, clock, body.name, body.after, body.minutes, body.rounds, body.house
    )
    made = await shared.tournaments.open(who, wish)
    answer = Json({"id": made}, 201, {**PRIVATE, "Location": f"/api/tournaments/{made}"})
    greet(answer, request, me)
    return answer


@router.get(
    "/{tournament_id}",
    response_model=shapes.TournamentView,
    responses=problems(401, 403, 404, 422, 429),
)
async def look(request: Request, shared: Shared, tournament_id: TournamentId) -> Response:
    """The standings and the games; in an arena, also the sign that you are there to be paired."""
    answer = Json(await shared.tournaments.look(tournament_id, person(request)), headers=PRIVATE)
    return await zipped(answer, request.headers)


@router.post(
    "/{tournament_id}/join",
    response_model=shapes.TournamentView,
    responses=_REFUSALS,
    dependencies=[Depends(take_creation)],
)
async def join(
    request: Request, shared: Shared, tournament_id: TournamentId,
    body: shapes.Entered | None = None,
) -> Json:  # fmt: skip
    """Enters, or comes back after having left."""
    me = await introduced(request)
    who = await visitor_of(request, shared, me, body.name if body else None)
    await shared.tournaments.join(tournament_id, who)
    answer = Json(await shared.tournaments.look(tournament_id, me.person), headers=PRIVATE)
    greet(answer, request, me)
    return answer


@router.post(
    "/{tournament_id}/leave",
    response_model=shapes.TournamentView,
    responses=_REFUSALS,
    dependencies=[Depends(take_creation)],
)
async def leave(request: Request, shared: Shared, tournament_id: TournamentId) -> Json:
    """Is not paired any more; a game that goes on is played to its end."""
    you = person(request)
    await shared.tournaments.leave(tournament_id, you or "")
    return Json(await shared.tournaments.look(tournament_id, you), headers=PRIVATE)
