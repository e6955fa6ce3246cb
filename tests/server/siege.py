"""What one hostile client does to a server: `python -m tests.server.siege ATTACK ADDRESS [...]`.

It runs as a process of its own, so that it slows down nobody but the server, says `begun` when the
attack has begun, and goes on until it is ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import websockets

RECORD = '[Game "qomet"]\n[Repetition "off"]\n\n@a1 @g7 ' + "a1-a4 g7-g4 a4-a1 g4-g7 " * 1600
# Little to read, and nothing to play.
EMPTY_LINES = '[Game "qomet"]' + "\n" * 38_000 + "@a1"
# An open position: a search goes on for as long as it may.
HARD = ".2./122/.1./.112..2/..2/.1./1.. 1 -"
# A stack with millions of sowings, and a board with hundreds.
TALL, BROAD = "x4/x4/x4/0000000012121212121212,x3 1", "x3,00/0,x2,2/111,20,012011,x/002,x2,2 2"
LINE = ",".join(["@a1", "@g7", *["a1-a4", "g7-g4", "a4-a1", "g4-g7"] * 50])


async def again_and_again(act: Callable[[], Awaitable[Any]], at_once: int) -> None:
    async def one() -> None:
        while True:
            with contextlib.suppress(httpx.HTTPError, OSError, websockets.WebSocketException):
                await act()
            await asyncio.sleep(0)

    await asyncio.gather(*(one() for _ in range(at_once)))


def client(address: str) -> httpx.AsyncClient:
    limits = httpx.Limits(max_connections=None)
    return httpx.AsyncClient(base_url=address, timeout=60, limits=limits)


async def records(address: str) -> None:
    """40 KB of moves, to be judged and to be read."""
    async with client(address) as http:
        body = {"record": RECORD[:39_000], "time": 0}
        await again_and_again(lambda: http.post("/api/analyse", json=body), 8)


async def parsed(address: str, text: str) -> None:
    async with client(address) as http:
        await again_and_again(lambda: http.post("/api/qomet/parse", json={"text": text}), 8)


async def pasted(address: str) -> None:
    """As many moves as are replayed, as fast as they are."""
    await parsed(address, RECORD[:7_000])


async def empty_lines(address: str) -> None:
    await parsed(address, EMPTY_LINES)


async def openings(address: str) -> None:
    async with client(address) as http:
        turn = itertools.cycle([TALL, BROAD])
        await again_and_again(
            lambda: http.get("/api/qawale/opening", params={"position": next(turn)}), 16
        )


async def boards(address: str) -> None:
    async with client(address) as http:
        asked = {"position": HARD}
        await again_and_again(lambda: http.get("/api/qomet/board", params=asked), 16)


async def pages(address: str) -> None:
    async with client(address) as http:
        asked = {"moves": LINE}
        await again_and_again(lambda: http.get("/analyse/qomet", params=asked), 8)


async def files(address: str) -> None:
    """Files that there are, and files that there are not."""
    async with client(address) as http:
        turn = itertools.cycle(["/icon.svg", "/locale/fr.json", "/assets/gone.js", "/gone.svg"])
        await again_and_again(lambda: http.get(next(turn)), 16)


class Hurry(asyncio.Protocol):
    """A connection that asks the same again as soon as it is answered."""

    def __init__(self, path: str) -> None:
        self._request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        del data
        self._transport.write(self._request)


async def hurry(address: str, path: str) -> None:
    """Thousands of connections, from another address than anybody else's."""
    host, port = address.removeprefix("http://").split(":")
    loop, kept = asyncio.get_running_loop(), list[asyncio.BaseTransport]()
    for _ in range(3_000):
        with contextlib.suppress(OSError):
            transport, _ = await loop.create_connection(
                lambda: Hurry(path), host, int(port), local_addr=("127.0.0.2", 0)
            )
            kept.append(transport)
    await asyncio.sleep(600)


async def readiness(address: str) -> None:
    await hurry(address, "/api/ready")


async def refusals(address: str) -> None:
    await hurry(address, "/api/levels")


async def knocks(address: str) -> None:
    """Connections that are gone as soon as they are there."""
    host, port = address.removeprefix("http://").split(":")

    async def knock() -> None:
        _, writer = await asyncio.open_connection(host, int(port))
        writer.transport.abort()

    await again_and_again(knock, 200)


async def silent(address: str) -> None:
    """Connections that never say anything."""
    host, port = address.removeprefix("http://").split(":")
    kept = []
    for _ in range(2_000):
        with contextlib.suppress(OSError):
            kept.append(await asyncio.open_connection(host, int(port)))
    await asyncio.sleep(600)


async def analyses(address: str) -> None:
    async with client(address) as http:
        asked = {"position": HARD, "time": "5"}
        await again_and_again(lambda: http.get("/api/qomet", params=asked), 40)


