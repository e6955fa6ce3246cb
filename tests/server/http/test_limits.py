"""Hostile input, foreign origins, too much of everything."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from fastapi import FastAPI
from starlette.requests import HTTPConnection
from starlette.types import Message

from tests.server.api.test_matches import new, refused
from tests.server.conftest import browser, serving
from tetrad.server.api.services import Services, admit, take_creation
from tetrad.server.app import create_app
from tetrad.server.http.errors import TooManyError, while_there
from tetrad.server.http.limits import (
    LONGEST_DELAY,
    LONGEST_REFUSAL,
    Bucket,
    Buckets,
    Rate,
    network,
)
from tetrad.server.settings import Settings

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


async def test_the_cookie_is_hidden_from_scripts(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/matches", json={"game": "quantik"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    again = await client.post("/api/matches", json={"game": "quantik"})
    assert "set-cookie" not in again.headers


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


@pytest.mark.parametrize("limit", ["matches_a_day", "matches_a_day_of_a_person"])
async def test_so_many_matches_are_made_a_day(
    app: FastAPI, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.state.services, limit, Buckets(Rate(burst=2, per_second=1e-3)))
    async with browser(app) as client:
        made = [await client.post("/api/matches", json={"game": "quantik"}) for _ in range(4)]
    # The first one makes a person known, and counts for the address alone.
    assert [answer.status_code for answer in made][-1] == 429
    assert [answer.status_code for answer in made][:2] == [201, 201]


async def test_so_many_moves_are_made_a_day(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = Buckets(Rate(burst=2, per_second=1e-3))
    monkeypatch.setattr(app.state.services, "moves_a_day_of_a_person", limit)
    async with browser(app) as client:
        match = (await new(client))["id"]
        moves = [{"move": move, "seq": seq} for seq, move in enumerate(("A@a1", "B@b2", "C@c3"), 1)]
        sent = [await client.post(f"/api/matches/{match}/moves", json=move) for move in moves]
    assert [answer.status_code for answer in sent] == [200, 200, 429]


async def test_what_acts_in_matches_counts_though_there_is_no_such_match(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = Buckets(Rate(burst=2.5, per_second=1e-3))
    monkeypatch.setattr(app.state.services, "move_rate", limit)
    async with browser(app) as client:
        sent = [await client.post("/api/matches/nope/moves", content=b"{") for _ in range(3)]
    assert [answer.status_code for answer in sent] == [404, 404, 429]


PUPILS = 300
FILES = [f"/assets/part-{number}.js" for number in range(15)] + ["/locale/fr.json", "/icon.svg"]
COMING = [
    ("GET", "/"),
    *(("GET", path) for path in FILES),
    ("GET", "/play"),
    ("GET", "/api/levels"),
]
PLAYING = [("POST", "/api/matches"), ("GET", "/match/abc"), ("POST", "/api/matches/abc/moves")]


async def test_a_school_behind_one_address_comes_at_once_and_plays(tmp_path: Path) -> None:
    """All of them open the app when the lesson begins, and nobody is refused or waits long."""
    application = create_app(str(tmp_path / "school.db"))
    scope = {"type": "http", "scheme": "http", "headers": [], "app": application}

    async def ask(method: str, path: str) -> None:
        asked = {"method": method, "path": path, "client": ("192.0.2.1", 1)}
        connection = HTTPConnection({**scope, **asked})
        await admit(connection)
        if (method, path) == PLAYING[0]:
            await take_creation(connection)

    begun = time.monotonic()
    await asyncio.gather(*(ask(*each) for each in PUPILS * [*COMING, *PLAYING]))
    assert time.monotonic() - begun < 30


async def test_long_bodies_that_may_never_come_hold_up_no_moves(tmp_path: Path) -> None:
    application = create_app(str(tmp_path / "long.db"))
    scope = {"type": "http", "scheme": "http", "app": application, "client": ("192.0.2.1", 1)}

    def asking(length: int) -> HTTPConnection:
        headers = [(b"content-length", str(length).encode())]
        move = {"method": "POST", "path": "/api/matches/abc/moves", "headers": headers}
        return HTTPConnection({**scope, **move})

    many = asyncio.gather(*(admit(asking(100_000)) for _ in range(200)), return_exceptions=True)
    await asyncio.sleep(0)
    async with asyncio.timeout(LONGEST_DELAY / 2):
        await admit(asking(60))
    assert any(isinstance(each, TooManyError) for each in await many)


async def test_a_sign_of_life_is_no_move_and_coming_back_is_no_new_share(tmp_path: Path) -> None:
    application = create_app(str(tmp_path / "signs.db"))
    application.state.services.moves_a_day_of_a_person = Buckets(Rate(burst=1, per_second=1e-3))
    async with serving(application) as address:
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
            created = await new(client)
        where = f"ws://{address}/api/matches/{created['id']}/events"
        where += f"?token={created['tokens']['1']}&since="
        async with websockets.connect(where + "1") as socket:
            for number in range(5):
                await socket.send(json.dumps({"ping": number}))
                assert await heard(socket, "pong") == number
            await socket.send('{"move": "A@a1", "seq": 1}')
            assert await heard(socket, "move") == "A@a1"
        async with websockets.connect(where + "2") as socket:
            await socket.send('{"move": "A@a1", "seq": 1}')
            assert (await heard(socket, "error"))["code"] == "too-many"


async def heard(socket: websockets.ClientConnection, name: str) -> Any:
    """What the next message that says something under this name says."""
    async with asyncio.timeout(30):
        while True:
            message = json.loads(await socket.recv())
            if name in message:
                return message[name]


async def test_sockets_are_opened_at_a_rate(tmp_path: Path) -> None:
    application = create_app(str(tmp_path / "opened.db"))
    application.state.services.open_rate = Buckets(Rate(burst=2, per_second=1e-3))
    async with serving(application) as address:
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
            where = f"ws://{address}/api/matches/{(await new(client))['id']}/events"
        for _ in range(2):
            async with websockets.connect(where) as socket:
                assert await heard(socket, "seq") == 1
        with pytest.raises(websockets.InvalidStatus):
            await websockets.connect(where)


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


def test_thousands_who_are_refused_wait_for_each_other() -> None:
    """Or answering all of them with a refusal would be work enough."""
    bucket = Bucket(Rate(burst=1, per_second=1), clock=lambda: 0.0)
    waits = [bucket.refuse() for _ in range(3_000)]
    assert waits[0] == LONGEST_DELAY
    assert waits[-1] > 10 * LONGEST_DELAY
    more = [bucket.refuse() for _ in range(3_000)]
    assert more[-1] == LONGEST_REFUSAL


async def test_nobody_is_kept_waiting_for_a_refusal_who_has_gone(tmp_path: Path) -> None:
    """Who asks and leaves at once, again and again, would fill the memory with what waits."""
    application = create_app(str(tmp_path / "gone.db"))
    application.state.services.ask_rate = Buckets(Rate(burst=1, per_second=1e-3))
    async with serving(application) as address:
        host, port = address.split(":")
        before = len(asyncio.all_tasks())
        for _ in range(400):
            _, writer = await asyncio.open_connection(host, int(port))
            writer.write(b"GET /api/levels HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await writer.drain()
            writer.close()
        async with asyncio.timeout(LONGEST_DELAY / 2):
            while len(asyncio.all_tasks()) > before + 10:
                await asyncio.sleep(0.01)
        application.state.services.ask_rate = Buckets(Rate(burst=1e3, per_second=1e3))
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
            told = (await client.get("/metrics")).text
    assert 'status="429"' in told
    assert 'status="500"' not in told


async def test_who_stays_is_told_and_what_comes_behind_is_read_slowly() -> None:
    read = 0

    async def receive() -> Message:
        nonlocal read
        read += 1
        return {"type": "http.request", "body": b"more", "more_body": True}

    begun = time.monotonic()
    await while_there(receive, 0.2)
    assert time.monotonic() - begun > 0.15
    await while_there(receive, 0)
    assert read == 1


async def test_what_is_asked_under_a_wrong_name_counts_as_well(tmp_path: Path) -> None:
    named = Settings(hosted=True, allow_host=("play.example",))
    application = create_app(str(tmp_path / "named.db"), None, named)
    application.state.services.look_rate = Buckets(Rate(burst=2, per_second=1e-3))
    async with browser(application) as client:
        sent = [await client.get("/api/health") for _ in range(3)]
    assert [answer.status_code for answer in sent] == [421, 421, 429]


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
