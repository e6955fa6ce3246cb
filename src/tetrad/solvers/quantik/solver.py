"""Quantik solved: the exact value and distance of any position.

The first moves are answered from the book. After that the search asks for every legal move whether
the game can be forced to end with the next piece, the one after that, and so on, so that the first
yes is the distance under best play. Most positions take less than a millisecond.
"""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels.fast import quantik as kernel
from tetrad.kernels.fast.quantik import Code
from tetrad.position import AnyPosition
from tetrad.rules.quantik import Move, Quantik
from tetrad.solvers.quantik.opening import book
from tetrad.solvers.quantik.search import BUDGET, FAR, NODES, PIECES, ask, workspace
from tetrad.solvers.solution import (
    Limits,
    MoveValue,
    Progress,
    Solution,
    Source,
    Value,
    best_first,
    finished_solution,
    summary,
)

ENTRY_BYTES = 8
# More entries than this are never filled.
MOST_ENTRIES = 1 << 22
FEWEST_ENTRIES = 1 << 10
NO_LIMIT = 1 << 62

Scores = NDArray[np.int64]


class Solver:
    """Answers questions about Quantik and remembers what it learned on the way."""

    def __init__(self, memory: int, with_book: bool = True) -> None:
        self._book = book() if with_book else None
        entries = max(FEWEST_ENTRIES, min(memory // ENTRY_BYTES, MOST_ENTRIES))
        self._work = workspace(1 << entries.bit_length() - 1)

    def solve(
        self, position: AnyPosition, limits: Limits, progress: Progress | None = None
    ) -> Solution:
        assert isinstance(position, Quantik)
        if (finished := finished_solution(position)) is not None:
            return finished
        self._start(limits)
        code = kernel.encode(position)
        moves, source = self._judge(code, limits, progress)
        value, distance = summary(moves)
        line = self._line(code, moves[0], limits) if value != "unknown" else ()
        nodes = int(min(self._work.control[NODES], self._work.control[BUDGET]))
        return Solution(position, value, distance, source, moves, line, nodes)

    def _start(self, limits: Limits) -> None:
        self._work.control[NODES] = 0
        self._work.control[BUDGET] = NO_LIMIT if limits.nodes is None else limits.nodes
        self._deadline = None if limits.time is None else time.monotonic() + limits.time

    def _judge(
        self, code: Code, limits: Limits, progress: Progress | None = None
    ) -> tuple[tuple[MoveValue, ...], Source]:
        actions = kernel.legal_actions(code)
        successors = [kernel.apply(code, action) for action in actions]
        source: Source = "table"
        scores = self._from_book(successors)
        if scores is None:
            source, scores = "search", self._scores(successors, limits, progress)
        judged = [_move_value(code, *each) for each in zip(actions, scores.tolist(), strict=True)]
        return best_first(judged), source

    def _from_book(self, successors: list[Code]) -> Scores | None:
        distances = self._book.distances(successors) if self._book else None
        if distances is None:
            return None
        ends = distances + _plies(successors[0])
        return np.where(distances % 2 == 0, FAR - ends, ends - FAR)

    def _scores(self, successors: list[Code], limits: Limits, progress: Progress | None) -> Scores:
        """The score of each successor for the player who moved there; 0 where limits forbade it.

        One question takes milliseconds, so that it is soon enough to look at the clock between.
        """
        codes = np.array(successors, np.uint64)
        scores = np.zeros(len(codes), np.int64)
        first = _plies(successors[0])
        for end in range(first, PIECES + 1):
            searching = end > first + 1
            if searching and self._out_of_time(limits):
                break
            if not ask(self._work, codes, scores, end) or scores.all():
                break
            if progress:
                progress(end - first + 1, int(self._work.control[NODES]))
        return scores

    def _out_of_time(self, limits: Limits) -> bool:
        cancelled = limits.cancel is not None and limits.cancel.is_set()
        return cancelled or (self._deadline is not None and time.monotonic() >= self._deadline)

    def _line(self, code: Code, best: MoveValue, limits: Limits) -> tuple[Move, ...]:
        """Best play from here, as far as the limits allow."""
        line = []
        while best.distance:
            line.append(best.move)
            code = kernel.apply(code, kernel.action_of(best.move))
            if best.distance == 1:
                break
            best = self._judge(code, limits)[0][0]
        return tuple(line)


def _plies(code: Code) -> int:
    return code[0].bit_count() + code[1].bit_count()


def _move_value(code: Code, action: int, score: int) -> MoveValue:
    move = kernel.move_of(action)
    if score == 0:
        return MoveValue(move, "unknown", None, _opinion(kernel.apply(code, action)))
    value: Value = "win" if score > 0 else "loss"
    return MoveValue(move, value, FAR - abs(score) - _plies(code), 1.0 if score > 0 else -1.0)


def _opinion(code: Code) -> float:
    """Whoever has more placements left than the other is less likely to be the one who is stuck."""
    mine, theirs = code
    replies, later = len(kernel.legal_actions(code)), len(kernel.legal_actions((theirs, mine)))
    return (later - replies) / 64
