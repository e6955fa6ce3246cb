"""The grid of four by four that Quantik and Qawale are played on.

  ╔═══════╤═══════╗     A cell is seven characters wide and three lines high. Its middle
2 ║       │► ( ) ◄║     five columns are for pieces; the outer two for marks: the last move
  ║       │       ║     between ► and ◄, a winning square with * in its corners.
"""

from __future__ import annotations

from collections.abc import Iterator

from tetrad.terminal.boards.canvas import Canvas, View

CELL_WIDTH, CELL_HEIGHT = 7, 3
LEFT, WIDTH, HEIGHT = 2, 35, 18
FILES, RANKS = "abcd", "1234"


def corner(square: str, flipped: bool) -> tuple[int, int]:
    """Column and row of the top left character inside a cell."""
    file, rank = FILES.index(square[0]), RANKS.index(square[1])
    across, down = (3 - file, rank) if flipped else (file, 3 - rank)
    return LEFT + 1 + across * (CELL_WIDTH + 1), 1 + down * (CELL_HEIGHT + 1)


def grid(view: View, *, regions: bool) -> Canvas:
    """The empty board with its labels; `regions` draws the cross between the four regions."""
    canvas = Canvas(WIDTH, HEIGHT)
    for y, row in enumerate(_rows(regions)):
        canvas.put(LEFT, y, row, "class:board")
    for label in RANKS:
        canvas.put(0, corner("a" + label, view.flipped)[1] + 1, label, "class:label")
    for label in FILES:
        canvas.put(corner(label + "1", view.flipped)[0] + 3, HEIGHT - 1, label, "class:label")
    return canvas


def _rows(regions: bool) -> Iterator[str]:
    """The lines of the board; between regions they are double, inside a region dotted."""
    thin = "╟───────┼───────╫───────┼───────╢" if regions else "╟───────┼───────┼───────┼───────╢"
    middle = "╠═══════╪═══════╬═══════╪═══════╣" if regions else thin
    inside = "║       ┊       ║       ┊       ║" if regions else "║       │       │       │       ║"
    yield f"╔═══════╤═══════{'╦' if regions else '╤'}═══════╤═══════╗"
    for rule in (thin, middle, thin):
        yield from (inside, inside, inside, rule)
    yield from (inside, inside, inside)
    yield f"╚═══════╧═══════{'╩' if regions else '╧'}═══════╧═══════╝"


def mark_last(canvas: Canvas, square: str, flipped: bool) -> None:
    x, y = corner(square, flipped)
    canvas.put(x, y + 1, "►", "class:last")
    canvas.put(x + 6, y + 1, "◄", "class:last")


def mark_winning(canvas: Canvas, square: str, flipped: bool) -> None:
    x, y = corner(square, flipped)
    for across, down in ((0, 0), (6, 0), (0, 2), (6, 2)):
        canvas.put(x + across, y + down, "*", "class:win")
