"""How soon small requests are answered on a kept connection: `python -m benchmarks answers`.

One after the other, over loopback, to a server that has nothing else to do; each kind from an
address of its own.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack
from typing import Any

import msgspec

from benchmarks.server.clients import address, read_head, request
from benchmarks.server.processes import Servers, processor_seconds

CALLS = 300
# As many moves as somebody may make at once.
MOVES = 150
SECONDS_TO_WARM_UP = 8.0


class Caller:
    """A client with one connection; it remembers how long every answer took."""

    def __init__(self, port: int, number: int = 250) -> None:
        self._port, self._number = port, number
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.waits = list[float]()

    async def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> bytes:
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self._port, local_addr=(address(self._number), 0)
            )
        reader, writer = self._streams
        begun = time.perf_counter()
        writer.write(request(method, path, body))
        status, length = read_head(await reader.readuntil(b"\r\n\r\n"))
        answer = await reader.readexactly(length)
        self.waits.append(time.perf_counter() - begun)
        assert status < 300, answer
        return answer

    async def keep_calling(self, pause: float, path: str = "/api/health") -> None:
        while True:
            await self.call("GET", path)
            await asyncio.sleep(pause)


def main() -> None:
    with ExitStack() as stack:
        servers = Servers(stack)
        asyncio.run(_measure(servers))


async def _measure(servers: Servers) -> None:
    from benchmarks.server.load import spread

    port = servers.ports[0]
    await asyncio.sleep(SECONDS_TO_WARM_UP)
    print("Small answers on a kept connection, in milliseconds")
    wish = {"game": "qomet", "repetition": False}
    creator = Caller(port, 1)
    made = msgspec.json.decode(await creator.call("POST", "/api/matches", wish))
    match = made["id"]
    for number, (name, path) in enumerate(
        {
            "is it there": "/api/health",
            "levels": "/api/levels",
            "a board": "/api/quantik/board",
            "a solved position": "/api/quantik",
            "a match": f"/api/matches/{match}",
            "my games": "/api/matches",
            "the first page": "/",
        }.items(),
        2,
    ):
        caller = Caller(port, number)
        await caller.call("GET", path)
        caller.waits.clear()
        used = processor_seconds(servers.all[0].process.pid)
        for _ in range(CALLS):
            await caller.call("GET", path)
        spent = processor_seconds(servers.all[0].process.pid) - used
        print(f"  {name:18} {spread(caller.waits)}; {1e3 * spent / CALLS:.2f} ms of CPU")
