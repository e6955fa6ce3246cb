"""Qawale, rule sentence by rule sentence: what is allowed, and what is not."""

from __future__ import annotations

from itertools import combinations, islice

import pytest

from tests.oracles import QawaleOracle, name_of
from tetrad import IllegalMoveError, Outcome, Player
from tetrad.rules import qawale
from tetrad.rules.qawale import LINES, NEIGHBOURS, SQUARES, Move, Qawale

START = "00,x2,00/x4/x4/00,x2,00 1"
CORNERS = ["a1", "d1", "a4", "d4"]
FIRST_WINS = Outcome(Player.FIRST, "four in a line")
SECOND_WINS = Outcome(Player.SECOND, "four in a line")
DRAWN = Outcome(None, "all pebbles played")


def after(*moves: str, start: str = START) -> Qawale:
    position = Qawale.parse(start)
    for move in moves:
        position = position.play(move)
    return position


def assert_refused(position: Qawale, move: str, because: str) -> None:
    assert position.parse_move(move) not in position.legal_moves()
    with pytest.raises(IllegalMoveError, match=because):
        position.play(move)


def stack(position: Qawale, square: str) -> str:
    return position.stacks[SQUARES.index(square)]


def with_stacks(stacks: dict[str, str]) -> Qawale:
    return Qawale(tuple(stacks.get(square, "") for square in SQUARES))


def test_two_neutral_pebbles_start_on_each_corner() -> None:
    start = Qawale.start()
    assert str(start) == START
    assert [square for square in SQUARES if stack(start, square)] == CORNERS
    assert {stack(start, square) for square in CORNERS} == {"00"}
    assert start.turn is Player.FIRST
    assert start.outcome() is None


def test_each_player_has_eight_pebbles() -> None:
    assert [Qawale.start().in_hand(player) for player in Player] == [8, 8]
    one_turn = after("a1nne")
    assert [one_turn.in_hand(player) for player in Player] == [7, 8]
    assert [one_turn.played(player) for player in Player] == [1, 0]


def test_the_players_take_turns() -> None:
    assert after("a1nne").turn is Player.SECOND
    assert after("a1nne", "d4sss").turn is Player.FIRST


def test_a_pebble_goes_on_a_stack_and_the_whole_stack_is_sown() -> None:
    assert str(after("a1nne")) == "00,x2,00/0,1,x2/0,x3/x3,00 2"


def test_the_bottom_pebble_is_sown_first_and_the_new_one_lands_last() -> None:
    sown = after("a1eeenn", start="00,x2,00/x4/x4/0012,x2,00 1")
    assert str(sown) == "00,x2,00/x3,1/x3,2/x,0,0,001 2"


def test_the_new_pebble_is_the_movers() -> None:
    sown = after("a1eeennw", start="00,x2,00/x4/x4/00121,x2,00 2")
    assert str(sown) == "00,x2,00/x2,2,1/x3,2/x,0,0,001 1"


def test_a_pebble_may_not_go_on_an_empty_space() -> None:
    assert {move.square for move in Qawale.start().legal_moves()} == set(CORNERS)
    assert_refused(Qawale.start(), "b1n", "there is no stack on b1")
    assert_refused(Qawale.start(), "b2nne", "there is no stack on b2")
    assert list(Qawale.start().sowings("b2")) == []


def test_one_pebble_is_a_stack() -> None:
    position = after("a1nne")
    assert Move("a2", "nn") in position.legal_moves()
    assert str(position.play("a2nn")) == "002,x2,00/00,1,x2/x4/x3,00 1"


@pytest.mark.parametrize("square", ["a2", "b3", "c4", "d1"])
def test_it_does_not_matter_whose_the_stack_is(square: str) -> None:
    """The stacks are neutral, FIRST's, SECOND's and mixed; each player may take any."""
    first = Qawale.parse("00,x,2,00/x,1,x2/0,x3/0,x2,0012 1")
    second = Qawale.parse("00,x,2,00/x,1,x2/0,x3/0,x2,00121 2")
    for position in (first, second):
        assert square in {move.square for move in position.legal_moves()}


