import random
from collections.abc import Iterator

import pytest

from tetrad.kernels import quantik as light
from tetrad.kernels.fast import quantik as kernel
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
    code = light.encode(position)
    words = kernel.words(code)
    moves = position.legal_moves()
    seen, allowed = kernel.seen_of(*words), kernel.actions_of(*words)
    assert light.members(int(allowed)) == light.legal_actions(code)
    assert kernel.pieces(*words) == light.plies(code)
    assert kernel.complete(seen) == light.is_won(code)
    assert light.members(int(kernel.completing(seen)) & int(allowed)) == [
        light.action_of(move) for move in moves if position.play(move).winning_squares()
    ]


def test_the_compiled_body_agrees_with_the_light_module_and_the_rulebook() -> None:
    for position in positions(2_000):
        assert_agreement(position)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(10))
def test_they_agree_on_very_many_random_positions(part: int) -> None:
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
        assert kernel.perft(light.encode(position), 2) == counted


def test_leaf_counting_to_the_end_of_a_game_ends() -> None:
    late = next(p for p in positions(1_000) if p.spaces.count(None) == 6)
    assert kernel.perft(light.encode(late), 30) == 0


def test_a_finished_game_has_no_actions() -> None:
    won = next(p for p in positions(1_000) if (end := p.outcome()) and end.reason == FOUR_SHAPES)
    stuck = next(p for p in positions(1_000) if (end := p.outcome()) and end.reason == NO_PLACEMENT)
    for position in (won, stuck):
        assert kernel.actions_of(*kernel.words(light.encode(position))) == 0
        assert kernel.perft(light.encode(position), 1) == 0


def test_different_positions_have_different_hashes() -> None:
    seen = {light.encode(position) for position in positions(3_000)}
    assert len({kernel.hash_of(*kernel.words(code)) for code in seen}) == len(seen)
