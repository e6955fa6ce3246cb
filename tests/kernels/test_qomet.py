"""What is particular to Qomet on integers: its numbers, and that what comes out is plain."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from tetrad.kernels import qomet as kernel
from tetrad.kernels.fast import qomet as fast
from tetrad.rules.qomet import Qomet


def positions(count: int, seed: int) -> Iterator[Qomet]:
    rng, position = random.Random(seed), Qomet.start()
    for _ in range(count):
        yield position
        moves = position.legal_moves()
        position = position.play(rng.choice(moves)) if moves else Qomet.start()


def test_the_game_starts_on_an_empty_board_with_129_actions() -> None:
    assert kernel.start() == kernel.encode(Qomet.start())
    assert kernel.ACTIONS == len(kernel.mask(kernel.start())) == 129


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