def test_a_stack_is_sown_completely_and_no_further() -> None:
    assert_refused(Qawale.start(), "a1nn", "3 pebbles to sow, not 2")
    assert_refused(Qawale.start(), "a1n", "3 pebbles to sow, not 1")
    assert_refused(Qawale.start(), "a1nnee", "3 pebbles to sow, not 4")
    assert {len(move.path) for move in Qawale.start().legal_moves()} == {3}


def test_pebbles_go_to_orthogonal_neighbours() -> None:
    assert NEIGHBOURS["b2"] == {"n": "b3", "e": "c2", "s": "b1", "w": "a2"}
    assert NEIGHBOURS["a1"] == {"n": "a2", "e": "b1"}
    assert NEIGHBOURS["d4"] == {"s": "d3", "w": "c4"}
    assert sorted(len(beside) for beside in NEIGHBOURS.values()) == [2] * 4 + [3] * 8 + [4] * 4


def test_the_trail_is_where_the_pebbles_land() -> None:
    assert Move("a1", "nne").trail() == ("a2", "a3", "b3")
    assert Move("a1", "nnw").trail() == ("a2", "a3")
    assert Move("a1", "").trail() == ()


def test_the_origin_is_empty_when_no_path_leads_back() -> None:
    for move in Qawale.start().legal_moves():
        assert stack(Qawale.start().play(move), move.square) == ""


def test_the_path_stays_on_the_board() -> None:
    assert_refused(Qawale.start(), "a1www", "leaves the board at a1")
    assert_refused(Qawale.start(), "a1sne", "leaves the board at a1")
    assert_refused(Qawale.start(), "a1nnw", "leaves the board at a3")
    assert Move("a1", "nnn") in Qawale.start().legal_moves()


def test_a_pebble_lands_on_top_of_what_is_there() -> None:
    assert str(after("a1nnn")) == "001,x2,00/0,x3/0,x3/x3,00 2"


def test_the_path_may_not_go_straight_back() -> None:
    assert_refused(Qawale.start(), "a1nsn", "straight back to a1")
    assert_refused(Qawale.start(), "a1nse", "straight back to a1")
    assert_refused(Qawale.start(), "a1nns", "straight back to a2")
    assert_refused(Qawale.start(), "a1new", "straight back to a2")
    assert Move("a1", "nes") in Qawale.start().legal_moves()


def test_the_second_pebble_never_lands_on_the_origin() -> None:
    position = after("a1nne")
    assert_refused(position, "a2ns", "straight back to a2")
    assert_refused(position, "b3ew", "straight back to b3")
    assert all(move.trail()[1] != move.square for move in position.legal_moves())


def test_a_path_may_loop_over_its_origin() -> None:
    """The stack has left the origin, so what comes back by the loop stands there alone."""
    looped = after("b2neswn", start="x3,00/x4/x,0012,x2/00,x2,00 1")
    assert str(looped) == "x3,00/x,01,0,x/x,2,1,x/00,x2,00 2"


def test_a_path_may_end_on_its_origin() -> None:
    looped = after("b2nesw", start="x3,00/x4/x,012,x2/000,x2,00 1")
    assert str(looped) == "x3,00/x,0,1,x/x,1,2,x/000,x2,00 2"


def test_a_path_may_run_round_a_loop_more_than_once() -> None:
    looped = after("b2neswneswn", start="x4/x4/x,00000012,x2/00,x3 1")
    assert str(looped) == "x4/x,001,00,x/x,02,01,x/00,x3 2"


def test_a_loop_does_not_excuse_going_straight_back() -> None:
    position = Qawale.parse("x3,00/x4/x,0012,x2/00,x2,00 1")
    assert_refused(position, "b2neswe", "straight back to c2")
    for step in "nsw":
        assert Move("b2", "nesw" + step) in position.legal_moves()


def test_there_are_ten_lines() -> None:
    named = {frozenset(SQUARES[index] for index in line) for line in LINES}
    assert named == {frozenset(name_of(at) for at in line) for line in QawaleOracle.LINES}
    assert len(LINES) == len(named) == 10


