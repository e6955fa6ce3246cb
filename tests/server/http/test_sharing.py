"""Limits that processes keep together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests.server.conftest import browser
from tests.server.services import Redis
from tetrad.server.api.services import Services
from tetrad.server.app import create_app
from tetrad.server.http.errors import TooManyError
from tetrad.server.http.limits import Buckets, Rate
from tetrad.server.http.sharing import Sharing
from tetrad.server.settings import Settings

pytestmark = pytest.mark.anyio


class Line:
    """Two processes that hear each other at once."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.other: Line
        self._ear: Callable[[str, str, Any], None]

    def on(self, _topic: str, ear: Callable[[str, str, Any], None]) -> None:
        self._ear = ear

    def tell(self, _topic: str, key: str, value: Any) -> None:
        self.other._ear(self._name, key, value)


def joined(rate: Rate, clock: Callable[[], float] = lambda: 0.0) -> list[Buckets]:
    lines = [Line("one"), Line("two")]
    lines[0].other, lines[1].other = reversed(lines)
    kept = [Buckets(rate, clock) for _ in lines]
    for line, buckets in zip(lines, kept, strict=True):
        Sharing(line, {"limit": buckets})
    return kept


def taken(buckets: Buckets, client: str) -> int:
    """How many more there are."""
    for count in range(1_000):
        try:
            buckets.take(client)
        except TooManyError:
            return count
    raise AssertionError("there is no end")


def test_what_is_taken_here_is_gone_there() -> None:
    one, two = joined(Rate(burst=100, per_second=1))
    for _ in range(60):
        one.take("ada")
    assert 38 <= taken(two, "ada") <= 42
    assert taken(two, "grace") == 100


def test_a_process_that_comes_later_charges_no_more_than_it_knows() -> None:
    late = Buckets(Rate(burst=100, per_second=1), clock=lambda: 0.0)
    line = Line("late")
    Sharing(line, {"limit": late})
    line._ear("one", "limit ada", 5000.0)
    line._ear("one", "limit ada", 5010.0)
    line._ear("one", "unknown ada", 7.0)
    assert taken(Buckets(late.rate, clock=lambda: 0.0), "ada") == 100
    late.on_take = None
    assert taken(late, "ada") == 88


def test_nobody_owes_more_than_they_can_save() -> None:
    now = [0.0]
    late = Buckets(Rate(burst=100, per_second=1), clock=lambda: now[0])
    Sharing(line := Line("late"), {"limit": late})
    for total in range(0, 100_000, 90):
        line._ear("one", "limit ada", float(total))
    now[0] = 102.0
    late.on_take = None
    assert taken(late, "ada") == 2


async def test_what_was_refused_here_is_not_charged_there() -> None:
    now = [0.0]
    one, two = joined(Rate(burst=100, per_second=1), lambda: now[0])
    asked = (one.wait("ada", 20) for _ in range(20))
    refused = [each for each in await asyncio.gather(*asked, return_exceptions=True) if each]
    assert len(refused) == 15
    now[0] = 10.0
    assert taken(two, "ada") >= 10


async def _create(client: httpx.AsyncClient) -> int:
    return (await client.post("/api/matches", json={"game": "quantik"})).status_code


async def test_a_person_has_one_share_at_two_servers(tmp_path: Path, redis: Redis) -> None:
    """With a real Redis between them."""
    settings = Settings(hosted=True, redis=redis.url)
    apps: list[FastAPI] = [create_app(str(tmp_path / "one.db"), None, settings) for _ in range(2)]
    async with AsyncExitStack() as running:
        for app in apps:
            await running.enter_async_context(app.router.lifespan_context(app))
        here = await running.enter_async_context(browser(apps[0]))
        there = await running.enter_async_context(browser(apps[1]))
        async with asyncio.timeout(60):
            while not all(_joined(app) for app in apps):
                await asyncio.sleep(0.05)
            await _create(here)
            there.cookies = here.cookies
            while await _create(here) == 201:
                pass
            # It takes a moment until the other has heard of all of it.
            for _ in range(20):
                if await _create(there) == 429:
                    break
                await asyncio.sleep(0.05)
            else:
                pytest.fail("the other server knows nothing of it")


def _joined(app: FastAPI) -> bool:
    shared: Services = app.state.services
    return shared.lobby.channel.connected
