"""Games that somebody has left, and whose flag falls while other things break.

Both players have made their first move, and the first one does nothing more. The flag falls when
the time is up, to the second: not a moment earlier, and whoever waits for it hears of it then, or
soon after the end of a fault that was in the way.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.chaos.players import Player, beginning_with, move_at
from tests.chaos.stopwatch import ROUNDING

# As little as a clock may have. A flag waits up to a second for a move that is on the line.
SHORTEST, GRACE = 30, 1.0
# Seconds until the flags fall: one every three seconds, from the first fault on and without end.
IN_THE_BEGINNING, AFTER_EACH_FAULT = range(SHORTEST, 90, 3), range(50, 65, 3)


@dataclass
class Waiting(Player):
    """Who waits for the flag of the other one."""

    base: int = 0
    moved: float = 0.0
    over: bool = False

    @property
    def due(self) -> float:
        """Until then the flag has fallen."""
        return self.moved + self.base + GRACE

    @property
    def seconds_used(self) -> float:
        return self.watch.at[2] - self.watch.at[1]

    async def play(self) -> None:
        """Until the flag has fallen."""
        waiting = asyncio.create_task(super().play())
        try:
            while not self.over:
                await asyncio.sleep(0.02)
        finally:
            waiting.cancel()

    def hear(self, told: dict[str, Any]) -> None:
        if told.get("kind") == "flag" and not self.over:
            self.watch.hear(2, told, time.monotonic())
            self.over = True
        super().hear(told)


@dataclass
class Flags:
    """Those that fall while other things break."""

    addresses: list[str]
    waiting: list[Waiting] = field(default_factory=list)
    _at_it: list[asyncio.Task[None]] = field(default_factory=list)

    async def add(self, bases: Iterable[int]) -> None:
        async with httpx.AsyncClient(timeout=60) as client:
            for number, base in enumerate(bases):
                player = await self._begin(client, number, base)
                self.waiting.append(player)
                self._at_it.append(asyncio.create_task(player.play()))

    async def _begin(self, client: httpx.AsyncClient, number: int, base: int) -> Waiting:
        """A match in which the first player's time runs from now on."""
        addresses = beginning_with(number, self.addresses)
        url = f"{addresses[0]}/api/matches"
        wish = {"game": "qomet", "repetition": False, "clock": {"base": base}}
        made = (await client.post(url, json=wish)).raise_for_status().json()
        for ply, token in enumerate(made["tokens"].values()):
            move, header = (
                {"move": move_at(ply), "seq": ply + 1},
                {"Authorization": f"Bearer {token}"},
            )
            played = await client.post(f"{url}/{made['id']}/moves", json=move, headers=header)
            played.raise_for_status()
        # The first move is known, the second one is heard: the time runs from then on.
        player = Waiting(made["id"], 2, made["tokens"]["2"], addresses, 1.0, [move_at(0)])
        player.base, player.moved = base, time.monotonic()
        return player

    async def first_is_due(self) -> None:
        first = min((each.due for each in self.waiting), default=0.0)
        await asyncio.sleep(max(0.0, first - time.monotonic()))

    async def all_fell(self, since: float, within: float) -> None:
        """Those that had to fall by then are there; an error says which is not."""
        for each in self.waiting:
            while each.due <= since and not each.over:
                late = time.monotonic() - each.due
                assert time.monotonic() < since + within, (
                    f"the flag of {each.match} has not fallen {late:.1f} s after its time:"
                    f" {each.last_problem}"
                )
                await asyncio.sleep(0.02)

    async def leave(self) -> None:
        for task in self._at_it:
            task.cancel()
        await asyncio.gather(*self._at_it, return_exceptions=True)

    def check(self) -> int:
        """No flag fell before its time; how many fell."""
        fallen = [each for each in self.waiting if each.over]
        for each in fallen:
            assert each.seconds_used >= each.base - ROUNDING, (
                f"the flag of {each.match} fell after {each.seconds_used} of {each.base} s"
            )
        return len(fallen)
