"""What the routes share: store, engine, lobby and rates, one set for each app."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, fields
from pathlib import PurePosixPath
from typing import Annotated

from fastapi import Depends, Path
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tetrad.position import AnyPosition
from tetrad.rules import GAMES
from tetrad.server.api.schema import Failure
from tetrad.server.home_network import HomeNetwork
from tetrad.server.http.errors import UnauthorizedError
from tetrad.server.http.guard import LARGEST_BODY
from tetrad.server.http.identity import (
    KNOWN,
    PROGRAM,
    bearer,
    cookie,
    is_outdated,
    known,
    person,
    remember,
)
from tetrad.server.http.limits import SAFE_METHODS, Buckets, Places, Rate, client
from tetrad.server.http.metrics import Metrics
from tetrad.server.meeting.director import Director
from tetrad.server.meeting.pairs import Pairs
from tetrad.server.meeting.presence import Presence
from tetrad.server.meeting.seeks import Seeks
from tetrad.server.meeting.tournaments import Tournaments
from tetrad.server.people.accounts import Accounts
from tetrad.server.people.fairness import Fairness
from tetrad.server.people.passkeys import Passkeys
from tetrad.server.people.programs import Programs
from tetrad.server.people.ratings import Ratings
from tetrad.server.push.nudges import Nudges
from tetrad.server.push.subscriptions import Subscriptions
from tetrad.server.rooms.lobby import Lobby
from tetrad.server.settings import Settings
from tetrad.server.storage.database import AwayError
from tetrad.server.storage.persons import Known, Persons
from tetrad.server.storage.secrets import digest
from tetrad.server.storage.store import Store
from tetrad.server.workers.engine import Engine
from tetrad.server.workers.turns import Asker

# Generous for people, and for a school behind one address; too little for a flood.
ENGINE_RATE = Rate(burst=600, per_second=60)
CREATE_RATE = Rate(burst=600, per_second=10)
CREATE_RATE_OF_A_PERSON = Rate(burst=100, per_second=1)
# What is written down stays for a while: so much of it a day.
MATCHES_A_DAY = Rate(burst=20_000, per_second=20_000 / 86_400)
MATCHES_A_DAY_OF_A_PERSON = Rate(burst=1_000, per_second=1_000 / 86_400)
MOVES_A_DAY_OF_A_PERSON = Rate(burst=50_000, per_second=50_000 / 86_400)
# What the event loop answers itself; who has not said who they are shares with their address.
ASK_RATE = Rate(burst=2_000, per_second=120)
ASK_RATE_OF_A_PERSON = Rate(burst=300, per_second=50)
# Files and words are soon sent, and a page needs a dozen: so many for a school that comes at once.
FILE_RATE = Rate(burst=6_000, per_second=100)
BYTES_FOR_A_TOKEN = 2 * 1024
# Whoever is excluded can still sign out, or in as somebody else.
SIGNING_IN = ("/api/session", "/api/passkeys")
# Those who look after the server ask often, and share no limit with others.
LOOKING_AFTER = ("/api/health", "/api/ready")
LOOK_RATE = Rate(burst=300, per_second=100)
# Who brings a cookie that nobody here has seen lately is looked up.
LOOK_UP_RATE = Rate(burst=1000, per_second=100)
# Passwords and codes, right or wrong: enough for a school, too few to guess one.
PROOF_RATE = Rate(burst=60, per_second=0.5)
# Live connections at a time, and streams: a program needs one for its games, and one for each.
SOCKETS_OF_AN_ADDRESS = 5_000
STREAMS_OF_AN_ADDRESS, STREAMS_OF_A_PERSON = 1_000, 50
# Whoever takes everything along has thousands of games replayed, beside which others wait.
EXPORTS_OF_AN_ADDRESS = 2
# After a restart all of them come back at once; from then on nobody opens sockets for a living.
OPEN_RATE = Rate(burst=6_000, per_second=100)
MOVE_RATE = Rate(burst=2000, per_second=500)
# A move is short. Long bodies wait for each other, whether they ever come or not, and for no moves.
LONG_BODY_RATE = Rate(burst=2_000, per_second=250)
MOVE_RATE_OF_A_PERSON = Rate(burst=200, per_second=20)


@dataclass
class Services:
    """Everything that lives as long as the server does."""

    store: Store
    engine: Engine
    lobby: Lobby
    persons: Persons
    settings: Settings
    accounts: Accounts
    ratings: Ratings
    fairness: Fairness
    programs: Programs
    passkeys: Passkeys
    seeks: Seeks
    pairs: Pairs
    subscriptions: Subscriptions
    nudges: Nudges
    tournaments: Tournaments
    director: Director
    presence: Presence = field(default_factory=Presence)
    proof_rate: Buckets = field(default_factory=lambda: Buckets(PROOF_RATE))
    look_up_rate: Buckets = field(default_factory=lambda: Buckets(LOOK_UP_RATE))
    engine_rate: Buckets = field(default_factory=lambda: Buckets(ENGINE_RATE))
    create_rate: Buckets = field(default_factory=lambda: Buckets(CREATE_RATE))
    create_rate_of_a_person: Buckets = field(
        default_factory=lambda: Buckets(CREATE_RATE_OF_A_PERSON)
    )
    matches_a_day: Buckets = field(default_factory=lambda: Buckets(MATCHES_A_DAY))
    matches_a_day_of_a_person: Buckets = field(
        default_factory=lambda: Buckets(MATCHES_A_DAY_OF_A_PERSON)
    )
    moves_a_day_of_a_person: Buckets = field(
        default_factory=lambda: Buckets(MOVES_A_DAY_OF_A_PERSON)
    )
    ask_rate: Buckets = field(default_factory=lambda: Buckets(ASK_RATE))
    ask_rate_of_a_person: Buckets = field(default_factory=lambda: Buckets(ASK_RATE_OF_A_PERSON))
    look_rate: Buckets = field(default_factory=lambda: Buckets(LOOK_RATE))
    file_rate: Buckets = field(default_factory=lambda: Buckets(FILE_RATE))
    open_rate: Buckets = field(default_factory=lambda: Buckets(OPEN_RATE))
    move_rate: Buckets = field(default_factory=lambda: Buckets(MOVE_RATE))
    long_body_rate: Buckets = field(default_factory=lambda: Buckets(LONG_BODY_RATE))
    move_rate_of_a_person: Buckets = field(default_factory=lambda: Buckets(MOVE_RATE_OF_A_PERSON))
    metrics: Metrics = field(default_factory=Metrics)
    sockets: Places = field(default_factory=lambda: Places(SOCKETS_OF_AN_ADDRESS))
    streams: Places = field(default_factory=lambda: Places(STREAMS_OF_AN_ADDRESS))
    streams_of_a_person: Places = field(default_factory=lambda: Places(STREAMS_OF_A_PERSON))
    exports: Places = field(default_factory=lambda: Places(EXPORTS_OF_AN_ADDRESS))
    # Only where the server runs on a person's own computer.
    home_network: HomeNetwork | None = None

    @property
    def limits(self) -> dict[str, Buckets]:
        """Every limit by its name, for processes that keep them together."""
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: each for name, each in found.items() if isinstance(each, Buckets)}


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
    shared.matches_a_day.take(who.address)
    if who.person:
        shared.create_rate_of_a_person.take(who)
        shared.matches_a_day_of_a_person.take(who.person)


async def take_answer(connection: HTTPConnection, tokens: float = 1) -> None:
    """For what is worked out in the event loop: in a hurry, one is answered a little later."""
    shared, who = services(connection), asker(connection)
    if who.person:
        await shared.ask_rate_of_a_person.wait(who, tokens)
    await shared.ask_rate.wait((who.address, bool(who.person)), tokens)


async def admit(connection: HTTPConnection) -> Response | None:
    """Whether the server is there can always be asked; acting in matches has its own rates."""
    scope = connection.scope
    if scope["path"] in LOOKING_AFTER:
        await services(connection).look_rate.wait(client(connection))
        return None
    await _recognise(connection)
    if scope["type"] == "websocket":
        await services(connection).open_rate.wait(client(connection))
        return None
    length = _length(connection) / BYTES_FOR_A_TOKEN
    if is_file(scope["path"]):
        await services(connection).file_rate.wait(client(connection), 1 + length)
    elif scope["method"] == "POST" and scope["path"].startswith("/api/matches"):
        if length > 1:
            await services(connection).long_body_rate.wait(client(connection), length)
        await services(connection).move_rate.wait(client(connection))
    else:
        await take_answer(connection, 1 + length)
    return await _renewed(connection)


def is_file(path: str) -> bool:
    """Whether this is the address of a file of the app; a person's name may have a dot in it."""
    return bool(PurePosixPath(path).suffix) and not path.startswith(("/api/", "/people/"))


