"""Connections: who says nothing makes room for others."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from pathlib import Path

import httpx
import pytest
from tests.server.conftest import Server

from tetrad.server.http.connections import Careful, Doorkeeper

pytestmark = pytest.mark.anyio


class Silent(Careful):
    """A connection from some address, which notes that it was sent away."""

    def __init__(self, host: str) -> None:
        self.client = (host, 1)
        self.gone = False
        self.transport = self  # type: ignore[assignment]

    def abort(self) -> None:
        self.gone = True


def test_the_longest_silent_of_the_busiest_address_makes_room() -> None:
    door = Doorkeeper(most=10, most_silent=3)
    quiet, *crowd = [Silent("192.0.2.1"), *(Silent("192.0.2.2") for _ in range(3))]
    for each in (quiet, *crowd):
        door.enter(each)
    assert [each.gone for each in (quiet, *crowd)] == [False, True, False, False]


def test_who_has_asked_is_not_sent_away() -> None:
    door = Doorkeeper(most=2, most_silent=2)
    busy = [Silent("192.0.2.1") for _ in range(2)]
    for each in busy:
        door.enter(each)
        door.hear(each)
    late = Silent("192.0.2.9")
    door.enter(late)
    assert late.gone
    assert not any(each.gone for each in busy)
    door.leave(late)
    door.leave(busy[0])
    door.enter(again := Silent("192.0.2.9"))
    assert not again.gone


async def test_small_answers_on_a_kept_connection_are_sent_at_once(tmp_path: Path) -> None:
    server = Server(tmp_path / "quick.db", "--port", "0")
    try:
        with httpx.Client(base_url=server.address) as client:
            waits = [client.get("/api/health").elapsed.total_seconds() for _ in range(50)]
        assert sorted(waits)[10] < 0.03  # without TCP_NODELAY it is 0.04, however fast the machine
    finally:
        server.stop()


async def test_half_a_request_is_given_up(tmp_path: Path) -> None:
    server = Server(tmp_path / "slow.db", "--port", "0")
    host, port = server.address.removeprefix("http://").split(":")
    try:
        with socket.create_connection((host, int(port)), timeout=30) as slow:
            slow.sendall(b"GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow:")
            await asyncio.sleep(1)
            slow.sendall(b" 1\r\n")
            with contextlib.suppress(ConnectionResetError):
                assert slow.recv(1) == b""
    finally:
        server.stop()
