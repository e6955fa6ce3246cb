"""The machines of a server, small enough to break: processes, a disk, a clock, a second host."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from queue import Queue

import pytest

from tests.server.services import free_port

SECONDS_TO_START = 120
# Half a second, more or less, of one processor.
WORK = "sum(range(20_000_000))"
SLOWEST = 6.0


class Host:
    """`tetrad serve` as a process that comes back to the same port."""

    def __init__(
        self, *options: str, host: str = "127.0.0.1", inside: tuple[str, ...] = (),
        clock: Path | None = None,
    ) -> None:  # fmt: skip
        self.address = f"http://{host}:{free_port()}"
        module = ["tests.chaos.skewed", str(clock)] if clock else ["tetrad"]
        where = ["--host", host, "--port", self.address.rpartition(":")[2], "--hosted"]
        self._command = [*inside, sys.executable, "-m", *module, "serve", *where, *options]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True)
        lines: Queue[str] = Queue()
        out = self.process.stdout
        assert out
        threading.Thread(target=lambda: lines.put(out.readline()), daemon=True).start()
        assert self.address in lines.get(timeout=SECONDS_TO_START)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.communicate(timeout=60)


def slowness() -> float:
    """How many times longer things take here than they would if nothing else ran."""
    before, begun = os.times(), time.perf_counter()
    subprocess.run([sys.executable, "-c", WORK], check=True)
    took, after = time.perf_counter() - begun, os.times()
    used = sum(after[2:4]) - sum(before[2:4])
    return max(1.0, min(SLOWEST, took / used))


def needs_root() -> None:
    if os.getuid() or not shutil.which("ip") or not shutil.which("mount"):
        pytest.skip("this needs root and the commands ip and mount")


def run(*command: str) -> None:
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, f"{' '.join(command)}: {ended.stderr}"


class Disk:
    """A small one, which can be filled to the last byte."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self) -> None:
        with contextlib.suppress(OSError), self._filler.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 4096)

    def clear(self) -> None:
        self._filler.unlink()


@contextmanager
def small_disk(folder: Path, megabytes: int = 24) -> Iterator[Disk]:
    folder.mkdir()
    try:
        run("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder))
    except AssertionError as refused:
        pytest.skip(f"no disk can be mounted here: {refused}")
    try:
        yield Disk(folder)
    finally:
        run("umount", "-l", str(folder))


class SecondHost:
    """A network namespace, joined to this machine by one line that can be cut."""

    def __init__(self) -> None:
        number = os.getpid()
        self.name, self._line = f"tetrad{number}", f"tt{number % 100_000}"
        net = f"10.213.{number % 250}"
        self.here, self.there = f"{net}.1", f"{net}.2"
        self.inside = ("ip", "netns", "exec", self.name)

    def open(self) -> None:
        far = f"{self._line}b"
        try:
            run("ip", "netns", "add", self.name)
            run("ip", "link", "add", self._line, "type", "veth", "peer", "name", far)
            run("ip", "link", "set", far, "netns", self.name)
        except AssertionError as refused:
            self.close()
            pytest.skip(f"no second host can be made here: {refused}")
        run("ip", "addr", "add", f"{self.here}/30", "dev", self._line)
        run("ip", "link", "set", self._line, "up")
        run(*self.inside, "ip", "addr", "add", f"{self.there}/30", "dev", far)
        run(*self.inside, "ip", "link", "set", far, "up")
        run(*self.inside, "ip", "link", "set", "lo", "up")

    def cut(self) -> None:
        run("ip", "link", "set", self._line, "down")

    def mend(self) -> None:
        run("ip", "link", "set", self._line, "up")

    def close(self) -> None:
        for command in (["link", "del", self._line], ["netns", "del", self.name]):
            subprocess.run(["ip", *command], capture_output=True, check=False)


@contextmanager
def second_host() -> Iterator[SecondHost]:
    host = SecondHost()
    host.open()
    try:
        yield host
    finally:
        host.close()


@asynccontextmanager
async def forwarded(listen: str, port: int) -> AsyncIterator[int]:
    """Lets the second host reach a service of the first, at the port that this gives."""
    lines: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        lines.add(task)
        task.add_done_callback(lines.discard)
        with contextlib.suppress(OSError, asyncio.CancelledError):
            there = await asyncio.open_connection("127.0.0.1", port)
            try:
                await asyncio.gather(_pump(reader, there[1]), _pump(there[0], writer))
            finally:
                await _close(there[1])
        await _close(writer)

    server = await asyncio.start_server(serve, listen, 0)
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        server.close()
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """What comes in goes out; an end is an end for both."""
    with contextlib.suppress(OSError):
        while data := await reader.read(64 * 1024):
            writer.write(data)
            await writer.drain()
    writer.close()


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()  # over a line that was cut, nothing that waits can be sent
    with contextlib.suppress(OSError):
        await writer.wait_closed()
