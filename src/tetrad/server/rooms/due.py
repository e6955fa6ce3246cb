"""What is due in a match is done by one process: a bot's move today, whatever has a time tomorrow.

A match with something due has an owner, the process that wrote its last event, for as long as that
process is sure to be there. An owner that is gone leaves the match to whoever finds it first: each
process looks every second, and an atomic update of the database decides between two.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Iterable

from tetrad.server import clock
from tetrad.server.rooms.room import Room
from tetrad.server.storage.database import AwayError
from tetrad.server.storage.leases import Leases

log = logging.getLogger("tetrad.server")

SECONDS_BETWEEN_LOOKS = 1.0
# What is due later than this is found when its time comes.
LONGEST_ALARM = 30.0
# A match that cannot be opened is tried again, though not every second.
SECONDS_TO_LEAVE_ALONE = 60.0

# Looks at a match and begins, or ends, what is its own.
Handler = Callable[[Room], None]


class Dues:
    """Sees to what is due; each kind has a handler, which is asked whenever a match has changed."""

    def __init__(
        self, leases: Leases, handlers: Iterable[Handler], rooms: Callable[[], Iterable[Room]],
        enter: Callable[[str], Awaitable[Room]],
    ) -> None:  # fmt: skip
        self._leases, self.handlers = leases, list(handlers)
        self._rooms, self._enter = rooms, enter
        self._stopped = asyncio.Event()
        self._left_alone: dict[str, float] = {}

    def look_after(self, room: Room) -> None:
        """What is due now is begun; what is due soon has an alarm."""
        if room.alarm:
            room.alarm.cancel()
            room.alarm = None
        for handler in self.handlers:
            handler(room)
        due = room.standing.due
        wait = due.at - clock.now() if due else 0.0
        if 0 < wait <= LONGEST_ALARM:
            loop = asyncio.get_running_loop()
            room.alarm = loop.call_later(wait, self.look_after, room)

    async def run(self, *, by_force: bool = False) -> None:
        """Until it is stopped: what nobody sees to is taken over, what is under way is kept.

        By force, the first time also what another process sees to.
        """
        while not self._stopped.is_set():
            try:
                await self._leases.renew([room.id for room in self._rooms() if room.busy])
                await self.take_over(by_force=by_force)
                by_force = False
            except Exception as error:
                log.warning("what is due cannot be read (%s)", type(error).__name__)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), SECONDS_BETWEEN_LOOKS)

    def stop(self) -> None:
        """What is being read is read to its end."""
        self._stopped.set()

    async def take_over(self, *, by_force: bool = False) -> None:
        """Claims what is due and has no owner; by force, also what has one."""
        soon = clock.now() + LONGEST_ALARM / 2
        found = await self._leases.due(soon, whoever_sees_to_it=by_force)
        seen_to = {room.id for room in self._rooms() if room.alarm}
        for match_id in found:
            if self._stopped.is_set():
                return
            if match_id in seen_to or self._left_alone.get(match_id, 0.0) > time.monotonic():
                continue
            try:
                await self._take(match_id, by_force=by_force)
            except AwayError:
                raise
            except Exception as error:
                self._leave_alone(match_id, error)

    async def _take(self, match_id: str, *, by_force: bool) -> None:
        if await self._leases.claim(match_id, by_force=by_force):
            room = await self._enter(match_id)
            room.mine = True
            self.look_after(room)

    def _leave_alone(self, match_id: str, error: Exception) -> None:
        """One match that cannot be opened keeps nobody from the others; it is said once."""
        if match_id not in self._left_alone:
            log.warning("the match %s cannot be seen to (%s)", match_id, type(error).__name__)
        self._left_alone[match_id] = time.monotonic() + SECONDS_TO_LEAVE_ALONE
