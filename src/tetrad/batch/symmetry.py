"""The symmetries of the games as they act on a batch's arrays, to make more of what was played.

for symmetry in symmetries("qomet"):
    symmetry.observation(games.observe())     # the same games, turned or mirrored
    symmetry.policy(games.mask())             # and what belongs to each action
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels import qawale, qomet_board, quantik
from tetrad.rules.qawale import INDEX, NEIGHBOURS, SQUARES, STEPS
from tetrad.rules.symmetry import Map, quantik_maps, square_maps

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Symmetry:
    """Where each entry comes from: the cells of a plane, the last planes, the actions."""

    cells: Numbers
    planes: Numbers
    actions: Numbers

    def observation(self, planes: NDArray[Any]) -> NDArray[Any]:
        """Observations, with any axes before (planes, rows, columns), under this symmetry."""
        *before, count, rows, columns = planes.shape
        flat = planes.reshape(*before, count, rows * columns)[..., self.cells]
        order = np.arange(count)
        order[count - len(self.planes) :] = self.planes + count - len(self.planes)
        return flat[..., order, :].reshape(planes.shape)

    def policy(self, values: NDArray[Any]) -> NDArray[Any]:
        """One value per action, in the last axis, under this symmetry."""
        return values[..., self.actions]


def symmetries(game: str) -> Iterator[Symmetry]:
    """Those of a game, the one that changes nothing first: 3,072 of Quantik, 8 of the others."""
    return {"quantik": _quantik, "qawale": _qawale, "qomet": _qomet}[game]()


def _quantik() -> Iterator[Symmetry]:
    """Every map of the squares with every exchange of shapes."""
    for shapes in permutations(range(4)):
        for squares in quantik_maps():
            actions = [16 * shapes[a // 16] + squares[a % 16] for a in range(quantik.ACTIONS)]
            planes = [4 * side + shape for side in range(2) for shape in shapes]
            yield Symmetry(_cells(squares), np.array(planes), np.array(actions))


def _qawale() -> Iterator[Symmetry]:
    for squares in square_maps(SQUARES):
        ways = [_way(squares, direction) for direction in range(len(STEPS))]
        actions = [*squares, *(qawale.LIFTS + way for way in ways)]
        # The last planes show the last step; a hand just lifted has none.
        yield Symmetry(_cells(squares), np.array([*ways, len(STEPS)]), np.array(actions))


def _way(squares: Map, direction: int) -> int:
    """Which direction becomes this one: seen at a square that has a neighbour there."""
    step = [*STEPS][direction]
    square = next(s for s in SQUARES if step in NEIGHBOURS[s])
    here, there = (SQUARES[squares[INDEX[s]]] for s in (square, NEIGHBOURS[square][step]))
    return [*STEPS].index(next(s for s, near in NEIGHBOURS[here].items() if near == there))


def _qomet() -> Iterator[Symmetry]:
    count = len(qomet_board.MOVES)
    grid = np.arange(49).reshape(7, 7)
    for symmetry in range(8):
        images = qomet_board.ACTION_IMAGE[count * symmetry : count * (symmetry + 1)]
        turned = np.rot90(grid[:, ::-1] if symmetry & 4 else grid, -(symmetry & 3))
        yield Symmetry(turned.ravel(), np.arange(4), np.argsort(images))


def _cells(squares: Map) -> Numbers:
    """A map of the squares a1, b1, ... as one of the cells of a plane, rank 4 first."""
    ranks = np.array(squares).reshape(4, 4)[::-1].ravel()
    cells: Numbers = (3 - ranks // 4) * 4 + ranks % 4
    return cells
