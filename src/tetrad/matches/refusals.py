"""What a match says no to: a message, and the rule that speaks against it."""

from __future__ import annotations

from tetrad.message import Message


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
