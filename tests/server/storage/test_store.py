"""What is written down, and what happens when two write at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.matches.test_log import start
from tetrad.matches.log import Event
from tetrad.server.storage.database import async_url
from tetrad.server.storage.store import ROWS_AT_A_TIME, Key, Overview, Store, _portions
from tetrad.server.storage.writer import SeqTakenError, Work

pytestmark = pytest.mark.anyio

OVERVIEW = Overview({"id": "m"})


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = Store(str(tmp_path / "store.db"))
    await opened.open()
    yield opened
    await opened.close()


def resigns(seq: int) -> Event:
    return Event(seq, "resign", {"by": 1}, 2.5)


async def test_a_match_comes_back_as_it_was_written(store: Store) -> None:
    keys = [Key("a" * 32, 1), Key("a" * 32, 2), Key("b" * 32, 1)]
    await store.create("m", start(), keys, OVERVIEW, "code")
    await store.append("m", [resigns(2)], OVERVIEW, [Key("c" * 32, 2)])
    stored = await store.load("m")
    assert stored
    assert stored.events == [*start(), resigns(2)]
    assert {(key.digest[0], key.seat) for key in stored.keys} == {
        ("a", 1), ("a", 2), ("b", 1), ("c", 2),
    }  # fmt: skip
    assert stored.invite == "code"
    assert await store.load("n") is None


async def test_a_number_is_given_only_once(store: Store) -> None:
    await store.create("m", start(), [], OVERVIEW, None)
    writers = (store.append("m", [resigns(2)], OVERVIEW) for _ in range(5))
    results = await asyncio.gather(*writers, return_exceptions=True)
    assert [result for result in results if result is None] == [None]
    assert all(isinstance(result, SeqTakenError) for result in results if result)
    stored = await store.load("m")
    assert stored
    assert len(stored.events) == 2


async def test_two_servers_on_one_database_do_not_overwrite_each_other(
    store: Store, tmp_path: Path
) -> None:
    await store.create("m", start(), [], OVERVIEW, None)
    other = Store(str(tmp_path / "store.db"))
    await other.open()
    results = await asyncio.gather(
        store.append("m", [resigns(2)], OVERVIEW),
        other.append("m", [resigns(2)], OVERVIEW),
        return_exceptions=True,
    )
    await other.close()
    assert sorted(map(str, map(type, results))) == sorted([str(type(None)), str(SeqTakenError)])


async def test_one_bad_write_does_not_spoil_the_others(store: Store) -> None:
    for match in "mno":
        await store.create(match, start(), [], OVERVIEW, None)
    results = await asyncio.gather(
        store.append("m", [resigns(2)], OVERVIEW),
        store.append("n", [resigns(1)], OVERVIEW),
        store.append("nowhere", [resigns(2)], OVERVIEW),
        store.append("o", [resigns(2)], OVERVIEW),
        return_exceptions=True,
    )
    assert [result is None for result in results] == [True, False, False, True]


async def test_writes_of_every_kind_are_committed_together(store: Store) -> None:
    await store.create("m", start(), [], OVERVIEW, None)
    attempts: list[int] = []
    execute = store.writer._execute

    async def counted(works: list[Work]) -> None:
        attempts.append(len(works))
        await execute(works)

    store.writer._execute = counted  # type: ignore[method-assign]
    await asyncio.gather(
        store.append("m", [resigns(2)], OVERVIEW),
        store.create("n", start(), [Key("a" * 32, 1)], OVERVIEW, None),
        store.add_key("n", Key("b" * 32, 2)),
    )
    assert attempts in ([3], [1, 2])


async def test_what_was_asked_for_is_written_before_closing(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "store.db"))
    await store.open()
    writing = asyncio.gather(
        *(store.create(f"m{i}", start(), [], OVERVIEW, None) for i in range(9))
    )
    await asyncio.sleep(0)
    await store.close()
    await writing
    again = Store(str(tmp_path / "store.db"))
    await again.open()
    assert all([await again.load(f"m{i}") for i in range(9)])
    await again.close()


@pytest.mark.parametrize(
    ("database", "url"),
    [
        ("games.db", "sqlite+aiosqlite:///games.db"),
        ("/var/games.db", "sqlite+aiosqlite:////var/games.db"),
        ("sqlite:///games.db", "sqlite+aiosqlite:///games.db"),
        ("postgresql://host/games", "postgresql+asyncpg://host/games"),
        ("sqlite+aiosqlite:///x", "sqlite+aiosqlite:///x"),
    ],
)
def test_a_database_is_a_file_or_a_url(database: str, url: str) -> None:
    assert async_url(database) == url


async def test_others_come_in_between_while_long_logs_are_read(store: Store) -> None:
    for number in range(3):
        log = [Event(seq, "move", {"by": 1}, 1.0) for seq in range(1, 8_001)]
        await store.create(f"long{number}", log, [], Overview({}), None)
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(count())
    begun, waits = time.perf_counter(), turns
    found = await store.load_all([f"long{number}" for number in range(3)])
    counting.cancel()
    assert [len(each.events) for each in found.values()] == [8_000] * 3
    assert all(each.events[-1].seq == 8_000 for each in found.values())
    assert turns - waits > 24_000 / ROWS_AT_A_TIME / 2, time.perf_counter() - begun
    assert [len(each) for each in _portions([("a", 12_000), ("b", 8_000), ("c", 1)])] == [2, 1]
