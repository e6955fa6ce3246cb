"""The processes that think, and what waits for them.

There are three lanes, each with processes of its own: bots that answer in a moment, bots and hints
that think, and analysis; nobody's bot stands behind a row of curious visitors. Within a lane
everybody has a turn after the other. A thought may take its time as long as nobody else waits;
then it is told, after its share, to come to an end with what it has. What nobody waits for any more
is stopped the same way.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar

from starlette.requests import Request

import tetrad
from tetrad.server.http.errors import ClientGoneError, TooManyError
from tetrad.server.workers import tasks
from tetrad.server.workers.process import LENGTH, pack
from tetrad.server.workers.turns import SECONDS_UNTIL_THE_NEXT_TRY, Asker, Most, Turns

T = TypeVar("T")
Lane = Literal["quick", "play", "analysis"]

# A process that has been told to end and still goes on is ended; compiling may take long.
SECONDS_TO_END = 120.0
TRIES = 2


DEFAULT_MOST = Most()


@dataclass(frozen=True, slots=True)
class Terms:
    """How a lane works: its processes, how polite they are, and everybody's share of seconds."""

    processes: int
    niceness: int
    share: float
    most: Most = DEFAULT_MOST


HALF_THE_CORES = max(1, (os.cpu_count() or 1) // 2)
LANES: dict[Lane, Terms] = {
    "quick": Terms(1, 2, 0.1),
    "play": Terms(HALF_THE_CORES, 5, 0.15),
    "analysis": Terms(HALF_THE_CORES, 12, 1.0, Most(of_a_person=16, of_an_address=64)),
}


@dataclass(eq=False)
class _Question:
    asker: Asker
    task: bytes
    answer: asyncio.Future[Any] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Engine:
    """Asks the processes; they are started when there is something to do."""

    def __init__(self, lanes: dict[Lane, Terms] | None = None) -> None:
        self._lanes = {name: _Lane(terms) for name, terms in (lanes or LANES).items()}

    async def ask(self, lane: Lane, asker: Asker, task: Callable[..., T], *arguments: object) -> T:
        """The task's result; it is called with the arguments and an event that is set to end it.

        Function and arguments go to another process, so the function has a name and a light module.
        """
        question = _Question(asker, pickle.dumps((task, arguments)))
        result: T = await self._lanes[lane].ask(question)
        return result

    @property
    def waiting(self) -> int:
        """Questions that no process has begun with."""
        return sum(len(lane.turns) for lane in self._lanes.values())

    async def warm_up(self) -> None:
        """Lets every process load and compile what it needs, before somebody waits for it."""
        for name, lane in self._lanes.items():
            for _ in range(lane.terms.processes):
                with contextlib.suppress(TooManyError):
                    await self.ask(name, Asker("", "warm-up"), tasks.warm_up)

    async def close(self) -> None:
        """Ends every process, and whatever is still being thought about."""
        await asyncio.gather(*(lane.close() for lane in self._lanes.values()))


class _Lane:
    """Processes, and the questions that wait for them."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.turns: Turns[_Question] = Turns(terms.most)
        self._idle: list[_Thinker] = []
        self._working: dict[_Thinker, asyncio.Task[None]] = {}
        self._asked: dict[_Question, _Thinker] = {}
        self._closed = False

    async def ask(self, question: _Question) -> Any:
        if self._closed:
            raise TooManyError(SECONDS_UNTIL_THE_NEXT_TRY)
        self.turns.put(question.asker, question)
        self._set_to_work()
        try:
            return await question.answer
        finally:
            self.turns.drop(question.asker, question)
            if thinker := self._asked.get(question):
                thinker.hurry()

    def _set_to_work(self) -> None:
        if len(self._working) < self.terms.processes:
            thinker = self._idle.pop() if self._idle else _Thinker(self.terms.niceness)
            self._working[thinker] = asyncio.create_task(self._work(thinker))

    async def _work(self, thinker: _Thinker) -> None:
        """One question after the other, until none is left."""
        try:
            while question := self.turns.take():
                if not question.answer.done():
                    await self._answer(thinker, question)
        finally:
            del self._working[thinker]
            self._idle.append(thinker)

    async def _answer(self, thinker: _Thinker, question: _Question) -> None:
        self._asked[question] = thinker
        try:
            result = await self._think(thinker, question)
        except Exception as error:
            if not question.answer.done():
                question.answer.set_exception(error)
        else:
            if not question.answer.done():
                question.answer.set_result(result)
        finally:
            del self._asked[question]

    async def _think(self, thinker: _Thinker, question: _Question) -> Any:
        """What the process says; where it dies, what another one says."""
        for _ in range(TRIES):
            thinking = asyncio.ensure_future(thinker.think(question.task))
            try:
                await self._share(thinker, thinking, question.asker)
                return thinking.result()
            except EOFError:
                continue
            finally:
                thinking.cancel()
        raise TooManyError(SECONDS_UNTIL_THE_NEXT_TRY)

    async def _share(self, thinker: _Thinker, thinking: asyncio.Future[Any], asker: Asker) -> None:
        """Waits for the end of a thought; where others wait, it comes soon."""
        while not thinking.done():
            await asyncio.wait({thinking}, timeout=self.terms.share)
            if not thinking.done() and self.turns.others_wait(asker):
                thinker.hurry()

    async def close(self) -> None:
        self._closed = True
        while question := self.turns.take():
            question.answer.cancel()
        working = list(self._working.values())
        for work in working:
            work.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        for thinker in self._idle:
            await thinker.end()


class _Thinker:
    """One process; it is started with its first task, and again after it died."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._process: Process | None = None
        self._number = 0
        self._busy = False
        self._told_to_end: float | None = None

    async def think(self, task: bytes) -> Any:
        """The result of a task, or the error that it ended with; EOFError if the process dies."""
        process = self._process = self._process or await self._start()
        assert process.stdin is not None
        self._number += 1
        self._busy, self._told_to_end = True, None
        try:
            process.stdin.write(pack((self._number, task)))
            return await self._result(process)
        except (OSError, asyncio.IncompleteReadError):
            await self.end()
            raise EOFError from None
        finally:
            self._busy = False

    async def _start(self) -> Process:
        source = str(Path(tetrad.__file__).parent.parent)
        paths = [source, *filter(None, [os.environ.get("PYTHONPATH")])]
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tetrad.server.workers.process", str(self._niceness),
            stdin=PIPE, stdout=PIPE, stderr=DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )  # fmt: skip

    async def _result(self, process: Process) -> Any:
        assert process.stdout is not None
        head = await process.stdout.readexactly(LENGTH.size)
        body = await process.stdout.readexactly(LENGTH.unpack(head)[0])
        number, well, result = pickle.loads(body)
        assert number == self._number
        if well:
            return result
        raise result

    def hurry(self) -> None:
        """Asks the process to come to an end, and sees to it if it does not."""
        process = self._process
        if not self._busy or process is None or process.stdin is None:
            return
        if self._told_to_end is None:
            self._told_to_end = time.monotonic()
            process.stdin.write(pack(self._number))
        elif time.monotonic() - self._told_to_end > SECONDS_TO_END:
            _kill(process)

    async def end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        _kill(process)
        if process.stdin:
            process.stdin.close()
        await process.wait()


def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()


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
