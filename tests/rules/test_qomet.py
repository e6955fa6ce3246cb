"""Qomet, rule sentence by rule sentence: what is allowed, and what is not."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from tests import oracles
from tests.oracles import COMPASS, STARFIELD, next_point, star_name, star_point
from tetrad import IllegalMoveError, Outcome, Player
from tetrad.rules import qomet
from tetrad.rules.qomet import INDEX, OUTER, RANKS, SQUARES, STEPS, Move, Qomet

FIRST_WINS = Outcome(Player.FIRST, "a square")
SECOND_WINS = Outcome(Player.SECOND, "a square")


def text_of(first: str, second: str = "", turn: int = 1, forbidden: str = "-") -> str:
    stars = dict.fromkeys(first.split(), "1") | dict.fromkeys(second.split(), "2")
    ranks = ("".join(stars.get(f + rank, ".") for f in RANKS[rank]) for rank in "7654321")
    return f"{'/'.join(ranks)} {turn} {forbidden}"


def board(first: str, second: str = "", turn: int = 1, forbidden: str = "-") -> Qomet:
    return Qomet.parse(text_of(first, second, turn, forbidden))


def assert_refused(position: Qomet, move: str, because: str) -> None:
    assert position.parse_move(move) not in position.legal_moves()
    with pytest.raises(IllegalMoveError, match=because):
        position.play(move)


def assert_played(position: Qomet, move: str, first: str, second: str = "") -> Qomet:
    """Plays a legal move and compares the stars, whoever is to move and whatever is forbidden."""
    assert position.parse_move(move) in position.legal_moves()
    after = position.play(move)
    for player, squares in ((Player.FIRST, first), (Player.SECOND, second)):
        assert {s for s in SQUARES if after.at(s) is player} == set(squares.split())
    assert after.turn is position.turn.other
    return after


def test_the_board_has_25_spaces() -> None:
    named = "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d4 d5 d6 d7 e3 e4 e5 f2 f4 f6 g1 g4 g7"
    assert sorted(SQUARES) == named.split()
    assert set(SQUARES) == {star_name(at) for at in STARFIELD}


def test_the_board_has_48_edges() -> None:
    edges = {frozenset((origin, target)) for origin in STEPS for target in STEPS[origin]}
    assert len(edges) == 48
    assert all(origin in STEPS[target] for origin in STEPS for target in STEPS[origin])


def test_eight_rays_lead_from_the_centre() -> None:
    assert list(STEPS["d4"]) == ["d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5"]
    assert STEPS["d4"]["e5"] == "f6"
    assert STEPS["e5"]["f6"] == "g7"
    assert STEPS["f6"]["g7"] == "off"


def test_the_straight_lines_are_four_of_seven_and_twelve_of_three_points() -> None:
    """Walk straight on from every space in every direction until the line ends."""
    lines = set()
    for origin in SQUARES:
        for target in STEPS[origin]:
            walk = [origin, target]
            while (behind := STEPS[walk[-2]][walk[-1]]) in INDEX:
                assert behind is not None
                walk.append(behind)
            lines.add(frozenset(walk))
    longest = {line for line in lines if not any(line < other for other in lines)}
    assert sorted(len(line) for line in longest) == [3] * 12 + [7] * 4


@pytest.mark.parametrize("square", SQUARES)
def test_every_step_goes_where_the_drawing_says(square: str) -> None:
    """Geometry decides: the same steps, in the same order, with the same space behind."""
    expected: dict[str, str | None] = {}
    for way in COMPASS:
        to = next_point(star_point(square), way)
        if isinstance(to, tuple):
            behind = next_point(to, way)
            expected[star_name(to)] = star_name(behind) if isinstance(behind, tuple) else behind
    assert list(STEPS[square].items()) == list(expected.items())


def test_each_player_has_seven_stars_in_hand_and_the_board_is_empty() -> None:
    start = Qomet.start()
    assert str(start) == ".../.../.../......./.../.../... 1 -"
    assert [start.in_hand(player) for player in Player] == [7, 7]
    assert start.turn is Player.FIRST
    assert start.outcome() is None


def test_at_the_start_a_star_may_be_placed_anywhere() -> None:
    assert [str(move) for move in Qomet.start().legal_moves()] == [f"@{s}" for s in SQUARES]


def test_a_turn_is_one_action() -> None:
    after = Qomet.start().play("@d4")
    assert str(after) == ".../.../.../...1.../.../.../... 2 -"
    assert after.in_hand(Player.FIRST) == 6
    assert after.turn is Player.SECOND


def test_a_star_is_placed_on_an_empty_space() -> None:
    position = board("d4", "a1")
    assert_played(position, "@d5", "d4 d5", "a1")
    assert_refused(position, "@d4", "d4 is not empty")
    assert_refused(position, "@a1", "a1 is not empty")


def test_only_a_star_in_hand_can_be_placed() -> None:
    seven = board("a1 d1 b2 d2 d3 f6 g4", "g7")
    assert seven.in_hand(Player.FIRST) == 0
    assert_refused(seven, "@d4", "FIRST has no star in hand")
    assert not any(move.origin is None for move in seven.legal_moves())
    assert any(move.origin is None for move in board("a1 d1 b2 d2 d3 f6", "g7").legal_moves())


def test_only_your_own_star_can_be_moved() -> None:
    position = board("d4", "a1")
    assert_refused(position, "a1-a4", "FIRST has no star on a1")
    assert_refused(position, "a1-off", "FIRST has no star on a1")
    assert_refused(position, "c3-c4", "FIRST has no star on c3")
    assert_played(board("d4", "a1", 2), "a1-a4", "d4", "a4")


def test_nobody_may_pass() -> None:
    for text in ("", "-", "pass", "d4-d4", "@"):
        with pytest.raises(IllegalMoveError):
            board("d4").play(text)


@pytest.mark.parametrize("target", ["d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5"])
def test_a_move_goes_one_step_along_a_line(target: str) -> None:
    assert_played(board("d4"), f"d4-{target}", target)


@pytest.mark.parametrize(
    ("origin", "target"),
    [("d4", "d6"), ("d4", "g7"), ("a1", "a7"), ("a1", "c3"), ("b2", "b6"), ("d7", "d1")],
)
def test_a_move_does_not_go_two_steps(origin: str, target: str) -> None:
    assert_refused(board(origin), f"{origin}-{target}", "no line joins")


@pytest.mark.parametrize(
    ("origin", "target"),
    [("d5", "c4"), ("b4", "c5"), ("d6", "e5"), ("a4", "b6"), ("d1", "b2"), ("d2", "c3")],
)
def test_a_move_follows_the_lines_only(origin: str, target: str) -> None:
    """Diagonals run through corners and the centre, never from a midpoint."""
    assert_refused(board(origin), f"{origin}-{target}", "no line joins")


def test_nothing_else_happens_on_an_empty_space() -> None:
    assert_played(board("d4 d6", "f6"), "d4-d5", "d5 d6", "f6")


def test_a_star_of_the_opponent_is_pushed_one_step_straight_on() -> None:
    assert_played(board("d4", "d5"), "d4-d5", "d5", "d6")
    assert_played(board("a1", "a4"), "a1-a4", "a4", "a7")
    assert_played(board("b2", "d2"), "b2-d2", "d2", "f2")


def test_a_star_of_your_own_is_pushed_as_well() -> None:
    assert_played(board("d4 d5"), "d4-d5", "d5 d6")
    assert_played(board("c3 d3"), "c3-d3", "d3 e3")


def test_a_push_runs_through_the_centre() -> None:
    assert_played(board("c3", "d4"), "c3-d4", "d4", "e5")
    assert_played(board("d3", "d4"), "d3-d4", "d4", "d5")


def test_the_space_behind_a_pushed_star_must_be_empty() -> None:
    for behind in ("d6", ""):
        position = board(f"d4 {behind}", f"d5 {'' if behind else 'd6'}")
        assert_refused(position, "d4-d5", "d6 is not empty")
    assert_refused(board("d4 d5 d6"), "d4-d5", "d6 is not empty")


def test_at_most_one_star_is_pushed_even_off_the_board() -> None:
    assert_refused(board("d5", "d6 d7"), "d5-d6", "d7 is not empty")
    assert_refused(board("a1", "d1 g1"), "a1-d1", "g1 is not empty")


@pytest.mark.parametrize(
    ("origin", "corner"),
    [
        *product(["b4", "d6"], ["b6"]), *product(["d6", "f4"], ["f6"]),
        *product(["f4", "d2"], ["f2"]), *product(["d2", "b4"], ["b2"]),
        *product(["c4", "d5"], ["c5"]), *product(["d5", "e4"], ["e5"]),
        *product(["e4", "d3"], ["e3"]), *product(["d3", "c4"], ["c3"]),
    ],
)  # fmt: skip
def test_no_star_is_pushed_around_an_inner_corner(origin: str, corner: str) -> None:
    """The line ends there: whoever's star it is, the move is illegal."""
    assert_refused(board(origin, corner), f"{origin}-{corner}", "around the corner")
    assert_refused(board(f"{origin} {corner}"), f"{origin}-{corner}", "around the corner")
    assert_played(board(origin), f"{origin}-{corner}", corner)


