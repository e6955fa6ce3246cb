"""Qomet's light kernel says the same as the rulebook view, and takes any kind of integer."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from tetrad.kernels import qomet as kernel
from tetrad.kernels.fast import qomet as fast
from tetrad.rules.qomet import Qomet

KINDS: list[Callable[[int], object]] = [int, np.int32, np.uint8, np.int64, np.intp]


def positions(count: int, seed: int) -> Iterator[Qomet]:
    rng, position = random.Random(seed), Qomet.start()
    for _ in range(count):
        yield position
        moves = position.legal_moves()
        position = position.play(rng.choice(moves)) if moves else Qomet.start()


def test_the_light_kernel_agrees_with_the_rulebook_in_random_games() -> None:
    for position in positions(500, seed=1):
        code, moves = kernel.encode(position), position.legal_moves()
        assert kernel.decode(code) == position
        assert [kernel.move_of(action) for action in kernel.legal_actions(code)] == [*moves]
        assert [action for action, legal in enumerate(kernel.mask(code)) if legal] == [
            kernel.action_of(move) for move in moves
        ]
        outcome = position.outcome()
        assert kernel.winner(code) == (outcome.winner.value if outcome and outcome.winner else None)
        for move in moves[::7]:
            assert kernel.apply(code, kernel.action_of(move)) == kernel.encode(position.play(move))


def test_the_game_starts_on_an_empty_board_with_129_actions() -> None:
    assert kernel.start() == kernel.encode(Qomet.start())
    assert kernel.ACTIONS == len(kernel.mask(kernel.start())) == 129


@pytest.mark.parametrize("kind", KINDS)
def test_an_action_may_be_any_kind_of_integer(kind: Callable[[int], int]) -> None:
    for position in positions(60, seed=2):
        code = kernel.encode(position)
        for action in kernel.legal_actions(code)[::9]:
            assert kernel.apply(code, kind(action)) == kernel.apply(code, action)
            assert kernel.move_of(kind(action)) == kernel.move_of(action)


def test_a_code_may_be_an_integer_of_numpy() -> None:
    for position in positions(60, seed=3):
        code = kernel.encode(position)
        same: Any = np.int64(code)
        assert kernel.decode(same) == position
        assert kernel.legal_actions(same) == kernel.legal_actions(code)
        assert kernel.canonical(same) == kernel.canonical(code)
        assert kernel.symmetries(same) == kernel.symmetries(code)


def test_what_comes_out_is_plain() -> None:
    code: Any = np.int64(kernel.encode(Qomet.start().play("@d4").play("@d5")))
    actions = kernel.legal_actions(code)
    plain = [kernel.apply(code, np.int32(actions[0])), kernel.canonical(code), *actions]
    assert {type(each) for each in plain} == {int}
    assert {type(each) for each in kernel.mask(code)} == {bool}


def test_symmetries_are_the_distinct_images_that_the_compiled_game_has_too() -> None:
    for position in positions(200, seed=4):
        code = kernel.encode(position)
        images = [fast.image(code, symmetry) for symmetry in range(8)]
        assert kernel.images(code) == images
        assert kernel.canonical(code) == fast.canonical(code) == min(images)
        assert kernel.symmetries(code)[0] == code
        assert sorted(kernel.symmetries(code)) == sorted({*images})
