"""Starting the server: a free port, a database, one line that says where to go."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import socket
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import uvicorn

from tetrad.language import t, why
from tetrad.message import Message
from tetrad.server.addresses import in_url, is_loopback
from tetrad.solvers.tables.folder import data_folder

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from tetrad.server.api.services import Services
    from tetrad.server.settings import Settings

FIRST_PORT = 8000
PORTS_TRIED = 50
DATABASE = "tetrad.db"
# The first page loads before the solvers are compiled.
SECONDS_BEFORE_WARMING_UP = 2.0


class ServerError(Exception):
    """Why the server cannot start."""


class Server(uvicorn.Server):
    """uvicorn, which says where it listens in one line and opens the browser if asked to."""

    def __init__(
        self, config: uvicorn.Config, address: str, services: Services, *, open_browser: bool
    ) -> None:
        super().__init__(config)
        self._address = address
        self._services = services
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(t("Tetrad is at {address} (Ctrl-C stops it)", address=self._address), flush=True)
            _spare_the_collector()
            self._warming_up = asyncio.create_task(self._warm_up())
            if self._open_browser:
                threading.Thread(target=webbrowser.open, args=[self._address], daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._services.home_network:
            await self._services.home_network.close()
        await super().shutdown(sockets)

    async def _warm_up(self) -> None:
        """What takes a while and nobody has to wait for."""
        await asyncio.sleep(SECONDS_BEFORE_WARMING_UP)
        with contextlib.suppress(asyncio.CancelledError):
            await self._services.engine.warm_up()


def _spare_the_collector() -> None:
    """Looking through all that is in memory for cycles stops everybody, and finds nearly nothing.

    So what is young is looked through often, a little at a time, and the rest very seldom.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000, 20_000, 1)


def serve(settings: Settings) -> int:
    """Runs the server until Ctrl-C; returns the exit status, or raises ServerError."""
    host, port = settings.host, settings.port
    try:
        listening = listen(host, port)
    except OSError as error:
        wanted = f"{host}:{port or FIRST_PORT}"
        raise ServerError(
            Message("cannot listen on {address}: {why}; try another --port",
                    address=wanted, why=why(error))
        ) from error  # fmt: skip
    # A port that is taken is said at once; the app takes a second to import.
    from tetrad.server.app import create_app
    from tetrad.server.home_network import HomeNetwork
    from tetrad.server.http.connections import make_room
    from tetrad.server.logs import configure
    from tetrad.server.storage.database import aloud, problem_with

    database = settings.database or default_database()
    if problem := problem_with(database):
        listening.close()
        name = aloud(database)
        raise ServerError(
            Message("cannot use the database {database}: {why}", database=name, why=problem)
        )
    configure(settings.log)
    make_room(settings.proxies)
    bound, port, *_ = listening.getsockname()
    address = f"http://{_host_in_url(host)}:{port}"
    app = create_app(database, settings.static_dir, settings)
    services: Services = app.state.services
    if is_loopback(bound) and not settings.hosted:
        services.home_network = HomeNetwork(app, port, _second)
    config = configured(app, proxies=settings.proxies)
    server = Server(config, address, services, open_browser=settings.open_browser)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    return 0 if server.started else 1


def configured(
    app: ASGIApp, lifespan: Literal["on", "off"] = "on", proxies: Sequence[str] = ()
) -> uvicorn.Config:
    """What proxies say about who is asking counts only where they were named."""
    from tetrad.server.http.connections import HttpConnection, SocketConnection

    return uvicorn.Config(
        app,
        lifespan=lifespan,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        http=HttpConnection,
        ws=SocketConnection,
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
    )


def _second(app: ASGIApp) -> uvicorn.Config:
    """For a second listener: the app's life is in the hands of the first."""
    return configured(app, lifespan="off")


def listen(host: str, port: int | None) -> socket.socket:
    """The port that was asked for, or the first free one from 8000."""
    if port is not None:
        return _bind(host, port)
    for attempt in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        try:
            return _bind(host, attempt)
        except OSError as error:
            taken = error
    raise taken


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Told that it is TCP, asyncio sends small answers at once (TCP_NODELAY).
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError:
        listening.close()
        raise
    listening.set_inheritable(True)
    return listening


def _host_in_url(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return in_url(host)


def default_database() -> str:
    """A file in the user's data folder, or where an earlier version has kept it."""
    path, earlier = data_folder() / DATABASE, _earlier_folder() / DATABASE
    if earlier.exists() and not path.exists():
        return str(earlier)
    path.parent.mkdir(parents=True, exist_ok=True)
    return str(path)


def _earlier_folder() -> Path:
    """Where version 0.1 kept games: another folder on Windows, and a `~` meant itself."""
    import platformdirs

    return Path(os.environ.get("TETRAD_DATA") or platformdirs.user_data_dir("tetrad"))
