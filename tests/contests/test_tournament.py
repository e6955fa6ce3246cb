"""Tournaments as a log, and what follows from it; without a server."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from tetrad.contests import rounds
from tetrad.contests.house import house_ratings
from tetrad.contests.tournament import DAY, Entry, Tournament
from tetrad.matches.log import Event
from tetrad.rules import GAMES

START = 1000.0
ARENA = {
    "kind": "arena", "game": "qomet", "clock": {"base": 180, "increment": 2}, "name": "Tuesday",
    "starts": START, "minutes": 60, "house": False,
}  # fmt: skip
SWISS = {
    "kind": "swiss", "game": "quantik", "clock": {"days": 1}, "name": "Long one",
    "starts": START, "rounds": 3, "house": False,
}  # fmt: skip


class Log:
    """A tournament that goes on event by event."""

    def __init__(self, opened: dict[str, Any], people: int = 0, **more: Any) -> None:
        self.now = START
        self._names = count(1)
        self.tournament = Tournament()
        self.add("open", opened | more)
        for _ in range(people):
            self.join()

    def add(self, kind: str, data: dict[str, Any], wait: float = 0.0) -> None:
        self.now += wait
        self.tournament.apply(Event(self.tournament.seq + 1, kind, data, self.now))

    def join(self, **more: Any) -> int:
        number = len(self.tournament.entries) + 1
        self.add("join", {"entrant": number, "name": f"Player {number}", **more})
        return number

    def pair(self, *pairs: tuple[int, int], byes: tuple[int, ...] = ()) -> list[str]:
        """Begins these games, in Swiss rounds two each; their matches."""
        many = 1 if self.tournament.kind == "arena" else 2
        made: list[dict[str, Any]] = [
            {"first": one, "second": two, "matches": [f"m{next(self._names)}" for _ in range(many)]}
            for one, two in pairs
        ]
        number = self.tournament.round + 1
        self.add("pair", {"round": number, "pairings": made, "byes": list(byes)})
        return [match for each in made for match in each["matches"]]

    def result(self, match: str, score: float, **more: Any) -> None:
        self.add("result", {"results": [{"match": match, "score": score, **more}]}, wait=60)

    def points(self) -> dict[int, float]:
        return {row.entry.number: row.points for row in self.tournament.standings()}


def everybody(log: Log) -> set[int]:
    return {each.number for each in log.tournament.people}


def test_an_arena_is_soon_then_runs_and_is_over_when_it_says_so() -> None:
    log = Log(ARENA, people=2)
    arena = log.tournament
    assert [arena.state(START - 1), arena.state(START)] == ["soon", "running"]
    assert arena.ends == START + 3600
    log.add("end", {})
    assert arena.state(START) == "over"


def test_a_win_counts_two_points_and_on_a_streak_four() -> None:
    log = Log(ARENA, people=2)
    for expected in (2, 4, 8):
        (match,) = log.pair((1, 2))
        assert log.tournament.sides(match) == (1, 2)
        log.result(match, 1.0)
        assert log.points() == {1: expected, 2: 0}
    assert log.tournament.standings()[0].on_streak
    (match,) = log.pair((2, 1))
    log.result(match, 1.0)
    assert log.points() == {1: 8, 2: 2}


def test_who_plays_is_not_free_and_who_is_done_waits_again() -> None:
    log = Log(ARENA, people=3)
    (match,) = log.pair((1, 2))
    assert [each.number for each in log.tournament.free()] == [3]
    assert log.tournament.playing == {1: (match,), 2: (match,)}
    log.result(match, 0.5)
    assert [each.number for each in log.tournament.free()] == [1, 2, 3]
    assert log.tournament.arena[1].since == START + 60


def test_who_has_left_is_not_paired_until_they_are_back() -> None:
    log = Log(ARENA, people=2)
    log.add("leave", {"entrant": 2})
    assert rounds.arena_games(log.tournament, everybody(log), START).pairs == ()
    log.add("back", {"entrant": 2})
    assert len(rounds.arena_games(log.tournament, everybody(log), START).pairs) == 1


def test_who_does_not_come_to_a_game_is_set_aside() -> None:
    log = Log(ARENA, people=2)
    (match,) = log.pair((1, 2))
    log.result(match, 0.0, absent=1)
    assert log.points() == {1: 0, 2: 2}
    assert log.tournament.entries[1] == Entry(1, "Player 1", here=False, aside=True)
    log.add("back", {"entrant": 1})
    assert log.tournament.entries[1] == Entry(1, "Player 1")


def test_only_who_is_there_is_paired() -> None:
    log = Log(ARENA, people=4)
    ((one, other),) = rounds.arena_games(log.tournament, {2, 4}, START).pairs
    assert {one, other} == {2, 4}


def test_two_who_do_not_want_to_meet_are_never_paired() -> None:
    log = Log(ARENA, people=2)
    assert rounds.arena_games(log.tournament, {1, 2}, START, {1: {2}}).pairs == ()
    assert rounds.arena_games(log.tournament, {1, 2}, START, {2: {1}}).pairs == ()
    log.join()
    log.join()
    pairs = rounds.arena_games(log.tournament, {1, 2, 3, 4}, START, {1: {2}}).pairs
    assert {1, 2} not in [set(each) for each in pairs]
    assert len(pairs) == 2


def test_nobody_is_sent_into_a_game_that_cannot_be_over_in_time() -> None:
    log = Log(ARENA, people=2)
    assert rounds.arena_games(log.tournament, {1, 2}, START + 3600 - 10).pairs == ()


def test_the_house_plays_with_whoever_waits_alone_if_it_may() -> None:
    log = Log(ARENA, people=3)
    patient = START + rounds.PATIENCE
    assert rounds.arena_games(log.tournament, {3}, patient).pairs == ()
    log = Log(ARENA, people=3, house=True)
    assert rounds.arena_games(log.tournament, {3}, START + 1).pairs == ()
    plan = rounds.arena_games(log.tournament, {1, 2, 3}, patient)
    assert len(plan.pairs) == 2
    assert plan.house == {5}
    level = log.join(level=5, rating=1500)
    assert level not in [each.number for each in log.tournament.free()], "it comes when needed"


def test_the_house_is_about_as_strong_as_the_player_has_shown_to_be() -> None:
    for game in GAMES:
        for told in house_ratings(game):
            assert rounds.level_for(game, told["rating"] + 5) == told["level"]
            assert rounds.rating_of(game, told["level"]) == told["rating"]
        found = [rounds.level_for(game, rating) for rating in (700, 1500, 2600)]
        assert found == [1, 5, 10]
        assert rounds.level_for(game, 1500, won=4, games=4) == 7
        assert rounds.level_for(game, 1500, won=0, games=4) == 3


def test_what_is_played_when_an_arena_ends_counts_no_more() -> None:
    log = Log(ARENA, people=2)
    log.pair((1, 2))
    log.add("end", {})
    assert log.tournament.under_way == {}
    assert log.points() == {1: 0, 2: 0}


def test_a_round_of_swiss_is_two_games_each_counted_as_one() -> None:
    log = Log(SWISS, people=2)
    first, second = log.pair((1, 2))
    assert [log.tournament.sides(match) for match in (first, second)] == [(1, 2), (2, 1)]
    log.result(first, 1.0)
    assert log.points() == {1: 0, 2: 0}, "the pairing is not over yet"
    assert log.tournament.playing == {1: (second,), 2: (second,)}
    log.result(second, 0.5)
    assert log.points() == {1: 0.75, 2: 0.25}
    assert log.tournament.under_way == {}


def test_swiss_goes_on_for_three_rounds_without_anybody_meeting_twice() -> None:
    log = Log(SWISS, people=4)
    met = set()
    for _ in range(3):
        plan = rounds.swiss_round(log.tournament)
        assert plan
        met |= {frozenset(pair) for pair in plan.pairs}
        for match in log.pair(*plan.pairs):
            log.result(match, 1.0 if min(log.tournament.sides(match)) == 1 else 0.0)
    assert len(met) == 6
    assert rounds.swiss_round(log.tournament) is None, "everybody has met everybody"


def test_with_an_odd_number_one_has_a_bye_which_counts_as_a_win() -> None:
    log = Log(SWISS, people=3)
    plan = rounds.swiss_round(log.tournament)
    assert plan
    assert (len(plan.pairs), len(plan.byes)) == (1, 1)
    log.pair(*plan.pairs, byes=plan.byes)
    assert log.points()[plan.byes[0]] == 1.0


def test_with_an_odd_number_the_house_fills_in_if_it_may() -> None:
    log = Log(SWISS, people=3, house=True)
    plan = rounds.swiss_round(log.tournament)
    assert plan
    assert (len(plan.pairs), plan.byes, plan.house) == (2, (), {5})
    log.join(level=5, rating=1500)
    again = rounds.swiss_round(log.tournament)
    assert again
    assert again.house == set(), "the one who plays already"


def test_one_player_alone_plays_no_round() -> None:
    assert rounds.swiss_round(Log(SWISS, people=1).tournament) is None


def test_a_round_of_swiss_has_an_end() -> None:
    log = Log(SWISS, people=2)
    assert log.tournament.round_ends is None
    log.pair((1, 2))
    assert log.tournament.round_ends == START + 14 * DAY


def test_the_log_has_no_gaps_and_a_look_ahead_changes_nothing() -> None:
    log = Log(ARENA, people=2)
    with pytest.raises(ValueError, match="cannot follow"):
        log.tournament.apply(Event(9, "end", {}, START))
    later = log.tournament.after([Event(4, "leave", {"entrant": 1}, START)])
    assert not later.entries[1].here
    assert log.tournament.entries[1].here
    assert (later.seq, log.tournament.seq) == (4, 3)
