"""The questions about forced wins, and the lemma that they rest on."""

from itertools import combinations

import numpy as np
import pytest

from tetrad.kernels.fast.qomet import has_square
from tetrad.kernels.qomet_board import ORIGIN, TARGET
from tetrad.rules.qomet import STARS_EACH
from tetrad.solvers.qomet.search import NO, UNDECIDED, YES, probe, remember


def neighbours(stars: int) -> int:
    reached = 0
    for origin, target in zip(ORIGIN, TARGET, strict=True):
        if stars & origin:
            reached |= int(target)
    return reached & ~stars


@pytest.mark.parametrize("each", range(1, STARS_EACH + 1))
def test_every_position_has_a_move_that_gives_the_opponent_nothing(each: int) -> None:
    """Placing, sliding and leaving move no star of the opponent, so they make them no square.

    A player without such a move has all stars on the board, none of them on the outer square, and
    every space next to them is taken by stars of the opponent, who has not enough for that.
    """
    inner = [*range(16), 24]
    for spaces in combinations(inner, each):
        stars = sum(1 << bit for bit in spaces)
        if not has_square(stars):
            assert neighbours(stars).bit_count() > each


def test_what_was_remembered_also_answers_the_questions_that_follow_from_it() -> None:
    table = np.zeros((8, 2), dtype=np.int64)
    remember(table, 77, 5, NO)
    remember(table, 77, 9, YES)
    answers = [probe(table, 77, depth) for depth in (3, 5, 7, 9, 11)]
    assert answers == [NO, NO, UNDECIDED, YES, YES]
    assert probe(table, 77, 4) == UNDECIDED
    assert probe(table, 78, 5) == UNDECIDED


def test_a_row_is_taken_over_whole_by_the_next_position() -> None:
    table = np.zeros((1, 2), dtype=np.int64)
    remember(table, 77, 4, YES)
    remember(table, 78, 6, NO)
    assert probe(table, 77, 4) == UNDECIDED
    assert probe(table, 78, 4) == NO
    assert probe(table, 78, 8) == UNDECIDED
