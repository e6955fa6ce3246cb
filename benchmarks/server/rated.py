"""Rated games: between accounts that found each other, and counted when a pairing is over."""

from __future__ import annotations

import asyncio
import itertools
import random
import secrets
import time
from collections.abc import Sequence
from typing import Any

from benchmarks.server.clients import ask, exchange, request
from benchmarks.server.crowd import Door, Seated, each_of

ACCOUNTS = 200
# Passwords are made hard to guess, which takes a processor a while.
SIGN_UPS_AT_ONCE = 4
PLIES_OF_A_PAIRING = 160
PAUSE = 0.05


class Club:
    """Accounts, of which two at a time play a rated game; each plays many at once."""

    def __init__(self, ports: Sequence[int], clock: dict[str, int]) -> None:
        self._ports, self._clock = ports, clock
        self._cookies = list[str]()
        # One offer at a time, so that it is taken up by who is meant.
        self._meeting = asyncio.Lock()
        # Seconds from the end of a pairing until its ratings were told.
        self.counted = list[float]()
        self.failed = 0

    async def open(self) -> None:
        self._cookies = await each_of(range(ACCOUNTS), self._sign_up, SIGN_UPS_AT_ONCE)

    async def _sign_up(self, number: int) -> str:
        account = {"name": f"Player {number}", "password": secrets.token_urlsafe(12)}
        sent = request("POST", "/api/people", account)
        head, _ = await exchange(self._ports[0], sent, number)
        lines = head.decode("latin-1").split("\r\n")
        cookies = [line.partition(": ")[2] for line in lines if line.lower().startswith("set-c")]
        return cookies[-1].partition(";")[0]

    async def seat(self, number: int, port: int) -> Seated:
        """A game that one of them looked for and another one took up."""
        one = self._cookies[number % ACCOUNTS]
        other = self._cookies[(number + 1 + number // ACCOUNTS) % ACCOUNTS]
        wish = {"game": "qomet", "clock": self._clock, "rated": True}
        async with self._meeting:
            seek = await ask(port, "POST", "/api/seeks", wish, number, one)
            path = f"/api/seeks/{seek['id']}/accept"
            match = (await ask(port, "POST", path, {}, number, other))["match"]
        doors = Door(cookie=one), Door(cookie=other)
        seen = await ask(port, "GET", f"/api/matches/{match}", None, number, one)
        return Seated(match, doors if seen["you"] == [1] else doors[::-1])

    async def keep_ending(self, games: int, every: float) -> None:
        """As many pairings come to their end as would among so many games that go on."""
        ending = set[asyncio.Task[None]]()
        try:
            for number in itertools.count(games):
                await asyncio.sleep(random.expovariate(games / (PLIES_OF_A_PAIRING * every)))
                ending.add(asyncio.create_task(self._end(number)))
        finally:
            for task in ending:
                task.cancel()
            ended = await asyncio.gather(*ending, return_exceptions=True)
            self.failed = sum(isinstance(each, Exception) for each in ended)

    async def _end(self, number: int) -> None:
        """Both games of a pairing are given up, by a different one each."""
        port = self._ports[number % len(self._ports)]
        first = await self.seat(number, port)
        begin, other = first.doors
        await self._resign(port, number, first.match, begin)
        second = (await self._until(port, number, first.match, "rematch"))["rematch"]
        await self._resign(port, number, second, other)
        begun = time.perf_counter()
        await self._until(port, number, second, "counted")
        self.counted.append(time.perf_counter() - begun)

    async def _resign(self, port: int, number: int, match: str, who: Door) -> None:
        await ask(port, "POST", f"/api/matches/{match}/resign", {}, number, who.cookie)

    async def _until(self, port: int, number: int, match: str, what: str) -> dict[str, Any]:
        while True:
            seen = await ask(port, "GET", f"/api/matches/{match}", None, number)
            if seen[what] is not None:
                return seen
            await asyncio.sleep(PAUSE)
