"""Tables of Qomet with few stars, entry by entry against a plain solver."""

from pathlib import Path

import numpy as np
import pytest
from numba import njit

from research.qomet import backwards
from tests.solvers.qomet import brute_qomet
from tetrad.kernels.qomet_board import UNDO_MOVES
from tetrad.solvers.qomet import build as qomet_build
from tetrad.solvers.qomet import index_arrays
from tetrad.solvers.qomet.coder import OVER, UNDO
from tetrad.solvers.qomet.index_arrays import Array, Index, block_of, stars_at
from tetrad.solvers.qomet.plain_moves import NAMES, STEP, is_push
from tetrad.solvers.qomet.table import PART, in_order

ROW_OF_UNDO = np.array(
    [-1]
    + [
        next(
            row
            for row, (origin, target, _) in enumerate(STEP.tolist())
            if (NAMES[origin], NAMES[target]) == (move.origin, move.target)
        )
        for move in UNDO_MOVES
        if move
    ]
)


@njit()
def differing(
    index: Index, words: Array, board: brute_qomet.Board, states: brute_qomet.States
) -> tuple[int, int]:
    """How many states were compared, and how many differ."""
    compared = differ = 0
    for block in range(64):
        for entry in range(index.offsets[block], index.offsets[block + 1]):
            mine, theirs = stars_at(index, block, entry)
            if states.plies[brute_qomet.place(board, states, mine, theirs, -1)] == brute_qomet.OVER:
                differ += words[entry] >> UNDO & 127 != OVER
                continue
            for undo in range(65):
                row = ROW_OF_UNDO[undo]
                if undo == 0 or is_push(mine, theirs, row):
                    known = brute_qomet.plies_in(board, states, mine, theirs, row)
                    differ += backwards.plies_of(words[entry], undo) != known
                    compared += 1
    return compared, differ


@njit(nogil=True)
def fill(
    index: Index, words: Array, start: int, board: brute_qomet.Board, states: brute_qomet.States
) -> int:
    """Enters what a part of a table says; returns how many ends of games it does not know."""
    count = 0
    for i in range(len(words)):
        mine, theirs = stars_at(index, block_of(index, start + i), start + i)
        at = brute_qomet.place(board, states, mine, theirs, -1)
        if states.plies[at] == brute_qomet.OVER:
            count += words[i] >> UNDO & 127 != OVER
            continue
        for undo in range(65):
            row = ROW_OF_UNDO[undo]
            if undo == 0 or is_push(mine, theirs, row):
                plies = backwards.plies_of(words[i], undo)
                at = brute_qomet.place(board, states, mine, theirs, row)
                states.plies[at] = plies if plies else brute_qomet.UNDECIDED
    return count


def filled(stars: int, folder: Path) -> tuple[brute_qomet.Board, brute_qomet.States]:
    """The states of the plain solver with the values that the builder has found."""
    work = qomet_build.Work(folder / "qomet.table", stars, 1 << 32, None)
    while work.changed:
        work.one_pass()
    found = qomet_build.Found(work)
    board, states = brute_qomet.opened(stars, turns=8)

    def enter(start: int) -> int:
        return fill(work.index, found[start : start + PART], start, board, states)

    assert sum(in_order(enter, work.parts)) == 0
    return board, states


def compared(stars: int, board: brute_qomet.Board, states: brute_qomet.States) -> tuple[int, int]:
    index = index_arrays.build(stars)
    words = np.zeros(index.total, dtype=np.uint32)
    for _ in backwards.build(index, words):
        pass
    return differing(index, words, board, states)


@pytest.mark.nightly
@pytest.mark.timeout(7200)
def test_four_stars_a_side_agree_with_a_plain_solver() -> None:
    assert compared(4, *brute_qomet.solved(4, threads=2)) == (35_537_381, 0)


@pytest.mark.nightly
@pytest.mark.timeout(14_400)
def test_five_stars_a_side_are_right_for_a_plain_solver(tmp_path: Path) -> None:
    assert brute_qomet.all_wrong(*filled(5, tmp_path), threads=2) == (507_749_706, 0)


@pytest.mark.slow
def test_a_plain_solver_finds_the_one_value_that_is_wrong(tmp_path: Path) -> None:
    """With three stars per side nobody can make a square, so that all is drawn."""
    board, states = filled(3, tmp_path)
    assert brute_qomet.all_wrong(board, states, threads=2) == (1_040_674, 0)
    centre, corner = 1 << NAMES.index("d4"), 1 << NAMES.index("a1")
    states.plies[brute_qomet.place(board, states, centre, corner, -1)] = 7
    assert brute_qomet.all_wrong(board, states, threads=2)[1] >= 1
