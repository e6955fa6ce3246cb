"""Connections that nobody can hold on to: who says nothing, or never reads, makes room.

A client has a few seconds to say what it wants, to the end of its request, and some more to read
what it is sent. Of those who have not yet done so only so many are kept: when there are more, the
one who has waited longest at the busiest address goes. No address has more than its share of all
places, and where all are taken, the address that has most of them makes room: nobody's neighbour
has to. A WebSocket may send as much as a player needs, no flood.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tetrad.server.http.answers import Json
from tetrad.server.http.errors import failure
from tetrad.server.http.headers import HEADERS
from tetrad.server.http.limits import Bucket, Rate, among, network

SECONDS_TO_ASK = 10.0
SECONDS_TO_READ = 20.0
# Open files that are not connections: the database, the engine's processes, pages being read.
FILES_KEPT_FREE = 200
MOST_CONNECTIONS = 20_000
MOST_SILENT = 500
# An address has at most a quarter of all places: 5,000, or 300 pupils with 16 each.
SHARES = 4
# A player's messages have some fifty bytes; larger ones are read in pieces, others in between.
SOCKET_RATE = Rate(burst=64 * 1024, per_second=8 * 1024)
BYTES_AT_A_TIME = 4 * 1024
# Under this name the app finds a way to write frames that it has made itself.
WRITE_NOW = "tetrad.write_now"


class Doorkeeper:
    """Counts the connections of this process, and knows those who have not asked anything yet."""

    def __init__(
        self, most: int = MOST_CONNECTIONS, most_silent: int = MOST_SILENT,
        proxies: Iterable[str] = (),
    ) -> None:  # fmt: skip
        self._room = most
        self._share = max(1, most // SHARES)
        self._most_silent = min(most_silent, most // 2)
        self._silent: dict[str, OrderedDict[Careful, None]] = {}
        self._all: dict[str, OrderedDict[Careful, None]] = {}
        self._count = 0
        # Behind a proxy are many; it has an eye on their shares itself.
        self._is_proxy = lru_cache(maxsize=4096)(among(proxies))

    def enter(self, connection: Careful) -> None:
        """Lets a connection in; where there is no room, another one leaves, or the new one."""
        self._room -= 1
        own = self._all.setdefault(connection.address, OrderedDict())
        own[connection] = None
        self.wait_for(connection)
        if len(own) > self._share and not self._is_proxy(connection.address):
            self._first_of(connection.address).transport.abort()
        elif self._room < 0:
            self._make_room(connection).transport.abort()
        elif self._count > self._most_silent:
            self._longest_silent().transport.abort()

    def leave(self, connection: Careful) -> None:
        self._room += 1
        self.hear(connection)
        own = self._all.get(connection.address, OrderedDict())
        own.pop(connection, None)
        if not own:
            self._all.pop(connection.address, None)

    def _make_room(self, connection: Careful) -> Careful:
        """Somebody who has said nothing, or of the address with most places, or the new one."""
        if self._count > 1:
            return self._longest_silent()
        busiest = max(self._all, key=lambda address: len(self._all[address]))
        own = len(self._all[connection.address])
        fair = len(self._all[busiest]) > own and not self._is_proxy(busiest)
        return next(iter(self._all[busiest])) if fair else connection

    def _first_of(self, address: str) -> Careful:
        """The one that has been silent longest; the new one is silent, too."""
        return next(iter(self._silent[address]))

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
        before = self.cycle
        super().data_received(data)
        self._note_request(before)

    def _note_request(self, before: RequestResponseCycle | None) -> None:
        """Whether the request that is not answered yet is whole, or begins after an earlier one."""
        cycle = self.cycle
        if cycle is None or cycle.response_complete:
            return
        if not cycle.more_body:
            self._heard()
        elif cycle is not before and self._asking:
            # For the rest of the request there is as much time again; until then it says nothing.
            self._await_request()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._heard()
        doorkeeper.leave(self)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """What came behind this request begins now: another one, or a WebSocket's connection."""
        before = self.cycle
        super().on_response_complete()
        if not self.transport.is_closing() and self.transport.get_protocol() is self:
            doorkeeper.wait_for(self)
            self._await_request()
            self._note_request(before)

    def send_400_response(self, msg: str) -> None:
        """What cannot be read as HTTP is answered like everything else, and then it is over."""
        body = msgspec.json.encode(failure("bad-request", msg))
        sent = {**HEADERS, "Content-Type": Json.media_type, "Connection": "close"}
        sent["Content-Length"] = str(len(body))
        for event in (
            h11.Response(status_code=400, headers=list(sent.items()), reason=b"Bad Request"),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.close_soon()

    def _await_request(self) -> None:
        if self._asking:
            self._asking.cancel()
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
        self._let_go()

    def _let_go(self) -> None:
        """Leaves no cycles behind: the collector, which stops everybody, is seldom needed."""
        if scope := getattr(self, "scope", None):
            scope["extensions"].pop(WRITE_NOW, None)
        self.conn.parser.close()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][WRITE_NOW] = self.write_now  # type: ignore[assignment]

    def write_now(self, frame: bytes) -> bool:
        """Writes a whole frame past all queues, unless the client reads too slowly for that."""
        ready = self.handshake_complete and not self.close_sent and not self.disconnected
        if ready and self.writable.is_set() and not self.transport.is_closing():
            self.transport.write(frame)
            return True
        return False

    def data_received(self, data: bytes) -> None:
        if self._bucket.take(len(data)):
            self.transport.abort()
        else:
            super().data_received(data)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.close_soon()


@lru_cache(maxsize=512)
def text_frame(text: str) -> bytes:
    """A message as it goes over the wire, the same for everybody: made once, not masked."""
    data = text.encode()
    length = len(data)
    if length < 126:
        return bytes((0x81, length)) + data
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big") + data
    return b"\x81\x7f" + length.to_bytes(8, "big") + data


def make_room(proxies: Iterable[str] = ()) -> None:
    """As many connections as the system lets this process have."""
    global doorkeeper
    doorkeeper = Doorkeeper(_most(), proxies=proxies)


def _most() -> int:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + FILES_KEPT_FREE
    if soft >= wanted:
        return MOST_CONNECTIONS
    allowed = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return max(1, allowed - FILES_KEPT_FREE)
