"""Players who do not trust the server: each keeps a log of its own of what it was told.

Two of them play a match of Qomet that never ends, each over a WebSocket, and go on by themselves
after whatever happens: to the next server, after the last event they have seen, with the move that
was not acknowledged under the same id. In the end their logs are compared with the server's.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import websockets

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
                    self._hear(json.loads(told))
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
                wish = {"move": move_at(ply), "seq": ply + 1, "id": f"ply-{ply}"}
                with contextlib.suppress(websockets.ConnectionClosed):
                    await socket.send(json.dumps(wish))

    def _hear(self, told: dict[str, Any]) -> None:
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
        self.heard.append(told["move"])
        self.last_news = time.monotonic()
        if told["by"] == self.seat:
            self.acknowledged[told["seq"]] = told["move"]


# Long enough for any fault, so that whoever loses by it has lost to a mistake.
FISCHER = {"base": 120, "increment": 1}


@dataclass
class Crowd:
    """Many players at once, and what they say about the servers."""

    addresses: list[str]
    players: list[Player] = field(default_factory=list)
    _at_it: list[asyncio.Task[None]] = field(default_factory=list)

    async def sit_down(self, games: int, pace: float, *, clocks: bool = False) -> None:
        turns = _turns(self.addresses)
        async with httpx.AsyncClient(base_url=self.addresses[0], timeout=60) as client:
            for number in range(games):
                wish: dict[str, Any] = {"game": "qomet", "repetition": False}
                if clocks and number % 2:
                    wish["clock"] = FISCHER
                made = (await client.post("/api/matches", json=wish)).json()
                for seat in (1, 2):
                    token, servers = made["tokens"][str(seat)], next(turns)
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

    async def check(self, address: str) -> int:
        """Compares every log with the server's; the number of acknowledged moves."""
        counted = 0
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            for player in self.players:
                stored = (await client.get(f"/api/matches/{player.match}")).json()["moves"]
                counted += len(player.acknowledged)
                _compare(player, stored)
        return counted


def _compare(player: Player, stored: list[str]) -> None:
    name = f"{player.match} seat {player.seat}"
    assert not player.complaints, f"{name}: {player.complaints[:3]}"
    assert stored == [move_at(ply) for ply in range(len(stored))], f"{name}: doubled or altered"
    assert player.heard == stored[: len(player.heard)], f"{name}: told what is not stored"
    for seq, move in player.acknowledged.items():
        assert stored[seq - 2 : seq - 1] == [move], f"{name}: move {seq} was lost"


def _turns(addresses: list[str]) -> Iterator[list[str]]:
    """Everybody begins at another server."""
    for begin in itertools.count():
        here = begin % len(addresses)
        yield addresses[here:] + addresses[:here]
