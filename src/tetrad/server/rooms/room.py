"""A match in memory: its log, its seats, and those who watch it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Self, TypeVar

import msgspec
from msgspec import Raw

from tetrad.matches import state as states
from tetrad.matches.actions import NOT_YOUR_SEAT
from tetrad.matches.log import Event, Standing
from tetrad.matches.refusals import ForbiddenError
from tetrad.position import AnyPosition, Player
from tetrad.server.http.identity import Visitor
from tetrad.server.rooms.store import Key, Stored
from tetrad.server.workers.turns import Asker

LINES_KEPT_FOR_A_WATCHER = 1_000
RESTARTING, TOO_SLOW = 1012, 4408
# However many come and go, this often at most everybody is told who is there.
SECONDS_BETWEEN_PRESENCES = 1.0
EVENTS_AT_A_TIME = 40

T = TypeVar("T")


class Slices:
    """Long work in the event loop, a little of it at a time: others come in between."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def each(self, items: Sequence[T], work: Callable[[T], object]) -> None:
        """Does the work for every item; of all who work here, one at a time has a slice."""
        for begin in range(0, len(items), EVENTS_AT_A_TIME):
            for item in items[begin : begin + EVENTS_AT_A_TIME]:
                work(item)
            if begin + EVENTS_AT_A_TIME < len(items):
                async with self._turn:
                    await asyncio.sleep(0)


class Watcher:
    """One open WebSocket: the seats it proves, and the lines that wait to be sent."""

    def __init__(self, seats: frozenset[Player]) -> None:
        self.seats = seats
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        self.goodbye: int | None = None

    def tell(self, line: str) -> None:
        """Queues a line; who lets too many of them wait is sent away, to come back later."""
        if self.goodbye is None:
            self.lines.put_nowait(line)
            if self.lines.qsize() > LINES_KEPT_FOR_A_WATCHER:
                self.dismiss(TOO_SLOW)

    def dismiss(self, code: int) -> None:
        """Ends the connection with this closing code, after what was queued before."""
        if self.goodbye is None:
            self.goodbye = code
            self.lines.put_nowait(None)


class Room:
    """One match in memory."""

    def __init__(self, match_id: str, stored: Stored, slices: Slices) -> None:
        """Empty: the events are added by `fold`."""
        self.id = match_id
        self.standing = Standing()
        self.events: list[Event] = []
        self._lines: list[str | None] = []
        self._plies: list[tuple[AnyPosition, Raw]] = []
        self._slices = slices
        self.keys: dict[str, set[Player]] = {}
        self.invite = stored.invite
        self.watchers: set[Watcher] = set()
        self.lock = asyncio.Lock()
        self.thinker: asyncio.Task[None] | None = None
        # Seconds a bot takes at least for a move: the wish of whoever moved last.
        self.pace = 0.0
        # Bots think on behalf of whoever came or acted last.
        self.asker = Asker("", match_id)
        for key in stored.keys:
            self.admit(key)
        self._published = 0
        self._made, self._line = 0, ""
        self._presence_told: asyncio.TimerHandle | None = None
        self._presence_due = False

    async def fold(self, events: Sequence[Event]) -> Self:
        """Goes on to how the match stands after events that everybody knows."""
        await self._slices.each(events, self.standing.apply)
        self.events.extend(events)
        self._lines.extend(None for _ in events)
        self._published = self.standing.seq
        return self

    def admit(self, key: Key) -> None:
        self.keys.setdefault(key.digest, set()).add(Player(key.seat))

    def add(self, event: Event, after: Standing) -> None:
        """Goes on to how the match stands after an event."""
        self.standing = after
        self.events.append(event)
        self._lines.append(encode(states.event_view(event, after)))

    async def recall(self, seq: int) -> None:
        """Makes the lines of the events after number `seq` that are not there yet."""
        if None not in self._lines[seq:]:
            return
        again = Standing()

        def retell(event: Event) -> None:
            again.apply(event)
            if event.seq > seq and self._lines[event.seq - 1] is None:
                self._lines[event.seq - 1] = encode(states.event_view(event, again))

        await self._slices.each(tuple(self.events), retell)

    async def history(self) -> list[Raw]:
        """The start and every move since, each with the board it led to; kept for the next time."""
        positions, moves = self.standing.match.positions, self.standing.match.moves
        plies = self._plies[: len(positions)]
        while plies and plies[-1][0] is not positions[len(plies) - 1]:
            plies.pop()

        def tell(number: int) -> None:
            told = states.ply(positions, moves, number)
            plies.append((positions[number], Raw(msgspec.json.encode(told))))

        await self._slices.each(range(len(plies), len(positions)), tell)
        self._plies = plies
        return [told for _, told in plies]

    def publish(self) -> None:
        """Tells those who watch what has been added since the last time."""
        if self.watchers:
            for line in self.since(self._published):
                self.tell(line)
        self._published = self.standing.seq

    def since(self, seq: int) -> list[str]:
        """The events after number `seq`; the newest one says what holds now."""
        missed = [line for line in self._lines[seq:-1] if line is not None]
        return [*missed, self._newest()] if seq < len(self._lines) else []

    def _newest(self) -> str:
        """Made when the first one asks, and once."""
        if self._made != self.standing.seq:
            self._made = self.standing.seq
            now = encode(states.now(self.standing))
            self._line = f'{self._last_line()[:-1]},"now":{now}}}'
        return self._line

    def _last_line(self) -> str:
        line = self._lines[-1]
        if line is None:
            line = self._lines[-1] = encode(states.event_view(self.events[-1], self.standing))
        return line

    def seats(self, visitor: Visitor) -> frozenset[Player]:
        """The seats a visitor holds; a token that opens none is refused."""
        held = {player for key in visitor.keys for player in self.keys.get(key, ())}
        if visitor.token and not held:
            raise ForbiddenError(NOT_YOUR_SEAT())
        return frozenset(held)

    def tell(self, line: str) -> None:
        for watcher in self.watchers:
            watcher.tell(line)

    @property
    def thinking(self) -> bool:
        thinker = self.thinker
        return thinker is not None and not thinker.done() and not thinker.cancelling()

    def tell_presence(self) -> None:
        """At once, or as soon as it may be told again."""
        if self._presence_told:
            self._presence_due = True
            return
        self.tell(self.presence())
        loop = asyncio.get_running_loop()
        self._presence_told = loop.call_later(SECONDS_BETWEEN_PRESENCES, self._catch_up)

    def _catch_up(self) -> None:
        self._presence_told = None
        if self._presence_due:
            self._presence_due = False
            self.tell_presence()

    def presence(self) -> str:
        return encode(states.presence(self.present, len(self.watchers)))

    @property
    def present(self) -> frozenset[Player]:
        return frozenset(player for watcher in self.watchers for player in watcher.seats)

    def played_already(self, you: frozenset[Player], text: str, seq: int) -> bool:
        """Whether the event after `seq` is this very move by one of these seats."""
        if not 0 < seq < self.standing.seq:
            return False
        event = self.events[seq]
        own = event.kind == "move" and Player(event.data["by"]) in you
        return own and bool(event.data["move"] == text)


def encode(message: Any) -> str:
    return msgspec.json.encode(message).decode()
