"""What a move costs the server: checked, stored on the disk, sent to both players."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import websockets

MATCHES = 20
MOVES = 100
BEGINNING, SHUFFLE = ("@a1", "@g7"), ("a1-a4", "g7-g4", "a4-a1", "g4-g7")


def main() -> None:
    """Reads the server's own processor time, so this program does not count."""
    if not Path("/proc/self/stat").exists():
        print("Relayed moves: needs /proc")
        return
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tetrad", "serve", "--port", "0"]
        command += ["--database", f"{folder}/relay.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout
            address = server.stdout.readline().split()[3]
            try:
                asyncio.run(_measure(server.pid, address))
            finally:
                server.terminate()


async def _measure(pid: int, address: str) -> None:
    await _play(address, MOVES)
    await _quiet(pid)
    print("Relayed moves, each checked, committed and sent to two players")
    for matches in (1, MATCHES):
        used, begun = processor_seconds(pid), time.perf_counter()
        await asyncio.gather(*(_play(address, MOVES) for _ in range(matches)))
        count, took = matches * MOVES, time.perf_counter() - begun
        spent = 1e6 * (processor_seconds(pid) - used) / count
        print(
            f"  {matches} at a time: {spent:.0f} microseconds of CPU, {count / took:.0f} a second"
        )


async def _play(address: str, moves: int) -> None:
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        wish = {"game": "qomet", "repetition": False}
        created = (await client.post("/api/matches", json=wish)).json()
    sockets = [await _connect(address, created, seat) for seat in ("1", "2")]
    for ply in range(moves):
        move = BEGINNING[ply] if ply < 2 else SHUFFLE[(ply - 2) % 4]
        await sockets[ply % 2].send(json.dumps({"move": move, "seq": ply + 1}))
        for socket in sockets:
            await _heard(socket, ply + 2)
    for socket in sockets:
        await socket.close()


async def _connect(address: str, created: dict[str, Any], seat: str) -> websockets.ClientConnection:
    token = created["tokens"][seat]
    where = f"{address.replace('http', 'ws')}/api/matches/{created['id']}/events"
    return await websockets.connect(f"{where}?since=1&token={token}", compression=None)


async def _heard(socket: websockets.ClientConnection, seq: int) -> None:
    while True:
        message = json.loads(await socket.recv())
        if message.get("kind") == "move" and message["seq"] == seq:
            return


async def _quiet(pid: int) -> None:
    """Waits until the solvers are compiled and the server has nothing to do."""
    used = -1.0
    while processor_seconds(pid) - used > 0.02:
        used = processor_seconds(pid)
        await asyncio.sleep(1)


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
