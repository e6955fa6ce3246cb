import pytest

from tetrad.kernels import quantik as kernel
from tetrad.position import Player
from tetrad.rules.quantik import Quantik


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


def test_actions_are_numbered_by_shape_and_square() -> None:
    moves = [str(kernel.move_of(action)) for action in (0, 1, 4, 16, 63)]
    assert moves == ["A@a1", "A@b1", "A@a2", "B@a1", "D@d4"]
