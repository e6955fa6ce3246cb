"""A match in memory: its log, its seats, and those who watch it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any, Self, TypeVar

import msgspec
from msgspec import Raw

from tetrad.matches import state as states
from tetrad.matches.actions import NOT_YOUR_SEAT
from tetrad.matches.log import Event, Standing
from tetrad.matches.refusals import ForbiddenError
from tetrad.position import AnyPosition, InvalidMoveError, Player
from tetrad.server import clock
from tetrad.server.http.connections import text_frame
from tetrad.server.http.identity import Visitor
from tetrad.server.storage.store import Key, Overview, Stored
from tetrad.server.workers.turns import Asker

LINES_KEPT_FOR_A_WATCHER = 1_000
# Who has missed more than this loads the match, which is shorter.
MOST_EVENTS_TOLD = 500
RESTARTING, TOO_SLOW = 1012, 4408
# However many come and go, this often at most everybody is told who is there.
SECONDS_BETWEEN_PRESENCES = 1.0
EVENTS_AT_A_TIME = 40
LONGEST_LAG = 5.0
# What another process said about who is there holds for so long, and is said again in time.
SECONDS_BELIEVED, SECONDS_BETWEEN_TELLING = 15.0, 5.0
# Who has given no sign for so long is connected, but may have put the phone away.
SECONDS_ATTENTIVE = 20.0

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

    def __init__(
        self, seats: frozenset[Player], write_now: Callable[[bytes], bool] | None = None
    ) -> None:
        self.seats = seats
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        self.goodbye: int | None = None
        self._write_now = write_now
        self._waiting = 0
        self.lag = 0.0
        self._ponged: float | None = None
        self.heard = time.monotonic()

    def pong(self, held: object) -> None:
        """Measures the line: what has passed since the last sign, less what it lay there."""
        now = self.heard = time.monotonic()
        if self._ponged is not None and isinstance(held, int | float) and held >= 0:
            measured = min(LONGEST_LAG, max(0.0, now - self._ponged - held / 1000))
            self.lag = measured if not self.lag else 0.7 * self.lag + 0.3 * measured
        self._ponged = now

    def tell(self, line: str) -> None:
        """Sends a line at once, or where others wait behind them; too many are not kept."""
        if self.goodbye is not None:
            return
        if self._write_now and not self._waiting and self._write_now(text_frame(line)):
            return
        self._waiting += 1
        self.lines.put_nowait(line)
        if self._waiting > LINES_KEPT_FOR_A_WATCHER:
            self.dismiss(TOO_SLOW)

    def sent(self) -> None:
        """A line that waited is on its way."""
        self._waiting -= 1

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
        # Whether this process sees to what is due here, and when it looks next.
        self.mine = False
        self.alarm: asyncio.TimerHandle | None = None
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
        # Since when a player is away; who is there may be so at another process.
        self.away: dict[Player, float | None] = dict.fromkeys(Player, clock.now())
        self.presence_said = 0.0
        self._elsewhere: dict[str, tuple[frozenset[Player], float]] = {}

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
        away = self.away if self.live else {}
        spectators = sum(not watcher.seats for watcher in self.watchers)
        told = states.presence(self.present, len(self.watchers), away)
        return encode(told | {"spectators": spectators})

    @property
    def now(self) -> float:
        """The time at which something happens here: never before what happened last."""
        return max(clock.now(), self.standing.updated)

    @property
    def live(self) -> bool:
        """Whether people play here with a clock for the whole game."""
        clock = self.standing.clock
        return clock is not None and not clock.days

    @property
    def here(self) -> frozenset[Player]:
        """Who is connected to this process."""
        return frozenset(player for watcher in self.watchers for player in watcher.seats)

    @property
    def attentive(self) -> frozenset[Player]:
        """Who is connected to this process and has given a sign of it lately."""
        since = time.monotonic() - SECONDS_ATTENTIVE
        return frozenset(
            player for watcher in self.watchers if watcher.heard > since for player in watcher.seats
        )

    @property
    def present(self) -> frozenset[Player]:
        now = clock.now()
        elsewhere = (seats for seats, until in self._elsewhere.values() if until > now)
        return self.here.union(*elsewhere)

    def hear_presence(self, process: str, seats: frozenset[Player]) -> None:
        """Another process says who is connected there."""
        before = self.present
        self._elsewhere[process] = seats, clock.now() + SECONDS_BELIEVED
        self.note_presence()
        if self.present != before:
            self.tell_presence()

    def note_presence(self) -> None:
        """Remembers since when somebody is away."""
        present = self.present
        for player in Player:
            gone = self.away[player] or clock.now()
            self.away[player] = None if player in present else gone

    def seconds_away(self, player: Player) -> float:
        self.note_presence()
        since = self.away[player]
        return 0.0 if since is None else clock.now() - max(since, self._acted(player))

    def _acted(self, player: Player) -> float:
        """When a player did something last, over whichever line."""
        own = (each for each in reversed(self.events) if each.data.get("by") == player.value)
        return next((each.at for each in own if each.kind != "undo"), 0.0)

    def lag(self, you: frozenset[Player]) -> float:
        """What the line of a player takes for the way there and back, as it was measured."""
        lags = [watcher.lag for watcher in self.watchers if watcher.seats & you]
        return min(lags, default=0.0)

    @property
    def busy(self) -> bool:
        """Whether something is under way here that is this process's own."""
        return self.mine and self.thinking

    def counted(self, wish: str, seq: int | None) -> bool:
        """Whether an event after `seq` is what this wish has led to."""
        return any(event.wish == wish for event in self.events[seq or 0 :])

    def played_already(self, you: frozenset[Player], text: str, seq: int) -> bool:
        """Whether the event after `seq` is this very move by one of these seats."""
        if not 0 < seq < self.standing.seq:
            return False
        event = self.events[seq]
        own = event.kind == "move" and Player(event.data["by"]) in you
        return own and self._same_move(event.data["move"], text)

    def _same_move(self, move: str, text: str) -> bool:
        try:
            return str(self.standing.position.parse_move(text)) == move
        except InvalidMoveError:
            return False


def overview(match_id: str, standing: Standing) -> Overview:
    """What is kept beside the log, for lists and for what is due after a restart."""
    due = None if standing.bots_only else standing.due
    return Overview(dict(states.summary(match_id, standing)), due.at if due else None)


def encode(message: Any) -> str:
    return msgspec.json.encode(message).decode()
