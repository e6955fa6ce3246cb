"""How processes wake each other: whoever has written something says so, the others look it up.

What is said is only a hint. A message that is lost, or a Redis that is gone, costs time and nothing
else: rooms that somebody watches look at the log by themselves as well (`follow`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

log = logging.getLogger("tetrad.server")

# What several installations on one Redis say to themselves, they say under names of their own.
NAME = "tetrad"
SECONDS_BETWEEN_TRIES = 1.0
# Everybody hears themselves, too: who does not is on a line that is dead.
SECONDS_BETWEEN_SIGNS = 1.0
SECONDS_WITHOUT_A_SIGN = 4.0

# Who says it, about what, and what there is to say.
Ear = Callable[[str, str, Any], None]
# The speaker, and by topic and key what they say.
_said = msgspec.json.Decoder(tuple[str, dict[str, dict[str, Any]]])


class Channel:
    """Between the processes of one server; this one is for a process that is alone."""

    connected = False

    def __init__(self) -> None:
        self.me = secrets.token_hex(8)
        self._ears: dict[str, Ear] = {}
        self._on_return: list[Callable[[], None]] = []

    def on(self, topic: str, ear: Ear) -> None:
        """Whatever the others say about this topic is told to the ear."""
        self._ears[topic] = ear

    def on_return(self, act: Callable[[], None]) -> None:
        """What to do when there is a line again: something may have been missed."""
        self._on_return.append(act)

    def tell(self, topic: str, key: str, value: Any) -> None:
        """Says something to the others, soon; never waits and never fails."""

    async def open(self, installation: str = "") -> None:
        """Begins to listen to the processes of this installation."""

    async def close(self) -> None:
        """Says and hears nothing from now on."""


class RedisChannel(Channel):
    """Through Redis' publish and subscribe; what is said together travels together."""

    def __init__(self, url: str) -> None:
        super().__init__()
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        self._redis = Redis.from_url(
            url, socket_timeout=3, socket_connect_timeout=3, retry=Retry(NoBackoff(), 0)
        )
        self._outbox: dict[str, dict[str, Any]] = {}
        self._full = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._complained = self._puzzled = False
        self._last_sign = 0.0
        self._name = NAME

    async def open(self, installation: str = "") -> None:
        self._name = f"{NAME} {installation}"
        self._tasks = [
            asyncio.create_task(work()) for work in (self._listen, self._speak, self._give_signs)
        ]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await self._redis.aclose()

    def tell(self, topic: str, key: str, value: Any) -> None:
        if self.connected:
            self._outbox.setdefault(topic, {})[key] = value
            self._full.set()

    async def _speak(self) -> None:
        from redis.exceptions import RedisError

        while True:
            await self._full.wait()
            self._full.clear()
            said, self._outbox = self._outbox, {}
            with contextlib.suppress(RedisError, OSError, TimeoutError):
                await self._redis.publish(self._name, msgspec.json.encode([self.me, said]))

    async def _give_signs(self) -> None:
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_SIGNS)
            self._full.set()

    async def _listen(self) -> None:
        while True:
            try:
                await self._subscribe()
            except Exception as error:
                self._complain(error)
            self.connected = False
            await asyncio.sleep(SECONDS_BETWEEN_TRIES)

    async def _subscribe(self) -> None:
        """Hears the others until the line is lost, or as silent as if it were."""
        async with self._redis.pubsub() as line:
            await line.subscribe(self._name)
            self._last_sign = _now()
            while _now() - self._last_sign < SECONDS_WITHOUT_A_SIGN:
                message = await line.get_message(timeout=SECONDS_BETWEEN_SIGNS)
                if message and message["type"] == "subscribe":
                    self._arrive()
                elif message and message["type"] == "message":
                    self._hear(message["data"])

    def _arrive(self) -> None:
        self.connected, self._complained = True, False
        for act in self._on_return:
            act()

    def _hear(self, data: bytes) -> None:
        try:
            speaker, said = _said.decode(data)
        except msgspec.DecodeError as error:
            self._misheard(error)
            return
        if speaker == self.me:
            self._last_sign = _now()
            return
        for topic, values in said.items():
            if ear := self._ears.get(topic):
                for key, value in values.items():
                    self._pass_on(partial(ear, speaker, key, value))

    def _pass_on(self, tell: Callable[[], None]) -> None:
        """What one ear cannot bear, the others still hear."""
        try:
            tell()
        except Exception as error:
            self._misheard(error)

    def _misheard(self, error: Exception) -> None:
        """Said once: it is only a hint, and whoever sends such things sends many."""
        if not self._puzzled:
            self._puzzled = True
            log.warning("another process said what cannot be read (%s)", type(error).__name__)

    def _complain(self, error: Exception) -> None:
        if not self._complained:
            self._complained = True
            log.warning("Redis cannot be reached (%s); events travel slower", type(error).__name__)


def _now() -> float:
    return asyncio.get_running_loop().time()


def channel(redis: str | None) -> Channel:
    return RedisChannel(redis) if redis else Channel()
