"""Who plays whom when strangers look for a game."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tetrad.contests.pairing import Seek, accepts, may_meet, pairs
from tetrad.matches.clocks import Clock

THREE = Clock(180, 2)
PLAIN = Seek("a", frozenset({"a"}), "qomet", THREE)


def seek(name: str, **more: object) -> Seek:
    return replace(PLAIN, id=name, keys=frozenset({name}), **more)  # type: ignore[arg-type]


def test_two_who_look_for_the_same_play() -> None:
    assert pairs([seek("a"), seek("b")], 0) == [(seek("a"), seek("b"))]


def test_another_game_another_clock_or_a_rated_game_is_another_wish() -> None:
    for other in ({"game": "qawale"}, {"clock": Clock(300, 3)}, {"clock": None}, {"rated": True}):
        assert pairs([seek("a"), seek("b", **other)], 0) == []


def test_nobody_plays_against_themselves_from_a_second_window() -> None:
    again = replace(seek("b"), keys=frozenset({"a", "b"}))
    assert not may_meet(seek("a"), again)


def test_a_person_who_is_blocked_is_not_met_from_either_side() -> None:
    shy = seek("a", blocked=frozenset({"b"}))
    assert not may_meet(shy, seek("b"))
    assert not may_meet(seek("b"), shy)


def test_a_stronger_player_is_met_after_some_waiting() -> None:
    strong = seek("b", rating=2000.0)
    assert pairs([seek("a"), strong], 0) == []
    assert accepts(seek("a"), strong, 30)
    assert pairs([seek("a"), strong], 30) != []


def test_the_nearest_in_strength_is_chosen() -> None:
    far, near = seek("b", rating=1650.0, since=1), seek("c", rating=1510.0, since=2)
    waiting = [seek("a", rating=1500.0), far, near]
    [(one, other)] = pairs(waiting, 3)
    assert (one.id, other.id) == ("a", "c")


@given(
    st.lists(
        st.builds(
            seek,
            st.text("abcdef", min_size=1, max_size=2),
            game=st.sampled_from(["qomet", "qawale"]),
            rating=st.floats(1000, 2000),
            since=st.floats(0, 60),
        ),
        max_size=12,
        unique_by=lambda each: each.id,
    )
)
def test_nobody_is_paired_twice_and_all_pairs_fit(seeks: list[Seek]) -> None:
    found = pairs(seeks, 60)
    names = [each.id for two in found for each in two]
    assert len(names) == len(set(names))
    assert all(may_meet(*two) for two in found)
    left = [each for each in seeks if each.id not in names]
    for one in left:
        for other in left:
            fits = may_meet(one, other) and accepts(one, other, 60) and accepts(other, one, 60)
            assert one is other or not fits, "nobody waits beside somebody who fits"
