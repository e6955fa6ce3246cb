"""Tall stacks of Qawale, one sowing after the other: slow, plain, and without any code of ours.

Every path is walked to its end, and its result is judged by looking at all ten lines. Where plies
are left, the same is done for every answer.
"""

import random

import numpy as np
from numba import njit

from tetrad.position import InvalidNotationError
from tetrad.rules.qawale import LINES, Qawale

WON = 100
LINE_SQUARES = np.array(LINES)


@njit
def holds_line(stacks, heights, pebble):  # type: ignore[no-untyped-def]
    for line in LINE_SQUARES:
        count = 0
        for square in line:
            height = heights[square]
            count += height > 0 and stacks[square, height - 1] == pebble
        if count == 4:
            return True
    return False


@njit
def best_sowing(stacks, heights, hand, at, before, step, mover, left, ply):  # type: ignore[no-untyped-def]
    """The best end of a sowing in its middle: as `best`."""
    if step == hand.size:
        if holds_line(stacks, heights, mover):
            return WON - ply
        if holds_line(stacks, heights, 3 - mover):
            return ply - WON
        return -best(stacks, heights, 3 - mover, left - 1, ply) if left > 1 else 0
    found = -WON
    for square in range(16):
        beside = abs(square // 4 - at // 4) + abs(square % 4 - at % 4) == 1
        if beside and square != before:
            stacks[square, heights[square]] = hand[step]
            heights[square] += 1
            score = best_sowing(stacks, heights, hand, square, at, step + 1, mover, left, ply)
            heights[square] -= 1
            found = max(found, score)
            if found == WON - ply:
                return found
    return found


@njit
def best(stacks, heights, mover, left, ply):  # type: ignore[no-untyped-def]
    """WON - n if the mover wins at ply n, n - WON if the other does, 0 for a draw."""
    found = -WON
    for origin in range(16):
        height = heights[origin]
        if height > 0:
            hand = np.append(stacks[origin, :height], mover)
            heights[origin] = 0
            score = best_sowing(
                stacks.copy(), heights.copy(), hand, origin, -1, 0, mover, left, ply + 1
            )
            heights[origin] = height
            found = max(found, score)
            if found == WON - ply - 1:
                return found
    return found


def plain_score(position: Qawale, plies_left: int) -> int:
    """100 - n if the mover wins in n plies, n - 100 if the mover loses, 0 for a draw."""
    stacks, heights = np.zeros((16, 25), np.int64), np.zeros(16, np.int64)
    for square, stack in enumerate(position.stacks):
        heights[square] = len(stack)
        stacks[square, : len(stack)] = [int(pebble) for pebble in stack]
    return int(best(stacks, heights, position.turn.value, plies_left, 0))


def towering(rng: random.Random, height: int, plies_left: int) -> Qawale:
    """A position that can be written down, with so tall a stack.

    The mover has few pebbles in it and few that show: else there would be a win in one.
    """
    played = 16 - plies_left
    first, second = "1" * ((played + 1) // 2), "2" * (played // 2)
    own, strange = (second, "0" * 8 + first) if played % 2 else (first, "0" * 8 + second)
    while True:
        inside = min(len(own), max(height - len(strange), rng.choice((0, 0, 1, 2, 3))))
        shuffled = rng.sample(strange, len(strange))
        tower = rng.sample(own[:inside], inside) + shuffled[: height - inside]
        if rng.random() < 0.5:
            rng.shuffle(tower)
        stacks, squares = [""] * 16, rng.sample(range(16), rng.randint(3, 7))
        stacks[squares[0]] = "".join(tower)
        for pebble in [*own[inside:], *shuffled[height - inside :]]:
            stacks[rng.choice(squares[1:])] += pebble
        try:
            position = Qawale.parse(str(Qawale(tuple(stacks))))
        except InvalidNotationError:
            continue
        if position.outcome() is None:
            return position
