"""Fours: what each game is won by, by the names that players use, and who can complete one.

Quantik has rows, columns and regions, Qawale rows, columns and diagonals, Qomet squares. A region
or square is named by two opposite corners, as in "the square d4-f6".

A threat is a move with which a player wins if it is their turn. What the player to move threatens
can be played at once; for the opponent the board is looked at as if it were their turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tetrad.bots.tactics import winning_moves
from tetrad.message import Message, Wording
from tetrad.position import AnyPosition, Player
from tetrad.rules import qawale, qomet, quantik
from tetrad.rules.qawale import Qawale
from tetrad.rules.qomet import Qomet
from tetrad.rules.quantik import COLUMN, ROW, Piece, Quantik

# Translators: a line of the Qawale board from corner to corner, such as a1-d4; fills {four}
DIAGONAL = Wording("diagonal", "the diagonal {name}")
# Translators: a square of the Qomet board by two of its corners, such as d4-f6; fills {four}
STAR_SQUARE = Wording("star-square", "the square {name}")


@dataclass(frozen=True, slots=True)
class Four:
    """Four squares that win together, and what players call them."""

    name: Message
    squares: tuple[str, ...]


def _in_quantik() -> Iterator[Four]:
    for name, line in quantik.LINES.items():
        assert isinstance(name, Message)
        yield Four(name, tuple(quantik.SQUARES[index] for index in line))


def _in_qawale() -> Iterator[Four]:
    for line in qawale.LINES:
        squares = tuple(qawale.SQUARES[index] for index in line)
        yield Four(_line_name(squares), squares)


def _line_name(squares: tuple[str, ...]) -> Message:
    files, ranks = {square[0] for square in squares}, {square[1] for square in squares}
    if len(ranks) == 1:
        return ROW(name=squares[0][1])
    if len(files) == 1:
        return COLUMN(name=squares[0][0])
    return DIAGONAL(name="-".join((min(squares), max(squares))))


def _in_qomet() -> Iterator[Four]:
    """Each square's name leads from the centre outward, or from its lower left corner."""
    for corners in qomet.CORNERS_OF_SQUARES:
        squares = tuple(qomet.SQUARES[index] for index in corners)
        start = "d4" if "d4" in squares else min(squares)
        opposite = next(s for s in squares if s[0] != start[0] and s[1] != start[1])
        yield Four(STAR_SQUARE(name=f"{start}-{opposite}"), squares)


FOURS: dict[str, tuple[Four, ...]] = {
    "quantik": tuple(_in_quantik()),
    "qawale": tuple(_in_qawale()),
    "qomet": tuple(_in_qomet()),
}


def completed(position: AnyPosition) -> tuple[Four, ...]:
    """The fours that ended the game; none where it goes on or ended otherwise."""
    squares = {*position.winning_squares()}
    return tuple(four for four in FOURS[position.NAME] if squares.issuperset(four.squares))


@dataclass(frozen=True, slots=True)
class Threat:
    """A move with which a player wins, and the four that it completes.

    There is no four where it leaves Quantik's opponent without a placement.
    """

    player: Player
    move: Any
    four: Four | None


def wins(position: AnyPosition) -> tuple[Threat, ...]:
    """With what the player to move can win at once: of each four, one way to complete it."""
    found: dict[Four | None, Threat] = {}
    for move in winning_moves(position):
        for four in completed(position.play(move)) or (None,):
            found.setdefault(four, Threat(position.turn, move, four))
    return tuple(found.values())


def threats(position: AnyPosition) -> tuple[Threat, ...]:
    """With what the opponent of the player to move would win if it were their turn."""
    seen = _passed(position)
    if seen is None:
        return ()
    return tuple(replace(each, player=position.turn.other) for each in wins(seen))


def _passed(position: AnyPosition) -> AnyPosition | None:
    """The board for the opponent to move on.

    In Quantik and Qawale the number of pieces tells whose turn it is, so the colours change sides
    instead. None where the opponent has nothing left to play.
    """
    if isinstance(position, Qomet):
        return Qomet(position.stars, position.turn.other)
    if isinstance(position, Quantik):
        return Quantik(tuple(p and Piece(p.owner.other, p.shape) for p in position.spaces))
    assert isinstance(position, Qawale)
    if not position.in_hand(position.turn.other):
        return None
    swapped = str.maketrans("12", "21")
    return Qawale(tuple(stack.translate(swapped) for stack in position.stacks))
