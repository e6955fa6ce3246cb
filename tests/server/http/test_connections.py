"""Connections: who says nothing makes room for others."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import uvicorn
import websockets
from starlette.types import Receive, Scope, Send

from tests.server.conftest import Server, serving
from tetrad.server.app import create_app
from tetrad.server.http import connections
from tetrad.server.http.connections import Careful, Doorkeeper, SocketConnection
from tetrad.server.http.limits import network
from tetrad.server.run import configured, listen
from tetrad.server.settings import Settings

pytestmark = pytest.mark.anyio


class Silent(Careful):
    """A connection from some address, which notes that it was sent away."""

    def __init__(self, host: str) -> None:
        self.client = (host, 1)
        self.gone = False
        self.transport = self  # type: ignore[assignment]

    def abort(self) -> None:
        self.gone = True


def test_the_longest_silent_of_the_busiest_address_makes_room() -> None:
    door = Doorkeeper(most=12, most_silent=3)
    quiet, *crowd = [Silent("192.0.2.1"), *(Silent("192.0.2.2") for _ in range(3))]
    for each in (quiet, *crowd):
        door.enter(each)
    assert [each.gone for each in (quiet, *crowd)] == [False, True, False, False]


def arrive(door: Doorkeeper, host: str, count: int = 1) -> list[Silent]:
    """So many connections that have asked something."""
    arrived = [Silent(host) for _ in range(count)]
    for each in arrived:
        door.enter(each)
        if each.gone:
            door.leave(each)
        else:
            door.hear(each)
    return arrived


def test_who_has_asked_is_not_sent_away_for_one_of_as_many() -> None:
    door = Doorkeeper(most=4, most_silent=4)
    busy = [each for number in range(4) for each in arrive(door, f"192.0.2.{number}")]
    (late,) = arrive(door, "192.0.2.9")
    assert late.gone
    assert not any(each.gone for each in busy)
    door.leave(busy[0])
    assert not arrive(door, "192.0.2.9")[0].gone


def test_an_address_has_no_more_than_its_share() -> None:
    door = Doorkeeper(most=20, most_silent=10)
    assert [each.gone for each in arrive(door, "192.0.2.1", 7)] == [False] * 5 + [True] * 2
    assert not any(each.gone for each in arrive(door, "192.0.2.2", 5))


def test_where_all_is_taken_the_address_that_has_most_makes_room() -> None:
    door = Doorkeeper(most=8, most_silent=4)
    crowds = [arrive(door, f"192.0.2.{number}", 2) for number in range(4)]
    (late,) = arrive(door, "198.51.100.1")
    assert not late.gone
    assert sum(each.gone for crowd in crowds for each in crowd) == 1
    assert crowds[0][0].gone


def test_a_proxy_has_all_the_places() -> None:
    for proxies, address in (("10.0.0.0/8", "10.1.2.3"), ("fd00::/8", "fd00::7")):
        door = Doorkeeper(most=8, most_silent=8, proxies=[proxies])
        assert [each.gone for each in arrive(door, address, 9)] == [False] * 8 + [True]


class Reader:
    """An app that answers when it has read the whole request."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"done"})


async def test_a_body_that_drips_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until its request is whole a connection has said nothing, and has no long to live."""
    monkeypatch.setattr(connections, "SECONDS_TO_ASK", 1.0)
    monkeypatch.setattr(connections, "doorkeeper", door := Doorkeeper())
    async with serving(Reader(), "off") as address:
        reader, writer = await asyncio.open_connection(*address.split(":"))
        begun = time.perf_counter()
        writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            while door._count or time.perf_counter() - begun < 0.5:
                writer.write(b"x")
                await asyncio.sleep(0.1)
        assert 0.8 < time.perf_counter() - begun < 60, "the body drips for longer"
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()
        monkeypatch.setattr(connections, "SECONDS_TO_ASK", 30.0)
        reader, writer = await asyncio.open_connection(*address.split(":"))
        writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nx")
        await asyncio.sleep(0.3)
        assert door._count == 1
        writer.write(b"x")
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        writer.close()


ASKING = b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n"
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Slow:
    """An app that takes longer to answer than there is time to ask, and leaves bodies unread."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await asyncio.sleep(2.0)
            await send({"type": "websocket.send", "text": "still there"})
            return
        await asyncio.sleep(2.0 if scope["path"] == "/slow" else 0.0)
        length = [(b"content-length", b"4")]
        await send({"type": "http.response.start", "status": 200, "headers": length})
        await send({"type": "http.response.body", "body": b"done"})


@pytest.fixture
async def slow(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[str, Doorkeeper]]:
    monkeypatch.setattr(connections, "SECONDS_TO_ASK", 1.0)
    monkeypatch.setattr(connections, "doorkeeper", door := Doorkeeper())
    async with serving(Slow(), "off") as address:
        yield address, door


async def test_requests_sent_together_are_all_answered(slow: tuple[str, Doorkeeper]) -> None:
    """Who has asked waits for the answer, and has no longer to say anything."""
    reader, writer = await asyncio.open_connection(*slow[0].split(":"))
    writer.write(ASKING + ASKING)
    for _ in range(2):
        assert b"200" in await reader.readuntil(b"done")
    writer.close()