def test_an_inner_corner_can_be_left_along_its_ray() -> None:
    assert_played(board("a7", "b6"), "a7-b6", "b6", "c5")
    assert_played(board("d4", "c5"), "d4-c5", "c5", "b6")
    assert_played(board("c5", "b6"), "c5-b6", "b6", "a7")


RAYS = ["b2-a1", "d2-d1", "f2-g1", "b4-a4", "f4-g4", "b6-a7", "d6-d7", "f6-g7"]
OVER_CORNERS = ["d1-a1", "d1-g1", "a4-a1", "a4-a7", "g4-g1", "g4-g7", "d7-a7", "d7-g7"]


@pytest.mark.parametrize("move", [*RAYS, *OVER_CORNERS])
def test_a_push_that_leads_off_the_board_returns_the_star_to_its_owner(move: str) -> None:
    """Outward along a ray, or along an outer side over an outer corner."""
    origin, target = move.split("-")
    theirs = assert_played(board(origin, target), move, target)
    assert [theirs.in_hand(player) for player in Player] == [6, 7]
    own = assert_played(board(f"{origin} {target}"), move, target)
    assert [own.in_hand(player) for player in Player] == [6, 7]


@pytest.mark.usefixtures("reading_anew")
def test_pushing_over_an_outer_corner_is_a_named_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qomet, "OUTER_SIDES_LEAD_OFF_THE_BOARD", False)
    monkeypatch.setattr(qomet, "STEPS", qomet._steps())
    assert_refused(board("d1", "a1"), "d1-a1", "around the corner")
    assert_played(board("b2", "a1"), "b2-a1", "a1")


