"""A sheet of characters to draw boards on, and what the terminal at hand can show.

Boards are drawn once, as characters with the names of styles; whether a style becomes a colour
is decided only when the lines are printed. Two players never differ by style alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tetrad.columns import columns
from tetrad.language import left_to_right
from tetrad.position import AnyPosition, Player

# A line is pieces of text with a style each, as prompt_toolkit's formatted text has them.
Line = list[tuple[str, str]]

WIDEST_BOARD = 40
PLAYER_STYLE = {Player.FIRST: "class:first", Player.SECOND: "class:second"}

# Every character beyond ASCII that a drawing uses, with its stand-in for other terminals.
STAND_INS = {
    "-": "─", "=": "═", "|": "│║", "+": "┌┐└┘┼╔╗╚╝╦╩╬╟╢╤╧╫╪╠╣", ".": "╭╮", "'": "╰╯", "/": "╱",
    "\\": "╲", "#": "█", ":": "▒┊", "1": "☆", "2": "★", ">": "→►", "<": "←◄", "^": "↑", "v": "↓",
}  # fmt: skip
PLAIN = str.maketrans({fine: plain for plain, fines in STAND_INS.items() for fine in fines})


@dataclass(frozen=True)
class Look:
    """What the window can show: its width in characters, and whether it knows box drawing."""

    width: int = 80
    unicode: bool = True

    def text(self, text: str) -> str:
        return text if self.unicode else text.translate(PLAIN)


@dataclass(frozen=True)
class View:
    """A position to draw, with what led to it and what to point out."""

    position: AnyPosition
    last: object | None = None
    marked: frozenset[str] = frozenset()
    flipped: bool = False


class Canvas:
    """Characters in rows and columns from the top left, each with a style."""

    def __init__(self, width: int, height: int) -> None:
        self._cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        for offset, character in enumerate(text):
            self._cells[y][x + offset] = (character, style)

    def put_block(self, x: int, y: int, rows: Iterable[str], style: str = "") -> None:
        for offset, row in enumerate(rows):
            self.put(x, y + offset, row, style)

    def lines(self) -> list[Line]:
        return [_joined(row) for row in self._cells]


def _joined(cells: Sequence[tuple[str, str]]) -> Line:
    """The cells of a row as runs of one style, without the blanks behind the last character."""
    end = max((x + 1 for x, (character, _) in enumerate(cells) if character != " "), default=0)
    runs = itertools.groupby(cells[:end], key=lambda cell: cell[1])
    return [(style, "".join(character for character, _ in run)) for style, run in runs]


def width_of(line: Line) -> int:
    return sum(columns(text) for _, text in line)


def plain(line: Line) -> str:
    return "".join(text for _, text in line)


def beside(left: Sequence[Line], right: Sequence[Line]) -> list[Line]:
    """Two drawings side by side, the right one a little lower."""
    column = WIDEST_BOARD + 3
    lowered: list[Line] = [[], [], [], *right]
    height = max(len(left), len(lowered))
    lines = []
    for here, there in zip(_filled(left, height), _filled(lowered, height), strict=True):
        padding = [("", " " * (column - width_of(here)))] if there else []
        lines.append([*here, *padding, *there])
    return lines


def _filled(lines: Sequence[Line], height: int) -> list[Line]:
    return [*lines, *([] for _ in range(height - len(lines)))]


def arranged(board: Sequence[Line], panel: Sequence[Line], look: Look) -> list[Line]:
    """The board with its panel to the right, or below it where the window is too narrow."""
    together = beside(board, panel)
    if max(map(width_of, together)) > look.width:
        together = [*board, [], *panel]
    mark = left_to_right()
    return [[("", mark), *line] if mark and line else line for line in together]