def test_only_rows_columns_and_main_diagonals_are_lines() -> None:
    """Every choice of four spaces: FIRST's visible pebbles there win only if they are a line."""
    lines = {tuple(sorted(line)) for line in LINES}
    for four in combinations(range(16), 4):
        rest = next(index for index in range(16) if index not in four)
        stacks = {SQUARES[index]: "21" for index in four} | {SQUARES[rest]: "00000000"}
        won = four in lines
        assert with_stacks(stacks).outcome() == (FIRST_WINS if won else None)
        squares = tuple(SQUARES[index] for index in four)
        assert with_stacks(stacks).winning_squares() == (squares if won else ())


def test_a_line_of_neutral_pebbles_wins_for_nobody() -> None:
    assert Qawale.parse("222,x,2,x/10,10,10,10/x4/00,x2,00 1").outcome() is None


def test_only_visible_pebbles_count() -> None:
    buried = Qawale.parse("x4/12,1,1,1/x4/0000,222,0000,x 1")
    assert buried.outcome() is None
    visible = Qawale.parse("x4/21,1,01,2001/x4/000,22,00,x 1")
    assert visible.outcome() == FIRST_WINS


def test_a_line_needs_one_colour() -> None:
    assert Qawale.parse("x4/1,1,1,2/x4/0000,222,0000,1 1").outcome() is None


def test_a_stack_of_four_equal_pebbles_is_no_line() -> None:
    position = Qawale.parse("00,x2,00/x4/x,1111,2222,x/00,x2,00 1")
    assert position.outcome() is None
    assert position.legal_moves()


def test_a_pebble_placed_but_not_yet_sown_makes_no_line() -> None:
    """FIRST's pebble on d1 completes row 1 only until the stack is lifted."""
    assert after("d1nn", start="00,x2,00/x4/x,222,x,000/1,1,1,0 1").outcome() is None


MID_SOWING = "x3,10/1,1,1,x/x4/0000,222,x,0002 1"


def test_a_line_in_mid_sowing_that_is_covered_again_does_not_count() -> None:
    """The first pebble completes row 3, the second covers c3."""
    visible_at_first = [
        stack(Qawale.parse(MID_SOWING), square)[-1:] for square in ("a3", "b3", "c3")
    ]
    assert visible_at_first == ["1", "1", "1"]
    sown = after("d4swn", start=MID_SOWING)
    assert str(sown) == "x2,1,x/1,1,10,1/x4/0000,222,x,0002 2"
    assert sown.outcome() is None
    assert sown.legal_moves()


def test_a_line_in_mid_sowing_that_stays_counts() -> None:
    assert after("d4ssw", start=MID_SOWING).outcome() == FIRST_WINS


def test_an_opponents_line_in_mid_sowing_does_not_count_either() -> None:
    text = "x3,20/2,2,2,x/x4/0000,111,x,0001 1"
    sown = after("d4swn", start=text)
    assert stack(sown, "d3") == "2"
    assert stack(sown, "c3") == "20"
    assert sown.outcome() is None


def test_the_movers_line_wins() -> None:
    won = after("d1nn", start="00,x2,001/1,1,1,x/2,2,x,2/00,x,00,2 1")
    assert won.outcome() == FIRST_WINS
    assert won.winning_squares() == ("a3", "b3", "c3", "d3")
    assert won.legal_moves() == ()
    with pytest.raises(IllegalMoveError, match="the game is over"):
        won.play("a1nnn")


@pytest.mark.parametrize(
    ("start", "outcome"),
    [
        ("00,x2,001/1,1,x,1/2,2,2,x/00,x,00,2 1", SECOND_WINS),
        ("00,x2,0012/2,2,x,2/1,1,1,x/00,x,00,1 2", FIRST_WINS),
    ],
)
def test_a_move_that_lines_up_only_the_opponent_loses(start: str, outcome: Outcome) -> None:
    lost = after("d1nn", start=start)
    assert lost.outcome() == outcome
    assert lost.winning_squares() == ("a2", "b2", "c2", "d2")


BOTH = [
    ("00,x2,001/1,1,1,x/2,2,2,x/00,x,00,2 1", FIRST_WINS, SECOND_WINS),
    ("00,x2,0012/2,2,2,x/1,1,1,x/00,x,00,1 2", SECOND_WINS, FIRST_WINS),
]


