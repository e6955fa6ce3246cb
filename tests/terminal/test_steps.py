"""What may follow a half-typed move."""

from __future__ import annotations

import random

import pytest

from tetrad.position import AnyPosition
from tetrad.rules import GAMES, Qawale, Qomet, Quantik
from tetrad.terminal.steps import count_paths, next_steps


def test_a_shape_comes_first_and_then_its_spaces() -> None:
    position = Quantik.parse("..../..a./..../D...")
    assert next_steps(position, "") == ["A@", "B@", "C@", "D@"]
    assert next_steps(position, "a") == next_steps(position, "A@")
    assert next_steps(position, "A@") == [
        f"A@{square}" for square in ("b1", "d1", "a2", "b2", "d2", "a4", "b4")
    ]
    assert next_steps(position, "a b") == ["A@b1", "A@b2", "A@b4"]


def test_a_path_grows_by_one_step() -> None:
    start = Qawale.start()
    assert next_steps(start, "") == ["a1", "d1", "a4", "d4"]
    assert next_steps(start, "a1") == ["a1n", "a1e"]
    assert next_steps(start, "A1 n") == ["a1nn", "a1ne"]
    assert next_steps(start, "a1nne") == []
    assert next_steps(start, "a1w") == []
    assert next_steps(start, "b2") == []


def test_a_star_comes_first_and_then_its_targets() -> None:
    position = Qomet.start().play("@a1").play("@d4")
    assert next_steps(position, "")[:2] == ["@", "a1-"]
    assert next_steps(position, "a1-") == ["a1-a4", "a1-b2", "a1-d1", "a1-off"]
    assert next_steps(position, "@d") == ["@d1", "@d2", "@d3", "@d5", "@d6", "@d7"]


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_can_be_typed_step_by_step_and_nothing_else(game: str) -> None:
    chance = random.Random(4)
    position: AnyPosition = GAMES[game].start()
    for _ in range(3):
        position = position.play(chance.choice(position.legal_moves()))
    texts, whole = next_steps(position, ""), set()
    while texts:
        text = texts.pop()
        longer = [step for step in next_steps(position, text) if step != text]
        whole |= set() if longer else {text}
        texts += longer
    assert whole == {str(move) for move in position.legal_moves()}


@pytest.mark.parametrize("height", range(1, 7))
def test_paths_are_counted_as_they_would_be_listed(height: int) -> None:
    stacks = ["0" * height if square == 5 else "" for square in range(16)]
    assert count_paths("b2", None, height + 1) == len(list(Qawale(tuple(stacks)).sowings("b2")))


def test_the_paths_of_the_tallest_stack_are_counted_at_once() -> None:
    assert count_paths("b2", None, 24) > 10**8
