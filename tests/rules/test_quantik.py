"""Quantik, rule sentence by rule sentence: what is allowed, and what is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations, product

import pytest

from tests.oracles import GRID, Point, QuantikOracle
from tetrad import IllegalMoveError, InvalidNotationError, Outcome, Player
from tetrad.rules.quantik import LINES, SHAPES, SQUARES, STUCK_PLAYER_LOSES, Move, Piece, Quantik

FULL_BOARDS_WITHOUT_A_LINE = 27_648


def after(*moves: str, start: str = "..../..../..../....") -> Quantik:
    position = Quantik.parse(start)
    for move in moves:
        position = position.play(move)
    return position


def assert_refused(position: Quantik, move: str, because: str) -> None:
    assert position.parse_move(move) not in position.legal_moves()
    with pytest.raises(IllegalMoveError, match=because):
        position.play(move)


def test_the_board_is_four_by_four_with_four_regions() -> None:
    assert len(SQUARES) == 16
    assert len(LINES) == 12
    assert all(len(line) == 4 for line in LINES.values())
    assert {SQUARES[i] for i in LINES["the region a1-b2"]} == {"a1", "b1", "a2", "b2"}
    assert {SQUARES[i] for i in LINES["the region c1-d2"]} == {"c1", "d1", "c2", "d2"}
    assert {SQUARES[i] for i in LINES["the region a3-b4"]} == {"a3", "b3", "a4", "b4"}
    assert {SQUARES[i] for i in LINES["the region c3-d4"]} == {"c3", "d3", "c4", "d4"}


def test_each_space_lies_in_one_row_one_column_and_one_region() -> None:
    for index in range(16):
        names = [name for name, line in LINES.items() if index in line]
        assert [name.split()[0] for name in names] == ["row", "column", "the"]


def test_each_player_has_two_of_each_shape() -> None:
    for player in Player:
        assert Quantik.start().in_hand(player) == "AABBCCDD"
    assert list(SHAPES.values()) == ["sphere", "cylinder", "cube", "cone"]


def test_the_first_player_starts_on_an_empty_board() -> None:
    assert str(Quantik.start()) == "..../..../..../...."
    assert Quantik.start().turn is Player.FIRST
    assert Quantik.start().outcome() is None


def test_at_the_start_every_shape_may_go_anywhere() -> None:
    assert len(Quantik.start().legal_moves()) == 64


def test_a_turn_places_one_unplayed_piece_on_an_empty_space() -> None:
    position = after("A@b3")
    assert str(position) == "..../.A../..../...."
    assert position.spaces[SQUARES.index("b3")] == Piece(Player.FIRST, "A")
    assert position.in_hand(Player.FIRST) == "ABBCCDD"
    assert position.in_hand(Player.SECOND) == "AABBCCDD"


def test_the_players_take_turns() -> None:
    assert after("A@b3").turn is Player.SECOND
    assert after("A@b3", "B@c2").turn is Player.FIRST
    assert str(after("A@b3", "B@c2")) == "..../.A../..b./...."


def test_a_piece_cannot_go_on_an_occupied_space() -> None:
    assert_refused(after("A@b3"), "B@b3", "b3 is not empty")
    assert_refused(after("A@b3", "B@c2"), "C@b3", "b3 is not empty")


def test_a_player_runs_out_of_a_shape_after_two() -> None:
    once = after("A@a1", "B@d4")
    assert Move("A", "b2") in once.legal_moves()
    twice = once.play("A@b2").play("C@d1")
    assert_refused(twice, "A@a3", "FIRST has no sphere left")
    assert Move("B", "a2") in twice.legal_moves()


def test_running_out_of_a_shape_concerns_only_its_owner() -> None:
    twice = after("A@a1", "B@d4", "A@b2")
    assert Move("A", "c3") in twice.legal_moves()


def test_pieces_never_move_and_nobody_may_pass() -> None:
    position = after("A@a1", "B@d4")
    for text in ("a1-a2", "A@a1-a2", "", "pass", "@", "-"):
        with pytest.raises(IllegalMoveError):
            position.play(text)


@pytest.mark.parametrize(
    ("square", "where"),
    [("d1", "row 1"), ("a4", "column a"), ("b2", "the region a1-b2"), ("b1", "row 1")],
)
def test_a_shape_may_not_join_the_opponents_same_shape(square: str, where: str) -> None:
    position = after("A@a1")
    assert_refused(position, f"A@{square}", f"FIRST has a sphere in {where}")


@pytest.mark.parametrize("square", ["c3", "d4", "c2", "d2", "b3", "b4", "c4", "d3"])
def test_a_shape_may_go_where_no_line_has_the_opponents_same_shape(square: str) -> None:
    assert Move("A", square) in after("A@a1").legal_moves()


@pytest.mark.parametrize("square", ["b1", "c1", "d1", "a2", "b2", "a3", "a4"])
def test_other_shapes_may_join_the_opponents_lines(square: str) -> None:
    moves = after("A@a1").legal_moves()
    assert {Move(shape, square) for shape in "BCD"} <= set(moves)


@pytest.mark.parametrize("square", ["b1", "c1", "d1", "a2", "b2", "a3", "a4"])
def test_your_own_pieces_never_forbid_anything(square: str) -> None:
    assert Move("A", square) in after("A@a1", "B@c3").legal_moves()


def test_a_prohibition_beats_a_permission() -> None:
    """FIRST's sphere on a1 allows a4, SECOND's sphere on d4 forbids it."""
    position = after("A@a1", "A@d4")
    assert_refused(position, "A@a4", "SECOND has a sphere in row 4")
    assert Move("A", "a2") in position.legal_moves()


def test_a_prohibition_lasts_for_the_whole_game() -> None:
    position = after("A@a1")
    for move in ("B@b3", "B@c1", "B@d4", "D@d2", "C@b4"):
        if position.turn is Player.SECOND:
            assert_refused(position, "A@a2", "FIRST has a sphere in column a")
        position = position.play(move)
    assert position.turn is Player.FIRST
    position = position.play("D@d3")
    assert_refused(position, "A@a2", "FIRST has a sphere in column a")


@pytest.mark.parametrize(
    "squares", ["a1 b1 c1 d1", "a1 a2 a3 a4", "a1 b1 a2 b2"], ids=["row", "column", "region"]
)
def test_the_fourth_different_shape_wins_at_once(squares: str) -> None:
    *others, last = squares.split()
    position = after(*(f"{s}@{q}" for s, q in zip("ABC", others, strict=True)))
    assert position.outcome() is None
    position = position.play(f"D@{last}")
    assert position.outcome() == Outcome(Player.SECOND, "four different shapes")
    assert position.winning_squares() == tuple(squares.split())
    assert position.legal_moves() == ()


@pytest.mark.parametrize("row", range(1, 5))
def test_every_row_can_win(row: int) -> None:
    position = after(*(f"{shape}@{file}{row}" for shape, file in zip("ABCD", "abcd", strict=True)))
    assert position.winning_squares() == tuple(f"{file}{row}" for file in "abcd")


@pytest.mark.parametrize("column", "abcd")
def test_every_column_can_win(column: str) -> None:
    position = after(
        *(f"{shape}@{column}{rank}" for shape, rank in zip("ABCD", "1234", strict=True))
    )
    assert position.winning_squares() == tuple(f"{column}{rank}" for rank in "1234")


@pytest.mark.parametrize("corner", ["a1", "c1", "a3", "c3"])
def test_every_region_can_win(corner: str) -> None:
    file, rank = corner[0], corner[1]
    beside, above = chr(ord(file) + 1), chr(ord(rank) + 1)
    squares = [file + rank, beside + rank, file + above, beside + above]
    position = after(*(f"{shape}@{square}" for shape, square in zip("ABCD", squares, strict=True)))
    assert position.winning_squares() == tuple(squares)


@pytest.mark.parametrize("squares", ["a1 b2 c3 d4", "b1 c1 b2 c2", "b2 c2 b3 c3", "a2 b2 a3 b3"])
def test_diagonals_and_other_squares_are_no_lines(squares: str) -> None:
    position = after(*(f"{s}@{q}" for s, q in zip("ABCD", squares.split(), strict=True)))
    assert position.outcome() is None
    assert position.winning_squares() == ()


def test_it_does_not_matter_who_owns_the_other_three() -> None:
    """SECOND wins with three shapes of FIRST and with three of its own."""
    alien = after("A@a1", "A@c4", "B@b1", "B@d3", "C@c1", "D@d1")
    assert str(alien).endswith("/ABCd")
    assert alien.outcome() == Outcome(Player.SECOND, "four different shapes")
    own = after("A@c4", "A@a1", "B@c3", "B@b1", "D@d4", "C@d1", "C@a3", "D@c1")
    assert str(own).endswith("/abdc")
    assert own.outcome() == Outcome(Player.SECOND, "four different shapes")


def test_three_different_shapes_and_a_repeated_one_do_not_win() -> None:
    position = after("A@a1", "B@b1", "A@c1", "C@d1")
    assert position.outcome() is None
    assert len(position.legal_moves()) > 0


def test_one_piece_may_complete_several_lines() -> None:
    won = after("D@a1", start="A.../b.../C.../.Bac")
    assert won.outcome() == Outcome(Player.FIRST, "four different shapes")
    assert won.winning_squares() == ("a1", "b1", "c1", "d1", "a2", "a3", "a4")


def test_an_illegal_placement_cannot_win() -> None:
    """D would complete row 1, but SECOND's cone already stands in column d."""
    position = after("A@a1", "B@b1", "C@c1", "D@d3")
    assert_refused(position, "D@d1", "SECOND has a cone in column d")
    assert position.outcome() is None
    assert position.play("B@a3").play("D@d1").outcome() == Outcome(
        Player.SECOND, "four different shapes"
    )


