"""What the parsers of the three games say about texts they cannot accept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tetrad.position import InvalidMoveError, InvalidNotationError, Message, Player, quote


def not_one_of(text: object, choices: Iterable[str]) -> Message:
    """The complaint about a word that is not among those that would do."""
    return Message("{text} is not one of: {choices}", text=quote(text), choices=", ".join(choices))


def index_of(square: object, squares: Mapping[str, int]) -> int:
    """The number of a square among those of a board, or InvalidNotationError."""
    if not isinstance(square, str) or square not in squares:
        raise InvalidNotationError(not_one_of(square, squares))
    return squares[square]


def no_move(text: object, game: str, example: str) -> InvalidMoveError:
    """The complaint about a text that is not even written like a move."""
    return InvalidMoveError(
        Message(
            "{text} is not a move of {game}; write it like {example}",
            text=quote(text),
            game=game.capitalize(),
            example=example,
        )
    )


def wrong_ranks(game: str, due: int, ranks: list[str]) -> InvalidNotationError:
    return InvalidNotationError(
        Message(
            "a position of {game} has {due} ranks, not {n}: {text}",
            game=game.capitalize(),
            due=due,
            n=len(ranks),
            text=quote("/".join(ranks)),
        )
    )


def wrong_rank(due: int, n: int, text: str) -> InvalidNotationError:
    return InvalidNotationError(
        Message("this rank has {due} spaces, not {n}: {text}", due=due, n=n, text=quote(text))
    )


def wrong_turn(turn: str, text: str) -> InvalidNotationError:
    return InvalidNotationError(
        Message(
            "the side to move is 1 or 2, not {turn}: {text}", turn=quote(turn), text=quote(text)
        )
    )


def too_many(player: Player, count: int, piece: str, most: int) -> Message:
    return Message(
        "{player} has {n} pieces {piece}, the box holds {most}",
        player=player,
        n=count,
        piece=quote(piece),
        most=most,
    )


def uneven(first: int, second: int) -> Message:
    return Message(
        "{one} has {first} pieces on the board and {other} has {second}",
        one=Player.FIRST,
        first=first,
        other=Player.SECOND,
        second=second,
    )


def cannot_be(text: str, doubt: Message) -> InvalidNotationError:
    return InvalidNotationError(Message("{text} cannot be: {doubt}", text=text, doubt=doubt))
