"""A search compiled to WebAssembly, as Python in the page sees it.

A module is a JavaScript object: its functions take and return whole numbers, and its memory is
looked at through views. In a test a process of Node stands behind the same few methods.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from importlib import import_module
from typing import Any, Protocol

from tetrad.kernels.compiled import UnavailableError, use

# A scratch area for what is handed over and given back: the sowings of Qawale that are drawn by lot
# take most, and Quantik's successors with what is known of them.
AREA_BYTES = 4096


class View(Protocol):
    """A part of a module's memory."""

    def assign(self, data: Any) -> None:
        """Copy bytes, or an array of numbers, into it."""

    def to_bytes(self) -> bytes: ...


class Module(Protocol):
    """One compiled game, with a memory of its own."""

    def call(self, name: str, *numbers: int) -> int: ...

    def view(self, address: int, size: int) -> View: ...

    def allow(self, seconds: float) -> None:
        """When the clock stops a search: so many seconds from now, or never if negative."""


# Makes a new module of a game: a search has its own.
Opener = Callable[[str], Module]


class Engine:
    """A module and the words in its memory."""

    def __init__(self, module: Module) -> None:
        self._module, self.call = module, module.call
        self.area = self.reserve(AREA_BYTES)

    def reserve(self, size: int) -> int:
        """The address of so many bytes, all zero, until it is given to `release`."""
        return self.call("reserve", size)

    def write(self, address: int, words: Iterable[int], kind: str = "q") -> None:
        data = array(kind, words)
        self._module.view(address, 8 * len(data)).assign(data.tobytes())

    def read(self, address: int, count: int) -> array[int]:
        return array("q", self._module.view(address, 8 * count).to_bytes())

    def allow(self, seconds: float | None) -> None:
        self._module.allow(-1.0 if seconds is None else seconds)


def install(opener: Opener) -> ExitStack:
    """Answer the seam from modules of WebAssembly, from now on, or inside a `with` block only."""
    return use(lambda name: _loaded(name, opener))


class _Search:
    """A compiled name as light code loads it: the class `Search` of a game, or its `perft`."""

    def __init__(self, game: str, opener: Opener) -> None:
        self._page, self._game, self._opener = import_module(f"tetrad.page.{game}"), game, opener

    def Search(self, memory: int) -> Any:  # noqa: N802
        return self._page.Search(Engine(self._opener(self._game)), memory)

    def perft(self, code: Any, depth: int) -> int:
        return int(self._page.perft(Engine(self._opener(self._game)), code, depth))


def _loaded(name: str, opener: Opener) -> _Search:
    parts = name.split(".")
    if parts[0] == "solvers" and parts[2:] == ["search"]:
        return _Search(parts[1], opener)
    if parts[0] == "kernels" and parts[1] in ("quantik", "qawale", "qomet"):
        return _Search(parts[1], opener)
    raise UnavailableError(f"{name} is not in the page", name=name)
