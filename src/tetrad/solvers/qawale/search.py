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
    EMPTY,
    SECOND,
    Words,
    action_at,
    begin,
    begin_with,
    board_of,
    lined,
    next_sowing,
    smallest,
)
from tetrad.kernels.fast.qawale_wins import winning_origin, wins_table
from tetrad.kernels.qawale import Code
from tetrad.solvers.qawale.attack import NODES_LEFT, STOP, Desk, desk, forces, rated, sowings_of
from tetrad.solvers.qawale.bundles import Bundle, divided, ways_on
from tetrad.solvers.qawale.evaluate import opinion, static
from tetrad.solvers.qawale.memory import AGES, memory_for
from tetrad.solvers.solution import Limits
from tetrad.solvers.stopwatch import watched

# More is not filled in minutes, and the first touch of each part of it takes time.
LARGEST_MEMORY = 64 << 20
# Where not all sowings are listed, stacks with more than these go into bundles: more than there are
# bundles, so that each has a step left to take.
FEW = 256
# Sowings that are listed unless another number is asked for.
MOST_SOWINGS = 100_000
# Stands for the beginning of all sowings, and a code for what is no position.
ALL, NOWHERE = -1, (0, 0)


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

    def survey(self, code: Code, begun: int | None = None, listed: int = MOST_SOWINGS) -> Survey:
        """The sowings of a position that a new question is about."""
        self._age = self._age % AGES + 1
        return self.look(*board_of(code), listed, begun)

    def look(
        self, board: Words, tops: int, mover: int, listed: int, begun: int | None = None
    ) -> Survey:
        single, bundled = parts(board, begun, listed)
        asked, walk, table = (board, tops, mover), self._desk.trial_walk, self._desk.table
        found = [surveyed(*asked, each, count, walk, table) for each, count in single.items()]
        bundles = [Bundle(*asked, each, table) for each in bundled]
        return Survey(self, mover, listed, found, bundles)

    def ask(self, bundle: Bundle, own: bool, plies: int) -> int:
        return bundle.forces(self._desk, self._age, own, plies)

    def forces(self, board: Words, tops: int, mover: int, attacker: int, plies: int) -> int:
        return int(forces(self._desk, board, tops, mover, attacker, plies, self._age))

    def opinion(self, board: Words, tops: int, mover: int, plies: int) -> int:
        return int(opinion(board, tops, mover, plies, self._desk.table, self._desk.control))


def parts(board: Words, begun: int | None, listed: int) -> tuple[dict[int, int], list[int]]:
    """The beginnings of sowings to list one by one, with their number, and those to bundle."""
    stacks = [square | 1 << 4 for square in range(16) if board[square] != EMPTY]
    ways = {each: ways_on(board, each) for each in (stacks if begun is None else [begun])}
    total = sum(ways.values())
    if total <= listed:
        return {ALL if begun is None else begun: total}, []
    few = {each: number for each, number in ways.items() if number <= FEW}
    return few, [part for each in ways if each not in few for part in divided(each)]


class Survey:
    """All sowings of one position, by number: single ones in the order of the rulebook view, then
    bundles of them."""

    def __init__(
        self,
        search: Search,
        mover: int,
        listed: int,
        found: list[tuple[Words, Words, Words]],
        bundles: list[Bundle],
    ) -> None:
        self._search, self._mover, self._other = search, mover, mover ^ SECOND
        self._listed = listed
        self._boards = [board for boards, _, _ in found for board in boards]
        facts = np.concatenate([np.empty((0, 3), np.int64), *(facts for _, facts, _ in found)])
        self._tops: list[int] = facts[:, 1].tolist()
        self._bundles, self.alone = bundles, len(self._boards)
        self.sowings: list[int] = facts[:, 0].tolist() + [each.sowing for each in bundles]
        self.ends = [end for _, _, ends in found for end in ends.tolist()]
        self.ends += [each.end for each in bundles]
        ratings = [*facts[:, 2].tolist(), *(each.rating for each in bundles)]
        self.order = sorted(range(len(ratings)), key=ratings.__getitem__)

    def begun(self, number: int) -> int | None:
        return None if number < self.alone else self._bundles[number - self.alone].begun

    def canonical(self, number: int) -> Code:
        if number >= self.alone:
            return NOWHERE
        pebbles, ends = smallest(self._boards[number])
        return int(pebbles), int(ends)

    def forces(self, number: int, own: bool, plies: int) -> int:
        if number >= self.alone:
            bundle = self._bundles[number - self.alone]
            answer = self._search.ask(bundle, own, plies)
            self.sowings[number] = bundle.sowing
            return answer
        attacker = self._mover if own else self._other
        return self._search.forces(*self._result(number), self._other, attacker, plies)

    def opinion(self, number: int, plies: int) -> int:
        if number >= self.alone:
            bundle = self._bundles[number - self.alone]
            score = bundle.opinion(lambda board, tops: self._opinion(board, tops, plies))
            self.sowings[number] = bundle.sowing
            return score
        return self._opinion(*self._result(number), plies)

    def _opinion(self, board: Words, tops: int, plies: int) -> int:
        if plies == 0:
            return int(static(tops, self._mover))
        return -self._search.opinion(board, tops, self._other, plies)

    def after(self, number: int) -> Survey:
        return self._search.look(*self._result(number), self._other, self._listed)

    def _result(self, number: int) -> tuple[Words, int]:
        if number >= self.alone:
            return self._bundles[number - self.alone].after(self.sowings[number])
        return self._boards[number], self._tops[number]


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
