"""Swiss rounds: nobody meets twice, nobody has two byes, sides are balanced."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tetrad.contests.swiss import BYE, Entrant, after, pair, standings


def play_round(field: dict[str, Entrant], chance: random.Random) -> list[set[str]]:
    """A round with results by chance; gives who met whom."""
    met = []
    for each in pair(field.values()):
        score = 1.0 if each.second == BYE else chance.choice([0.0, 0.25, 0.5, 0.75, 1.0])
        field[each.first] = after(field[each.first], score, each.second, began=True)
        if each.second != BYE:
            field[each.second] = after(field[each.second], 1 - score, each.first)
        met.append({each.first, each.second})
    return met


@given(st.integers(2, 41), st.integers(0, 2**32))
def test_whatever_the_results_every_round_can_be_paired(players: int, seed: int) -> None:
    chance = random.Random(seed)
    field = {
        f"p{number:02}": Entrant(f"p{number:02}", rating=chance.uniform(1000, 2000))
        for number in range(players)
    }
    seen: list[set[str]] = []
    for _ in range(min(11, (players + 1) // 2)):
        found = play_round(field, chance)
        names = sorted(name for two in found for name in two if name)
        assert names == sorted(field), "everybody plays once, or has the bye"
        assert all(two not in seen for two in found), "nobody meets the same opponent twice"
        seen += found
    assert all(abs(each.firsts) <= 3 for each in field.values())
    if players % 2 == 0:
        assert not any(BYE in two for two in seen)


def test_leaders_meet_leaders() -> None:
    field = [Entrant("a", score=2), Entrant("b", score=0), Entrant("c", score=2), Entrant("d")]
    assert {frozenset((each.first, each.second)) for each in pair(field)} == {
        frozenset("ac"),
        frozenset("bd"),
    }


def test_the_bye_goes_to_the_last_who_has_had_none() -> None:
    field = [Entrant("a", score=2), Entrant("b", score=1), Entrant("c", met=frozenset({BYE}))]
    assert [each.first for each in pair(field) if each.second == BYE] == ["b"]


def test_equal_scores_are_decided_by_whom_one_has_met() -> None:
    field = [
        Entrant("a", score=1, met=frozenset("c")),
        Entrant("b", score=1, met=frozenset("d")),
        Entrant("c", score=0),
        Entrant("d", score=0.5),
    ]
    assert [each.id for each in standings(field)][:2] == ["b", "a"]


def test_what_cannot_be_paired_is_said() -> None:
    with pytest.raises(ValueError, match="two players"):
        pair([Entrant("a")])
    with pytest.raises(ValueError, match="meeting again"):
        pair([Entrant("a", met=frozenset("b")), Entrant("b", met=frozenset("a"))])
