"""What a Qomet position is worth.

What tables and the proof of the opening know is answered from there. About other moves the solver
asks ever deeper whether they win or lose by force; what it answers so is proven. Between these
questions it forms an opinion about the moves that are still open, by looking some plies ahead and
counting what the squares promise. The search never claims draws: play can go in circles for ever,
and only a table knows where it must.
"""

from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from math import tanh
from typing import Protocol

from tetrad.kernels.compiled import load
from tetrad.kernels.qomet import LOST, WON, child, encode, key_of, legal_actions, move_of
from tetrad.position import AnyPosition
from tetrad.rules.qomet import Move, Qomet
from tetrad.solvers.qomet.opening import Known, known, shipped
from tetrad.solvers.solution import (
    OPPOSITE,
    Limits,
    MoveValue,
    Progress,
    Solution,
    Value,
    best_first,
    finished_solution,
    summary,
)

_DEEPEST_QUESTION = 200
_DEEPEST_OPINION = 8
# Once a win is known, the other moves are still looked into this deep.
_DEPTH_FOR_THE_OTHERS = 5
# What is left of longer lines is shown only as far as it is known without searching.
_LONGEST_SEARCHED_LINE = 11
# Scores are log odds in hundredths; this makes them the expected result, from -1 to 1.
_POINTS_OF_A_UNIT = 200
# A score of that size saw a square completed on the way.
_SURELY_DECIDED = 5_000
# A row of the search's table is two 64-bit words.
_ROW = 16

_SCORES: dict[Value, float] = {"win": 1.0, "draw": 0.0, "loss": -1.0}


class OutOfLimitsError(Exception):
    """The search has used what it may use."""


