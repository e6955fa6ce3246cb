"""Quantik on the screen: FIRST's pieces are hollow with a capital, SECOND's are filled.

 .-.     +-+    +---+     ^          ###     ###    #####     #
( A )    |B|    | C |    /D\\        ##a##    #b#    ##c##    #d#
 '-'     +-+    +---+   /___\\        ###     ###    #####   #####
"""

from __future__ import annotations

from tetrad.language import t
from tetrad.position import Player
from tetrad.rules.quantik import SHAPES, SQUARES, Move, Piece, Quantik
from tetrad.terminal.boards.canvas import PLAYER_STYLE, Line, View
from tetrad.terminal.boards.squares import corner, grid, mark_last, mark_winning

DRAWINGS = {
    "A": (" ╭─╮ ", "( A )", " ╰─╯ "),
    "B": (" ┌─┐ ", " │B│ ", " └─┘ "),
    "C": ("┌───┐", "│ C │", "└───┘"),
    "D": ("  ^  ", " ╱D╲ ", "╱___╲"),
    "a": (" ███ ", "██a██", " ███ "),
    "b": (" ███ ", " █b█ ", " ███ "),
    "c": ("█████", "██c██", "█████"),
    "d": ("  █  ", " █d█ ", "█████"),
}


def draw(view: View) -> list[Line]:
    position, last = view.position, view.last
    assert isinstance(position, Quantik)
    canvas = grid(view, regions=True)
    for square, piece in zip(SQUARES, position.spaces, strict=True):
        x, y = corner(square, view.flipped)
        if piece:
            canvas.put_block(x + 1, y, DRAWINGS[str(piece)], PLAYER_STYLE[piece.owner])
        elif square in view.marked:
            canvas.put(x + 3, y + 1, "+", "class:marked")
    if isinstance(last, Move):
        mark_last(canvas, last.square, view.flipped)
    for square in position.winning_squares():
        mark_winning(canvas, square, view.flipped)
    return canvas.lines()


def reserves(position: Quantik) -> list[Line]:
    """A table of the pieces in hand, a row a shape and a column a player."""
    return [
        [("", t(name)), *(_left(position, player, shape) for player in Player)]
        for shape, name in SHAPES.items()
    ]


def _left(position: Quantik, player: Player, shape: str) -> tuple[str, str]:
    piece = str(Piece(player, shape))
    pieces = " ".join(piece * position.in_hand(player).count(shape)) or "-"
    return PLAYER_STYLE[player], pieces
