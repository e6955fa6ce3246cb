"""Names the server answers to, and what every answer carries."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import websockets
from fastapi import FastAPI

from tests.server.conftest import Server, browser
from tetrad.server.app import create_app
from tetrad.server.http.guard import host_of
from tetrad.server.settings import Settings

pytestmark = pytest.mark.anyio

CARRIED = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
}


def carries(headers: httpx.Headers) -> bool:
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'self';")
    assert "blob:" not in policy
    return all(headers[name] == value for name, value in CARRIED.items())


@pytest.mark.parametrize(
    "path", ["/", "/api/health", "/api/nope", "/api/quantik/board", "/api/matches/nope", "/x.js"]
)
async def test_every_answer_carries_the_security_headers(
    client: httpx.AsyncClient, path: str
) -> None:
    answer = await client.get(path)
    assert carries(answer.headers)
    assert "strict-transport-security" not in answer.headers


async def test_refusals_carry_them_too(client: httpx.AsyncClient) -> None:
    for answer in (
        await client.post("/api/matches", content=b"x" * 300_000),
        await client.post("/api/matches", json={}, headers={"Origin": "https://evil.example"}),
        await client.post("/api/matches", json={"game": "chess"}),
        await client.request("PUT", "/api/health"),
    ):
        assert answer.status_code >= 400
        assert carries(answer.headers)


async def test_our_own_mistakes_carry_them_too(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tetrad.server.api.matches.brief", None)
    async with browser(app) as client:
        answer = await client.post("/api/matches", json={"game": "quantik"})
    assert answer.status_code == 500
    assert carries(answer.headers)


async def test_over_tls_browsers_are_told_to_ask_for_nothing_else(app: FastAPI) -> None:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="https://tetrad.test") as client:
        answer = await client.get("/api/health")
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        made = await client.post("/api/matches", json={"game": "quantik"})
        cookie = made.headers.get_list("set-cookie")[0]
        assert cookie.startswith("__Host-tetrad_player=")
        for part in ("HttpOnly", "Path=/", "SameSite=lax", "Secure"):
            assert part in cookie
        assert "Domain" not in cookie
        listed = (await client.get("/api/matches")).json()["matches"]
        assert [each["id"] for each in listed] == [made.json()["id"]]


async def test_a_list_of_ones_own_is_kept_by_nobody(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/matches?mine=1")
    assert answer.headers["cache-control"] == "private, no-store"
    made = await client.post("/api/matches", json={"game": "quantik"})
    answer = await client.get(f"/api/matches/{made.json()['id']}")
    assert answer.headers["cache-control"] == "private, no-store"


@pytest.fixture(params=["sqlite", "postgresql"])
async def either(
    anyio_backend: str, request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server on each database."""
    database = str(tmp_path / "either.db")
    if request.param == "postgresql":
        database = request.getfixturevalue("postgres").new_database()
    app = create_app(database)
    async with app.router.lifespan_context(app), browser(app) as client:
        yield client


async def test_a_nul_in_an_address_leads_nowhere(either: httpx.AsyncClient) -> None:
    await either.post("/api/matches", json={"game": "quantik"})
    for path in (
        *("/%00", "/api/%00", "/api/matches/%00", "/api/matches/a%00b/record", "/locale/%00.json"),
        *("/api/matches?after=%00", "/api/matches?after=a%00b", "/games?x=%00", "/x/%00.js"),
    ):
        answer = await either.get(path)
        assert (path, answer.status_code) == (path, 404)
        assert carries(answer.headers)
    assert (await either.get("/api/quantik?position=%00")).status_code == 400
    odd = {"Cookie": "tetrad_player=" + "%00" * 10, "Authorization": "Bearer %00"}
    assert (await either.get("/api/matches", headers=odd)).status_code == 401


