"""What the routes share: store, engine, lobby and rates, one set for each app."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Path
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.requests import HTTPConnection

from tetrad.position import AnyPosition
from tetrad.rules import GAMES
from tetrad.server.api.schema import Failure
from tetrad.server.home_network import HomeNetwork
from tetrad.server.http.identity import person
from tetrad.server.http.limits import LARGEST_BODY, Buckets, Rate, client
from tetrad.server.rooms.lobby import Lobby
from tetrad.server.rooms.store import Store
from tetrad.server.workers.engine import Engine
from tetrad.server.workers.turns import Asker

# Generous for people, and for a school behind one address; too little for a flood.
ENGINE_RATE = Rate(burst=600, per_second=60)
CREATE_RATE = Rate(burst=600, per_second=10)
CREATE_RATE_OF_A_PERSON = Rate(burst=100, per_second=1)
# What the event loop answers itself; who has not said who they are shares with their address.
ASK_RATE = Rate(burst=800, per_second=120)
ASK_RATE_OF_A_PERSON = Rate(burst=300, per_second=50)
BYTES_FOR_A_TOKEN = 2 * 1024
MOVE_RATE = Rate(burst=2000, per_second=500)
MOVE_RATE_OF_A_PERSON = Rate(burst=200, per_second=20)


@dataclass
class Services:
    """Everything that lives as long as the server does."""

    store: Store
    engine: Engine
    lobby: Lobby
    engine_rate: Buckets = field(default_factory=lambda: Buckets(ENGINE_RATE))
    create_rate: Buckets = field(default_factory=lambda: Buckets(CREATE_RATE))
    create_rate_of_a_person: Buckets = field(
        default_factory=lambda: Buckets(CREATE_RATE_OF_A_PERSON)
    )
    ask_rate: Buckets = field(default_factory=lambda: Buckets(ASK_RATE))
    ask_rate_of_a_person: Buckets = field(default_factory=lambda: Buckets(ASK_RATE_OF_A_PERSON))
    move_rate: Buckets = field(default_factory=lambda: Buckets(MOVE_RATE))
    move_rate_of_a_person: Buckets = field(default_factory=lambda: Buckets(MOVE_RATE_OF_A_PERSON))
    sockets: Counter[str] = field(default_factory=Counter)
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
    shared, who = services(connection), asker(connection)
    shared.create_rate.take(who.address)
    if who.person:
        shared.create_rate_of_a_person.take(who)


async def take_answer(connection: HTTPConnection, tokens: float = 1) -> None:
    """For what is worked out in the event loop: in a hurry, one is answered a little later."""
    shared, who = services(connection), asker(connection)
    if who.person:
        await shared.ask_rate_of_a_person.wait(who, tokens)
    await shared.ask_rate.wait((who.address, bool(who.person)), tokens)


async def admit(connection: HTTPConnection) -> None:
    """Whether the server is there can always be asked; acting in matches has its own rates."""
    path = connection.scope["path"]
    acts = connection.scope["method"] == "POST" and path.startswith("/api/matches")
    if path != "/api/health" and not acts:
        await take_answer(connection, 1 + _length(connection) / BYTES_FOR_A_TOKEN)


def _length(connection: HTTPConnection) -> int:
    """How long the body is going to be, as far as it is told; more than is read does not count."""
    told = connection.headers.get("content-length", "")
    untold = LARGEST_BODY if "transfer-encoding" in connection.headers else 0
    return min(int(told), LARGEST_BODY) if told.isdecimal() else untold


async def take_move(connection: HTTPConnection, proof: Hashable) -> None:
    """The same for moves and wishes; without a cookie a seat's token tells who it is."""
    shared, who = services(connection), asker(connection)
    await shared.move_rate_of_a_person.wait(who.person or proof)
    await shared.move_rate.wait(who.address)


def asker(connection: HTTPConnection) -> Asker:
    """On whose behalf the server works when it answers this."""
    return Asker(client(connection), person(connection) or "")


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
