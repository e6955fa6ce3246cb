"""The moves of one Qawale position and what is proven about each of them.

Questions are asked in the order of plies: does the game end by force within two plies, three, and
so on? So the first yes is the distance. A position is won as soon as one move wins; it is safe for
so many plies as soon as one move is; it is a draw when neither side can force a line by the last
ply. How the other moves compare is asked afterwards, by `refine`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tetrad.kernels.qawale import Code
from tetrad.solvers.solution import OPPOSITE, Value

OPEN, NO, YES = -1, 0, 1


class Survey(Protocol):
    """What the compiled side knows about the sowings of one position; moves are named by number.

    `ends` has the plies to the end where it comes at once: 1 for a line of the mover, -1 or -2 if
    the opponent has one or can make one, else 0. `order` lists the most promising moves first.

    The first numbers stand for one sowing each, so many as are `alone`. The others are bundles of
    sowings that begin alike: `sowings` has the best one that was found, `ends` knows no -2.
    """

    alone: int
    sowings: list[int]
    ends: list[int]
    order: list[int]

    def begun(self, number: int) -> int | None:
        """How the sowings of a bundle begin; None for a single one."""

    def canonical(self, number: int) -> Code:
        """The code that stands for the result of a move; for a bundle, that of no position."""

    def forces(self, number: int, own: bool, plies: int) -> int:
        """Whether the mover (`own`), or else the opponent, forces a line so soon after a move."""

    def opinion(self, number: int, plies: int) -> int:
        """What a move looks like to the mover so many plies on; 0 is a glance."""

    def after(self, number: int) -> Survey:
        """The sowings of the opponent after a move."""


class Root:
    """A position whose moves are being judged; without a line it is drawn after `plies_left`."""

    def __init__(self, survey: Survey, ply: int, plies_left: int) -> None:
        self.value: Value = "unknown"
        self.distance: int | None = None
        self.survey, self.plies_left = survey, plies_left
        self._ply = ply
        # Plies to the end for each move: positive if it wins, negative if it loses, 0 if open.
        self.ends = [0 if plies_left == 1 and end == -2 else end for end in survey.ends]
        # The plies within which a move is known not to win (odd) and not to lose (even): a line
        # takes four pebbles.
        self._unwon = [max(1, 5 - 2 * (ply // 2))] * len(self.ends)
        bundles, safe = len(self.ends) - survey.alone, max(0, 6 - 2 * ((ply + 1) // 2))
        self._unlost = [max(min(2, plies_left & ~1), safe)] * survey.alone + [safe] * bundles
        # The most promising first: the last move that held, then by rating.
        self._order = [*survey.order]

    def open_moves(self) -> list[int]:
        return [move for move in self._order if self.ends[move] == 0 and not self.drawn(move)]

    def drawn(self, move: int) -> bool:
        """Whether nobody can force a line after this move before the pebbles run out."""
        return self.safe(move) and self._unwon[move] >= (self.plies_left - 1) | 1

    def safe(self, move: int) -> bool:
        """Whether the opponent cannot force a line after this move before the pebbles run out."""
        return self.ends[move] == 0 and self._unlost[move] >= self.plies_left & ~1

    def secure(self) -> None:
        """Prove of one move that it is safe, the most promising first, until stopped."""
        if 1 in self.ends:
            return
        for move in self.open_moves():
            if self.safe(move) or self.ask(move, self.plies_left & ~1) != YES:
                return

    def learn(self, move: int, unwon: int, unlost: int) -> bool:
        """Take it as known that a move does not win or lose within so many plies, this included.

        Returns whether that was news.
        """
        news = unwon > self._unwon[move] or unlost > self._unlost[move]
        self._unwon[move] = max(unwon, self._unwon[move])
        self._unlost[move] = max(unlost, self._unlost[move])
        return news

    def decide(self, report: Callable[[int], None]) -> None:
        """Find value and distance; both stay open if the search is stopped.

        Reports each number of plies within which the game does not end by force.
        """
        if 1 in self.ends:
            self.claim("win", 1)
        self._order.sort(key=lambda move: -self._unlost[move])  # what is known to hold comes first
        for depth in range(2, self.plies_left + 1):
            if self.value != "unknown" or not self._deepen(depth):
                return
            report(depth)
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
        for plies in range(known[move] + 2, depth + 1, 2):
            answer = self.survey.forces(move, wins, plies - 1)
            if answer == YES:
                self.ends[move] = plies if wins else -plies
            if answer != NO:
                return answer
            known[move] = plies
        return NO

    def refine(self) -> None:
        """Judge the moves that the value did not depend on, until stopped."""
        for depth in range(2, self.plies_left + 1):
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
        child = Root(self.survey.after(move), self._ply + 1, self.plies_left - 1)
        child.claim(OPPOSITE[self.value], None if self.distance is None else self.distance - 1)
        return child
