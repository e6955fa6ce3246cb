"""The outermost layer: which names the server answers to, who asks, how much, and from where.

A website can be given a name that leads to this computer (DNS rebinding), and would then be taken
for the app's own page. So a server answers only under names that are its own: those it was told,
and otherwise those that no website can have, which are addresses and this computer's own names.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from functools import lru_cache
from ipaddress import ip_address

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tetrad.matches.refusals import RefusedError
from tetrad.rules import GAMES
from tetrad.server.addresses import is_loopback
from tetrad.server.http.answers import Json
from tetrad.server.http.errors import TooManyError, failure, refusal, while_there
from tetrad.server.http.headers import PRIVATE, headers
from tetrad.server.http.identity import KNOWN, is_safe
from tetrad.server.http.limits import SAFE_METHODS, same_origin
from tetrad.server.settings import Settings

LARGEST_BODY = 256 * 1024
# A client that is still sending gets its answer only if somebody reads; up to this much is read.
LARGEST_READ = 64 * 1024 * 1024
# A little less than a connection has to finish its request: who is late is told so.
SECONDS_FOR_A_BODY = 8.0

# Finds out who asks and lets the request in, a little later if need be, or raises TooManyError.
# What it gives is a cookie to send along, or None.
Admit = Callable[[HTTPConnection], Awaitable[Response | None]]


class Hosts:
    """The names a server answers to."""

    def __init__(self, settings: Settings) -> None:
        self._any = settings.hosted and not settings.allow_host
        self._told = settings.allow_host
        own = socket.gethostname().lower()
        self._own = {"localhost", own, f"{own}.local", own.partition(".")[0], settings.host}
        self._known = lru_cache(maxsize=1024)(self._allow)

    def allow(self, connection: HTTPConnection) -> bool:
        client = connection.client.host if connection.client else ""
        return self._known(connection.headers.get("host", "")[:300], _is_near(client))

    def _allow(self, header: str, near: bool) -> bool:
        name = host_of(header)
        if self._any or (near and (name == "localhost" or is_loopback(name))):
            return True
        if self._told:
            return any(_fits(name, told) for told in self._told)
        return name in self._own or _is_address(name) or name.endswith(".localhost")


def host_of(header: str) -> str:
    """The name in a Host header, without the port."""
    name = header.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0].rstrip(".")


def secure_name(connection: HTTPConnection) -> str | None:
    """The name by which a browser trusts the line: over TLS, or on the computer itself."""
    name = host_of(connection.headers.get("host", ""))
    here = name == "localhost" or name.endswith(".localhost")
    trusted = name and not _is_address(name) and (here or is_safe(connection.scope))
    return name if trusted else None


def _fits(name: str, told: str) -> bool:
    if told.startswith("*."):
        return name.partition(".")[2] == told[2:]
    return name == told


_is_near = lru_cache(maxsize=4096)(is_loopback)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """Stands before the app."""

    def __init__(self, app: ASGIApp, admit: Admit, hosts: Hosts) -> None:
        self._app = app
        self._admit = admit
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, _with_headers_of_refusal(send, scope))
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        try:
            await self._admit(connection)
        except RefusedError as error:
            if isinstance(error, TooManyError):
                await while_there(receive, error.told_after)
            welcome = False
        else:
            welcome = self._hosts.allow(connection) and not _leads_nowhere(scope)
        if welcome:
            await self._app(scope, receive, send)
        else:
            await send({"type": "websocket.close"})

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Whatever is asked counts, also what is answered with a refusal."""
        connection, plain = HTTPConnection(scope), _with_headers(send, scope)
        try:
            cookie = await self._admit(connection)
        except RefusedError as error:
            await refusal(error)(scope, receive, plain)
            return
        if not self._hosts.allow(connection):
            await Json(wrong_host(), 421)(scope, receive, plain)
            return
        if _leads_nowhere(scope):
            nothing = failure("not-found", "there is nothing at an address with a NUL in it")
            await Json(nothing, 404)(scope, receive, plain)
            return
        send = _with_headers(send, scope, cookie)
        if scope["method"] in SAFE_METHODS:
            await self._app(scope, receive, send)
            return
        problem, body = await _taken(connection, receive)
        if problem:
            await problem(scope, receive, send)
        else:
            await self._app(scope, _replay(body, receive), send)


def _leads_nowhere(scope: Scope) -> bool:
    """PostgreSQL knows no text with a NUL, SQLite does: here it is the same on both.

    What is asked about a game is notation, and answered as such.
    """
    path = scope["path"]
    notation = path.startswith(tuple(f"/api/{game}" for game in GAMES))
    return "\0" in path or (b"%00" in scope["query_string"] and not notation)


def wrong_host() -> dict[str, dict[str, str]]:
    told = "this server has another name; its operator can allow this one with --allow-host"
    return failure("wrong-host", told)  # type: ignore[return-value]


async def _taken(connection: HTTPConnection, receive: Receive) -> tuple[Response | None, bytes]:
    """The body of a request that changes something, or why it is refused."""
    if not same_origin(connection):
        return Json(failure("cross-origin", "this request comes from another website"), 403), b""
    try:
        async with asyncio.timeout(SECONDS_FOR_A_BODY):
            body = await _read(receive)
    except TimeoutError:
        answer = failure("too-late", "the request did not come to an end")
        return Json(answer, 408, {"Connection": "close"}), b""
    if body is None:
        answer = failure("too-large", f"a request has at most {LARGEST_BODY} bytes")
        return Json(answer, 413), b""
    return None, body


def _with_headers(send: Send, scope: Scope, cookie: Response | None = None) -> Send:
    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            sent = MutableHeaders(scope=message)
            if scope.get(KNOWN) and scope["path"].startswith("/api/"):
                sent.setdefault("Cache-Control", PRIVATE["Cache-Control"])
            for name, value in headers(safe=is_safe(scope)).items():
                sent.setdefault(name, value)
            for given in cookie.headers.getlist("set-cookie") if cookie else ():
                sent.append("set-cookie", given)
        await send(message)

    return sender


def _with_headers_of_refusal(send: Send, scope: Scope) -> Send:
    """A socket that is closed before it was open is an answer of HTTP, with what belongs to one."""
    accepted = "websocket.http.response" not in scope.get("extensions", {})

    async def sender(message: Message) -> None:
        nonlocal accepted
        if message["type"] == "websocket.close" and not accepted:
            raw = [
                (n.lower().encode(), v.encode()) for n, v in headers(safe=is_safe(scope)).items()
            ]
            start = {"type": "websocket.http.response.start", "status": 403, "headers": raw}
            await send(start)
            await send({"type": "websocket.http.response.body", "body": b""})
            return
        accepted = accepted or message["type"] == "websocket.accept"
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
