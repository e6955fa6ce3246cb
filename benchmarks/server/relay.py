"""What a move costs the server: checked, stored on the disk, sent to both players.

The games are different ones, so that no board has been worked out before.
"""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

from benchmarks.server.crowd import Crowd
from benchmarks.server.processes import Servers, measurable, processor_seconds

# A player may make so many moves as fast as they like.
MOVES = 200
TABLES = (1, 20)
FOREVER = float("inf")


def main() -> None:
    """Reads the server's own processor time, so this program does not count."""
    if not measurable():
        print("Relayed moves: needs /proc")
        return
    with ExitStack() as stack:
        asyncio.run(_measure(Servers(stack)))


async def _measure(servers: Servers) -> None:
    """What players cost who come and go does not count: they sit down before."""
    pid = servers.all[0].process.pid
    crowd = Crowd(servers.ports, MOVES, ping=0.0, lines=sum(TABLES) + 1)
    await _sit_and_play(crowd, 1, pid)
    print("Relayed moves, each checked, committed and sent to two players")
    for tables in TABLES:
        spent, took = await _sit_and_play(crowd, tables, pid)
        count = tables * MOVES
        print(
            f"  {tables} at a time: {1e6 * spent / count:.0f} microseconds of CPU,"
            f" {count / took:.0f} a second"
        )


async def _sit_and_play(crowd: Crowd, tables: int, pid: int) -> tuple[float, float]:
    """The processor time and the time that so many new games took."""
    await crowd.sit_down(tables)
    await _quiet(pid)
    before = processor_seconds(pid)
    times, took = await crowd.play(0.0, FOREVER, MOVES)
    assert not times.refused, times.refused[0]
    return processor_seconds(pid) - before, took


async def _quiet(pid: int) -> None:
    """Waits until the solvers are compiled and the server has nothing to do."""
    used = -1.0
    while processor_seconds(pid) - used > 0.02:
        used = processor_seconds(pid)
        await asyncio.sleep(1)