async def watched_bots(address: str) -> None:
    """Two of the strongest against each other, a hundred times, all of them watched."""
    live, bot = address.replace("http", "ws"), {"kind": "bot", "level": 10}

    async def watch(http: httpx.AsyncClient) -> None:
        wish = {"game": "qawale", "first": bot, "second": bot}
        match = (await http.post("/api/matches", json=wish)).json()["id"]
        async with websockets.connect(f"{live}/api/matches/{match}/events") as socket:
            async for _ in socket:
                pass

    async with client(address) as http:
        await again_and_again(lambda: watch(http), 100)


async def flood(address: str) -> None:
    """Sockets that send as fast as they can."""
    live = address.replace("http", "ws")
    async with client(address) as http:
        match = (await http.post("/api/matches", json={"game": "quantik"})).json()["id"]

        async def send() -> None:
            async with websockets.connect(f"{live}/api/matches/{match}/events") as socket:
                for number in range(100_000):
                    await (socket.send("{}") if number % 2 else socket.ping())

        await again_and_again(send, 5)


async def spectators(address: str) -> None:
    """A thousand who come to one match, and leave, and come again."""
    live = address.replace("http", "ws")
    async with client(address) as http:
        match = (await http.post("/api/matches", json={"game": "quantik"})).json()["id"]

        async def visit() -> None:
            async with websockets.connect(f"{live}/api/matches/{match}/events", open_timeout=60):
                await asyncio.sleep(20)

        await again_and_again(visit, 1_000)


async def made_up_cookies(address: str) -> None:
    """Somebody else with every request."""
    async with client(address) as http:

        async def ask() -> None:
            made_up = {"Cookie": f"tetrad_player={secrets.token_urlsafe(24)}"}
            await http.get("/api/matches", headers=made_up)

        await again_and_again(ask, 16)


async def long_match(address: str, *matches: str) -> None:
    """Long matches, each asked for anew."""
    async with client(address) as http:
        turn = iter(list(matches) * 1_000)
        await again_and_again(lambda: http.get(f"/api/matches/{next(turn)}"), 4)


async def bodies(address: str) -> None:
    """Requests that never come to their end."""
    host, port = address.removeprefix("http://").split(":")
    begin = b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"

    async def drip() -> None:
        _, writer = await asyncio.open_connection(host, int(port))
        try:
            writer.write(begin)
            while not writer.is_closing():
                writer.write(b"x")
                await asyncio.sleep(1)
        finally:
            writer.close()

    await again_and_again(drip, 1_000)


async def streams(address: str) -> None:
    """As many streams of games as there may be, and more."""
    async with client(address) as http:
        account = {"name": f"Siege {secrets.token_hex(4)}", "password": secrets.token_hex(12)}
        (await http.post("/api/people", json=account)).raise_for_status()

        async def listen() -> None:
            async with http.stream("GET", "/api/stream") as answer:
                async for _ in answer.aiter_lines():
                    pass

        await again_and_again(listen, 60)


async def deaf(address: str) -> None:
    """Sockets that ask for more than they ever read."""
    host, port = address.removeprefix("http://").split(":")
    live = address.replace("http", "ws")
    async with client(address) as http:
        made = (await http.post("/api/matches", json={"game": "quantik"})).json()
        path = f"/api/matches/{made['id']}/events"
        asking = (
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        kept = []
        for _ in range(300):
            reader, writer = await asyncio.open_connection(host, int(port), limit=1)
            writer.write(asking)
            kept.append((reader, writer))

        # Those who do read are asked for signs of life, and everybody is told who is there.
        async def come_and_go() -> None:
            async with websockets.connect(live + path) as socket:
                await socket.send('{"ping": 1}')
                await socket.recv()

        await again_and_again(come_and_go, 20)


async def resumed(address: str, *matches: str) -> None:
    """Sockets that want a long match from its beginning, and are opened again at once."""
    live = address.replace("http", "ws")
    turn = iter(list(matches) * 100_000)

    async def come() -> None:
        since = "" if secrets.randbelow(2) else "?since=9600"
        async with websockets.connect(f"{live}/api/matches/{next(turn)}/events{since}") as socket:
            await socket.recv()

    await again_and_again(come, 16)


ATTACKS: dict[str, Callable[..., Awaitable[None]]] = {
    each.__name__: each
    for each in (
        records, pasted, empty_lines, openings, boards, pages, files,
        readiness, refusals, knocks, silent,
        analyses, watched_bots, flood, spectators, made_up_cookies, long_match,
        bodies, streams, deaf, resumed,
    )
}  # fmt: skip


async def main(attack: str, address: str, *more: str) -> None:
    under_way = asyncio.ensure_future(ATTACKS[attack](address, *more))
    await asyncio.sleep(0.5)
    print("begun", flush=True)
    await under_way


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
