"""A server that pushes, to a service on this computer, and does not wait long before it does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests.server.push.service import Device, Service, serving
from tetrad.server.api.services import Services
from tetrad.server.app import create_app
from tetrad.server.http.limits import Buckets, Rate
from tetrad.server.push import delivery, nudges
from tetrad.server.settings import Settings

# Long enough for whatever would be sent to be sent.
A_WHILE = 0.6


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nudges, "SECONDS_BEFORE_TELLING", 0.1)
    monkeypatch.setattr(nudges, "SECONDS_BETWEEN_LOOKS", 0.05)
    monkeypatch.setattr(delivery, "WAITS", (0.0, 0.05, 0.05))


@pytest.fixture
async def service() -> AsyncIterator[Service]:
    async with serving() as running:
        yield running


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "push.db")


@asynccontextmanager
async def started(database: str, **more: Any) -> AsyncIterator[FastAPI]:
    app = create_app(
        database, settings=Settings(**{"push": "local", **more}, allow_host=("tetrad.test",))
    )
    services: Services = app.state.services
    services.proof_rate = Buckets(Rate(1e6, 1e6))
    async with app.router.lifespan_context(app):
        yield app


@pytest.fixture
async def app(database: str) -> AsyncIterator[FastAPI]:
    async with started(database) as application:
        yield application


async def subscribe(client: httpx.AsyncClient, device: Device, language: str | None = "en") -> None:
    answer = await client.post("/api/push", json=device.subscription(language))
    assert answer.status_code == 204, answer.text


async def quiet(service: Service, expected: int) -> None:
    """So many have been told, and no more."""
    await service.wait_for(expected)
    await asyncio.sleep(A_WHILE)
    assert len(service.posted) == expected
