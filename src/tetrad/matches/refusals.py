"""What a match says no to: a code, a sentence, and the rule that speaks against it."""

from __future__ import annotations

from tetrad.position import Message


class RefusedError(Exception):
    """A wish that is understood and not followed; `code` says why, `objection` by which rule."""

    def __init__(self, code: str, message: str, objection: Message | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.objection = objection


class ForbiddenError(RefusedError):
    """The one who asks may not do this."""


class ConflictError(RefusedError):
    """It cannot be done now: not your turn, not legal, or somebody was quicker."""
