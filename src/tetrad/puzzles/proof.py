"""What makes a puzzle right: the proofs behind its answer, and how hard it is to find.

Everything is derived from exact values. A first move is accepted if no other wins sooner; after it
the opponent holds out as long as possible and, among equally long defences, takes the one that
leaves the fewest right moves. How hard that is: at each step a player has to pick from the moves
that do not lose at once, and to foresee the replies that do not lose at once. Both are counted in
bits, that is in halvings of the choice.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tetrad.kernels import qawale, qomet, quantik, quantik_symmetry
from tetrad.position import AnyPosition
from tetrad.puzzles.puzzle import Tree
from tetrad.rules import Qawale, Qomet, Quantik
from tetrad.solvers.qawale import solver as qawale_solver
from tetrad.solvers.qomet import solver as qomet_solver
from tetrad.solvers.qomet.opening import NOTHING
from tetrad.solvers.quantik import solver as quantik_solver
from tetrad.solvers.solution import MEBIBYTE, Limits, MoveValue, Solution, Solver

MEMORY = 128 * MEBIBYTE
# Defences that are compared where several hold out equally long.
DEFENCES = 12
# The bits from which on a puzzle is of difficulty 2, 3, 4 and 5. Where a turn offers more moves
# everything takes more bits, and players of that game are used to it.
STEPS = {
    "quantik": (3.0, 4.5, 6.5, 9.0),
    "qawale": (3.0, 5.5, 7.0, 13.5),
    "qomet": (4.5, 9.0, 11.0, 14.0),
}
FORESIGHT, GLANCE = 0.5, 0.25
# Judgements kept, since making a puzzle comes back to the same positions.
KEPT = 500


class UnprovenError(Exception):
    """The limits did not allow a proof."""


@dataclass(frozen=True)
class Judgement:
    """A solution, and how many plies ahead nothing was left open."""

    solution: Solution
    seen: int

    @property
    def moves(self) -> tuple[MoveValue, ...]:
        return self.solution.moves

    @property
    def distance(self) -> int:
        return self.solution.distance or 0

    @property
    def right(self) -> list[MoveValue]:
        """The moves that win soonest."""
        return [
            each
            for each in self.moves
            if each.value == "win" and each.distance == self.solution.distance
        ]

    @property
    def complete(self) -> bool:
        """Whether each move that is as good as the best is known to be.

        Qomet's solver asks about all moves before it says that it has seen so many plies.
        """
        thorough = isinstance(self.solution.position, Qomet) and self.seen >= self.distance
        return thorough or all(each.value != "unknown" for each in self.moves)

    @property
    def lost(self) -> list[MoveValue]:
        return [each for each in self.moves if each.value == "loss"]

    @property
    def viable(self) -> list[MoveValue]:
        """The moves that do not lose at once: what a player sees at a glance."""
        return [each for each in self.moves if each.value != "loss" or (each.distance or 0) > 2]


@cache
def _solver(game: str) -> Solver:
    """A solver that searches, whatever tables there are: they tell the value, not every win."""
    if game == "quantik":
        return quantik_solver.Solver(MEMORY)
    return (
        qawale_solver.Solver(MEMORY) if game == "qawale" else qomet_solver.Solver(MEMORY, NOTHING)
    )


class Prover:
    """Judges positions within a number of visited positions, so that the same is the same again."""

    def __init__(self, nodes: int) -> None:
        self._limits = Limits(time=None, nodes=nodes)
        self._kept: dict[AnyPosition, Judgement] = {}

    def judge(self, position: AnyPosition) -> Judgement:
        if position not in self._kept:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            self._kept[position] = self.look_ahead(position)
        return self._kept[position]

    def look_ahead(self, position: AnyPosition, enough: int | None = None) -> Judgement:
        """What is known after so many plies, or all that the limits allow."""
        done = threading.Event() if enough else None
        seen = 0

        def watch(plies: int, _nodes: int) -> None:
            nonlocal seen
            seen = plies
            if done and enough and plies >= enough:
                done.set()

        limits = replace(self._limits, cancel=done)
        solution = _solver(position.NAME).solve(position, limits, watch)
        return Judgement(solution, seen)

    def tree(self, position: AnyPosition) -> Tree:
        """All right moves from a won position on; UnprovenError if they are not all known."""
        judged = self.judge(position)
        if judged.solution.value != "win" or not judged.complete:
            raise UnprovenError
        if judged.distance == 1:
            return {}
        return {str(each.move): self._onward(position.play(each.move)) for each in judged.right}

    def _onward(self, position: AnyPosition) -> dict[str, Any]:
        reply = self._defence(position)
        return {"reply": str(reply), "next": self.tree(position.play(reply))}

    def _defence(self, position: AnyPosition) -> Any:
        """The longest defence that leaves the fewest right moves."""
        judged = self.judge(position)
        if judged.solution.value != "loss":
            raise UnprovenError
        longest = [each.move for each in judged.moves if each.distance == judged.distance]
        return min(longest[:DEFENCES], key=lambda move: len(self.judge(position.play(move)).right))


def line_of(tree: Tree, position: AnyPosition) -> list[str]:
    """The first right moves and their replies, and the win at the end."""
    line: list[str] = []
    while tree:
        move, onward = next(iter(tree.items()))
        line += [move, onward["reply"]]
        position, tree = position.play(move).play(onward["reply"]), onward["next"]
    return [*line, str(next(move for move in position.legal_moves() if wins(position, move)))]


def wins(position: AnyPosition, move: Any) -> bool:
    outcome = position.play(move).outcome()
    return outcome is not None and outcome.winner is position.turn


def winning_moves(position: AnyPosition) -> list[Any]:
    """The moves that end the game at once, by the rules alone."""
    return [move for move in position.legal_moves() if wins(position, move)]


def widest(tree: Tree) -> int:
    """The most moves that are right at any step."""
    below = (widest(onward["next"]) for onward in tree.values())
    return max(len(tree), *below) if tree else 0


def look(position: AnyPosition) -> tuple[int, ...]:
    """The same for positions that look and play alike, by symmetry or with the sides swapped."""
    if isinstance(position, Quantik):
        return (quantik_symmetry.key(quantik.encode(position)),)
    if isinstance(position, Qawale):
        return qawale.canonical(qawale.encode(position))
    assert isinstance(position, Qomet)
    return (qomet.canonical(qomet.key_of(qomet.encode(position))),)


def ways(position: AnyPosition, moves: Sequence[Any]) -> int:
    """How many different moves these are, up to symmetry of what they lead to."""
    return len({look(position.play(move)) for move in moves})


def effort(prover: Prover, position: AnyPosition, line: Sequence[str]) -> float:
    """The bits of a won line: each choice of ours, and half of what we must foresee."""
    bits = 0.0
    for number, move in enumerate(line[:-1]):
        judged = prover.judge(position)
        if number % 2:
            bits += FORESIGHT * math.log2(1 + len(judged.viable))
        else:
            bits += choice(judged, judged.right)
        position = position.play(move)
    return bits


def choice(judged: Judgement, right: Sequence[MoveValue]) -> float:
    """The bits it takes to find one of the right moves, those seen at a glance counting less."""
    viable = max(len(judged.viable), len(right))
    return math.log2(viable / len(right)) + GLANCE * math.log2(len(judged.moves) / viable)


def difficulty(game: str, bits: float) -> int:
    return 1 + sum(round(bits, 1) >= step for step in STEPS[game])
