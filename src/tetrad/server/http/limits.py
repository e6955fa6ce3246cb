"""What stands between the network and the app: sizes, origins, rates and response headers."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tetrad.server.http.answers import Json
from tetrad.server.http.errors import TooManyError, failure, refusal

LARGEST_BODY = 256 * 1024
# A client that is still sending gets its answer only if somebody reads; up to this much is read.
LARGEST_READ = 64 * 1024 * 1024
SECONDS_FOR_A_BODY = 30.0
# Who is a little too fast is slowed down, in seconds; who is much too fast is refused as late.
LONGEST_DELAY = 1.0

CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


# Lets a request in, a little later if need be, or raises TooManyError.
Admit = Callable[[HTTPConnection], Awaitable[None]]


class Guard:
    """The outermost layer of the app."""

    def __init__(self, app: ASGIApp, admit: Admit) -> None:
        self._app = app
        self._admit = admit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_headers(send)
        try:
            await self._admit(HTTPConnection(scope))
        except TooManyError as error:
            await refusal(error)(scope, receive, send)
            return
        if scope["method"] not in SAFE_METHODS:
            if not same_origin(HTTPConnection(scope)):
                answer = failure("cross-origin", "this request comes from another website")
                await Json(answer, 403)(scope, receive, send)
                return
            try:
                async with asyncio.timeout(SECONDS_FOR_A_BODY):
                    body = await _read(receive)
            except TimeoutError:
                answer = failure("too-late", "the request did not come to an end")
                await Json(answer, 408, {"Connection": "close"})(scope, receive, send)
                return
            if body is None:
                answer = failure("too-large", f"a request has at most {LARGEST_BODY} bytes")
                await Json(answer, 413)(scope, receive, send)
                return
            receive = _replay(body, receive)
        await self._app(scope, receive, send)


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from our own pages, or from no web page at all."""
    headers = connection.headers
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    return origin.partition("://")[2] == headers.get("host")


def _with_headers(send: Send) -> Send:
    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sender


async def _read(receive: Receive) -> bytes | None:
    """The body, or None if it is too large."""
    body, length, more = bytearray(), 0, True
    while more and length <= LARGEST_READ:
        message = await receive()
        if message["type"] == "http.disconnect":
            break
        chunk = message.get("body", b"")
        length += len(chunk)
        if length <= LARGEST_BODY:
            body += chunk
        more = message.get("more_body", False)
    return bytes(body) if length <= LARGEST_BODY else None


def _replay(body: bytes, receive: Receive) -> Receive:
    """Hands out the body that has been read, then what comes after it."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receiver() -> Message:
        return messages.pop() if messages else await receive()

    return receiver


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, then so many a second."""

    burst: float
    per_second: float


class Bucket:
    """How much somebody may still do; it fills again by itself, and may be owed something."""

    __slots__ = ("_clock", "_level", "_rate", "_then")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._level, self._then = rate.burst, clock()

    def take(self, tokens: float = 1) -> float:
        """Takes them, and returns for how many seconds that was too early."""
        now = self._clock()
        filled = self._level + (now - self._then) * self._rate.per_second
        self._level, self._then = min(self._rate.burst, filled) - tokens, now
        return max(0.0, -self._level / self._rate.per_second)

    def give_back(self, tokens: float = 1) -> None:
        self._level += tokens


class Buckets:
    """A bucket for every client; those used longest ago are forgotten first."""

    MOST_CLIENTS = 10_000

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, client: Hashable, tokens: float = 1) -> None:
        """Takes some, or raises TooManyError with the time until there is enough."""
        bucket = self._of(client)
        if early := bucket.take(tokens):
            bucket.give_back(tokens)
            raise TooManyError(early)

    async def wait(self, client: Hashable, tokens: float = 1) -> None:
        """Takes some, a little later if need be; who would wait long is refused, and waits too."""
        bucket = self._of(client)
        if early := bucket.take(tokens):
            refused = early > LONGEST_DELAY
            if refused:
                bucket.give_back(tokens)
            await asyncio.sleep(min(early, LONGEST_DELAY))
            if refused:
                raise TooManyError(early)

    def _of(self, client: Hashable) -> Bucket:
        bucket = self._buckets.pop(client, None) or Bucket(self._rate, self._clock)
        self._buckets[client] = bucket
        if len(self._buckets) > self.MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return bucket


def client(connection: HTTPConnection) -> str:
    """Where a request comes from."""
    return network(connection.client.host) if connection.client else "?"


@lru_cache(maxsize=4096)
def network(host: str) -> str:
    """The address; of IPv6 the part that one household has to itself."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, 64), strict=False))
