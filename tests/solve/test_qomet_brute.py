"""Tables of Qomet with few stars, entry by entry against a plain solver."""

import numpy as np
import pytest
from numba import njit
from tests.solve import brute_qomet

from tetrad.kernels.qomet_board import BITS, UNDO_MOVES
from tetrad.rules.qomet import SQUARES
from tetrad.solve import qomet_index, qomet_table
from tetrad.solve.qomet_index import Array, Index
from tetrad.solve.qomet_table import OVER, UNDO

ROW_OF_UNDO = np.array(
    [-1]
    + [
        next(
            row
            for row, (origin, target, _) in enumerate(brute_qomet.STEP.tolist())
            if (SQUARES[origin], SQUARES[target]) == (move.origin, move.target)
        )
        for move in UNDO_MOVES
        if move
    ]
)
BIT_OF_SQUARE = np.array(BITS)


@njit()
def on_squares(stars: int) -> int:
    """Stars by the numbers of squares instead of bits of the kernel."""
    result = 0
    for square in range(25):
        result |= (stars >> BIT_OF_SQUARE[square] & 1) << square
    return result


@njit()
def differing(
    index: Index, words: Array, board: brute_qomet.Board, states: brute_qomet.States
) -> tuple[int, int]:
    """How many states were compared, and how many differ."""
    compared = differ = 0
    for block in range(64):
        for entry in range(index.offsets[block], index.offsets[block + 1]):
            mine, theirs = qomet_table.stars_at(index, block, entry)
            mine, theirs = on_squares(mine), on_squares(theirs)
            if states.plies[brute_qomet.place(board, states, mine, theirs, -1)] == brute_qomet.OVER:
                differ += words[entry] >> UNDO & 127 != OVER
                continue
            for undo in range(65):
                row = ROW_OF_UNDO[undo]
                if undo == 0 or brute_qomet.is_push(mine, theirs, row):
                    known = brute_qomet.plies_in(board, states, mine, theirs, row)
                    differ += qomet_table.plies_of(words[entry], undo) != known
                    compared += 1
    return compared, differ


def compared(stars: int, board: brute_qomet.Board, states: brute_qomet.States) -> tuple[int, int]:
    index = qomet_index.build(stars)
    words = np.zeros(index.total, dtype=np.uint32)
    for _ in qomet_table.build(index, words):
        pass
    return differing(index, words, board, states)


@pytest.mark.nightly
@pytest.mark.timeout(7200)
def test_four_stars_a_side_agree_with_a_plain_solver() -> None:
    assert compared(4, *brute_qomet.solved(4, threads=2)) == (35_537_381, 0)


@pytest.mark.nightly
@pytest.mark.timeout(14_400)
def test_five_stars_a_side_agree_with_a_plain_solver() -> None:
    differing_states = compared(5, *brute_qomet.solved(5, turns=8, threads=2))[1]
    assert differing_states == 0
