"""Clocks in a match: when the time of a player is up, the game is over.

When that is follows from the log, and is kept beside it, so that whichever process is there at that
moment sees to it; one that was away sees to it when it is back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from tetrad.matches import actions
from tetrad.matches.log import Draft, Standing
from tetrad.matches.refusals import ConflictError
from tetrad.position import Player
from tetrad.server import clock
from tetrad.server.rooms.room import Room
from tetrad.server.storage.database import AwayError

log = logging.getLogger("tetrad.server")

SECONDS_BETWEEN_TRIES = 1.0


class Act(Protocol):
    def __call__(
        self, room: Room, you: frozenset[Player], decide: Callable[[Standing], Draft | None]
    ) -> Awaitable[bool]: ...


class Flags:
    """Lets flags fall."""

    def __init__(self, act: Act, claim: Callable[[Room], Awaitable[bool]]) -> None:
        self._act, self._claim = act, claim
        self._falling: dict[str, asyncio.Task[None]] = {}
        self._closing = False

    def wake(self, room: Room) -> None:
        """Ends the game if somebody's time is up."""
        due = room.standing.due
        if due and due.kind == "clock" and due.at <= clock.now() and room.id not in self._falling:
            task = asyncio.create_task(self._fall(room))
            self._falling[room.id] = task
            task.add_done_callback(lambda _: self._falling.pop(room.id, None))

    async def _fall(self, room: Room) -> None:
        """While the database is away it is tried again: the lease is this process's own."""
        while True:
            try:
                if await self._claim(room):
                    await self._act(room, frozenset(), lambda now: actions.flag(now, clock.now()))
                return
            except ConflictError:
                return
            except Exception as error:
                kind = type(error).__name__
                log.warning("the flag of match %s could not fall (%s)", room.id, kind)
                if self._closing or not isinstance(error, AwayError):
                    return
            await asyncio.sleep(SECONDS_BETWEEN_TRIES)

    async def close(self) -> None:
        self._closing = True
        await asyncio.gather(*self._falling.values(), return_exceptions=True)
