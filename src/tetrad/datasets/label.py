"""What positions are worth, and which moves are best: proven, or left out.

Quantik is looked up, all moves of many positions at once. The other games are searched, each
position on its own, by a solver that begins with nothing learned and knows the tables that come
with the program alone, so that a set depends neither on what was asked before nor on the machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetrad.datasets.draw import Drawn
from tetrad.kernels import kernel
from tetrad.kernels.quantik import move_of
from tetrad.solvers import fresh
from tetrad.solvers.solution import MEBIBYTE, Limits, MoveValue, Solution
from tetrad.solvers.values import NO_DISTANCE, NUMBERS, values

MEMORY = 64 * MEBIBYTE
Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A position with its value, its distance if that is known, and the moves proven best."""

    drawn: Drawn
    position: str
    turn: int
    value: int
    distance: int | None
    best: tuple[str, ...]
    complete: bool


def labelled(game: str, drawn: Sequence[Drawn], nodes: int) -> Iterator[Labelled | None]:
    """Each with its label, or None where nothing was proven."""
    if game == "quantik":
        yield from _quantik(drawn)
        return
    decode = kernel(game).decode
    limits = Limits(None, nodes, MEMORY, thorough=True)
    solver = fresh(game, MEMORY)
    for each in drawn:
        position = decode(each.code)
        solution = solver.solve(position, limits)
        yield None if solution.value == "unknown" else _told(each, solution)


def _told(drawn: Drawn, solution: Solution) -> Labelled:
    best = [each for each in solution.moves if _is_best(each, solution)]
    # A move that stands for others may be one of several that are as good.
    clear = all(each.value != "unknown" and not each.begins for each in solution.moves)
    return Labelled(
        drawn,
        str(solution.position),
        solution.position.turn.value,
        NUMBERS[solution.value],
        solution.distance,
        tuple(str(each.move) for each in best),
        bool(best) and clear,
    )


def _is_best(each: MoveValue, solution: Solution) -> bool:
    return each.value == solution.value and each.distance == solution.distance


def _quantik(drawn: Sequence[Drawn]) -> Iterator[Labelled]:
    """All moves of all positions in one question."""
    game = kernel("quantik")
    moves = [game.legal_actions(each.code) for each in drawn]
    after = [
        game.apply(each.code, action)
        for each, actions in zip(drawn, moves, strict=True)
        for action in actions
    ]
    found = values(np.array(after, np.uint64).reshape(-1, 2), "quantik", nodes=10**9)
    first = 0
    for each, actions in zip(drawn, moves, strict=True):
        plies = found.distance[first : first + len(actions)]
        first += len(actions)
        assert (plies != NO_DISTANCE).all()
        distance, best = best_of(plies)
        yield Labelled(
            each,
            str(game.decode(each.code)),
            game.turn(each.code),
            1 if distance % 2 else -1,
            distance,
            tuple(str(move_of(actions[place])) for place in best),
            True,
        )


def best_of(plies: Array) -> tuple[int, list[int]]:
    """The distance of a position, and which of its moves keep to it, from those after its moves."""
    lost = plies[plies % 2 == 0]
    wanted = int(lost.min()) if len(lost) else int(plies.max())
    return wanted + 1, np.flatnonzero(plies == wanted).tolist()
