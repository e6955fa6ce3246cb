"""What stays of a person: names that are given up, games that end, accounts that are closed."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import select

from tests.server.api.test_matches import act, new, play, refused
from tests.server.conftest import browser
from tests.server.meeting.test_meeting import look_for, offers, rated_pair, state_of
from tests.server.people.test_accounts import PASSWORD, sign_up
from tests.server.people.test_programs import bearing, token_of
from tetrad.server.api.services import Services
from tetrad.server.http.limits import Buckets, Rate
from tetrad.server.people import operator
from tetrad.server.storage.schema import events, matches, ratings

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]


@pytest.fixture(autouse=True)
async def patient(app: FastAPI) -> None:
    services: Services = app.state.services
    services.proof_rate = Buckets(Rate(1e6, 1e6))


async def written(app: FastAPI) -> str:
    """All that is written down about games."""
    store = app.state.services.store
    rows = [row.data for row in await store.read(select(events.c.data), {})]
    return "\n".join([*rows, *(row.summary for row in await store.read(select(matches), {}))])


async def join(guest: httpx.AsyncClient, made: dict[str, Any]) -> None:
    answer = await guest.post(f"/api/matches/{made['id']}/join", json={"code": made["invite"]})
    assert answer.status_code == 200, answer.text


async def leave(client: httpx.AsyncClient) -> None:
    gone = await client.request("DELETE", "/api/me", json={"password": PASSWORD})
    assert gone.status_code == 204, gone.text


async def test_whoever_leaves_takes_the_name_along(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Leaving Lena")
    me = (await client.get("/api/me")).json()["account"]["person"]
    made = await new(client, "quantik", invite="second", first={"kind": "human"})
    await join(friend, made)
    over = await new(client, "qomet", second={"kind": "bot", "level": 1})
    await act(client, over["id"], "resign")
    updated = (await state_of(friend, over["id"]))["updated"]
    assert "Leaving Lena" in await written(app)
    await leave(client)
    told = await written(app)
    assert "Leaving Lena" not in told
    assert me not in told
    state = await state_of(friend, made["id"])
    assert (state["result"], state["players"]["1"]["name"]) == ("0-1", "")
    assert (await state_of(friend, over["id"]))["updated"] == updated, "it was played then"


async def test_a_pairing_with_somebody_who_left_is_not_counted(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Leaving Leo")
    await sign_up(friend, "Staying Stella")
    me = (await client.get("/api/me")).json()["account"]["person"]
    match = await rated_pair(client, friend, {"days": 6})
    await leave(client)
    services: Services = app.state.services
    for _ in range(100):
        if (state := await state_of(friend, match))["counted"] is not None:
            break
        await asyncio.sleep(0.05)
    assert (state["counted"], state["rematch"]) == ({}, None)
    found = await services.store.read(select(ratings).where(ratings.c.person == me), {})
    assert found == []


async def test_a_closed_account_does_nothing_and_its_games_end(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Closed Clara")
    offer = await look_for(client, game="qawale", clock={"days": 9})
    made = await new(client, "quantik", invite="second")
    await join(friend, made)
    other = await new(friend, "quantik", invite="second")
    services: Services = app.state.services
    account = await services.accounts.named("Closed Clara")
    assert account
    await operator.ban(services.store, services.accounts, account, on=True)
    await services.lobby.look_again([made["id"]])
    assert (await state_of(friend, made["id"]))["result"] == "0-1"
    refused(await client.post("/api/matches", json={"game": "quantik"}), 401, "banned")
    refused(await play(client, made["id"], "A@a1", 2), 401, "banned")
    answer = await client.post(f"/api/matches/{other['id']}/join", json={"code": other["invite"]})
    refused(answer, 401, "banned")
    said = await client.post(f"/api/matches/{made['id']}/say", json={"phrase": "hello"})
    refused(said, 401, "banned")
    assert offer["id"] not in [each["id"] for each in await offers(friend)]
    refused(await friend.post(f"/api/seeks/{offer['id']}/accept"), 404, "no-such-seek")
    assert (await client.delete("/api/session")).status_code == 204, "one can sign out"


async def test_a_new_name_stays_although_the_server_goes_on(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Rude Name")
    made = await new(client, "quantik", invite="second")
    await join(friend, made)
    services: Services = app.state.services
    account = await services.accounts.named("Rude Name")
    assert account
    await operator.rename(services.store, services.accounts, account, "Polite Name")
    await services.lobby.look_again([made["id"]])
    state = await state_of(client, made["id"])
    assert (await play(client, made["id"], "A@a1", state["seq"])).status_code == 200
    listed = (await client.get("/api/matches?mine=1")).json()["matches"]
    assert listed[0]["players"]["1"]["name"] == "Polite Name"
    assert "Rude Name" not in await written(app)


async def test_tokens_need_a_proof_and_end_with_the_password(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    made = await token_of(client, "Engine Proof")
    body: dict[str, Any] = {"name": "more"}
    refused(await client.post("/api/me/tokens", json=body), 401, "wrong-password")
    async with bearing(app, made["secret"]) as program:
        refused(await program.delete("/api/sessions"), 401, "need-account")
        refused(await program.get("/api/me/export"), 401, "need-account")
        assert (await client.get("/api/me")).json()["account"], "the browser is still signed in"
        assert (await program.get("/api/me")).json()["account"]
        change = {"old": PASSWORD, "new": "another horse"}
        assert (await client.put("/api/me/password", json=change)).status_code == 204
        assert (await program.get("/api/me")).json()["account"] is None
    assert (await client.get("/api/me/tokens")).json()["tokens"] == []
    again = await client.post("/api/me/tokens", json={"name": "x", "password": "another horse"})
    async with bearing(app, again.json()["secret"]) as program:
        assert (await client.delete("/api/sessions")).status_code == 204
        assert (await program.get("/api/me")).json()["account"] is None


async def test_recovery_ends_tokens_as_well(app: FastAPI, client: httpx.AsyncClient) -> None:
    codes = await sign_up(client, "Engine Lost", program=True)
    made = await client.post("/api/me/tokens", json={"name": "x", "password": PASSWORD})
    async with bearing(app, made.json()["secret"]) as program, browser(app) as elsewhere:
        body = {"name": "Engine Lost", "code": codes[0], "password": "another horse"}
        assert (await elsewhere.post("/api/session/recover", json=body)).status_code == 200
        assert (await program.get("/api/me")).json()["account"] is None


async def test_names_cannot_be_borrowed(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    await sign_up(client, "Known Kim")
    for name in ("known  KIM", "Tetrad", "the-house".removeprefix("the-")):
        body = {"game": "qomet", "clock": {"base": 300, "increment": 3}, "name": name}
        refused(await stranger.post("/api/seeks", json=body), 409, "name-taken")
        seat = {"kind": "human", "name": name}
        body = {"game": "qomet", "invite": "second", "first": seat}
        refused(await stranger.post("/api/matches", json=body), 409, "name-taken")
    made = await new(client, "qomet", invite="second", first={"kind": "human", "name": "Not Kim"})
    assert made["match"]["players"]["1"]["name"] == "Known Kim"
    answer = await stranger.post(
        f"/api/matches/{made['id']}/join", json={"code": made["invite"], "name": "Known Kim"}
    )
    refused(answer, 409, "name-taken")
    await sign_up(friend, "Known Robot", program=True)
    await join(friend, made)
    state = await state_of(stranger, made["id"])
    told = [state["players"][seat][key] for seat in "12" for key in ("name", "program")]
    assert told == ["Known Kim", False, "Known Robot", True]
    assert all(state["players"][seat]["person"] for seat in "12")


async def test_who_is_blocked_is_neither_heard_nor_seen(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Quiet Quinn")
    await sign_up(friend, "Loud Lou")
    made = await new(client, "quantik", invite="second")
    await join(friend, made)
    say = f"/api/matches/{made['id']}/say"
    assert (await friend.post(say, json={"phrase": "hello"})).status_code == 200
    await client.put("/api/me/blocked/Loud%20Lou")
    refused(await friend.post(say, json={"phrase": "hello"}), 403, "no-talk")
    one = await look_for(friend, game="qawale", clock={"days": 8})
    assert one["id"] not in [each["id"] for each in await offers(client)]
    other = await look_for(client, game="qawale", clock={"days": 11})
    assert other["id"] not in [each["id"] for each in await offers(friend)]
