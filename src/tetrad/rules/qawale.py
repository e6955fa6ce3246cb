"""Qawale: sow stacks until four visible pebbles of your colour stand in a line.

    4 | 00  .   .   00 |    Eight neutral pebbles (0) start in pairs on the corners; FIRST (1)
    3 | .   .   .   .  |    and SECOND (2) have eight pebbles each. A turn puts one of your
    2 | .   .   .   .  |    pebbles on any stack, lifts the stack and sows it, bottom pebble
    1 | 00  .   .   00 |    first, one a space, never straight back to the space before.
        a   b   c   d       When the last pebble is sown, four visible pebbles of one colour in
                            a row, column or main diagonal win. Without one after sixteen
                            turns the game is drawn.

The board above is written `00,x2,00/x4/x4/00,x2,00 1`: ranks from the top, stacks from bottom
to top, runs of empty spaces as x, x2, x3, x4, then the side to move. The move `a1nne` puts a
pebble on a1 and sows the three pebbles to a2, a3 and b3.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tetrad.message import Message, Wording
from tetrad.position import (
    GAME_OVER,
    NOT_A_MOVE,
    InvalidNotationError,
    Outcome,
    Player,
    Position,
    cannot_be,
    index_of,
    no_move,
    notation,
    quote,
    refuse,
    remembered,
    uneven,
    wrong_rank,
    wrong_ranks,
    wrong_turn,
)
from tetrad.rules.symmetry import square_maps

NEUTRAL = "0"
PEBBLE = {Player.FIRST: "1", Player.SECOND: "2"}
PEBBLES_EACH = 8
NEUTRAL_PEBBLES = 8

# A reading: the rulebook does not say who wins when a sowing lines up both colours.
BOTH_LINES_WIN_FOR_THE_MOVER = True

# Translators: why a game ended; fills {why} in '{side} wins: {why}.'
FOUR_IN_A_LINE = Wording(
    "four-in-a-line", "four visible pebbles in a line", brief="four in a line"
)()
# Translators: why a game ended; fills {why} in 'Draw: {why}.'
ALL_PLAYED = Wording(
    "all-played", "all pebbles are played and nobody has a line", brief="all pebbles played"
)()

# Translators: why a stack cannot be sown
NO_STACK = Wording("no-stack", "there is no stack on {square}")
# Translators: why a path is not legal; {steps} is how long the path is
WRONG_LENGTH = Wording(
    "wrong-length", "with your pebble the stack has {pebbles} pebbles to sow, not {steps}"
)
# Translators: why a path is not legal
LEAVES_BOARD = Wording("leaves-board", "the path leaves the board at {square}")
# Translators: why a path is not legal
STRAIGHT_BACK = Wording("straight-back", "the path goes straight back to {square}")
# Translators: why a position cannot come about
WRONG_NEUTRAL = Wording("wrong-neutral", "it has {n} neutral pebbles, not {due}")
# Translators: why a position cannot come about; {turn} is 1 or 2
WRONG_TURN = Wording("wrong-turn", "it is the turn of {player}, not {turn}")
# Translators: why a position cannot come about
WRONG_START = Wording(
    "wrong-start", "before the first turn the neutral pebbles stand in pairs on the corners"
)
# Translators: why a position cannot come about
NO_LAST_PEBBLE = Wording(
    "no-last-pebble", "{player} has just moved, so one of their pebbles must be visible"
)
# Translators: about a position that cannot be read
NO_SUCH_STACK = Wording("no-such-stack", "{text} is not a stack; use 0 1 2, or x x2 x3 x4")
# Translators: about a position that is not written as it should be
WRITTEN_OTHERWISE = Wording("written-otherwise", "{text} should be written {due}")

FILES, RANKS = "abcd", "1234"
SQUARES = tuple(file + rank for rank in RANKS for file in FILES)
INDEX = {square: index for index, square in enumerate(SQUARES)}
STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}

Line = tuple[int, ...]
LINES: tuple[Line, ...] = (
    *(tuple(range(start, start + 4)) for start in (0, 4, 8, 12)),
    *(tuple(range(file, 16, 4)) for file in range(4)),
    (0, 5, 10, 15),
    (3, 6, 9, 12),
)


def _neighbour(square: str, step: str) -> str | None:
    file, rank = (ord(square[0]) + STEPS[step][0], ord(square[1]) + STEPS[step][1])
    beside = chr(file) + chr(rank)
    return beside if beside in INDEX else None


NEIGHBOURS: dict[str, dict[str, str]] = {
    square: {step: beside for step in STEPS if (beside := _neighbour(square, step))}
    for square in SQUARES
}


@dataclass(frozen=True, slots=True)
class Move:
    """Put a pebble on the stack of this square and sow it along the path, as n e s w steps."""

    square: str
    path: str

    def __str__(self) -> str:
        return self.square + self.path

    def trail(self) -> tuple[str, ...]:
        """The squares the pebbles land on, in order; it ends where the path leaves the board."""
        squares, at = [], self.square
        for step in self.path:
            if step not in NEIGHBOURS[at]:
                break
            at = NEIGHBOURS[at][step]
            squares.append(at)
        return tuple(squares)


@dataclass(frozen=True, slots=True)
class Qawale(Position[Move]):
    """A position; `stacks` runs a1, b1, c1, d1, a2, ... d4, each stack from bottom to top."""

    NAME: ClassVar[str] = "qawale"

    stacks: tuple[str, ...]

    @classmethod
    def start(cls) -> Qawale:
        return cls(tuple("00" if square in ("a1", "d1", "a4", "d4") else "" for square in SQUARES))

    @property
    def turn(self) -> Player:
        """The players alternate, so the pebbles on the board tell whose turn it is."""
        played = self.played(Player.FIRST) + self.played(Player.SECOND)
        return Player.FIRST if played % 2 == 0 else Player.SECOND

    def played(self, player: Player) -> int:
        """How many of a player's pebbles are on the board."""
        return "".join(self.stacks).count(PEBBLE[player])

    def in_hand(self, player: Player) -> int:
        """How many pebbles a player has left."""
        return PEBBLES_EACH - self.played(player)

    def __getitem__(self, square: str) -> str:
        return self.stacks[index_of(square, INDEX)]

    def legal_moves(self) -> tuple[Move, ...]:
        """Ordered by square a1, b1, ... d4, then by path, each step in the order n e s w.

        A stack of h pebbles has some 2**h sowings: tall stacks make long answers.
        """
        if self.outcome():
            return ()
        return tuple(move for square in SQUARES for move in self.sowings(square))

    def sowings(self, square: str) -> Iterator[Move]:
        """The ways to sow one stack, one after the other."""
        height = len(self.stacks[INDEX[square]])
        if height:
            yield from (Move(square, path) for path in _paths(square, "", height + 1))

    def _objection(self, move: Move) -> Message | None:
        if self.outcome():
            return GAME_OVER()
        if not isinstance(move, Move) or move.square not in INDEX or not set(move.path) <= {*STEPS}:
            return NOT_A_MOVE()
        height = len(self.stacks[INDEX[move.square]])
        if height and len(move.path) != height + 1:
            return WRONG_LENGTH(pebbles=height + 1, steps=len(move.path))
        return self._path_objection(move)

    def _path_objection(self, move: Move) -> Message | None:
        """What speaks against a sowing that may stop early."""
        if not self.stacks[INDEX[move.square]]:
            return NO_STACK(square=move.square)
        return path_objection(move)

    def begun_objection(self, begun: Move) -> Message | None:
        """What speaks against a sowing that has begun, with a pebble or more left in the hand."""
        if self.outcome():
            return GAME_OVER()
        height, steps = len(self.stacks[INDEX[begun.square]]), len(begun.path)
        if 0 < height < steps:
            return WRONG_LENGTH(pebbles=height + 1, steps=steps)
        return self._path_objection(begun)

    def play(self, move: Move | str) -> Qawale:
        if isinstance(move, str):
            move = self.parse_move(move)
        refuse(self, move, self.objection(move))
        return Qawale(self.sow(move))

    def sow(self, move: Move) -> tuple[str, ...]:
        """The stacks after the sowing: bottom pebble first, the mover's new pebble last."""
        stacks = list(self.stacks)
        origin = INDEX[move.square]
        lifted = stacks[origin] + PEBBLE[self.turn]
        stacks[origin] = ""
        for pebble, square in zip(lifted, move.trail(), strict=True):
            stacks[INDEX[square]] += pebble
        return tuple(stacks)

    @remembered
    def outcome(self) -> Outcome | None:
        """Lines count only when the turn is over; before the first turn there is none."""
        mover, opponent = self.turn.other, self.turn
        ranking = [mover, opponent] if BOTH_LINES_WIN_FOR_THE_MOVER else [opponent, mover]
        for player in ranking:
            if lines := self._lines_of(player):
                return Outcome(player, FOUR_IN_A_LINE, _squares(lines))
        if not self.in_hand(Player.FIRST) and not self.in_hand(Player.SECOND):
            return Outcome(None, ALL_PLAYED)
        return None

    def winning_squares(self) -> tuple[str, ...]:
        outcome = self.outcome()
        return outcome.squares if outcome else ()

    def _lines_of(self, player: Player) -> list[Line]:
        """The lines in which all four visible pebbles are the player's."""
        pebble = PEBBLE[player]
        visible = [stack[-1:] == pebble for stack in self.stacks]
        return [line for line in LINES if all(visible[index] for index in line)]

    @remembered
    def __str__(self) -> str:
        ranks = (self.stacks[start : start + 4] for start in (12, 8, 4, 0))
        return f"{'/'.join(map(_rank_text, ranks))} {self.turn.value}"

    @classmethod
    def parse(cls, text: str) -> Qawale:
        board, _, turn = notation(text, 64).partition(" ")
        ranks = board.split("/")
        if len(ranks) != 4:
            raise wrong_ranks(cls.NAME, 4, ranks)
        position = cls(tuple(stack for rank in reversed(ranks) for stack in _rank(rank)))
        if turn not in ("1", "2"):
            raise wrong_turn(turn, text)
        if doubt := position._impossible(turn):
            raise cannot_be(text, doubt)
        return position

    def parse_move(self, text: str) -> Move:
        square, path = str(text)[:2], str(text)[2:]
        readable = isinstance(text, str) and square in INDEX and path and {*path} <= {*STEPS}
        if not readable or len(path) > PEBBLES_EACH * 2 + NEUTRAL_PEBBLES:
            raise no_move(text, self.NAME, "a1nne")
        return Move(square, path)

    def symmetries(self) -> tuple[Qawale, ...]:
        """By their stacks from a1 on."""
        return tuple(map(Qawale, sorted(set(self._images()))))

    def canonical(self) -> Qawale:
        """The first of its symmetries."""
        return Qawale(min(self._images()))

    def _images(self) -> Iterator[tuple[str, ...]]:
        for squares in square_maps(SQUARES):
            yield tuple(self.stacks[square] for square in squares)

    def _impossible(self, turn: str) -> Message | None:
        """A reason why play cannot lead here, or None if none was found."""
        neutral = sum(stack.count(NEUTRAL) for stack in self.stacks)
        first, second = self.played(Player.FIRST), self.played(Player.SECOND)
        if neutral != NEUTRAL_PEBBLES:
            return WRONG_NEUTRAL(n=neutral, due=NEUTRAL_PEBBLES)
        if first > PEBBLES_EACH or first - second not in (0, 1):
            return uneven(first, second)
        if turn != str(self.turn.value):
            return WRONG_TURN(player=self.turn, turn=turn)
        if not first and self != Qawale.start():
            return WRONG_START()
        if first and not any(stack[-1:] == PEBBLE[self.turn.other] for stack in self.stacks):
            return NO_LAST_PEBBLE(player=self.turn.other)
        return None


