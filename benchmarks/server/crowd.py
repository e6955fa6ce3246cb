"""Games that are being played: two people each, who move in turn and show that they are there.

Nothing here waits in a task of its own: a message that comes in, or a time that has come, leads to
the next thing to do.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from benchmarks.server.clients import Line, ask, line, lines_of_play

T = TypeVar("T")
R = TypeVar("R")

LINES = 500
AT_ONCE = 50
# As many events as a match may have.
MOST = 9_000


class Told(msgspec.Struct):
    """What of a message matters here."""

    kind: str | None = None
    seq: int | None = None
    pong: int | None = None
    error: Any = None


_read = msgspec.json.Decoder(Told).decode


@dataclass
class Times:
    """Seconds from a move until the player who made it, and until the opponent, has heard it."""

    acknowledged: list[float] = field(default_factory=list)
    relayed: list[float] = field(default_factory=list)
    refused: list[Any] = field(default_factory=list)


@dataclass(frozen=True)
class Door:
    """What opens a seat: a token in the address, or an account's cookie."""

    token: str = ""
    cookie: str = ""


@dataclass(frozen=True)
class Seated:
    """A match, and what opens the seat of who begins and that of the other one."""

    match: str
    doors: tuple[Door, Door]


Seat = Callable[[int, int], Awaitable[Seated]]


def unrated(clock: dict[str, int] | None) -> Seat:
    """Games of people without an account."""

    async def seat(number: int, port: int) -> Seated:
        wish = {"game": "qomet", "repetition": False, "clock": clock}
        made = await ask(port, "POST", "/api/matches", wish, number)
        first, second = (Door(token=f"&token={made['tokens'][each]}") for each in ("1", "2"))
        return Seated(made["id"], (first, second))

    return seat


class Table:
    """A game and its two players; they sit at the first and the last of these ports."""

    def __init__(self, number: int, seated: Seated, moves: Sequence[str], ping: float) -> None:
        self._number, self._seated, self._moves, self._ping = number, seated, moves, ping
        self.plies = 0
        self._heard = [0, 0]
        self._begun = 0.0
        self._lines = list[Line]()
        self._ready = 0
        self._all_there: asyncio.Future[None] | None = None
        self._times = Times()
        self._every, self._until, self._most = 0.0, 0.0, 0
        self._next: asyncio.TimerHandle | None = None
        self.over: asyncio.Future[None] | None = None

    async def connect(self, ports: Sequence[int]) -> None:
        """Both come in, after the last event they know, and are told that they are there."""
        self._ready, self._all_there = 0, asyncio.get_running_loop().create_future()
        self._lines = [
            await line(
                self._number,
                ports[0 if seat == 0 else -1],
                f"/api/matches/{self._seated.match}/events?since={self.plies + 1}{door.token}",
                lambda told, seat=seat: self._hear(seat, told),  # type: ignore[misc]
                door.cookie,
            )
            for seat, door in enumerate(self._seated.doors)
        ]
        await self._all_there

    def leave(self) -> None:
        if self._next:
            self._next.cancel()
        for each in self._lines:
            each.transport.abort()

    def play(self, every: float, until: float, most: int, times: Times) -> asyncio.Future[None]:
        """A move each so many seconds, until the time is over or so many are made."""
        loop = asyncio.get_running_loop()
        self._every, self._until, self._most, self._times = every, until, most, times
        self.over = loop.create_future()
        self._next = loop.call_later(random.random() * every, self._move)
        return self.over

    def _move(self) -> None:
        assert self.over
        if time.perf_counter() >= self._until or self.plies >= self._most:
            self.over.set_result(None)
            return
        self._begun, ply = time.perf_counter(), self.plies
        move = self._moves[ply % len(self._moves)]
        self._lines[ply % 2].send({"move": move, "seq": ply + 1, "id": f"ply-{ply}"})

    def _hear(self, seat: int, message: bytes) -> None:
        told = _read(message)
        if told.kind == "move":
            self._hear_move(seat, told.seq or 0)
        elif told.pong is not None:
            asyncio.get_running_loop().call_later(self._ping, self._sign, seat)
        elif told.kind == "ready":
            self._arrive(seat)
        elif told.error:
            self._times.refused.append(told.error)

    def _hear_move(self, seat: int, seq: int) -> None:
        """Who moved hears that it counts; when the other one has heard it, too, it is done."""
        ply, waited = self.plies, time.perf_counter() - self._begun
        if seq != ply + 2:
            return
        self._heard[seat] = seq
        (self._times.acknowledged if ply % 2 == seat else self._times.relayed).append(waited)
        if self._heard == [seq, seq]:
            self.plies += 1
            loop = asyncio.get_running_loop()
            wait = min(self._every - waited, self._until - time.perf_counter())
            self._next = loop.call_later(max(0.0, wait), self._move)

    def _arrive(self, seat: int) -> None:
        self._ready += 1
        if self._ready == 2 and self._all_there and not self._all_there.done():
            self._all_there.set_result(None)
        if self._ping:
            delay = random.random() * self._ping
            asyncio.get_running_loop().call_later(delay, self._sign, seat)

    def _sign(self, seat: int) -> None:
        """A sign of life, as the app gives it."""
        each = self._lines[seat]
        if not each.transport.is_closing():
            each.send({"ping": 12345, "held": 1000 * self._ping})


class Crowd:
    """All tables."""

    def __init__(
        self, ports: Sequence[int], plies: int, ping: float, lines: int = LINES,
        seat: Seat | None = None,
    ) -> None:  # fmt: skip
        self.ports, self._ping, self._seat = ports, ping, seat or unrated(None)
        self._moves = lines_of_play(lines, plies)
        self.tables = list[Table]()

    async def sit_down(self, games: int) -> None:
        """So many more."""
        begin = len(self.tables)
        made = await each_of(range(begin, begin + games), self._sit, AT_ONCE)
        self.tables += made

    async def _sit(self, number: int) -> Table:
        seated = await self._seat(number, self.ports[number % len(self.ports)])
        table = Table(number, seated, self._moves[number % len(self._moves)], self._ping)
        await table.connect(self.ports)
        return table

    async def play(self, every: float, seconds: float, most: int = MOST) -> tuple[Times, float]:
        """All of them for a while; what they noticed, and how long it took."""
        times, begun = Times(), time.perf_counter()
        until = begun + seconds
        await asyncio.gather(*(each.play(every, until, most, times) for each in self.tables))
        return times, time.perf_counter() - begun

    async def come_back(self) -> None:
        """All at once, as after a restart."""
        await each_of(self.tables, lambda table: table.connect(self.ports), 4 * AT_ONCE)

    def leave(self) -> None:
        for table in self.tables:
            table.leave()


async def each_of(items: Sequence[T], work: Callable[[T], Awaitable[R]], at_once: int) -> list[R]:
    """The work for every item, so many at a time."""
    gate = asyncio.Semaphore(at_once)

    async def one(item: T) -> R:
        async with gate:
            return await work(item)

    return list(await asyncio.gather(*(one(item) for item in items)))
