"""Limits that several processes keep together: each tells the others what somebody has taken.

It is told a little later and a little at a time, so that nobody waits for it; where processes
cannot hear each other, each keeps the limits by itself.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

from tetrad.server.http.limits import Buckets

TOPIC = "taken"
# Somebody's share is told in so many parts.
PARTS = 50
MOST_REMEMBERED = 20_000


class Channel(Protocol):
    """What is needed of the line between processes."""

    def on(self, topic: str, ear: Any) -> None: ...

    def tell(self, topic: str, key: str, value: Any) -> None: ...


class Sharing:
    """Tells what is taken here, and charges what was taken elsewhere."""

    def __init__(self, channel: Channel, limits: Mapping[str, Buckets]) -> None:
        self._channel, self._limits = channel, limits
        self._taken: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._heard: OrderedDict[tuple[str, str], float] = OrderedDict()
        for name, buckets in limits.items():
            buckets.on_take = partial(self._take, name)
        channel.on(TOPIC, self._hear)

    def _take(self, name: str, client: str, tokens: float) -> None:
        key = f"{name} {client}"
        total, told = self._taken.pop(key, (0.0, 0.0))
        total += tokens
        if total - told >= self._part(name):
            self._channel.tell(TOPIC, key, total)
            told = total
        self._taken[key] = total, told
        _shorten(self._taken)

    def _hear(self, speaker: str, key: str, total: float) -> None:
        """What was told the last time is charged already; the first time, it is one part."""
        name, _, client = key.partition(" ")
        if name not in self._limits:
            return
        before = self._heard.pop((speaker, key), None)
        self._heard[speaker, key] = total
        _shorten(self._heard)
        news = self._part(name) if before is None or total < before else total - before
        self._limits[name].charge(client, news)

    def _part(self, name: str) -> float:
        return max(1.0, self._limits[name].rate.burst / PARTS)


def _shorten(remembered: OrderedDict[Any, Any]) -> None:
    if len(remembered) > MOST_REMEMBERED:
        remembered.popitem(last=False)
