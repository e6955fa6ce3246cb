"""Where matches are kept: three small tables, written only by adding to them.

    matches  one row per match, with what a list of games shows (a copy of the fold's result)
    events   (match, seq) -> what happened; the truth, from which everything else follows
    keys     digest of a cookie or token -> the seat it opens

Writes that arrive together are committed together, and nobody is answered before the commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import msgspec
from sqlalchemy import (
    Boolean,
    Column,
    Executable,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Text,
    bindparam,
    event,
    insert,
    select,
    update,
)
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tetrad.language import NEEDS
from tetrad.matches.log import Event
from tetrad.server.rooms.sqlite import SqliteFile, prepare

metadata = MetaData()

matches = SqlTable(
    "matches",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("summary", Text, nullable=False),
    Column("updated", Float, nullable=False, index=True),
    Column("bot_due", Boolean, nullable=False, index=True),
    Column("invite", String(16)),
)
events = SqlTable(
    "events",
    metadata,
    Column("match_id", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
)
keys = SqlTable(
    "keys",
    metadata,
    Column("match_id", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("digest", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("hidden", Boolean, nullable=False, default=False),
    Index("keys_of_a_person", "digest"),
)

_INSERT_MATCH, _INSERT_EVENT, _INSERT_KEY = insert(matches), insert(events), insert(keys)
_UPDATE_MATCH = (
    update(matches)
    .where(matches.c.id == bindparam("match"))
    .values(
        summary=bindparam("summary"), updated=bindparam("updated"), bot_due=bindparam("bot_due")
    )
)

Work = list[tuple[Executable, list[dict[str, Any]]]]


class SeqTakenError(Exception):
    """Another process has written an event of this number first."""


@dataclass(frozen=True, slots=True)
class Key:
    """A digest that opens a seat."""

    digest: str
    seat: int


@dataclass(frozen=True, slots=True)
class Overview:
    """What a list of games shows of a match, and whether a bot has to move."""

    summary: dict[str, Any]
    bot_due: bool


@dataclass(frozen=True, slots=True)
class Stored:
    """A match as it was written down."""

    events: list[Event]
    keys: list[Key]
    invite: str | None


class Store:
    """The database. `open` it first; one task writes, whoever wants may read."""

    def __init__(self, url: str) -> None:
        self._engine: AsyncEngine = create_async_engine(async_url(url))
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine.sync_engine, "connect", prepare)
        self._queue: asyncio.Queue[tuple[Work, asyncio.Future[None]]] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._connection: AsyncConnection | None = None
        self._file: SqliteFile | None = None

    async def open(self) -> None:
        async with self._engine.begin() as connection:
            await connection.run_sync(metadata.create_all)
        path = self._engine.url.database
        if self._engine.dialect.name == "sqlite" and path and path != ":memory:":
            self._file = SqliteFile(path)
        else:
            self._connection = await self._engine.connect()
        self._writer = asyncio.create_task(self._write_forever())

    async def close(self) -> None:
        """Writes what is still waiting, then lets go of the database."""
        if self._writer:
            await self._queue.join()
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
        if self._file:
            self._file.close()
        if self._connection:
            await self._connection.close()
        await self._engine.dispose()

    async def create(
        self, match_id: str, log: Sequence[Event], opens: Sequence[Key], overview: Overview,
        invite: str | None,
    ) -> None:  # fmt: skip
        row = {
            "id": match_id,
            "summary": _encode(overview.summary),
            "updated": log[-1].at,
            "bot_due": overview.bot_due,
            "invite": invite,
        }
        await self._write(
            [
                (_INSERT_MATCH, [row]),
                (_INSERT_EVENT, [_event_row(match_id, each) for each in log]),
                (_INSERT_KEY, _key_rows(match_id, opens)),
            ]
        )

    async def append(
        self, match_id: str, log: Sequence[Event], overview: Overview, opens: Sequence[Key] = ()
    ) -> None:
        """Adds events, and keys with them; returns when they are safe on the disk."""
        row = {
            "match": match_id,
            "summary": _encode(overview.summary),
            "updated": log[-1].at,
            "bot_due": overview.bot_due,
        }
        await self._write(
            [
                (_INSERT_EVENT, [_event_row(match_id, each) for each in log]),
                (_UPDATE_MATCH, [row]),
                (_INSERT_KEY, _key_rows(match_id, opens)),
            ]
        )

    async def add_key(self, match_id: str, key: Key) -> None:
        await self._write([(_INSERT_KEY, _key_rows(match_id, [key]))])

    async def hide(self, match_id: str, digest: str) -> None:
        """Takes a match out of somebody's list; the match itself stays."""
        mine = (keys.c.match_id == match_id) & (keys.c.digest == digest)
        await self._write([(update(keys).where(mine).values(hidden=True), [{}])])

    async def load(self, match_id: str) -> Stored | None:
        async with self._engine.connect() as connection:
            found = await connection.execute(
                select(matches.c.invite).where(matches.c.id == match_id)
            )
            row = found.first()
            if row is None:
                return None
            log = await connection.execute(
                select(events).where(events.c.match_id == match_id).order_by(events.c.seq)
            )
            opens = await connection.execute(
                select(keys.c.digest, keys.c.seat).where(keys.c.match_id == match_id)
            )
            return Stored(
                [
                    Event(each.seq, each.kind, msgspec.json.decode(each.data), each.at)
                    for each in log
                ],
                [Key(each.digest, each.seat) for each in opens],
                row.invite,
            )

    async def mine(self, digest: str, limit: int, after: str | None = None) -> list[dict[str, Any]]:
        """What a person's list of games shows, the latest first, or those that follow a match."""
        ids = select(keys.c.match_id).where(keys.c.digest == digest, keys.c.hidden.is_(False))
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
        async with self._engine.connect() as connection:
            found = (await connection.execute(latest)).all()
            seats = await connection.execute(
                select(keys.c.match_id, keys.c.seat).where(keys.c.digest == digest)
            )
            held: dict[str, list[int]] = {}
            for row in seats:
                held.setdefault(row.match_id, []).append(row.seat)
        return [{**msgspec.json.decode(row.summary), "you": sorted(held[row.id])} for row in found]

    async def bots_due(self) -> list[str]:
        """The matches in which a bot has to move."""
        async with self._engine.connect() as connection:
            found = await connection.execute(select(matches.c.id).where(matches.c.bot_due))
            return [row.id for row in found]

    async def _write(self, work: Work) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._queue.put((work, done))
        await done

    async def _write_forever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get_nowait())
            await self._commit(batch)
            for _ in batch:
                self._queue.task_done()

    async def _commit(self, batch: list[tuple[Work, asyncio.Future[None]]]) -> None:
        """All of them in one transaction; one by one if one of them cannot be written."""
        try:
            await self._execute([work for work, _ in batch])
        except Exception as error:
            if len(batch) == 1:
                taken = isinstance(error, (IntegrityError, sqlite3.IntegrityError))
                _settle(batch[0][1], SeqTakenError() if taken else error)
            else:
                for each in batch:
                    await self._commit([each])
            return
        for _, done in batch:
            _settle(done)

    async def _execute(self, works: list[Work]) -> None:
        """Rows for the same statement go together; a match comes before its events."""
        together: dict[Executable, list[dict[str, Any]]] = {_INSERT_MATCH: []}
        for statement, rows in chain.from_iterable(works):
            together.setdefault(statement, []).extend(rows)
        if self._file:
            await asyncio.get_running_loop().run_in_executor(
                self._file.thread, self._file.write, together
            )
            return
        assert self._connection
        async with self._connection.begin():
            for statement, rows in together.items():
                if rows:
                    await self._connection.execute(statement, rows)


