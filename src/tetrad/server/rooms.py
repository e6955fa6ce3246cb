"""Matches that are being played: each is a room with its log, its seats and those who watch.

Whatever happens in a room happens in one order: decide, write down, apply, tell everybody. A
player is answered only after the second step, so nothing that was acknowledged can be lost.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from tetrad.position import Player
from tetrad.server import matches, opponents, states
from tetrad.server.engine import Engine
from tetrad.server.errors import ConflictError, ForbiddenError, NotFoundError, TooManyError
from tetrad.server.identity import Visitor, digest, new_match_id, new_secret
from tetrad.server.matches import Draft, Event, Table
from tetrad.server.store import Key, SeqTakenError, Store, Stored

ROOMS_KEPT = 500
LINES_KEPT_FOR_A_WATCHER = 2_000
RESTARTING, TOO_SLOW = 1012, 4408

log = logging.getLogger("tetrad.server")


class Watcher:
    """One open WebSocket: the seats it proves, and the lines that wait to be sent."""

    def __init__(self, seats: frozenset[Player]) -> None:
        self.seats = seats
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        self.goodbye = RESTARTING

    def tell(self, line: str) -> None:
        """Queues a line; who lets too many of them wait is sent away, to come back later."""
        self.lines.put_nowait(line)
        if self.lines.qsize() > LINES_KEPT_FOR_A_WATCHER:
            self.dismiss(TOO_SLOW)

    def dismiss(self, code: int) -> None:
        """Ends the connection with this closing code."""
        self.goodbye = code
        self.lines.put_nowait(None)


class Room:
    """One match in memory."""

    def __init__(self, match_id: str, stored: Stored) -> None:
        self.id = match_id
        self.table = Table()
        self.events: list[Event] = []
        self.lines: list[str] = []
        self.keys: dict[str, set[Player]] = {}
        self.invite = stored.invite
        self.watchers: set[Watcher] = set()
        self.lock = asyncio.Lock()
        self.thinker: asyncio.Task[None] | None = None
        for key in stored.keys:
            self.admit(key)
        for event in stored.events:
            self.add(event, self.table.after(event))

    def admit(self, key: Key) -> None:
        self.keys.setdefault(key.digest, set()).add(Player(key.seat))

    def add(self, event: Event, after: Table) -> str:
        """Goes on to the table after an event; returns the event as those who watch see it."""
        line = encode(states.event_view(event, after))
        self.table = after
        self.events.append(event)
        self.lines.append(line)
        return line

    def seats(self, visitor: Visitor) -> frozenset[Player]:
        """The seats a visitor holds; a token that opens none is refused."""
        held = {player for key in visitor.keys for player in self.keys.get(key, ())}
        if visitor.token and not held:
            raise ForbiddenError("not-your-seat", "this token opens no seat of this match")
        return frozenset(held)

    def tell(self, line: str) -> None:
        for watcher in self.watchers:
            watcher.tell(line)

    @property
    def thinking(self) -> bool:
        thinker = self.thinker
        return thinker is not None and not thinker.done() and not thinker.cancelling()

    @property
    def present(self) -> frozenset[Player]:
        return frozenset(player for watcher in self.watchers for player in watcher.seats)


def encode(message: Any) -> str:
    return msgspec.json.encode(message).decode()


class Rooms:
    """Opens rooms, and lets players act in them."""

    def __init__(self, store: Store, engine: Engine) -> None:
        self.store = store
        self.engine = engine
        self._open: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._recent: OrderedDict[str, Room] = OrderedDict()

    async def resume(self) -> None:
        """After a start: bots that owe a move make it."""
        for match_id in await self.store.bots_due():
            self._wake(await self.room(match_id))

    def close(self) -> None:
        for room in self._open.values():
            if room.thinker:
                room.thinker.cancel()
            for watcher in room.watchers:
                watcher.dismiss(RESTARTING)

    async def room(self, match_id: str) -> Room:
        room = self._open.get(match_id)
        if room is None:
            stored = await self.store.load(match_id)
            if stored is None:
                raise NotFoundError("no-such-match", f"there is no match {match_id[:20]!r}")
            room = self._open.get(match_id) or Room(match_id, stored)
        self._keep(room)
        return room

    def _keep(self, room: Room) -> None:
        self._open[room.id] = room
        self._recent[room.id] = room
        self._recent.move_to_end(room.id)
        if len(self._recent) > ROOMS_KEPT:
            self._recent.popitem(last=False)

    async def create(
        self, start: dict[str, Any], keys: Sequence[Key], invite: str | None = None
    ) -> Room:
        """A new match whose first event is this start."""
        match_id = new_match_id()
        stored = Stored([Event(1, "start", start, time.time())], list(keys), invite)
        room = Room(match_id, stored)
        overview = states.overview(room.id, room.table)
        await self.store.create(match_id, stored.events, stored.keys, overview, invite)
        self._keep(room)
        self._wake(room)
        return room

    async def join(
        self, room: Room, player: str, code: str, name: str | None
    ) -> tuple[Player, str]:
        """Seats a guest; returns the seat and its token. Joining twice is harmless."""
        token = new_secret()
        async with room.lock:
            if code.strip().lower() != room.invite:
                raise ForbiddenError("wrong-code", "this invitation is not for this match")
            if held := room.keys.get(player):
                seat = min(held, key=lambda side: side.value)
                await self._add_key(room, Key(digest(token), seat.value))
            else:
                seat = _free_seat(room.table)
                opens = [Key(digest(token), seat.value), Key(player, seat.value)]
                joins = Draft("join", {"seat": seat.value, "name": name or ""})
                await self._commit(room, joins, opens)
        return seat, token

    async def _add_key(self, room: Room, key: Key) -> None:
        await self.store.add_key(room.id, key)
        room.admit(key)

    async def play(self, room: Room, you: frozenset[Player], text: str, seq: int) -> None:
        """A move; the same move sent twice counts once."""
        async with room.lock:
            if not _repeated(room, you, text, seq):
                await self._commit(room, matches.play(room.table, you, text, seq))
        self._wake(room)

    async def act(
        self,
        room: Room,
        you: frozenset[Player],
        decide: Callable[[Table, matches.Seats], Draft | None],
        seq: int | None,
    ) -> None:
        """What a player wishes, as one of the decisions in `matches`; None is a rematch."""
        async with room.lock:
            matches.expect(room.table, seq)
            draft = decide(room.table, you) or await self._rematch(room)
            await self._commit(room, draft)
        self._wake(room)

    async def _rematch(self, room: Room) -> Draft:
        """The same players on swapped sides; their keys open the new seats too."""
        if room.table.rematch:
            raise ConflictError("rematch-made", f"the rematch is match {room.table.rematch}")
        keys = [Key(key, player.other.value) for key, held in room.keys.items() for player in held]
        new = await self.create(states.rematch_start(room.table), keys, room.invite)
        return Draft("rematch", {"match": new.id})

    async def _commit(self, room: Room, draft: Draft, opens: Sequence[Key] = ()) -> None:
        """Writes the event down, then applies it; not to be interrupted between the two."""
        await asyncio.shield(asyncio.ensure_future(self._write(room, draft, opens)))

    async def _write(self, room: Room, draft: Draft, opens: Sequence[Key]) -> None:
        event = Event(room.table.seq + 1, draft.kind, draft.data, time.time())
        after = room.table.after(event)
        try:
            await self.store.append(room.id, [event], states.overview(room.id, after), opens)
        except SeqTakenError:
            self._open.pop(room.id, None)
            self._recent.pop(room.id, None)
            raise ConflictError("stale", "the match has gone on; load it again") from None
        for key in opens:
            room.admit(key)
        room.tell(room.add(event, after))

    def watch(self, room: Room, watcher: Watcher, since: int) -> None:
        """From now on the watcher hears everything after event `since`, without a gap."""
        for line in room.lines[since:]:
            watcher.tell(line)
        room.watchers.add(watcher)
        watcher.tell(encode({"kind": "ready", "seq": room.table.seq}))
        room.tell(encode(states.presence(room.present, len(room.watchers))))
        if room.thinking:
            watcher.tell(_thinking(room, on=True))
        self._wake(room)

    def leave(self, room: Room, watcher: Watcher) -> None:
        room.watchers.discard(watcher)
        room.tell(encode(states.presence(room.present, len(room.watchers))))

    def _wake(self, room: Room) -> None:
        """Lets a bot think if one has to move or to answer; stops one that no longer has to."""
        due = _bot_due(room)
        if room.thinker and room.thinking and not due:
            room.thinker.cancel()
            room.tell(_thinking(room, on=False))
        if due and not room.thinking:
            room.thinker = asyncio.create_task(self._think(room))

    async def _think(self, room: Room) -> None:
        room.tell(_thinking(room, on=True))
        try:
            while _bot_due(room):
                try:
                    await self._bot_acts(room)
                except TooManyError as busy:
                    await asyncio.sleep(busy.wait)
        except Exception:
            log.exception("the bot of match %s could not move", room.id)
        room.thinker = None
        room.tell(_thinking(room, on=False))

    async def _bot_acts(self, room: Room) -> None:
        """One answer or one move; dropped if the board has changed meanwhile."""
        table = room.table
        position = table.position
        if draws := bots_offer(table):
            agrees = await self.engine.ask(
                position.NAME, lambda cancel: opponents.agrees_to_draw(position, cancel), "play"
            )
            draft = Draft("draw", {}) if agrees else Draft("decline", {"by": draws.value})
        else:
            level = table.sittings[position.turn].level or opponents.DEFAULT_LEVEL
            answer = await self.engine.ask(
                position.NAME, lambda cancel: opponents.choose(position, level, cancel), "play"
            )
            draft = Draft("move", {"by": position.turn.value, "move": str(answer.move)})
        async with room.lock:
            if room.table is table:
                await self._commit(room, draft)


def bots_offer(table: Table) -> Player | None:
    """The bot that has been offered a draw and has not answered, if there is one."""
    if table.offer is None or table.offer["kind"] != "draw":
        return None
    asked = Player(table.offer["by"]).other
    return asked if table.sittings[asked].kind == "bot" else None


def _bot_due(room: Room) -> bool:
    """Two bots play on only while somebody watches them."""
    table = room.table
    if table.bots_only and not room.watchers:
        return False
    return table.bot_to_move or bots_offer(table) is not None


def _thinking(room: Room, *, on: bool) -> str:
    return encode({"kind": "thinking", "by": room.table.position.turn.value, "on": on})


def _free_seat(table: Table) -> Player:
    for player, sitting in table.sittings.items():
        if sitting.open:
            return player
    raise ConflictError("seat-taken", "somebody has already taken this seat")


def _repeated(room: Room, you: frozenset[Player], text: str, seq: int) -> bool:
    """Whether the event after `seq` is this very move by one of these seats."""
    if not 0 < seq < room.table.seq:
        return False
    event = room.events[seq]
    return event.kind == "move" and event.data["move"] == text and Player(event.data["by"]) in you
