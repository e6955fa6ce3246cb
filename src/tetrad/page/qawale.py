"""Qawale's search in a page: what `solvers.qawale.sowings` leaves to compiled code.

A board is an array of sixteen words on this side; each question copies it into the module's memory.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from tetrad.kernels import qawale as kernel
from tetrad.kernels.qawale import Code
from tetrad.kernels.qawale_paths import arrival_of
from tetrad.page.engine import Engine
from tetrad.rules.qawale import PEBBLES_EACH
from tetrad.solvers.qawale.sowings import SECOND, Listed, Sowings, entries_of, share_of
from tetrad.solvers.solution import NO_LIMIT, Limits

Board: TypeAlias = "array[int]"

_WORDS = 16
# What a listed sowing is told with: its board, three facts and its end.
_LISTED_WORDS = _WORDS + 4


class Search(Sowings):
    """Asks the module of Qawale, whose table and memory lie in its own."""

    def __init__(self, engine: Engine, memory: int) -> None:
        self._engine, self._entries = engine, entries_of(share_of(memory))
        self._desk = engine.reserve(8 * engine.call("desk_words", self._entries))
        engine.call("fill", self._desk)
        self._control = engine.call("clear", self._desk)

    @contextmanager
    def within(self, limits: Limits) -> Iterator[None]:
        self._engine.call("clear", self._desk)
        stopped = limits.time is not None and limits.time <= 0
        nodes = NO_LIMIT if limits.nodes is None else limits.nodes
        self._engine.write(self._control, (nodes, stopped))
        self._engine.allow(limits.time)
        yield

    @property
    def nodes_left(self) -> int:
        return self._engine.read(self._control, 1)[0]

    @nodes_left.setter
    def nodes_left(self, nodes: int) -> None:
        self._engine.write(self._control, (nodes,))

    @property
    def stopped(self) -> bool:
        nodes, stop = self._engine.read(self._control, 2)
        return nodes < 0 or bool(stop)

    def _put(self, board: Board) -> int:
        self._engine.write(self._engine.area, board)
        return self._engine.area

    def board_of(self, code: Code) -> tuple[Board, int, int]:
        engine = self._engine
        tops = engine.call("unpack", *code, engine.area)
        return engine.read(engine.area, _WORDS), tops, SECOND if kernel.plies(code) % 2 else 0

    def listed(self, board: Board, tops: int, mover: int, begun: int, count: int) -> Listed:
        engine = self._engine
        area = engine.reserve(8 * (_WORDS + _LISTED_WORDS * count))
        engine.write(area, board)
        engine.call("listed", self._desk, area, tops, mover, begun, count)
        words = engine.read(area, _LISTED_WORDS * count)
        engine.call("release", area)
        facts, ends = words[_WORDS * count : -count], words[-count:]
        boards = [words[at : at + _WORDS] for at in range(0, _WORDS * count, _WORDS)]
        listed = facts[::3].tolist(), facts[1::3].tolist(), facts[2::3].tolist()
        return Listed(boards, *listed, ends.tolist())

    def sow(self, board: Board, tops: int, sowing: int, mover: int) -> tuple[Board, int]:
        area = self._put(board)
        after = self._engine.call("sow", area, tops, sowing, mover)
        return self._engine.read(area, _WORDS), after

    def lined(self, tops: int, player: int) -> bool:
        return bool(self._engine.call("lined", tops, player))

    def smallest(self, board: Board) -> Code:
        area = self._put(board)
        self._engine.call("smallest", area)
        pebbles, ends = self._engine.read(area, 2)
        return pebbles, ends

    def forces(self, board: Board, tops: int, mover: int, attacker: int, plies: int) -> int:
        asked = self._put(board), tops, mover, attacker, plies
        return self._engine.call("forces", self._desk, self._entries, *asked, self._age)

    def opinion(self, board: Board, tops: int, mover: int, plies: int) -> int:
        return self._engine.call("opinion", self._desk, self._put(board), tops, mover, plies)

    def static(self, tops: int, player: int) -> int:
        return self._engine.call("static", tops, player)

    def sampled(
        self, board: Board, tops: int, mover: int, begun: int, most: int
    ) -> list[tuple[int, int]]:
        asked = self._put(board), tops, mover, begun, arrival_of(begun)
        count = self._engine.call("sampled", self._desk, *asked)
        words = self._engine.read(self._engine.area, 2 * count)
        found = zip(words[::2], words[1::2], strict=True)
        return sorted(found, key=lambda each: each[0])[:most]

    def completes(self, board: Board, tops: int, mover: int, begun: int) -> bool:
        return bool(self._engine.call("completes", self._put(board), tops, mover, begun))

    def without_line(self, board: Board, tops: int, mover: int, begun: int) -> int:
        return self._engine.call("without_line", self._put(board), tops, mover, begun)

    def walked(
        self, board: Board, tops: int, mover: int, begun: int, own: bool, plies: int
    ) -> tuple[int, int]:
        asked = self._put(board), tops, mover, begun, int(own), plies
        value = self._engine.call("walked", self._desk, self._entries, *asked, self._age)
        return value, self._engine.read(self._engine.area, 1)[0]


def perft(engine: Engine, code: Code, depth: int) -> int:
    if depth == 0:
        return 1
    if kernel.winner(code) is not None or kernel.plies(code) + depth > 2 * PEBBLES_EACH:
        return 0
    tops = engine.call("unpack", *code, engine.area)
    return engine.call("leaves", engine.area, tops, SECOND * (kernel.plies(code) % 2), depth)
