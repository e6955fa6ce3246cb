"""Thinking, kept away from the event loop.

A solver lets in one question per game at a time, so there is one lane per game for analysis and one
for playing; a bot never queues behind a row of curious visitors. What nobody waits for any more
is stopped: when the asking task is cancelled, the search is told so and ends soon.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from starlette.requests import Request

from tetrad.rules import GAMES
from tetrad.server.http.errors import ClientGoneError, TooManyError

MOST_WAITING = 32
PURPOSES = ("play", "analysis")

T = TypeVar("T")


class Engine:
    """A bounded pool of threads; the compiled solvers let other threads run while they think."""

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        lanes = [(game, purpose) for game in GAMES for purpose in PURPOSES]
        self._threads = ThreadPoolExecutor(len(lanes), "engine")
        self._lanes = {lane: asyncio.Semaphore(1) for lane in lanes}
        self._waiting = dict.fromkeys(lanes, 0)
        self._most_waiting = most_waiting
        self._running: set[threading.Event] = set()

    async def ask(
        self, game: str, work: Callable[[threading.Event], T], purpose: str = "analysis"
    ) -> T:
        """The result of the work, done in another thread; its event is set to stop it."""
        lane = (game, purpose)
        if self._waiting[lane] >= self._most_waiting:
            raise TooManyError(2)
        self._waiting[lane] += 1
        try:
            await self._lanes[lane].acquire()
        finally:
            self._waiting[lane] -= 1
        return await self._run(lane, work)

    async def _run(self, lane: tuple[str, str], work: Callable[[threading.Event], T]) -> T:
        cancel = threading.Event()
        self._running.add(cancel)
        future = asyncio.get_running_loop().run_in_executor(self._threads, work, cancel)

        def finish(done: asyncio.Future[T]) -> None:
            """The lane is free when the thread is, not when its client has left."""
            self._running.discard(cancel)
            self._lanes[lane].release()
            if not done.cancelled():
                done.exception()

        future.add_done_callback(finish)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            cancel.set()
            raise

    def close(self) -> None:
        """Stops whatever is still being thought about."""
        for cancel in self._running:
            cancel.set()
        self._threads.shutdown(wait=False, cancel_futures=True)


async def while_connected(request: Request, answer: Awaitable[T]) -> T:
    """Waits for the answer as long as the client does."""
    task = asyncio.ensure_future(answer)
    gone = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientGoneError("the client has left", "client-gone")
        return task.result()
    finally:
        task.cancel()
        gone.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