async def _recognise(connection: HTTPConnection) -> None:
    """Notes whom the cookie stands for, who may act unless the account is closed."""
    await _note(connection)
    me, path = known(connection), connection.scope["path"]
    acts = connection.scope["type"] == "websocket" or connection.scope["method"] not in SAFE_METHODS
    if me and acts and not path.startswith(SIGNING_IN):
        await services(connection).accounts.check_open(me.person)


async def _note(connection: HTTPConnection) -> None:
    """The pages are there even where it cannot be read who asks."""
    if bearer(connection) and await _recognise_program(connection):
        return
    given, persons = cookie(connection), services(connection).persons
    if given is None:
        return
    if not persons.remembered(given)[0]:
        await services(connection).look_up_rate.wait(client(connection))
    try:
        connection.scope[KNOWN] = await persons.of(given)
    except AwayError:
        if connection.scope["path"].startswith("/api/"):
            raise


async def _recognise_program(connection: HTTPConnection) -> bool:
    """A token is a program's, which speaks for its account, or a seat's, which is read later."""
    programs, given = services(connection).programs, digest(bearer(connection))
    if not programs.remembered(given)[0]:
        await services(connection).look_up_rate.wait(client(connection))
    who = await programs.person(given)
    if who:
        connection.scope[KNOWN] = Known(who, "", stale=False)
        connection.scope[PROGRAM] = True
    return who is not None


