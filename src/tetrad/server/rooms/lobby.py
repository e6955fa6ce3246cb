"""Where matches are opened and played.

Whatever happens in a room happens in one order: decide, write down, apply, tell everybody. A
player is answered only after the second step, so nothing that was acknowledged can be lost.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from tetrad.matches import actions
from tetrad.matches import state as states
from tetrad.matches.log import Draft, Event, Standing
from tetrad.matches.refusals import ConflictError, ForbiddenError
from tetrad.message import Wording
from tetrad.position import Player
from tetrad.server.http.errors import NotFoundError
from tetrad.server.http.identity import digest, new_match_id, new_secret
from tetrad.server.rooms.bots import Thinkers
from tetrad.server.rooms.room import RESTARTING, Room, Slices, Watcher, encode
from tetrad.server.rooms.store import Key, Overview, SeqTakenError, Store, Stored
from tetrad.server.workers.engine import Engine
from tetrad.server.workers.turns import Asker

ROOMS_KEPT = 500
LONGEST_LOG = 10_000

# Translators: the answer to a link that does not fit; the friend is who invited
WRONG_CODE = Wording(
    "wrong-code", "this invitation is not for this game; ask your friend for the link again"
)
# Translators: the answer to who follows an invitation too late
SEAT_TAKEN = Wording("seat-taken", "somebody has already taken this seat")

T = TypeVar("T")


async def unbroken(work: Coroutine[Any, Any, T]) -> T:
    """Finishes the work even if the one who asked for it goes away meanwhile."""
    return await asyncio.shield(asyncio.ensure_future(work))


class Lobby:
    """Opens rooms, and lets players act in them."""

    def __init__(self, store: Store, engine: Engine) -> None:
        self.store = store
        self._thinkers = Thinkers(engine, self._add_if_unchanged)
        self._open: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._recent: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._slices = Slices()
        self._closed = False

    async def resume(self) -> None:
        """After a start: bots that owe a move make it."""
        for match_id in await self.store.bots_due():
            room = await self.room(match_id)
            if self._closed:
                return
            self._thinkers.wake(room)

    def close(self) -> None:
        """Ends every connection and thought; a read under way in `resume` still finishes."""
        self._closed = True
        for room in self._open.values():
            if room.thinker:
                room.thinker.cancel()
            for watcher in room.watchers:
                watcher.dismiss(RESTARTING)

    async def room(self, match_id: str) -> Room:
        room = self._open.get(match_id)
        if room is None:
            loading = self._loading.get(match_id)
            if loading is None:
                loading = self._loading[match_id] = asyncio.ensure_future(self._load(match_id))
            room = await asyncio.shield(loading)
            if room is None:
                raise NotFoundError(f"there is no match {match_id[:20]!r}", "no-such-match")
        self._keep(room)
        return room

    async def _load(self, match_id: str) -> Room | None:
        """Reads a match and goes through its events, once for all who ask for it meanwhile."""
        try:
            stored = await self.store.load(match_id)
            if stored is None:
                return None
            room = await Room(match_id, stored, self._slices).fold(stored.events)
            self._keep(room)
            return room
        finally:
            del self._loading[match_id]

    def _keep(self, room: Room) -> None:
        """Rooms in use stay open; of the others only the latest."""
        self._open[room.id] = room
        self._recent[room.id] = room
        self._recent.move_to_end(room.id)
        if len(self._recent) > ROOMS_KEPT:
            self._recent.popitem(last=False)

    def _forget(self, room: Room) -> None:
        """Another process has written to this match; who watches comes back to what it wrote."""
        self._open.pop(room.id, None)
        self._recent.pop(room.id, None)
        for watcher in room.watchers:
            watcher.dismiss(RESTARTING)

    async def create(
        self,
        start: dict[str, Any],
        keys: Sequence[Key],
        asker: Asker,
        invite: str | None = None,
        pace: float = 0.0,
    ) -> Room:
        """A new match whose first event is this start."""
        stored = Stored([Event(1, "start", start, time.time())], list(keys), invite)
        room = await Room(new_match_id(), stored, self._slices).fold(stored.events)
        room.pace = pace
        room.asker = asker
        overview = _overview(room.id, room.standing)
        await self.store.create(room.id, stored.events, stored.keys, overview, invite)
        self._keep(room)
        self._thinkers.wake(room)
        return room

    async def join(
        self, room: Room, player: str, code: str, name: str | None
    ) -> tuple[Player, str]:
        """Seats a guest; returns the seat and its token. Joining twice is harmless."""
        return await unbroken(self._join(room, player, code, name))

    async def _join(
        self, room: Room, player: str, code: str, name: str | None
    ) -> tuple[Player, str]:
        token = new_secret()
        async with room.lock:
            if code.strip().lower() != room.invite:
                raise ForbiddenError(WRONG_CODE())
            if held := room.keys.get(player):
                seat = min(held, key=lambda side: side.value)
                await self._add_key(room, Key(digest(token), seat.value))
            else:
                seat = _free_seat(room.standing)
                opens = [Key(digest(token), seat.value), Key(player, seat.value)]
                joins = Draft("join", {"seat": seat.value, "name": name or ""})
                await self._add(room, joins, opens)
        room.publish()
        return seat, token

    async def _add_key(self, room: Room, key: Key) -> None:
        await self.store.add_key(room.id, key)
        room.admit(key)

    async def play(
        self, room: Room, you: frozenset[Player], text: str, seq: int, pace: float = 0.0
    ) -> None:
        """A move; the same move sent twice counts once."""

        def decide(standing: Standing) -> Draft | None:
            if room.played_already(you, text, seq):
                return None
            draft = actions.play(standing, you, text, seq)
            room.pace = pace
            return draft

        await self.act(room, decide)

    async def act(self, room: Room, decide: Callable[[Standing], Draft | None]) -> None:
        """Adds what the decision comes to, looking at the match as it then stands."""
        await unbroken(self._act(room, decide))
        self._thinkers.wake(room)

    async def _act(self, room: Room, decide: Callable[[Standing], Draft | None]) -> None:
        async with room.lock:
            draft = decide(room.standing)
            if draft == actions.NEW_MATCH:
                draft = await self._rematch(room)
            if draft:
                await self._add(room, draft)
        room.publish()

    async def _add_if_unchanged(self, room: Room, standing: Standing, draft: Draft) -> None:
        """What a bot came up with while the match stood like this."""

        async def add() -> None:
            async with room.lock:
                if room.standing is standing:
                    await self._add(room, draft)
            room.publish()

        await unbroken(add())

    async def _rematch(self, room: Room) -> Draft:
        """The same players on swapped sides; their keys open the new seats too."""
        keys = [Key(key, player.other.value) for key, held in room.keys.items() for player in held]
        start = states.rematch_start(room.standing)
        new = await self.create(start, keys, room.asker, room.invite, room.pace)
        return Draft("rematch", {"match": new.id})

    async def _add(self, room: Room, draft: Draft, opens: Sequence[Key] = ()) -> None:
        """Writes an event down, then applies it; whoever holds the lock tells everybody after."""
        if room.standing.seq >= LONGEST_LOG:
            raise ConflictError(f"a match has at most {LONGEST_LOG} events", "too-long")
        event = Event(room.standing.seq + 1, draft.kind, draft.data, time.time())
        after = room.standing.after(event)
        try:
            await self.store.append(room.id, [event], _overview(room.id, after), opens)
        except SeqTakenError:
            self._forget(room)
            raise ConflictError(actions.STALE()) from None
        for key in opens:
            room.admit(key)
        room.add(event, after)

    async def watch(self, room: Room, watcher: Watcher, since: int) -> None:
        """From now on the watcher hears everything after event `since`, without a gap."""
        await room.recall(since)
        for line in room.since(since):
            watcher.tell(line)
        watcher.tell(encode({"kind": "ready", "seq": room.standing.seq, "thinking": room.thinking}))
        room.tell_presence()
        room.watchers.add(watcher)
        watcher.tell(room.presence())
        self._thinkers.wake(room)

    def leave(self, room: Room, watcher: Watcher) -> None:
        room.watchers.discard(watcher)
        room.tell_presence()


def _overview(match_id: str, standing: Standing) -> Overview:
    """What is kept beside the log, for lists and for the bots' turn after a restart."""
    due = standing.bot_due and not standing.bots_only
    return Overview(dict(states.summary(match_id, standing)), due)


def _free_seat(standing: Standing) -> Player:
    for player, sitting in standing.sittings.items():
        if sitting.open:
            return player
    raise ConflictError(SEAT_TAKEN())
