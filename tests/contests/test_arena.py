"""The arena: points and streaks, and who plays next."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tetrad.contests.arena import DRAW, LOSS, WIN, Entrant, after, pair, standings


def results(*scores: float) -> Entrant:
    entrant = Entrant("a")
    for number, score in enumerate(scores):
        entrant = after(entrant, score, f"b{number}", began=number % 2 == 0)
    return entrant


def test_a_win_gives_two_points_and_a_draw_one() -> None:
    assert results(WIN).points == 2
    assert results(DRAW).points == 1
    assert results(LOSS).points == 0


def test_after_two_wins_in_a_row_everything_counts_double_until_a_game_is_not_won() -> None:
    assert results(WIN, WIN, WIN).points == 8
    assert results(WIN, WIN, DRAW).points == 6
    assert results(WIN, WIN, DRAW, WIN).points == 8
    assert results(WIN, WIN, LOSS, WIN, WIN, WIN).points == 12


def test_neighbours_in_the_standings_play() -> None:
    waiting = [Entrant("a", points=6), Entrant("b"), Entrant("c", points=4), Entrant("d")]
    names = [{each.first, each.second} for each in pair(waiting)]
    assert names == [{"a", "c"}, {"b", "d"}]


def test_nobody_meets_the_last_opponent_while_others_are_still_playing() -> None:
    two = [Entrant("a", last="b"), Entrant("b", last="a")]
    assert pair(two, playing=2) == []
    assert len(pair(two)) == 1


def test_who_came_last_waits_when_the_number_is_odd() -> None:
    waiting = [Entrant("a", since=1), Entrant("b", since=3), Entrant("c", since=2)]
    [only] = pair(waiting)
    assert {only.first, only.second} == {"a", "c"}


def test_who_has_begun_more_rarely_begins() -> None:
    [only] = pair([Entrant("a", firsts=1), Entrant("b", firsts=-1)])
    assert only.first == "b"


@given(st.integers(2, 12), st.integers(0, 2**32))
def test_an_arena_goes_on_and_stays_fair(players: int, seed: int) -> None:
    chance = random.Random(seed)
    field = {f"p{number:02}": Entrant(f"p{number:02}") for number in range(players)}
    for turn in range(30):
        found = pair(list(field.values()))
        names = [name for each in found for name in (each.first, each.second)]
        assert len(set(names)) == len(names)
        assert found, "somebody always plays"
        for each in found:
            score = chance.choice([WIN, LOSS, DRAW])
            field[each.first] = after(field[each.first], score, each.second, began=True)
            field[each.second] = after(field[each.second], 1 - score, each.first, began=False)
        for name in names:
            field[name] = replace(field[name], since=float(turn))
    assert all(abs(each.firsts) <= 4 for each in field.values())
    best = standings(field.values())
    assert [each.points for each in best] == sorted((each.points for each in best), reverse=True)