def test_a_star_pushed_along_an_outer_side_to_a_corner_stays_on_the_board() -> None:
    assert_played(board("a1", "d1"), "a1-d1", "d1", "g1")


def test_a_star_pushed_inward_stays_on_the_board() -> None:
    assert_played(board("a1", "b2"), "a1-b2", "b2", "c3")
    assert_played(board("d7", "d6"), "d7-d6", "d6", "d5")


def test_a_star_in_hand_again_can_be_placed_again() -> None:
    full = board("d6", "d7 a1 a4 b2 b4 c5 e3", 2)
    assert full.in_hand(Player.SECOND) == 0
    assert_refused(full, "@d1", "SECOND has no star in hand")
    pushed = board("d6", "d7 a1 a4 b2 b4 c5 e3").play("d6-d7")
    assert pushed.in_hand(Player.SECOND) == 1
    assert pushed.play("@d1").in_hand(Player.SECOND) == 0


@pytest.mark.parametrize("square", SQUARES)
def test_you_may_move_your_own_outer_star_off(square: str) -> None:
    """It is one action however it leaves; stars further in cannot go."""
    position = board(f"{square} {'d3' if square != 'd3' else 'd5'}")
    if square in OUTER:
        after = assert_played(position, f"{square}-off", "d3")
        assert after.in_hand(Player.FIRST) == 6
        off = [move for move in position.legal_moves() if move.target is None]
        assert off == [Move(square, None)]
    else:
        assert_refused(position, f"{square}-off", f"{square} is not on the outer square")


def test_the_outer_square_has_eight_points() -> None:
    assert sorted(OUTER) == ["a1", "a4", "a7", "d1", "d7", "g1", "g4", "g7"]


PUSHED = Qomet.parse(text_of("d7 g1", "d6 b6 a1")).play("d7-d6")


