"""What the routes share: store, engine, lobby and rates, one set for each app."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Path
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.requests import HTTPConnection

from tetrad.position import AnyPosition
from tetrad.rules import GAMES
from tetrad.server.api.schema import Failure
from tetrad.server.home_network import HomeNetwork
from tetrad.server.http.identity import visitor
from tetrad.server.http.limits import Buckets, Rate, client
from tetrad.server.rooms.lobby import Lobby
from tetrad.server.rooms.store import Store
from tetrad.server.workers.engine import Engine
from tetrad.server.workers.turns import Asker

# Generous for people, too little for a flood: one page asks about one position at a time.
ENGINE_RATE = Rate(burst=300, per_second=30)
CREATE_RATE = Rate(burst=100, per_second=2)


@dataclass
class Services:
    """Everything that lives as long as the server does."""

    store: Store
    engine: Engine
    lobby: Lobby
    engine_rate: Buckets = field(default_factory=lambda: Buckets(ENGINE_RATE))
    create_rate: Buckets = field(default_factory=lambda: Buckets(CREATE_RATE))
    # Only where the server runs on a person's own computer.
    home_network: HomeNetwork | None = None


def services(connection: HTTPConnection) -> Services:
    found: Services = connection.app.state.services
    return found


# What FastAPI calls for a request is async, or it would take a thread for each of them.
async def _shared(connection: HTTPConnection) -> Services:
    return services(connection)


Shared = Annotated[Services, Depends(_shared)]


async def take_engine_turn(connection: HTTPConnection) -> None:
    services(connection).engine_rate.take(client(connection))


async def take_creation(connection: HTTPConnection) -> None:
    services(connection).create_rate.take(client(connection))


def asker(connection: HTTPConnection) -> Asker:
    """On whose behalf the server works when it answers this."""
    return Asker(client(connection), visitor(connection).player or "")


class GameInPath(StringConvertor):
    """`{game:game}` in a path matches the name of a game and nothing else."""

    regex = "|".join(GAMES)


register_url_convertor("game", GameInPath())


async def game_class(
    game: Annotated[str, Path(json_schema_extra={"enum": list(GAMES)})],
) -> type[AnyPosition]:
    return GAMES[game]


Game = Annotated[type[AnyPosition], Depends(game_class)]

ANSWERS = {
    400: "notation that cannot be read",
    401: "no proof of who is asking",
    403: "somebody else's seat, or another website",
    404: "not found",
    409: "illegal, out of turn, or too late",
    413: "too large",
    422: "wrong shape",
    429: "too many requests",
}


def problems(*codes: int) -> dict[int | str, dict[str, object]]:
    """The errors a route can answer with, for the OpenAPI document."""
    return {code: {"model": Failure, "description": ANSWERS[code]} for code in codes}
