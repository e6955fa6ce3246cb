"""A game being played: its moves, undo and redo, and how it ends."""

from __future__ import annotations

import pytest

from tetrad import GAMES, IllegalMoveError, Outcome, Player
from tetrad.matches.match import Match

WON = "A@a1 B@b1 C@c1 D@d1"
AGREED = Outcome(None, "draw agreed")
REPEATED = Outcome(None, "repetition")


def match_of(game: str, moves: str = "", repetition: bool = True) -> Match:
    match = Match(GAMES[game].start(), draw_by_repetition=repetition)
    for move in moves.split():
        match.play(move)
    return match


def texts(match: Match) -> list[str]:
    return [str(move) for move in match.moves]


def test_a_match_begins_at_its_start_without_moves() -> None:
    for game in GAMES.values():
        match = Match(game.start())
        assert match.position == match.start == game.start()
        assert match.positions == (game.start(),)
        assert match.moves == ()
        assert match.outcome() is None
        assert match.result == "*"
        assert match.repetitions == 1


def test_moves_are_kept_in_order_as_objects() -> None:
    match = Match(GAMES["quantik"].start())
    after = match.play("A@b3")
    assert after == match.position
    match.play(after.parse_move("B@c2"))
    assert texts(match) == ["A@b3", "B@c2"]
    assert all(not isinstance(move, str) for move in match.moves)
    assert str(match.position) == "..../.A../..b./...."
    assert len(match.positions) == 3


def test_the_last_move_comes_with_the_position_it_was_made_in() -> None:
    match = Match(GAMES["quantik"].start())
    assert match.last is None
    match.play("A@a1")
    before = match.position
    match.play("B@b1")
    assert match.last == (before, match.moves[-1])


def test_an_illegal_move_changes_nothing() -> None:
    match = match_of("quantik", "A@b3")
    for move in ("A@b4", "nonsense", None, 5):
        with pytest.raises(IllegalMoveError):
            match.play(move)
    assert texts(match) == ["A@b3"]
    assert match.repetitions == 1


def test_undo_takes_back_the_last_move_and_redo_plays_it_again() -> None:
    match = match_of("quantik", "A@b3 B@c2")
    match.undo()
    assert texts(match) == ["A@b3"]
    match.undo()
    assert match.position == match.start
    match.redo()
    match.redo()
    assert texts(match) == ["A@b3", "B@c2"]
    assert len(match.positions) == 3


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    with pytest.raises(IllegalMoveError, match="no move to take back"):
        match_of("qomet").undo()


def test_there_is_nothing_to_redo_unless_something_was_taken_back() -> None:
    with pytest.raises(IllegalMoveError, match="no move to play again"):
        match_of("qomet", "@d4").redo()


def test_a_new_move_forgets_what_was_taken_back() -> None:
    match = match_of("quantik", "A@b3 B@c2")
    match.undo()
    match.play("C@c2")
    with pytest.raises(IllegalMoveError, match="no move to play again"):
        match.redo()


def test_a_refused_move_does_not_forget_what_was_taken_back() -> None:
    match = match_of("quantik", "A@b3 B@c2")
    match.undo()
    with pytest.raises(IllegalMoveError):
        match.play("A@b4")
    match.redo()
    assert texts(match) == ["A@b3", "B@c2"]


def test_a_won_match_has_the_boards_outcome_and_takes_no_more_moves() -> None:
    match = match_of("quantik", WON)
    assert match.outcome() == Outcome(Player.SECOND, "four different shapes")
    assert match.result == "0-1"
    with pytest.raises(IllegalMoveError, match=r"A@d4.*after the end"):
        match.play("A@d4")
    match.undo()
    assert match.outcome() is None
    assert match.result == "*"
    match.redo()
    assert match.result == "0-1"


@pytest.mark.parametrize(("player", "result"), [(Player.FIRST, "0-1"), (Player.SECOND, "1-0")])
def test_who_resigns_loses(player: Player, result: str) -> None:
    match = match_of("qomet", "@d4")
    match.resign(player)
    assert match.outcome() == Outcome(player.other, "resignation")
    assert match.result == result
    with pytest.raises(IllegalMoveError, match="after the end"):
        match.play("@d5")


