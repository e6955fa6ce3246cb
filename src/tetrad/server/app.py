"""The server as one ASGI application: analysis, matches, live events, puzzles and the pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route, WebSocketRoute

from tetrad import __version__
from tetrad.server.api import (
    analysis,
    beginnings,
    home_network,
    live,
    openings,
    operation,
    puzzles,
    reviews,
    schema,
)
from tetrad.server.api import matches as play
from tetrad.server.api import pictures as svg
from tetrad.server.api.services import Services, admit, problems
from tetrad.server.api.society import meeting, people, programs, push, tournaments
from tetrad.server.http import errors
from tetrad.server.http.answers import Json
from tetrad.server.http.guard import Guard, Hosts
from tetrad.server.http.metrics import Meter, Metrics
from tetrad.server.http.sharing import Sharing
from tetrad.server.meeting.director import Director
from tetrad.server.meeting.entrants import Entrants
from tetrad.server.meeting.pairs import Pairs
from tetrad.server.meeting.presence import Presence
from tetrad.server.meeting.seeks import Seeks
from tetrad.server.meeting.tournament_log import Logs
from tetrad.server.meeting.tournaments import Tournaments
from tetrad.server.pages.static import Pages
from tetrad.server.pages.words import words
from tetrad.server.people.accounts import Accounts
from tetrad.server.people.fairness import Fairness
from tetrad.server.people.passkeys import Passkeys
from tetrad.server.people.programs import Programs
from tetrad.server.people.ratings import Ratings
from tetrad.server.push.delivery import Delivery
from tetrad.server.push.nudges import Nudges
from tetrad.server.push.subscriptions import Subscriptions
from tetrad.server.rooms import bots
from tetrad.server.rooms.lobby import Lobby
from tetrad.server.rooms.wake import channel
from tetrad.server.settings import Settings
from tetrad.server.storage.persons import Persons
from tetrad.server.storage.retention import Retention, at_work
from tetrad.server.storage.store import Store
from tetrad.server.workers.engine import Engine

STATIC = Path(__file__).parent / "static"

general = APIRouter(prefix="/api", tags=["server"])


@general.get("/levels", response_model=list[schema.Level])
async def levels() -> Json:
    """The levels a bot's seat may have, the weakest first."""
    return Json(bots.levels())


def create_app(
    database_url: str, static_dir: Path | None = None, settings: Settings | None = None
) -> FastAPI:
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
    settings = settings or Settings(hosted=True)
    lobby, persons = Lobby(store, engine, channel(settings.redis)), Persons(store)
    app.state.retention = Retention(database_url, settings.days_kept)
    accounts, ratings = Accounts(store, persons), Ratings(store)
    seeks, pairs = Seeks(store, lobby, accounts, ratings), Pairs(lobby, ratings)
    lobby.dues.handlers.append(pairs.wake)
    delivery = Delivery(settings)
    subscriptions = Subscriptions(store, delivery)
    nudges = Nudges(store, lobby, subscriptions, delivery)
    logs, entrants = Logs(store), Entrants(store)
    app.state.services = shared = Services(
        store, engine, lobby, persons, settings, accounts, ratings, Fairness(store),
        Programs(store), Passkeys(store), seeks, pairs, subscriptions, nudges,
        Tournaments(store, logs, entrants, ratings), Director(store, logs, entrants, lobby),
    )  # fmt: skip
    shared.presence = Presence(lobby.channel)
    Sharing(lobby.channel, shared.limits)
    shared.metrics = Metrics(operation.gauges(lobby, engine, shared.sockets))
    store.writer.on_commit = shared.metrics.committed
    for name, limit in shared.limits.items():
        limit.on_refusal = partial(shared.metrics.refused, name)
    rooms = (operation, home_network, beginnings, play, puzzles, openings, analysis, reviews, svg)
    society = (people, meeting, tournaments, programs, push)
    routers = (general, beginnings.records, *(room.router for room in (*rooms, *society)))
    for router in routers:
        # An address with a NUL in it is found nowhere.
        app.include_router(router, responses=problems(404))
    app.state.api_routes = [route for router in routers for route in router.routes]
    app.router.routes.append(WebSocketRoute("/api/matches/{match_id}/events", live.events))
    app.router.routes.append(Route("/metrics", operation.metrics))
    app.router.routes.append(Route("/locale/{language}.json", words))
    app.router.routes.append(Route("/locale/{language}/{course}.json", words))
    app.router.default = Pages(static_dir or STATIC)
    errors.install(app)
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)
    app.add_middleware(Guard, admit=admit, hosts=Hosts(settings))
    app.add_middleware(Meter, metrics=shared.metrics)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    shared: Services = app.state.services
    await shared.store.open()
    await shared.lobby.open()
    shared.nudges.open()
    shared.director.open()
    async with at_work(app.state.retention), shared.metrics.watching():
        yield
    await shared.director.close()
    await shared.nudges.close()
    await shared.lobby.close()
    await shared.pairs.close()
    shared.accounts.close()
    await shared.engine.close()
    await shared.store.close()
