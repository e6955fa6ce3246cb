"""Quantik: place the fourth different shape of a row, column or region.

      +-------+-------+
    4 | .   . | .   . |     Each player has two spheres (A), two cylinders (B),
    3 | .   A | .   . |     two cubes (C) and two cones (D). A turn places one of
      +-------+-------+     them on an empty space; pieces never move.
    2 | .   . | b   . |     No shape may go into a row, column or region where the
    1 | .   . | .   . |     opponent already has that shape.
      +-------+-------+     The fourth different shape of a row, column or region
        a   b   c   d       wins, whoever owns the other three. Who cannot place loses.

The board above is written `..../.A../..b./....`: ranks from the top, FIRST in upper case,
SECOND in lower case. The move `A@b3` places a sphere on b3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import ClassVar, NamedTuple

from tetrad.message import Message, Wording
from tetrad.position import (
    GAME_OVER,
    NOT_A_MOVE,
    NOT_EMPTY,
    InvalidNotationError,
    Outcome,
    Player,
    Position,
    cannot_be,
    index_of,
    no_move,
    not_one_of,
    notation,
    refuse,
    remembered,
    too_many,
    uneven,
    wrong_rank,
    wrong_ranks,
)
from tetrad.rules.symmetry import quantik_maps

# Translators: a shape of Quantik; fills gaps such as {shape}
SPHERE = Wording("A", "sphere")
# Translators: a shape of Quantik
CYLINDER = Wording("B", "cylinder")
# Translators: a shape of Quantik
CUBE = Wording("C", "cube")
# Translators: a shape of Quantik
CONE = Wording("D", "cone")
SHAPES = {shape.code: shape() for shape in (SPHERE, CYLINDER, CUBE, CONE)}
PIECES_OF_EACH_SHAPE = 2

# A reading: some programs call a game without a placement left a draw. The rulebook says that a
# player who cannot place loses, and a full board without a line is no exception.
STUCK_PLAYER_LOSES = True

# Translators: why a game ended; fills {why} in '{side} wins: {why}.'
FOUR_SHAPES = Wording(
    "four-shapes",
    "four different shapes in one row, column or region",
    brief="four different shapes",
)()
# Translators: why a game ended; fills {why} in '{side} wins: {why}.'
NO_PLACEMENT = Wording(
    "no-placement", "the opponent cannot place any piece", brief="no legal placement"
)()

# Translators: a line of the Quantik board; fills {line}
ROW = Wording("row", "row {name}")
# Translators: a line of the Quantik board; fills {line}
COLUMN = Wording("column", "column {name}")
# Translators: a quarter of the Quantik board, such as a1-b2; fills {line}
REGION = Wording("region", "the region {name}")

# Translators: why a piece cannot be placed
NONE_LEFT = Wording("none-in-hand", "{player} has no {shape} left")
# Translators: why a piece cannot be placed; {line} is a row, a column or a region
SHAPE_IN_LINE = Wording("shape-in-line", "{player} has a {shape} in {line}")
# Translators: why a position cannot come about
BOTH_IN_LINE = Wording("both-in-line", "{line} holds a {shape} of each player")
# Translators: why a position cannot come about
NO_LAST_PIECE = Wording(
    "no-last-piece", "no single last piece completed every line that is complete"
)

FILES, RANKS = "abcd", "1234"
SQUARES = tuple(file + rank for rank in RANKS for file in FILES)
INDEX = {square: index for index, square in enumerate(SQUARES)}

Line = tuple[int, ...]


def _lines() -> dict[str, Line]:
    """The four rows, four columns and four regions, by the name a player would use."""
    lines: dict[str, Line] = {}
    for rank in range(4):
        lines[ROW(name=RANKS[rank])] = tuple(4 * rank + file for file in range(4))
    for file in range(4):
        lines[COLUMN(name=FILES[file])] = tuple(4 * rank + file for rank in range(4))
    for corner in (0, 2, 8, 10):
        name = f"{SQUARES[corner]}-{SQUARES[corner + 5]}"
        lines[REGION(name=name)] = (corner, corner + 1, corner + 4, corner + 5)
    return lines


LINES = _lines()
LINES_THROUGH = tuple(
    {name: line for name, line in LINES.items() if index in line} for index in range(16)
)
# The spaces that share a line with each, itself among them.
IN_LINE = tuple(
    frozenset(index for line in lines.values() for index in line) for lines in LINES_THROUGH
)


class Piece(NamedTuple):
    """One of the sixteen pieces: whose it is and its shape, a letter of `SHAPES`."""

    owner: Player
    shape: str

    def __str__(self) -> str:
        return self.shape if self.owner is Player.FIRST else self.shape.lower()


@dataclass(frozen=True, slots=True)
class Move:
    """Place a piece of this shape on this square."""

    shape: str
    square: str

    def __str__(self) -> str:
        return f"{self.shape}@{self.square}"


@dataclass(frozen=True, slots=True)
class Quantik(Position[Move]):
    """A position; `spaces` runs a1, b1, c1, d1, a2, ... d4."""

    NAME: ClassVar[str] = "quantik"

    spaces: tuple[Piece | None, ...]

    @classmethod
    def start(cls) -> Quantik:
        return cls((None,) * 16)

    @property
    def turn(self) -> Player:
        """The players alternate, so the number of pieces on the board tells whose turn it is."""
        placed = 16 - self.spaces.count(None)
        return Player.FIRST if placed % 2 == 0 else Player.SECOND

    def __getitem__(self, square: str) -> Piece | None:
        return self.spaces[index_of(square, INDEX)]

    def legal_moves(self) -> tuple[Move, ...]:
        """Ordered by shape A to D, then by square a1, b1, ... d4."""
        return () if self._lines_completed() else tuple(self._placements())

    def _objection(self, move: Move) -> Message | None:
        if self.outcome():
            return GAME_OVER()
        if not isinstance(move, Move) or move.shape not in SHAPES or move.square not in INDEX:
            return NOT_A_MOVE()
        if self.spaces[INDEX[move.square]]:
            return NOT_EMPTY(square=move.square)
        if move.shape not in self.in_hand(self.turn):
            return NONE_LEFT(player=self.turn, shape=SHAPES[move.shape])
        if line := self.forbidding_line(move):
            return SHAPE_IN_LINE(player=self.turn.other, shape=SHAPES[move.shape], line=line)
        return None

    def play(self, move: Move | str) -> Quantik:
        if isinstance(move, str):
            move = self.parse_move(move)
        refuse(self, move, self.objection(move))
        index = INDEX[move.square]
        piece = Piece(self.turn, move.shape)
        return Quantik((*self.spaces[:index], piece, *self.spaces[index + 1 :]))

    @remembered
    def outcome(self) -> Outcome | None:
        """First the line, which wins for the player who made it; then the stuck player."""
        if squares := self.winning_squares():
            return Outcome(self.turn.other, FOUR_SHAPES, squares)
        if next(self._placements(), None) is None:
            return Outcome(self.turn.other if STUCK_PLAYER_LOSES else None, NO_PLACEMENT)
        return None

    def winning_squares(self) -> tuple[str, ...]:
        winning = {index for line in self._lines_completed() for index in line}
        return tuple(SQUARES[index] for index in sorted(winning))

    def in_hand(self, player: Player) -> str:
        """The shapes of a player's unplayed pieces, such as `AABCDD`."""
        return "".join(
            shape * (PIECES_OF_EACH_SHAPE - self.spaces.count(Piece(player, shape)))
            for shape in SHAPES
        )

    def forbidding_line(self, move: Move) -> str | None:
        """A row, column or region through the square in which the opponent has the shape.

        One's own pieces never forbid anything.
        """
        rival = Piece(self.turn.other, move.shape)
        for name, line in LINES_THROUGH[INDEX[move.square]].items():
            if any(self.spaces[index] == rival for index in line):
                return name
        return None

    def forbidding_squares(self, move: Move) -> tuple[str, ...]:
        """Where the opponent's pieces stand that forbid a placement."""
        rival = Piece(self.turn.other, move.shape)
        near = sorted(IN_LINE[INDEX[move.square]])
        return tuple(SQUARES[index] for index in near if self.spaces[index] == rival)

    def _placements(self) -> Iterator[Move]:
        """What rules 2 and 3 allow, whether or not somebody has already won."""
        in_hand, opponent = self.in_hand(self.turn), self.turn.other
        empty = [index for index, piece in enumerate(self.spaces) if not piece]
        for shape in SHAPES:
            if shape in in_hand:
                shut = self._in_line_with(Piece(opponent, shape))
                yield from (Move(shape, SQUARES[index]) for index in empty if index not in shut)

    def _in_line_with(self, piece: Piece) -> set[int]:
        """The spaces that share a line with one of these pieces."""
        standing = (index for index, other in enumerate(self.spaces) if other == piece)
        return {index for stands in standing for index in IN_LINE[stands]}

    def _lines_completed(self) -> list[Line]:
        """The lines that hold all four shapes; it does not matter who owns them."""
        return [line for line in LINES.values() if len(self._shapes(line)) == 4]

    def _shapes(self, line: Line) -> set[str]:
        return {piece.shape for index in line if (piece := self.spaces[index])}

    @remembered
    def __str__(self) -> str:
        ranks = (self.spaces[start : start + 4] for start in (12, 8, 4, 0))
        return "/".join("".join(str(piece or ".") for piece in rank) for rank in ranks)

    @classmethod
    def parse(cls, text: str) -> Quantik:
        ranks = notation(text, 19).split("/")
        if len(ranks) != 4:
            raise wrong_ranks(cls.NAME, 4, ranks)
        position = cls(tuple(space for rank in reversed(ranks) for space in _rank(rank)))
        if doubt := position._impossible():
            raise cannot_be(text, doubt)
        return position

    def parse_move(self, text: str) -> Move:
        shape, at, square = str(text)[:1], str(text)[1:2], str(text)[2:]
        if not isinstance(text, str) or shape not in SHAPES or at != "@" or square not in INDEX:
            raise no_move(text, self.NAME, "A@b3")
        return Move(shape, square)

    def symmetries(self) -> tuple[Quantik, ...]:
        """Up to 128 maps of the board times 24 ways to name the shapes; by their letters."""
        images = {
            "".join(letters[square] for square in squares)
            for letters in (self._letters().translate(_renaming(new)) for new in _NAMES)
            for squares in quantik_maps()
        }
        return tuple(map(_of_letters, sorted(images)))

    def canonical(self) -> Quantik:
        """The first by its letters from a1 on, when shapes are named in the order they come."""
        letters = self._letters()
        images = ("".join([letters[s] for s in squares]) for squares in quantik_maps())
        return _of_letters(min(map(_renamed, images)))

    def _letters(self) -> str:
        return "".join(str(piece or ".") for piece in self.spaces)

    def _impossible(self) -> Message | None:
        """Why play can never lead here, or None. Exact: what passes can be reached."""
        pieces = Counter(piece for piece in self.spaces if piece)
        for piece, count in pieces.items():
            if count > PIECES_OF_EACH_SHAPE:
                return too_many(piece.owner, count, str(piece), PIECES_OF_EACH_SHAPE)
        first = sum(count for piece, count in pieces.items() if piece.owner is Player.FIRST)
        second = sum(pieces.values()) - first
        if first - second not in (0, 1):
            return uneven(first, second)
        for name, line in LINES.items():
            for shape in self._shapes(line):
                if len({self.spaces[i] for i in line} & {Piece(p, shape) for p in Player}) == 2:
                    return BOTH_IN_LINE(line=name, shape=SHAPES[shape])
        if self._lines_completed() and not self._last_piece_completed_all():
            return NO_LAST_PIECE()
        return None

    def _last_piece_completed_all(self) -> bool:
        """Whether one piece of the player who moved last stands in every completed line."""
        shared = set(range(16)).intersection(*self._lines_completed())
        return any((piece := self.spaces[i]) and piece.owner is self.turn.other for i in shared)


_NAMES = tuple(map("".join, permutations(SHAPES)))


def _of_letters(letters: str) -> Quantik:
    return Quantik(tuple(map(_space, letters)))


def _renamed(letters: str) -> str:
    """The shapes named in the order in which they come."""
    order = "".join(dict.fromkeys(letters.replace(".", "").upper()))
    return letters.translate(_renaming(order, "ABCD"[: len(order)]))


@cache
def _renaming(old: str, new: str = "ABCD") -> dict[int, int]:
    return str.maketrans(old + old.lower(), new + new.lower())


def _rank(text: str) -> list[Piece | None]:
    """The four spaces of one rank, from file a."""
    if len(text) != 4:
        raise wrong_rank(4, len(text), text)
    return [_space(letter) for letter in text]


def _space(letter: str) -> Piece | None:
    if letter == ".":
        return None
    if letter in SHAPES:
        return Piece(Player.FIRST, letter)
    if letter in "abcd":
        return Piece(Player.SECOND, letter.upper())
    raise InvalidNotationError(not_one_of(letter, ".ABCDabcd"))
