"""The processes of a server: started, killed, and asked what they have used."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

FILES = 30_000


class Server:
    """A process that comes back to its port."""

    def __init__(self, *options: str) -> None:
        self._command = [sys.executable, "-m", "tetrad", "serve", "--hosted", *options]
        self._port = "0"
        self.start()

    def start(self) -> None:
        command = [*self._command, "--port", self._port]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.address = self.process.stdout.readline().split()[3]
        self._port = self.address.rpartition(":")[2]

    @property
    def port(self) -> int:
        return int(self._port)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.communicate()


class Servers:
    """One or more on one database, and what else works for them; all of it is gone afterwards."""

    def __init__(self, stack: ExitStack, database: str = "sqlite", processes: int = 1) -> None:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        self.database, self.others = f"{folder}/games.db", dict[str, int]()
        if database == "postgresql" or processes > 1:
            from tests.server.services import postgres_server, redis_server
        if database == "postgresql":
            postgres = stack.enter_context(postgres_server())
            self.database = postgres.new_database()
            self.others["PostgreSQL"] = postgres.process.pid
        options = ["--database", self.database]
        if processes > 1:
            redis = stack.enter_context(redis_server())
            options += ["--redis", redis.url]
            self.others["Redis"] = redis.process.pid
        self.all = list[Server]()
        stack.callback(self.stop)
        for _ in range(processes):
            self.all.append(Server(*options))

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.all]

    @property
    def processes(self) -> dict[str, int]:
        """The ids of all of them, by name."""
        own = {f"server {number}": each.process.pid for number, each in enumerate(self.all, 1)}
        return {**own, **self.others}

    def start(self) -> None:
        for server in self.all:
            server.start()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        for server in self.all:
            if server.process.poll() is None:
                server.stop(how)


def make_room() -> int:
    """As many open files as this process may have, which is how many connections."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def measurable() -> bool:
    """Only Linux tells what another process has used."""
    return Path("/proc/self/stat").exists()


def processor_seconds(pid: int) -> float:
    """What a process and, of PostgreSQL, those of its connections have used of a processor."""
    return sum(map(_processor_seconds, _family(pid)))


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _family(pid: int) -> Iterator[int]:
    yield pid
    if Path(f"/proc/{pid}/comm").read_text().strip() == "postgres":
        yield from map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())


def megabytes(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20