def test_your_turn_may_not_restore_what_stood_before_the_opponents_last_turn() -> None:
    """FIRST went d7-d6 and pushed SECOND's star to d5; d5-d6 would push FIRST's back to d7."""
    assert str(PUSHED.forbidden) == "d5-d6"
    assert_refused(PUSHED, "d5-d6", "undo the opponent's last turn")


def test_the_undo_is_forbidden_along_sides_too() -> None:
    pushed = board("a1", "a4").play("a1-a4")
    assert_refused(pushed, "a7-a4", "undo the opponent's last turn")


def test_the_undo_is_forbidden_for_both_players() -> None:
    pushed = board("c4", "b4", 2).play("b4-c4")
    assert_refused(pushed, "d4-c4", "undo the opponent's last turn")


def test_the_pushed_star_may_go_elsewhere() -> None:
    for target in ("c5", "e5", "d4"):
        assert_played(PUSHED, f"d5-{target}", "d6 g1", f"{target} b6 a1")


def test_another_star_may_push_the_pusher() -> None:
    assert_played(PUSHED, "b6-d6", "f6 g1", "d6 d5 a1")


def test_only_the_last_turn_counts() -> None:
    """One turn later the same push is allowed, as long as it does not answer a new one."""
    later = PUSHED.play("a1-a4").play("g1-g4")
    assert later.forbidden is None
    assert_played(later, "d5-d6", "d7 g4", "d6 b6 a4")


def test_an_opponent_who_moved_up_without_pushing_may_be_pushed_back() -> None:
    slid = board("d7", "d5").play("d7-d6")
    assert slid.forbidden is None
    assert_played(slid, "d5-d6", "d7", "d6")


def test_an_opponent_who_was_placed_next_to_you_may_be_pushed_back() -> None:
    placed = board("", "d5").play("@d6")
    assert placed.forbidden is None
    assert_played(placed, "d5-d6", "d7", "d6")


def test_a_push_of_their_own_star_may_be_answered_in_any_way() -> None:
    pushed = board("d7 d6", "d4").play("d7-d6")
    assert pushed.forbidden is None
    assert_refused(pushed, "d4-d5", "d6 is not empty")
    assert_played(board("a1 b2", "e5 d1").play("a1-b2"), "d1-a1", "b2 c3", "e5 a1")


def test_a_push_off_the_board_may_be_answered_in_any_way() -> None:
    pushed = board("d6", "d7 d5").play("d6-d7")
    assert pushed.forbidden is None
    assert_played(pushed, "@d6", "d7", "d6 d5")


def test_a_push_back_that_itself_pushes_sets_the_next_prohibition() -> None:
    answered = PUSHED.play("b6-d6")
    assert str(answered.forbidden) == "f6-d6"
    assert_refused(answered, "f6-d6", "undo the opponent's last turn")


@pytest.mark.parametrize("corners", oracles.SQUARES)
def test_each_of_the_fifteen_squares_wins(corners: tuple[oracles.Point, ...]) -> None:
    squares = [star_name(at) for at in corners]
    for last in squares:
        others = " ".join(square for square in squares if square != last)
        won = board(others).play(f"@{last}")
        assert won.outcome() == FIRST_WINS
        assert sorted(won.winning_squares()) == sorted(squares)
        assert board("", others, 2).play(f"@{last}").outcome() == SECOND_WINS


def test_no_other_four_spaces_win() -> None:
    """Every choice of four spaces; rotated squares, rows and oblongs among them."""
    winning = {frozenset(map(star_name, corners)) for corners in oracles.SQUARES}
    assert len(winning) == 15
    for four in combinations(SQUARES, 4):
        stars = tuple(Player.FIRST if square in four else None for square in SQUARES)
        won = Qomet(stars, Player.SECOND).outcome()
        assert (won == FIRST_WINS) == (frozenset(four) in winning)


@pytest.mark.parametrize(
    "squares", ["a4 d7 g4 d1", "b4 d6 f4 d2", "c4 d5 e4 d3", "b4 d2 f4 d6", "d4 c5 d6 e5"]
)
def test_rotated_squares_do_not_count(squares: str) -> None:
    position = board(squares)
    assert position.outcome() is None
    assert position.winning_squares() == ()


