"""Where matches are kept: written only by adding to the tables."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import (
    BindParameter,
    Executable,
    Row,
    bindparam,
    func,
    insert,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tetrad.matches.log import Event
from tetrad.server import clock
from tetrad.server.storage.database import answering, engine_for, installation
from tetrad.server.storage.leases import Leases, end_of_lease
from tetrad.server.storage.schema import events, keys, matches
from tetrad.server.storage.versions import bring_up_to_date
from tetrad.server.storage.writer import Work, Writer

_INSERT_MATCH, _INSERT_EVENT, _INSERT_KEY = insert(matches), insert(events), insert(keys)
_UPDATE_MATCH = (
    update(matches)
    .where(matches.c.id == bindparam("match"))
    .values(
        {
            name: bindparam(name)
            for name in ("summary", "updated", "seq", "due_at", "owner", "until")
        }
    )
)
# A match comes before its events; and all go the same way, so that nobody waits for each other.
_FIRST = (_INSERT_MATCH, _UPDATE_MATCH, _INSERT_EVENT, _INSERT_KEY)
_SEQ = select(matches.c.seq).where(matches.c.id == bindparam("match"))
_EVENTS = (
    select(events)
    .where(events.c.match_id == bindparam("match"), events.c.seq > bindparam("seq"))
    .order_by(events.c.seq)
)
_EVENTS_AT = select(events).where(
    tuple_(events.c.match_id, events.c.seq).in_(bindparam("places", expanding=True))
)
_SOME: BindParameter[Any] = bindparam("ids", expanding=True)
_INVITES = select(matches.c.id, matches.c.invite, matches.c.seq).where(matches.c.id.in_(_SOME))
_LOGS = select(events).where(events.c.match_id.in_(_SOME)).order_by(events.c.match_id, events.c.seq)
_ALL_KEYS = select(keys.c.match_id, keys.c.digest, keys.c.seat).where(keys.c.match_id.in_(_SOME))
_SEATS_OF = select(keys.c.match_id, keys.c.seat).where(
    keys.c.digest == bindparam("who"), keys.c.match_id.in_(_SOME)
)
_KEYS = select(keys.c.digest, keys.c.seat).where(keys.c.match_id == bindparam("match"))
# Who else is there, and which transaction has written the version: a restore writes it anew.
_TIME = text("SELECT extract(epoch FROM clock_timestamp())::float8")
_NEWEST = select(func.max(matches.c.updated))
_OTHERS = text(
    "SELECT count(*) AS others, extract(epoch FROM clock_timestamp())::float8 AS time,"
    " (SELECT xmin::text FROM alembic_version) AS restored"
    " FROM pg_stat_activity WHERE datname = current_database()"
    " AND application_name LIKE 'tetrad-%' AND application_name <> :me"
)
# As many as PostgreSQL and SQLite take parameters.
IDS_AT_A_TIME = 10_000
# Others come in between, and what is read at once is bounded: two of the longest logs.
ROWS_AT_A_TIME, ROWS_OF_A_QUERY = 200, 20_000


@dataclass(frozen=True, slots=True)
class Key:
    """A digest that opens a seat."""

    digest: str
    seat: int


@dataclass(frozen=True, slots=True)
class Overview:
    """What a list of games shows of a match, and when something is due in it."""

    summary: dict[str, Any]
    due_at: float | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """A match as it was written down."""

    events: list[Event]
    keys: list[Key]
    invite: str | None


@dataclass(frozen=True, slots=True)
class News:
    """What was written after some event: what followed, and the number of the last one."""

    events: list[Event]
    keys: list[Key]
    seq: int


class Store:
    """The database. `open` it first; its writer writes, whoever wants may read."""

    def __init__(self, url: str) -> None:
        # Its name among the processes that share the database.
        self.me = f"tetrad-{secrets.token_hex(4)}"
        self._engine: AsyncEngine = engine_for(url, process=self.me)
        self.leases = Leases(self, matches)
        self.writer = Writer(self._engine, _FIRST)
        self._version = 0
        self._restored: str | None = None

    @property
    def is_file(self) -> bool:
        return self.writer.file is not None

    async def open(self) -> None:
        try:
            await bring_up_to_date(self._engine)
        except BaseException:
            await self._engine.dispose()
            raise
        await self._set_clock()
        await self.writer.open()

    async def _set_clock(self) -> None:
        """By the database's, where several computers share it; and never before what is written."""
        async with self._reading() as connection:
            if self._engine.dialect.name == "postgresql":
                clock.CLOCK.set((await connection.execute(_TIME)).scalar_one())
            clock.CLOCK.begin_after(await connection.scalar(_NEWEST) or 0.0)

    async def close(self) -> None:
        """Writes what is still waiting, then lets go of the database."""
        await self.writer.close()
        await self._engine.dispose()

    async def create(
        self, match_id: str, log: Sequence[Event], opens: Sequence[Key], overview: Overview,
        invite: str | None, wish: str | None = None,
    ) -> None:  # fmt: skip
        await self.write(self.creation(match_id, log, opens, overview, invite, wish))

    def creation(
        self, match_id: str, log: Sequence[Event], opens: Sequence[Key], overview: Overview,
        invite: str | None, wish: str | None = None,
    ) -> Work:  # fmt: skip
        """What there is to write for a new match."""
        row = {"id": match_id, "invite": invite, "wish": wish}
        return [
            (_INSERT_MATCH, [row | _match_row(log[-1], overview, self.me)]),
            (_INSERT_EVENT, [_event_row(match_id, each) for each in log]),
            (_INSERT_KEY, _key_rows(match_id, opens)),
        ]

    async def append(
        self, match_id: str, log: Sequence[Event], overview: Overview, opens: Sequence[Key] = (),
        also: Work = (),
    ) -> None:  # fmt: skip
        """Adds events, and keys with them; returns when they are safe on the disk."""
        row = {"match": match_id, **_match_row(log[-1], overview, self.me)}
        await self.write(
            [
                *also,
                (_INSERT_EVENT, [_event_row(match_id, each) for each in log]),
                (_UPDATE_MATCH, [row]),
                (_INSERT_KEY, _key_rows(match_id, opens)),
            ]
        )

    async def add_key(self, match_id: str, key: Key) -> None:
        await self.write([(_INSERT_KEY, _key_rows(match_id, [key]))])

    async def hide(self, match_id: str, digest: str) -> None:
        """Takes a match out of somebody's list; the match itself stays."""
        mine = (keys.c.match_id == match_id) & (keys.c.digest == digest)
        await self.write([(update(keys).where(mine).values(hidden=True), [{}])])

    async def load(self, match_id: str) -> Stored | None:
        return (await self.load_all([match_id])).get(match_id)

    async def load_all(self, ids: Sequence[str]) -> dict[str, Stored]:
        """Those of these matches that there are."""
        async with self._reading() as connection:
            rows = (await connection.execute(_INVITES, {"ids": ids})).all()
            found = {row.id: Stored([], [], row.invite) for row in rows}
            for some in _portions([(row.id, row.seq) for row in rows]):
                logs = await connection.execute(_LOGS, {"ids": some})
                for number, row in enumerate(logs, 1):
                    found[row.match_id].events.append(_event(row))
                    if number % ROWS_AT_A_TIME == 0:
                        await asyncio.sleep(0)
            for row in await connection.execute(_ALL_KEYS, {"ids": list(found)}):
                found[row.match_id].keys.append(Key(row.digest, row.seat))
            return found

    async def since(self, match_id: str, seq: int) -> News | None:
        """What was written after this event."""
        async with self._reading() as connection:
            newest = await connection.scalar(_SEQ, {"match": match_id})
            if newest is None:
                return None
            log = await _events(connection, match_id, seq)
            return News(log, await _keys(connection, match_id), log[-1].seq if log else newest)

    async def events_at(self, places: Sequence[tuple[str, int]]) -> dict[tuple[str, int], Event]:
        """Single events of many matches, by match and number."""
        async with self._reading() as connection:
            rows = await connection.execute(_EVENTS_AT, {"places": places})
            return {(row.match_id, row.seq): _event(row) for row in rows}

    async def seqs(self, ids: Sequence[str]) -> dict[str, int]:
        """The numbers of the last events."""
        found: dict[str, int] = {}
        async with self._reading() as connection:
            for begin in range(0, len(ids), IDS_AT_A_TIME):
                some = matches.c.id.in_(ids[begin : begin + IDS_AT_A_TIME])
                rows = await connection.execute(select(matches.c.id, matches.c.seq).where(some))
                found |= {row.id: row.seq for row in rows}
        return found

    async def keys(self, match_id: str) -> list[Key]:
        async with self._reading() as connection:
            return await _keys(connection, match_id)

    async def made_by(self, wish: str) -> str | None:
        """The match that this wish has led to."""
        async with self._reading() as connection:
            made = select(matches.c.id).where(matches.c.wish == wish)
            found: str | None = await connection.scalar(made)
            return found

    async def others_wrote(self) -> bool:
        """Whether another process may have written something since this was asked last."""
        if file := self.writer.file:
            loop, before = asyncio.get_running_loop(), self._version
            self._version = await loop.run_in_executor(file.thread, file.version)
            return before != self._version
        if self._engine.dialect.name == "sqlite":
            return False
        async with self._reading() as connection:
            found = (await connection.execute(_OTHERS, {"me": self.me})).one()
            clock.CLOCK.follow(found.time)
            known, self._restored = self._restored, found.restored
            return found.others > 0 or known not in (None, found.restored)

    async def installation(self) -> str:
        """The same for all processes on this database, wherever they are, and for no other."""
        return await installation(self._engine)

    async def mine(
        self, digest: str, limit: int, after: str | None = None, *, hidden: bool = False
    ) -> list[dict[str, Any]]:
        """What a person's list of games shows, the latest first, or those that follow a match.

        With those that were taken out of the list, where `hidden`.
        """
        ids = select(keys.c.match_id).where(keys.c.digest == digest)
        ids = ids if hidden else ids.where(keys.c.hidden.is_(False))
        latest = (
            select(matches.c.id, matches.c.summary)
            .where(matches.c.id.in_(ids))
            .order_by(matches.c.updated.desc(), matches.c.id.desc())
            .limit(limit)
        )
        if after is not None:
            shown = select(matches.c.updated).where(matches.c.id == after).scalar_subquery()
            earlier = (matches.c.updated < shown) | (
                (matches.c.updated == shown) & (matches.c.id < after)
            )
            latest = latest.where(earlier)
        async with self._reading() as connection:
            found = (await connection.execute(latest)).all()
            some = {"who": digest, "ids": [row.id for row in found]}
            seats = await connection.execute(_SEATS_OF, some)
            held: dict[str, list[int]] = {}
            for row in seats:
                held.setdefault(row.match_id, []).append(row.seat)
        return [
            {**msgspec.json.decode(row.summary), "you": sorted(held.get(row.id, []))}
            for row in found
        ]

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        with answering():
            async with self._engine.connect() as connection:
                yield connection

    async def read(self, statement: Executable, values: dict[str, Any]) -> Sequence[Row[Any]]:
        async with self._reading() as connection:
            return (await connection.execute(statement, values)).all()

    async def write(self, work: Work) -> None:
        """All of it or nothing; returns when it is safe on the disk."""
        await self.writer.write(work)


