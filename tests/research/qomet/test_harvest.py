"""Books of wins, checked against the rulebook; and the arrays they are made with."""

import random
from functools import cache
from itertools import islice

import numpy as np
import pytest

from research.qomet import harvest
from tetrad.kernels.fast import qomet as kernel
from tetrad.kernels.qomet import decode, encode
from tetrad.kernels.qomet_board import ACTION, ACTION_IMAGE, MOVES
from tetrad.position import Outcome
from tetrad.rules.qomet import Qomet
from tetrad.solvers.qomet.index_arrays import Array
from tetrad.solvers.qomet.solver import Solver
from tetrad.solvers.solution import MEBIBYTE, Limits

# Positions that the player to move wins in 5 and in 7 plies.
WON = {
    ".../1.2/.11/11..22./1../12./22. 1 e5-e4": 5,
    "..1/.2./.../.....2./.../1../.2. 2 -": 5,
    "12./1../.2./.1.2.../.21/.../..1 2 -": 7,
}


@cache
def solver() -> Solver:
    return Solver(16 * MEBIBYTE)


def plies_after(keys: Array) -> Array:
    """Rows as a table would give them, from the search; what it does not know is 0."""
    rows = np.full((len(keys), len(MOVES)), harvest.NOT_LEGAL, dtype=np.int16)
    for row, key in zip(rows, keys.tolist(), strict=True):
        position = decode(key)
        for each in solver().solve(position, Limits(nodes=30_000)).moves:
            outcome = position.play(each.move).outcome()
            plies = each.distance - 1 if each.distance else 0
            if outcome:
                won = outcome.winner is position.turn
                plies = harvest.ENDS_WON if won else harvest.ENDS_LOST
            row[ACTION[each.move]] = plies
    return rows


def test_played_and_canonical_say_the_same_as_the_compiled_game() -> None:
    rng = random.Random(1)
    code = 0
    for _ in range(600):
        actions = kernel.legal_actions(code)
        if not len(actions):
            code = 0
            continue
        key, action = kernel.key_of(code), int(rng.choice(actions))
        code = kernel.apply(code, action)
        after = harvest.played(np.array([key]), np.array([action]))
        assert after.tolist() == [kernel.key_of(code)]
        assert harvest.canonical(after).tolist() == [kernel.canonical(kernel.key_of(code))]


def walk(book: harvest.Book, position: Qomet, plies: int) -> int:
    """Follows a book against every reply; returns how many positions it was asked about."""
    if any(end and end.winner is position.turn for end in outcomes(position)):
        return 1
    key = kernel.key_of(encode(position))
    view = kernel.canonical(key)
    action, left = book[view]
    assert left <= plies
    symmetry = kernel.to_canonical(key)
    move = next(
        move
        for move in position.legal_moves()
        if ACTION_IMAGE[129 * symmetry + ACTION[move]] == action
    )
    after = position.play(move)
    replies = [after.play(reply) for reply in after.legal_moves()]
    return sum(walk(book, reply, left - 2) for reply in replies if not reply.outcome())


def outcomes(position: Qomet) -> list[Outcome | None]:
    return [position.play(move).outcome() for move in position.legal_moves()]


@pytest.mark.parametrize("text", WON)
def test_a_book_wins_against_every_reply_in_the_plies_it_says(text: str) -> None:
    position = Qomet.parse(text)
    key = kernel.key_of(encode(position))
    book = harvest.winning_book(plies_after, np.array([key]))
    assert book[kernel.canonical(key)][1] == WON[text]
    assert walk(book, position, WON[text]) > 1


def test_a_line_ends_with_a_square() -> None:
    text = "..1/.2./.../.....2./.../1../.2. 2 -"
    position = Qomet.parse(text)
    line = harvest.main_line(plies_after, kernel.key_of(encode(position)), 20)
    assert [left for _, left in line] == [5, 4, 3, 2, 1]
    for action, _ in line:
        position = position.play(MOVES[action])
    assert position.outcome()


def test_the_worth_of_moves_prefers_quick_wins_then_draws_then_slow_losses() -> None:
    best_first = [harvest.ENDS_WON, 2, 8, 0, 9, 1, harvest.ENDS_LOST, harvest.NOT_LEGAL]
    worth = harvest.worth(np.array([best_first], dtype=np.int16))[0].tolist()
    assert worth == sorted(worth, reverse=True)
    assert len({*worth}) == len(worth)


@pytest.mark.parametrize(
    ("after", "plies"),
    [
        ([harvest.ENDS_WON, 4, 3], 1),
        ([4, 8, 0], 5),
        ([0, 3, -1], 0),
        ([3, 7, harvest.ENDS_LOST], 8),
    ],
)
def test_the_plies_of_a_position_are_those_of_its_best_move_and_one_more(
    after: list[int], plies: int
) -> None:
    assert harvest.plies_of(np.array([after], dtype=np.int16)).tolist() == [plies]


def test_random_games_go_from_position_to_position_by_legal_moves() -> None:
    rng = np.random.default_rng(1)
    steps = harvest.random_games(plies_after, 3, rng, 0.5)
    before = np.zeros(3, dtype=np.int64)
    for keys, _ in islice(steps, 8):
        for old, new in zip(before.tolist(), keys.tolist(), strict=True):
            after = {
                kernel.key_of(kernel.apply(old, action)) for action in kernel.legal_actions(old)
            }
            assert new == 0 or new in after
        before = keys
