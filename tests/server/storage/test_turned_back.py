"""A backup is restored under a running server: who is ahead is told, and everybody goes on."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.server.conftest import Server
from tests.server.services import Postgres

pytestmark = pytest.mark.anyio

MOVES = ("A@a1", "B@b2", "C@c3", "D@d4", "A@b4", "B@d1")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "turned.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


async def tetrad(command: str, database: str, path: Path) -> None:
    arguments = [sys.executable, "-m", "tetrad", command, str(path), "--database", database]
    ended = await asyncio.to_thread(
        subprocess.run, arguments, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr


async def play(client: httpx.AsyncClient, match: str, moves: tuple[str, ...], seq: int) -> None:
    for number, move in enumerate(moves, seq):
        body = {"move": move, "seq": number}
        answer = await client.post(f"/api/matches/{match}/moves", json=body)
        assert answer.status_code == 200, answer.text


async def closed(socket: websockets.ClientConnection) -> tuple[int | None, dict[str, Any]]:
    """With which code the line is ended, and the last that was said."""
    last: dict[str, Any] = {}
    async with asyncio.timeout(60):
        try:
            while True:
                last = json.loads(await socket.recv())
        except websockets.ConnectionClosed:
            return socket.close_code, last


async def test_who_is_ahead_of_a_restored_log_is_told_and_goes_on(
    database: str, tmp_path: Path
) -> None:
    server, path = Server(database, "--port", "0"), tmp_path / "tetrad.backup"
    try:
        async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
            match = (await client.post("/api/matches", json={"game": "quantik"})).json()["id"]
            live = f"{server.live}/api/matches/{match}/events?since="
            await play(client, match, MOVES[:2], 1)
            await tetrad("backup", database, path)
            await play(client, match, MOVES[2:4], 3)
            state = (await client.get(f"/api/matches/{match}")).json()
            watcher = await websockets.connect(f"{live}5")
            await tetrad("restore", database, path)
            assert (await closed(watcher))[0] == 1012
            code, said = await closed(await websockets.connect(f"{live}5"))
            assert (code, said["error"]["code"]) == (4409, "reload")
            assert (await client.get(f"/api/matches/{match}")).json()["seq"] == 3
            await play(client, match, ("D@c1", "C@a4", "A@d3"), 3)
            # Others have played on past what it knows: its number exists again, for another move.
            at = state["updated"].replace("+", "%2B")
            assert (await closed(await websockets.connect(f"{live}5&at={at}")))[0] == 4409
            async with websockets.connect(f"{live}3") as socket:
                heard = [json.loads(await socket.recv())["move"] for _ in range(3)]
            assert heard == ["D@c1", "C@a4", "A@d3"]
    finally:
        server.stop()