def test_there_are_fifteen_rotated_squares_that_do_not_count() -> None:
    rotated = set(oracles.geometric_squares()) - set(oracles.SQUARES)
    assert len(rotated) == 15
    for corners in rotated:
        assert board(" ".join(map(star_name, corners))).outcome() is None


def test_other_stars_do_not_matter() -> None:
    """Stars on the sides and inside the outer square, of either colour, do not spoil it."""
    won = board("a1 a7 g7 d4", "a4 d7 g4 d1 b2 c5").play("@g1")
    assert won.outcome() == FIRST_WINS


def test_a_square_needs_one_colour() -> None:
    assert board("a1 a7 g7", "g1").outcome() is None


@pytest.mark.parametrize(
    ("first", "second", "move"),
    [
        ("c4 c5 d5", "a1", "@d4"),
        ("c4 c5 d5 d3", "a1", "d3-d4"),
        ("c4 c5 d4 d6 d7", "a1", "d7-d6"),
        ("b2 f2 f6 a7", "b6", "a7-b6"),
    ],
)
def test_the_movers_square_wins(first: str, second: str, move: str) -> None:
    position = board(first, second)
    assert position.outcome() is None
    assert position.play(move).outcome() == FIRST_WINS


def test_a_push_that_gives_the_opponent_a_square_loses() -> None:
    lost = board("d7", "d4 c4 c5 d6").play("d7-d6")
    assert lost.outcome() == SECOND_WINS
    assert lost.winning_squares() == ("c4", "d4", "c5", "d5")
    assert lost.legal_moves() == ()


BOTH = board("b2 f2 f6 a7", "c3 e5 e3 b6")


def test_a_push_that_gives_both_a_square_loses_for_the_mover() -> None:
    both = BOTH.play("a7-b6")
    assert both.outcome() == SECOND_WINS
    assert both.winning_squares() == ("c3", "e3", "c5", "e5")
    assert Qomet.parse(str(both)) == both
    second = board("c3 e5 e3 b6", "b2 f2 f6 a7", 2).play("a7-b6")
    assert second.outcome() == FIRST_WINS


@pytest.mark.usefixtures("reading_anew")
def test_both_squares_are_judged_by_one_named_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qomet, "BOTH_SQUARES_WIN_FOR_THE_OPPONENT", False)
    assert BOTH.play("a7-b6").outcome() == FIRST_WINS


def test_a_push_that_breaks_the_opponents_hopes_and_makes_your_square_wins() -> None:
    won = board("b2 f2 f6 a7", "c3 e5 b6").play("a7-b6")
    assert won.outcome() == FIRST_WINS
    assert won.winning_squares() == ("b2", "f2", "b6", "f6")


def test_nothing_may_be_played_when_the_game_is_over() -> None:
    won = board("c4 c5 d5", "a1").play("@d4")
    assert won.legal_moves() == ()
    for move in ("@g7", "a1-a4", "a1-off"):
        with pytest.raises(IllegalMoveError, match="the game is over"):
            won.play(move)


def test_a_legal_action_exists_even_with_every_star_on_the_board() -> None:
    crowded = board("c3 d3 e3 c4 e4 c5 d5", "b2 d2 f2 b4 f4 b6 d6")
    assert [crowded.in_hand(player) for player in Player] == [0, 0]
    assert crowded.legal_moves()
    assert board("c3 d3 e3 c4 e4 c5 d5", "b2 d2 f2 b4 f4 b6 d6", 2).legal_moves()


@pytest.mark.parametrize("move", [Move("z9", "d4"), Move("d4", "h8"), Move(None, "off"), None])
def test_what_names_no_spaces_is_refused(move: Move) -> None:
    assert Qomet.start().objection(move) == "that is not a move of this game"


def test_a_move_without_any_space_is_refused() -> None:
    assert Qomet.start().objection(Move(None, None)) == "that is not a move of this game"


def test_moves_come_placings_first_then_star_by_star_clockwise_then_off() -> None:
    moves = [str(move) for move in board("a1 d4", "g7").legal_moves()]
    placings = [f"@{square}" for square in SQUARES if square not in ("a1", "d4", "g7")]
    assert moves == [
        *placings,
        *["a1-a4", "a1-b2", "a1-d1", "a1-off"],
        *["d4-d5", "d4-e5", "d4-e4", "d4-e3", "d4-d3", "d4-c3", "d4-c4", "d4-c5"],
    ]
