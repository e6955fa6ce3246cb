"""The fold over a match's log, and what players may add to it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tetrad.position import Player
from tetrad.rules import GAMES
from tetrad.server.http.errors import ConflictError, ForbiddenError
from tetrad.server.rooms import log as matches
from tetrad.server.rooms.log import Draft, Event, Table

BOTH = frozenset(Player)
FIRST, SECOND = frozenset({Player.FIRST}), frozenset({Player.SECOND})
HUMAN = {"kind": "human", "name": "", "level": None, "open": False}
INVITED = {**HUMAN, "open": True}
BOT = {"kind": "bot", "name": "", "level": 3, "open": False}


def start(game: str = "quantik", second: dict[str, Any] = HUMAN, **more: Any) -> list[Event]:
    position = str(GAMES[game].start())
    data = {"game": game, "start": position, "repetition": True, **more}
    return [Event(1, "start", {**data, "players": {"1": HUMAN, "2": second}}, 1.0)]


def add(log: list[Event], draft: Draft) -> Table:
    data = draft.data or ({"match": "next"} if draft.kind == "rematch" else {})
    log.append(Event(len(log) + 1, draft.kind, data, float(len(log) + 1)))
    return Table(log)


def played(log: list[Event], *moves: str) -> Table:
    table = Table(log)
    for move in moves:
        table = add(log, matches.play(table, BOTH, move, table.seq))
    return table


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**32), st.sampled_from([HUMAN, BOT]))
def test_whatever_players_wish_the_log_stays_foldable(
    game: str, seed: int, second: dict[str, Any]
) -> None:
    chance = random.Random(seed)
    log = start(game, second)
    table = Table(log)
    for _ in range(30):
        you = chance.choice([FIRST, SECOND, BOTH])
        before = snapshot(table)
        try:
            draft = random_wish(chance, table, you)
        except ConflictError:
            continue
        assert draft.kind == "move" or matches.possible(table, you)
        assert snapshot(table) == before, "deciding changes nothing"
        after = table.after(
            Event(table.seq + 1, draft.kind, dict(draft.data or {"match": "next"}), 9.0)
        )
        assert snapshot(table) == before, "looking ahead changes nothing"
        table = add(log, draft)
        assert snapshot(table) == snapshot(after)
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    assert table.match.parse(table.match.record()).moves == table.match.moves


def random_wish(chance: random.Random, table: Table, you: frozenset[Player]) -> Draft:
    moves = table.position.legal_moves()
    if moves and chance.random() < 0.7:
        return matches.play(table, you, str(chance.choice(moves)), table.seq)
    return matches.wish(table, you, chance.choice(list(matches.WISHES.values())), None)


def snapshot(table: Table) -> tuple[object, ...]:
    match = table.match
    return table.seq, match.moves, match.outcome(), match.repetitions, table.offer, table.rematch


def test_what_is_possible_is_listed() -> None:
    log = start("qomet")
    assert matches.possible(Table(log), FIRST) == ["resign", "draw", "move"]
    assert matches.possible(Table(log), SECOND) == ["resign", "draw"]
    assert matches.possible(Table(log), BOTH) == ["resign", "draw", "move", "hint"]
    table = add(log, matches.resign(played(log, "@a1"), SECOND))
    assert matches.possible(table, FIRST) == ["rematch"]


def test_the_numbers_have_no_gaps() -> None:
    log = start()
    with pytest.raises(ValueError, match="event 3 cannot follow event 1"):
        Table([*log, Event(3, "resign", {"by": 1}, 2.0)])


def test_who_has_no_seat_may_only_watch() -> None:
    table = Table(start())
    with pytest.raises(ForbiddenError, match="you hold no seat"):
        matches.play(table, frozenset(), "A@a1", 1)
    assert matches.possible(table, frozenset()) == []


def test_only_the_player_to_move_moves() -> None:
    with pytest.raises(ConflictError, match="it is FIRST's turn") as refused:
        matches.play(Table(start()), SECOND, "A@a1", 1)
    assert refused.value.code == "out-of-turn"


def test_an_illegal_move_is_refused_with_its_reason() -> None:
    table = played(start(), "A@a1")
    with pytest.raises(ConflictError) as refused:
        matches.play(table, SECOND, "A@b1", 2)
    assert refused.value.reason
    assert refused.value.reason["code"] == "shape-in-line"
    assert refused.value.reason["params"] == {"player": 1, "shape": "A", "line": "row", "name": "1"}


def test_who_looked_at_an_older_board_is_told_so() -> None:
    with pytest.raises(ConflictError) as refused:
        matches.play(played(start(), "A@a1"), SECOND, "B@b2", 1)
    assert refused.value.code == "stale"


def test_on_one_device_a_move_is_taken_back_at_once() -> None:
    table = played(start(), "A@a1", "B@b2")
    assert matches.undo(table, BOTH) == Draft("undo", {"by": 1, "plies": 1})


def test_against_a_bot_both_its_move_and_mine_are_taken_back() -> None:
    table = played(start(second=BOT), "A@a1", "B@b2")
    assert matches.undo(table, FIRST) == Draft("undo", {"by": 1, "plies": 2})


def test_against_a_bot_that_thinks_only_my_move_is_taken_back() -> None:
    table = played(start(second=BOT), "A@a1")
    assert matches.undo(table, FIRST) == Draft("undo", {"by": 1, "plies": 1})


def test_against_a_person_a_takeback_needs_consent() -> None:
    log = start()
    table = played(log, "A@a1", "B@b2")
    table = add(log, matches.undo(table, FIRST))
    assert table.offer == {"kind": "takeback", "by": 1}
    assert len(table.match.moves) == 2
    with pytest.raises(ConflictError, match="no offer for you to accept"):
        matches.accept(table, FIRST)
    table = add(log, matches.accept(table, SECOND))
    assert (table.offer, table.match.moves) == (None, ())


def test_a_move_ends_an_offer() -> None:
    log = start("qomet")
    table = played(log, "@a1")
    add(log, matches.draw(table, FIRST))
    assert played(log, "@a4").offer is None


def test_a_resignation_can_be_taken_back_where_nobody_is_asked() -> None:
    log = start()
    table = played(log, "A@a1")
    table = add(log, matches.resign(table, BOTH))
    assert table.match.result == "1-0"
    table = add(log, matches.undo(table, BOTH))
    assert (table.match.result, len(table.match.moves)) == ("*", 1)


def test_nothing_is_taken_back_from_a_person_after_the_end() -> None:
    log = start()
    table = add(log, matches.resign(Table(log), FIRST))
    with pytest.raises(ConflictError, match="ask for a rematch"):
        matches.undo(table, FIRST)


def test_quantik_has_no_draws() -> None:
    with pytest.raises(ConflictError) as refused:
        matches.draw(Table(start()), FIRST)
    assert refused.value.code == "no-draws"


def test_a_draw_is_offered_and_agreed() -> None:
    log = start("qawale")
    table = add(log, matches.draw(Table(log), FIRST))
    assert not table.over
    table = add(log, matches.draw(table, SECOND))
    assert table.match.result == "1/2-1/2"


def test_a_rematch_waits_for_the_end_and_for_the_other_player() -> None:
    log = start()
    with pytest.raises(ConflictError, match="not over"):
        matches.rematch(Table(log), FIRST)
    table = add(log, matches.resign(Table(log), FIRST))
    table = add(log, matches.rematch(table, SECOND))
    assert table.offer == {"kind": "rematch", "by": 2}
    assert matches.accept(table, FIRST) == matches.rematch(table, FIRST) == matches.NEW_MATCH


def test_there_are_no_hints_against_a_person() -> None:
    with pytest.raises(ConflictError, match="no hints"):
        matches.may_ask_for_a_hint(Table(start()), FIRST)
    matches.may_ask_for_a_hint(Table(start(second=BOT)), FIRST)
    matches.may_ask_for_a_hint(Table(start()), BOTH)


def test_there_are_no_hints_while_a_friend_is_invited() -> None:
    assert "hint" not in matches.possible(Table(start(second=INVITED)), FIRST)
