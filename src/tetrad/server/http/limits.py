"""How much somebody may do: rates, and whom they are counted for."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address, ip_network

from starlette.requests import HTTPConnection

from tetrad.server.http.errors import TooManyError

# Who is a little too fast is slowed down, in seconds; who is much too fast is refused as late.
LONGEST_DELAY = 1.0

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from our own pages, or from no web page at all."""
    headers = connection.headers
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    return origin.partition("://")[2] == headers.get("host")


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, then so many a second."""

    burst: float
    per_second: float


# So many refusals a second cost little, however many connections ask for them.
REFUSALS = Rate(burst=300, per_second=150)
LONGEST_REFUSAL = 20.0


class Bucket:
    """How much somebody may still do; it fills again by itself, and may be owed something."""

    __slots__ = ("_clock", "_level", "_rate", "_refusals", "_then")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._level, self._then = rate.burst, clock()
        self._refusals: Bucket | None = None

    def take(self, tokens: float = 1) -> float:
        """Takes them, and returns for how many seconds that was too early."""
        now = self._clock()
        filled = self._level + (now - self._then) * self._rate.per_second
        self._level, self._then = min(self._rate.burst, filled) - tokens, now
        return max(0.0, -self._level / self._rate.per_second)

    def charge(self, tokens: float) -> None:
        """Takes what was taken elsewhere; nobody owes more than they can save."""
        self.take(tokens)
        self._level = max(self._level, -self._rate.burst)

    def refuse(self) -> float:
        """After how many seconds a refusal is told: who brings thousands waits for them."""
        self._refusals = self._refusals or Bucket(REFUSALS, self._clock)
        late = self._refusals.take()
        if late > LONGEST_REFUSAL:
            self._refusals.give_back()
        return min(max(LONGEST_DELAY, late), LONGEST_REFUSAL)

    def give_back(self, tokens: float = 1) -> None:
        self._level += tokens


class Buckets:
    """A bucket for every client; those used longest ago are forgotten first."""

    MOST_CLIENTS = 10_000

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        # Who else wants to know what somebody has taken.
        self.on_take: Callable[[str, float], None] | None = None
        self.on_refusal: Callable[[], None] | None = None

    @property
    def rate(self) -> Rate:
        return self._rate

    def take(self, client: Hashable, tokens: float = 1) -> None:
        """Takes some, or raises TooManyError with the time until there is enough."""
        bucket = self._of(str(client))
        if early := bucket.take(tokens):
            bucket.give_back(tokens)
            raise self._refusal(early)
        self._tell(client, tokens)

    def charge(self, client: str, tokens: float) -> None:
        """Takes what somebody has taken elsewhere."""
        self._of(client).charge(tokens)

    async def wait(self, client: Hashable, tokens: float = 1) -> None:
        """Takes some, a little later if need be; who would wait long is refused.

        The refusal says when it is to be told, for nobody is kept waiting who has gone.
        """
        bucket = self._of(str(client))
        early = bucket.take(tokens)
        if early > LONGEST_DELAY:
            bucket.give_back(tokens)
            raise self._refusal(early, bucket.refuse())
        self._tell(client, tokens)
        if early:
            await asyncio.sleep(early)

    def _refusal(self, early: float, told_after: float = 0.0) -> TooManyError:
        if self.on_refusal:
            self.on_refusal()
        return TooManyError(early, told_after)

    def _tell(self, client: Hashable, tokens: float) -> None:
        if self.on_take:
            self.on_take(str(client), tokens)

    def _of(self, client: str) -> Bucket:
        bucket = self._buckets.pop(client, None) or Bucket(self._rate, self._clock)
        self._buckets[client] = bucket
        if len(self._buckets) > self.MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return bucket


class Places:
    """So many at a time for everybody."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken: Counter[str] = Counter()

    @contextmanager
    def one(self, who: str) -> Iterator[None]:
        """One place while it is used, or TooManyError."""
        if self._taken[who] >= self.most:
            raise TooManyError(1.0)
        self._taken[who] += 1
        try:
            yield
        finally:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]

    def total(self) -> int:
        return self._taken.total()


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


def among(networks: Iterable[str]) -> Callable[[str], bool]:
    """Whether an address, as connections are counted by, is in one of these networks."""
    known = [ip_network(each, strict=False) for each in networks]

    def is_among(address: str) -> bool:
        try:
            found = ip_network(address)
        except ValueError:
            return False
        return any(found.version == each.version and found.overlaps(each) for each in known)

    return is_among
