"""Connections that nobody can hold on to: who says nothing, or never reads, makes room.

A client has a few seconds to say what it wants, and some more to read what it is sent. Of those who
have not said anything yet only so many are kept: when there are more, the one who has waited
longest at the busiest address goes. A WebSocket may send as much as a player needs, no flood.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tetrad.server.http.limits import Bucket, Rate, network

SECONDS_TO_ASK = 10.0
SECONDS_TO_READ = 20.0
# Open files that are not connections: the database, the engine's processes, pages being read.
FILES_KEPT_FREE = 200
MOST_CONNECTIONS = 20_000
MOST_SILENT = 500
# A player's messages have some fifty bytes; larger ones are read in pieces, others in between.
SOCKET_RATE = Rate(burst=64 * 1024, per_second=8 * 1024)
BYTES_AT_A_TIME = 4 * 1024


class Doorkeeper:
    """Counts the connections of this process, and knows those who have not asked anything yet."""

    def __init__(self, most: int = MOST_CONNECTIONS, most_silent: int = MOST_SILENT) -> None:
        self._room = most
        self._most_silent = min(most_silent, most // 2)
        self._silent: dict[str, OrderedDict[Careful, None]] = {}
        self._count = 0

    def enter(self, connection: Careful) -> None:
        """Lets a connection in; where there is no room, a silent one leaves, or the new one."""
        self._room -= 1
        self.wait_for(connection)
        if self._room < 0 or self._count > self._most_silent:
            self._longest_silent().transport.abort()

    def leave(self, connection: Careful) -> None:
        self._room += 1
        self.hear(connection)

    def wait_for(self, connection: Careful) -> None:
        """From now on this connection has to say something."""
        waiting = self._silent.setdefault(connection.address, OrderedDict())
        self._count += connection not in waiting
        waiting[connection] = None

    def hear(self, connection: Careful) -> None:
        """It has said what it wants."""
        waiting = self._silent.get(connection.address, OrderedDict())
        if connection in waiting:
            self._count -= 1
            del waiting[connection]
            if not waiting:
                del self._silent[connection.address]

    def _longest_silent(self) -> Careful:
        busiest = max(self._silent.values(), key=len)
        return next(iter(busiest))


class Careful(asyncio.Protocol):
    """What HTTP and WebSocket connections have in common: who does not read is sent away."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _reading: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        client = getattr(self, "client", None)
        return network(client[0]) if client else ""

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading = self.loop.call_later(SECONDS_TO_READ, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._reading:
            self._reading.cancel()

    def close_soon(self) -> None:
        """Sends what there is to send, and does not wait for ever for it to be read."""
        self.transport.close()
        self.loop.call_later(SECONDS_TO_READ, self.transport.abort)


doorkeeper = Doorkeeper()


class HttpConnection(Careful, H11Protocol):
    """uvicorn's, with an eye on the clock."""

    _asking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        doorkeeper.enter(self)
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._heard()
        doorkeeper.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._heard()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._heard()
        doorkeeper.leave(self)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing():
            doorkeeper.wait_for(self)
            self._await_request()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.close_soon()

    def _await_request(self) -> None:
        self._asking = self.loop.call_later(SECONDS_TO_ASK, self.transport.abort)

    def _heard(self) -> None:
        doorkeeper.hear(self)
        if self._asking:
            self._asking.cancel()
            self._asking = None


class SocketConnection(Careful, WebSocketsSansIOProtocol):
    """uvicorn's, which reads a little at a time and no flood."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._bucket = Bucket(SOCKET_RATE)

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        with contextlib.suppress(AttributeError):  # another event loop may not have it
            transport.max_size = BYTES_AT_A_TIME
        doorkeeper.enter(self)
        doorkeeper.hear(self)

    def connection_lost(self, exc: Exception | None) -> None:
        doorkeeper.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._bucket.take(len(data)):
            self.transport.abort()
        else:
            super().data_received(data)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.close_soon()


def make_room() -> None:
    """As many connections as the system lets this process have."""
    global doorkeeper
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + FILES_KEPT_FREE
    if soft < wanted:
        allowed = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        doorkeeper = Doorkeeper(max(1, allowed - FILES_KEPT_FREE))
