"""Handing a message to the push service that a browser has named, and to nothing else.

The address comes from outside, so it is not trusted: only https, only a name that leads to public
addresses, and the connection goes to the very address that was looked at. Nothing is followed, and
of the answer only its first line is read. Whatever happens takes ten seconds at most.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
import time
from dataclasses import dataclass
from functools import cached_property
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Literal
from urllib.parse import SplitResult, urlsplit

from tetrad.server.push.encryption import encrypted
from tetrad.server.push.vapid import Key, authorization, data
from tetrad.server.settings import Settings

log = logging.getLogger("tetrad.server")

LONGEST_ENDPOINT = 1024
SECONDS_FOR_ALL = 10.0
# When a service does not answer, or has too much to do.
WAITS = (0.0, 4.0, 30.0)
# IPv4 addresses that are written as IPv6 ones, for a gateway to translate.
_TRANSLATED = ip_network("64:ff9b::/96")

Result = Literal["sent", "gone", "failed"]
Urgency = Literal["normal", "high"]


class EndpointError(ValueError):
    """Why this is not the address of a push service."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser that wants to be told: where, and for whose eyes."""

    id: str
    person: str
    endpoint: str
    public: str
    secret: str
    language: str
    made: float


@dataclass(frozen=True, slots=True)
class Parcel:
    """What to deliver: for how long it matters, and what it takes the place of."""

    message: bytes
    seconds: int
    topic: str
    urgency: Urgency = "normal"


class Delivery:
    """Knows who may be asked to deliver: public services, or any where the operator tests."""

    def __init__(self, settings: Settings) -> None:
        self.local = settings.push == "local"
        self._contact = settings.contact or _site(settings)

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return ssl.create_default_context()

    def check(self, endpoint: str) -> SplitResult:
        """The parts of an address that may be one; raises EndpointError."""
        if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable():
            raise EndpointError("too long, or not an address")
        try:
            parts = urlsplit(endpoint)
            port, host = parts.port, parts.hostname or ""
        except ValueError as error:
            raise EndpointError("not an address") from error
        if " " in endpoint or not host or parts.username is not None or parts.fragment:
            raise EndpointError("not an address")
        if self.local and parts.scheme in ("http", "https"):
            return parts
        if parts.scheme != "https" or port not in (None, 443):
            raise EndpointError("only https")
        literal = _literal(host)
        if not is_public(literal) if literal else "." not in host.rstrip("."):
            raise EndpointError("not public")
        return parts

    async def send(self, to: Subscription, parcel: Parcel, key: Key) -> Result:
        """Tries a few times; what the service has forgotten, or what is none, is gone."""
        for wait in WAITS:
            await asyncio.sleep(wait)
            try:
                async with asyncio.timeout(SECONDS_FOR_ALL):
                    status = await self._post(to, parcel, key)
            except EndpointError:
                return "gone"
            except (OSError, ssl.SSLError, ValueError, EOFError, TimeoutError) as error:
                log.info("a push service does not answer (%s)", type(error).__name__)
                continue
            if 200 <= status < 300:
                return "sent"
            if status in (404, 410):
                return "gone"
            if status != 429 and status < 500:
                log.warning("a push service has refused a message (%d)", status)
                break
        return "failed"

    async def _post(self, to: Subscription, parcel: Parcel, key: Key) -> int:
        """The status of the answer."""
        parts = self.check(to.endpoint)
        secure = parts.scheme == "https"
        port = parts.port or (443 if secure else 80)
        address = await self._address(str(parts.hostname), port)
        request = await asyncio.to_thread(_request, to, parcel, key, self._contact)
        reader, writer = await asyncio.open_connection(
            address, port, limit=4096, ssl=self._tls if secure else None,
            server_hostname=parts.hostname if secure else None,
        )  # fmt: skip
        try:
            writer.write(request)
            await writer.drain()
            return _status(await reader.readline())
        finally:
            writer.transport.abort()

    async def _address(self, host: str, port: int) -> str:
        """Where the name leads; a name that leads inside, if only sometimes, is none."""
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=1)
        addresses = [str(each[4][0]) for each in found]
        if not self.local and not all(is_public(ip_address(each)) for each in addresses):
            raise EndpointError("not public")
        return addresses[0]


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether anybody on the internet has this address: not this machine, nor its network."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is None and address in _TRANSLATED:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
    return address.is_global and not address.is_multicast and not address.is_reserved


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _site(settings: Settings) -> str:
    """Without a contact, the site itself, if it is known."""
    names = [name for name in settings.allow_host if not name.startswith("*")]
    return f"https://{names[0]}" if names else ""


def _request(to: Subscription, parcel: Parcel, key: Key, contact: str) -> bytes:
    parts = urlsplit(to.endpoint)
    body = encrypted(parcel.message, data(to.public), data(to.secret))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: {parts.netloc}",
        f"Authorization: {authorization(key, to.endpoint, contact, time.time())}",
        "Content-Encoding: aes128gcm",
        "Content-Type: application/octet-stream",
        f"Content-Length: {len(body)}",
        f"TTL: {max(0, parcel.seconds)}",
        f"Urgency: {parcel.urgency}",
        f"Topic: {parcel.topic}",
        "Connection: close",
    ]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _status(line: bytes) -> int:
    words = line.split(b" ", 2)
    if len(words) < 2 or not words[0].startswith(b"HTTP/1.") or not words[1].isdigit():
        raise EOFError("no answer")
    return int(words[1])
