"""How many live games a server carries: each a match between two WebSocket clients on loopback.

Every game makes a move each five seconds; a move counts as acknowledged when the player who made it
has heard it back, which is after it was committed. The clients run in this process, beside the
server, and each game comes from an address of its own, as a proxy would tell.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import websockets

from benchmarks.relay import BEGINNING, SHUFFLE, processor_seconds

GAMES = 200
SECONDS_BETWEEN_MOVES = 5.0
SECONDS = 20.0
AT_ONCE = 20


def main(games: int = GAMES) -> None:
    """Reads the server's own processor time and memory, so this program does not count."""
    if not Path("/proc/self/stat").exists():
        print("Load: needs /proc")
        return
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tetrad", "serve", "--port", "0"]
        command += ["--database", f"{folder}/load.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout
            address = server.stdout.readline().split()[3]
            try:
                waits = asyncio.run(_measure(server.pid, address, games))
            finally:
                server.terminate()
        with sqlite3.connect(f"{folder}/load.db") as database:
            (stored,) = database.execute(
                "SELECT count(*) FROM events WHERE kind = 'move'"
            ).fetchone()
    print(f"  {stored} moves stored, {len(waits)} acknowledged")


async def _measure(pid: int, address: str, games: int) -> list[float]:
    print(f"{games} live games, a move each {SECONDS_BETWEEN_MOVES:.0f} s, SQLite, one process")
    gate, waits = asyncio.Semaphore(AT_ONCE), list[float]()
    tables = await asyncio.gather(*(_sit_down(address, number, gate) for number in range(games)))
    used, begun = processor_seconds(pid), time.perf_counter()
    await asyncio.gather(*(_play(sockets, waits, begun + SECONDS) for sockets in tables))
    took, spent = time.perf_counter() - begun, processor_seconds(pid) - used
    waits.sort()
    shown = ", ".join(f"p{part:g} {1e3 * _part(waits, part):.0f} ms" for part in (50, 99, 99.9))
    print(f"  {len(waits) / took:.0f} acknowledged moves a second: {shown}")
    print(f"  {1e6 * spent / len(waits):.0f} microseconds of CPU a move, {_megabytes(pid)} MB")
    await asyncio.gather(*(socket.close() for sockets in tables for socket in sockets))
    return waits


async def _sit_down(
    address: str, number: int, gate: asyncio.Semaphore
) -> list[websockets.ClientConnection]:
    came_from = {"X-Forwarded-For": f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"}
    async with gate, httpx.AsyncClient(base_url=address, timeout=60, headers=came_from) as client:
        wish = {"game": "qomet", "repetition": False}
        created = (await client.post("/api/matches", json=wish)).json()
        live = f"{address.replace('http', 'ws')}/api/matches/{created['id']}/events?since=1&token="
        return [
            await websockets.connect(
                live + token, compression=None, additional_headers=came_from, ping_interval=None
            )
            for token in created["tokens"].values()
        ]


async def _play(
    sockets: list[websockets.ClientConnection], waits: list[float], until: float
) -> None:
    await asyncio.sleep(random.random() * SECONDS_BETWEEN_MOVES)
    ply = 0
    while (begun := time.perf_counter()) < until:
        move = BEGINNING[ply] if ply < 2 else SHUFFLE[(ply - 2) % 4]
        await sockets[ply % 2].send(json.dumps({"move": move, "seq": ply + 1}))
        await _heard(sockets[ply % 2], ply + 2)
        waits.append(time.perf_counter() - begun)
        await _heard(sockets[1 - ply % 2], ply + 2)
        ply += 1
        await asyncio.sleep(max(0.0, begun + SECONDS_BETWEEN_MOVES - time.perf_counter()))


async def _heard(socket: websockets.ClientConnection, seq: int) -> None:
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        assert "error" not in message, message
        if message.get("kind") == "move" and message["seq"] == seq:
            return


def _part(waits: list[float], part: float) -> float:
    return waits[min(len(waits) - 1, int(len(waits) * part / 100))]


def _megabytes(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20
