"""What the three games share: players, outcomes, errors and the shape of a position.

A position is everything a player needs to go on playing: the board, whose turn it is, and in
Qomet the one move that the no-undo rule forbids. Positions never change; playing makes a new one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from tetrad.message import Message, Wording


class Player(Enum):
    """One of the two sides; FIRST moves first and is shown light, SECOND is shown dark."""

    FIRST = 1
    SECOND = 2

    # There are two of them: who they are is all there is to compare.
    __hash__ = object.__hash__

    @property
    def other(self) -> Player:
        """The opponent."""
        return Player.SECOND if self is Player.FIRST else Player.FIRST

    @property
    def look(self) -> Message:
        """What people call the player."""
        return LIGHT() if self is Player.FIRST else DARK()

    def __str__(self) -> str:
        return self.name


# Translators: a player, by the look of the pieces; fills gaps such as {player} and {side}
LIGHT = Wording("light", "Light")
# Translators: the other player
DARK = Wording("dark", "Dark")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who won (None for a draw), why, and on which squares, if on some."""

    winner: Player | None
    reason: str
    squares: tuple[str, ...] = field(default=(), repr=False, compare=False)

    @property
    def code(self) -> str:
        """The reason for programs; an end that only a record tells of has none of its own."""
        return self.reason.code if isinstance(self.reason, Message) else "other"


class InvalidNotationError(ValueError):
    """A text that does not follow the notation, or describes what cannot be."""


class IllegalMoveError(ValueError):
    """A move that the rules do not allow in the position it was played in."""


class InvalidMoveError(InvalidNotationError, IllegalMoveError):
    """A text offered as a move that cannot be played as it is written."""


MoveT = TypeVar("MoveT")
AnswerT = TypeVar("AnswerT", bound=Callable[..., Any])


def remembered(answer: AnswerT) -> AnswerT:
    """Of a position the same is asked several times for each move; the latest answers are kept."""
    return cast("AnswerT", lru_cache(maxsize=2048)(answer))


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
                unreadable: Message = error.args[0]
                return unreadable
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

    # Who draws positions lives above the rules; the face of the package names them here.
    _artist: ClassVar[Callable[[AnyPosition], str]]

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return Position._artist(self)


AnyPosition = Position[Any]


def quote(text: object) -> str:
    """The offending part of a text as error messages show it: short, on one line."""
    shown = repr(text)
    return shown if len(shown) <= 60 else shown[:57] + "..."


# Translators: these fill 'This cannot be read: {why}'; the text in question stands behind a colon
NOT_TEXT = Wording("not-text", "this should be text: {text}")
# Translators: about a text that cannot be read
TOO_LONG = Wording(
    "too-many-characters", "this has {n} characters, but at most {most} are allowed: {text}"
)
# Translators: about a word or letter that cannot be read, with those that could be
NOT_ONE_OF = Wording("not-one-of", "{text} is not one of: {choices}")
# Translators: about a text that should be a move
NO_MOVE = Wording("no-move", "{text} is not a move of {game}; write it like {example}")
# Translators: about a position that cannot be read; ranks are the rows of the board
WRONG_RANKS = Wording("wrong-ranks", "a {game} position has {due} ranks, not {n}: {text}")
# Translators: about a position that cannot be read
WRONG_RANK = Wording("wrong-rank", "this rank has {due} spaces, not {n}: {text}")
# Translators: about a position that cannot be read
WRONG_SIDE = Wording("wrong-side", "the side to move is 1 or 2, not {turn}: {text}")
# Translators: about a position that cannot come about; one of the next few fills {doubt}
CANNOT_BE = Wording("cannot-be", "{text} is impossible: {doubt}")
# Translators: why a position cannot come about
TOO_MANY = Wording(
    "too-many-pieces", "{player} has {n} pieces {piece}, but the box holds only {most}"
)
# Translators: why a position cannot come about
UNEVEN = Wording("uneven", "{one} has {first} pieces on the board and {other} has {second}")

# Translators: the answer to a move that breaks a rule; the rule fills {objection}
NOT_LEGAL = Wording("illegal-move", "{move} is not legal in {position}: {objection}")
# Translators: why a move is not legal, and the answer to other wishes that come too late
GAME_OVER = Wording("game-over", "the game is over")
# Translators: why a move is not legal
NOT_A_MOVE = Wording("not-a-move", "that is not a move of this game")
# Translators: why a piece or star cannot be placed there
NOT_EMPTY = Wording("not-empty", "{square} is not empty")


def notation(text: object, longest: int) -> str:
    """The text itself, if it is text and not too long: the cheap first check of every parser."""
    if not isinstance(text, str):
        raise InvalidNotationError(NOT_TEXT(text=quote(text)))
    if len(text) > longest:
        raise InvalidNotationError(TOO_LONG(n=len(text), most=longest, text=quote(text)))
    return text


def not_one_of(text: object, choices: Iterable[str]) -> Message:
    return NOT_ONE_OF(text=quote(text), choices=", ".join(choices))


def index_of(square: object, squares: Mapping[str, int]) -> int:
    """The number of a square among those of a board, or InvalidNotationError."""
    if not isinstance(square, str) or square not in squares:
        raise InvalidNotationError(not_one_of(square, squares))
    return squares[square]


def no_move(text: object, game: str, example: str) -> InvalidMoveError:
    """What is said of a text that is not even written like a move."""
    return InvalidMoveError(NO_MOVE(text=quote(text), game=game.capitalize(), example=example))


def wrong_ranks(game: str, due: int, ranks: list[str]) -> InvalidNotationError:
    text = quote("/".join(ranks))
    return InvalidNotationError(
        WRONG_RANKS(game=game.capitalize(), due=due, n=len(ranks), text=text)
    )


def wrong_rank(due: int, n: int, text: str) -> InvalidNotationError:
    return InvalidNotationError(WRONG_RANK(due=due, n=n, text=quote(text)))


def wrong_turn(turn: str, text: str) -> InvalidNotationError:
    return InvalidNotationError(WRONG_SIDE(turn=quote(turn), text=quote(text)))


def too_many(player: Player, count: int, piece: str, most: int) -> Message:
    return TOO_MANY(player=player, n=count, piece=quote(piece), most=most)


def uneven(first: int, second: int) -> Message:
    return UNEVEN(one=Player.FIRST, first=first, other=Player.SECOND, second=second)


def cannot_be(text: str, doubt: Message) -> InvalidNotationError:
    return InvalidNotationError(CANNOT_BE(text=text, doubt=doubt))


def refuse(position: AnyPosition, move: object, objection: Message | None) -> None:
    """Raises what `play` owes the player when a rule speaks against the move."""
    if objection is not None:
        shown = str(move) if len(str(move)) <= 40 else str(move)[:37] + "..."
        raise IllegalMoveError(NOT_LEGAL(move=shown, position=position, objection=objection))
