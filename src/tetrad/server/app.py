"""The server as one ASGI application: analysis, matches, live events, puzzles and the pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route, WebSocketRoute

from tetrad import __version__
from tetrad.server.api import analysis, home_network, live, openings, puzzles, reviews, schema
from tetrad.server.api import matches as play
from tetrad.server.api import pictures as svg
from tetrad.server.api.services import Services, admit
from tetrad.server.http import errors
from tetrad.server.http.answers import Json
from tetrad.server.http.limits import Guard
from tetrad.server.pages.static import Pages
from tetrad.server.pages.words import words
from tetrad.server.rooms import bots
from tetrad.server.rooms.lobby import Lobby
from tetrad.server.rooms.store import Store
from tetrad.server.workers.engine import Engine

STATIC = Path(__file__).parent / "static"

general = APIRouter(prefix="/api", tags=["server"])


@general.get("/health", response_model=schema.Health)
async def health() -> Json:
    """Whether the server is there."""
    return Json({"status": "ok", "version": __version__})


@general.get("/levels", response_model=list[schema.Level])
async def levels() -> Json:
    """The levels a bot's seat may have, the weakest first."""
    return Json(bots.levels())


def create_app(database_url: str, static_dir: Path | None = None) -> FastAPI:
    """The whole application over one database; `static_dir` is where the built pages are."""
    app = FastAPI(
        title="Tetrad",
        version=__version__,
        description=__doc__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
    )
    store, engine = Store(database_url), Engine()
    app.state.services = Services(store, engine, Lobby(store, engine))
    rooms = (home_network, play, puzzles, openings, analysis, reviews, svg)
    routers = (general, *(room.router for room in rooms))
    for router in routers:
        app.include_router(router)
    app.state.api_routes = [route for router in routers for route in router.routes]
    app.router.routes.append(WebSocketRoute("/api/matches/{match_id}/events", live.events))
    app.router.routes.append(Route("/locale/{language}.json", words))
    app.router.default = Pages(static_dir or STATIC)
    errors.install(app)
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)
    app.add_middleware(Guard, admit=admit)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    shared: Services = app.state.services
    await shared.store.open()
    resuming = asyncio.create_task(shared.lobby.resume())
    yield
    shared.lobby.close()
    await asyncio.wait([resuming])
    await shared.engine.close()
    await shared.store.close()
