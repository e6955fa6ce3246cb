"""The modules of WebAssembly in a process of Node, behind the methods that a page's have."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

HOST = Path(__file__).with_name("host.mjs")


class Node:
    """A process of Node that runs what `make wasm` has built."""

    def __init__(self, folder: Path) -> None:
        command = ["node", str(HOST), str(folder)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def ask(self, *request: Any) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(request) + "\n")
        return json.loads(self._process.stdout.readline())

    def open(self, game: str) -> NodeModule:
        return NodeModule(self, self.ask("open", game))

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


class NodeModule:
    def __init__(self, node: Node, number: int) -> None:
        self._node, self._number = node, number

    def call(self, name: str, *numbers: int) -> int:
        return int(self._node.ask("call", self._number, name, *map(str, numbers)))

    def view(self, address: int, size: int) -> NodeView:
        return NodeView(self._node, self._number, address, size)

    def allow(self, seconds: float) -> None:
        self._node.ask("allow", self._number, seconds)

    def held(self) -> int:
        """The bytes of its memory."""
        return int(self._node.ask("held", self._number))


class NodeView:
    def __init__(self, node: Node, number: int, address: int, size: int) -> None:
        self._node, self._number, self._address, self._size = node, number, address, size

    def assign(self, data: bytes) -> None:
        self._node.ask("write", self._number, self._address, data.hex())

    def to_bytes(self) -> bytes:
        return bytes.fromhex(self._node.ask("read", self._number, self._address, self._size))
