"""Who is next."""

from __future__ import annotations

import pytest

from tetrad.server.http.errors import TooManyError
from tetrad.server.workers.turns import Asker, Most, Turns

ADA, GRACE, LATE = Asker("a", "ada"), Asker("b", "grace"), Asker("a", "late")


def taken(turns: Turns[str]) -> list[str]:
    return list(iter(turns.take, None))


def test_everybody_has_a_turn_after_the_other() -> None:
    turns: Turns[str] = Turns(Most())
    for number in range(3):
        turns.put(ADA, f"ada {number}")
    turns.put(GRACE, "grace")
    assert taken(turns) == ["ada 0", "grace", "ada 1", "ada 2"]


def test_many_names_at_one_address_do_not_push_another_address_back() -> None:
    turns: Turns[str] = Turns(Most())
    for number in range(5):
        turns.put(Asker("crowd", str(number)), f"crowd {number}")
    turns.put(GRACE, "grace")
    assert taken(turns)[:2] == ["crowd 0", "grace"]


def test_people_at_one_address_share_its_turns() -> None:
    turns: Turns[str] = Turns(Most())
    turns.put(ADA, "ada 1")
    turns.put(ADA, "ada 2")
    turns.put(LATE, "late")
    assert taken(turns) == ["ada 1", "late", "ada 2"]


def test_a_person_and_an_address_may_only_have_so_many_waiting() -> None:
    turns: Turns[str] = Turns(Most(of_a_person=2, of_an_address=3))
    turns.put(ADA, "1")
    turns.put(ADA, "2")
    with pytest.raises(TooManyError):
        turns.put(ADA, "3")
    turns.put(LATE, "3")
    with pytest.raises(TooManyError):
        turns.put(LATE, "4")
    turns.put(GRACE, "1")
    assert turns.take() == "1"
    turns.put(LATE, "4")


def test_who_has_not_said_who_they_are_is_bounded_by_the_address_alone() -> None:
    turns: Turns[str] = Turns(Most(of_a_person=1, of_an_address=3))
    for number in range(3):
        turns.put(Asker("a"), str(number))
    with pytest.raises(TooManyError):
        turns.put(Asker("a"), "3")


def test_a_question_can_be_dropped() -> None:
    turns: Turns[str] = Turns(Most())
    for question in ("1", "2"):
        turns.put(ADA, question)
    turns.drop(ADA, "1")
    turns.drop(ADA, "unknown")
    turns.drop(GRACE, "1")
    assert taken(turns) == ["2"]
    assert turns.take() is None


def test_others_wait_if_anybody_but_oneself_does() -> None:
    turns: Turns[str] = Turns(Most())
    assert not turns.others_wait(ADA)
    turns.put(ADA, "1")
    assert not turns.others_wait(ADA)
    assert turns.others_wait(LATE)
    turns.put(LATE, "2")
    assert turns.others_wait(ADA)
