"""Passwords and recovery codes: hashed with Argon2, in threads, so that nobody else waits.

A hash takes tens of milliseconds and 46 MiB of memory on purpose. At most two are made at a time,
and when too many wait, the next one is refused. A name that nobody has takes as long as one that
somebody has: the password is compared with a hash made for that.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tetrad.server.http.errors import TooManyError
from tetrad.server.storage.secrets import LETTERS, digest

AT_A_TIME, MOST_WAITING = 2, 40
CODES, LETTERS_OF_A_CODE, LETTERS_OF_A_PART = 8, 12, 4
T = TypeVar("T")

# One of the settings that OWASP recommends: 46 MiB, one pass, one lane.
_HASHER = PasswordHasher(time_cost=1, memory_cost=47_104, parallelism=1)


class Passwords:
    """Makes and checks hashes off the event loop."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_A_TIME, "passwords")
        self._waiting = 0
        self._nobody: str | None = None

    async def made(self, password: str) -> str:
        """A hash to keep."""
        return await self._off_the_loop(_HASHER.hash, password)

    async def fits(self, kept: str | None, password: str) -> bool:
        """Whether this is the password of a hash; without one it takes as long and does not fit."""
        if kept is None:
            self._nobody = self._nobody or await self.made(secrets.token_hex(8))
            await self._off_the_loop(_fits, self._nobody, password)
            return False
        return await self._off_the_loop(_fits, kept, password)

    async def _off_the_loop(self, work: Callable[..., T], *given: str) -> T:
        if self._waiting >= MOST_WAITING:
            raise TooManyError(1.0)
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, work, *given)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)


def _fits(kept: str, password: str) -> bool:
    try:
        return _HASHER.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


def new_codes() -> list[str]:
    """Codes to write down, each good for one time, such as `abcd-efgh-jkmn`."""
    return [_code() for _ in range(CODES)]


def _code() -> str:
    letters = "".join(secrets.choice(LETTERS) for _ in range(LETTERS_OF_A_CODE))
    parts = range(0, LETTERS_OF_A_CODE, LETTERS_OF_A_PART)
    return "-".join(letters[begin : begin + LETTERS_OF_A_PART] for begin in parts)


def code_digest(code: str) -> str:
    """What is kept of a code; how it was typed does not matter."""
    return digest("".join(letter for letter in code.lower() if letter.isalnum()))