def _squares(lines: Iterable[Line]) -> tuple[str, ...]:
    return tuple(SQUARES[index] for index in sorted({index for line in lines for index in line}))


def _paths(at: str, before: str, length: int) -> Iterator[str]:
    """Every path of so many steps that never goes straight back to the space before."""
    if not length:
        yield ""
        return
    for step, square in NEIGHBOURS[at].items():
        if square != before:
            yield from (step + rest for rest in _paths(square, at, length - 1))


def path_objection(move: Move) -> Message | None:
    """What speaks against a path, or the beginning of one: an edge of the board, a step back."""
    trail = move.trail()
    if len(trail) < len(move.path):
        at = trail[-1] if trail else move.square
        return LEAVES_BOARD(square=at)
    for before, after in zip((move.square, *trail), trail[1:], strict=False):
        if before == after:
            return STRAIGHT_BACK(square=after)
    return None


def _rank_text(stacks: Sequence[str]) -> str:
    return re.sub(
        "x(?:,x)+", lambda run: f"x{run[0].count('x')}", ",".join(s or "x" for s in stacks)
    )


def _rank(text: str) -> list[str]:
    """The four stacks of one rank, from file a."""
    stacks: list[str] = []
    for cell in text.split(","):
        if re.fullmatch("x[2-4]?", cell):
            stacks += [""] * int(cell[1:] or 1)
        elif re.fullmatch("[012]+", cell):
            stacks.append(cell)
        else:
            raise InvalidNotationError(NO_SUCH_STACK(text=quote(cell)))
    if len(stacks) != 4:
        raise wrong_rank(4, len(stacks), text)
    if _rank_text(stacks) != text:
        due = quote(_rank_text(stacks))
        raise InvalidNotationError(WRITTEN_OTHERWISE(text=quote(text), due=due))
    return stacks
