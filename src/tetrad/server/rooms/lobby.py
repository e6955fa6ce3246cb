"""Where matches are opened and played.

Whatever happens in a room happens in one order: decide, write down, apply, tell everybody. A
player is answered only after the second step, so nothing that was acknowledged can be lost. A room
is only a copy of what is written down: where another process was faster, it reads what that one
wrote and decides again.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from tetrad.matches import actions
from tetrad.matches import state as states
from tetrad.matches.log import Draft, Event, Standing
from tetrad.matches.refusals import ConflictError, ForbiddenError
from tetrad.message import Wording
from tetrad.position import Player
from tetrad.server import clock
from tetrad.server.rooms.arrivals import Arrivals
from tetrad.server.rooms.bots import Thinkers
from tetrad.server.rooms.clocks import Flags
from tetrad.server.rooms.due import Dues
from tetrad.server.rooms.follow import Follower
from tetrad.server.rooms.opened import OpenRooms
from tetrad.server.rooms.room import (
    RESTARTING,
    SECONDS_BETWEEN_TELLING,
    Room,
    Watcher,
    encode,
    overview,
)
from tetrad.server.rooms.wake import Channel
from tetrad.server.storage.secrets import digest, new_match_id, new_secret
from tetrad.server.storage.store import Key, Store, Stored
from tetrad.server.storage.writer import SeqTakenError, Work
from tetrad.server.workers.engine import Engine
from tetrad.server.workers.turns import Asker

LONGEST_LOG = 10_000

# Translators: the answer to a link that does not fit; the friend is who invited
WRONG_CODE = Wording(
    "wrong-code", "this invitation is not for this game; ask your friend for the link again"
)
# Translators: the answer to who follows an invitation too late
SEAT_TAKEN = Wording("seat-taken", "someone has already taken this seat")

T = TypeVar("T")
Decide = Callable[[Standing], Draft | None]
FollowUp = tuple[Draft, Work, Room | None]
Beside = Callable[[str, Event, Standing], Work]


async def unbroken(work: Coroutine[Any, Any, T]) -> T:
    """Finishes the work even if the one who asked for it goes away meanwhile."""
    return await asyncio.shield(asyncio.ensure_future(work))


class Lobby:
    """Opens rooms, and lets players act in them."""

    def __init__(self, store: Store, engine: Engine, channel: Channel | None = None) -> None:
        self.store = store
        self.channel = channel or Channel()
        self._thinkers = Thinkers(engine, self._add_if_unchanged, self._claim)
        self._rooms = OpenRooms(store, self.channel, lambda room: self.dues.look_after(room))
        self.open_rooms = self._rooms.all
        self.room, self.enter, self.seats = self._rooms.room, self._rooms.enter, self._rooms.seats
        self._flags = Flags(self.act, self._claim)
        handlers = [self._thinkers.wake, self._flags.wake]
        self.dues = Dues(store.leases, handlers, self._rooms.all, self.enter)
        self.arrivals = Arrivals(self.channel)
        self.channel.on("presence", self._hear_presence)
        self._follower = Follower(store, self.channel, self._rooms)
        self._at_work: list[asyncio.Task[None]] = []
        # What else is written down with an event.
        self.beside: list[Beside] = []

    async def open(self) -> None:
        """From now on rooms follow the log, and what is due is seen to."""
        await self.channel.open(await self.store.installation())
        # After a start the bots that owe a move make it; nobody else has a file of one's own.
        resuming = self.dues.run(by_force=self.store.is_file)
        self._at_work = [asyncio.create_task(work) for work in (resuming, self._follower.run())]

    async def close(self) -> None:
        """Ends every connection and thought."""
        for room in self._rooms.all():
            if room.thinker:
                room.thinker.cancel()
            if room.alarm:
                room.alarm.cancel()
            for watcher in room.watchers:
                watcher.dismiss(RESTARTING)
        self.dues.stop()
        self._follower.stop()
        await asyncio.gather(*self._at_work, return_exceptions=True)
        await self._flags.close()
        await self._rooms.close()
        await self.channel.close()

    async def create(
        self,
        start: dict[str, Any],
        keys: Sequence[Key],
        asker: Asker,
        invite: str | None = None,
        pace: float = 0.0,
        wish: str | None = None,
        also: Callable[[str], Work] | None = None,
        more: Sequence[Draft] = (),
    ) -> Room:
        """A new match whose first event is this start, and `more` after it; the same wish twice is
        one match.

        What `also` makes of its id is written along with it, or neither is.
        """
        room, work = await self.new(start, keys, asker, invite, pace, wish, more)
        try:
            await self.store.write([*work, *(also(room.id) if also else ())])
        except SeqTakenError:
            made = await self.store.made_by(wish) if wish else None
            if made is None:
                raise
            return await self._again(made, keys)
        self.arrive(room)
        return room

    async def _again(self, match_id: str, keys: Sequence[Key]) -> Room:
        """The match that was made when this was wished for the first time, with more keys to it."""
        room = await self.enter(match_id)
        for key in keys:
            await self._add_key(room, key)
        return room

    async def new(
        self, start: dict[str, Any], keys: Sequence[Key], asker: Asker, invite: str | None = None,
        pace: float = 0.0, wish: str | None = None, more: Sequence[Draft] = (),
    ) -> tuple[Room, Work]:  # fmt: skip
        """A match that is not yet written down, and what there is to write."""
        at, drafts = clock.now(), [Draft("start", start), *more]
        log = [Event(number, each.kind, each.data, at) for number, each in enumerate(drafts, 1)]
        stored = Stored(log, list(keys), invite)
        room = await Room(new_match_id(), stored, self._rooms.slices).fold(stored.events)
        room.pace, room.asker = pace, asker
        shown = overview(room.id, room.standing)
        work = self.store.creation(room.id, stored.events, stored.keys, shown, invite, wish)
        return room, [*work, *self._beside(room.id, stored.events[-1], room.standing)]

    def _beside(self, match_id: str, event: Event, after: Standing) -> Work:
        return [row for each in self.beside for row in each(match_id, event, after)]

    async def look_again(self, ids: Sequence[str]) -> None:
        """What was written to these matches past their rooms is told there, too."""
        for match_id in ids:
            if room := self._rooms.known(match_id):
                await self._rooms.follow(room)
                self.channel.tell("log", match_id, room.standing.seq)

    def arrive(self, room: Room) -> None:
        """A `new` match that is written down begins."""
        room.mine = True
        self._rooms.keep(room)
        self.arrivals.tell(room.id, room.keys)
        self.dues.look_after(room)

    async def join(
        self, room: Room, player: str, code: str, who: dict[str, Any]
    ) -> tuple[Player, str]:
        """Seats a guest; returns the seat and its token. Joining twice is harmless."""
        return await unbroken(self._join(room, player, code, who))

    async def _join(
        self, room: Room, player: str, code: str, who: dict[str, Any]
    ) -> tuple[Player, str]:
        token = new_secret()

        async def sit() -> Player:
            if held := room.keys.get(player):
                seat = min(held, key=lambda side: side.value)
                await self._add_key(room, Key(digest(token), seat.value))
            else:
                seat = _free_seat(room.standing)
                opens = [Key(digest(token), seat.value), Key(player, seat.value)]
                joins = Draft("join", {"seat": seat.value, **who})
                await self._add(room, joins, opens)
            return seat

        if code.strip().lower() != room.invite:
            raise ForbiddenError(WRONG_CODE())
        async with self._told(room):
            return await self._until_written(room, sit), token

    async def _add_key(self, room: Room, key: Key) -> None:
        """A key that opens the seat already is fine, too."""
        if Player(key.seat) not in room.keys.get(key.digest, ()):
            with contextlib.suppress(SeqTakenError):
                await self.store.add_key(room.id, key)
            room.admit(key)
            self.arrivals.tell(room.id, [key.digest])

    async def play(
        self, room: Room, you: frozenset[Player], text: str, seq: int, pace: float = 0.0,
        wish: str | None = None,
    ) -> bool:  # fmt: skip
        """A move; the same move sent twice counts once. Whether it is new."""

        def decide(standing: Standing) -> Draft | None:
            if room.played_already(you, text, seq):
                return None
            draft = actions.play(standing, you, text, seq, room.now, room.lag(you))
            room.pace = pace
            return draft

        return await self.act(room, you, decide, seq, wish)

    async def wish(
        self, room: Room, you: frozenset[Player], decide: actions.Decision, seq: int | None,
        wish: str | None = None,
    ) -> bool:  # fmt: skip
        """Whatever a player may do besides moving. Whether it is new."""
        return await self.act(
            room, you, lambda standing: actions.wish(standing, you, decide, seq), seq, wish
        )

    async def act(
        self, room: Room, you: frozenset[Player], decide: Decide, seq: int | None = None,
        wish: str | None = None,
    ) -> bool:  # fmt: skip
        """Adds what the decision comes to, looking at the match as it then stands.

        A request that may be given up meanwhile has to be `unbroken`.
        """
        seats = "".join(str(player.value) for player in Player if player in you)
        own = f"{seats}:{wish}" if wish else None

        async def decided() -> bool:
            if own and room.counted(own, seq):
                return False
            draft = decide(room.standing)
            if draft == actions.NEW_MATCH:
                await self._play_again(room, own)
            elif draft:
                await self._add(room, draft, wish=own)
            return draft is not None

        async with self._told(room):
            # Who does not say what they have seen may have seen what this process has not.
            if seq is None or seq > room.standing.seq:
                await self._rooms.catch_up(room)
            return await self._until_written(room, decided)

    @asynccontextmanager
    async def _told(self, room: Room) -> AsyncIterator[None]:
        """With the lock; whatever came of it, those who watch hear what is new."""
        try:
            async with room.lock:
                yield
        finally:
            room.publish()
            self.dues.look_after(room)

    async def _until_written(self, room: Room, work: Callable[[], Awaitable[T]]) -> T:
        """With the lock: where another process was faster, once more on how it then stands."""
        while True:
            try:
                return await work()
            except SeqTakenError:
                if not await self._rooms.catch_up(room):
                    raise ConflictError(actions.STALE()) from None

    async def _add_if_unchanged(self, room: Room, standing: Standing, draft: Draft) -> None:
        """What a bot came up with while the match stood like this."""

        async def add() -> None:
            async with self._told(room):
                if room.standing is standing:
                    try:
                        await self._add(room, draft)
                    except SeqTakenError:
                        await self._rooms.catch_up(room)

        await unbroken(add())

    async def follow_up(
        self, room: Room, standing: Standing, make: Callable[[], Awaitable[FollowUp]]
    ) -> None:
        """What comes of an end, if the game still stands like this: an event, rows, a match."""

        async def add() -> None:
            async with self._told(room):
                if room.standing is not standing:
                    return
                draft, work, new = await make()
                try:
                    await self._add(room, draft, also=work)
                except SeqTakenError:
                    await self._rooms.catch_up(room)
                    return
                if new:
                    self.arrive(new)

        await unbroken(add())

    async def claim_win(self, room: Room, you: frozenset[Player], seq: int | None) -> bool:
        """The game for whoever is there, if the opponent has left it; only where that is known."""
        known = self.store.is_file or self.channel.connected
        away = min((room.seconds_away(each) for each in Player if each not in you), default=0.0)
        left = away if known else 0.0
        return await self.act(
            room, you, lambda now: actions.claim(now, you, left, clock.now()), seq
        )

    async def _claim(self, room: Room) -> bool:
        """Whether this process is the one to see to what is due."""
        room.mine = room.mine or await self.store.leases.claim(room.id)
        return room.mine

    async def _play_again(self, room: Room, wish: str | None) -> None:
        """The same players on swapped sides, in one write; their keys open the new seats too."""
        keys = [Key(key, player.other.value) for key, held in room.keys.items() for player in held]
        start = states.rematch_start(room.standing)
        new, work = await self.new(start, keys, room.asker, room.invite, room.pace)
        await self._add(room, Draft("rematch", {"match": new.id}), wish=wish, also=work)
        self.arrive(new)

    async def _add(
        self, room: Room, draft: Draft, opens: Sequence[Key] = (), wish: str | None = None,
        also: Work = (),
    ) -> None:  # fmt: skip
        """Writes an event down, then applies it; whoever holds the lock tells everybody after."""
        if room.standing.seq >= LONGEST_LOG:
            raise ConflictError(f"a match has at most {LONGEST_LOG} events", "too-long")
        event = Event(room.standing.seq + 1, draft.kind, draft.data, room.now, wish)
        after = room.standing.after(event)
        also = [*also, *self._beside(room.id, event, after)]
        await self.store.append(room.id, [event], overview(room.id, after), opens, also)
        for key in opens:
            room.admit(key)
        self.arrivals.tell(room.id, [key.digest for key in opens])
        room.mine = True
        room.add(event, after)
        self.channel.tell("log", room.id, event.seq)

    async def watch(self, room: Room, watcher: Watcher, since: int) -> None:
        """From now on the watcher hears everything after event `since`, without a gap."""
        await room.recall(since)
        for line in room.since(since):
            watcher.tell(line)
        ready = {"kind": "ready", "seq": room.standing.seq, "thinking": room.thinking}
        watcher.tell(encode(ready | told_time(room)))
        room.tell_presence()
        room.watchers.add(watcher)
        self.say_who_is_there(room)
        watcher.tell(room.presence())
        self.dues.look_after(room)

    def leave(self, room: Room, watcher: Watcher) -> None:
        room.watchers.discard(watcher)
        self.say_who_is_there(room)
        room.tell_presence()

    def say_who_is_there(self, room: Room) -> None:
        """To the other processes, where it matters who has left."""
        room.note_presence()
        room.presence_said = time.monotonic()
        if room.live:
            self.channel.tell("presence", room.id, [player.value for player in room.here])

    def hear_from(self, room: Room, watcher: Watcher, held: object) -> None:
        """A sign of life: the line is measured, and others are told in time."""
        watcher.pong(held)
        due = room.presence_said + SECONDS_BETWEEN_TELLING
        if watcher.seats and room.live and due < time.monotonic():
            self.say_who_is_there(room)

    def _hear_presence(self, process: str, match_id: str, seats: list[int]) -> None:
        room = self._rooms.known(match_id)
        if room:
            room.hear_presence(process, frozenset(map(Player, seats)))


def told_time(room: Room) -> dict[str, float]:
    """With clocks, what time it is here."""
    return {"time": clock.now()} if room.standing.clock else {}


def _free_seat(standing: Standing) -> Player:
    for player, sitting in standing.sittings.items():
        if sitting.open:
            return player
    raise ConflictError(SEAT_TAKEN())
