"""Games and tournaments that are old enough are removed, and who is no longer known.

A game is kept for as long as somebody with an account has a seat in it. On a person's own computer
everything is kept unless they wish otherwise. Of several servers on one database one does this at a
time, a few games per transaction, so that nobody waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable

from sqlalchemy import ColumnElement, Connection, Table, delete, exists, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from tetrad.server.storage.database import engine_for
from tetrad.server.storage.persons import COOKIE_SECONDS, DAY
from tetrad.server.storage.schema import (
    accounts,
    cookies,
    entrants,
    keys,
    matches,
    metadata,
    persons,
    subscriptions,
    tournament_events,
    tournaments,
)

log = logging.getLogger("tetrad.server")

GAMES_AT_A_TIME = 200
SECONDS_BETWEEN_ROUNDS = 3600.0
SECONDS_BEFORE_THE_FIRST = 60.0
# PostgreSQL's lock of whoever is at it.
LOCK = 0x7E7AE


class Retention:
    """Removes what is older than so many days."""

    def __init__(self, database: str, days: int, clock: Callable[[], float] = time.time) -> None:
        self._database, self._days, self._clock = database, days, clock

    async def run(self) -> None:
        """Every hour, until it is cancelled; a database that is away is tried again later."""
        await asyncio.sleep(SECONDS_BEFORE_THE_FIRST)
        while True:
            try:
                if removed := await self.remove():
                    log.info("removed %d games that nobody touched", removed)
            except Exception as error:
                log.warning("old games cannot be removed (%s)", type(error).__name__)
            await asyncio.sleep(SECONDS_BETWEEN_ROUNDS)

    async def remove(self) -> int:
        """Removes everything that is old enough; how many games that were."""
        engine, count = engine_for(self._database), 0
        try:
            while removed := await self._some(engine) if self._days else 0:
                count += removed
                await asyncio.sleep(0)
            while await self._transact(engine, self._remove_tournaments) if self._days else 0:
                await asyncio.sleep(0)
            await self._transact(engine, self._forget_persons)
        finally:
            await engine.dispose()
        return count

    async def _some(self, engine: AsyncEngine) -> int:
        return await self._transact(engine, self._remove_games)

    async def _transact(self, engine: AsyncEngine, work: Callable[[Connection], int]) -> int:
        """One small transaction, after whoever else is at it."""
        async with engine.begin() as connection:
            if engine.dialect.name == "sqlite":
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                waits = text("SELECT pg_advisory_xact_lock(:lock)")
                await connection.execute(waits, {"lock": LOCK})
            return await connection.run_sync(work)

    def _remove_games(self, connection: Connection) -> int:
        oldest = self._clock() - self._days * DAY
        owned = exists().where(keys.c.match_id == matches.c.id, _has_account(keys.c.digest))
        old = select(matches.c.id).where(matches.c.updated < oldest, ~owned)
        ids = list(connection.scalars(old.order_by(matches.c.updated).limit(GAMES_AT_A_TIME)))
        for table in reversed(metadata.sorted_tables):
            for column in _columns_of_matches(table):
                connection.execute(delete(table).where(column.in_(ids)))
        connection.execute(delete(matches).where(matches.c.id.in_(ids)))
        return len(ids)

    def _remove_tournaments(self, connection: Connection) -> int:
        """Those that are over; their games stay for as long as other games do."""
        oldest = self._clock() - self._days * DAY
        old = select(tournaments.c.id).where(
            tournaments.c.updated < oldest, tournaments.c.due_at.is_(None)
        )
        ids = list(connection.scalars(old.limit(GAMES_AT_A_TIME)))
        for column in (entrants.c.tournament_id, tournament_events.c.tournament_id):
            connection.execute(delete(column.table).where(column.in_(ids)))
        connection.execute(delete(tournaments).where(tournaments.c.id.in_(ids)))
        return len(ids)

    def _forget_persons(self, connection: Connection) -> int:
        """Cookies that have ended, browsers that cannot come back, and persons with nothing."""
        now = self._clock()
        ended = (cookies.c.made < now - COOKIE_SECONDS) | (cookies.c.until < now)
        connection.execute(delete(cookies).where(ended))
        known = exists().where(cookies.c.person == subscriptions.c.person)
        connection.execute(delete(subscriptions).where(~known))
        unknown = delete(persons).where(
            persons.c.made < now - DAY,
            ~exists().where(cookies.c.person == persons.c.id),
            ~exists().where(keys.c.digest == persons.c.id),
            ~_has_account(persons.c.id),
        )
        return connection.execute(unknown).rowcount


def _columns_of_matches(table: Table) -> list[ColumnElement[str]]:
    """The columns that refer to a match."""
    return [
        column
        for column in table.columns
        if any(key.column is matches.c.id for key in column.foreign_keys)
    ]


def _has_account(person: ColumnElement[str]) -> ColumnElement[bool]:
    return exists().where(accounts.c.person == person)


@contextlib.asynccontextmanager
async def at_work(retention: Retention) -> AsyncIterator[None]:
    """For as long as the server runs."""
    task = asyncio.create_task(retention.run())
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
