"""For those who look after a server: is it there, can it work, and how is it doing."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter
from sqlalchemy import text
from starlette.requests import Request
from starlette.responses import Response

from tetrad import __version__
from tetrad.server.api import schema
from tetrad.server.api.services import Shared, problems, services
from tetrad.server.home_network import at_this_computer
from tetrad.server.http.answers import Json
from tetrad.server.http.errors import NotFoundError
from tetrad.server.http.limits import Places
from tetrad.server.http.metrics import CONTENT_TYPE, Gauge
from tetrad.server.rooms.lobby import Lobby
from tetrad.server.storage.database import AwayError
from tetrad.server.workers.engine import Engine

SECONDS_TO_BE_READY = 3.0

router = APIRouter(prefix="/api", tags=["server"])


@router.get("/health", response_model=schema.Health)
async def health() -> Json:
    """Whether the server is there."""
    return Json({"status": "ok", "version": __version__})


@router.get("/ready", response_model=schema.Health, responses=problems(503))
async def ready(shared: Shared) -> Json:
    """Whether it can work: its database answers. Who shares the load asks this."""
    try:
        async with asyncio.timeout(SECONDS_TO_BE_READY):
            await shared.store.read(text("SELECT 1"), {})
    except TimeoutError:
        raise AwayError from None
    return Json({"status": "ready", "version": __version__})


async def metrics(request: Request) -> Response:
    """GET /metrics: for the computer itself unless the settings say otherwise."""
    shared = services(request)
    wish = shared.settings.metrics
    if wish == "off" or (wish == "local" and not at_this_computer(request)):
        raise NotFoundError("there is nothing here", "not-found")
    return Response(shared.metrics.text(), media_type=CONTENT_TYPE)


def gauges(lobby: Lobby, engine: Engine, sockets: Places) -> list[Gauge]:
    """What there is to tell about this moment."""
    rooms = lobby.open_rooms
    return [
        ("tetrad_sockets", "Live connections", lambda: sockets.total()),
        ("tetrad_rooms", "Matches in memory", lambda: len(rooms())),
        ("tetrad_thinking", "Matches in which a bot thinks",
         lambda: sum(room.thinking for room in rooms())),
        ("tetrad_waiting", "Questions that wait for the engine", lambda: engine.waiting),
        ("tetrad_joined", "1 while other processes can be reached through Redis",
         lambda: float(lobby.channel.connected)),
    ]  # fmt: skip