def _portions(lengths: Sequence[tuple[str, int]]) -> list[list[str]]:
    """Matches whose logs are read together: few long ones, or many short ones."""
    portions, room = list[list[str]](), 0
    for match_id, length in lengths:
        if not portions or length > room:
            portions.append([])
            room = ROWS_OF_A_QUERY
        portions[-1].append(match_id)
        room -= length
    return portions


def _encode(data: Any) -> str:
    return msgspec.json.encode(data).decode()


async def _events(connection: AsyncConnection, match_id: str, seq: int) -> list[Event]:
    rows = await connection.execute(_EVENTS, {"match": match_id, "seq": seq})
    return [_event(row) for row in rows]


def _event(row: Row[Any]) -> Event:
    return Event(row.seq, row.kind, msgspec.json.decode(row.data), row.at, row.wish)


async def _keys(connection: AsyncConnection, match_id: str) -> list[Key]:
    rows = await connection.execute(_KEYS, {"match": match_id})
    return [Key(each.digest, each.seat) for each in rows]


def _match_row(last: Event, overview: Overview, process: str) -> dict[str, Any]:
    """Who writes sees to what is due."""
    due = overview.due_at
    return {
        "summary": _encode(overview.summary),
        "updated": last.at,
        "seq": last.seq,
        "due_at": due,
        "owner": None if due is None else process,
        "until": None if due is None else end_of_lease(due, last.at),
    }


def _event_row(match_id: str, each: Event) -> dict[str, Any]:
    return {
        "match_id": match_id,
        "seq": each.seq,
        "kind": each.kind,
        "data": _encode(each.data),
        "at": each.at,
        "wish": each.wish,
    }


def _key_rows(match_id: str, opens: Sequence[Key]) -> list[dict[str, Any]]:
    return [
        {"match_id": match_id, "digest": key.digest, "seat": key.seat, "hidden": False}
        for key in opens
    ]
