"""Qomet's search in a page; `solvers.qomet.solver` says what it is asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tetrad.page.engine import Engine
from tetrad.solvers.qomet.solver import rows_for
from tetrad.solvers.solution import NO_LIMIT, Limits

_YES, _STOPPED, _NO_OPINION = 1, -1, 1 << 20


class Search:
    """Asks the module of Qomet, whose table and stacks lie in its memory."""

    def __init__(self, engine: Engine, memory: int) -> None:
        self._engine, self._rows = engine, rows_for(memory)
        stack = 8 * engine.call("stack_words")
        self._table = engine.reserve(16 * self._rows)
        self._keys, self._points = engine.reserve(stack), engine.reserve(stack)
        self._control = engine.reserve(16)
        self._budget = 0

    @contextmanager
    def within(self, limits: Limits) -> Iterator[None]:
        self._budget = NO_LIMIT if limits.nodes is None else limits.nodes
        stopped = limits.time is not None and limits.time <= 0
        self._engine.write(self._control, (self._budget, stopped))
        self._engine.allow(limits.time)
        yield

    @property
    def nodes(self) -> int:
        return min(self._budget, self._budget - self._engine.read(self._control, 1)[0])

    def can_win_now(self, key: int) -> bool:
        return bool(self._engine.call("can_win_now", key))

    def ask(self, key: int, depth: int) -> bool | None:
        held = self._table, self._rows, self._control, self._keys
        answer = self._engine.call("ask", key, depth, *held)
        return None if answer == _STOPPED else answer == _YES

    def judge(self, key: int, depth: int) -> int | None:
        held = self._control, self._keys, self._points
        score = self._engine.call("judge", key, depth, *held)
        return None if score == _NO_OPINION else score


def perft(engine: Engine, code: int, depth: int) -> int:
    return engine.call("leaves", code, depth, engine.area)
