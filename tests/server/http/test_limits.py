"""Hostile input, foreign origins, too much of everything."""

from __future__ import annotations

import time

import httpx
import pytest
from fastapi import FastAPI
from tests.server.api.test_matches import new, refused
from tests.server.conftest import browser

from tetrad.server.api.services import Services
from tetrad.server.http.errors import TooManyError
from tetrad.server.http.limits import Buckets, Rate, network

pytestmark = pytest.mark.anyio

POSTS = ("/api/matches", "/api/analyse", "/api/quantik/parse")


@pytest.mark.parametrize("path", POSTS)
async def test_ten_megabytes_are_too_much(client: httpx.AsyncClient, path: str) -> None:
    refused(await client.post(path, content=b"x" * 10_000_000), 413, "too-large")


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "body",
    [b"{", b"\xff\xfe", b"[" * 100_000, b'{"seq": ' + b"9" * 5000 + b"}", b"null", b'"text"', b""],
)
async def test_broken_json_is_a_wrong_shape(
    client: httpx.AsyncClient, path: str, body: bytes
) -> None:
    answer = await client.post(path, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert set(answer.json()["error"]) >= {"code", "message"}


async def test_other_websites_cannot_post(client: httpx.AsyncClient) -> None:
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        answer = await client.post("/api/matches", json={"game": "quantik"}, headers=headers)
        refused(answer, 403, "cross-origin")
    own = {"Origin": "http://tetrad.test"}
    answer = await client.post("/api/matches", json={"game": "quantik"}, headers=own)
    assert answer.status_code == 201


async def test_every_answer_carries_the_security_headers(client: httpx.AsyncClient) -> None:
    for path in ("/", "/api/health", "/api/nope", "/api/quantik/board"):
        headers = (await client.get(path)).headers
        assert headers["content-security-policy"].startswith("default-src 'self';")
        assert "blob:" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "strict-origin-when-cross-origin"


async def test_the_cookie_is_hidden_from_scripts(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/matches", json={"game": "quantik"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    again = await client.post("/api/matches", json={"game": "quantik"})
    assert again.headers["set-cookie"].split(";")[0] == answer.headers["set-cookie"].split(";")[0]


@pytest.mark.parametrize("cookie", ["", "short", "x" * 5000, "a b;c", "\u00e9\u00e9\u00e9" * 10])
async def test_a_strange_cookie_is_nobody(client: httpx.AsyncClient, cookie: str) -> None:
    headers = {b"Cookie": f"tetrad_player={cookie}".encode()}
    assert (await client.get("/api/matches", headers=headers)).json() == {"matches": []}


async def test_too_many_requests_are_told_to_wait(app: FastAPI) -> None:
    services: Services = app.state.services
    before = services.create_rate
    services.create_rate = Buckets(Rate(burst=2, per_second=0.5))
    try:
        async with browser(app) as client:
            await new(client)
            await new(client)
            answer = await client.post("/api/matches", json={"game": "quantik"})
    finally:
        services.create_rate = before
    refused(answer, 429, "too-many")
    assert 1 <= int(answer.headers["retry-after"]) <= 3


def test_a_bucket_fills_again() -> None:
    now = [0.0]
    buckets = Buckets(Rate(burst=2, per_second=1), clock=lambda: now[0])
    buckets.take("ada")
    buckets.take("ada")
    buckets.take("grace")
    with pytest.raises(TooManyError) as refusal:
        buckets.take("ada")
    assert refusal.value.wait == pytest.approx(1)
    now[0] = 1.0
    buckets.take("ada")
    with pytest.raises(TooManyError):
        buckets.take("ada")


def test_buckets_do_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buckets, "MOST_CLIENTS", 3)
    buckets = Buckets(Rate(burst=1, per_second=1))
    for client in "abcdef":
        buckets.take(client)
    assert len(buckets._buckets) == 3


async def test_who_is_a_little_too_fast_is_answered_a_little_later() -> None:
    buckets = Buckets(Rate(burst=1, per_second=10))
    begun = time.monotonic()
    for _ in range(3):
        await buckets.wait("ada")
    assert time.monotonic() - begun > 0.15
    with pytest.raises(TooManyError):
        await buckets.wait("ada", 100)


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_counts_as_one_address(host: str, counted: str) -> None:
    assert network(host) == counted