def _settle(done: asyncio.Future[None], error: Exception | None = None) -> None:
    """Tells the one who waits, unless they have stopped waiting."""
    if done.done():
        return
    if error:
        done.set_exception(error)
    else:
        done.set_result(None)


def problem_with(database: str) -> str | None:
    """Why this database cannot be used, in one line, or None."""
    try:
        engine = create_async_engine(async_url(database))
        if engine.dialect.name == "sqlite":
            with contextlib.closing(sqlite3.connect(engine.url.database or ":memory:")) as file:
                file.execute("BEGIN IMMEDIATE")
    except ImportError as error:
        return NEEDS(what=error.name, command=f"pip install {error.name}")
    except (SQLAlchemyError, sqlite3.Error) as error:
        return str(error).partition("\n")[0]
    return None


def async_url(database: str) -> str:
    """The URL SQLAlchemy needs; a plain file name is an SQLite database."""
    if "://" not in database:
        return f"sqlite+aiosqlite:///{database}"
    scheme, rest = database.split("://", 1)
    driver = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}.get(scheme, scheme)
    return f"{driver}://{rest}"


def _encode(data: Any) -> str:
    return msgspec.json.encode(data).decode()


def _event_row(match_id: str, each: Event) -> dict[str, Any]:
    return {
        "match_id": match_id,
        "seq": each.seq,
        "kind": each.kind,
        "data": _encode(each.data),
        "at": each.at,
    }


def _key_rows(match_id: str, opens: Sequence[Key]) -> list[dict[str, Any]]:
    return [
        {"match_id": match_id, "digest": key.digest, "seat": key.seat, "hidden": False}
        for key in opens
    ]
