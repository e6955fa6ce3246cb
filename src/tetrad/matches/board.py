"""A position as plain data for a client: how it ended, and what a move does to the board.

A client knows no rules. It is told the steps to show: a piece is placed, a stack is lifted and
its pebbles drop one by one, a star goes from space to space.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from tetrad.matches.data import Ending, LegalMove, Seat, Step
from tetrad.matches.refusals import ConflictError
from tetrad.message import Message
from tetrad.position import GAME_OVER, AnyPosition, Outcome, Player
from tetrad.rules import qawale, qomet, quantik
from tetrad.rules.qawale import Qawale
from tetrad.rules.qomet import Qomet
from tetrad.rules.quantik import Quantik


def seat(player: Player) -> Seat:
    return 1 if player is Player.FIRST else 2


def check(position: AnyPosition, move: Any) -> None:
    """Raises what the player needs to know when a move is not legal."""
    if objection := position.objection(move):
        code = "game-over" if objection.code == GAME_OVER.code else "illegal-move"
        raise ConflictError(f"{move} is not legal: {objection}", code, objection)


def ending(outcome: Outcome | None) -> Ending | None:
    if outcome is None:
        return None
    winner = None if outcome.winner is None else seat(outcome.winner)
    reason = outcome.reason
    return {
        "winner": winner,
        "code": outcome.code,
        "reason": str(reason),
        "template": reason.template if isinstance(reason, Message) else reason,
        "squares": list(outcome.squares),
    }


def legal_moves(position: AnyPosition) -> Iterator[Any]:
    """The legal moves one after the other, so that nobody has to wait for millions of them."""
    if not isinstance(position, Qawale):
        yield from position.legal_moves()
    elif position.outcome() is None:
        yield from chain.from_iterable(map(position.sowings, qawale.SQUARES))


def legal_move(position: AnyPosition, move: Any) -> LegalMove:
    return {"move": str(move), "steps": steps(position, move)}


def steps(position: AnyPosition, move: Any) -> list[Step]:
    """What a legal move does to the board, in the order in which to show it."""
    return _STEPS[position.NAME](position, move)


def _placement(position: Quantik, move: quantik.Move) -> list[Step]:
    return [{"place": move.shape, "by": seat(position.turn), "at": move.square}]


def _sowing(position: Qawale, move: qawale.Move) -> list[Step]:
    pebble = qawale.PEBBLE[position.turn]
    lifted = position.stacks[qawale.INDEX[move.square]] + pebble
    shown: list[Step] = [
        {"place": pebble, "by": seat(position.turn), "at": move.square},
        {"lift": move.square, "pebbles": lifted},
    ]
    for pebble, square in zip(lifted, move.trail(), strict=False):
        shown.append({"drop": pebble, "at": square})
    return shown


def _star_move(position: Qomet, move: qomet.Move) -> list[Step]:
    by = seat(position.turn)
    if move.origin is None:
        return [{"place": "star", "by": by, "at": str(move.target)}]
    step: Step = {"from": move.origin, "to": move.target or qomet.OFF, "by": by}
    pushed = position.at(move.target) if move.target else None
    if not move.target or not pushed:
        return [step]
    behind = qomet.STEPS[move.origin][move.target] or qomet.OFF
    return [{"from": move.target, "to": behind, "by": seat(pushed)}, step]


_STEPS: dict[str, Callable[[Any, Any], list[Step]]] = {
    "quantik": _placement,
    "qawale": _sowing,
    "qomet": _star_move,
}
