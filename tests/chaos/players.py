"""Players who do not trust the server: each keeps a log of its own of what it was told.

Two of them play a match of Qomet that never ends, each over a WebSocket, and go on by themselves
after whatever happens: to the next server, after the last event they have seen, with the move that
was not acknowledged under the same id. In the end their logs are compared with the server's, and
their stopwatches with its clocks: half of the games have one.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
import websockets

from tests.chaos.stopwatch import FISCHER, Left, Stopwatch, compare_clocks, compare_times

BEGINNING, SHUFFLE = ("@a1", "@g7"), ("a1-a4", "g7-g4", "a4-a1", "g4-g7")
PATIENCE = 3.0
PAUSE = 0.3
SECONDS_UNTIL_AGAIN = 1.0
NETWORK = (OSError, TimeoutError, websockets.WebSocketException, httpx.HTTPError)


def move_at(ply: int) -> str:
    return BEGINNING[ply] if ply < 2 else SHUFFLE[(ply - 2) % 4]


@dataclass
class Player:
    """One seat of one match."""

    match: str
    seat: int
    token: str
    addresses: list[str]
    pace: float
    heard: list[str] = field(default_factory=list)
    acknowledged: dict[int, str] = field(default_factory=dict)
    watch: Stopwatch = field(default_factory=Stopwatch)
    last_news: float = 0.0
    last_problem: str = ""
    complaints: list[str] = field(default_factory=list)

    async def play(self) -> None:
        """Until it is cancelled, at one server after the other."""
        for address in itertools.cycle(self.addresses):
            try:
                await self._visit(address)
            except NETWORK as problem:
                self.last_problem = repr(problem)
            await asyncio.sleep(PAUSE)

    async def _visit(self, address: str) -> None:
        where = f"{address.replace('http', 'ws')}/api/matches/{self.match}/events"
        line = f"{where}?since={len(self.heard) + 1}&token={self.token}"
        connecting = websockets.connect(
            line, compression=None, open_timeout=PATIENCE, close_timeout=1, ping_interval=None
        )
        async with connecting as socket:
            moving = asyncio.create_task(self._move(socket))
            try:
                while True:
                    async with asyncio.timeout(2 * PATIENCE):
                        told = await socket.recv()
                    self.hear(json.loads(told))
            finally:
                moving.cancel()

    async def _move(self, socket: websockets.ClientConnection) -> None:
        """Sends the next move when it is due, and again when nothing has come of it for a while."""
        sent, then = -1, 0.0
        while True:
            await asyncio.sleep(self.pace)
            ply, now = len(self.heard), time.monotonic()
            if ply % 2 + 1 == self.seat and (ply != sent or now > then + SECONDS_UNTIL_AGAIN):
                sent, then = ply, now
                self.watch.send(ply, now)
                wish = {"move": move_at(ply), "seq": ply + 1, "id": f"ply-{ply}"}
                with contextlib.suppress(websockets.ConnectionClosed):
                    await socket.send(json.dumps(wish))

    def hear(self, told: dict[str, Any]) -> None:
        if told.get("kind") != "move":
            code = told.get("error", {}).get("code")
            if code not in (None, "away", "stale", "out-of-turn", "too-many"):
                self.complaints.append(str(told))
            return
        due = len(self.heard) + 2
        if told["seq"] < due:
            return
        if told["seq"] > due:
            self.complaints.append(f"event {told['seq']} came where {due} was due")
            return
        self.last_news = time.monotonic()
        self.watch.hear(len(self.heard), told, self.last_news)
        self.heard.append(told["move"])
        if told["by"] == self.seat:
            self.acknowledged[told["seq"]] = told["move"]


@dataclass
class Crowd:
    """Many players at once, and what they say about the servers."""

    addresses: list[str]
    players: list[Player] = field(default_factory=list)
    _at_it: list[asyncio.Task[None]] = field(default_factory=list)

    async def sit_down(self, games: int, pace: float) -> None:
        """Every other game has clocks."""
        async with httpx.AsyncClient(base_url=self.addresses[0], timeout=60) as client:
            for number in range(games):
                wish: dict[str, Any] = {"game": "qomet", "repetition": False}
                if number % 2:
                    wish["clock"] = FISCHER
                made = (await client.post("/api/matches", json=wish)).json()
                for seat in (1, 2):
                    token = made["tokens"][str(seat)]
                    servers = beginning_with(2 * number + seat - 1, self.addresses)
                    self.players.append(Player(made["id"], seat, token, servers, pace))
        self._at_it = [asyncio.create_task(player.play()) for player in self.players]

    async def all_heard_something(self, since: float, within: float) -> float:
        """Seconds from then until the last of them had news; an error says who had none."""
        until = time.monotonic() + within
        while waiting := [each for each in self.players if each.last_news < since]:
            first = waiting[0]
            what = f"{first.match} seat {first.seat} after {len(first.heard)} moves"
            assert time.monotonic() < until, (
                f"{len(waiting)} of {len(self.players)} players heard nothing, the first of them"
                f" {what}: {first.last_problem}"
            )
            await asyncio.sleep(0.02)
        return max(0.0, max(each.last_news for each in self.players) - since)

    async def leave(self) -> None:
        for task in self._at_it:
            task.cancel()
        await asyncio.gather(*self._at_it, return_exceptions=True)

    async def check(self, address: str) -> tuple[int, float]:
        """Compares every log with the server's: the acknowledged moves, and how wrong its time was.

        The time in seconds, where it was worst.
        """
        wrong = 0.0
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            for first, second in zip(self.players[::2], self.players[1::2], strict=True):
                stored = (await client.get(f"/api/matches/{first.match}")).json()
                _compare(first, stored["moves"])
                _compare(second, stored["moves"])
                wrong = max(wrong, compare_times(first.match, first.watch, second.watch))
                if timing := stored["timing"]:
                    for player in (first, second):
                        _compare_clocks(player, len(stored["moves"]), timing["left"])
        return sum(len(player.acknowledged) for player in self.players), wrong


def _compare(player: Player, stored: list[str]) -> None:
    name = f"{player.match} seat {player.seat}"
    assert not player.complaints, f"{name}: {player.complaints[:3]}"
    assert stored == [move_at(ply) for ply in range(len(stored))], f"{name}: doubled or altered"
    assert player.heard == stored[: len(player.heard)], f"{name}: told what is not stored"
    for seq, move in player.acknowledged.items():
        assert stored[seq - 2 : seq - 1] == [move], f"{name}: move {seq} was lost"


def _compare_clocks(player: Player, moves: int, left: Left) -> None:
    """Who left before the last move was told does not know what is left after it."""
    heard_all = len(player.heard) == moves
    name = f"{player.match} seat {player.seat}"
    compare_clocks(name, player.watch, left if heard_all else None)


def beginning_with(number: int, addresses: list[str]) -> list[str]:
    """Everybody begins at another server."""
    here = number % len(addresses)
    return addresses[here:] + addresses[:here]
