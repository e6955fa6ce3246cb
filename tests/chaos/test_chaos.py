"""Under load things break, and nothing that was acknowledged is lost: each fault once.

`python -m tests.chaos --minutes 10` does the same for as long as one likes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos.faults import endure, one_machine, several_machines

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

GAMES = 20
# Of the end of a fault; where nothing else runs beside this (see the Makefile).
WITHIN = 5.0


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_a_full_disk_a_wrong_clock_and_a_killed_server_lose_nothing(tmp_path: Path) -> None:
    async with one_machine(tmp_path) as (addresses, faults):
        assert await endure(addresses, faults, print, GAMES, 0.1, WITHIN) > GAMES


async def test_two_hosts_lose_nothing_whatever_is_gone_between_them() -> None:
    async with several_machines() as (addresses, faults):
        assert await endure(addresses, faults, print, GAMES, 0.1, WITHIN) > GAMES
