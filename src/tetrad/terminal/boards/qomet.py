r"""Qomet on the screen: three squares, eight rays, and stars between brackets.

7 o-----------------o----    FIRST's stars are (1) or a hollow star in round brackets,
  | \               |        SECOND's [2] or a filled star in square ones. The last move
  |   \             |        ends between > and <, and a winning square's stars stand
6 |    [2]---------(1)---    between asterisks.
"""

from __future__ import annotations

from tetrad.language import t
from tetrad.position import Player
from tetrad.rules.qomet import DIAMETERS, INDEX, INNER_SIDES, OUTER_SIDES, Move, Qomet
from tetrad.terminal.boards.canvas import PLAYER_STYLE, Canvas, Line, View

LEFT, ACROSS, DOWN = 2, 6, 3
WIDTH, HEIGHT = LEFT + 6 * ACROSS + 2, 6 * DOWN + 2
FILES, RANKS = "abcdefg", "1234567"
STARS = {Player.FIRST: "(☆)", Player.SECOND: "[★]"}


def draw(view: View) -> list[Line]:
    position = view.position
    assert isinstance(position, Qomet)
    canvas = Canvas(WIDTH, HEIGHT)
    for line in (*DIAMETERS, *OUTER_SIDES, *INNER_SIDES):
        _draw_line(canvas, line.split(), view.flipped)
    for rank in RANKS:
        canvas.put(0, point("a" + rank, view.flipped)[1], rank, "class:label")
    for file in FILES:
        canvas.put(point(file + "1", view.flipped)[0], HEIGHT - 1, file, "class:label")
    for square in INDEX:
        _draw_space(canvas, square, view, position)
    return canvas.lines()


def point(square: str, flipped: bool) -> tuple[int, int]:
    """Column and row of a space."""
    file, rank = FILES.index(square[0]), RANKS.index(square[1])
    across, down = (6 - file, rank) if flipped else (file, 6 - rank)
    return LEFT + across * ACROSS, down * DOWN


def _draw_line(canvas: Canvas, squares: list[str], flipped: bool) -> None:
    (x, y), (end_x, end_y) = point(squares[0], flipped), point(squares[-1], flipped)
    across, down = (end_x > x) - (end_x < x), (end_y > y) - (end_y < y)
    stroke = "─" if not down else "│" if not across else "╲" if across == down else "╱"
    stride = 2 if across and down else 1
    while (x, y) != (end_x, end_y):
        canvas.put(x, y, stroke, "class:board")
        x, y = x + across * stride, y + down


def _draw_space(canvas: Canvas, square: str, view: View, position: Qomet) -> None:
    x, y = point(square, view.flipped)
    star = position.at(square)
    if star:
        canvas.put(x - 1, y, STARS[star], PLAYER_STYLE[star])
    else:
        canvas.put(x, y, "+" if square in view.marked else "o", "class:board")
    if square in position.winning_squares():
        _surround(canvas, square, "**", "class:win", view.flipped)
    elif square in view.marked:
        _surround(canvas, square, "++", "class:marked", view.flipped)
    elif isinstance(view.last, Move) and square == view.last.target:
        _surround(canvas, square, "►◄", "class:last", view.flipped)


def _surround(canvas: Canvas, square: str, marks: str, style: str, flipped: bool) -> None:
    x, y = point(square, flipped)
    canvas.put(x - 1, y, marks[0], style)
    canvas.put(x + 1, y, marks[1], style)


def reserves(position: Qomet) -> list[Line]:
    """What each player's stars look like, and how many are in hand."""
    return [
        [("", t("stars")), *((PLAYER_STYLE[p], STARS[p]) for p in Player)],
        [("", t("in hand")), *(("", str(position.in_hand(p))) for p in Player)],
    ]
