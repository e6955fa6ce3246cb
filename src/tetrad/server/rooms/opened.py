"""The rooms that are open: copies of what is written down, brought up to date when it matters.

Another process may have written to a match. So whoever comes, or comes back, finds the room as the
log has it; and rooms that somebody watches follow the log by themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

from tetrad.position import Player
from tetrad.server.http.errors import NotFoundError
from tetrad.server.http.identity import Visitor
from tetrad.server.rooms.room import RESTARTING, Room, Slices
from tetrad.server.rooms.together import Together
from tetrad.server.rooms.wake import Channel
from tetrad.server.storage.database import AwayError
from tetrad.server.storage.store import Store

ROOMS_KEPT = 500


class OpenRooms:
    """At most one room for each match; `changed` hears of those that others have changed."""

    def __init__(self, store: Store, channel: Channel, changed: Callable[[Room], None]) -> None:
        self._store, self._changed = store, changed
        self._open: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._recent: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._reading: set[asyncio.Task[None]] = set()
        self._stored, self._seqs = Together(store.load_all), Together(store.seqs)
        self._events = Together(store.events_at)
        self.slices = Slices()
        channel.on("log", self._hear)

    def all(self) -> list[Room]:
        return list(self._open.values())

    def known(self, match_id: str) -> Room | None:
        return self._open.get(match_id)

    async def close(self) -> None:
        """Reads to the end what is being read."""
        await asyncio.gather(*self._reading, return_exceptions=True)
        await asyncio.gather(self._stored.close(), self._seqs.close(), self._events.close())

    async def room(self, match_id: str) -> Room:
        """As this process knows it, which may be less than what is written down."""
        room = self._open.get(match_id)
        if room is None:
            loading = self._loading.get(match_id)
            if loading is None:
                loading = self._loading[match_id] = asyncio.ensure_future(self._load(match_id))
            room = await asyncio.shield(loading)
            if room is None:
                raise _no_match(match_id)
        self.keep(room)
        return room

    async def enter(self, match_id: str) -> Room:
        """As it is written down: for whoever comes, or comes back."""
        known = match_id in self._open
        room = await self.room(match_id)
        if known and await self._seqs.about(match_id) != room.standing.seq:
            await self.follow(room)
            room = await self.room(match_id)
        return room

    async def seats(self, room: Room, visitor: Visitor) -> frozenset[Player]:
        """The seats a visitor holds, also those that another process has given away."""
        if any(key not in room.keys for key in visitor.keys):
            for key in await self._store.keys(room.id):
                room.admit(key)
        return room.seats(visitor)

    async def _load(self, match_id: str) -> Room | None:
        """Reads a match and goes through its events, once for all who ask for it meanwhile."""
        try:
            stored = await self._stored.about(match_id)
            if stored is None:
                return None
            room = await Room(match_id, stored, self.slices).fold(stored.events)
            self.keep(room)
            return room
        finally:
            del self._loading[match_id]

    def keep(self, room: Room) -> None:
        """Rooms in use stay open; of the others only the latest."""
        self._open[room.id] = room
        self._recent[room.id] = room
        self._recent.move_to_end(room.id)
        if len(self._recent) > ROOMS_KEPT:
            self._recent.popitem(last=False)

    def forget(self, room: Room) -> None:
        """What this process knows is no longer true; who watches comes back to what is."""
        self._open.pop(room.id, None)
        self._recent.pop(room.id, None)
        if room.thinker:
            room.thinker.cancel()
        for watcher in room.watchers:
            watcher.dismiss(RESTARTING)

    def _hear(self, _speaker: str, match_id: str, seq: int) -> None:
        """Another process has written to a match; a room that nobody watches can wait."""
        room = self._open.get(match_id)
        if room and seq > room.standing.seq and (room.watchers or room.thinking):
            task = asyncio.create_task(self._go_on(room, seq))
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    async def _go_on(self, room: Room, seq: int) -> None:
        """Mostly one event was added, and all that were added meanwhile are read together."""
        with contextlib.suppress(AwayError):  # the follower looks again
            event = await self._events.about((room.id, seq))
            async with room.lock:
                # Who joins has keys as well.
                if event and event.kind != "join" and seq == room.standing.seq + 1:
                    room.add(event, room.standing.after(event))
                    room.mine = False
            if seq > room.standing.seq:
                await self.follow(room)
            else:
                room.publish()
                self._changed(room)

    async def follow(self, room: Room) -> None:
        """Goes on to what is written down, and tells those who watch."""
        async with room.lock:
            try:
                news = await self.catch_up(room)
            except NotFoundError:
                return
        if news:
            room.publish()
            self._changed(room)

    async def catch_up(self, room: Room) -> bool:
        """With the lock: reads what others wrote; whether that was something."""
        news = await self._store.since(room.id, room.standing.seq)
        if news is None or news.seq < room.standing.seq:
            self.forget(room)
            raise _no_match(room.id)
        for key in news.keys:
            room.admit(key)
        for event in news.events:
            room.add(event, room.standing.after(event))
        room.mine = room.mine and not news.events
        return bool(news.events)


def _no_match(match_id: str) -> NotFoundError:
    return NotFoundError(f"there is no match {match_id[:20]!r}", "no-such-match")
