"""What a bot answers: a move, and in a few short sentences why it chose it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from tetrad.message import Counted, Message, Wording
from tetrad.position import AnyPosition
from tetrad.solvers.solution import Limits

# Translators: why a move is good; a sentence of its own, behind a hint
WINS_NOW = Wording("wins-now", "wins at once")
# Translators: how a move was found; a sentence of its own, behind a hint
SIGHT = Counted(
    "sight",
    "the computer looked {plies} turn ahead",
    "the computer looked {plies} turns ahead",
    "plies",
)


@dataclass(frozen=True, slots=True)
class Choice:
    """The move a bot plays, and why."""

    move: Any
    reasons: tuple[Message, ...] = ()


class Bot(Protocol):
    """A program that chooses moves."""

    @property
    def name(self) -> str: ...

    def choose(self, position: AnyPosition, limits: Limits | None = None) -> Choice:
        """A legal move of a position that is not over; IllegalMoveError if it is."""
