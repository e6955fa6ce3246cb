"""Whole boards compared with the drawings in tests/data/boards, which people have looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from tetrad.matches.match import Match
from tetrad.position import Player
from tetrad.rules import GAMES
from tetrad.terminal import words
from tetrad.terminal.boards.canvas import Line, Look, View, arranged, plain

DRAWINGS = Path(__file__).parent.parent / "data" / "boards"
NAMES = {Player.FIRST: "you", Player.SECOND: "level 3"}
TALL_STACK = "1,1,x,00/1,x3/x,0212212002,01021,x/0,x,2,1 2"

MATCHES = {
    "quantik-start": ("quantik", None, ""),
    "quantik-middle": ("quantik", None, "A@b3 D@c3 B@a1 C@d4 C@b2 A@d1 D@a4"),
    "quantik-won": ("quantik", None, "A@a1 B@b1 C@c1 D@d1"),
    "qawale-start": ("qawale", None, ""),
    "qawale-middle": ("qawale", None, "a4ess b3es a1nen d1wnn"),
    "qawale-tall": ("qawale", TALL_STACK, ""),
    "qawale-loop": ("qawale", TALL_STACK, "b2nenwsenwsen"),
    "qawale-won": ("qawale", None, "a4ess b3es a1nen d1wnn c2nnw c1nw b2senw"),
    "qomet-start": ("qomet", None, ""),
    "qomet-middle": ("qomet", None, "@d4 @d5 @a1 @g4 d4-d5"),
    "qomet-won": ("qomet", None, "@d4 @a1 @d5 @a4 @e5 @g1 @e4"),
}


def match_named(name: str) -> Match:
    game, start, moves = MATCHES[name]
    match = Match(GAMES[game].parse(start) if start else GAMES[game].start())
    for move in moves.split():
        match.play(move)
    return match


def drawn(match: Match, look: Look, *, flipped: bool = False) -> str:
    last = match.moves[-1] if match.moves else None
    board = words.draw(View(match.position, last, flipped=flipped))
    lines = arranged(board, words.panel(match, NAMES), look)
    return "".join(f"{look.text(plain(line)).rstrip()}\n" for line in lines)


def expected(name: str) -> str:
    return (DRAWINGS / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", MATCHES)
def test_the_board_is_drawn_in_eighty_columns(name: str) -> None:
    assert drawn(match_named(name), Look(80)) == expected(name)


@pytest.mark.parametrize("name", [name for name in MATCHES if name.endswith("middle")])
def test_the_board_is_drawn_in_ascii(name: str) -> None:
    text = drawn(match_named(name), Look(80, unicode=False))
    assert text == expected(f"{name}-ascii")
    assert text.isascii()


@pytest.mark.parametrize("name", [name for name in MATCHES if name.endswith("middle")])
def test_the_panel_goes_below_the_board_in_forty_columns(name: str) -> None:
    assert drawn(match_named(name), Look(40)) == expected(f"{name}-narrow")


@pytest.mark.parametrize("name", [name for name in MATCHES if name.endswith("middle")])
def test_a_flipped_board_is_the_board_turned_round(name: str) -> None:
    assert drawn(match_named(name), Look(80), flipped=True) == expected(f"{name}-flipped")


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("name", MATCHES)
def test_no_line_is_wider_than_the_window(name: str, unicode: bool, columns: int) -> None:
    text = drawn(match_named(name), Look(columns, unicode))
    assert max(map(len, text.splitlines())) <= columns


@pytest.mark.parametrize("name", [name for name in MATCHES if name.endswith("middle")])
def test_players_differ_in_more_than_style(name: str) -> None:
    def glyphs(style: str, lines: list[Line]) -> set[str]:
        return {c for line in lines for s, text in line if s == style for c in text} - {" "}

    board = words.draw(View(match_named(name).position))
    assert glyphs("class:first", board)
    assert not glyphs("class:first", board) & glyphs("class:second", board)
