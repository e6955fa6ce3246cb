"""`python -m tests.chaos [--minutes N] [--games N]`: what breaks while people play, again.

It needs root, PostgreSQL, Redis, ip and mount (`make services`), makes a network and a disk of its
own, and leaves nothing behind. A player who is not back within five seconds of a fault's end, or a
move that was acknowledged and is not there, ends it with an error.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from _pytest.outcomes import Skipped

from tests.chaos.faults import endure, one_machine, several_machines

SECONDS_TO_COME_BACK = 5.0


async def main(minutes: float, games: int, within: float) -> None:
    half = 30 * minutes
    for name, machines in (("one machine, SQLite", one_machine), ("two hosts", None)):
        with tempfile.TemporaryDirectory() as folder:
            setting = machines(Path(folder)) if machines else several_machines()
            print(f"{games} games on {name}, for {half / 60:g} minutes", flush=True)
            async with setting as (addresses, faults):
                until = time.monotonic() + half
                await endure(addresses, faults, _say, games, 0.1, within, until)


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--within", type=float, default=SECONDS_TO_COME_BACK, metavar="SECONDS")
    chosen = parser.parse_args()
    try:
        asyncio.run(main(chosen.minutes, chosen.games, chosen.within))
    except (AssertionError, Skipped) as error:
        sys.exit(f"{error}")
