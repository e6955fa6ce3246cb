"""The computer's part: choosing a move for a bot's seat, a hint, and whether to agree to a draw."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from tetrad.bots import LEVELS, Reason, bot
from tetrad.bots.bot import REASONS
from tetrad.position import AnyPosition, Player
from tetrad.rules import GAMES
from tetrad.server.api import schema
from tetrad.server.rooms.reasons import explain
from tetrad.solvers import solve
from tetrad.solvers.solution import OPPOSITE, Limits

DEFAULT_LEVEL = 5
HINTING_LEVEL = LEVELS[-1]
DRAW_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Answer:
    """The move the computer would play, and why."""

    move: Any
    reasons: list[schema.Reason]


def levels() -> list[schema.Level]:
    return [{"id": level, "name": bot("quantik", level).name} for level in LEVELS]


def choose(position: AnyPosition, level: int, cancel: threading.Event) -> Answer:
    choice = bot(position.NAME, level).choose(position, Limits(cancel=cancel))
    return Answer(choice.move, [_reason(sentence) for sentence in choice.reasons])


def hint(position: AnyPosition, cancel: threading.Event) -> Answer:
    return choose(position, HINTING_LEVEL, cancel)


def _reason(sentence: str) -> schema.Reason:
    if not isinstance(sentence, Reason):
        return explain(sentence)
    return {
        "code": sentence.code,
        "template": REASONS[sentence.code],
        "params": sentence.params,
        "message": str(sentence),
    }


def agrees_to_draw(position: AnyPosition, player: Player, cancel: threading.Event) -> bool:
    """Whether the bot playing this side takes a draw: when it is proven that it cannot win."""
    value = solve(position, Limits(time=DRAW_SECONDS, cancel=cancel)).value
    own = value if position.turn is player else OPPOSITE[value]
    return own in ("draw", "loss")


def warm_up() -> None:
    """Compiles the solvers, so that the first player does not have to wait for them."""
    for game in GAMES.values():
        solve(game.start(), Limits(time=0.2))
