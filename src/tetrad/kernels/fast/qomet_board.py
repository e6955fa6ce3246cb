"""The tables of Qomet's board as arrays, which the compiler takes for constants."""

from collections.abc import Sequence
from typing import cast

import numpy as np

from tetrad.kernels import qomet_board as board


def _array(column: board.Column) -> Sequence[int]:
    return cast(Sequence[int], np.array(column, dtype=np.int64))


ORIGIN = _array(board.ORIGIN)
TARGET = _array(board.TARGET)
BEHIND = _array(board.BEHIND)
BLOCK = _array(board.BLOCK)
IS_UNDO = _array(board.IS_UNDO)
FORBIDS = _array(board.FORBIDS)
PLACING = _array(board.PLACING)
FIRST_ACTION = _array(board.FIRST_ACTION)
LAST_ACTION = _array(board.LAST_ACTION)
SQUARE_MASKS = _array(board.SQUARE_MASKS)
STEP_TO = _array(board.STEP_TO)
STEP_TO_START = _array(board.STEP_TO_START)
PUSH_TO = _array(board.PUSH_TO)
PUSH_TO_START = _array(board.PUSH_TO_START)
UNDO_IMAGE = _array(board.UNDO_IMAGE)
