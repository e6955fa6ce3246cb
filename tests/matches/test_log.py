"""The fold over a match's log, and what players may add to it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tetrad.matches import actions
from tetrad.matches.log import Draft, Event, Standing
from tetrad.matches.refusals import ConflictError, ForbiddenError
from tetrad.position import Player
from tetrad.rules import GAMES

BOTH = frozenset(Player)
FIRST, SECOND = frozenset({Player.FIRST}), frozenset({Player.SECOND})
HUMAN = {"kind": "human", "name": "", "level": None, "open": False}
INVITED = {**HUMAN, "open": True}
BOT = {"kind": "bot", "name": "", "level": 3, "open": False}


def start(game: str = "quantik", second: dict[str, Any] = HUMAN, **more: Any) -> list[Event]:
    position = str(GAMES[game].start())
    data = {"game": game, "start": position, "repetition": True, **more}
    return [Event(1, "start", {**data, "players": {"1": HUMAN, "2": second}}, 1.0)]


def add(log: list[Event], draft: Draft) -> Standing:
    data = draft.data or ({"match": "next"} if draft.kind == "rematch" else {})
    log.append(Event(len(log) + 1, draft.kind, data, float(len(log) + 1)))
    return Standing(log)


def played(log: list[Event], *moves: str) -> Standing:
    standing = Standing(log)
    for move in moves:
        standing = add(log, actions.play(standing, BOTH, move, standing.seq))
    return standing


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**32), st.sampled_from([HUMAN, BOT]))
def test_whatever_players_wish_the_log_stays_foldable(
    game: str, seed: int, second: dict[str, Any]
) -> None:
    chance = random.Random(seed)
    log = start(game, second)
    standing = Standing(log)
    for _ in range(30):
        you = chance.choice([FIRST, SECOND, BOTH])
        before = snapshot(standing)
        try:
            draft = random_wish(chance, standing, you)
        except ConflictError:
            continue
        assert draft.kind == "move" or actions.possible(standing, you)
        assert snapshot(standing) == before, "deciding changes nothing"
        after = standing.after(
            Event(standing.seq + 1, draft.kind, dict(draft.data or {"match": "next"}), 9.0)
        )
        assert snapshot(standing) == before, "looking ahead changes nothing"
        standing = add(log, draft)
        assert snapshot(standing) == snapshot(after)
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    assert standing.match.parse(standing.match.record()).moves == standing.match.moves


def random_wish(chance: random.Random, standing: Standing, you: frozenset[Player]) -> Draft:
    moves = standing.position.legal_moves()
    if moves and chance.random() < 0.7:
        return actions.play(standing, you, str(chance.choice(moves)), standing.seq)
    return actions.wish(standing, you, chance.choice(list(actions.WISHES.values())), None)


def snapshot(standing: Standing) -> tuple[object, ...]:
    match = standing.match
    return (
        standing.seq,
        match.moves,
        match.outcome(),
        match.repetitions,
        standing.offer,
        standing.rematch,
    )


def test_what_is_possible_is_listed() -> None:
    log = start("qomet")
    assert actions.possible(Standing(log), FIRST) == ["resign", "draw", "move"]
    assert actions.possible(Standing(log), SECOND) == ["resign", "draw"]
    assert actions.possible(Standing(log), BOTH) == ["resign", "draw", "move", "hint"]
    standing = add(log, actions.resign(played(log, "@a1"), SECOND))
    assert actions.possible(standing, FIRST) == ["rematch"]


def test_the_numbers_have_no_gaps() -> None:
    log = start()
    with pytest.raises(ValueError, match="event 3 cannot follow event 1"):
        Standing([*log, Event(3, "resign", {"by": 1}, 2.0)])


def test_who_has_no_seat_may_only_watch() -> None:
    standing = Standing(start())
    with pytest.raises(ForbiddenError, match="you can watch"):
        actions.play(standing, frozenset(), "A@a1", 1)
    assert actions.possible(standing, frozenset()) == []


def test_only_the_player_to_move_moves() -> None:
    with pytest.raises(ConflictError, match="it is not your turn") as refused:
        actions.play(Standing(start()), SECOND, "A@a1", 1)
    assert refused.value.code == "out-of-turn"


def test_an_illegal_move_is_refused_with_its_reason() -> None:
    standing = played(start(), "A@a1")
    with pytest.raises(ConflictError) as refused:
        actions.play(standing, SECOND, "A@b1", 2)
    assert refused.value.code == "illegal-move"
    assert refused.value.objection == "FIRST has a sphere in row 1"


def test_who_looked_at_an_older_board_is_told_so() -> None:
    with pytest.raises(ConflictError) as refused:
        actions.play(played(start(), "A@a1"), SECOND, "B@b2", 1)
    assert refused.value.code == "stale"


def test_on_one_device_a_move_is_taken_back_at_once() -> None:
    standing = played(start(), "A@a1", "B@b2")
    assert actions.undo(standing, BOTH) == Draft("undo", {"by": 1, "plies": 1})


def test_against_a_bot_both_its_move_and_mine_are_taken_back() -> None:
    standing = played(start(second=BOT), "A@a1", "B@b2")
    assert actions.undo(standing, FIRST) == Draft("undo", {"by": 1, "plies": 2})


def test_against_a_bot_that_thinks_only_my_move_is_taken_back() -> None:
    standing = played(start(second=BOT), "A@a1")
    assert actions.undo(standing, FIRST) == Draft("undo", {"by": 1, "plies": 1})


def test_against_a_person_a_takeback_needs_consent() -> None:
    log = start()
    standing = played(log, "A@a1", "B@b2")
    standing = add(log, actions.undo(standing, FIRST))
    assert standing.offer == {"kind": "takeback", "by": 1}
    assert len(standing.match.moves) == 2
    with pytest.raises(ConflictError, match="no longer open"):
        actions.accept(standing, FIRST)
    standing = add(log, actions.accept(standing, SECOND))
    assert (standing.offer, standing.match.moves) == (None, ())


def test_a_move_ends_an_offer() -> None:
    log = start("qomet")
    standing = played(log, "@a1")
    add(log, actions.draw(standing, FIRST))
    assert played(log, "@a4").offer is None


def test_a_resignation_can_be_taken_back_where_nobody_is_asked() -> None:
    log = start()
    standing = played(log, "A@a1")
    standing = add(log, actions.resign(standing, BOTH))
    assert standing.match.result == "1-0"
    standing = add(log, actions.undo(standing, BOTH))
    assert (standing.match.result, len(standing.match.moves)) == ("*", 1)


def test_nothing_is_taken_back_from_a_person_after_the_end() -> None:
    log = start()
    standing = add(log, actions.resign(Standing(log), FIRST))
    with pytest.raises(ConflictError, match="the game is over"):
        actions.undo(standing, FIRST)


def test_quantik_has_no_draws() -> None:
    with pytest.raises(ConflictError) as refused:
        actions.draw(Standing(start()), FIRST)
    assert refused.value.code == "no-draws"


def test_a_draw_is_offered_and_agreed() -> None:
    log = start("qawale")
    standing = add(log, actions.draw(Standing(log), FIRST))
    assert not standing.over
    standing = add(log, actions.draw(standing, SECOND))
    assert standing.match.result == "1/2-1/2"


def test_a_rematch_waits_for_the_end_and_for_the_other_player() -> None:
    log = start()
    with pytest.raises(ConflictError, match="not over"):
        actions.rematch(Standing(log), FIRST)
    standing = add(log, actions.resign(Standing(log), FIRST))
    standing = add(log, actions.rematch(standing, SECOND))
    assert standing.offer == {"kind": "rematch", "by": 2}
    assert actions.accept(standing, FIRST) == actions.rematch(standing, FIRST) == actions.NEW_MATCH


def test_there_are_no_hints_against_a_person() -> None:
    with pytest.raises(ConflictError, match="no hints"):
        actions.may_ask_for_a_hint(Standing(start()), FIRST)
    actions.may_ask_for_a_hint(Standing(start(second=BOT)), FIRST)
    actions.may_ask_for_a_hint(Standing(start()), BOTH)


def test_there_are_no_hints_while_a_friend_is_invited() -> None:
    assert "hint" not in actions.possible(Standing(start(second=INVITED)), FIRST)


def test_the_game_begins_when_the_friend_has_joined() -> None:
    log = start(second=INVITED)
    assert "move" not in actions.possible(Standing(log), FIRST)
    with pytest.raises(ConflictError, match="begins when your friend has joined"):
        actions.play(Standing(log), FIRST, "A@a1", 1)
    standing = add(log, Draft("join", {"seat": 2, "name": "Grace"}))
    assert "move" in actions.possible(standing, FIRST)
    assert actions.play(standing, FIRST, "A@a1", 2).kind == "move"
