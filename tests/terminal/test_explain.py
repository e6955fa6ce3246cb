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
        (Quantik.start(), "", "FIRST has 64 legal moves."),
        (Quantik.start(), "A@b3", "A@b3: possible."),
        (Quantik.start(), "king", "'king' is not a piece, space or move of this game"),
        (Quantik.parse("..../.A../..../...."), "b3", "b3: FIRST, sphere."),
        (
            Quantik.parse("..../.A../..../...."),
            "b1",
            "A@b1 sphere: FIRST has a sphere in column b.",
        ),
        (Quantik.parse("..../.A../..../...."), "b1", "C@b1 cube: possible."),
        (Quantik.parse("A.../.A../b.../.b.."), "sphere", "FIRST has no sphere left."),
        (Qawale.start(), "", "FIRST has 40 legal moves."),
        (Qawale.start(), "b2", "There is no stack on b2."),
        (
            Qawale.start(),
            "a1",
            "10 moves: a1nnn a1nne a1nen a1nee a1nes a1enn a1ene a1enw a1een a1eee",
        ),
        (Qawale.start(), "a1n", "Inside a1, bottom to top: 00. The stack has 3 pebbles to sow."),
        (Qawale.start(), "a1nn", "2 moves: a1nnn a1nne"),
        (Qawale.start(), "a1nns", "a1nns is not possible: the path goes straight back to a2."),
        (TALL, "b2", "Ask about one of these: ? b2n (2495 moves)"),
        (PUSHED, "", "SECOND has"),
        (PUSHED, "@", "SECOND: 6 stars in hand."),
        (PUSHED, "d5", "That star is your opponent's."),
        (PUSHED, "d6", "d6-d7: possible."),
        (PUSHED, "d6", "d6-d5 is not possible: it would undo the opponent's last turn."),
        (PUSHED, "d7", "d7, empty: @d7, d6-d7."),
        (PUSHED.play("@a1").play("@a4"), "a1", "a1-off: back to the hand."),
        (PUSHED.play("@a1").play("@a4"), "a1", "a1-a4: pushes a star of FIRST to a7."),
        (PUSHED.play("@g1").play("@a1"), "g1", "g1-d1: possible."),
        (PUSHED.play("d6-d7"), "d5", "d5-d6: possible."),
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
    assert explain(won, "A").sentences == ["The game is over."]
