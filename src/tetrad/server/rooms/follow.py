"""Rooms that are watched follow the log, whichever process has written to it.

Where the processes are joined by Redis they wake each other at once, and this is the net below;
where they are not, or Redis is gone, it is the only way, and a move takes up to a second longer.
"""

from __future__ import annotations

import asyncio
import logging

from tetrad.server.rooms.opened import OpenRooms
from tetrad.server.rooms.room import Room
from tetrad.server.rooms.wake import Channel
from tetrad.server.storage.database import AwayError
from tetrad.server.storage.store import Store

log = logging.getLogger("tetrad.server")

SECONDS_BETWEEN_LOOKS = 0.5
# While the others say themselves that there is something to see.
SECONDS_WHILE_CONNECTED = 4.0


class Follower:
    """Looks at the log for all rooms together."""

    def __init__(self, store: Store, channel: Channel, rooms: OpenRooms) -> None:
        self._store, self._channel, self._rooms = store, channel, rooms
        self._now = asyncio.Event()
        self._stopped = False
        channel.on_return(self._now.set)

    async def run(self) -> None:
        """Until it is stopped; a database that is away for a while is no reason to stop."""
        while not self._stopped:
            pause = SECONDS_WHILE_CONNECTED if self._channel.connected else SECONDS_BETWEEN_LOOKS
            hurried = await self._wait(pause)
            try:
                if not self._stopped and (hurried or await self._store.others_wrote()):
                    await self.look()
            except Exception as error:
                log.warning("the log cannot be read (%s)", type(error).__name__)
                await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
                self._now.set()

    def stop(self) -> None:
        """What is being read is read to its end."""
        self._stopped = True
        self._now.set()

    async def _wait(self, seconds: float) -> bool:
        try:
            await asyncio.wait_for(self._now.wait(), seconds)
        except TimeoutError:
            return False
        self._now.clear()
        return True

    async def look(self) -> None:
        """Brings every room that somebody watches level with the log."""
        known = {room.id: (room, room.standing.seq) for room in self._rooms.all() if room.watchers}
        stored = await self._store.seqs(list(known))
        for match_id, (room, seq) in known.items():
            if stored.get(match_id) != seq:
                await self._follow(room)

    async def _follow(self, room: Room) -> None:
        """A match that cannot be read holds up no other: who watches it comes back, and is told."""
        try:
            await self._rooms.follow(room)
        except AwayError:
            raise
        except Exception as error:
            log.warning("the match %s cannot be read (%s)", room.id, type(error).__name__)
            self._rooms.forget(room)
