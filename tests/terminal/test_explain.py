"""`?` answers for every piece, stack, star and space, in every game."""

from __future__ import annotations

import pytest

from tetrad.position import AnyPosition
from tetrad.rules import GAMES, Qawale, Qomet, Quantik
from tetrad.terminal.explain import explain

PUSHED = Qomet.start().play("@d4").play("@d5").play("d4-d5")
TALL = Qawale.parse("1,1,x,00/1,x3/x,0212212002,01021,x/0,x,2,1 2")


@pytest.mark.parametrize(
    ("position", "subject", "sentence"),
    [
        (Quantik.start(), "", "FIRST may choose among 64 moves."),
        (Quantik.start(), "A@b3", "A@b3 is legal."),
        (Quantik.start(), "king", "'king' is no piece, space or move of this game"),
        (Quantik.parse("..../.A../..../...."), "b3", "b3 holds FIRST's sphere."),
        (
            Quantik.parse("..../.A../..../...."),
            "b1",
            "A@b1 sphere: no, FIRST has a sphere in column b.",
        ),
        (Quantik.parse("..../.A../..../...."), "b1", "C@b1 cube: yes."),
        (Quantik.parse("A.../.A../b.../.b.."), "sphere", "FIRST has no sphere left."),
        (Qawale.start(), "", "FIRST may choose among 40 sowings."),
        (Qawale.start(), "b2", "There is no stack on b2; a pebble goes on a stack."),
        (
            Qawale.start(),
            "a1",
            "10 ways: a1nnn a1nne a1nen a1nee a1nes a1enn a1ene a1enw a1een a1eee",
        ),
        (Qawale.start(), "a1n", "a1 holds 00, bottom first; with the new pebble it sows 3."),
        (Qawale.start(), "a1nn", "2 ways: a1nnn a1nne"),
        (Qawale.start(), "a1nns", "a1nns is not possible: the path goes straight back to a2."),
        (TALL, "b2", "Ask on: ? b2n (2495 ways)"),
        (PUSHED, "", "SECOND may choose among"),
        (PUSHED, "@", "SECOND has 6 in hand to place on any empty space."),
        (PUSHED, "d5", "d5 holds a star of FIRST, and it is SECOND's turn."),
        (PUSHED, "d6", "d6-d7 slides."),
        (PUSHED, "d6", "d6-d5 is not possible: it would undo the opponent's last turn."),
        (PUSHED, "d7", "d7 is empty; it can be reached by @d7, d6-d7."),
        (PUSHED.play("@a1").play("@a4"), "a1", "a1-off takes the star off the board"),
        (PUSHED.play("@a1").play("@a4"), "a1", "a1-a4 pushes FIRST's star to a7."),
        (PUSHED.play("@g1").play("@a1"), "g1", "g1-d1 slides."),
        (PUSHED.play("d6-d7"), "d5", "d5-d6 slides."),
    ],
)
def test_a_question_gets_its_answer(position: AnyPosition, subject: str, sentence: str) -> None:
    assert sentence in " ".join(explain(position, subject).sentences)


def test_the_spaces_of_a_shape_are_marked() -> None:
    position = Quantik.parse("..../.A../..../....")
    marked = {move.square for move in position.legal_moves() if move.shape == "A"}
    assert explain(position, "a").marked == marked


def test_the_targets_of_a_star_are_marked() -> None:
    assert explain(PUSHED, "d6").marked == {"d7", "b6", "f6"}


@pytest.mark.parametrize("game", GAMES)
def test_no_question_breaks_it(game: str) -> None:
    position = GAMES[game].start()
    for subject in ("", "a1", "z9", "@", "-", "a1-off", "nnn", "?", "A" * 1000, "☆", "a1 n n e e"):
        assert explain(position, subject).sentences


def test_a_finished_game_has_no_moves_to_explain() -> None:
    won = Quantik.parse("..../..../..../AbCd")
    assert explain(won, "A").sentences == ["The game is over: four different shapes."]