@pytest.mark.parametrize("name", ["\u200b\u2060", "\u3164\u115f", "\u2800", "\ufe0f", "\u00ad"])
async def test_a_name_that_cannot_be_seen_is_refused(client: httpx.AsyncClient, name: str) -> None:
    answer = await client.post("/api/matches", json={"game": "quantik", "first": {"name": name}})
    assert answer.status_code == 422
    assert "can be seen" in answer.json()["error"]["message"]
    for fine in ("", "Ada", "李", "👩\u200d🚀", "م"):
        body = {"game": "quantik", "first": {"name": fine}}
        assert (await client.post("/api/matches", json=body)).status_code == 201


@pytest.fixture(scope="module")
async def allowed(
    anyio_backend: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[FastAPI]:
    """A server that was told its names."""
    names = ("play.example.org", "*.example.net")
    settings = Settings(hosted=True, allow_host=names)
    app = create_app(str(tmp_path_factory.mktemp("named") / "named.db"), None, settings)
    async with app.router.lifespan_context(app):
        yield app


async def ask(app: FastAPI, host: str, client: str = "192.0.2.1") -> int:
    transport = httpx.ASGITransport(app, client=(client, 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as asking:
        answer = await asking.get("/api/health", headers={"Host": host})
        assert carries(answer.headers)
        return answer.status_code


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("play.example.org", 200),
        ("PLAY.example.org:8443", 200),
        ("play.example.org.", 200),
        ("one.example.net", 200),
        ("example.net", 421),
        ("a.b.example.net", 421),
        ("evil.example", 421),
        ("play.example.org.evil.example", 421),
        ("192.0.2.7", 421),
        ("localhost", 421),
        ("", 421),
    ],
)
async def test_a_server_answers_to_the_names_it_was_told(
    allowed: FastAPI, host: str, status: int
) -> None:
    assert await ask(allowed, host) == status


async def test_whoever_looks_after_it_may_ask_from_the_same_machine(allowed: FastAPI) -> None:
    assert await ask(allowed, "localhost:8000", "127.0.0.1") == 200
    assert await ask(allowed, "[::1]:8000", "::1") == 200
    assert await ask(allowed, "evil.example", "127.0.0.1") == 421


def test_a_name_is_found_in_a_header() -> None:
    found = [host_of(text) for text in ("a.example", "A.example:80", "[::1]:80", "[::1]", "")]
    assert found == ["a.example", "a.example", "::1", "::1", ""]


async def test_on_a_persons_computer_a_website_cannot_borrow_its_address(tmp_path: Path) -> None:
    """A name made to lead to 127.0.0.1 is not the app's own, for pages, answers and sockets."""
    server = Server(tmp_path / "rebound.db", "--port", "0")
    try:
        port = server.address.rpartition(":")[2]
        with httpx.Client(timeout=60) as client:
            for host, status in ((f"evil.example:{port}", 421), (f"localhost:{port}", 200)):
                answer = client.get(f"{server.address}/api/health", headers={"Host": host})
                assert answer.status_code == status
                assert carries(answer.headers)
            match = client.post(f"{server.address}/api/matches", json={"game": "qomet"}).json()
        live = f"{server.live}/api/matches/{match['id']}/events"
        evil = live.replace("127.0.0.1", "evil.example")
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(evil, host="127.0.0.1", port=int(port))
        assert refused.value.response.status_code == 403
        assert refused.value.response.headers["X-Content-Type-Options"] == "nosniff"
        with socket.create_connection(("127.0.0.1", int(port))) as odd:
            odd.sendall(b"this is no HTTP\r\n\r\n")
            said = odd.makefile("rb").read().decode().lower()
        assert said.startswith("http/1.1 400 ")
        assert '{"error":{"code":"bad-request"' in said
        assert all(f"{name}: {value}" in said for name, value in CARRIED.items())
        other = {"Origin": "http://evil.example"}
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(live, additional_headers=other)
        assert refused.value.response.headers["X-Content-Type-Options"] == "nosniff"
    finally:
        server.stop()
