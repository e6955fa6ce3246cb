"""Clients made of as little as possible, because they share the machine with what is measured.

A real WebSocket over a real connection, written by hand: what a library does for each message costs
as much as the server takes to answer it.
"""

from __future__ import annotations

import asyncio
import base64
import random
import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from tetrad.rules import GAMES

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


def address(number: int) -> str:
    """All of 127.0.0.0/8 leads to this machine."""
    return f"127.{number >> 16 & 255}.{number >> 8 & 255}.{1 + number % 254}"


class Line(asyncio.Protocol):
    """A WebSocket that calls back for each message."""

    def __init__(self, path: str, hear: Callable[[bytes], None], cookie: str = "") -> None:
        self._path, self._hear, self._cookie = path, hear, cookie
        self._buffer = bytearray()
        self._open = False
        self.transport: asyncio.Transport
        self.closed = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            f"{_header(self._cookie)}Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n"
            .encode()
        )  # fmt: skip

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._open, self._buffer = True, rest
        while frame := self._frame():
            self._take(*frame)

    def _frame(self) -> tuple[int, bytes] | None:
        """The next whole frame; a server's are not masked."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        length, begin = buffer[1], 2
        if length > 125:
            begin = 4 if length == 126 else 10
            length = int.from_bytes(buffer[2:begin], "big")
        if len(buffer) < begin + length:
            return None
        frame = buffer[0] & 15, bytes(buffer[begin : begin + length])
        del buffer[: begin + length]
        return frame

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode == TEXT:
            self._hear(payload)
        elif opcode == PING:
            self._send(PONG, payload)
        elif opcode == CLOSE:
            self.transport.close()

    def send(self, message: dict[str, Any]) -> None:
        self._send(TEXT, msgspec.json.encode(message))

    def _send(self, opcode: int, payload: bytes) -> None:
        """A client's frames are masked; with a mask of zeros they stay as they are."""
        assert len(payload) < 126
        self.transport.write(bytes((128 | opcode, 128 | len(payload), 0, 0, 0, 0)) + payload)

    def connection_lost(self, _error: Exception | None) -> None:
        if not self.closed.done():
            self.closed.set_result(None)


async def line(
    number: int, port: int, path: str, hear: Callable[[bytes], None], cookie: str = ""
) -> Line:
    """A WebSocket from the address of this number."""
    loop = asyncio.get_running_loop()
    _, made = await loop.create_connection(
        lambda: Line(path, hear, cookie), "127.0.0.1", port, local_addr=(address(number), 0)
    )
    return made


async def ask(
    port: int, method: str, path: str, body: dict[str, Any] | None = None, number: int = 0,
    cookie: str = "",
) -> dict[str, Any]:  # fmt: skip
    """One request over a connection of its own, from the address of this number."""
    _, answer = await exchange(port, request(method, path, body, cookie), number)
    found: dict[str, Any] = msgspec.json.decode(answer)
    return found


async def exchange(port: int, sent: bytes, number: int) -> tuple[bytes, bytes]:
    """The head and the body of the answer."""
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, local_addr=(address(number), 0)
    )
    try:
        writer.write(sent)
        head = await reader.readuntil(b"\r\n\r\n")
        status, length = read_head(head)
        answer = await reader.readexactly(length)
    finally:
        writer.transport.abort()
    assert status < 300, answer
    return head, answer


def request(method: str, path: str, body: dict[str, Any] | None = None, cookie: str = "") -> bytes:
    data = msgspec.json.encode(body) if body is not None else b""
    kind = "Content-Type: application/json\r\n" if data else ""
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{_header(cookie)}{kind}"
        f"Content-Length: {len(data)}\r\n\r\n"
    )
    return head.encode() + data


def _header(cookie: str) -> str:
    return f"Cookie: {cookie}\r\n" if cookie else ""


def read_head(head: bytes) -> tuple[int, int]:
    """The status of an answer, and how long its body is."""
    lines = head.decode("latin-1").lower().split("\r\n")
    told = dict(each.split(": ", 1) for each in lines[1:] if each)
    return int(lines[0].split()[1]), int(told.get("content-length", 0))


def lines_of_play(count: int, plies: int, seed: int = 1) -> list[list[str]]:
    """So many games of Qomet between people who move as it comes, and whom nobody stops."""
    chance = random.Random(seed)
    return [_line_of_play(plies, chance) for _ in range(count)]


def _line_of_play(plies: int, chance: random.Random) -> list[str]:
    """No position comes twice, which could be a draw."""
    position, played, met = GAMES["qomet"].start(), list[str](), set[object]()
    while len(played) < plies:
        moves = list(position.legal_moves())
        chance.shuffle(moves)
        after = (position.play(move) for move in moves)
        led = zip(moves, after, strict=True)
        move, position = next(
            ((move, to) for move, to in led if to.outcome() is None and to not in met),
            (None, GAMES["qomet"].start()),
        )
        if move is None:
            played, met = [], set()
        else:
            met.add(position)
            played.append(str(move))
    return played
