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
    begin_with,
    board_of,
    lined,
    next_sowing,
    smallest,
    sow,
)
from tetrad.kernels.fast.qawale_wins import winning_origin, wins_table
from tetrad.kernels.qawale import Code
from tetrad.kernels.qawale_paths import arrival_of
from tetrad.solvers.qawale.attack import Desk, desk, forces, rated, sowings_of
from tetrad.solvers.qawale.bundles import completes, sampled, walked, without_line
from tetrad.solvers.qawale.evaluate import opinion, static
from tetrad.solvers.qawale.memory import memory_for
from tetrad.solvers.qawale.sowings import ALL, Listed, Sowings, share_of
from tetrad.solvers.solution import Limits
from tetrad.solvers.stopwatch import NODES_LEFT, STOP, watched


class Search(Sowings):
    """Answers questions and remembers what it proved, within its memory."""

    def __init__(self, memory: int) -> None:
        self._memory = memory_for(share_of(memory))
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

    def board_of(self, code: Code) -> tuple[Words, int, int]:
        return board_of(code)

    def listed(self, board: Words, tops: int, mover: int, begun: int, count: int) -> Listed:
        walk, table = self._desk.trial_walk, self._desk.table
        boards, facts, ends = surveyed(board, tops, mover, begun, count, walk, table)
        sowings, visible, ratings = facts.T.tolist()
        return Listed(boards, sowings, visible, ratings, ends.tolist())

    def sow(self, board: Words, tops: int, sowing: int, mover: int) -> tuple[Words, int]:
        after = board.copy()
        return after, int(sow(after, tops, sowing, mover))

    def lined(self, tops: int, player: int) -> bool:
        return bool(lined(tops, player))

    def smallest(self, board: Words) -> Code:
        pebbles, ends = smallest(board)
        return int(pebbles), int(ends)

    def forces(self, board: Words, tops: int, mover: int, attacker: int, plies: int) -> int:
        return int(forces(self._desk, board, tops, mover, attacker, plies, self._age))

    def opinion(self, board: Words, tops: int, mover: int, plies: int) -> int:
        return int(opinion(board, tops, mover, plies, self._desk.table, self._desk.control))

    def static(self, tops: int, player: int) -> int:
        return int(static(tops, player))

    def sampled(
        self, board: Words, tops: int, mover: int, begun: int, most: int
    ) -> list[tuple[int, int]]:
        found = sampled(board, tops, mover, begun, arrival_of(begun), self._desk.table)
        best = found[np.argsort(found[:, 0], kind="stable")][:most]
        return [(rating, sowing) for rating, sowing in best.tolist()]

    def completes(self, board: Words, tops: int, mover: int, begun: int) -> bool:
        return bool(completes(board, tops, mover, begun))

    def without_line(self, board: Words, tops: int, mover: int, begun: int) -> int:
        return int(without_line(board, tops, mover, begun))

    def walked(
        self, board: Words, tops: int, mover: int, begun: int, own: bool, plies: int
    ) -> tuple[int, int]:
        asked = board, tops, mover, begun, own, plies
        value, sowing = walked(self._desk, *asked, self._age)
        return int(value), int(sowing)


@compiled
def surveyed(
    board: Words, tops: int, mover: int, begun: int, count: int, walk: Words, table: Words
) -> tuple[Words, Words, Words]:
    """The results of the sowings that begin like this, in the order of the rulebook view.

    Returns the boards; for each the action, the tops and a rating; and the plies to the end where
    it comes at once: 1 for a line of the mover, -1 or -2 if the opponent has one or can make one.
    """
    other, after = mover ^ SECOND, board.copy()
    boards, facts = np.empty((count, 16), np.int64), np.empty((count, 3), np.int64)
    ends = np.zeros(count, np.int64)
    if begun == ALL:
        begin(walk, tops, mover)
    else:
        begin_with(after, walk, tops, mover, begun)
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


@compiled
def survey(
    board: Words, tops: int, mover: int, walk: Words, table: Words
) -> tuple[Words, Words, Words]:
    """The results of all sowings, as `surveyed` tells them."""
    return surveyed(board, tops, mover, ALL, sowings_of(board), walk, table)
