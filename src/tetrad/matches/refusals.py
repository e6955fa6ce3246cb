"""What is said no to: a message, the rule that speaks against it, and a number as in HTTP.

A client hears the same in the same form, whether a server answers or the page itself:

    {"error": {"code": "illegal-move", "message": "B@a1 is not legal in ...", "reason": {...}}}
"""

from __future__ import annotations

from typing import Any

from tetrad.message import Message
from tetrad.position import IllegalMoveError, InvalidNotationError


class RefusedError(Exception):
    """A wish that is understood and not followed; `code` says why, `objection` by which rule.

    What only programs are told is plain text and needs its code told. `squares` are those of what
    stands in the way.
    """

    def __init__(
        self,
        said: str,
        code: str = "",
        objection: Message | None = None,
        squares: tuple[str, ...] = (),
    ) -> None:
        super().__init__(said)
        self.code = said.code if isinstance(said, Message) and not code else code
        self.objection = objection
        self.squares = squares


class ForbiddenError(RefusedError):
    """The one who asks may not do this."""


class ConflictError(RefusedError):
    """It cannot be done now: not your turn, not legal, or somebody was quicker."""


class NotFoundError(RefusedError):
    """There is no such game, match or puzzle."""


class TooLargeError(RefusedError):
    """More than anybody is ready to read."""


class UnprocessableError(RefusedError):
    """The request has the wrong shape."""


# The first class that fits decides, so special cases come before general ones.
STATUS: dict[type[Exception], int] = {
    InvalidNotationError: 400,
    ForbiddenError: 403,
    NotFoundError: 404,
    IllegalMoveError: 409,
    ConflictError: 409,
    TooLargeError: 413,
    UnprocessableError: 422,
}


def problem(error: Exception) -> dict[str, Any]:
    """The error as clients see it."""
    shown: dict[str, Any] = {"code": _code(error), "message": str(error)}
    if isinstance(error, RefusedError) and error.objection:
        shown["reason"] = error.objection.data()
        if error.squares:
            shown["squares"] = list(error.squares)
    elif isinstance(error.args[0], Message):
        shown["reason"] = error.args[0].data()
    return shown


def _code(error: Exception) -> str:
    if isinstance(error, RefusedError):
        return error.code
    return "notation" if isinstance(error, InvalidNotationError) else "illegal-move"
