"""The computer's part: choosing a move for a bot's seat, a hint, and whether to agree to a draw."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from tetrad.position import AnyPosition
from tetrad.server.reasons import explain
from tetrad.server.schema import Level, Reason
from tetrad.solve.search import Limits, solve

LEVELS = range(1, 11)
DEFAULT_LEVEL = 5
DRAW_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Answer:
    """The move the computer would play, and why."""

    move: Any
    reasons: tuple[Reason, ...]


def levels() -> list[Level]:
    return [{"id": level, "name": f"level {level}"} for level in LEVELS]


def choose(position: AnyPosition, level: int, cancel: threading.Event) -> Answer:
    solution = solve(position, Limits(time=0.05 * level, cancel=cancel))
    best = solution.moves[0]
    return Answer(best.move, (explain(best.value),))


def hint(position: AnyPosition, cancel: threading.Event) -> Answer:
    return choose(position, max(LEVELS), cancel)


def agrees_to_draw(position: AnyPosition, cancel: threading.Event) -> bool:
    """A bot agrees when it does not win; `position` has the one who asks or the bot to move."""
    return solve(position, Limits(time=DRAW_SECONDS, cancel=cancel)).value == "draw"
