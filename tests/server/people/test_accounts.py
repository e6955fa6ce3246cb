"""Accounts over HTTP: a name and a password, codes for bad days, and the right to be forgotten."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests.server.api.test_matches import new, refused
from tests.server.conftest import browser
from tetrad.server.api.services import Services
from tetrad.server.http.limits import Buckets, Rate

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(300)]

PASSWORD = "correct horse"


@pytest.fixture(autouse=True)
async def patient(app: FastAPI) -> None:
    """Passwords are tried as often as the tests like."""
    services: Services = app.state.services
    services.proof_rate = Buckets(Rate(1e6, 1e6))


async def sign_up(client: httpx.AsyncClient, name: str, **more: Any) -> list[str]:
    answer = await client.post("/api/people", json={"name": name, "password": PASSWORD, **more})
    assert answer.status_code == 201, answer.text
    assert answer.headers["cache-control"] == "private, no-store"
    codes: list[str] = answer.json()["codes"]
    return codes


async def sign_in(client: httpx.AsyncClient, name: str, password: str = PASSWORD) -> httpx.Response:
    return await client.post("/api/session", json={"name": name, "password": password})


async def whoami(client: httpx.AsyncClient) -> Any:
    return (await client.get("/api/me")).json()["account"]


async def my_games(client: httpx.AsyncClient) -> list[str]:
    found = (await client.get("/api/matches?mine=1")).json()["matches"]
    return [match["id"] for match in found]


async def test_an_account_keeps_the_games_that_were_played_before(
    client: httpx.AsyncClient,
) -> None:
    match = (await new(client))["id"]
    assert await whoami(client) is None
    await sign_up(client, "Ada")
    assert (await whoami(client))["name"] == "Ada"
    assert await my_games(client) == [match]


async def test_signing_in_elsewhere_brings_both_browsers_games_together(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    at_home = (await new(client))["id"]
    await sign_up(client, "Blaise")
    elsewhere = (await new(friend))["id"]
    assert (await sign_in(friend, "BLAISE")).status_code == 200
    assert sorted(await my_games(friend)) == sorted(await my_games(client))
    assert sorted(await my_games(client)) == sorted([at_home, elsewhere])
    state = (await client.get(f"/api/matches/{elsewhere}")).json()
    assert state["you"] == [1, 2], "and they can be played on at home"


async def test_a_wrong_password_and_a_name_that_nobody_has_sound_alike(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Carl")
    wrong = await sign_in(friend, "Carl", "wrong horse")
    nobody = await sign_in(friend, "Nobody at all")
    refused(wrong, 401, "wrong-password")
    assert wrong.json() == nobody.json()
    lost = {"code": "aaaa-bbbb-cccc", "password": PASSWORD}
    known = await friend.post("/api/session/recover", json={"name": "Carl", **lost})
    unknown = await friend.post("/api/session/recover", json={"name": "Nobody", **lost})
    refused(known, 401, "wrong-recovery-code")
    assert known.json() == unknown.json()


async def test_a_name_is_one_however_it_is_written(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Émilie du Châtelet")
    for same in ("ÉMILIE DU CHÂTELET", "e\u0301milie  du-cha\u0302telet", "Émilieduchâtelet"):
        body = {"name": same, "password": PASSWORD}
        refused(await friend.post("/api/people", json=body), 409, "name-taken")


@pytest.mark.parametrize(
    "name", ["", "a", "  ", "\u200b\u200b\u200b", "x" * 25, "Admin", "\u202eadA", "-ab", "a\x00b"]
)
async def test_a_name_is_visible_and_nobody_elses(client: httpx.AsyncClient, name: str) -> None:
    answer = await client.post("/api/people", json={"name": name, "password": PASSWORD})
    refused(answer, 422, "bad-name")


async def test_a_short_password_is_refused(client: httpx.AsyncClient) -> None:
    body = {"name": "Dorothy", "password": "1234567"}
    refused(await client.post("/api/people", json=body), 422, "short-password")


async def test_nobody_has_two_accounts_in_one_browser(client: httpx.AsyncClient) -> None:
    await sign_up(client, "Edsger")
    body = {"name": "Edsger the Second", "password": PASSWORD}
    refused(await client.post("/api/people", json=body), 409, "have-account")


async def test_each_recovery_code_lets_in_once_and_ends_other_sessions(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    codes = await sign_up(client, "Fibonacci")
    assert len(set(codes)) == 8
    code = codes[0].upper().replace("-", " ")
    body = {"name": "fibonacci", "code": code, "password": "another one"}
    answer = await friend.post("/api/session/recover", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.json()["account"]["codes"] == 7
    assert await whoami(client) is None, "who knew the old password is out"
    refused(await friend.post("/api/session/recover", json=body), 401, "wrong-recovery-code")
    refused(await sign_in(client, "Fibonacci"), 401, "wrong-password")
    assert (await sign_in(client, "Fibonacci", "another one")).status_code == 200


async def test_a_new_password_signs_out_the_other_browsers(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Grace")
    await sign_in(friend, "Grace")
    wrong = {"old": "no idea at all", "new": "something new"}
    refused(await client.put("/api/me/password", json=wrong), 401, "wrong-password")
    right = {"old": PASSWORD, "new": "something new"}
    assert (await client.put("/api/me/password", json=right)).status_code == 204
    assert (await whoami(client))["name"] == "Grace"
    assert await whoami(friend) is None


async def test_signing_out_leaves_the_browser_to_somebody_else(client: httpx.AsyncClient) -> None:
    await sign_up(client, "Hypatia")
    await new(client)
    before = dict(client.cookies)
    assert (await client.delete("/api/session")).status_code == 204
    assert await whoami(client) is None
    assert await my_games(client) == []
    client.cookies.update(before)
    assert await whoami(client) is None, "the old cookie is worth nothing"


async def test_sessions_elsewhere_can_be_ended(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Ida")
    await sign_in(friend, "Ida")
    assert (await client.delete("/api/sessions")).status_code == 204
    assert await whoami(friend) is None
    assert (await whoami(client))["name"] == "Ida"


async def test_codes_can_be_made_anew(client: httpx.AsyncClient) -> None:
    old = await sign_up(client, "Julia")
    refused(await client.post("/api/me/codes", json={"password": "no"}), 401, "wrong-password")
    made = (await client.post("/api/me/codes", json={"password": PASSWORD})).json()["codes"]
    assert not set(old) & set(made)


async def test_progress_is_kept_with_the_account(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Kurt")
    progress = {"version": 1, "games": {}, "days": ["2026-11-17"]}
    assert (await client.put("/api/me/progress", json=progress)).status_code == 204
    assert (await sign_in(friend, "Kurt")).json()["account"]["progress"] == progress
    huge = {"days": ["2026-11-17"] * 20_000}
    refused(await client.put("/api/me/progress", json=huge), 422, "too-large")


async def test_everything_is_told_and_then_forgotten(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    match = (await new(client, first={"name": "Leonhard"}))["id"]
    await sign_up(client, "Leonhard")
    kept = await client.get("/api/me/export")
    assert kept.json()["name"] == "Leonhard"
    assert [each["id"] for each in kept.json()["matches"]] == [match]
    assert "argon2" not in kept.text
    assert PASSWORD not in kept.text
    wrong = await client.request("DELETE", "/api/me", json={"password": "no"})
    refused(wrong, 401, "wrong-password")
    gone = await client.request("DELETE", "/api/me", json={"password": PASSWORD})
    assert gone.status_code == 204
    assert await whoami(client) is None
    refused(await friend.get("/api/people/Leonhard"), 404, "no-such-person")
    refused(await sign_in(friend, "Leonhard"), 401, "wrong-password")
    assert (await friend.get(f"/api/matches/{match}")).status_code == 200, "the game stays"


async def test_a_profile_shows_what_everybody_may_know(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Maryam")
    told = (await friend.get("/api/people/maryam")).json()
    assert (told["name"], told["program"], told["ratings"]) == ("Maryam", False, [])
    refused(await friend.get("/api/people/Nobody"), 404, "no-such-person")


async def test_somebody_can_be_blocked_and_unblocked(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Niels")
    await sign_up(friend, "Olga")
    for _ in range(2):
        assert (await client.put("/api/me/blocked/olga")).status_code == 204
    assert (await whoami(client))["blocked"] == ["Olga"]
    assert (await client.delete("/api/me/blocked/Olga")).status_code == 204
    assert (await whoami(client))["blocked"] == []


async def test_blocking_twice_at_once_is_blocking(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Hugo")
    await sign_up(friend, "Ingrid")
    both = [client.put("/api/me/blocked/Ingrid") for _ in range(2)]
    assert [answer.status_code for answer in await asyncio.gather(*both)] == [204, 204]


async def test_progress_that_is_no_text_is_refused(client: httpx.AsyncClient) -> None:
    await sign_up(client, "Jutta")
    body = b'{"solved": "\\ud800"}'
    sent = {"Content-Type": "application/json"}
    answer = await client.put("/api/me/progress", content=body, headers=sent)
    refused(answer, 422, "shape")


async def test_what_needs_an_account_says_so(client: httpx.AsyncClient) -> None:
    asked = ("GET /api/me/export", "DELETE /api/sessions", "PUT /api/me/blocked/x")
    for method, path in (each.split() for each in asked):
        refused(await client.request(method, path), 401, "need-account")


async def test_guessing_passwords_is_slowed_down(app: FastAPI) -> None:
    services: Services = app.state.services
    services.proof_rate = Buckets(Rate(3, 0.001))
    async with browser(app) as guesser:
        answers = [await sign_in(guesser, "Ada", f"guess number {n}") for n in range(5)]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 429, 429]
