"""Writes that arrive together are committed together, and nobody is answered before the commit."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from sqlalchemy import Executable
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tetrad.server.storage import postgresql
from tetrad.server.storage.database import AwayError, answering
from tetrad.server.storage.sqlite import SqliteFile

Work = Sequence[tuple[Executable, list[dict[str, Any]]]]


class SeqTakenError(Exception):
    """Another process has written an event of this number first, or made this match."""


class Writer:
    """The one task of a process that writes; the statements of `first` go before all others."""

    def __init__(self, engine: AsyncEngine, first: Sequence[Executable]) -> None:
        self._engine, self._first = engine, first
        self._queue: asyncio.Queue[tuple[Work, asyncio.Future[None]]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._connection: AsyncConnection | None = None
        self.file: SqliteFile | None = None
        # Who wants to know how many seconds a commit has taken.
        self.on_commit: Callable[[float], None] | None = None

    async def open(self) -> None:
        path = self._engine.url.database
        if self._engine.dialect.name == "sqlite" and path and path != ":memory:":
            self.file = SqliteFile(path)
        else:
            self._connection = await self._engine.connect()
        self._task = asyncio.create_task(self._write_forever())

    async def close(self) -> None:
        """Writes what is still waiting."""
        if self._task:
            await self._queue.join()
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self.file:
            self.file.close()
        if self._connection:
            await self._connection.close()

    async def write(self, work: Work) -> None:
        """All of it or nothing; returns when it is safe on the disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._queue.put((work, done))
        await done

    async def _write_forever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get_nowait())
            await self._commit(batch)
            for _ in batch:
                self._queue.task_done()

    async def _commit(self, batch: list[tuple[Work, asyncio.Future[None]]]) -> None:
        """All of them in one transaction; in halves if one of them does not fit."""
        begun = time.perf_counter()
        try:
            with answering():
                await self._execute([work for work, _ in batch])
        except Exception as error:
            if len(batch) == 1 or isinstance(error, AwayError):
                taken = isinstance(error, (IntegrityError, sqlite3.IntegrityError))
                for _, done in batch:
                    _settle(done, SeqTakenError() if taken else error)
            else:
                half = len(batch) // 2
                await self._commit(batch[:half])
                await self._commit(batch[half:])
            return
        for _, done in batch:
            _settle(done)
        if self.on_commit:
            self.on_commit(time.perf_counter() - begun)

    async def _execute(self, works: list[Work]) -> None:
        """Rows for the same statement go together."""
        together: dict[Executable, list[dict[str, Any]]] = {
            statement: [] for statement in self._first
        }
        for statement, rows in chain.from_iterable(works):
            together.setdefault(statement, []).extend(rows)
        if self.file:
            await asyncio.get_running_loop().run_in_executor(
                self.file.thread, self.file.write, together
            )
            return
        assert self._connection
        await postgresql.write(self._connection, together)


def _settle(done: asyncio.Future[None], error: Exception | None = None) -> None:
    """Tells the one who waits, unless they have stopped waiting."""
    if done.done():
        return
    if error:
        done.set_exception(error)
    else:
        done.set_result(None)
