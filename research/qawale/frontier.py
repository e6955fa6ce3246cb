"""Where a proof of Qawale is cut into pieces: the positions that all lines of the attacker reach.

Above a ply, every sowing of the attacker is followed, one of each symmetric set, and one reply of
the defender to each: the best rated that is not known to fail. What is reached at that ply are the
subproblems. If the attacker can force a line from none of them, then not at all; where they can,
the defender tries the next reply. It is the tree of `proof`, laid out level by level for
hundreds of thousands of subproblems at a time.

For a second opinion the two best rated replies change places: wherever the defender has two, the
other one is followed. Where replies were chosen before (`cheapest`), those come first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice, pairwise

import numpy as np

from research.qawale.gpu import codes_of
from tetrad.kernels import qawale
from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.qawale import SECOND, WALK, Words, plies, smallest, unpack
from tetrad.kernels.fast.qawale_wins import wins_table
from tetrad.kernels.qawale import Code
from tetrad.position import Player
from tetrad.solvers.qawale.search import survey

AT_A_TIME = 4096
LOST: Code = (0, 0)  # stands for the reply where every one loses at once


@compiled
def sowings_of_all(codes: Words, table: Words) -> tuple[Words, Words, Words]:
    """The sowings that do not lose at once: results, ratings, and the row of the code."""
    board, walk = np.empty(16, np.int64), np.empty(WALK, np.int64)
    found, count = np.empty((256, 4), np.int64), 0
    for row in range(codes.shape[0]):
        tops = unpack(codes[row, 0], codes[row, 1], board)
        mover = SECOND if plies(codes[row, 1]) % 2 else 0
        boards, facts, ends = survey(board, tops, mover, walk, table)
        if count + ends.size > found.shape[0]:
            grown = np.empty((2 * (count + ends.size), 4), np.int64)
            grown[:count] = found[:count]
            found = grown
        for move in range(ends.size):
            if ends[move] == 0:
                pebbles, end = smallest(boards[move])
                found[count] = pebbles, end, facts[move, 2], row
                count += 1
    return found[:count, :2].copy(), found[:count, 2].copy(), found[:count, 3].copy()


@compiled
def best_of_all(codes: Words, table: Words) -> Words:
    """The result of the best rated sowing of each code, or LOST."""
    board, walk = np.empty(16, np.int64), np.empty(WALK, np.int64)
    best = np.zeros(codes.shape, np.int64)
    for row in range(codes.shape[0]):
        tops = unpack(codes[row, 0], codes[row, 1], board)
        mover = SECOND if plies(codes[row, 1]) % 2 else 0
        boards, facts, ends = survey(board, tops, mover, walk, table)
        chosen = -1
        for move in range(ends.size):
            if ends[move] == 0 and (chosen < 0 or facts[move, 2] < facts[chosen, 2]):
                chosen = move
        if chosen >= 0:
            best[row] = smallest(boards[chosen])
    return best


def first_replies(codes: list[Code]) -> Iterator[Code]:
    for some in _pieces(codes):
        yield from codes_of(best_of_all(some, wins_table()))


def _second_replies(codes: list[Code]) -> Iterator[Code]:
    for order in orders_of_all(codes):
        yield (order[1:2] or order[:1] or [LOST])[0]


def orders_of_all(codes: list[Code]) -> Iterator[list[Code]]:
    """For each code the results of the sowings that do not lose at once, best rated first."""
    for some in _pieces(codes):
        results, ratings, rows = sowings_of_all(some, wins_table())
        borders = np.searchsorted(rows, np.arange(len(some) + 1))
        for begin, end in pairwise(borders):
            order = np.argsort(ratings[begin:end], kind="stable")
            yield list(dict.fromkeys(codes_of(results[begin:end][order])))


class Frontier:
    """The lines of one attacker down to a ply, as far as the defender's replies are known."""

    def __init__(
        self,
        attacker: Player,
        cut: int,
        start: Code | None = None,
        second_opinion: bool = False,
        chosen: Mapping[Code, Code] | None = None,
    ) -> None:
        self._attacker, self._cut, self._second_opinion = attacker, cut, second_opinion
        self._best = dict(chosen or {})
        self._sowings: dict[Code, list[Code]] = {}
        self.start = start or qawale.canonical(qawale.start())
        self._ply = qawale.plies(self.start)

    def open(self, forced: set[Code], held: Collection[Code]) -> list[Code]:
        """The subproblems without an answer.

        `forced` holds positions from which the attacker forces a line, `held` those where not;
        what follows above the cut is added to `forced`.
        """
        while True:
            levels = list(self._levels(forced, held))
            if not self._conclude(levels, forced):
                return [] if self.start in forced else levels[-1]

    def replies(self, forced: set[Code]) -> Iterator[tuple[Code, Code]]:
        """The defender's positions above the cut, each with the result of the reply."""
        for ply, level in enumerate(self._levels(forced, ()), self._ply):
            if ply < self._cut and not self._attacks(ply):
                yield from zip(level, self._answer(level, forced), strict=True)

    def summed_up(self, ply: int, forced: set[Code], nodes: dict[Code, int]) -> dict[Code, int]:
        """The positions at an earlier ply that hold, with the positions visited below each.

        To be asked when no subproblem is open; `nodes` says what each one took, and what several
        positions lead to counts for the first.
        """
        todo = dict(nodes)
        sums: dict[Code, int] = {}
        for code in next(islice(self._levels(forced, ()), ply - self._ply, None)):
            level = [code]
            sums[code] = 0
            for deeper in range(ply, self._cut + 1):
                sums[code] += sum(todo.pop(each, 0) for each in level)
                if deeper < self._cut:
                    level = self._below(level, deeper, forced, nodes)
        return sums

    def _below(
        self, level: list[Code], ply: int, forced: set[Code], held: Collection[Code]
    ) -> list[Code]:
        level = [code for code in level if code not in held and code not in forced]
        after = self._follow(level) if self._attacks(ply) else self._answer(level, forced)
        return list(dict.fromkeys(after))

    def _attacks(self, ply: int) -> bool:
        return (ply % 2 == 0) == (self._attacker is Player.FIRST)

    def _levels(self, forced: set[Code], held: Collection[Code]) -> Iterator[list[Code]]:
        level = [self.start]
        for ply in range(self._ply, self._cut):
            yield [code for code in level if code not in held and code not in forced]
            level = self._below(level, ply, forced, held)
        yield [code for code in level if code not in held and code not in forced]

    def _follow(self, codes: list[Code]) -> Iterator[Code]:
        """All sowings of the attacker."""
        new = [code for code in codes if code not in self._sowings]
        for some in _pieces(new):
            results, _, rows = sowings_of_all(some, wins_table())
            borders = np.searchsorted(rows, np.arange(len(some) + 1))
            for code, (begin, end) in zip(codes_of(some), pairwise(borders), strict=True):
                self._sowings[code] = list(dict.fromkeys(codes_of(results[begin:end])))
        for code in codes:
            yield from self._sowings[code]

    def _answer(self, codes: list[Code], forced: set[Code]) -> Iterator[Code]:
        """One reply of the defender to each."""
        new = [code for code in codes if code not in self._best]
        best = _second_replies(new) if self._second_opinion else first_replies(new)
        self._best.update(zip(new, best, strict=True))
        for code in codes:
            while self._best[code] in forced:
                self._best[code] = self._next_best(code, forced)
            if self._best[code] != LOST:
                yield self._best[code]

    def _next_best(self, code: Code, forced: set[Code]) -> Code:
        (order,) = orders_of_all([code])
        return next((reply for reply in order if reply not in forced), LOST)

    def _conclude(self, levels: list[list[Code]], forced: set[Code]) -> bool:
        """Note where the attacker forces a line after all; true if that was anywhere."""
        known = len(forced)
        for ply in range(self._cut - 1, self._ply - 1, -1):
            for code in levels[ply - self._ply]:
                if self._attacks(ply):
                    lost = any(child in forced for child in self._sowings[code])
                else:
                    lost = self._best[code] == LOST
                if lost:
                    forced.add(code)
        return len(forced) > known


def _pieces(codes: list[Code]) -> Iterable[Words]:
    for begin in range(0, len(codes), AT_A_TIME):
        yield np.array(codes[begin : begin + AT_A_TIME])