def test_the_players_may_agree_on_a_draw() -> None:
    match = match_of("qawale", "a1nne")
    match.agree_draw()
    assert match.outcome() == AGREED
    assert match.result == "1/2-1/2"


def test_a_finished_match_cannot_be_ended_again() -> None:
    match = match_of("quantik", WON)
    with pytest.raises(IllegalMoveError, match=r"already over \(four different shapes\)"):
        match.resign(Player.FIRST)
    with pytest.raises(IllegalMoveError, match="already over"):
        match.agree_draw()
    assert match.result == "0-1"


def test_undo_takes_back_a_resignation_or_agreed_draw_before_any_move() -> None:
    match = match_of("qomet", "@d4")
    match.resign(Player.FIRST)
    match.undo()
    assert match.outcome() is None
    assert texts(match) == ["@d4"]
    match.agree_draw()
    match.undo()
    match.undo()
    assert texts(match) == []


def test_a_match_that_was_given_up_cannot_go_on_by_redo() -> None:
    match = match_of("qomet", "@d4 @d5")
    match.undo()
    match.resign(Player.SECOND)
    with pytest.raises(IllegalMoveError, match="already over"):
        match.redo()
    assert texts(match) == ["@d4"]
    match.undo()
    match.redo()
    assert texts(match) == ["@d4", "@d5"]


ROUND = "a1-d1 g7-d7 d1-a1 d7-g7"


def test_a_position_that_stands_for_the_third_time_is_a_draw() -> None:
    match = match_of("qomet", f"@a1 @g7 {ROUND}")
    assert match.repetitions == 2
    assert match.outcome() is None
    for move in ROUND.split():
        assert match.outcome() is None
        match.play(move)
    assert match.repetitions == 3
    assert match.outcome() == REPEATED
    assert match.result == "1/2-1/2"
    with pytest.raises(IllegalMoveError, match="after the end"):
        match.play("a1-d1")
    with pytest.raises(IllegalMoveError, match="already over"):
        match.resign(Player.FIRST)


def test_the_draw_by_repetition_is_a_setting() -> None:
    match = match_of("qomet", f"@a1 @g7 {ROUND} {ROUND} {ROUND}", repetition=False)
    assert match.repetitions == 4
    assert match.outcome() is None
    match.draw_by_repetition = True
    assert match.outcome() == REPEATED


def test_undo_counts_repetitions_backwards() -> None:
    match = match_of("qomet", f"@a1 @g7 {ROUND} {ROUND}")
    match.undo()
    assert match.repetitions == 2
    assert match.outcome() is None
    match.redo()
    assert match.repetitions == 3
    assert match.outcome() == REPEATED


def test_a_move_taken_back_and_played_again_repeats_nothing() -> None:
    match = match_of("qomet", f"@a1 @g7 {ROUND}")
    for _ in range(3):
        match.undo()
        match.redo()
    assert match.repetitions == 2
    assert match.outcome() is None


def test_another_side_to_move_is_another_position() -> None:
    """The stars come back to where they stood, with the other player to move."""
    match = match_of("qomet", "@d4 @g7 d4-c3 g7-d7 c3-d3 d7-g7 d3-d4")
    boards = [str(position).split(" ")[0] for position in match.positions]
    assert boards.count(boards[-1]) == 2
    assert match.repetitions == 1


def test_another_forbidden_undo_is_another_position() -> None:
    """The same stars and side to move, once right after a push and once not."""
    pushed = match_of("qomet", "@d7 @d6 @a1 @g1 d7-d6 g1-g4 a1-a4 g4-g1 a4-a1")
    first = pushed.positions[5]
    assert str(first).endswith("2 d5-d6")
    assert str(pushed.position).endswith("2 -")
    assert str(first)[:-5] == str(pushed.position)[:-1]
    assert pushed.repetitions == 1


def test_a_copy_goes_its_own_way() -> None:
    match = Match(GAMES["qomet"].start(), {"First": "Ada"})
    for move in ("@d4", "@a1", "@d5"):
        match.play(move)
    match.undo()
    twin = match.copy()
    assert twin.record() == match.record()
    twin.redo()
    twin.resign(Player.SECOND)
    assert (len(match.moves), match.outcome()) == (2, None)
    assert (len(twin.moves), twin.result) == (3, "1-0")
