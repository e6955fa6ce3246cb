"""How soon everybody is back after a start from nothing: `python -m benchmarks warm [GAMES]`.

The games are in the database, with some moves each, and the players wait at the door: all of them
come in as soon as the server listens, and the time runs from before its process was started.
"""

from __future__ import annotations

import asyncio
import signal
import time
from contextlib import ExitStack

from benchmarks.server.crowd import Crowd
from benchmarks.server.processes import Servers, make_room, megabytes

GAMES = 5_000
PLIES = 20


def main(games: int = GAMES) -> None:
    """On SQLite and on PostgreSQL."""
    make_room()
    print(f"{games} games of {PLIES} moves, everybody back after a start")
    for database in ("sqlite", "postgresql"):
        with ExitStack() as stack:
            asyncio.run(_measure(Servers(stack, database), database, games))


async def _measure(servers: Servers, database: str, games: int) -> None:
    crowd = Crowd(servers.ports, PLIES, ping=0.0)
    await crowd.sit_down(games)
    await crowd.play(0.0, float("inf"), PLIES)
    started, took = await come_back(servers, crowd)
    memory = megabytes(servers.all[0].process.pid)
    print(f"  {database}: after {took:.1f} s, of which {started:.1f} to start; {memory} MB")


async def come_back(servers: Servers, crowd: Crowd) -> tuple[float, float]:
    """Everything is killed; seconds until the servers listen, and until everybody has the match."""
    servers.stop(signal.SIGKILL)
    crowd.leave()
    begun = time.perf_counter()
    await asyncio.to_thread(servers.start)
    started = time.perf_counter() - begun
    await crowd.come_back()
    return started, time.perf_counter() - begun
