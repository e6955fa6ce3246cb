"""Quantik's search in a page; `solvers.quantik.solver` says what it is asked."""

from __future__ import annotations

from itertools import chain

from tetrad.kernels.quantik import Code
from tetrad.page.engine import Engine
from tetrad.solvers.quantik.solver import entries_for
from tetrad.solvers.solution import NO_LIMIT


class Search:
    """Asks the module of Quantik, whose workspace and table lie in its memory."""

    def __init__(self, engine: Engine, memory: int) -> None:
        self._engine, self._entries = engine, entries_for(memory)
        self._work = engine.reserve(8 * engine.call("workspace_words", self._entries))
        self._control = engine.call("control", self._work)

    @property
    def nodes(self) -> int:
        return min(self._engine.read(self._control, 2))

    def begin(self, nodes: int | None) -> None:
        self._engine.write(self._control, (0, NO_LIMIT if nodes is None else nodes))

    def ask(self, codes: list[Code], ends: list[int], end: int) -> tuple[list[int], bool]:
        engine, count = self._engine, len(codes)
        behind = engine.area + 16 * count
        engine.write(engine.area, chain.from_iterable(codes), "Q")
        engine.write(behind, ends)
        asked = self._work, self._entries, engine.area, behind, count, end
        finished = engine.call("ask", *asked)
        return engine.read(behind, count).tolist(), bool(finished)


def perft(engine: Engine, code: Code, depth: int) -> int:
    return engine.call("leaves", *code, depth, engine.area) if depth else 1
