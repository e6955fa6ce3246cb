"""When somebody is told that it is their turn: in games of days, once a turn, and once more late.

A nudge is written down together with the event that begins a turn, so that neither a restart nor
another process loses it, and it waits for a few seconds: who watches the match, at whichever
process, takes it back. What is due is claimed by one process, which sends it; then it becomes the
reminder for the end of the time. The next move takes its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, insert, or_, select, update

from tetrad.matches.clocks import Timing
from tetrad.matches.log import Event, Standing
from tetrad.matches.refusals import NotFoundError
from tetrad.message import Message
from tetrad.position import Player
from tetrad.server import clock
from tetrad.server.meeting import tournament_log
from tetrad.server.push.delivery import Delivery, Parcel, Subscription
from tetrad.server.push.subscriptions import Subscriptions
from tetrad.server.push.vapid import Key, own_key
from tetrad.server.push.words import HOUR, notification
from tetrad.server.rooms.lobby import Lobby
from tetrad.server.rooms.room import Room
from tetrad.server.storage.schema import nudges
from tetrad.server.storage.store import Store
from tetrad.server.storage.writer import Work

log = logging.getLogger("tetrad.server")

SECONDS_BETWEEN_LOOKS = 2.0
# Who plays on at once, or looks on, need not be told.
SECONDS_BEFORE_TELLING = 5.0
# The reminder comes when a quarter of the time is left, and at most so much.
LONGEST_REMINDER = 12 * HOUR
# For as long as sending can take; then another process may try.
SECONDS_OF_A_CLAIM = 180.0
MOST_AT_ONCE = 8
LONGEST_KEPT = 28 * 24 * HOUR
GAMES_COUNTED = 200
MOST_REMEMBERED = 2_000

_BEGINS_A_TURN = ("start", "join", "move", "undo")

_FORGET = delete(nudges).where(nudges.c.match_id == bindparam("match"))
_INSERT = insert(nudges)
_free = or_(nudges.c.until.is_(None), nudges.c.until < bindparam("now"))
_DUE = select(nudges).where(nudges.c.at <= bindparam("now"), _free).order_by(nudges.c.at)
_this = (nudges.c.match_id == bindparam("match")) & (nudges.c.seq == bindparam("turn"))
# Somebody else may have sent it since it was read: then it is no longer due.
_CLAIM = (
    update(nudges)
    .where(_this, _free, nudges.c.at <= bindparam("now"))
    .values(owner=bindparam("process"), until=bindparam("end"))
)
_MINE = select(nudges.c.owner).where(_this)
_later: dict[str, Any] = {"kind": "reminder", "at": bindparam("then"), "owner": None, "until": None}
_SENT = update(nudges).where(_this, nudges.c.owner == bindparam("process")).values(_later)
_DONE = delete(nudges).where(_this, nudges.c.owner == bindparam("process"))
# Whoever watches this turn, which the process may know less or more about than is written down.
_SEEN = (
    update(nudges)
    .where(
        nudges.c.match_id == bindparam("match"),
        nudges.c.seq <= bindparam("known"),
        nudges.c.seat == bindparam("sits"),
        nudges.c.kind == "turn",
    )
    .values(_later)
)


class Nudges:
    """Writes nudges down, and sends those that are due."""

    def __init__(
        self, store: Store, lobby: Lobby, subscriptions: Subscriptions, delivery: Delivery
    ) -> None:
        self._store, self._lobby = store, lobby
        self._subscriptions, self._delivery = subscriptions, delivery
        self._at_work: set[asyncio.Task[None]] = set()
        self._seen: dict[str, int] = {}
        self._stopped = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        lobby.beside.append(self.beside)
        lobby.dues.handlers.append(self.wake)

    def open(self) -> None:
        self._running = asyncio.create_task(self.run())

    async def close(self) -> None:
        """What is being sent is left to whoever comes next."""
        self._stopped.set()
        for task in self._at_work:
            task.cancel()
        await asyncio.gather(*self._at_work, return_exceptions=True)
        if self._running:
            await self._running

    def beside(self, match_id: str, event: Event, after: Standing) -> Work:
        """What is written down with an event of a game of days."""
        if after.clock is None or not after.clock.days:
            return ()
        if not after.over and event.kind not in _BEGINS_A_TURN:
            return ()
        work: list[Any] = [] if event.kind == "start" else [(_FORGET, [{"match": match_id}])]
        player = after.timing.running if after.timing else None
        if player and after.sittings[player].kind == "human":
            row = {
                "match_id": match_id,
                "seq": event.seq,
                "seat": player.value,
                "kind": "turn",
                "at": event.at + SECONDS_BEFORE_TELLING,
                "owner": None,
                "until": None,
            }
            work.append((_INSERT, [row]))
        return work

    def wake(self, room: Room) -> None:
        """Takes back what somebody sees for themselves."""
        timing, seq = room.standing.timing, room.standing.seq
        if not timing or not timing.clock.days or timing.running not in room.attentive:
            return
        if self._seen.get(room.id) != seq:
            if len(self._seen) >= MOST_REMEMBERED:
                self._seen.clear()
            self._seen[room.id] = seq
            self._begin(self._take_back(room.id, seq, timing))

    async def _take_back(self, match_id: str, seq: int, timing: Timing) -> None:
        assert timing.running
        row = {"match": match_id, "known": seq, "sits": timing.running.value}
        with contextlib.suppress(Exception):
            await self._store.write([(_SEEN, [{**row, "then": _reminder(timing)}])])

    async def run(self) -> None:
        """Until it is stopped; a database that is away is asked again."""
        while not self._stopped.is_set():
            try:
                await self.look()
            except Exception as error:
                log.warning("nudges cannot be read (%s)", type(error).__name__)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), SECONDS_BETWEEN_LOOKS)

    async def look(self) -> None:
        """Begins to send what is due and nobody else sends."""
        free = MOST_AT_ONCE - len(self._at_work)
        if free <= 0:
            return
        for row in await self._store.read(_DUE.limit(free), {"now": clock.now()}):
            if await self._claim(row.match_id, row.seq):
                self._begin(self._see_to(row))

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def _claim(self, match_id: str, seq: int) -> bool:
        now, this = clock.now(), {"match": match_id, "turn": seq}
        lease = {"process": self._store.me, "end": now + SECONDS_OF_A_CLAIM, "now": now}
        await self._store.write([(_CLAIM, [{**this, **lease}])])
        rows = await self._store.read(_MINE, this)
        return any(row.owner == self._store.me for row in rows)

    async def _see_to(self, row: Any) -> None:
        try:
            await self._tell(row)
        except NotFoundError:
            pass
        except Exception as error:
            log.warning("a nudge could not be sent (%s)", type(error).__name__)

    async def _tell(self, row: Any) -> None:
        room, player = await self._lobby.enter(row.match_id), Player(row.seat)
        timing = room.standing.timing
        this = {"match": row.match_id, "turn": row.seq, "process": self._store.me}
        if timing is None or timing.running is not player:
            await self._store.write([(_DONE, [this])])
            return
        late = row.kind == "reminder"
        if player not in room.attentive:
            await self._send_all(room, timing, player, late=late)
        if late or _reminder(timing) <= clock.now():
            await self._store.write([(_DONE, [this])])
        else:
            await self._store.write([(_SENT, [{**this, "then": _reminder(timing)}])])

    async def _send_all(self, room: Room, timing: Timing, player: Player, *, late: bool) -> None:
        readers = await self._subscriptions.at(room.id, player.value)
        if not readers:
            return
        key, seconds = await own_key(self._store), (timing.deadline or 0.0) - clock.now()
        news = await self._round(room.standing)
        turns = {who: await self._turns(who) for who in {each.person for each in readers}}

        def parcel(to: Subscription) -> Parcel:
            told = notification(
                room.id, room.standing, player, to.language, seconds, turns[to.person], news
            )
            kept = int(min(max(seconds, 0), LONGEST_KEPT))
            message = msgspec.json.encode(told)
            return Parcel(message, kept, room.id, "high" if late else "normal")

        await asyncio.gather(*(self._send(to, parcel(to), key) for to in readers))

    async def _send(self, to: Subscription, parcel: Parcel, key: Key) -> None:
        if await self._delivery.send(to, parcel, key) == "gone":
            await self._subscriptions.forget(to)

    async def _round(self, standing: Standing) -> Message | None:
        """What has begun with a game of a tournament in which nobody has moved yet."""
        if standing.tournament is None or standing.match.ply:
            return None
        return await tournament_log.stage(self._store, standing.tournament)

    async def _turns(self, person: str) -> int:
        """In how many games of days it is somebody's turn."""
        games = await self._store.mine(person, GAMES_COUNTED)
        return sum(_waits_for(game, game["you"]) for game in games)


def _waits_for(game: dict[str, Any], you: list[int]) -> bool:
    days = bool(game["clock"] and game["clock"]["days"])
    begun = not any(player["open"] for player in game["players"].values())
    return days and begun and not game["outcome"] and game["turn"] in you


def _reminder(timing: Timing) -> float:
    """When a quarter of the time is left."""
    before = min(timing.clock.per_move / 4, LONGEST_REMINDER)
    return (timing.deadline or 0.0) - before