def rows_for(memory: int) -> int:
    """How many rows the table of a search has that may take so many bytes: a power of two."""
    return 1 << max(1, memory // _ROW).bit_length() - 1


class Search(Protocol):
    """What answers the solver's questions about keys, within limits: `solvers.qomet.search`."""

    def within(self, limits: Limits) -> AbstractContextManager[None]: ...

    @property
    def nodes(self) -> int: ...

    def can_win_now(self, key: int) -> bool: ...

    def ask(self, key: int, depth: int) -> bool | None: ...

    def judge(self, key: int, depth: int) -> int | None: ...


@dataclass
class Branch:
    """A move at the root, the position it leads to, and what is known about it so far."""

    move: Move
    key: int
    value: Value = "unknown"
    distance: int | None = None
    score: float = 0.0

    def settle(self, value: Value, distance: int) -> None:
        self.value, self.distance = value, None if value == "draw" else distance
        self.score = _SCORES[value]

    @property
    def judged(self) -> MoveValue:
        return MoveValue(self.move, self.value, self.distance, self.score)


class Solver:
    """Knows openings and proofs, and searches where they end."""

    def __init__(
        self, memory: int, knowledge: Known | None = None, *, own_tables: bool = True
    ) -> None:
        found = known if own_tables else shipped
        self._known = found() if knowledge is None else knowledge
        self._questions: Search = load("solvers.qomet.search").Search(memory)
        self._steady = False

    def solve(
        self, position: AnyPosition, limits: Limits, progress: Progress | None = None
    ) -> Solution:
        assert isinstance(position, Qomet)
        if (finished := finished_solution(position)) is not None:
            return finished
        key = key_of(encode(position))
        branches = _branches(key)
        plies = self._recall(key, branches)
        with self._questions.within(limits):
            self._steady = limits.thorough
            seen = self._search(branches, plies, progress)
            moves = _ordered(branches, plies)
            best = next(branch for branch in branches if branch.move == moves[0].move)
            line = self._line(best)
            nodes = self._questions.nodes
        if plies is not None:
            return Solution(position, *_worth(plies), "table", moves, line, nodes)
        value, distance = summary(moves)
        shortest = distance if _is_shortest(branches, distance, seen) else None
        return Solution(position, value, shortest, "search", moves, line, nodes)

    def _recall(self, key: int, branches: list[Branch]) -> int | None:
        """Settles the moves that are known; returns the plies of the position, if known."""
        if self._questions.can_win_now(key):
            return None
        for branch in _open(branches):
            plies = 1 if self._questions.can_win_now(branch.key) else self._known.plies(branch.key)
            if plies is not None:
                branch.settle(OPPOSITE[_worth(plies)[0]], plies + 1)
        if (found := self._known.best_move(key)) is not None:
            move, plies = found
            chosen = next(branch for branch in branches if branch.move == move)
            chosen.settle(_worth(plies)[0], plies)
            _put_first(branches, chosen)
        return self._known.plies(key)

    def _search(self, branches: list[Branch], plies: int | None, progress: Progress | None) -> int:
        """Looks ever deeper into the moves that are open, until the best one is known.

        Returns within how many plies no further win can be hidden.
        """
        seen = 0
        with suppress(OutOfLimitsError):
            for depth in range(1, _DEEPEST_QUESTION, 2):
                if not _open(branches):
                    break
                self._deepen(branches, depth)
                seen = depth
                if progress:
                    progress(depth + 1, self._questions.nodes)
                best = _best(branches, plies)
                known = best and (plies is not None or _is_shortest(branches, best.distance, depth))
                if known and depth >= _DEPTH_FOR_THE_OTHERS:
                    break
        return seen

    def _deepen(self, branches: list[Branch], depth: int) -> None:
        """Looks for wins in `depth` plies, then, if it still matters, for losses in one more."""
        for branch in _open(branches):
            if self._loses(branch.key, depth - 1):
                branch.settle("win", depth)
        if depth > _DEPTH_FOR_THE_OTHERS and any(branch.value == "win" for branch in branches):
            return
        for branch in _open(branches):
            if self._wins(branch.key, depth):
                branch.settle("loss", depth + 1)
        if depth == 1 or depth >= 5:
            self._form_opinion(_open(branches), min(depth - 2, _DEEPEST_OPINION))

    def _loses(self, key: int, depth: int) -> bool:
        """Whether the player to move at a key, who cannot win now, loses within some plies."""
        return depth > 0 and self._ask(key, depth)

    def _wins(self, key: int, depth: int) -> bool:
        """Whether the player to move at a key wins within some plies."""
        return self._questions.can_win_now(key) or (depth > 1 and self._ask(key, depth))

    def _ask(self, key: int, depth: int) -> bool:
        answer = self._questions.ask(key, depth)
        if answer is None:
            raise OutOfLimitsError
        return answer

    def _form_opinion(self, branches: list[Branch], depth: int) -> None:
        """Scores the open moves, best first from now on; all of them or none."""
        points = []
        for branch in branches:
            points.append(self._opinion(branch.key, max(depth, 0)))
        for branch, score in zip(branches, points, strict=True):
            branch.score = tanh(-score / _POINTS_OF_A_UNIT) * 0.99

    def _opinion(self, key: int, depth: int) -> float:
        """Who moves last on the way looks better: a steady opinion is the mean of two depths."""
        score = self._questions.judge(key, depth)
        before = self._questions.judge(key, depth - 1) if self._steady and depth else score
        if score is None or before is None:
            raise OutOfLimitsError
        return score if abs(score) > _SURELY_DECIDED else (score + before) / 2

    def _line(self, best: Branch) -> tuple[Move, ...]:
        """The best play for both from here, as far as it is proven and the limits allow."""
        line, key = [best.move], best.key
        with suppress(OutOfLimitsError):
            for left in range((best.distance or 1) - 1, 0, -1):
                step = self._best_step(key, left)
                line.append(step.move)
                key = step.key
        return tuple(line)

    def _best_step(self, key: int, left: int) -> Branch:
        """A move that wins in exactly `left` plies (an odd number), or loses in exactly that."""
        branches = _branches(key)
        found = self._known.best_move(key)
        if found and found[1] == left:
            return next(branch for branch in branches if branch.move == found[0])
        return next(branch for branch in branches if self._keeps_pace(branch, left))

    def _keeps_pace(self, branch: Branch, left: int) -> bool:
        if left == 1 or branch.value != "unknown":
            return left == 1 and branch.value == "win"
        if self._questions.can_win_now(branch.key):
            return left == 2
        if (plies := self._known.plies(branch.key)) is not None:
            return plies == left - 1
        if left > _LONGEST_SEARCHED_LINE:
            raise OutOfLimitsError
        if left % 2:
            return self._loses(branch.key, left - 1)
        return left > 2 and not self._wins(branch.key, left - 3)


def _branches(key: int) -> list[Branch]:
    """The moves at a key; those that end the game are settled."""
    branches = []
    for action in legal_actions(key):
        after = child(key, action)
        branch = Branch(move_of(action), after)
        if after & (WON | LOST):
            branch.settle("win" if after & WON else "loss", 1)
        branches.append(branch)
    return branches


def _put_first(branches: list[Branch], chosen: Branch) -> None:
    """Makes a move first among equals: whoever follows the proof never has to search."""
    branches.remove(chosen)
    for other in branches:
        other.score = min(other.score, 0.99)
    branches.insert(0, chosen)


def _worth(plies: int) -> tuple[Value, int | None]:
    """Value and distance for the player to move."""
    if plies == 0:
        return "draw", None
    return "win" if plies % 2 else "loss", plies


def _open(branches: list[Branch]) -> list[Branch]:
    """The moves of which nothing is proven, the most promising first."""
    unknown = [branch for branch in branches if branch.value == "unknown"]
    return sorted(unknown, key=lambda branch: -branch.score)


def _best(branches: list[Branch], plies: int | None) -> Branch | None:
    """The best move, if it is known: a win, or what the known plies of the position demand."""
    if plies is None:
        wins = (branch for branch in branches if branch.value == "win")
        return min(wins, key=lambda branch: branch.distance or 0, default=None)
    return next((b for b in branches if (b.value, b.distance) == _worth(plies)), None)


def _is_shortest(branches: list[Branch], distance: int | None, seen: int) -> bool:
    """Whether no open move can win sooner, when wins within `seen` plies have been looked for."""
    return distance is None or distance <= seen + 2 or not _open(branches)


def _ordered(branches: list[Branch], plies: int | None) -> tuple[MoveValue, ...]:
    """The moves, best first; the best one also before others that may be losses, too."""
    moves = best_first([branch.judged for branch in branches])
    best = _best(branches, plies)
    if plies is None or best is None:
        return moves
    return best.judged, *(each for each in moves if each.move != best.move)
