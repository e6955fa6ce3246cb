"""Passkeys over HTTP: made and used by a device in software, which is not always honest."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from secrets import token_hex
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import update

from tests.server.api.test_matches import new, refused
from tests.server.conftest import browser
from tests.server.people.authenticator import PRESENT, Authenticator, text
from tests.server.people.test_accounts import PASSWORD, my_games, sign_in, sign_up, whoami
from tests.server.people.test_programs import bearing, token_of
from tetrad.server.api.services import Services
from tetrad.server.http.limits import Buckets, Rate
from tetrad.server.people import passkeys
from tetrad.server.storage.schema import challenges

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(300)]

SITE = "https://tetrad.test"


@pytest.fixture(autouse=True)
async def patient(app: FastAPI) -> None:
    services: Services = app.state.services
    services.proof_rate = Buckets(Rate(1e6, 1e6))


def at_site(app: FastAPI, site: str = SITE) -> httpx.AsyncClient:
    """A browser over TLS."""
    one = browser(app)
    one.base_url = site
    return one


@pytest.fixture
async def safe(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with at_site(app) as one:
        yield one


@pytest.fixture
async def elsewhere(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with at_site(app) as other:
        yield other


async def asked(client: httpx.AsyncClient, path: str = "/api/passkeys", **body: Any) -> Any:
    answer = await client.post(path, json=body or None)
    assert answer.status_code == 200, answer.text
    return answer.json()["options"]


async def sign_up_with(
    client: httpx.AsyncClient, device: Authenticator, name: str
) -> httpx.Response:
    options = await asked(client, "/api/passkeys/sign-up", name=name)
    body = {"name": name, "passkey": device.make(options)}
    return await client.post("/api/people", json=body)


async def sign_in_with(
    client: httpx.AsyncClient, device: Authenticator, **bent: Any
) -> httpx.Response:
    passkey = device.sign(await asked(client), **bent)
    return await client.post("/api/session/passkey", json={"passkey": passkey})


async def owner(client: httpx.AsyncClient, **more: Any) -> tuple[Authenticator, str]:
    """Somebody who has signed up with a passkey."""
    device, name = Authenticator(SITE, **more), f"Key {token_hex(4)}"
    answer = await sign_up_with(client, device, name)
    assert answer.status_code == 201, answer.text
    assert len(answer.json()["codes"]) == 8
    return device, name


async def test_an_account_needs_no_password_and_keeps_the_games_from_before(
    safe: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    match = (await new(safe))["id"]
    device, name = await owner(safe)
    account = await whoami(safe)
    assert (account["name"], account["password"]) == (name, False)
    assert len(account["passkeys"]) == 1
    assert await my_games(safe) == [match]
    later = (await new(elsewhere))["id"]
    answer = await sign_in_with(elsewhere, device)
    assert answer.status_code == 200, answer.text
    assert answer.json()["account"]["name"] == name, "without anybody having typed it"
    assert sorted(await my_games(elsewhere)) == sorted([match, later])
    assert answer.json()["account"]["passkeys"][0]["used"] is not None


async def test_what_is_asked_of_a_browser_names_nobody(
    safe: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    await owner(safe)
    options = await asked(elsewhere)
    assert options.get("allowCredentials", []) == []
    assert options["userVerification"] == "required"


async def test_an_answer_counts_once(safe: httpx.AsyncClient) -> None:
    device, _ = await owner(safe)
    passkey = device.sign(await asked(safe))
    both = [safe.post("/api/session/passkey", json={"passkey": passkey}) for _ in range(4)]
    answers = await asyncio.gather(*both)
    assert sorted(answer.status_code for answer in answers) == [200, 401, 401, 401]
    again = await safe.post("/api/session/passkey", json={"passkey": passkey})
    refused(again, 401, "passkey-refused")


@pytest.mark.parametrize(
    "bent",
    [
        {"origin": "https://evil.test"},
        {"origin": "http://tetrad.test"},
        {"site": "evil.test"},
        {"challenge": text(b"x" * 64)},
        {"user": text(b"somebody else")},
        {"user": None},
    ],
)
async def test_an_answer_for_another_site_challenge_or_person_is_refused(
    safe: httpx.AsyncClient, bent: dict[str, Any]
) -> None:
    device, _ = await owner(safe)
    refused(await sign_in_with(safe, device, **bent), 401, "passkey-refused")
    assert (await sign_in_with(safe, device)).status_code == 200


async def test_an_answer_belongs_to_the_browser_that_was_asked(
    safe: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    device, _ = await owner(safe)
    passkey = device.sign(await asked(safe))
    await asked(elsewhere)
    stolen = await elsewhere.post("/api/session/passkey", json={"passkey": passkey})
    refused(stolen, 401, "passkey-refused")
    elsewhere.cookies.clear()
    nobodys = await elsewhere.post("/api/session/passkey", json={"passkey": passkey})
    refused(nobodys, 401, "passkey-refused")


async def test_an_answer_that_comes_too_late_is_refused(
    app: FastAPI, safe: httpx.AsyncClient
) -> None:
    services: Services = app.state.services
    device, _ = await owner(safe)
    passkey = device.sign(await asked(safe))
    ended = update(challenges).values(until=time.time() - 1)
    await services.store.write([(ended, [{}])])
    late = await safe.post("/api/session/passkey", json={"passkey": passkey})
    refused(late, 401, "passkey-refused")


async def test_a_copied_key_is_noticed_by_its_counter(safe: httpx.AsyncClient) -> None:
    device, _ = await owner(safe, counter=7)
    copy = Authenticator(SITE, 7, id=device.id, key=device.key, user=device.user)
    assert (await sign_in_with(safe, device)).status_code == 200
    refused(await sign_in_with(safe, copy), 401, "passkey-refused")
    assert (await sign_in_with(safe, device)).status_code == 200


async def test_whoever_only_touches_the_key_is_not_its_owner(safe: httpx.AsyncClient) -> None:
    device, _ = await owner(safe)
    device.flags = PRESENT
    refused(await sign_in_with(safe, device), 401, "passkey-refused")


async def test_another_key_under_the_same_name_is_refused(safe: httpx.AsyncClient) -> None:
    device, _ = await owner(safe)
    forged = Authenticator(SITE, id=device.id, user=device.user)
    refused(await sign_in_with(safe, forged), 401, "passkey-refused")
    unknown = Authenticator(SITE, user=device.user)
    refused(await sign_in_with(safe, unknown), 401, "passkey-refused")


async def test_a_passkey_is_added_by_who_proves_to_be_the_owner(
    safe: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    name = f"Both {token_hex(4)}"
    await sign_up(safe, name)
    wrong = await safe.post("/api/passkeys/another", json={"password": "no idea"})
    refused(wrong, 401, "wrong-password")
    device = Authenticator(SITE)
    options = await asked(safe, "/api/passkeys/another", password=PASSWORD)
    added = await safe.post("/api/me/passkeys", json={"passkey": device.make(options)})
    assert added.status_code == 201, added.text
    assert (await sign_in_with(elsewhere, device)).json()["account"]["name"] == name
    second = Authenticator(SITE)
    proof = device.sign(await asked(safe))
    options = await asked(safe, "/api/passkeys/another", passkey=proof)
    assert [each["id"] for each in options["excludeCredentials"]] == [text(device.id)]
    await safe.post("/api/me/passkeys", json={"passkey": second.make(options)})
    assert len((await whoami(safe))["passkeys"]) == 2


async def test_a_stolen_cookie_adds_no_passkey(safe: httpx.AsyncClient) -> None:
    """What is asked for a signature is no leave to make a new key."""
    await owner(safe)
    options = {**await asked(safe), "rp": {"id": "tetrad.test"}, "user": {"id": "x"}}
    forged = Authenticator(SITE).make(options)
    refused(await safe.post("/api/me/passkeys", json={"passkey": forged}), 401, "passkey-refused")
    somebody_elses = Authenticator(SITE, user="x").sign(await asked(safe))
    proof = {"passkey": somebody_elses}
    refused(await safe.post("/api/passkeys/another", json=proof), 401, "passkey-refused")


async def test_another_persons_passkey_proves_nothing(
    safe: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    await owner(safe)
    theirs, _ = await owner(elsewhere)
    proof = {"passkey": theirs.sign(await asked(safe))}
    refused(await safe.request("DELETE", "/api/me", json=proof), 401, "passkey-refused")
    assert await whoami(safe) is not None


async def test_nobody_registers_the_passkey_of_somebody_else(
    safe: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    theirs, _ = await owner(elsewhere)
    await sign_up(safe, f"Thief {token_hex(4)}")
    options = await asked(safe, "/api/passkeys/another", password=PASSWORD)
    copy = Authenticator(SITE, id=theirs.id)
    answer = await safe.post("/api/me/passkeys", json={"passkey": copy.make(options)})
    refused(answer, 401, "passkey-refused")
    assert (await sign_in_with(elsewhere, theirs)).status_code == 200


async def test_the_only_way_in_is_not_removed(safe: httpx.AsyncClient) -> None:
    device, name = await owner(safe)
    path = f"/api/me/passkeys/{text(device.id)}"
    refused(await safe.delete(path), 409, "last-passkey")
    body = {"passkey": device.sign(await asked(safe)), "new": "a new password"}
    assert (await safe.put("/api/me/password", json=body)).status_code == 204
    assert (await safe.delete(path)).status_code == 204
    assert (await whoami(safe))["passkeys"] == []
    refused(await sign_in_with(safe, device), 401, "passkey-refused")
    assert (await sign_in(safe, name, "a new password")).status_code == 200


async def test_nobody_removes_the_passkey_of_somebody_else(
    safe: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    theirs, _ = await owner(elsewhere)
    await sign_up(safe, f"Thief {token_hex(4)}")
    assert (await safe.delete(f"/api/me/passkeys/{text(theirs.id)}")).status_code == 204
    assert len((await whoami(elsewhere))["passkeys"]) == 1


async def test_who_lost_the_device_uses_a_code(
    safe: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    device, name = Authenticator(SITE), f"Lost {token_hex(4)}"
    codes = (await sign_up_with(safe, device, name)).json()["codes"]
    refused(await sign_in(elsewhere, name, "a guess at it"), 401, "wrong-password")
    body = {"name": name, "code": codes[0], "password": "a new password"}
    answer = await elsewhere.post("/api/session/recover", json=body)
    assert answer.json()["account"]["password"]
    assert await whoami(safe) is None


async def test_passkeys_are_told_in_the_export_and_forgotten_with_the_account(
    app: FastAPI, safe: httpx.AsyncClient
) -> None:
    services: Services = app.state.services
    device, _ = await owner(safe)
    person = (await whoami(safe))["person"]
    kept = (await safe.get("/api/me/export")).json()
    assert [each["id"] for each in kept["passkeys"]] == [text(device.id)]
    proof = {"passkey": device.sign(await asked(safe))}
    assert (await safe.request("DELETE", "/api/me", json=proof)).status_code == 204
    assert await services.passkeys.of(person) == []
    refused(await sign_in_with(safe, device), 401, "passkey-refused")


async def test_who_was_excluded_has_no_use_of_a_passkey(
    app: FastAPI, safe: httpx.AsyncClient
) -> None:
    services: Services = app.state.services
    device, name = await owner(safe)
    account = await services.accounts.named(name)
    assert account
    await services.accounts.ban(account.person, on=True)
    refused(await sign_in_with(safe, device), 401, "banned")


@pytest.mark.parametrize("site", ["http://tetrad.test", "http://127.0.0.1", "https://[::1]"])
async def test_passkeys_need_tls_and_a_name(app: FastAPI, site: str) -> None:
    async with at_site(app, site) as plain:
        refused(await plain.post("/api/passkeys"), 403, "passkeys-need-tls")
        body = {"name": "Plain Text"}
        refused(await plain.post("/api/passkeys/sign-up", json=body), 403, "passkeys-need-tls")


async def test_the_computer_itself_is_safe_enough(app: FastAPI) -> None:
    async with at_site(app, "http://localhost:8000") as here:
        device = Authenticator("http://localhost:8000")
        answer = await sign_up_with(here, device, f"Here {token_hex(4)}")
        assert answer.status_code == 201, answer.text
        assert (await sign_in_with(here, device)).status_code == 200


async def test_a_name_that_is_taken_is_told_before_a_passkey_is_made(
    safe: httpx.AsyncClient, elsewhere: httpx.AsyncClient
) -> None:
    _, name = await owner(safe)
    taken = await elsewhere.post("/api/passkeys/sign-up", json={"name": name.upper()})
    refused(taken, 409, "name-taken")
    refused(await elsewhere.post("/api/passkeys/sign-up", json={"name": "!"}), 422, "bad-name")


@pytest.mark.parametrize("passkey", [{}, {"id": 3}, {"id": "x", "response": []}])
async def test_nonsense_is_refused(safe: httpx.AsyncClient, passkey: dict[str, Any]) -> None:
    await asked(safe)
    answer = await safe.post("/api/session/passkey", json={"passkey": passkey})
    refused(answer, 401, "passkey-refused")
    await asked(safe, "/api/passkeys/sign-up", name=f"Nonsense {token_hex(4)}")
    body = {"name": "Nonsense", "passkey": passkey}
    refused(await safe.post("/api/people", json=body), 401, "passkey-refused")
    refused(await safe.post("/api/people", json={"name": "Nonsense"}), 422, "shape")


async def test_an_account_has_so_many_passkeys(
    safe: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passkeys, "MOST_PASSKEYS", 1)
    device, _ = await owner(safe)
    proof = device.sign(await asked(safe))
    options = await asked(safe, "/api/passkeys/another", passkey=proof)
    one_more = {"passkey": Authenticator(SITE).make(options)}
    refused(await safe.post("/api/me/passkeys", json=one_more), 409, "too-many-passkeys")


async def test_a_program_removes_no_passkey(app: FastAPI, safe: httpx.AsyncClient) -> None:
    made = await token_of(safe, f"Engine {token_hex(3)}")
    async with bearing(app, made["secret"]) as program:
        refused(await program.delete("/api/me/passkeys/x"), 401, "need-account")
