"""Who is asking: known by a cookie that the server has made, and by no other."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from fastapi import FastAPI

from tests.server.conftest import BASE, browser
from tetrad.server.api.services import Services
from tetrad.server.storage.persons import DAY, Persons
from tetrad.server.storage.secrets import digest

pytestmark = pytest.mark.anyio

CHOSEN = "chosen-by-the-client-itself"
PAGE = {"Accept": "text/html"}


async def games(client: httpx.AsyncClient) -> list[str]:
    return [each["id"] for each in (await client.get("/api/matches")).json()["matches"]]


async def made(client: httpx.AsyncClient) -> str:
    answer = await client.post("/api/matches", json={"game": "quantik"})
    return str(answer.json()["id"])


async def test_a_cookie_chosen_by_the_client_stands_for_nobody(app: FastAPI) -> None:
    async with browser(app) as one, browser(app) as other:
        for client in (one, other):
            client.cookies.set("tetrad_player", CHOSEN, domain="tetrad.test")
        match = await made(one)
        assert one.cookies.get("tetrad_player", domain="tetrad.test") != CHOSEN
        assert await games(one) == [match]
        assert await games(other) == []


async def test_a_cookie_from_before_is_still_known_and_then_replaced(app: FastAPI) -> None:
    """As an update leaves them: known, and old."""
    services: Services = app.state.services
    async with browser(app) as client:
        match = await made(client)
        before = client.cookies["tetrad_player"]
        await age(services, before)
        assert await games(client) == [match]
        answer = await client.get("/games", headers=PAGE)
        after = client.cookies["tetrad_player"]
        assert answer.headers["set-cookie"].startswith(f"tetrad_player={after};")
        assert after != before
        assert await games(client) == [match]
    for cookie, shown in ((before, [match]), (after, [match])):
        assert await games_of(app, cookie) == shown


async def age(services: Services, cookie: str, days: float = 31) -> None:
    now = services.persons._clock
    services.persons._remembered.clear()
    from sqlalchemy import update

    from tetrad.server.storage.schema import cookies

    which = update(cookies).where(cookies.c.digest == digest(cookie))
    await services.store.write([(which.values(made=now() - days * DAY), [{}])])


async def games_of(app: FastAPI, cookie: str) -> list[str]:
    async with browser(app) as client:
        client.cookies.set("tetrad_player", cookie, domain="tetrad.test")
        return await games(client)


async def test_the_old_cookie_ends_after_the_new_one_has_come_back(app: FastAPI) -> None:
    services: Services = app.state.services
    now = [1e9]
    persons = Persons(services.store, clock=lambda: now[0])
    first = await persons.new()
    now[0] += 31 * DAY
    stale = await persons.of(first.cookie)
    assert stale
    assert stale.stale
    second = await persons.renew(stale)
    assert second
    now[0] += 10 * DAY
    assert await persons.of(first.cookie), "the new one may have been lost on its way"
    found = await persons.of(second.cookie)
    assert found
    assert found.person == first.person
    now[0] += 60
    assert await persons.of(first.cookie)
    now[0] += DAY
    assert await persons.of(first.cookie) is None
    assert await persons.of(second.cookie)


async def test_a_cookie_ends_when_it_is_revoked_or_very_old(app: FastAPI) -> None:
    services: Services = app.state.services
    now = [1e9]
    persons = Persons(services.store, clock=lambda: now[0])
    revoked, old = await persons.new(), await persons.new()
    await persons.revoke(revoked.cookie)
    assert await persons.of(revoked.cookie) is None
    now[0] += 401 * DAY
    assert await persons.of(old.cookie) is None


async def test_a_cookie_that_has_ended_elsewhere_is_not_replaced(app: FastAPI) -> None:
    services: Services = app.state.services
    other = Persons(services.store)
    async with browser(app) as client:
        await made(client)
        plain = client.cookies["tetrad_player"]
    await other.revoke(plain)
    assert services.persons.remembered(plain)[1], "this process does not know yet"
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url=BASE.replace("http", "https")
    ) as client:
        client.cookies.set("tetrad_player", plain, domain="tetrad.test")
        answer = await client.get("/", headers=PAGE)
        assert answer.headers.get_list("set-cookie") == []
        assert await games(client) == []


async def test_over_tls_a_plain_cookie_becomes_a_safe_one(app: FastAPI) -> None:
    async with browser(app) as client:
        match = await made(client)
        plain = client.cookies["tetrad_player"]
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(
        transport=transport, base_url=BASE.replace("http", "https")
    ) as client:
        client.cookies.set("tetrad_player", plain, domain="tetrad.test")
        answer = await client.get("/", headers=PAGE)
        given = answer.headers.get_list("set-cookie")
        assert given[0].startswith("__Host-tetrad_player=")
        assert given[1].startswith('tetrad_player="";')
        assert await games(client) == [match]


async def test_a_cookie_that_ends_while_it_is_looked_up_stays_ended(app: FastAPI) -> None:
    persons: Persons = app.state.services.persons
    known = await persons.new()
    persons._remembered.clear()
    looked_up = asyncio.create_task(persons.of(known.cookie))
    await asyncio.sleep(0)
    await persons.revoke(known.cookie)
    await looked_up
    assert await persons.of(known.cookie) is None
