"""What the three games share: players, outcomes, errors and the shape of a position.

A position is everything a player needs to go on playing: the board, whose turn it is, and in
Qomet the one move that the no-undo rule forbids. Positions never change; playing makes a new one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Generic, Self, TypeVar


class Player(Enum):
    """One of the two sides; FIRST moves first and is shown light, SECOND is shown dark."""

    FIRST = 1
    SECOND = 2

    @property
    def other(self) -> Player:
        """The opponent."""
        return Player.SECOND if self is Player.FIRST else Player.FIRST

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who won (None for a draw) and why."""

    winner: Player | None
    reason: str


class Message(str):
    """An English sentence that remembers its template and its parts, so it can be translated."""

    __slots__ = ("parts", "template")

    template: str
    parts: dict[str, object]

    def __new__(cls, template: str, **parts: object) -> Message:
        message = super().__new__(cls, template.format(**parts))
        message.template, message.parts = template, parts
        return message

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        return (self.template,), self.parts


class InvalidNotationError(ValueError):
    """A text that does not follow the notation, or describes what cannot be."""


class IllegalMoveError(ValueError):
    """A move that the rules do not allow in the position it was played in."""


class InvalidMoveError(InvalidNotationError, IllegalMoveError):
    """A text offered as a move that cannot be played as it is written."""


MoveT = TypeVar("MoveT")


class Position(ABC, Generic[MoveT]):
    """What every game can do; `GAMES` lists the three classes that can.

    A position never changes. It can be compared, hashed, printed and read back.
    """

    __slots__ = ()

    NAME: ClassVar[str]

    @classmethod
    @abstractmethod
    def start(cls) -> Self:
        """The position before the first turn."""

    @classmethod
    @abstractmethod
    def parse(cls, text: str) -> Self:
        """The position a text describes, or InvalidNotationError."""

    @property
    @abstractmethod
    def turn(self) -> Player:
        """The player to move."""

    @abstractmethod
    def __getitem__(self, square: str) -> Any:
        """What stands on a square, such as "b3"; InvalidNotationError if there is no such square.

        Quantik has a `Piece` there or None, Qawale the stack as text, Qomet a `Player` or None.
        """

    @abstractmethod
    def legal_moves(self) -> tuple[MoveT, ...]:
        """Every move the player to move may make, in the game's documented order."""

    def is_legal(self, move: MoveT | str) -> bool:
        """Whether `play` accepts the move, given as an object or as text."""
        return self.objection(move) is None

    def objection(self, move: MoveT | str) -> Message | None:
        """Why `play` would refuse the move, in words, or None if it is legal."""
        if isinstance(move, str):
            try:
                move = self.parse_move(move)
            except InvalidMoveError as error:
                return error.args[0] if isinstance(error.args[0], Message) else Message(str(error))
        return self._objection(move)

    @abstractmethod
    def _objection(self, move: MoveT) -> Message | None:
        """Which rule speaks against a move, or None."""

    @abstractmethod
    def play(self, move: MoveT | str) -> Self:
        """The position after a move, given as an object or as text, or IllegalMoveError."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""

    @abstractmethod
    def winning_squares(self) -> tuple[str, ...]:
        """The squares of the winner's completed four, in board order; empty if there is none."""

    @abstractmethod
    def parse_move(self, text: str) -> MoveT:
        """The move a text names, or InvalidMoveError."""

    @abstractmethod
    def symmetries(self) -> tuple[Self, ...]:
        """The different positions that play like this one, itself among them, in a fixed order."""

    @abstractmethod
    def canonical(self) -> Self:
        """The one position that stands for all that play like this one."""


AnyPosition = Position[Any]


def quote(text: object) -> str:
    """The offending part of a text as error messages show it: short, on one line."""
    shown = repr(text)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def notation(text: object, longest: int) -> str:
    """The text itself, if it is text and not too long: the cheap first check of every parser."""
    if not isinstance(text, str):
        raise InvalidNotationError(Message("this should be text: {text}", text=quote(text)))
    if len(text) > longest:
        raise InvalidNotationError(
            Message(
                "this has {n} characters, but at most {most} are allowed: {text}",
                n=len(text),
                most=longest,
                text=quote(text),
            )
        )
    return text


def refuse(position: AnyPosition, move: object, objection: Message | None) -> None:
    """Raises what `play` owes the player when a rule speaks against the move."""
    if objection is not None:
        raise IllegalMoveError(
            Message(
                "{move} is not legal in {position}: {objection}",
                move=str(move) if len(str(move)) <= 40 else str(move)[:37] + "...",
                position=position,
                objection=objection,
            )
        )
