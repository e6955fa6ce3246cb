"""The processes that think: stoppable, replaceable, and fair."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import AsyncIterator

import pytest

from tetrad.server.http.errors import TooManyError
from tetrad.server.workers.engine import Engine, Lane, Terms
from tetrad.server.workers.turns import Asker, Most

pytestmark = pytest.mark.anyio

ADA, GRACE = Asker("192.0.2.1", "ada"), Asker("192.0.2.2", "grace")
LANES: dict[Lane, Terms] = {
    "quick": Terms(1, 0, share=0.2),
    "analysis": Terms(1, 0, share=0.2, most=Most(of_a_person=3, of_an_address=4)),
}


@pytest.fixture
async def engine() -> AsyncIterator[Engine]:
    running = Engine(LANES)
    yield running
    await running.close()


def process_number(_cancel: threading.Event) -> int:
    return os.getpid()


def divide(one: int, other: int, _cancel: threading.Event) -> int:
    return one // other


def until_told(_cancel: threading.Event) -> str:
    return "told" if _cancel.wait(60) else "not told"


def noisy(_cancel: threading.Event) -> str:
    print("whatever a library says")
    return "heard"


def dies_once(path: str, _cancel: threading.Event) -> str:
    if not os.path.exists(path):
        open(path, "x").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def dies(_cancel: threading.Event) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def test_work_is_done_in_another_process(engine: Engine) -> None:
    number = await engine.ask("quick", ADA, process_number)
    assert number != os.getpid()
    assert await engine.ask("quick", GRACE, process_number) == number
    assert await engine.ask("analysis", ADA, process_number) != number
    assert await engine.ask("quick", ADA, noisy) == "heard"


async def test_errors_come_back(engine: Engine) -> None:
    with pytest.raises(ZeroDivisionError):
        await engine.ask("quick", ADA, divide, 1, 0)
    assert await engine.ask("quick", ADA, divide, 7, 2) == 3


async def test_a_process_that_dies_is_replaced(engine: Engine, tmp_path: object) -> None:
    assert await engine.ask("quick", ADA, dies_once, f"{tmp_path}/died") == "alive"
    with pytest.raises(TooManyError):
        await engine.ask("quick", ADA, dies)
    assert await engine.ask("quick", ADA, divide, 7, 2) == 3


async def test_a_row_of_questions_is_cut_short_for_somebody_else(engine: Engine) -> None:
    """Nobody waits: a thought takes its time. Somebody waits: it ends after its share."""
    await engine.ask("analysis", ADA, divide, 1, 1)
    row = [asyncio.create_task(engine.ask("analysis", ADA, until_told)) for _ in range(3)]
    await asyncio.sleep(0.6)
    assert not any(task.done() for task in row)
    begun = time.monotonic()
    assert await engine.ask("analysis", GRACE, divide, 8, 2) == 4
    assert time.monotonic() - begun < 30
    assert not row[-1].done()
    for task in row:
        task.cancel()
    results = await asyncio.gather(*row, return_exceptions=True)
    assert results[0] == "told"


async def test_one_person_has_few_questions_waiting(engine: Engine) -> None:
    row = [asyncio.create_task(engine.ask("analysis", ADA, until_told)) for _ in range(3)]
    await asyncio.sleep(0.05)
    row.append(asyncio.create_task(engine.ask("analysis", ADA, until_told)))
    await asyncio.sleep(0.05)
    with pytest.raises(TooManyError, match="too many requests"):
        await engine.ask("analysis", ADA, divide, 1, 1)
    assert await engine.ask("analysis", GRACE, divide, 4, 2) == 2
    for task in row:
        task.cancel()
    await asyncio.gather(*row, return_exceptions=True)


async def test_who_leaves_stops_the_search(engine: Engine) -> None:
    await engine.ask("quick", ADA, divide, 1, 1)
    asking = asyncio.create_task(engine.ask("quick", ADA, until_told))
    await asyncio.sleep(0.1)
    asking.cancel()
    async with asyncio.timeout(30):
        assert await engine.ask("quick", ADA, divide, 7, 2) == 3
    with pytest.raises(asyncio.CancelledError):
        await asking


async def test_closing_ends_what_still_runs() -> None:
    engine = Engine(LANES)
    number = await engine.ask("quick", ADA, process_number)
    asking = asyncio.create_task(engine.ask("quick", ADA, until_told))
    await asyncio.sleep(0.05)
    await engine.close()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
