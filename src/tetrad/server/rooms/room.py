"""A match in memory: its log, its seats, and those who watch it."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from tetrad.matches import state as states
from tetrad.matches.actions import NOT_YOUR_SEAT
from tetrad.matches.log import Event, Standing
from tetrad.matches.refusals import ForbiddenError
from tetrad.position import Player
from tetrad.server.http.identity import Visitor
from tetrad.server.rooms.store import Key, Stored
from tetrad.server.workers.turns import Asker

LINES_KEPT_FOR_A_WATCHER = 2_000
RESTARTING, TOO_SLOW = 1012, 4408


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

    def __init__(self, match_id: str, stored: Stored) -> None:
        self.id = match_id
        self.standing = Standing()
        self.events: list[Event] = []
        self.lines: list[str] = []
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
        for event in stored.events:
            self.add(event, self.standing.after(event))
        self._published = self.standing.seq
        self._made, self._line = 0, ""

    def admit(self, key: Key) -> None:
        self.keys.setdefault(key.digest, set()).add(Player(key.seat))

    def add(self, event: Event, after: Standing) -> None:
        """Goes on to how the match stands after an event."""
        self.standing = after
        self.events.append(event)
        self.lines.append(encode(states.event_view(event, after)))

    def publish(self) -> None:
        """Tells those who watch what has been added since the last time."""
        if self.watchers:
            for line in self.since(self._published):
                self.tell(line)
        self._published = self.standing.seq

    def since(self, seq: int) -> list[str]:
        """The events after number `seq`; the newest one says what holds now."""
        missed = self.lines[seq:]
        return [*missed[:-1], self._newest()] if missed else []

    def _newest(self) -> str:
        """Made when the first one asks, and once."""
        if self._made != self.standing.seq:
            self._made = self.standing.seq
            now = encode(states.now(self.standing))
            self._line = f'{self.lines[-1][:-1]},"now":{now}}}'
        return self._line

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
        self.tell(encode(states.presence(self.present, len(self.watchers))))

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
