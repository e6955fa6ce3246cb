"""A friend on the sofa: the app on a person's own computer, opened to the home network.

`tetrad` listens on 127.0.0.1, where nobody else can reach it. When the person at that computer says
so, the same app also answers at the computer's address in the home network, under that address and
under no other name, until the person closes it or the server stops.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator

import uvicorn
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from tetrad.server.addresses import addresses, in_url, is_loopback
from tetrad.server.http.answers import Json
from tetrad.server.http.errors import failure
from tetrad.server.http.limits import SAFE_METHODS, same_origin

HTTP = 80
# What a proxy adds to the requests that it passes on.
OF_A_PROXY = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")

Configure = Callable[[ASGIApp], uvicorn.Config]


class HomeNetwork:
    """The second listener of a server that has its first on a loopback address."""

    def __init__(self, app: ASGIApp, port: int, configure: Configure) -> None:
        self._app = app
        self._port = port
        self._configure = configure
        self._lock = asyncio.Lock()
        self._door: Door | None = None

    async def opened(self) -> str | None:
        """Where other devices reach the app, if they do; gone when the computer has moved on."""
        if self._door and self._door.address not in addresses():
            await self.close()
        return self._door.origin if self._door else None

    async def open(self, address: str) -> None:
        """Listens at this address too, on the same port if it is free; raises OSError."""
        async with self._lock:
            if self._door and self._door.address == address:
                return
            await self._shut()
            self._door = Door(self._app, _listen(address, self._port), self._configure)

    async def close(self) -> None:
        async with self._lock:
            await self._shut()

    async def _shut(self) -> None:
        door, self._door = self._door, None
        if door:
            await door.close()


class Door:
    """One listener: it answers under its own address only, so no other name leads through it."""

    def __init__(self, app: ASGIApp, listening: socket.socket, configure: Configure) -> None:
        self.address, port, *_ = listening.getsockname()
        self._host = in_url(self.address) + (f":{port}" if port != HTTP else "")
        self.origin = f"http://{self._host}"
        self._app = app
        self._server = _Second(configure(self))
        self._running = asyncio.create_task(self._server.serve([listening]))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if Headers(scope=scope).get("host") == self._host:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
        else:
            answer = failure("wrong-host", f"this server is at {self.origin}")
            await Json(answer, 421)(scope, receive, send)

    async def close(self) -> None:
        self._server.should_exit = True
        await self._running


class _Second(uvicorn.Server):
    """uvicorn beside another one, which hears the signals for both."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _listen(address: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        return socket.create_server((address, port), family=family)
    except OSError:
        return socket.create_server((address, 0), family=family)


def at_this_computer(connection: HTTPConnection) -> bool:
    """Whether the request comes from the app's own page, open on the computer that it runs on.

    Not from another device, not through a proxy, not from a website whose name was made to lead
    here, and not from a page of another site: what changes something has to say where it is from.
    """
    scope, headers = connection.scope, connection.headers
    (client, _), (server, port) = scope.get("client") or ("", 0), scope.get("server") or ("", 0)
    names = [f"{name}:{port}" for name in ("localhost", "127.0.0.1", "[::1]")]
    proxied = scope["http_version"] == "1.0" or any(name in headers for name in OF_A_PROXY)
    told = scope["method"] in SAFE_METHODS or "origin" in headers
    near = is_loopback(client) and is_loopback(server) and not proxied
    return near and headers.get("host") in names and told and same_origin(connection)