def test_nothing_may_be_placed_when_the_game_is_over() -> None:
    position = after("A@a1", "B@b1", "C@c1", "D@d1")
    assert position.legal_moves() == ()
    for shape in "ABCD":
        assert_refused(position, f"{shape}@c3", "the game is over")


def stuck_positions() -> Iterator[Quantik]:
    """Positions of random-looking play in which the player to move has no placement."""
    stack, seen = [Quantik.start()], 0
    while seen < 20:
        position = stack.pop()
        outcome = position.outcome()
        if outcome and outcome.reason == "no legal placement":
            seen += 1
            yield position
        moves = position.legal_moves()
        stack += [position.play(move) for move in moves[:: max(1, len(moves) // 3)]]


def test_a_player_who_cannot_place_anything_loses_at_once() -> None:
    assert STUCK_PLAYER_LOSES
    for position in stuck_positions():
        assert position.legal_moves() == ()
        assert position.winning_squares() == ()
        assert position.outcome() == Outcome(position.turn.other, "no legal placement")
        assert not any(QuantikOracle.read(str(position)).moves())
        with pytest.raises(IllegalMoveError, match="the game is over"):
            position.play(Move("A", SQUARES[position.spaces.index(None)]))


def test_a_player_with_a_placement_left_plays_on() -> None:
    for position in stuck_positions():
        before = [
            Quantik((*position.spaces[:i], None, *position.spaces[i + 1 :]))
            for i, piece in enumerate(position.spaces)
            if piece and piece.owner is position.turn.other
        ]
        assert any(earlier.outcome() is None and earlier.legal_moves() for earlier in before)


Board = dict[Point, tuple[int, str]]


def boards_filled(lines_allowed: bool) -> Iterator[Board]:
    """Every filling of the board with the sixteen pieces in which no equal shapes clash.

    Up to the names of the shapes and the players: a1 is FIRST's, and reading the board from a1
    the shapes first appear in the order A, B, C, D.
    """
    board: Board = {}
    left = Counter({(player, shape): 2 for player in (1, 2) for shape in "ABCD"})
    neighbours = {
        at: [[to for to in GRID if line(to) == line(at)] for line in QuantikOracle.LINES]
        for at in GRID
    }

    def fits(at: Point, player: int, shape: str) -> bool:
        for line in neighbours[at]:
            there = [board[to] for to in line if to in board]
            if (3 - player, shape) in there:
                return False
            if not lines_allowed and len({shape, *(s for _, s in there)}) == 4:
                return False
        return True

    def fill(cells: list[Point]) -> Iterator[Board]:
        if not cells:
            yield dict(board)
            return
        at, *rest = cells
        shapes = "ABCD"[: len({shape for _, shape in board.values()}) + 1]
        for player, shape in product((1, 2) if board else (1,), shapes):
            if left[player, shape] and fits(at, player, shape):
                board[at] = (player, shape)
                left[player, shape] -= 1
                yield from fill(rest)
                left[player, shape] += 1
                del board[at]

    return fill(GRID)


def text_of(board: Board, names: str = "ABCDabcd") -> str:
    letters = {at: names["ABCD".index(s) + 4 * (player - 1)] for at, (player, s) in board.items()}
    return "/".join("".join(letters[x, y] for x in range(4)) for y in (3, 2, 1, 0))


@pytest.mark.parametrize(
    ("text", "winner"),
    [("bA.D/bCDC/cdaa/dABB", Player.FIRST), ("CdB./dbAc/C.Db/BaDa", Player.SECOND)],
)
def test_a_line_is_judged_before_the_stuck_player(text: str, winner: Player) -> None:
    """The last piece made a line and left the opponent no placement: the line is the reason."""
    assert not any(QuantikOracle.read(text).moves())
    assert Quantik.parse(text).outcome() == Outcome(winner, "four different shapes")


def full_boards_without_a_line() -> list[str]:
    namings = [
        first + second
        for order in map("".join, permutations("ABCD"))
        for first, second in permutations((order, order.lower()))
    ]
    return [text_of(board, names) for board in boards_filled(False) for names in namings]


def assert_first_is_stuck(text: str) -> None:
    position = Quantik.parse(text)
    assert str(position) == text
    assert position.turn is Player.FIRST
    assert position.outcome() == Outcome(Player.SECOND, "no legal placement")


def test_on_a_full_board_without_a_line_the_first_player_loses() -> None:
    """There are 27,648 such boards. Every 47th stands for all, in each of the 48 namings."""
    texts = full_boards_without_a_line()
    assert len(set(texts)) == len(texts) == FULL_BOARDS_WITHOUT_A_LINE
    for text in texts[::47]:
        assert_first_is_stuck(text)


@pytest.mark.nightly
def test_on_every_full_board_without_a_line_the_first_player_loses() -> None:
    for text in full_boards_without_a_line():
        assert_first_is_stuck(text)


def test_a_full_board_with_more_lines_than_one_piece_can_make_cannot_be() -> None:
    """The first fillings of the board show it: their lines share no last piece."""
    lined = [board for board in islice(boards_filled(True), 400) if lines_of_four(board)]
    assert len(lined) > 300
    for board in lined:
        with pytest.raises(InvalidNotationError, match="no single last piece"):
            Quantik.parse(text_of(board))


def lines_of_four(board: Board) -> int:
    names = {line(at) for line in QuantikOracle.LINES for at in GRID}
    shapes = (
        {board[at][1] for at in GRID if name in {f(at) for f in QuantikOracle.LINES}}
        for name in names
    )
    return sum(len(found) == 4 for found in shapes)


@pytest.mark.parametrize("move", [Move("E", "a1"), Move("a", "a1"), Move("A", "e1"), None])
def test_what_names_no_shape_and_space_is_refused(move: Move) -> None:
    assert Quantik.start().objection(move) == "that is not a move of this game"


def test_moves_come_shape_by_shape_and_then_row_by_row() -> None:
    moves = after("A@a1").legal_moves()
    keys = [("ABCD".index(move.shape), SQUARES.index(move.square)) for move in moves]
    assert keys == sorted(keys)