async def check_still(connection: HTTPConnection) -> None:
    """Over a line that stays open: refuses who is signed out, or excluded, since it was opened."""
    me, shared = known(connection), services(connection)
    if me is None:
        return
    await shared.accounts.check_open(me.person)
    if connection.scope.get(PROGRAM):
        still = await shared.programs.person(digest(bearer(connection)))
    else:
        found = await shared.persons.of(me.cookie)
        still = found.person if found else None
    if still != me.person:
        raise UnauthorizedError("this browser is signed out; sign in again", "signed-out")


async def _renewed(connection: HTTPConnection) -> Response | None:
    """A new cookie in place of an old one, for somebody who opens a page."""
    opens = connection.scope["method"] == "GET" and "text/html" in connection.headers.get(
        "accept", ""
    )
    if not opens or not is_outdated(connection):
        return None
    again = await services(connection).persons.renew(connection.scope[KNOWN])
    if again is None:
        del connection.scope[KNOWN]
        return None
    answer = Response()
    remember(answer, again.cookie, connection.scope)
    return answer


async def introduced(connection: HTTPConnection) -> Known:
    """The person who asks; somebody new is made known."""
    return known(connection) or await services(connection).persons.new()


def greet(answer: Response, connection: HTTPConnection, me: Known) -> None:
    """Somebody new gets a cookie to be known by the next time."""
    if known(connection) is None:
        remember(answer, me.cookie, connection.scope)


def _length(connection: HTTPConnection) -> int:
    """How long the body is going to be, as far as it is told; more than is read does not count."""
    told = connection.headers.get("content-length", "")
    untold = LARGEST_BODY if "transfer-encoding" in connection.headers else 0
    return min(int(told), LARGEST_BODY) if told.isdecimal() else untold


async def take_move(connection: HTTPConnection, proof: Hashable) -> None:
    """The same for moves and wishes; without a cookie a seat's token tells who it is."""
    shared, who = services(connection), asker(connection)
    count_move(shared, who, proof)
    await shared.move_rate_of_a_person.wait(who.person or proof)


def count_move(shared: Services, who: Asker, proof: Hashable) -> None:
    """What is written down has a bound for the day."""
    shared.moves_a_day_of_a_person.take(who.person or proof)


async def take_message(shared: Services, who: Asker, proof: Hashable) -> None:
    """For whatever comes over a socket, a sign of life included."""
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
    503: "the database does not answer",
}


def problems(*codes: int) -> dict[int | str, dict[str, object]]:
    """The errors a route can answer with, for the OpenAPI document."""
    return {code: {"model": Failure, "description": ANSWERS[code]} for code in codes}
