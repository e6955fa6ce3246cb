"""The compiled side of Qawale's solver: all sowings of a position, and questions about each.

The driver, `solver` and `root`, hands over codes and numbers and gets such back. The boards, what
the search remembers and its stopwatch stay on this side.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.qawale import (
    AFTER,
    SECOND,
    Words,
    action_at,
    begin,
    board_of,
    lined,
    next_sowing,
    smallest,
)
from tetrad.kernels.fast.qawale_wins import can_win_now, winning_origin, wins_table
from tetrad.kernels.qawale import Code
from tetrad.solvers.qawale.attack import NODES_LEFT, STOP, Desk, desk, forces, rated, sowings_of
from tetrad.solvers.qawale.evaluate import opinion, static
from tetrad.solvers.qawale.memory import AGES, memory_for
from tetrad.solvers.solution import Limits
from tetrad.solvers.stopwatch import watched

# More is not filled in minutes, and the first touch of each part of it takes time.
LARGEST_MEMORY = 64 << 20


class Search:
    """Answers questions and remembers what it proved, within its memory."""

    def __init__(self, memory: int) -> None:
        self._memory = memory_for(min(memory * 3 // 4, LARGEST_MEMORY))
        self._age = 0
        self._desk: Desk

    @contextmanager
    def within(self, limits: Limits) -> Iterator[None]:
        """Keep to the limits in all that is asked inside the block."""
        with watched(limits) as control:
            self._desk = desk(wins_table(), self._memory, control)
            yield

    @property
    def nodes_left(self) -> int:
        return int(self._desk.control[NODES_LEFT])

    @nodes_left.setter
    def nodes_left(self, nodes: int) -> None:
        self._desk.control[NODES_LEFT] = nodes

    @property
    def stopped(self) -> bool:
        return self.nodes_left < 0 or bool(self._desk.control[STOP])

    def sowings(self, code: Code) -> int:
        return int(sowings_of(board_of(code)[0]))

    def can_win_now(self, code: Code) -> bool:
        return can_win_now(code)

    def survey(self, code: Code) -> Survey:
        """The sowings of a position that a new question is about."""
        self._age = self._age % AGES + 1
        return self.look(*board_of(code))

    def look(self, board: Words, tops: int, mover: int) -> Survey:
        facts = survey(board, tops, mover, self._desk.trial_walk, self._desk.table)
        return Survey(self, mover, *facts)

    def forces(self, board: Words, tops: int, mover: int, attacker: int, plies: int) -> int:
        return int(forces(self._desk, board, tops, mover, attacker, plies, self._age))

    def opinion(self, board: Words, tops: int, mover: int, plies: int) -> int:
        return int(opinion(board, tops, mover, plies, self._desk.table, self._desk.control))


class Survey:
    """All sowings of one position, by number, in the order of the rulebook view."""

    def __init__(
        self, search: Search, mover: int, boards: Words, facts: Words, ends: Words
    ) -> None:
        self._search, self._mover, self._other = search, mover, mover ^ SECOND
        self._boards = boards
        self._tops: list[int] = facts[:, 1].tolist()
        self.sowings: list[int] = facts[:, 0].tolist()
        self.ends: list[int] = ends.tolist()
        self.order: list[int] = np.argsort(facts[:, 2], kind="stable").tolist()

    def canonical(self, number: int) -> Code:
        pebbles, ends = smallest(self._boards[number])
        return int(pebbles), int(ends)

    def forces(self, number: int, own: bool, plies: int) -> int:
        attacker = self._mover if own else self._other
        return self._search.forces(*self._result(number), self._other, attacker, plies)

    def opinion(self, number: int, plies: int) -> int:
        if plies == 0:
            return int(static(self._tops[number], self._mover))
        return -self._search.opinion(*self._result(number), self._other, plies)

    def after(self, number: int) -> Survey:
        return self._search.look(*self._result(number), self._other)

    def _result(self, number: int) -> tuple[Words, int]:
        return self._boards[number], self._tops[number]


@compiled
def survey(
    board: Words, tops: int, mover: int, walk: Words, table: Words
) -> tuple[Words, Words, Words]:
    """The results of all sowings, in the order of the rulebook view.

    Returns the boards; for each the action, the tops and a rating; and the plies to the end where
    it comes at once: 1 for a line of the mover, -1 or -2 if the opponent has one or can make one.
    """
    other, count = mover ^ SECOND, sowings_of(board)
    boards, facts = np.empty((count, 16), np.int64), np.empty((count, 3), np.int64)
    ends, after = np.zeros(count, np.int64), board.copy()
    begin(walk, tops, mover)
    for move in range(count):
        next_sowing(after, walk)
        boards[move] = after
        visible = walk[AFTER]
        facts[move] = action_at(walk), visible, rated(after, visible, mover, other, table)
        if lined(visible, mover):
            ends[move] = 1
        elif lined(visible, other):
            ends[move] = -1
        elif winning_origin(after, visible, other, table, 0) >= 0:
            ends[move] = -2
    return boards, facts, ends
