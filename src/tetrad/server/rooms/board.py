"""A position as the browser needs it: what is legal, why the rest is not, and what to animate.

The browser knows no rules. It gets the legal moves as data, each with the steps to show: a piece
is placed, a stack is lifted and its pebbles drop one by one, a star goes from space to space.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any

from tetrad.position import AnyPosition, Message, Outcome, Player
from tetrad.rules import qawale, qomet, quantik
from tetrad.rules.qawale import Qawale
from tetrad.rules.qomet import Qomet
from tetrad.rules.quantik import Quantik
from tetrad.server.api.schema import (
    Board,
    Ending,
    LegalMove,
    Path,
    Played,
    Reason,
    Refusal,
    Seat,
    Step,
)
from tetrad.server.http.errors import ConflictError
from tetrad.server.rooms.reasons import explain, why_illegal

# A tall stack of Qawale has thousands of sowings; the browser walks them step by step instead.
MOST_MOVES_SHOWN = 1_000


def seat(player: Player) -> Seat:
    return 1 if player is Player.FIRST else 2


def board(position: AnyPosition, text: str | None = None) -> Board:
    """Everything needed to show a position; with a move, the position after it."""
    played = None
    if text is not None:
        played = played_move(position, text)
        position = position.play(text)
    moves = list(islice(legal_moves(position), MOST_MOVES_SHOWN + 1))
    return {
        "game": position.NAME,
        "position": str(position),
        "turn": seat(position.turn),
        "outcome": ending(position, position.outcome()),
        "legal": [legal_move(position, move) for move in moves[:MOST_MOVES_SHOWN]],
        "refusals": list(_refusals(position)),
        "hand": {str(player.value): _in_hand(position, player) for player in Player},
        "sowable": _sowable(position),
        "truncated": len(moves) > MOST_MOVES_SHOWN,
        "played": played,
    }


def played_move(position: AnyPosition, text: str) -> Played:
    """A move that may or may not be legal; refused with the reason if it is not."""
    move = position.parse_move(text)
    check(position, move)
    return {"move": str(move), "steps": steps(position, move), "before": str(position)}


def check(position: AnyPosition, move: Any) -> None:
    """Raises what the player needs to know when a move is not legal."""
    if reason := why_illegal(position, move):
        code = "game-over" if reason["code"] == "game-over" else "illegal-move"
        raise ConflictError(code, f"{move} is not legal: {reason['message']}", reason)


def ending(position: AnyPosition, outcome: Outcome | None) -> Ending | None:
    if outcome is None:
        return None
    winner = None if outcome.winner is None else seat(outcome.winner)
    squares = list(position.winning_squares())
    return {"winner": winner, "reason": outcome.reason, "squares": squares}


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


def _in_hand(position: AnyPosition, player: Player) -> str | int:
    assert isinstance(position, Quantik | Qawale | Qomet)
    return position.in_hand(player)


def _sowable(position: AnyPosition) -> list[str]:
    if not isinstance(position, Qawale) or position.outcome():
        return []
    return [square for square in qawale.SQUARES if position.stacks[qawale.INDEX[square]]]


def _refusals(position: AnyPosition) -> Iterator[Refusal]:
    """What a player might try on the board and may not do, with the reasons."""
    if position.outcome() is None:
        for move in _attempts(position):
            if reason := why_illegal(position, move):
                yield {"move": str(move), "reason": reason}


def _attempts(position: AnyPosition) -> Iterator[Any]:
    if isinstance(position, Quantik):
        empty = [sq for sq in quantik.SQUARES if not position.spaces[quantik.INDEX[sq]]]
        shapes = sorted(set(position.in_hand(position.turn)))
        yield from (quantik.Move(shape, square) for shape in shapes for square in empty)
    elif isinstance(position, Qomet):
        for square in qomet.SQUARES:
            if position.at(square) is None:
                yield qomet.Move(None, square)
            elif position.at(square) is position.turn:
                yield from (qomet.Move(square, target) for target in qomet.STEPS[square])


def path(position: Qawale, square: str, prefix: str) -> Path:
    """A sowing in the making: where it may go next, why not elsewhere, and how the board looks."""
    move = qawale.Move(square, prefix)
    lifted = _lifted(position, square)
    if wrong := _path_refusal(move, len(lifted)):
        raise ConflictError("illegal-move", f"{move} is not legal: {wrong['message']}", wrong)
    left = lifted[len(prefix) :]
    targets, refusals = _next_steps(move) if left else ({}, {})
    after = None if left else position.play(move)
    return {
        "square": square,
        "prefix": prefix,
        "at": (square, *move.trail())[-1],
        "next": list(targets),
        "targets": targets,
        "refusals": refusals,
        "steps": _sowing(position, move),
        "left": len(left),
        "pebbles": left,
        "ghost": _ghost(position, move, lifted),
        "complete": not left,
        "move": None if left else str(move),
        "position": None if after is None else str(after),
        "outcome": None if after is None else ending(after, after.outcome()),
    }


def _lifted(position: Qawale, square: str) -> str:
    """The stack with the mover's pebble on top."""
    if position.outcome():
        reason = explain(Message("the game is over"))
        raise ConflictError("game-over", reason["message"], reason)
    stack = position.stacks[qawale.INDEX[square]]
    if not stack:
        reason = explain(Message("there is no stack on {square}", square=square))
        raise ConflictError("illegal-move", reason["message"], reason)
    return stack + qawale.PEBBLE[position.turn]


def _path_refusal(move: qawale.Move, pebbles: int) -> Reason | None:
    """What speaks against the path so far, whether or not it is complete."""
    objection = qawale.path_objection(move)
    if objection is None and len(move.path) > pebbles:
        template = "with your pebble the stack has {pebbles} pebbles to sow, not {steps}"
        objection = Message(template, pebbles=pebbles, steps=len(move.path))
    return None if objection is None else explain(objection)


def _next_steps(move: qawale.Move) -> tuple[dict[str, str], dict[str, Reason]]:
    """For each direction the square it leads to, or why the path may not go there."""
    targets, refusals = {}, {}
    for step in qawale.STEPS:
        longer = qawale.Move(move.square, move.path + step)
        if objection := qawale.path_objection(longer):
            refusals[step] = explain(objection)
        else:
            targets[step] = longer.trail()[-1]
    return targets, refusals


def _ghost(position: Qawale, move: qawale.Move, lifted: str) -> str:
    """The board while the hand still holds the rest of the stack, in position notation."""
    stacks = list(position.stacks)
    stacks[qawale.INDEX[move.square]] = ""
    for pebble, square in zip(lifted, move.trail(), strict=False):
        stacks[qawale.INDEX[square]] += pebble
    return str(Qawale(tuple(stacks))).partition(" ")[0]
