"""A second, plain solver of Qawale that shares no code with the first.

Stacks are rows of digits as in the notation, a sowing is looked up in a list of all paths, and the
value comes from alpha-beta to the end of the game. It is slow and has no tables of any kind.
"""

import numpy as np
from numba import njit

from tetrad.rules.qawale import LINES, Qawale
from tetrad.solvers.solution import Value

TALLEST = 12
WON = 100
LINE_SQUARES = np.array(LINES)


def _walks(at: int, before: int, length: int) -> list[list[int]]:
    if length == 0:
        return [[]]
    near = [
        c for c in range(16) if abs(c // 4 - at // 4) + abs(c % 4 - at % 4) == 1 and c != before
    ]
    return [[c, *rest] for c in near for rest in _walks(c, at, length - 1)]


def _all_walks() -> tuple[np.ndarray, np.ndarray]:
    """The walks from every square, by length, and where each group begins."""
    begins = np.zeros((16, TALLEST + 1), np.int64)
    rows: list[list[int]] = []
    for square in range(16):
        for length in range(TALLEST):
            begins[square, length] = len(rows)
            walks = _walks(square, -1, length) if length > 1 else []
            rows += [walk + [0] * (TALLEST - length) for walk in walks]
        begins[square, TALLEST] = len(rows)
    return np.array(rows, np.int8), begins


WALKS, BEGINS = _all_walks()


@njit
def has_line(stacks, heights, pebble):  # type: ignore[no-untyped-def]
    for line in LINE_SQUARES:
        count = 0
        for square in line:
            height = heights[square]
            if height > 0 and stacks[square, height - 1] == pebble:
                count += 1
        if count == 4:
            return True
    return False


@njit
def sown(stacks, heights, mover, origin, walk, stacks_after, heights_after):  # type: ignore[no-untyped-def]
    stacks_after[:], heights_after[:] = stacks, heights
    heights_after[origin] = 0
    for step in range(heights[origin] + 1):
        square = walk[step]
        pebble = stacks[origin, step] if step < heights[origin] else mover
        stacks_after[square, heights_after[square]] = pebble
        heights_after[square] += 1


@njit
def best(stacks, heights, mover, left, ply, alpha, beta, walks, begins):  # type: ignore[no-untyped-def]
    """WON - n if the mover wins at ply n, n - WON if the other does, 0 for a draw."""
    if left == 0:
        return 0
    after, tall = stacks.copy(), heights.copy()
    for deep in (False, True):
        for origin in range(16):
            size = heights[origin] + 1
            if size == 1:
                continue
            for row in range(begins[origin, size], begins[origin, size + 1]):
                sown(stacks, heights, mover, origin, walks[row], after, tall)
                if has_line(after, tall, mover):
                    return WON - ply - 1
                if deep:
                    if has_line(after, tall, 3 - mover):
                        score = ply + 1 - WON
                    else:
                        score = -best(
                            after, tall, 3 - mover, left - 1, ply + 1, -beta, -alpha, walks, begins
                        )
                    alpha = max(alpha, score)
                    if alpha >= beta:
                        return alpha
    return alpha


def brute_force(position: Qawale, plies_left: int) -> tuple[Value, int | None]:
    """Value and distance for the side to move, after looking at everything."""
    stacks, heights = np.zeros((16, 25), np.int8), np.zeros(16, np.int64)
    for square, stack in enumerate(position.stacks):
        heights[square] = len(stack)
        stacks[square, : len(stack)] = [int(pebble) for pebble in stack]
    mover = position.turn.value
    score = best(stacks, heights, mover, plies_left, 0, -WON, WON, WALKS, BEGINS)
    if score == 0:
        return "draw", None
    return ("win", WON - score) if score > 0 else ("loss", WON + score)
