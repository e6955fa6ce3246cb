r"""Qomet: make a square of four stars; stars push each other along the lines.

    7  o-----------o-----------o      25 spaces: a centre and three squares of eight, crossed
       | \         |         / |      by four straight lines through the centre.
    6  |   o-------o-------o   |      FIRST (1) and SECOND (2) have seven stars each, in hand.
       |   | \     |     / |   |      A turn places a star from hand on an empty space, or moves
    5  |   |   o---o---o   |   |      one of your stars one step along a line. A star in the way
       |   |   | \ | / |   |   |      is pushed one step further, if it can go straight on; from
    4  o---o---o---o---o---o---o      the outer square it goes off the board, back to hand.
       |   |   | / | \ |   |   |      You may also move your own outer star off.
    3  |   |   o---o---o   |   |      You may not push back the star that has just pushed yours.
       |   | /     |     \ |   |      Four stars of one colour on the corners of a square whose
    2  |   o-------o-------o   |      sides run along lines win; if a turn makes the opponent a
       | /         |         \ |      square, the opponent wins.
    1  o-----------o-----------o
       a   b   c   d   e   f   g

The empty board is written `.../.../.../......./.../.../... 1 -`: ranks from the top, the side to
move, and the move forbidden by the no-undo rule. Moves: `@d4` places, `d4-d5` slides or pushes,
`a1-off` leaves the board.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

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
    quote,
    refuse,
    remembered,
    too_many,
    wrong_rank,
    wrong_ranks,
    wrong_turn,
)
from tetrad.rules.symmetry import Map, square_maps

STARS_EACH = 7

# Readings. The French rulebook lets a star leave the board by any push that leads off it, so a
# push along an outer side goes over the corner; and a turn that makes a square for both players
# is won by the opponent of the player who made it.
OUTER_SIDES_LEAD_OFF_THE_BOARD = True
BOTH_SQUARES_WIN_FOR_THE_OPPONENT = True

# Translators: why a game ended; fills {why} in '{side} wins: {why}.'
SQUARE_MADE = Wording("square", "four stars on the corners of a square", brief="a square")()

# Translators: why a star cannot move
NO_STAR_HERE = Wording("no-star-here", "{player} has no star on {square}")
# Translators: why a star cannot be placed
NO_STAR_IN_HAND = Wording("no-star-in-hand", "{player} has no star in hand")
# Translators: why a star cannot move off the board
NOT_OUTER = Wording("not-outer", "{square} is not on the outer square")
# Translators: why a star cannot move there
NO_LINE = Wording("no-line", "no line joins {one} and {other} directly")
# Translators: why a star cannot push another
CORNER = Wording("corner", "the star on {square} cannot be pushed around the corner")
# Translators: why a star cannot push another
BLOCKED = Wording("blocked", "the star on {square} cannot be pushed, {behind} is not empty")
# Translators: why a star cannot push another
UNDO = Wording("undo", "it would undo the opponent's last turn")
# Translators: about a position that cannot be read
WRONG_FIELDS = Wording(
    "wrong-fields", "a Qomet position has a board, a side to move and a forbidden move: {text}"
)
# Translators: why a position cannot come about
NO_LAST_TURN = Wording("no-last-turn", "no last turn can have made its squares")
# Translators: why a position cannot come about; {undo} is a move
NOTHING_FORBIDS = Wording("nothing-forbids", "no last turn forbids {undo}")
# Translators: why a position cannot come about; {undo} is a move
FORBIDDEN_TOO_LATE = Wording(
    "forbidden-too-late", "the turn that forbids {undo} came after the end"
)

RANKS = {
    "1": "adg", "2": "bdf", "3": "cde", "4": "abcdefg", "5": "cde", "6": "bdf", "7": "adg",
}  # fmt: skip
SQUARES = tuple(file + rank for rank, files in RANKS.items() for file in files)
INDEX = {square: index for index, square in enumerate(SQUARES)}
OUTER = tuple(square for square in SQUARES if square[0] in "ag" or square[1] in "17")
OFF = "off"

# The straight lines: four diameters, and the sides of the outer, middle and inner square.
DIAMETERS = (
    "d1 d2 d3 d4 d5 d6 d7", "a4 b4 c4 d4 e4 f4 g4", "a1 b2 c3 d4 e5 f6 g7", "a7 b6 c5 d4 e3 f2 g1",
)  # fmt: skip
OUTER_SIDES = ("a1 a4 a7", "a7 d7 g7", "g7 g4 g1", "g1 d1 a1")
INNER_SIDES = (
    "b2 b4 b6", "b6 d6 f6", "f6 f4 f2", "f2 d2 b2", "c3 c4 c5", "c5 d5 e5", "e5 e4 e3", "e3 d3 c3",
)  # fmt: skip

# A square is the corners of a concentric square, or centre, midpoint, corner, midpoint.
CORNERS_OF_SQUARES = tuple(
    tuple(sorted(INDEX[square] for square in corners.split()))
    for corners in (
        "a1 a7 g7 g1", "b2 b6 f6 f2", "c3 c5 e5 e3",
        "d4 c4 c5 d5", "d4 b4 b6 d6", "d4 a4 a7 d7",
        "d4 d5 e5 e4", "d4 d6 f6 f4", "d4 d7 g7 g4",
        "d4 e4 e3 d3", "d4 f4 f2 d2", "d4 g4 g1 d1",
        "d4 d3 c3 c4", "d4 d2 b2 b4", "d4 d1 a1 a4",
    )
)  # fmt: skip


def _steps() -> dict[str, dict[str, str | None]]:
    """For each space its neighbours along the lines, and what lies straight behind each.

    Behind a neighbour is a space, or OFF the board, or None where the line just ends.
    """
    steps: dict[str, dict[str, str | None]] = {square: {} for square in SQUARES}
    for line in (*DIAMETERS, *OUTER_SIDES, *INNER_SIDES):
        leads_off = line in DIAMETERS or (line in OUTER_SIDES and OUTER_SIDES_LEAD_OFF_THE_BOARD)
        end = OFF if leads_off else None
        for there in (line.split(), line.split()[::-1]):
            for origin, target, behind in zip(
                there[:-1], there[1:], [*there[2:], end], strict=True
            ):
                steps[origin][target] = behind
    return {origin: _clockwise(origin, targets) for origin, targets in steps.items()}


def _clockwise(origin: str, targets: dict[str, str | None]) -> dict[str, str | None]:
    """The steps from a space in the order of the compass, from north."""

    def bearing(target: str) -> float:
        east, north = ord(target[0]) - ord(origin[0]), ord(target[1]) - ord(origin[1])
        return math.atan2(east, north) % math.tau

    return {target: targets[target] for target in sorted(targets, key=bearing)}


STEPS = _steps()


@dataclass(frozen=True, slots=True)
class Move:
    """Place on `target` (no origin), step from `origin` to `target`, or leave (no target)."""

    origin: str | None
    target: str | None

    def __str__(self) -> str:
        return f"@{self.target}" if self.origin is None else f"{self.origin}-{self.target or OFF}"


Stars = tuple[Player | None, ...]


@dataclass(frozen=True, slots=True)
class Qomet(Position[Move]):
    """A position; `stars` runs a1, d1, g1, b2, d2, f2, ... g7, rank by rank from the bottom."""

    NAME: ClassVar[str] = "qomet"

    stars: Stars
    turn: Player = field()
    forbidden: Move | None = None

    @classmethod
    def start(cls) -> Qomet:
        return cls((None,) * 25, Player.FIRST)

    def __getitem__(self, square: str) -> Player | None:
        return self.stars[index_of(square, INDEX)]

    def at(self, square: str) -> Player | None:
        """Whose star stands on a square of the board, not checked; for speed."""
        return self.stars[INDEX[square]]

    def in_hand(self, player: Player) -> int:
        """How many stars a player has in hand."""
        return STARS_EACH - self.stars.count(player)

    def legal_moves(self) -> tuple[Move, ...]:
        """Placings by square; then each star's steps, clockwise from north, and its way off."""
        if self.outcome():
            return ()
        moves = [*self._placings(), *self._moves_of_stars()]
        return tuple(move for move in moves if not self._obstacle(move))

    def _placings(self) -> Iterator[Move]:
        return (Move(None, square) for square in SQUARES)

    def _moves_of_stars(self) -> Iterator[Move]:
        for square in SQUARES:
            if self.at(square) is self.turn:
                yield from (Move(square, target) for target in STEPS[square])
                yield Move(square, None)

    def _objection(self, move: Move) -> Message | None:
        if self.outcome():
            return GAME_OVER()
        known = {None, *SQUARES}
        if not isinstance(move, Move) or move.origin not in known or move.target not in known:
            return NOT_A_MOVE()
        return self._obstacle(move)

    def _obstacle(self, move: Move) -> Message | None:
        """Which rule speaks against a move between spaces of the board, or None."""
        if move.origin is None:
            return self._placing_obstacle(move.target)
        if self.at(move.origin) is not self.turn:
            return NO_STAR_HERE(player=self.turn, square=move.origin)
        if move.target is None:
            if move.origin in OUTER:
                return None
            return NOT_OUTER(square=move.origin)
        if move.target not in STEPS[move.origin]:
            return NO_LINE(one=move.origin, other=move.target)
        if self.at(move.target):
            return self._push_obstacle(move.origin, move.target)
        return None

    def _placing_obstacle(self, target: str | None) -> Message | None:
        if target is None:
            return NOT_A_MOVE()
        if not self.in_hand(self.turn):
            return NO_STAR_IN_HAND(player=self.turn)
        return NOT_EMPTY(square=target) if self.at(target) else None

    def _push_obstacle(self, origin: str, target: str) -> Message | None:
        """A push goes straight, moves one star, and may not undo the opponent's last turn."""
        behind = STEPS[origin][target]
        if behind is None:
            return CORNER(square=target)
        if behind != OFF and self.at(behind):
            return BLOCKED(square=target, behind=behind)
        return UNDO() if Move(origin, target) == self.forbidden else None

    def play(self, move: Move | str) -> Qomet:
        if isinstance(move, str):
            move = self.parse_move(move)
        refuse(self, move, self.objection(move))
        stars = list(self.stars)
        if move.origin:
            stars[INDEX[move.origin]] = None
        if move.target:
            stars[INDEX[move.target]] = self.turn
        forbidden = None
        if move.origin and move.target:
            forbidden = self._push(move.origin, move.target, stars)
        return Qomet(tuple(stars), self.turn.other, forbidden)

    def _push(self, origin: str, target: str, stars: list[Player | None]) -> Move | None:
        """Moves the star that stood on the target; returns the answer that would undo it.

        Only the opponent's own star, still on the board, could push back.
        """
        pushed, behind = self.at(target), STEPS[origin][target]
        if pushed is None or behind in (OFF, None):
            return None
        stars[INDEX[behind]] = pushed
        return Move(behind, target) if pushed is self.turn.other else None

    @remembered
    def outcome(self) -> Outcome | None:
        """Squares are judged when a turn is over; the player now to move comes first."""
        mover, opponent = self.turn.other, self.turn
        ranking = [opponent, mover] if BOTH_SQUARES_WIN_FOR_THE_OPPONENT else [mover, opponent]
        for player in ranking:
            if made := self._squares_of(player):
                corners = sorted({index for square in made for index in square})
                return Outcome(player, SQUARE_MADE, tuple(SQUARES[index] for index in corners))
        return None

    def winning_squares(self) -> tuple[str, ...]:
        outcome = self.outcome()
        return outcome.squares if outcome else ()

    def _squares_of(self, player: Player) -> list[tuple[int, ...]]:
        return [made for made in CORNERS_OF_SQUARES if all(self.stars[i] is player for i in made)]

    @remembered
    def __str__(self) -> str:
        ranks = []
        for rank in reversed(RANKS):
            spaces = (self.at(file + rank) for file in RANKS[rank])
            ranks.append("".join(str(star.value) if star else "." for star in spaces))
        return f"{'/'.join(ranks)} {self.turn.value} {self.forbidden or '-'}"

    @classmethod
    def parse(cls, text: str) -> Qomet:
        fields = notation(text, 64).split(" ")
        if len(fields) != 3:
            raise InvalidNotationError(WRONG_FIELDS(text=quote(text)))
        board, turn, forbidden = fields
        if turn not in ("1", "2"):
            raise wrong_turn(turn, text)
        position = cls(_stars(board), Player(int(turn)))
        if forbidden != "-":
            position = cls(position.stars, position.turn, position.parse_move(forbidden))
        if doubt := position._impossible():
            raise cannot_be(text, doubt)
        return position

    def parse_move(self, text: str) -> Move:
        origin, _, target = str(text).partition("-")
        if isinstance(text, str):
            if text[:1] == "@" and text[1:] in INDEX:
                return Move(None, text[1:])
            if origin in INDEX and (target in INDEX or target == OFF):
                return Move(origin, None if target == OFF else target)
        raise no_move(text, self.NAME, "@d4, d4-d5, a1-off")

    def symmetries(self) -> tuple[Qomet, ...]:
        """By their texts."""
        return tuple(sorted(set(self._images()), key=str))

    def canonical(self) -> Qomet:
        """The first of its symmetries."""
        return min(self._images(), key=str)

    def _images(self) -> Iterator[Qomet]:
        for squares in square_maps(SQUARES):
            stars = tuple(self.stars[square] for square in squares)
            yield Qomet(stars, self.turn, self.forbidden and _turned(self.forbidden, squares))

    def _impossible(self) -> Message | None:
        """Why play can never lead here, or None."""
        for player in Player:
            if self.stars.count(player) > STARS_EACH:
                count = self.stars.count(player)
                return too_many(player, count, str(player.value), STARS_EACH)
        if self.forbidden:
            return self._unexplained_undo(self.forbidden)
        if self.outcome() and not any(before.outcome() is None for before in self._before()):
            return NO_LAST_TURN()
        return None

    def _unexplained_undo(self, undo: Move) -> Message | None:
        """The forbidden c-b stands only if the opponent has just gone a-b and pushed b to c."""
        here, there = undo.origin, undo.target
        behind = STEPS[here].get(there) if here and there else None
        unexplained = NOTHING_FORBIDS(undo=undo)
        if here is None or there is None or behind in (OFF, None):
            return unexplained
        if (self.at(here), self.at(there), self.at(behind)) != (self.turn, self.turn.other, None):
            return unexplained
        before = self._with({behind: self.turn.other, there: self.turn, here: None})
        too_late = FORBIDDEN_TOO_LATE(undo=undo)
        return too_late if before.outcome() else None

    def _before(self) -> Iterator[Qomet]:
        """The positions one turn earlier, if the last turn placed a star.

        They stand for every last turn that forbids no undo: whichever of the mover's stars came
        last to its space, before a step or a push the same stars stood there and more.
        """
        for square in SQUARES:
            if self.at(square) is self.turn.other:
                yield self._with({square: None})

    def _with(self, changes: dict[str, Player | None]) -> Qomet:
        """The board one turn earlier, when the other player was to move."""
        stars = list(self.stars)
        for square, star in changes.items():
            stars[INDEX[square]] = star
        return Qomet(tuple(stars), self.turn.other)


def _turned(move: Move, squares: Map) -> Move:
    """A move on the board whose squares were moved by a symmetry."""
    origin, target = (
        name and SQUARES[squares.index(INDEX[name])] for name in (move.origin, move.target)
    )
    return Move(origin, target)


def _stars(board: str) -> Stars:
    ranks = board.split("/")
    if len(ranks) != 7:
        raise wrong_ranks(Qomet.NAME, 7, ranks)
    stars: list[Player | None] = []
    for files, rank in zip(RANKS.values(), reversed(ranks), strict=True):
        if len(rank) != len(files):
            raise wrong_rank(len(files), len(rank), rank)
        stars += [_star(letter) for letter in rank]
    return tuple(stars)


def _star(letter: str) -> Player | None:
    if letter not in (".", "1", "2"):
        raise InvalidNotationError(not_one_of(letter, ".12"))
    return None if letter == "." else Player(int(letter))
