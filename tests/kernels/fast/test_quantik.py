import random
from collections.abc import Iterator

import pytest

from tetrad.kernels.fast import quantik as kernel
from tetrad.position import Player
from tetrad.rules.quantik import FOUR_SHAPES, NO_PLACEMENT, Quantik

COUNTS = [(1, 64), (2, 3_392), (3, 167_552), (4, 6_776_960), (5, 231_883_776)]
EMPTY = (0, 0)


def random_play(seed: int) -> Iterator[Quantik]:
    """The positions of one game of random moves, the finished one included."""
    choose = random.Random(seed).choice
    position = Quantik.start()
    while True:
        yield position
        moves = position.legal_moves()
        if not moves:
            return
        position = position.play(choose(moves))


def positions(number: int, seed: int = 0) -> Iterator[Quantik]:
    seen = 0
    while seen < number:
        for position in random_play(seed):
            yield position
            seen += 1
        seed += 1


def assert_agreement(position: Quantik) -> None:
    code = kernel.encode(position)
    moves = position.legal_moves()
    outcome = position.outcome()
    assert kernel.decode(code) == position
    assert [kernel.move_of(action) for action in kernel.legal_actions(code)] == list(moves)
    assert [kernel.action_of(move) for move in moves] == kernel.legal_actions(code)
    assert kernel.is_won(code) == (outcome is not None and outcome.reason == FOUR_SHAPES)
    assert kernel.can_win_now(code) == any(
        (end := position.play(move).outcome()) is not None and end.reason == FOUR_SHAPES
        for move in moves
    )
    for move in moves:
        after = kernel.apply(code, kernel.action_of(move))
        assert str(kernel.decode(after)) == str(position.play(move))


def test_the_two_views_agree_on_random_positions() -> None:
    for position in positions(2_000):
        assert_agreement(position)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(10))
def test_the_two_views_agree_on_very_many_random_positions(part: int) -> None:
    for position in positions(10_000, seed=100_000 * (part + 1)):
        assert_agreement(position)


@pytest.mark.parametrize(("depth", "leaves"), COUNTS)
def test_leaf_counts_from_the_start(depth: int, leaves: int) -> None:
    assert kernel.perft(EMPTY, depth) == leaves


def test_no_plies_are_one_leaf() -> None:
    assert kernel.perft(EMPTY, 0) == 1


def test_leaf_counts_agree_with_the_rulebook_late_in_the_game() -> None:
    for position in list(positions(400))[9::7]:
        counted = sum(len(position.play(move).legal_moves()) for move in position.legal_moves())
        assert kernel.perft(kernel.encode(position), 2) == counted


def test_leaf_counting_to_the_end_of_a_game_ends() -> None:
    late = next(p for p in positions(1_000) if p.spaces.count(None) == 6)
    assert kernel.perft(kernel.encode(late), 30) == 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("..../..../..../....", (0, 0)),
        ("..../..../..../A...", (0, 1)),
        ("..../.b../..../A...", (1, 1 << 25)),
    ],
)
def test_the_worked_examples_are_as_drawn(text: str, code: kernel.Code) -> None:
    assert kernel.encode(Quantik.parse(text)) == code


def test_the_side_to_move_follows_from_the_counts() -> None:
    assert kernel.decode((0, 0)).turn is Player.FIRST
    assert kernel.decode((0, 1)).turn is Player.SECOND


def test_a_finished_game_has_no_actions() -> None:
    won = next(p for p in positions(1_000) if (end := p.outcome()) and end.reason == FOUR_SHAPES)
    stuck = next(p for p in positions(1_000) if (end := p.outcome()) and end.reason == NO_PLACEMENT)
    for position in (won, stuck):
        assert kernel.legal_actions(kernel.encode(position)) == []
        assert kernel.perft(kernel.encode(position), 1) == 0


def test_different_positions_have_different_hashes() -> None:
    seen = {kernel.encode(position) for position in positions(3_000)}
    assert len({kernel.hash_code(code) for code in seen}) == len(seen)
