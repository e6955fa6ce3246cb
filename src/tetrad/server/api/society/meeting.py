"""Meeting over HTTP: look for a game, see who else does, take up what they look for."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path
from starlette.requests import Request

from tetrad.matches.talk import PHRASES
from tetrad.server.api.beginnings import read_clock
from tetrad.server.api.schema import Summaries
from tetrad.server.api.services import Shared, asker, greet, introduced, problems, take_creation
from tetrad.server.api.society import shapes
from tetrad.server.http.answers import Json
from tetrad.server.http.errors import UnauthorizedError
from tetrad.server.http.headers import PRIVATE
from tetrad.server.http.identity import known, person
from tetrad.server.meeting.seeks import Visitor, Wish
from tetrad.server.people.accounts import BANNED
from tetrad.server.storage.persons import Known
from tetrad.server.workers.turns import Asker

router = APIRouter(prefix="/api", tags=["meeting"])

SeekId = Annotated[str, Path(max_length=64)]
_REFUSALS = problems(400, 401, 403, 404, 409, 413, 422, 429)


async def visitor_of(request: Request, shared: Shared, me: Known, name: str | None) -> Visitor:
    """Who asks, unless the account is closed."""
    account = await shared.accounts.of(me.person)
    if account and account.banned:
        raise UnauthorizedError(BANNED())
    if account is None and name:
        await shared.accounts.check_guest(name)
    return Visitor(me.person, name or "", account, Asker(asker(request).address, me.person))


@router.get("/phrases", response_model=shapes.Phrases)
async def phrases() -> Json:
    """What players can say to each other; apps translate the template."""
    return Json(
        {"phrases": [{"phrase": code, "template": each.text} for code, each in PHRASES.items()]}
    )


@router.get("/seeks", response_model=shapes.SeekList, responses=problems(429))
async def list_seeks(request: Request, shared: Shared) -> Json:
    """What others look for, the oldest first, and how many people look at this."""
    you = person(request)
    here = shared.presence.here(you or asker(request).address)
    found = [each.view(you) for each in await shared.seeks.open(you)]
    return Json({"seeks": found, "here": here}, headers=PRIVATE)


@router.get("/watch", response_model=Summaries, responses=problems(429))
async def list_watched(shared: Shared) -> Json:
    """Games to watch: of people who found each other here, never of those who were invited."""
    return Json({"matches": await shared.seeks.watched()}, headers=PRIVATE)


@router.post(
    "/seeks",
    status_code=201,
    response_model=shapes.SeekState,
    responses=_REFUSALS,
    dependencies=[Depends(take_creation)],
)
async def new_seek(request: Request, body: shapes.NewSeek, shared: Shared) -> Json:
    """Begins to look for a game; with a clock for the whole game, ask again every few seconds."""
    me = await introduced(request)
    who = await visitor_of(request, shared, me, body.name)
    wish = Wish(body.game, read_clock(body.clock), body.rated)
    found = await shared.seeks.seek(who, wish)
    answer = Json({"id": found.id, "match": found.match}, 201, PRIVATE)
    greet(answer, request, me)
    return answer


@router.get("/seeks/{seek_id}", response_model=shapes.SeekState, responses=_REFUSALS)
async def look(request: Request, shared: Shared, seek_id: SeekId) -> Json:
    """Whether somebody has come; says as well that you are still there."""
    me = known(request) or Known("", "", stale=False)
    who = await visitor_of(request, shared, me, None)
    found = await shared.seeks.look(seek_id, who)
    return Json({"id": found.id, "match": found.match}, headers=PRIVATE)


@router.delete(
    "/seeks/{seek_id}", response_model=shapes.SeekState, responses=problems(403, 404, 422, 429)
)
async def cancel(request: Request, shared: Shared, seek_id: SeekId) -> Json:
    """Looks no longer; the answer names a match where somebody was faster."""
    match = await shared.seeks.cancel(seek_id, person(request) or "")
    return Json({"id": seek_id, "match": match}, headers=PRIVATE)


@router.post(
    "/seeks/{seek_id}/accept",
    response_model=shapes.Met,
    responses=_REFUSALS,
    dependencies=[Depends(take_creation)],
)
async def accept(
    request: Request, shared: Shared, seek_id: SeekId, body: shapes.TakenUp | None = None
) -> Json:
    """Takes up what somebody looks for."""
    me = await introduced(request)
    who = await visitor_of(request, shared, me, body.name if body else None)
    answer = Json({"match": await shared.seeks.accept(seek_id, who)}, headers=PRIVATE)
    greet(answer, request, me)
    return answer
