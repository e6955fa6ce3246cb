"""How many live games a server carries: each a match between two WebSocket clients on loopback.

    python -m benchmarks load [GAMES ...] [--database sqlite | postgresql] [--processes N]
                              [--seconds S] [--every S] [--ping S] [--clocks] [--rated]

Every game makes a move each five seconds; a move counts as acknowledged when the player who made it
has heard it back, which is after it was committed. Every player says each 2.5 seconds that they are
there, as the app does, and each game comes from an address of its own. The clients run in this
process, beside the server. With two processes the two players of a game sit at different ones,
joined by Redis. Rated games have clocks and are played by accounts, and beside them as many
pairings are given up and counted as would come to their end. With several numbers of games, more
and more of them play. In the end the servers are killed and started again, and everybody comes back
at once.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from benchmarks.server.answers import Caller
from benchmarks.server.crowd import Crowd, unrated
from benchmarks.server.processes import (
    Servers,
    make_room,
    measurable,
    megabytes,
    processor_seconds,
)
from benchmarks.server.rated import Club
from benchmarks.server.warm import come_back

GAMES = 5_000
CLOCK = {"base": 3600, "increment": 5}
PARTS = (50, 99, 99.9)
SECONDS_BETWEEN_CALLS = 0.02


def main(arguments: Sequence[str] = ()) -> None:
    """Reads the servers' own processor time and memory, so this program does not count."""
    if not measurable():
        print("Load: needs /proc")
        return
    chosen = _parser().parse_args(arguments)
    games, most = sorted(chosen.games or [GAMES]), make_room() // 2 - 100
    if games[-1] > most:
        print(f"Load: this process may have the connections of {most} games (ulimit -n)")
        return
    with ExitStack() as stack:
        servers = Servers(stack, chosen.database, chosen.processes)
        print(
            f"A move each {chosen.every:g} s and a sign of life each {chosen.ping:g} s,"
            f" {chosen.database}, {chosen.processes} process(es), {os.cpu_count()} cores"
        )
        asyncio.run(_measure(servers, games, chosen))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks load", description=__doc__)
    parser.add_argument("games", nargs="*", type=int)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--every", type=float, default=5.0)
    parser.add_argument("--clocks", action="store_true", help="every game has one, 60 min + 5 s")
    parser.add_argument("--rated", action="store_true", help="the same between accounts, rated")
    parser.add_argument("--ping", type=float, default=2.5)
    return parser


async def _measure(servers: Servers, games: list[int], chosen: argparse.Namespace) -> None:
    plies = int(len(games) * chosen.seconds / chosen.every) + 2
    club = Club(servers.ports, CLOCK) if chosen.rated else None
    if club:
        await club.open()
    seat = club.seat if club else unrated(CLOCK if chosen.clocks else None)
    crowd = Crowd(servers.ports, plies, chosen.ping, seat=seat)
    for count in games:
        begun = time.perf_counter()
        await crowd.sit_down(count - len(crowd.tables))
        print(f"{count} live games; they sat down in {time.perf_counter() - begun:.0f} s")
        with _used(servers) as report:
            caller = Caller(servers.ports[0])
            beside = [asyncio.create_task(caller.keep_calling(SECONDS_BETWEEN_CALLS))]
            if club:
                club.counted.clear()
                beside.append(asyncio.create_task(club.keep_ending(count, chosen.every)))
            times, took = await crowd.play(chosen.every, chosen.seconds)
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            moves = len(times.acknowledged)
            print(f"  {moves / took:.0f} acknowledged moves a second, {len(times.refused)} refused")
            print(f"  acknowledged:     {spread(times.acknowledged)}")
            print(f"  at the opponent's: {spread(times.relayed)}")
            print(f"  another's small request: {spread(caller.waits)}")
            if club and club.counted:
                told = f"{len(club.counted)} pairings counted, {club.failed} failed"
                print(f"  {told}: {spread(club.counted)}")
            report(moves, took)
    started, took = await come_back(servers, crowd)
    print(
        f"{games[-1]} games back {took:.1f} s after a cold start, of which {started:.1f} to start"
    )
    crowd.leave()


@contextmanager
def _used(servers: Servers) -> Iterator[Callable[[int, float], None]]:
    """What every process has used since now, to be told in the end."""
    before = {name: processor_seconds(pid) for name, pid in servers.processes.items()}
    own = time.process_time()

    def report(moves: int, took: float) -> None:
        for name, pid in servers.processes.items():
            spent = processor_seconds(pid) - before[name]
            print(
                f"  {name}: {1e6 * spent / moves:.0f} microseconds of CPU a move,"
                f" {100 * spent / took:.0f} % of a core, {megabytes(pid)} MB"
            )
        print(f"  these clients: {100 * (time.process_time() - own) / took:.0f} % of a core")
        print(f"  load of the machine {os.getloadavg()[0]:.1f}")

    yield report


def spread(seconds: Sequence[float], parts: Sequence[float] = PARTS) -> str:
    """Times as those of so many of a hundred, and the longest, in milliseconds."""
    ordered = sorted(seconds)
    shown = [f"p{part:g} {1e3 * _part(ordered, part):.1f}" for part in parts]
    return ", ".join([*shown, f"longest {1e3 * ordered[-1]:.1f} ms"])


def _part(ordered: Sequence[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * part / 100))]
