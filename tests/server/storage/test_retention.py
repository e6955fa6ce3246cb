"""Old games are removed after the stated time, and nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import insert, update

from tests.matches.test_log import start
from tests.server.services import Postgres
from tests.server.storage.test_store import OVERVIEW
from tetrad.server.storage import retention
from tetrad.server.storage.persons import DAY, Persons
from tetrad.server.storage.retention import Retention
from tetrad.server.storage.schema import accounts, matches
from tetrad.server.storage.store import Key, Store

pytestmark = pytest.mark.anyio

NOW = 1e9


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "old.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


async def opened(database: str, ages: dict[str, int]) -> tuple[Store, Persons, list[str]]:
    """A database with matches of these ages in days, each of a person of its own."""
    store = Store(database)
    await store.open()
    people = []
    for match, days in ages.items():
        then = NOW - days * DAY
        known = await Persons(store, lambda then=then: then).new()  # type: ignore[misc]
        people.append(known.cookie)
        await store.create(match, start(), [Key(known.person, 1)], OVERVIEW, None)
        aged = update(matches).where(matches.c.id == match).values(updated=then)
        await store.write([(aged, [{}])])
    return store, Persons(store, lambda: NOW), people


async def test_games_that_nobody_has_touched_are_removed(database: str) -> None:
    ages = {"new": 3, "aged": 99, "old": 101, "ancient": 999}
    store, persons, people = await opened(database, ages)
    try:
        assert await Retention(database, 100, lambda: NOW).remove() == 2
        left = [name for name in ("new", "aged", "old", "ancient") if await store.load(name)]
        assert left == ["new", "aged"]
        found = [await persons.of(cookie) for cookie in people]
        assert [bool(each) for each in found] == [True, True, True, False]
        assert await Retention(database, 100, lambda: NOW).remove() == 0
    finally:
        await store.close()


async def test_games_of_somebody_with_an_account_stay(database: str) -> None:
    store, _, people = await opened(database, {"hers": 999, "theirs": 999})
    try:
        her = Persons(store, lambda: NOW - 998 * DAY)
        known = await her.of(people[0])
        assert known
        row = {"person": known.person, "name": "Ada", "folded": "ada", "codes": "[]", "made": 1.0}
        await store.write([(insert(accounts), [row | {"program": False, "banned": False}])])
        assert await Retention(database, 100, lambda: NOW).remove() == 1
        assert await store.load("hers")
        assert not await store.load("theirs")
    finally:
        await store.close()


async def test_a_persons_own_computer_keeps_everything(database: str) -> None:
    store, _, _ = await opened(database, {"ancient": 9999})
    try:
        assert await Retention(database, 0, lambda: NOW).remove() == 0
        assert await store.load("ancient")
    finally:
        await store.close()


async def test_many_are_removed_a_few_at_a_time_by_one_or_by_several(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "GAMES_AT_A_TIME", 3)
    store, _, _ = await opened(database, {f"old{number}": 200 for number in range(10)})
    try:
        both = [Retention(database, 100, lambda: NOW).remove() for _ in range(2)]
        assert sum(await asyncio.gather(*both)) == 10
        assert not [number for number in range(10) if await store.load(f"old{number}")]
    finally:
        await store.close()


async def test_it_runs_as_long_as_the_server_does(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "SECONDS_BEFORE_THE_FIRST", 0.0)
    store, _, _ = await opened(database, {"old": 200})
    try:
        async with retention.at_work(Retention(database, 100, lambda: NOW)):
            async with asyncio.timeout(30):
                while await store.load("old"):
                    await asyncio.sleep(0.02)
    finally:
        await store.close()
