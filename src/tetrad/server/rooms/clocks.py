"""Clocks in a match: when the time of a player is up, the game is over.

When that is follows from the log, and is kept beside it, so that whichever process is there at that
moment sees to it; one that was away sees to it when it is back.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from tetrad.matches import actions
from tetrad.matches.log import Draft, Standing
from tetrad.matches.refusals import ConflictError
from tetrad.position import Player
from tetrad.server import clock
from tetrad.server.rooms.room import Room

log = logging.getLogger("tetrad.server")


class Act(Protocol):
    def __call__(
        self, room: Room, you: frozenset[Player], decide: Callable[[Standing], Draft | None]
    ) -> Awaitable[bool]: ...


class Flags:
    """Lets flags fall."""

    def __init__(self, act: Act, claim: Callable[[Room], Awaitable[bool]]) -> None:
        self._act, self._claim = act, claim
        self._falling: dict[str, asyncio.Task[None]] = {}

    def wake(self, room: Room) -> None:
        """Ends the game if somebody's time is up."""
        due = room.standing.due
        if due and due.kind == "clock" and due.at <= clock.now() and room.id not in self._falling:
            task = asyncio.create_task(self._fall(room))
            self._falling[room.id] = task
            task.add_done_callback(lambda _: self._falling.pop(room.id, None))

    async def _fall(self, room: Room) -> None:
        try:
            if await self._claim(room):
                with contextlib.suppress(ConflictError):
                    await self._act(room, frozenset(), lambda now: actions.flag(now, clock.now()))
        except Exception as error:
            log.warning("the flag of match %s could not fall (%s)", room.id, type(error).__name__)

    async def close(self) -> None:
        await asyncio.gather(*self._falling.values(), return_exceptions=True)
