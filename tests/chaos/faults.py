"""What goes wrong, one thing after the other, while people play.

    kill      a server is killed, and started again
    postgres  PostgreSQL is restarted, then killed as by a power cut
    redis     Redis is killed, and comes back after a while
    cut       the line between two hosts is cut
    disk      the disk is full for a while
    clock     a server's clock is an hour ahead, then an hour behind

Each is over when everything is there again; five seconds later every player has had news, and every
flag whose time was up has fallen.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from tests.chaos.flags import AFTER_EACH_FAULT, IN_THE_BEGINNING, Flags
from tests.chaos.hosts import Host, forwarded, needs_root, second_host, slowness, small_disk
from tests.chaos.players import Crowd
from tests.server.services import Postgres, Redis, postgres_server, redis_server

Fault = Callable[[], Awaitable[None]]
Report = Callable[[str], None]

SECONDS_OF_A_FAULT = 4.0
HOUR = 3600


async def _for_a_while(begin: Callable[[], None], end: Callable[[], None]) -> None:
    await asyncio.to_thread(begin)
    await asyncio.sleep(SECONDS_OF_A_FAULT)
    await asyncio.to_thread(end)


def killed(host: Host) -> Fault:
    def again() -> None:
        host.stop(signal.SIGKILL)
        host.start()

    return lambda: asyncio.to_thread(again)


def wrong_clock(file: Path) -> Fault:
    async def turn() -> None:
        for seconds in (HOUR, -HOUR, 0):
            file.write_text(str(seconds))
            await asyncio.sleep(SECONDS_OF_A_FAULT / 2)

    return turn


def restarted(postgres: Postgres) -> Fault:
    async def restart() -> None:
        await asyncio.to_thread(postgres.restart)
        await asyncio.sleep(1)
        await asyncio.to_thread(postgres.restart, signal.SIGKILL)

    return restart


def gone(redis: Redis) -> Fault:
    return lambda: _for_a_while(lambda: redis.stop(signal.SIGKILL), redis.start)


@asynccontextmanager
async def one_machine(folder: Path) -> AsyncIterator[tuple[list[str], dict[str, Fault]]]:
    """SQLite on a disk of its own, one server, a clock that can be turned."""
    needs_root()
    with small_disk(folder / "disk") as disk:
        clock = folder / "clock"
        clock.write_text("0")
        options = ("--database", str(disk.folder / "games.db"))
        host = await asyncio.to_thread(Host, *options, clock=clock)
        try:
            yield (
                [host.address],
                {
                    "kill": killed(host),
                    "disk": lambda: _for_a_while(disk.fill, disk.clear),
                    "clock": wrong_clock(clock),
                },
            )
        finally:
            await asyncio.to_thread(host.stop)


@asynccontextmanager
async def several_machines() -> AsyncIterator[tuple[list[str], dict[str, Fault]]]:
    """PostgreSQL and Redis on one host, a server there, and one on another host."""
    needs_root()
    async with AsyncExitStack() as stack:
        postgres = stack.enter_context(postgres_server())
        redis = stack.enter_context(redis_server())
        other = stack.enter_context(second_host())
        name = postgres.new_database().rpartition("/")[2]
        ports = [
            await stack.enter_async_context(forwarded(other.here, port))
            for port in (postgres.port, redis.port)
        ]
        here = await asyncio.to_thread(Host, "--database", postgres.url(name), "--redis", redis.url)
        stack.push_async_callback(asyncio.to_thread, here.stop)
        there = await asyncio.to_thread(
            Host,
            "--database", f"postgresql://tetrad@{other.here}:{ports[0]}/{name}",
            "--redis", f"redis://{other.here}:{ports[1]}/0",
            host=other.there, inside=other.inside,
        )  # fmt: skip
        stack.push_async_callback(asyncio.to_thread, there.stop)
        yield (
            [here.address, there.address],
            {
                "kill": killed(there),
                "postgres": restarted(postgres),
                "redis": gone(redis),
                "cut": lambda: _for_a_while(other.cut, other.mend),
            },
        )


async def endure(
    addresses: list[str], faults: dict[str, Fault], report: Report, games: int, pace: float,
    within: float, until: float = 0.0,
) -> int:  # fmt: skip
    """Plays while each fault happens, again until the time is over; the moves acknowledged.

    On a machine that others use, too, everything takes longer, and so may the way back.
    """
    crowd, flags = Crowd(addresses), Flags(addresses)
    await crowd.sit_down(games, pace)
    try:
        await crowd.all_heard_something(time.monotonic(), 60)
        await flags.add(IN_THE_BEGINNING)
        await flags.first_is_due()
        again = True
        while again:
            for name, fault in faults.items():
                patience = within * await asyncio.to_thread(slowness)
                await fault()
                end = time.monotonic()
                took = await crowd.all_heard_something(end, patience)
                await flags.all_fell(end, patience)
                report(f"  {name:9} everybody was back after {took:.1f} of {patience:.1f} s")
                await flags.add(AFTER_EACH_FAULT)
            again = time.monotonic() < until
    finally:
        await flags.leave()
        await crowd.leave()
    moves, wrong = await crowd.check(addresses[0])
    report(f"  {moves} acknowledged moves, none lost, doubled or altered")
    report(f"  {flags.check()} flags fell in time; the clocks were right to {wrong:.3f} s")
    return moves
