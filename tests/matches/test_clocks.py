"""Clocks: what is left follows from the log, and a flag falls to the second."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.matches.test_log import BOT, BOTH, FIRST, HUMAN, INVITED, SECOND
from tetrad.matches import actions
from tetrad.matches import state as states
from tetrad.matches.clocks import DAY, Clock, clock_of, written
from tetrad.matches.log import Draft, Event, Standing
from tetrad.matches.match import Match
from tetrad.matches.refusals import ConflictError
from tetrad.position import Player
from tetrad.rules import GAMES

LIVE = {"base": 180, "increment": 2, "days": 0}
DAYS = {"base": 0, "increment": 0, "days": 3}


class Table:
    """A match whose log grows at given times."""

    def __init__(self, clock: dict[str, int] | None = LIVE, **more: Any) -> None:
        players = {"1": HUMAN, "2": more.pop("second", HUMAN)}
        start = str(GAMES["qomet"].start())
        data = {"game": "qomet", "start": start, "repetition": True, "players": players, **more}
        self.log = [Event(1, "start", {**data, "clock": clock}, 1000.0)]
        self.standing = Standing(self.log)

    def add(self, draft: Draft, at: float) -> Standing:
        data = draft.data or ({"match": "next"} if draft.kind == "rematch" else {})
        self.log.append(Event(len(self.log) + 1, draft.kind, data, at))
        self.standing = Standing(self.log)
        return self.standing

    def play(self, move: str, at: float, lag: float = 0.0) -> Standing:
        return self.add(actions.play(self.standing, BOTH, move, None, at, lag), at)

    @property
    def left(self) -> tuple[float, float]:
        assert self.standing.timing
        return self.standing.timing.left

    @property
    def due(self) -> float:
        assert self.standing.timing
        assert self.standing.timing.due
        return self.standing.timing.due


def begun() -> Table:
    """Both have made their first move, which is free."""
    table = Table()
    table.play("@d4", 1010.0)
    table.play("@a1", 1030.0)
    return table


def test_the_first_move_of_each_player_is_free() -> None:
    table = begun()
    assert table.left == (180.0, 180.0)


def test_who_does_not_begin_within_a_minute_is_out_of_time() -> None:
    table = Table()
    assert table.due == pytest.approx(1060.0, abs=1.0)
    assert table.add(actions.flag(table.standing, table.due), table.due).result == "0-1"


def test_time_is_taken_and_the_increment_added_with_each_move() -> None:
    table = begun()
    table.play("@d5", 1040.0)
    assert table.left == (172.0, 180.0)
    table.play("a1-a4", 1041.0)
    assert table.left == (172.0, 181.0)


def test_the_flag_falls_a_breath_after_the_deadline_and_not_before() -> None:
    table = begun()
    timing = table.standing.timing
    assert timing
    assert timing.deadline == 1210.0
    assert timing.due == 1211.0
    with pytest.raises(ConflictError, match="still time"):
        actions.flag(table.standing, 1210.9)
    ended = table.add(actions.flag(table.standing, 1211.0), 1211.0)
    assert (ended.result, ended.outcome and ended.outcome.code) == ("0-1", "time-up")
    assert table.left[0] == 0.0
    assert ended.timing
    assert ended.timing.due is None


def test_a_move_that_comes_too_late_is_the_flag() -> None:
    table = begun()
    assert actions.play(table.standing, FIRST, "@d5", None, 1210.0).kind == "move"
    assert actions.play(table.standing, FIRST, "@d5", None, 1210.5) == Draft("flag", {"by": 1})


def test_lag_is_forgiven_within_the_quota_and_saves_a_move_in_time() -> None:
    table = begun()
    late = actions.play(table.standing, FIRST, "@d5", None, 1210.4, 0.5)
    assert late.data["lag"] == 0.5
    table.add(late, 1210.4)
    assert table.left[0] == pytest.approx(2.1)


def test_the_quota_is_used_up_and_grows_again() -> None:
    table = begun()
    quotas = []
    for number, move in enumerate(("@d5", "a1-a4", "d5-d6", "a4-a1", "d6-d5")):
        assert table.standing.timing
        quotas.append(table.standing.timing.quota[number % 2])
        table.play(move, 1060.0 + 20 * number, 30.0 if number % 2 == 0 else 0.0)
    forgiven = [event.data.get("lag", 0.0) for event in table.log if event.kind == "move"]
    assert forgiven[2] == 4.0, "three moves' worth at first, one more for the first move"
    assert forgiven[4] == forgiven[6] == 1.0, "then one for each move"
    assert quotas[3] > quotas[1], "who has no lag saves up"


def test_a_negative_lag_is_none() -> None:
    table = begun()
    assert "lag" not in actions.play(table.standing, FIRST, "@d5", None, 1040.0, -3.0).data


def test_days_are_given_anew_for_every_move() -> None:
    table = Table(DAYS)
    assert table.due == 1000.0 + 3 * DAY
    table.play("@d4", 1000.0 + 2 * DAY)
    assert table.due == 1000.0 + 5 * DAY
    table.play("@a1", 1000.0 + 4 * DAY)
    assert table.due == 1000.0 + 7 * DAY


def test_time_runs_from_when_a_guest_has_come() -> None:
    table = Table(second=INVITED)
    assert table.standing.timing
    assert table.standing.timing.deadline is None
    table.add(Draft("join", {"seat": 2, "name": "", "person": "p1", "rating": 1500}), 5000.0)
    assert table.due == pytest.approx(5060.0, abs=1.0)
    assert table.standing.sittings[Player.SECOND].person == "p1"


def test_a_takeback_gives_no_time_back() -> None:
    table = begun()
    table.play("@d5", 1050.0)
    table.add(actions.undo(table.standing, FIRST), 1055.0)
    table.add(actions.accept(table.standing, SECOND), 1060.0)
    assert table.left == (162.0, 170.0)
    assert table.standing.timing
    assert table.standing.timing.running is Player.FIRST


def test_talk_offers_and_answers_do_not_touch_the_clock() -> None:
    table = begun()
    before = table.standing.timing
    table.add(actions.say(table.standing, SECOND, "hello"), 1035.0)
    table.add(actions.draw(table.standing, SECOND), 1036.0)
    table.add(actions.decline(table.standing, FIRST), 1037.0)
    assert table.standing.timing == before


def test_an_end_stops_the_clocks() -> None:
    table = begun()
    table.add(actions.resign(table.standing, SECOND), 1050.0)
    assert table.left == (160.0, 180.0)
    assert table.standing.timing
    assert table.standing.timing.running is None
    with pytest.raises(ConflictError):
        actions.flag(table.standing, 9999.0)


def test_who_stays_away_from_a_game_with_a_clock_has_left_it() -> None:
    table = begun()
    with pytest.raises(ConflictError, match="come back"):
        actions.claim(table.standing, SECOND, 59.0)
    table.add(actions.claim(table.standing, SECOND, 60.0), 1100.0)
    assert (table.standing.result, table.standing.outcome and table.standing.outcome.code) == (
        "0-1",
        "abandoned",
    )


def test_in_a_game_of_days_the_clock_decides() -> None:
    with pytest.raises(ConflictError, match="still time"):
        actions.claim(Table(DAYS).standing, SECOND, 1e9)


def test_a_game_without_a_clock_can_be_claimed_after_a_stated_time() -> None:
    standing = Table(None).standing
    late = standing.updated + 14 * 86_400
    with pytest.raises(ConflictError, match="after 14 days without a move"):
        actions.claim(standing, SECOND, 1e9, late - 1)
    with pytest.raises(ConflictError, match="after 14 days"):
        actions.claim(standing, FIRST, 1e9, late)
    assert actions.claim(standing, SECOND, 0.0, late).data == {"by": 1}


def test_a_bot_never_leaves() -> None:
    with pytest.raises(ConflictError):
        actions.claim(Table(second=BOT).standing, FIRST, 1e9)


def test_a_rated_game_knows_no_takebacks() -> None:
    table = Table(pair={"id": "x", "game": 1})
    table.play("@d4", 1001.0)
    with pytest.raises(ConflictError, match="rated"):
        actions.undo(table.standing, FIRST)


def test_a_game_that_the_clock_has_ended_stays_ended() -> None:
    table = Table(second=BOT)
    table.add(actions.flag(table.standing, 2000.0), 2000.0)
    with pytest.raises(ConflictError):
        actions.undo(table.standing, FIRST)


def test_a_rematch_has_the_same_clock() -> None:
    table = begun()
    table.add(actions.resign(table.standing, FIRST), 1050.0)
    assert states.rematch_start(table.standing)["clock"] == LIVE


def test_a_record_tells_the_clock() -> None:
    table = begun()
    table.play("@d5", 1063.0)
    table.add(actions.resign(table.standing, SECOND), 1070.0)
    record = states.record(table.standing)
    assert '[TimeControl "180+2"]' in record
    assert '[FirstClock "0:02:29"]' in record
    assert '[SecondClock "0:02:53"]' in record
    assert Match.parse(record).record() == record
    assert '[TimeControl "1/259200"]' in states.record(Table(DAYS).standing)
    assert "TimeControl" not in states.record(Table(None).standing)


def test_a_record_of_a_lost_clock_round_trips() -> None:
    table = begun()
    table.add(actions.flag(table.standing, 2000.0), 2000.0)
    record = states.record(table.standing)
    assert '[Termination "time forfeit"]' in record
    assert Match.parse(record).record() == record


def test_clients_are_told_what_to_show() -> None:
    table = begun()
    told = states.clocks(table.standing)
    assert told["clock"] == LIVE
    assert told["timing"] == {
        "left": {"1": 180.0, "2": 180.0},
        "running": 1,
        "since": 1030.0,
        "deadline": 1210.0,
        "free": False,
    }
    assert states.now(table.standing)["timing"] == told["timing"]
    assert states.summary("m", table.standing)["deadline"] == 1210.0


def test_clocks_of_a_kind_are_rated_together() -> None:
    assert [Clock(180, 2).kind, Clock(600, 5).kind, Clock(days=3).kind] == ["fast", "slow", "days"]
    assert clock_of(None) is None
    assert written(3725.9) == "1:02:05"


@given(
    st.sampled_from([LIVE, DAYS, {"base": 60, "increment": 0, "days": 0}]),
    st.lists(st.tuples(st.floats(0, 400), st.floats(0, 3), st.integers(0, 9)), max_size=25),
)
def test_whoever_reads_the_log_comes_to_the_same_second(
    clock: dict[str, int], steps: list[tuple[float, float, int]]
) -> None:
    table, at = Table(clock), 1000.0
    for seconds, lag, choice in steps:
        standing, at = table.standing, at + seconds
        if standing.over:
            break
        assert standing.timing
        assert standing.timing.due
        if at >= standing.timing.due:
            table.add(actions.flag(standing, at), at)
            break
        moves = standing.position.legal_moves()
        draft = actions.play(standing, BOTH, str(moves[choice % len(moves)]), None, at, lag)
        assert standing.timing.in_time(at, standing.timing.forgiven(lag)) == (draft.kind == "move")
        after = standing.after(Event(standing.seq + 1, draft.kind, dict(draft.data), at))
        table.add(draft, at)
        assert table.standing.timing == after.timing
        assert all(left >= 0 for left in table.left)
        assert after.timing
        assert all(quota >= 0 for quota in after.timing.quota)
