"""A record becomes a match that can go on, and nothing in it counts for more than it says."""

from __future__ import annotations

import pytest

from tetrad.matches import state as states
from tetrad.matches.brought import drafts
from tetrad.matches.log import Event, Standing
from tetrad.matches.match import Match
from tetrad.position import InvalidNotationError, Player

MOVES = "1. @d4 @a1 2. @d5 @a4"


def record(result: str = "*", **tags: str) -> str:
    told = {"Game": "qomet", "Result": result, **tags}
    return (
        "\n".join(f'[{name} "{value}"]' for name, value in told.items()) + f"\n\n{MOVES} {result}"
    )


def standing_of(text: str) -> Standing:
    return Standing(
        Event(number, each.kind, each.data, 1.0) for number, each in enumerate(drafts(text), 1)
    )


def test_the_computer_is_known_by_its_level_and_everybody_else_is_a_person() -> None:
    standing = standing_of(record(First="Ada", Second="Computer (level 3)"))
    first, second = standing.sittings[Player.FIRST], standing.sittings[Player.SECOND]
    assert (first.kind, first.name) == ("human", "Ada")
    assert (second.kind, second.name, second.level) == ("bot", "", 3)


def test_two_computers_leave_both_seats_to_whoever_brings_the_game() -> None:
    standing = standing_of(record(First="Computer (level 3)", Second="Computer (level 10)"))
    assert {each.kind for each in standing.sittings.values()} == {"human"}


@pytest.mark.parametrize(
    ("result", "termination"),
    [("*", ""), ("1-0", "resignation"), ("0-1", "time forfeit"),
     ("1-0", "abandoned"), ("1/2-1/2", "draw agreed")],
)  # fmt: skip
def test_a_game_ends_as_its_record_says(result: str, termination: str) -> None:
    text = record(result, **({"Termination": termination} if termination else {}))
    standing = standing_of(text)
    assert standing.result == result
    assert Match.parse(states.record(standing)).outcome() == Match.parse(text).outcome()


def test_it_is_marked_and_never_rated() -> None:
    standing = standing_of(record())
    shown = states.summary("x", standing)
    assert shown["brought"] is True
    assert shown["rated"] is False


def test_a_name_is_one_line_of_visible_text() -> None:
    standing = standing_of(record(First="A\u202ed\u0007a" + "x" * 60))
    assert standing.sittings[Player.FIRST].name == "Ada" + "x" * 37


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(InvalidNotationError):
        drafts('[Game "qomet"]\n\n1. @d4 @d4')
