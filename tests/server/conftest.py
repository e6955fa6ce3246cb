"""The real application, in this process over ASGI or as a process of its own."""

from __future__ import annotations

import asyncio
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp

from tests.server.services import postgres, redis  # noqa: F401  (fixtures)
from tetrad.server.api.services import Services
from tetrad.server.app import create_app
from tetrad.server.http.limits import Buckets, Rate
from tetrad.server.run import configured, listen

BASE = "http://tetrad.test"
PAGE = "<!doctype html><html><head><title>Tetrad</title></head><body></body></html>"


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small built bundle."""
    assets = tmp_path_factory.mktemp("pages") / "assets"
    assets.mkdir(parents=True)
    (assets.parent / "index.html").write_text(PAGE)
    (assets / "app-1a2b.js").write_text("console.log('plain')")
    (assets / "app-1a2b.js.br").write_bytes(b"brotli")
    (assets / "app-1a2b.js.gz").write_bytes(b"gzip")
    return assets.parent


@pytest.fixture(scope="module")
async def app(
    anyio_backend: str, tmp_path_factory: pytest.TempPathFactory, pages: Path
) -> AsyncIterator[FastAPI]:
    """One application for the tests of a module; every client brings its own cookies."""
    application = create_app(str(tmp_path_factory.mktemp("data") / "tetrad.db"), pages)
    services: Services = application.state.services
    services.create_rate = services.engine_rate = Buckets(Rate(1e6, 1e6))
    services.create_rate_of_a_person = services.ask_rate = services.create_rate
    services.ask_rate_of_a_person = services.move_rate_of_a_person = services.create_rate
    async with application.router.lifespan_context(application):
        yield application


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as one:
        yield one


@pytest.fixture
async def friend(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A second browser with a cookie jar of its own."""
    async with browser(app) as other:
        yield other


@pytest.fixture
async def stranger(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as third:
        yield third


def browser(app: FastAPI) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url=BASE, timeout=60)


@asynccontextmanager
async def serving(app: ASGIApp, lifespan: Literal["on", "off"] = "on") -> AsyncIterator[str]:
    """The application in this process, behind real connections; where it listens."""
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(configured(app, lifespan=lifespan))
    running = asyncio.create_task(server.serve([listening]))
    try:
        while not server.started:
            await asyncio.sleep(0.01)
        yield "{}:{}".format(*listening.getsockname())
    finally:
        server.should_exit = True
        await running


class Server:
    """`tetrad serve` as a process; `address` is what it printed."""

    def __init__(self, database: Path | str, *options: str) -> None:
        command = [sys.executable, "-m", "tetrad", "serve", "--database", str(database), *options]
        self.database = database
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.line = self._first_line()
        self.address = self.line.split()[3]
        self.live = self.address.replace("http", "ws")

    def _first_line(self) -> str:
        lines: queue.Queue[str] = queue.Queue()
        assert self.process.stdout
        reader = threading.Thread(target=lambda: lines.put(self.process.stdout.readline()))  # type: ignore[union-attr]
        reader.start()
        return lines.get(timeout=180)

    def kill(self) -> None:
        """As hard as it gets: no chance to write anything down."""
        self.process.send_signal(signal.SIGKILL)
        self._collect()

    def stop(self) -> int:
        """Ctrl-C."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
        self._collect()
        return self.process.returncode

    def _collect(self) -> None:
        self.stdout, self.stderr = self.process.communicate(timeout=60)
