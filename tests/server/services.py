"""Real PostgreSQL and real Redis for the tests: throw-away servers from this machine's packages.

    def test_it_is_the_same_there(postgres: Postgres) -> None:
        url = postgres.new_database()

They are started once for each process that runs tests, and gone afterwards. Where a program is not
installed, the tests that need it are skipped and say so; `make services` installs both.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

SECONDS_TO_START = 60
POSTGRES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as found:
        return int(found.getsockname()[1])


def wait_until(true: Callable[[], bool], what: str, seconds: float = SECONDS_TO_START) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, f"{what} took more than {seconds} seconds"
        time.sleep(0.05)


def reachable(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


class Postgres:
    """A cluster in a folder of its own; it can be restarted or killed in the middle of a test."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.port = free_port()
        self._folder, self._programs = folder, programs
        # Root may not run it; Debian's package brings a user who may.
        self._as: dict[str, Any] = {}
        if os.getuid() == 0:
            person = pwd.getpwnam("postgres")
            os.chown(folder, person.pw_uid, person.pw_gid)
            self._as = {"user": person.pw_uid, "group": person.pw_gid, "extra_groups": []}
        self._numbers = count(1)
        self._run("initdb", "--auth=trust", "--username=tetrad", "--no-sync", "-D", str(self.data))
        self.start()

    @property
    def data(self) -> Path:
        return self._folder / "data"

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://tetrad@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """An empty database for one test, as a URL.

        psql was once seen not to come back from this; then another one is made.
        """
        for number in self._numbers:
            with suppress(subprocess.TimeoutExpired):
                self.sql(f"CREATE DATABASE test{number}")
                return self.url(f"test{number}")
        raise AssertionError("numbers do not end")

    def sql(self, command: str, database: str = "postgres") -> str:
        """What psql prints for this, without headings."""
        return self._run(
            "psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", command, self.url(database)
        )

    def start(self) -> None:
        options = [
            *("-D", str(self.data), "-p", str(self.port), "-h", "127.0.0.1", "-k", ""),
            *("-c", "fsync=off", "-c", "max_connections=100", "-c", "shared_buffers=32MB"),
        ]
        log = (self._folder / "log").open("ab")
        with log:
            self.process = subprocess.Popen(
                [self._programs / "postgres", *options], stdout=log, stderr=log, cwd=self._folder,
                **self._as,
            )  # fmt: skip
        wait_until(self._ready, "starting PostgreSQL")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends every session at once; SIGKILL is what a power cut would be."""
        self.process.send_signal(how)
        self.process.wait(60)

    def restart(self, how: signal.Signals = signal.SIGINT) -> None:
        self.stop(how)
        self.start()

    def _ready(self) -> bool:
        assert self.process.poll() is None, (self._folder / "log").read_text()[-2000:]
        asked = [str(self._programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(asked, check=False).returncode == 0

    def _run(self, program: str, *arguments: str) -> str:
        command = [str(self._programs / program), *arguments]
        ended = subprocess.run(
            command, capture_output=True, text=True, cwd=self._folder, check=False,
            timeout=SECONDS_TO_START, **self._as,
        )  # fmt: skip
        assert ended.returncode == 0, ended.stderr
        return str(ended.stdout).strip()


class Redis:
    """A server that keeps nothing."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = folder
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", "."]
        self.process = subprocess.Popen(
            ["redis-server", *options], stdout=subprocess.DEVNULL, cwd=self._folder
        )
        wait_until(lambda: reachable(self.port), "starting Redis")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(60)

    def restart(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.stop(how)
        self.start()


@contextmanager
def postgres_server() -> Iterator[Postgres]:
    """A cluster for as long as it is needed; skips the test where there is no PostgreSQL."""
    if not POSTGRES:
        pytest.skip("PostgreSQL is not installed (make services)")
    with _folder() as folder:
        server = Postgres(folder, POSTGRES[-1])
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.stop()


@contextmanager
def redis_server() -> Iterator[Redis]:
    if not shutil.which("redis-server"):
        pytest.skip("Redis is not installed (make services)")
    with _folder() as folder:
        server = Redis(folder)
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.stop()


@contextmanager
def _folder() -> Iterator[Path]:
    """Short, and open to the user that the server runs as."""
    with tempfile.TemporaryDirectory(prefix="tetrad-") as name:
        yield Path(name)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    with redis_server() as server:
        yield server
