"""What every interface asks: what is this position worth, and how many leaves has its tree?

The work is done by one solver per game, kept between calls so that what it learned is not lost.
"""

from __future__ import annotations

import importlib
import threading
from dataclasses import dataclass, field
from typing import cast

from tetrad.kernels import compiled, kernel
from tetrad.position import AnyPosition, refuse
from tetrad.rules import GAMES
from tetrad.rules.qawale import Move, Qawale
from tetrad.solvers.solution import (
    Limits,
    Progress,
    Solution,
    Solver,
    StepwiseSolver,
    finished_solution,
)

DEEPEST = 99


@dataclass
class _Desk:
    """A solver and the lock that lets one question in at a time."""

    solver: Solver
    memory: int
    lock: threading.Lock = field(default_factory=threading.Lock)


_desks: dict[str, _Desk] = {}
_opening = threading.Lock()


def solve(
    position: AnyPosition, limits: Limits | None = None, progress: Progress | None = None
) -> Solution:
    """What is known about the position after looking for as long as the limits allow."""
    if (finished := finished_solution(position)) is not None:
        return finished
    limits = limits or Limits()
    desk = _desk(position.NAME, limits.memory)
    with desk.lock:
        return desk.solver.solve(position, limits, progress)


def solve_begun(position: Qawale, begun: Move, limits: Limits | None = None) -> Solution:
    """What can come of a sowing of Qawale that has begun; its moves are those that begin so.

    The value is that of the best of them; IllegalMoveError if there are none.
    """
    refuse(position, begun, position.begun_objection(begun))
    limits = limits or Limits()
    desk = _desk(position.NAME, limits.memory)
    with desk.lock:
        return cast(StepwiseSolver, desk.solver).solve(position, limits, None, begun)


def _desk(game: str, memory: int) -> _Desk:
    with _opening:
        desk = _desks.get(game)
        if desk is None or desk.memory != memory:
            desk = _desks[game] = _Desk(_solver(game)(memory), memory)
        return desk


def fresh(game: str, memory: int) -> Solver:
    """A solver whose answers depend on no earlier question, and on no table somebody has built."""
    return _solver(game)(memory, own_tables=False)


def _solver(game: str) -> type[Solver]:
    """The game's own solver, or the plain one where its search cannot be loaded."""
    assert game in GAMES
    try:
        compiled.load(f"solvers.{game}.search")
    except compiled.UnavailableError:
        from tetrad.solvers.fallback import ReferenceSolver

        return ReferenceSolver
    solver: type[Solver] = importlib.import_module(f"tetrad.solvers.{game}.solver").Solver
    return solver


def perft(position: AnyPosition, depth: int) -> int:
    """The leaves of the move tree: the positions after exactly `depth` plies, each made and judged.

    The compiled game counts, or the rulebook where it cannot be loaded.
    """
    if depth < 0:
        raise ValueError(f"so many plies ahead there are none to count: {depth}")
    try:
        game = compiled.load(f"kernels.{position.NAME}")
    except compiled.UnavailableError:
        from tetrad.solvers.fallback import perft as slow_perft

        return slow_perft(position, depth)
    return int(game.perft(kernel(position.NAME).encode(position), depth))
