"""Qawale on the screen: the visible pebble of each stack, and under it the whole stack.

.---.      #####      :::::      FIRST's pebbles are hollow, SECOND's filled, the neutral
'-1-'      ##2##      ::0::      ones dotted. The third line is the stack from bottom to
 001       00212        00       top; a stack too tall for its cell is listed in full
                                 below the board.
"""

from __future__ import annotations

from tetrad.columns import wrapped
from tetrad.language import t
from tetrad.position import Player
from tetrad.rules.qawale import INDEX, NEUTRAL, PEBBLE, SQUARES, Move, Qawale
from tetrad.terminal.boards.canvas import PLAYER_STYLE, Canvas, Line, View
from tetrad.terminal.boards.squares import CELL_WIDTH, WIDTH, corner, grid, mark_last, mark_winning

DRAWINGS = {
    "0": ("▒▒▒▒▒", "▒▒0▒▒"),
    "1": ("╭───╮", "╰─1─╯"),
    "2": ("█████", "██2██"),
}
STYLES = {NEUTRAL: "class:neutral"} | {PEBBLE[p]: PLAYER_STYLE[p] for p in Player}
ARROWS = {"n": "↑", "e": "→", "s": "↓", "w": "←"}
TURNED = {"n": "s", "e": "w", "s": "n", "w": "e"}


def draw(view: View) -> list[Line]:
    position, last = view.position, view.last
    assert isinstance(position, Qawale)
    canvas = grid(view, regions=False)
    for square, stack in zip(SQUARES, position.stacks, strict=True):
        if stack:
            _draw_stack(canvas, stack, *corner(square, view.flipped))
    if isinstance(last, Move):
        _mark_sowing(canvas, last, view.flipped)
    for square in position.winning_squares():
        mark_winning(canvas, square, view.flipped)
    return [*canvas.lines(), *tall_stacks(position)]


def _draw_stack(canvas: Canvas, stack: str, x: int, y: int) -> None:
    canvas.put_block(x + 1, y, DRAWINGS[stack[-1]], STYLES[stack[-1]])
    if len(stack) > CELL_WIDTH:
        canvas.put(x, y + 2, f"({len(stack)})".center(CELL_WIDTH), "class:label")
    elif len(stack) > 1:
        start = x + (CELL_WIDTH - len(stack)) // 2
        for offset, pebble in enumerate(stack):
            canvas.put(start + offset, y + 2, pebble, STYLES[pebble])


def _mark_sowing(canvas: Canvas, move: Move, flipped: bool) -> None:
    """An arrow in every cell a pebble came to; the last one between the marks of a last move."""
    for step, square in zip(move.path, move.trail(), strict=True):
        x, y = corner(square, flipped)
        canvas.put(x, y, ARROWS[TURNED[step] if flipped else step], "class:last")
    mark_last(canvas, move.trail()[-1], flipped)


def tall_stacks(position: Qawale) -> list[Line]:
    """The contents of the stacks that their cells cannot show."""
    lines: list[Line] = []
    for square in SQUARES:
        stack = position.stacks[INDEX[square]]
        if len(stack) > CELL_WIDTH:
            lines += [[("", row)] for row in wrapped(contents(square, stack), WIDTH)]
    return lines


def contents(square: str, stack: str) -> str:
    return t("Inside {square}, bottom to top:", square=square) + f" {stack}"


def reserves(position: Qawale) -> list[Line]:
    """What each player's pebbles look like, and how many are in hand."""
    return [
        [("", t("pebbles")), *((PLAYER_STYLE[p], DRAWINGS[PEBBLE[p]][1]) for p in Player)],
        [("", t("in hand")), *(("", str(position.in_hand(p))) for p in Player)],
    ]
