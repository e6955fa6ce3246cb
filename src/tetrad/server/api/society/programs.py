"""Programs over HTTP: tokens, and streams of lines that any language can read.

A stream is newline-delimited JSON: one object a line, an empty line now and then as a sign of life.
The first line of a match is the whole match; what follows are its events as they happen.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import nullcontext
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Depends, Path
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from tetrad.server.api.matches import Entered, Visiting, view
from tetrad.server.api.services import (
    Services,
    Shared,
    asker,
    check_still,
    problems,
    take_creation,
)
from tetrad.server.api.society import shapes
from tetrad.server.api.society.people import PROOF, Mine, Owner, prove
from tetrad.server.http.answers import Json
from tetrad.server.http.errors import UnauthorizedError
from tetrad.server.http.headers import PRIVATE
from tetrad.server.rooms.lobby import unbroken
from tetrad.server.rooms.room import Watcher, encode
from tetrad.server.workers.turns import Asker

SECONDS_BETWEEN_SIGNS = 5.0
# A new game is told at once; this is the net below.
SECONDS_BETWEEN_LOOKS = 30.0
GAMES_LOOKED_AT = 50

router = APIRouter(prefix="/api", tags=["programs"])

LINES: dict[int | str, dict[str, Any]] = {200: {"content": {"application/x-ndjson": {}}}}


@router.get("/me/tokens", response_model=shapes.Tokens, responses=problems(401, 429))
async def list_tokens(shared: Shared, mine: Owner) -> Json:
    """The tokens of this account, without their secrets."""
    found = await shared.programs.of(mine.person)
    return Json({"tokens": [asdict(each) for each in found]}, headers=PRIVATE)


@router.post(
    "/me/tokens",
    status_code=201,
    response_model=shapes.NewToken,
    responses=problems(400, 401, 403, 409, 413, 422, 429),
    dependencies=[Depends(take_creation), PROOF],
)
async def new_token(request: Request, body: shapes.NamedToken, shared: Shared, mine: Owner) -> Json:
    """A token for a program, shown this once; who has a token makes no other with it."""
    await prove(request, shared, mine, body.password, body.passkey)
    secret, token = await shared.programs.new(mine, body.name)
    return Json({"secret": secret, "token": asdict(token)}, 201, PRIVATE)


@router.delete("/me/tokens/{token_id}", status_code=204, responses=problems(401, 403, 422, 429))
async def end_token(
    shared: Shared, mine: Owner, token_id: str = Path(min_length=10, max_length=32)
) -> Response:
    """The token is worth nothing any more."""
    await shared.programs.revoke(mine.person, token_id)
    return Response(status_code=204)


@router.get(
    "/matches/{match_id}/stream",
    response_class=StreamingResponse,
    responses={**LINES, **problems(401, 403, 404, 422, 429)},
)
async def stream_match(
    request: Request, shared: Shared, room: Entered, visiting: Visiting
) -> StreamingResponse:
    """The match, then its events, a line each, until it is over and for as long as one listens."""
    watcher = Watcher(await shared.lobby.seats(room, visiting))
    whole = await view(room, watcher.seats)

    async def lines() -> AsyncIterator[str]:
        await shared.lobby.watch(room, watcher, whole["seq"])
        try:
            yield encode(whole) + "\n"
            async for line in _lines(watcher):
                yield line + "\n"
        finally:
            shared.lobby.leave(room, watcher)

    return Stream(lines(), shared, asker(request))


async def _lines(watcher: Watcher) -> AsyncIterator[str]:
    """What there is to tell, and an empty line where there is nothing for a while."""
    while True:
        try:
            line = await asyncio.wait_for(watcher.lines.get(), SECONDS_BETWEEN_SIGNS)
        except TimeoutError:
            yield ""
            continue
        if line is None:
            return
        watcher.sent()
        yield line


@router.get(
    "/stream",
    response_class=StreamingResponse,
    responses={**LINES, **problems(401, 429)},
)
async def stream_games(request: Request, shared: Shared, mine: Mine) -> StreamingResponse:
    """The games of whoever asks that go on, then each new one, a line each.

    Who listens is there to be paired in the tournaments they have entered.
    """
    there = shared.tournaments.entrants

    async def lines() -> AsyncIterator[str]:
        told: set[str] = set()
        with shared.lobby.arrivals.bell(mine.person) as bell:
            while True:
                bell.clear()
                if not await _is_still(request):
                    return
                await unbroken(there.listens(mine.person))
                found = await unbroken(shared.store.mine(mine.person, GAMES_LOOKED_AT))
                for each in found:
                    if each["id"] not in told and not each["outcome"]:
                        yield encode(each) + "\n"
                told.update(each["id"] for each in found)
                async for sign in _signs_until(bell, _seconds_between_looks(shared)):
                    await unbroken(there.listens(mine.person))
                    yield sign

    return Stream(lines(), shared, asker(request))


async def _is_still(request: Request) -> bool:
    """Whether the cookie or the token with which the stream was opened still stands for them."""
    try:
        await check_still(request)
    except UnauthorizedError:
        return False
    return True


async def _signs_until(bell: asyncio.Event, seconds: float) -> AsyncIterator[str]:
    """Signs of life, until the bell rings or so many seconds have passed."""
    until = time.monotonic() + seconds
    while not bell.is_set() and time.monotonic() < until:
        try:
            await asyncio.wait_for(bell.wait(), SECONDS_BETWEEN_SIGNS)
        except TimeoutError:
            yield "\n"


def _seconds_between_looks(shared: Services) -> float:
    """The net below the bell: more often where another process could not ring it."""
    heard = shared.store.is_file or shared.lobby.channel.connected
    return SECONDS_BETWEEN_LOOKS if heard else SECONDS_BETWEEN_SIGNS


class Stream(StreamingResponse):
    """Lines, each as soon as it is there; a person and an address have so many streams."""

    def __init__(self, lines: AsyncIterator[str], shared: Services, who: Asker) -> None:
        # Nobody on the way may wait for more.
        headers = {**PRIVATE, "Content-Encoding": "identity", "X-Accel-Buffering": "no"}
        super().__init__(lines, media_type="application/x-ndjson", headers=headers)
        self._shared, self._who = shared, who

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        shared, who = self._shared, self._who
        own = shared.streams_of_a_person.one(who.person) if who.person else nullcontext()
        with shared.sockets.one(who.address), shared.streams.one(who.address), own:
            await super().__call__(scope, receive, send)