@pytest.mark.parametrize(("start", "outcome", "_"), BOTH)
def test_if_both_colours_line_up_the_mover_wins(start: str, outcome: Outcome, _: Outcome) -> None:
    both = after("d1nn", start=start)
    assert both.outcome() == outcome
    assert both.winning_squares() == ("a3", "b3", "c3", "d3")


@pytest.mark.usefixtures("reading_anew")
@pytest.mark.parametrize(("start", "_", "outcome"), BOTH)
def test_both_lines_are_judged_by_one_named_reading(
    start: str, _: Outcome, outcome: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qawale, "BOTH_LINES_WIN_FOR_THE_MOVER", False)
    assert after("d1nn", start=start).outcome() == outcome


def test_without_a_line_after_sixteen_pebbles_the_game_is_drawn() -> None:
    last = "x2,0,x/2,2,x,2/x4/00001,0002222,1111111,x 2"
    position = Qawale.parse(last)
    assert position.outcome() is None
    drawn = position.play("c4ww")
    assert drawn.outcome() == DRAWN
    assert drawn.legal_moves() == ()
    assert drawn.winning_squares() == ()
    with pytest.raises(IllegalMoveError, match="the game is over"):
        drawn.play("b4ss")


def test_the_sixteenth_pebble_can_still_win() -> None:
    last = "x2,0,x/2,2,2,x/x4/00001,0002222,1111111,x 2"
    assert after("c4es", start=last).outcome() == SECOND_WINS


def test_a_stack_of_ten_is_sown_like_any_other() -> None:
    position = Qawale.parse("x4/x4/x4/0000000012,x3 1")
    moves = [str(move) for move in position.legal_moves()]
    oracle = QawaleOracle.read(str(position))
    assert set(moves) == set(oracle.moves())
    assert all(len(move) == 2 + 11 for move in moves)
    round_the_edge = str(position.play("a1nnneeesssww"))
    assert round_the_edge == "0,0,0,0/0,x2,0/0,x2,0/x,1,2,1 2"


TOWER = "x4/x4/x4/00000000222222211111111,x3 2"
TWICE_ROUND_THE_EDGE = "nnneeessswww" * 2


def test_a_stack_of_twenty_three_is_sown_like_any_other() -> None:
    sown = Qawale.parse(TOWER).play("a1" + TWICE_ROUND_THE_EDGE)
    assert str(sown) == "02,01,01,01/02,x2,01/02,x2,01/22,21,21,21 1"
    assert sown.outcome() == SECOND_WINS


def test_the_path_of_a_tall_stack_has_no_cap() -> None:
    position = Qawale.parse(TOWER)
    assert all(len(move.path) == 24 for move in islice(position.sowings("a1"), 10))
    assert position.objection(Move("a1", TWICE_ROUND_THE_EDGE)) is None
    for path in (TWICE_ROUND_THE_EDGE[:-1], TWICE_ROUND_THE_EDGE + "n"):
        assert "24 pebbles to sow" in str(position.objection(Move("a1", path)))


@pytest.mark.parametrize("move", [Move("z9", "n"), Move("a1", "x"), Move("", ""), None])
def test_what_names_no_stack_and_path_is_refused(move: Move) -> None:
    assert Qawale.start().objection(move) == "that is not a move of this game"


def test_moves_come_square_by_square_and_then_north_east_south_west() -> None:
    moves = after("a1nne").legal_moves()
    keys = [
        (SQUARES.index(move.square), ["nesw".index(step) for step in move.path]) for move in moves
    ]
    assert keys == sorted(keys)


@pytest.mark.parametrize(
    ("begun", "why"),
    [
        ("a1n", None),
        ("a1nn", None),
        ("a1nnn", "with your pebble the stack has 3 pebbles to sow, not 3"),
        ("a1ns", "the path goes straight back to a1"),
        ("a1s", "the path leaves the board at a1"),
        ("b2n", "there is no stack on b2"),
    ],
)
def test_a_sowing_may_have_begun(begun: str, why: str | None) -> None:
    objection = Qawale.start().begun_objection(Move(begun[:2], begun[2:]))
    assert (objection and str(objection)) == why


def test_no_sowing_begins_after_the_end_of_the_game() -> None:
    won = Qawale.parse("1,1,1,1/x4/x4/0000,0000,x,222 2")
    assert str(won.begun_objection(Move("a1", "n"))) == "the game is over"
