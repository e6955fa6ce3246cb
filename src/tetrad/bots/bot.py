"""What a bot answers: a move, and in a few short sentences why it chose it.

A reason is plain text with a code and parameters attached, so that a program can show it in
another language: `str(reason)` is "wins in 3 plies", `reason.code` is "wins" and `reason.params`
is `{"plies": 3}`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from tetrad.position import AnyPosition
from tetrad.solvers.solution import Limits

# Every reason there is, by its code, as a template for its parameters.
REASONS = {
    "wins-now": "wins at once",
    "wins": "wins in {plies} plies",
    "only": "the only legal move",
    "only-safe": "the only move that does not lose at once",
    "only-saving": "the only move that does not lose",
    "draws": "holds the draw",
    "loses": "every move loses; this one holds out longest, {plies} plies",
    "trap": "{mistakes} of {replies} replies would be a mistake",
    "opinion": "looks best; nothing is proven",
    "sight": "looked no further than {plies} plies ahead",
    "whim": "played on a whim",
    "safe": "leaves the opponent no win in one move",
    "lost": "the opponent can win after every move looked at",
}


class Reason(str):
    """A sentence that knows its code and its parameters."""

    __slots__ = ("code", "params")

    code: str
    params: dict[str, Any]

    def __new__(cls, code: str, **params: Any) -> Reason:
        sentence = REASONS[code].format(**params).replace(" 1 plies", " 1 ply")
        reason = super().__new__(cls, sentence)
        reason.code, reason.params = code, params
        return reason

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.code,), self.params


@dataclass(frozen=True, slots=True)
class Choice:
    """The move a bot plays, and why."""

    move: Any
    reasons: tuple[str, ...] = ()


class Bot(Protocol):
    """A program that chooses moves."""

    @property
    def name(self) -> str: ...

    def choose(self, position: AnyPosition, limits: Limits | None = None) -> Choice:
        """A legal move of a position that is not over; IllegalMoveError if it is."""
