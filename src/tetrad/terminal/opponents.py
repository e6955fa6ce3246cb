"""Who sits at the table: a person, or a bot of some level."""

from __future__ import annotations

from typing import Any, Protocol

from tetrad.bots.instinct import Instinct
from tetrad.position import AnyPosition

HUMAN = "human"
LEVELS = tuple(str(level) for level in range(1, 11))
BEST = LEVELS[-1]
SEATS = (HUMAN, *LEVELS, Instinct.name)


class Opponent(Protocol):
    """Something that chooses moves and says why."""

    name: str

    def move(self, position: AnyPosition) -> tuple[Any, str]: ...


def opponent(seat: str) -> Opponent | None:
    """The bot in a seat, or None where a person sits."""
    return None if seat == HUMAN else Instinct()
