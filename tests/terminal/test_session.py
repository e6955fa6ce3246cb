"""Whole games and every command, typed into a real pseudo-terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.driver import COLOUR, Terminal
from tetrad.matches.match import Match

Start = Callable[..., Terminal]

TWO_PEOPLE = ("--first", "human", "--second", "human")
WON = {
    "quantik": (
        ["a a1", "B@b1", "c@C1", "cone d1"],
        "SECOND wins: four different shapes in one row, column or region (a1 b1 c1 d1).",
    ),
    "qawale": (
        ["a4ess", "b3 es", "A1NEN", "d1 c1 c2 c3", "c2nnw", "c1nw", "b2senw"],
        "FIRST wins: four visible pebbles in a line (b1 b2 b3 b4).",
    ),
    "qomet": (
        ["d4", "@a1", "@ d5", "a4", "e5", "a1 b2", "@e4"],
        "FIRST wins: four stars on the corners of a square (d4 e4 d5 e5).",
    ),
}


@pytest.mark.parametrize("game", WON)
def test_a_whole_game_is_played_to_its_win(terminal: Start, game: str) -> None:
    moves, sentence = WON[game]
    window = terminal(game, *TWO_PEOPLE)
    window.play(*moves)
    screen = window.prompt("over>")
    assert sentence in " ".join(screen.split())
    assert f"  {'0-1' if game == 'quantik' else '1-0'}\n" in screen
    assert screen.rpartition("last move")[0].count("*") >= 8
    window.enter("quit")
    window.prompt("Save the record as (Enter: do not save):")
    window.enter("won.txt")
    assert window.ends() == 0


def test_a_wrong_move_gets_one_sentence_with_the_objection(terminal: Start) -> None:
    window = terminal("quantik", *TWO_PEOPLE)
    window.play("A@b3", "a c3")
    window.sees("A@c3 is not possible: FIRST has a sphere in row 3.")
    window.prompt("SECOND>")
    window.enter("castle")
    assert "'castle' is neither a move like A@b3 nor a command" in window.prompt("SECOND>")
    window.enter("b")
    assert "b is only the beginning of a move like A@b3" in window.prompt("SECOND>")


def test_undo_takes_back_a_move_and_redo_plays_it_again(terminal: Start) -> None:
    window = terminal("qomet", *TWO_PEOPLE)
    window.play("d4", "d5")
    window.prompt("FIRST>")
    window.enter("undo")
    window.prompt("SECOND>")
    window.enter("undo")
    window.prompt("FIRST>")
    window.enter("undo")
    window.sees("There is no move of yours to take back.")
    window.enter("redo")
    window.prompt("SECOND>")
    window.enter("moves")
    window.sees("1. @d4 *")


def test_undo_against_a_bot_takes_back_both_moves(terminal: Start) -> None:
    window = terminal("qomet", "--first", "human", "--second", "instinct")
    window.prompt("FIRST>")
    window.enter("d4")
    window.sees("SECOND (instinct) plays ")
    assert "move 2" in window.prompt("FIRST>")
    window.enter("undo")
    window.sees("undo\n\n7 o")
    window.prompt("FIRST>")
    window.enter("moves")
    window.sees("moves\n*")
    window.enter("redo")
    window.prompt("FIRST>")
    window.enter("moves")
    window.sees("1. @d4 ")


def test_the_opening_of_a_bot_is_not_yours_to_take_back(terminal: Start) -> None:
    window = terminal("quantik", "--first", "instinct", "--second", "human")
    window.prompt("SECOND>")
    window.enter("undo")
    window.sees("There is no move of yours to take back.")


def test_resigning_ends_the_game_until_it_is_taken_back(terminal: Start) -> None:
    window = terminal("qawale", *TWO_PEOPLE)
    window.prompt("FIRST>")
    window.enter("resign")
    assert "SECOND wins: the opponent resigned." in window.prompt("over>")
    window.enter("a1nne")
    window.sees("The game is over. Type new for another game")
    window.enter("undo")
    window.prompt("FIRST>")


def test_two_people_can_agree_on_a_draw(terminal: Start) -> None:
    window = terminal("qomet", *TWO_PEOPLE)
    window.prompt("FIRST>")
    window.enter("draw")
    window.sees("Does SECOND agree to a draw? (y/n)")
    window.enter("n")
    window.sees("The game goes on.")
    window.prompt("FIRST>")
    window.enter("draw")
    window.prompt("Does SECOND agree to a draw? (y/n)")
    window.enter("y")
    assert "Draw: both players agreed." in window.prompt("over>")


def test_a_game_is_saved_and_loaded(terminal: Start, tmp_path: Path) -> None:
    window = terminal("qawale", *TWO_PEOPLE)
    window.play("a1nne", "b3es")
    window.prompt("FIRST>")
    window.enter("save game.txt")
    window.sees("Saved to game.txt.")
    assert list(map(str, Match.parse((tmp_path / "game.txt").read_text()).moves)) == [
        "a1nne",
        "b3es",
    ]
    window.enter("new quantik")
    window.sees("Quantik, move 1")
    window.enter("load game.txt")
    window.sees("Qawale, move 2")
    window.enter("quit")
    assert window.ends() == 0


def test_a_file_that_is_no_record_is_never_overwritten(terminal: Start, tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary")
    window = terminal("quantik", *TWO_PEOPLE)
    window.play("A@a1")
    window.prompt("SECOND>")
    window.enter("save diary.txt")
    window.sees("diary.txt exists and is not a match record; choose another name.")
    window.enter("load diary.txt")
    window.sees("diary.txt is not a match record:")
    window.enter("load nowhere.txt")
    window.sees("nowhere.txt cannot be read: there is no such file or folder")
    assert diary.read_text() == "Dear diary"


def test_another_record_is_replaced_only_when_confirmed(terminal: Start, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text('[Game "qomet"]\n\n1. @d4 *\n')
    window = terminal("qomet", *TWO_PEOPLE)
    window.play("@a1")
    window.prompt("SECOND>")
    window.enter("save other.txt")
    window.prompt("Replace the record in other.txt? (y/n)")
    window.enter("n")
    window.prompt("SECOND>")
    assert "@d4" in other.read_text()
    window.enter("save other.txt")
    window.prompt("Replace the record in other.txt? (y/n)")
    window.enter("y")
    window.sees("Saved to other.txt.")
    assert "@a1" in other.read_text()


@pytest.mark.parametrize("keys", ["\x03", "\x04"], ids=["Ctrl-C", "end of input"])
def test_leaving_offers_to_save_the_record(terminal: Start, tmp_path: Path, keys: str) -> None:
    window = terminal("qomet", *TWO_PEOPLE)
    window.play("d4")
    window.prompt("SECOND>")
    window.press(keys)
    window.prompt("Save the record as (Enter: do not save):")
    window.enter("left.txt")
    assert window.ends() == 0
    assert "1. @d4 *" in (tmp_path / "left.txt").read_text()
    assert "Traceback" not in window.output


def test_ctrl_c_twice_leaves_without_saving(terminal: Start, tmp_path: Path) -> None:
    window = terminal("qomet", *TWO_PEOPLE)
    window.play("d4")
    window.prompt("SECOND>")
    window.press("\x03")
    window.prompt("Save the record as (Enter: do not save):")
    window.press("\x03")
    assert window.ends() == 0
    assert list(tmp_path.iterdir()) == []


def test_tab_completes_moves_step_by_step(terminal: Start) -> None:
    window = terminal("qawale", *TWO_PEOPLE)
    window.prompt("FIRST>")
    window.press("a1\t")
    window.sees("a1n a1e")
    window.press("n\t")
    window.sees("a1nn a1ne")
    window.enter("ne")
    assert "last move: a1nne" in window.prompt("SECOND>")


def test_tab_completes_commands_and_file_names(terminal: Start, tmp_path: Path) -> None:
    (tmp_path / "evening.txt").write_text('[Game "qomet"]\n\n1. @d4 *\n')
    window = terminal("quantik", *TWO_PEOPLE)
    window.prompt("FIRST>")
    window.press("lo\t")
    window.prompt("FIRST> load")
    window.press("eve\t")
    window.prompt("FIRST> load evening.txt")
    window.enter("")
    window.sees("Qomet, move 1")


def test_the_question_mark_shows_where_a_piece_may_go(terminal: Start) -> None:
    window = terminal("quantik", *TWO_PEOPLE)
    window.play("A@b3")
    window.prompt("SECOND>")
    window.enter("? a")
    screen = window.sees("SECOND, sphere: a1, c1, d1, a2, c2, d2, c4, d4.")
    assert screen.count("   +   ") == 8


def test_flip_turns_the_board_round(terminal: Start) -> None:
    window = terminal("quantik", *TWO_PEOPLE)
    window.prompt("FIRST>")
    window.enter("flip")
    window.sees("      d       c       b       a")


def test_without_a_game_the_three_are_offered(terminal: Start) -> None:
    window = terminal()
    window.prompt("Choose a game:")
    window.enter("chess")
    window.sees("Type 1, 2 or 3, or the name of a game.")
    window.enter("2")
    window.sees("Qawale, move 1")


def test_colours_come_with_different_glyphs_and_no_color_switches_them_off(
    terminal: Start,
) -> None:
    def played(**settings: str) -> Terminal:
        window = terminal("quantik", *TWO_PEOPLE, **settings)
        window.play("C@a1", "C@d4")
        window.prompt("FIRST>")
        window.enter("castle")
        assert "neither" in window.prompt("FIRST>")
        return window

    coloured, plain = played(), played(NO_COLOR="1")
    assert COLOUR.search(coloured.output)
    assert not COLOUR.search(plain.output)
    assert coloured.screen == plain.screen
    assert "│ C │" in plain.screen
    assert "██c██" in plain.screen


def test_a_dumb_terminal_gets_no_escape_codes(terminal: Start) -> None:
    window = terminal("qomet", *TWO_PEOPLE, TERM="dumb")
    window.play("d4", "d5", "d4-d5")
    window.prompt("SECOND>")
    window.press("\x03")
    window.prompt("Save the record as (Enter: do not save):")
    window.enter("")
    assert window.ends() == 0
    assert "\x1b" not in window.output


@pytest.mark.parametrize("game", WON)
def test_a_window_of_forty_columns_is_wide_enough(terminal: Start, game: str) -> None:
    window = terminal(game, *TWO_PEOPLE, columns=40, rows=50)
    window.play(*WON[game][0])
    board, _, below = window.prompt("over>").rpartition(f"{game.capitalize()}, move")
    files = "a b c d e f g" if game == "qomet" else "a b c d"
    assert board.split("\n")[-3].split() == files.split()
    assert below.split("\n")[2].split() == ["FIRST", "SECOND"]


def test_an_encoding_without_box_drawing_gets_plain_characters(terminal: Start) -> None:
    window = terminal("quantik", *TWO_PEOPLE, PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    window.play("A@a1")
    screen = window.prompt("SECOND>")
    assert "( A )" in screen
    assert screen.isascii()
    assert "?" not in screen.rpartition("FIRST> A@a1")[2]
