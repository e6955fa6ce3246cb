"""Two processes that write to the same matches of one PostgreSQL, at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

from tests.matches.test_log import start
from tests.server.services import Postgres
from tetrad.matches.log import Event
from tetrad.server.storage.store import Overview, Store
from tetrad.server.storage.writer import SeqTakenError

pytestmark = pytest.mark.anyio

OVERVIEW = Overview({})
NAMES = [f"m{number}" for number in range(9)]
WAITING = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE wait_event_type = 'Lock' AND datname = current_database()"
)
DEADLOCKS = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"

Write = Callable[[Store, str], Awaitable[Any]]


async def resign(store: Store, match: str) -> None:
    await store.append(match, [Event(2, "resign", {"by": 1}, 2.0)], OVERVIEW)


async def claim(store: Store, match: str) -> bool:
    return await store.leases.claim(match)


@pytest.fixture
async def url(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture
async def two(url: str) -> AsyncIterator[tuple[Store, Store]]:
    stores = Store(url), Store(url)
    for store in stores:
        await store.open()
    for name in NAMES:
        await stores[0].create(name, start(), [], OVERVIEW, None)
    yield stores
    for store in stores:
        await store.close()


@asynccontextmanager
async def outsider(url: str) -> AsyncIterator[asyncpg.Connection]:
    """Somebody else at the database, who can wait for ever."""
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("SET deadlock_timeout = '1h'")
        yield connection
    finally:
        await connection.close()


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(60):
        while not await true():
            await asyncio.sleep(0.01)


async def waiting(url: str, count: int) -> None:
    async with outsider(url) as watching:

        async def so_many() -> bool:
            return bool(await watching.fetchval(WAITING) == count)

        await until(so_many)


def all_at_once(store: Store, names: list[str], write: Write) -> asyncio.Future[list[Any]]:
    return asyncio.gather(*(write(store, name) for name in names), return_exceptions=True)


@pytest.mark.parametrize(
    ("write", "held"),
    [
        (claim, "UPDATE matches SET updated = updated WHERE id = 'm4'"),
        (resign, "INSERT INTO events VALUES ('m4', 2, 'resign', '{}', 2.0, NULL)"),
    ],
)
async def test_who_comes_from_both_ends_is_not_stuck_in_the_middle(
    url: str, two: tuple[Store, Store], write: Write, held: str
) -> None:
    one, other = two
    async with outsider(url) as somebody:
        holding = somebody.transaction()
        await holding.start()
        await somebody.execute(held)
        forwards = all_at_once(one, NAMES, write)
        await waiting(url, 1)
        backwards = all_at_once(other, NAMES[::-1], write)
        await waiting(url, 2)
        await holding.rollback()
        got = dict(zip(NAMES, await forwards, strict=True))
        got_too = dict(zip(NAMES[::-1], await backwards, strict=True))
        assert await somebody.fetchval(DEADLOCKS) == 0
    for name in NAMES:
        results = [got[name], got_too[name]]
        if write is claim:
            assert sorted(results) == [False, True]
        else:
            assert sorted(map(str, map(type, results))) == sorted(
                [str(type(None)), str(SeqTakenError)]
            )


async def test_who_has_to_give_way_to_a_stranger_writes_once_more(
    url: str, two: tuple[Store, Store]
) -> None:
    """A backup tool, say, or somebody at psql: it locks in an order of its own."""
    one, _ = two
    async with outsider(url) as stranger:
        holding = stranger.transaction()
        await holding.start()
        await stranger.execute("UPDATE matches SET updated = updated WHERE id = 'm8'")
        resigned = all_at_once(one, NAMES, resign)
        await waiting(url, 1)
        await stranger.execute("UPDATE matches SET updated = updated WHERE id = 'm0'")
        await holding.rollback()
        assert await resigned == [None] * len(NAMES)
    for name in NAMES:
        stored = await one.load(name)
        assert stored
        assert [event.kind for event in stored.events] == ["start", "resign"]
