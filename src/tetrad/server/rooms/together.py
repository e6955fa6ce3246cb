"""Questions that come while another one is being answered are asked together.

When a server starts anew, everybody comes back at once. Asked one by one, the database would be at
it for a minute; a few hundred at a time take a second or two.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from tetrad.server.storage.database import AwayError

K = TypeVar("K")
T = TypeVar("T")

AT_A_TIME = 200


class Together(Generic[K, T]):
    """Asks for many names at once; `ask` answers those that there is something to say about."""

    def __init__(self, ask: Callable[[list[K]], Awaitable[dict[K, T]]]) -> None:
        self._ask = ask
        self._waiting: dict[K, asyncio.Future[T | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def about(self, name: K) -> T | None:
        """The answer for this name, the same for all who ask before it is given."""
        if name not in self._waiting:
            self._waiting[name] = asyncio.get_running_loop().create_future()
        answer = self._waiting[name]
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask_all())
        return await asyncio.shield(answer)

    async def _ask_all(self) -> None:
        try:
            while self._waiting:
                names = list(self._waiting)[:AT_A_TIME]
                await self._settle({name: self._waiting.pop(name) for name in names})
        finally:
            self._asking = None

    async def _settle(self, waiting: dict[K, asyncio.Future[T | None]]) -> None:
        try:
            found = await self._ask(list(waiting))
        except Exception as error:
            if len(waiting) > 1 and not isinstance(error, AwayError):
                await self._settle_in_halves(waiting)
                return
            for future in waiting.values():
                future.set_exception(error)
                future.exception()  # who asked may have gone away
            return
        for name, future in waiting.items():
            future.set_result(found.get(name))

    async def _settle_in_halves(self, waiting: dict[K, asyncio.Future[T | None]]) -> None:
        """One name that cannot be answered leaves the others their answers."""
        names = list(waiting)
        half = len(names) // 2
        for some in (names[:half], names[half:]):
            await self._settle({name: waiting[name] for name in some})

    async def close(self) -> None:
        """What is being asked is answered."""
        if self._asking:
            await self._asking
