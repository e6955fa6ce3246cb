"""Numbers about a running server, for Prometheus: how much is asked, and how long it takes.

They tell how many, never who: requests are counted by the shape of their address.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from functools import lru_cache

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS_BETWEEN_MEASUREMENTS = 0.25
SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

# A name, what it is, and how to find out its value now.
Gauge = tuple[str, str, Callable[[], float]]


class Metrics:
    """The counters of one server."""

    def __init__(self, gauges: Iterable[Gauge] = ()) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        self._registry.register(_Gauges(list(gauges)))
        labels = ("method", "route", "status")
        self._requests = Counter(
            "tetrad_requests", "Requests that were answered", labels, registry=self._registry
        )
        self._seconds = Histogram(
            "tetrad_request_seconds", "Until the answer was sent", ("route",),
            buckets=SECONDS, registry=self._registry,
        )  # fmt: skip
        self._lag = Histogram(
            "tetrad_loop_lag_seconds", "How much later than wished the server gets to things",
            buckets=SECONDS, registry=self._registry,
        )  # fmt: skip
        self._commits = Histogram(
            "tetrad_commit_seconds", "Until what was written together was on the disk",
            buckets=SECONDS, registry=self._registry,
        )  # fmt: skip
        self._refusals = Counter(
            "tetrad_refusals", "What was refused because it was too much", ("limit",),
            registry=self._registry,
        )  # fmt: skip
        self._messages = Counter(
            "tetrad_messages", "What came over live connections", ("kind",),
            registry=self._registry,
        )  # fmt: skip
        self.committed = self._commits.observe
        self._refusal = lru_cache(maxsize=64)(self._refusals.labels)
        self._message = lru_cache(maxsize=8)(self._messages.labels)
        self._counter = lru_cache(maxsize=1024)(self._requests.labels)
        self._timer = lru_cache(maxsize=256)(self._seconds.labels)

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        self._counter(method, route, str(status)).inc()
        self._timer(route).observe(seconds)

    def refused(self, limit: str) -> None:
        self._refusal(limit).inc()

    def heard(self, kind: str) -> None:
        self._message(kind).inc()

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Measures meanwhile how late the event loop is."""
        measuring = asyncio.create_task(self._measure())
        try:
            yield
        finally:
            measuring.cancel()

    async def _measure(self) -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(SECONDS_BETWEEN_MEASUREMENTS)
            late = time.perf_counter() - before - SECONDS_BETWEEN_MEASUREMENTS
            self._lag.observe(max(0.0, late))

    def text(self) -> bytes:
        return generate_latest(self._registry)


class _Gauges(Collector):
    """What is looked up when somebody asks."""

    def __init__(self, gauges: list[Gauge]) -> None:
        self._gauges = gauges

    def collect(self) -> Iterable[GaugeMetricFamily]:
        for name, what, find in self._gauges:
            yield GaugeMetricFamily(name, what, value=find())


class Meter:
    """Counts every answer of the app behind it."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 500

        async def sender(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, sender)
        finally:
            seconds = time.perf_counter() - begun
            self._metrics.count(_method(scope), _route(scope), status, seconds)


def _method(scope: Scope) -> str:
    known = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
    return scope["method"] if scope["method"] in known else "other"


def _route(scope: Scope) -> str:
    """The shape of the address, `/api/matches/{match_id}`: whatever is asked, there are few."""
    route = scope.get("route")
    if route is not None:
        return str(route.path)
    return "other" if scope["path"].startswith("/api/") else "pages"
