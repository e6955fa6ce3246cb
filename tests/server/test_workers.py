"""The engine's threads: bounded, stoppable, out of the way."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from tetrad.server.http.errors import TooManyError
from tetrad.server.workers import Engine

pytestmark = pytest.mark.anyio


@pytest.fixture
def engine() -> Iterator[Engine]:
    running = Engine(most_waiting=2)
    yield running
    running.close()


def until_stopped(cancel: threading.Event) -> str:
    assert cancel.wait(20)
    return "stopped"


async def test_work_is_done_in_another_thread(engine: Engine) -> None:
    thread = await engine.ask("quantik", lambda _cancel: threading.current_thread())
    assert thread is not threading.current_thread()


async def test_errors_come_back(engine: Engine) -> None:
    with pytest.raises(ZeroDivisionError):
        await engine.ask("quantik", lambda _cancel: 1 // 0)
    assert await engine.ask("quantik", lambda _cancel: 7) == 7


async def test_one_question_a_lane_and_a_short_queue(engine: Engine) -> None:
    asking = [asyncio.create_task(engine.ask("quantik", until_stopped)) for _ in range(3)]
    await asyncio.sleep(0.05)
    with pytest.raises(TooManyError, match="too much at once"):
        await engine.ask("quantik", lambda _cancel: 1)
    assert await engine.ask("qomet", lambda _cancel: 2) == 2
    assert await engine.ask("quantik", lambda _cancel: 3, "play") == 3
    assert len(engine._running) == 1
    for task in reversed(asking):
        task.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    assert await engine.ask("quantik", lambda _cancel: 4) == 4


async def test_who_leaves_stops_the_search(engine: Engine) -> None:
    stopped = threading.Event()

    def search(cancel: threading.Event) -> None:
        cancel.wait(20)
        stopped.set()

    asking = asyncio.create_task(engine.ask("quantik", search))
    await asyncio.sleep(0.05)
    asking.cancel()
    assert await asyncio.to_thread(stopped.wait, 5)
    with pytest.raises(asyncio.CancelledError):
        await asking


async def test_closing_stops_what_still_runs() -> None:
    engine = Engine()
    asking = asyncio.create_task(engine.ask("quantik", until_stopped))
    await asyncio.sleep(0.05)
    engine.close()
    assert await asking == "stopped"