async def test_a_body_that_comes_after_its_answer_ends_nothing_later(
    slow: tuple[str, Doorkeeper],
) -> None:
    reader, writer = await asyncio.open_connection(*slow[0].split(":"))
    writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n")
    assert b"200" in await reader.readuntil(b"done")
    writer.write(b"xx" + ASKING)
    assert b"200" in await reader.readuntil(b"done")
    writer.close()


async def test_a_socket_that_was_asked_for_behind_a_request_is_counted_once(
    slow: tuple[str, Doorkeeper],
) -> None:
    reader, writer = await asyncio.open_connection(*slow[0].split(":"))
    writer.write(ASKING.replace(b"/slow", b"/") + UPGRADE)
    await reader.readuntil(b"done")
    assert b"101" in await reader.readuntil(b"\r\n\r\n")
    assert b"still there" in await reader.readuntil(b"there")
    writer.close()
    async with asyncio.timeout(60):
        while slow[1]._all:
            await asyncio.sleep(0.05)
    assert not slow[1]._silent
    assert slow[1]._count == 0


async def test_small_answers_on_a_kept_connection_are_sent_at_once(tmp_path: Path) -> None:
    server = Server(tmp_path / "quick.db", "--port", "0")
    try:
        with httpx.Client(base_url=server.address, timeout=60) as client:
            waits = [client.get("/api/health").elapsed.total_seconds() for _ in range(50)]
        assert sorted(waits)[10] < 0.03  # without TCP_NODELAY it is 0.04, however fast the machine
    finally:
        server.stop()


async def test_half_a_request_is_given_up(tmp_path: Path) -> None:
    server = Server(tmp_path / "slow.db", "--port", "0")
    host, port = server.address.removeprefix("http://").split(":")
    try:
        with socket.create_connection((host, int(port)), timeout=30) as slow:
            slow.sendall(b"GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow:")
            await asyncio.sleep(1)
            slow.sendall(b" 1\r\n")
            with contextlib.suppress(ConnectionResetError):
                assert slow.recv(1) == b""
    finally:
        server.stop()


class Flood:
    """An app that sends to a socket for as long as there is one."""

    def __init__(self) -> None:
        self.ended = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert scope["type"] == "websocket"
        await receive()
        await send({"type": "websocket.accept"})
        try:
            while True:
                await send({"type": "websocket.send", "text": "x" * 10_000})
        finally:
            self.ended.set()


async def test_a_socket_that_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SECONDS_TO_READ", 0.5)
    app, listening = Flood(), listen("127.0.0.1", 0)
    server = uvicorn.Server(configured(app, lifespan="off"))
    running = asyncio.create_task(server.serve([listening]))
    with socket.create_connection(listening.getsockname()) as deaf:
        deaf.sendall(UPGRADE)
        async with asyncio.timeout(60):
            await app.ended.wait()
    server.should_exit = True
    await running


async def test_a_socket_that_has_ended_waits_for_no_collector(tmp_path: Path) -> None:
    """Looking for cycles stops everybody, so that who comes and goes must not leave any."""
    gc.collect()
    gc.disable()
    try:
        async with (
            serving(create_app(str(tmp_path / "ended.db"))) as address,
            httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client,
        ):
            made = (await client.post("/api/matches", json={"game": "qomet"})).json()
            for _ in range(3):
                async with websockets.connect(
                    f"ws://{address}/api/matches/{made['id']}/events"
                ) as live:
                    await live.recv()
            async with asyncio.timeout(60):
                while any(type(each) is SocketConnection for each in gc.get_objects()):
                    await asyncio.sleep(0.05)
    finally:
        gc.enable()


async def seen(settings: Settings, client: str, forwarded: str) -> tuple[str, str]:
    """Where a request comes from, as the app sees it, and how."""
    found: list[tuple[str, str]] = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        found.append((network(scope["client"][0]), scope["scheme"]))

    config = configured(app, lifespan="off", proxies=settings.proxies)
    config.load()
    headers = [(b"x-forwarded-for", forwarded.encode()), (b"x-forwarded-proto", b"https")]
    scope = {"type": "http", "scheme": "http", "client": (client, 1), "headers": headers}
    await config.loaded_app(scope, None, None)
    return found[0]


async def test_only_a_proxy_that_was_named_is_believed() -> None:
    told = Settings(trust_proxy=("10.0.0.0/8", "fd00::/8"))
    household = ("2001:db8:1:2::/64", "https")
    assert await seen(told, "10.1.2.3", "2001:db8:1:2:3:4:5:6") == household
    assert await seen(told, "fd00::1", "2001:db8:1:2:ffff::1") == household
    assert await seen(told, "192.0.2.1", "198.51.100.7") == ("192.0.2.1", "http")
    # What somebody claims in front of what the proxy has seen does not count.
    assert await seen(told, "10.1.2.3", "203.0.113.9, 198.51.100.7") == ("198.51.100.7", "https")


async def test_a_proxy_on_the_same_machine_is_believed_by_a_hosted_server_alone() -> None:
    assert await seen(Settings(hosted=True), "127.0.0.1", "198.51.100.7") == (
        "198.51.100.7",
        "https",
    )
    assert await seen(Settings(), "127.0.0.1", "198.51.100.7") == ("127.0.0.1", "http")
