"""The moves of one Qawale position and what is proven about each of them.

Questions are asked in the order of plies: does the game end by force within two plies, three, and
so on? So the first yes is the distance. A position is won as soon as one move wins; it is safe for
so many plies as soon as one move is; it is a draw when neither side can force a line by the last
ply. How the other moves compare is asked afterwards, by `refine`.
"""

from __future__ import annotations

import numpy as np

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.qawale import (
    AFTER,
    HEIGHT,
    NEUTRALS,
    SECOND,
    Words,
    action_at,
    begin,
    lined,
    next_sowing,
)
from tetrad.kernels.fast.qawale_wins import winning_origin
from tetrad.solvers.qawale.attack import NODES_LEFT, Desk, forces, rated, sowings_of
from tetrad.solvers.qawale.memory import NO, OPEN, YES
from tetrad.solvers.solution import OPPOSITE, Progress, Value


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


class Root:
    """A position whose moves are being judged; without a line it is drawn after `plies_left`."""

    def __init__(
        self, desk: Desk, age: int, board: Words, tops: int, mover: int, plies_left: int
    ) -> None:
        self.value: Value = "unknown"
        self.distance: int | None = None
        self.mover, self.plies_left = mover, plies_left
        self._desk, self._age = desk, age
        self.boards, facts, ends = survey(board, tops, mover, desk.trial_walk, desk.table)
        if plies_left == 1:
            ends[ends == -2] = 0
        self.actions: list[int] = facts[:, 0].tolist()
        self.tops: list[int] = facts[:, 1].tolist()
        # Plies to the end for each move: positive if it wins, negative if it loses, 0 if open.
        self.ends: list[int] = ends.tolist()
        # The plies within which a move is known not to win (odd) and not to lose (even): a line
        # takes four pebbles.
        ply = int((board >> HEIGHT).sum()) - NEUTRALS
        self._unwon = [max(1, 5 - 2 * (ply // 2))] * len(self.ends)
        self._unlost = [max(min(2, plies_left & ~1), 6 - 2 * ((ply + 1) // 2))] * len(self.ends)
        # The most promising first: the last move that held, then by rating.
        self._order: list[int] = np.argsort(facts[:, 2], kind="stable").tolist()

    def open_moves(self) -> list[int]:
        return [move for move in self._order if self.ends[move] == 0 and not self.drawn(move)]

    def drawn(self, move: int) -> bool:
        """Whether nobody can force a line after this move before the pebbles run out."""
        last_odd, last_even = (self.plies_left - 1) | 1, self.plies_left & ~1
        return (
            self.ends[move] == 0
            and self._unwon[move] >= last_odd
            and self._unlost[move] >= last_even
        )

    def learn(self, move: int, unwon: int, unlost: int) -> bool:
        """Take it as known that a move does not win or lose within so many plies, this included.

        Returns whether that was news.
        """
        news = unwon > self._unwon[move] or unlost > self._unlost[move]
        self._unwon[move] = max(unwon, self._unwon[move])
        self._unlost[move] = max(unlost, self._unlost[move])
        return news

    def decide(self, progress: Progress | None = None) -> None:
        """Find value and distance; both stay open if the control array stops the search."""
        start = self._desk.control[NODES_LEFT]
        if 1 in self.ends:
            self.claim("win", 1)
        self._order.sort(key=lambda move: -self._unlost[move])  # what is known to hold comes first
        for depth in range(2, self.plies_left + 1):
            if self.value != "unknown" or not self._deepen(depth):
                return
            if progress:
                progress(depth, int(start - self._desk.control[NODES_LEFT]))
        if self.value == "unknown":
            self.claim("draw", None)

    def _deepen(self, depth: int) -> bool:
        """Ask whether the game ends by force within so many plies; false if stopped."""
        wins = depth % 2 == 1
        for move in [move for move in self._order if self.ends[move] == 0]:
            answer = self.ask(move, depth)
            if answer == OPEN:
                return False
            if wins and answer == YES:
                self.claim("win", depth)
                return True
            if not wins and answer == NO:
                self._order.remove(move)
                self._order.insert(0, move)
                return True
        if not wins:
            self.claim("loss", max(-end for end in self.ends))
        return True

    def ask(self, move: int, depth: int) -> int:
        """Whether the move wins (odd depth) or loses (even) within so many plies, this included.

        Shorter plies are asked first, so that a yes comes with the distance.
        """
        wins = depth % 2 == 1
        known = self._unwon if wins else self._unlost
        other = self.mover ^ SECOND
        attacker = self.mover if wins else other
        for plies in range(known[move] + 2, depth + 1, 2):
            board, tops = self.boards[move], self.tops[move]
            answer = forces(self._desk, board, tops, other, attacker, plies - 1, self._age)
            if answer == YES:
                self.ends[move] = plies if wins else -plies
            if answer != NO:
                return int(answer)
            known[move] = plies
        return NO

    def refine(self) -> None:
        """Judge the moves that the value did not depend on, until stopped."""
        for depth in range(3, self.plies_left + 1):
            for move in self.open_moves():
                if self.ask(move, depth) == OPEN:
                    return

    def claim(self, value: Value, distance: int | None) -> None:
        self.value, self.distance = value, distance

    def best_move(self) -> int | None:
        """A move that keeps to value and distance, or None if it was not found in time."""
        if self.distance is None:
            return next((move for move in self._order if self.drawn(move)), None)
        end = self.distance if self.value == "win" else -self.distance
        for move in self._order:
            if self.ends[move] == 0:
                self.ask(move, self.distance)
            if self.ends[move] == end:
                return move
        return None

    def after(self, move: int) -> Root:
        """The position after a move, from which nothing but the claim is known."""
        board, tops, left = self.boards[move], self.tops[move], self.plies_left - 1
        child = Root(self._desk, self._age, board, tops, self.mover ^ SECOND, left)
        child.claim(OPPOSITE[self.value], None if self.distance is None else self.distance - 1)
        return child
