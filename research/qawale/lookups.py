"""What the search on a GPU looks up: wins in one sowing, and all paths of sowings.

Made where Numba is, by `batch`; the tables travel with the questions.
"""

from __future__ import annotations

import numpy as np

from research.qawale.gpu import Array
from tetrad.kernels.fast.qawale import ONWARD
from tetrad.kernels.fast.qawale_wins import filled
from tetrad.kernels.qawale_paths import START_OF_PATH
from tetrad.solvers.qawale.attack import SOWINGS

TALLEST = 13  # as in qawale.cu


def tables() -> dict[str, Array]:
    """What the kernel looks up, by the names that `struct Tables` gives it."""
    paths, touched, first = _paths()
    sowings = np.minimum(SOWINGS, 1 << 20).astype(np.uint32)
    return {"wins": _wins(), "paths": paths, "touched": touched, "first": first, "sowings": sowings}


def _wins() -> Array:
    """The table of `qawale_wins`, eight words of 32 bits for each plane and origin."""
    words = filled(1 << (TALLEST + 1)).reshape(-1, 3).view(np.uint32)
    padded = np.zeros((len(words), 8), np.uint32)
    padded[:, :5] = words[:, :5]
    return padded


def _paths() -> tuple[Array, Array, Array]:
    """Every path from every origin, and where those of each origin and height begin."""
    paths: list[Array] = []
    touched: list[Array] = []
    first, count = np.zeros((16, 16), np.uint32), 0
    for origin in range(16):
        arrivals = np.array([16 * START_OF_PATH + origin])
        walked, squares = np.zeros(1, np.uint64), np.full(1, 1 << origin, np.uint16)
        for steps in range(1, TALLEST + 2):
            walked, squares, arrivals = _one_step(walked, squares, arrivals, steps - 1)
            if steps > 1:  # a stack of h pebbles and the new one are sown in h + 1 steps
                first[origin, steps - 1] = count
                paths.append(walked | np.uint64(steps << 56 | origin << 60))
                touched.append(squares)
                count += len(walked)
        first[origin, TALLEST + 1 :] = count
    return np.concatenate(paths), np.concatenate(touched), first


def _one_step(
    walked: Array, squares: Array, arrivals: Array, step: int
) -> tuple[Array, Array, Array]:
    """Each path with each of its possible next squares, in the order of the rulebook view."""
    onward = ONWARD[arrivals][:, None] >> 8 * np.arange(4) & 255
    at, which = np.nonzero(onward)
    arrived = onward[at, which] & 127
    square = (arrived & 15).astype(np.uint64)
    longer = walked[at] | square << np.uint64(4 * step)
    return longer, squares[at] | (1 << (arrived & 15)).astype(np.uint16), arrived
