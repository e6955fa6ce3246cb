"""Web Push over HTTP: the server's public key, and which browsers want to be told of their turn."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response
from typing_extensions import TypedDict

from tetrad.language import LANGUAGE_COOKIE, fitting
from tetrad.server.api import schema
from tetrad.server.api.services import Shared, greet, introduced, problems, take_creation
from tetrad.server.http.answers import Json
from tetrad.server.http.errors import NotFoundError
from tetrad.server.http.identity import person
from tetrad.server.push.delivery import LONGEST_ENDPOINT
from tetrad.server.push.vapid import own_key, public

router = APIRouter(prefix="/api", tags=["push"])

Endpoint = Annotated[str, Field(max_length=LONGEST_ENDPOINT)]


class PushKey(TypedDict):
    """What a browser binds its subscription to; none where the server sends nothing."""

    key: str | None


class PushKeys(schema.Request):
    """As `PushSubscription.toJSON()` has them."""

    p256dh: Annotated[str, Field(max_length=100)]
    auth: Annotated[str, Field(max_length=40)]


class NewSubscription(schema.Request):
    """As `PushSubscription.toJSON()` has it; without a language, that of the browser's cookie."""

    endpoint: Endpoint
    keys: PushKeys
    language: Annotated[str, Field(max_length=20)] | None = None


class EndedSubscription(schema.Request):
    endpoint: Endpoint


@router.get("/push", response_model=PushKey, responses=problems(429, 503))
async def key(shared: Shared) -> Json:
    """The public key with which the server signs what it pushes."""
    if shared.settings.push == "off":
        return Json({"key": None})
    return Json({"key": public(await own_key(shared.store))})


@router.post(
    "/push",
    status_code=204,
    responses=problems(400, 403, 404, 413, 422, 429, 503),
    dependencies=[Depends(take_creation)],
)
async def subscribe(request: Request, body: NewSubscription, shared: Shared) -> Response:
    """This browser is told when it is your turn in a game of days."""
    if shared.settings.push == "off":
        raise NotFoundError("this server sends no notifications", "no-push")
    me = await introduced(request)
    language = fitting(body.language or request.cookies.get(LANGUAGE_COOKIE, "")[:20])
    await shared.subscriptions.keep(
        me.person, body.endpoint, body.keys.p256dh, body.keys.auth, language
    )
    answer = Response(status_code=204)
    greet(answer, request, me)
    return answer


@router.delete("/push", status_code=204, responses=problems(400, 403, 413, 422, 429, 503))
async def unsubscribe(request: Request, body: EndedSubscription, shared: Shared) -> Response:
    """It is told nothing any more."""
    if who := person(request):
        await shared.subscriptions.end(who, body.endpoint)
    return Response(status_code=204)
