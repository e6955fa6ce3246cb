"""What the yes-or-no search of Qawale takes for granted, and what it remembers."""

import random

import numpy as np
import pytest

from tetrad.kernels.fast import qawale as kernel
from tetrad.kernels.fast.qawale_wins import wins_table
from tetrad.kernels.qawale import encode
from tetrad.rules.qawale import INDEX, LINES, NEIGHBOURS, SQUARES, Qawale
from tetrad.solvers.qawale.attack import SOWINGS, desk, forces
from tetrad.solvers.qawale.memory import memory_for, recall, remember
from tetrad.solvers.qawale.root import NO, OPEN, YES

NEAR = [[INDEX[name] for name in NEIGHBOURS[square].values()] for square in SQUARES]
FEW_SQUARES = 4


def narrow_walks(origin: int, longest: int) -> list[set[tuple[int, int]]]:
    """For each length, the squares visited (as a set of bits) and the last square of every walk
    that keeps to a few squares."""
    walks = {(1 << near, near, origin) for near in NEAR[origin]}
    found = [set[tuple[int, int]](), set[tuple[int, int]]()]
    for _ in range(2, longest + 1):
        walks = {
            (visited | 1 << near, near, at)
            for visited, at, before in walks
            for near in NEAR[at]
            if near != before and (visited | 1 << near).bit_count() <= FEW_SQUARES
        }
        found.append({(visited, at) for visited, at, _ in walks})
    return found


def test_nobody_is_ever_forced_to_complete_the_opponents_line() -> None:
    """For every set of squares on which the opponent is visible, some stack can be sown safely.

    The worst case is a stack full of the opponent's pebbles: all squares visited show them but
    the last, which shows the mover's. One such stack, of any height, has to be safe.
    """
    shown = np.arange(1 << 16)
    lines = [sum(1 << square for square in line) for line in LINES]

    def lined(squares: np.ndarray) -> np.ndarray:
        held: np.ndarray = np.any([squares & line == line for line in lines], axis=0)
        return held

    safe = []
    for origin in range(16):
        always = np.ones(1 << 16, bool)
        for walks in narrow_walks(origin, 24)[2:]:
            open_ = shown[always]
            for visited, last in walks:
                after = ((open_ & ~(1 << origin)) | visited) & ~(1 << last)
                open_ = open_[lined(after)]
            always[open_] = False
        safe.append(always)
    going_on = ~lined(shown)
    some_safe = np.any([safe[square] & (shown >> square & 1 == 1) for square in range(16)], axis=0)
    assert np.all(some_safe[going_on & (shown != 0)])
    assert all(stack[0] for stack in safe)


def test_the_table_of_sowings_counts_paths() -> None:
    for position in ("00,x2,00/x4/x4/00,x2,00 1", "000000,1,x,00/x,2,x2/x4/x4 1"):
        board, tops, mover = kernel.board_of(encode(Qawale.parse(position)))
        counted = sum(SOWINGS[32 * c + (int(board[c]) >> kernel.HEIGHT)] for c in range(16))
        assert counted == len(kernel.actions_of(board, tops, mover))


def test_what_is_remembered_bounds_the_distance_from_both_sides() -> None:
    memory, code = memory_for(1 << 12), encode(Qawale.start())
    assert recall(memory, *code, kernel.FIRST, 5) == OPEN
    remember(memory, *code, kernel.FIRST, 5, NO, 1)
    remember(memory, *code, kernel.FIRST, 9, YES, 1)
    known = [recall(memory, *code, kernel.FIRST, depth) for depth in (3, 5, 7, 9, 11)]
    assert known == [NO, NO, OPEN, YES, YES]
    assert recall(memory, *code, kernel.SECOND, 4) == OPEN


def test_a_full_memory_forgets_but_never_confuses() -> None:
    memory, rng = memory_for(1 << 10), random.Random(1)
    truth = {
        (rng.getrandbits(24) | rng.getrandbits(24) << 32, rng.getrandbits(40)): i % 2
        for i in range(500)
    }
    for code, value in truth.items():
        remember(memory, *code, kernel.FIRST, 5, value, 1)
    answers = [(recall(memory, *code, kernel.FIRST, 5), value) for code, value in truth.items()]
    assert all(answer in (OPEN, value) for answer, value in answers)
    assert sum(answer != OPEN for answer, _ in answers) >= 32


@pytest.mark.parametrize(("attacker", "depth"), [(kernel.FIRST, 7), (kernel.SECOND, 8)])
def test_nobody_forces_a_line_with_four_pebbles(attacker: int, depth: int) -> None:
    control = np.array([1 << 62, 0])
    place = desk(wins_table(), memory_for(1 << 24), control)
    board, tops, mover = kernel.board_of(encode(Qawale.start()))
    assert forces(place, board, tops, mover, attacker, depth, 1) == NO
