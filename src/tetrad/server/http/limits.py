"""What stands between the network and the app: sizes, origins, rates and response headers."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tetrad.server.http.answers import Json
from tetrad.server.http.errors import TooManyError, failure

LARGEST_BODY = 256 * 1024
# A client that is still sending gets its answer only if somebody reads; up to this much is read.
LARGEST_READ = 64 * 1024 * 1024

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


class Guard:
    """The outermost layer of the app."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_headers(send)
        if scope["method"] not in SAFE_METHODS:
            if not same_origin(HTTPConnection(scope)):
                answer = failure("cross-origin", "this request comes from another website")
                await Json(answer, 403)(scope, receive, send)
                return
            body = await _read(receive)
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


class Buckets:
    """A token bucket for every client; those that are full again are forgotten first."""

    MOST_CLIENTS = 10_000

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> None:
        """Takes one token, or raises TooManyError with the time until the next."""
        now = self._clock()
        level, then = self._levels.pop(client, (self._rate.burst, now))
        level = min(self._rate.burst, level + (now - then) * self._rate.per_second)
        self._levels[client] = (max(0.0, level - 1 if level >= 1 else level), now)
        if len(self._levels) > self.MOST_CLIENTS:
            self._levels.popitem(last=False)
        if level < 1:
            wait = (1 - level) / self._rate.per_second
            raise TooManyError(wait)


def client(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "?"
