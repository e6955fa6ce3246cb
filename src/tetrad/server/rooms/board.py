"""A position as the browser needs it: what is legal, why the rest is not, and what to animate.

The browser knows no rules. It gets the legal moves as data, each with the steps to show: a piece
is placed, a stack is lifted and its pebbles drop one by one, a star goes from space to space.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from tetrad.matches.board import _sowing, check, ending, legal_move, legal_moves, seat, steps
from tetrad.matches.refusals import ConflictError
from tetrad.message import Message
from tetrad.position import GAME_OVER, AnyPosition, Player
from tetrad.rules import qawale, qomet, quantik
from tetrad.rules.qawale import Qawale
from tetrad.rules.qomet import Qomet
from tetrad.rules.quantik import Quantik
from tetrad.server.api.schema import Board, Path, Played, Reason, Refusal

# A tall stack of Qawale has thousands of sowings; the browser walks them step by step instead.
MOST_MOVES_SHOWN = 1_000


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
        "outcome": ending(position.outcome()),
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
            if objection := position.objection(move):
                yield {"move": str(move), "reason": objection.data()}


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
        raise ConflictError(f"{move} is not legal: {wrong}", "illegal-move", wrong)
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
        "outcome": None if after is None else ending(after.outcome()),
    }


def _lifted(position: Qawale, square: str) -> str:
    """The stack with the mover's pebble on top."""
    if position.outcome():
        raise ConflictError(GAME_OVER())
    stack = position.stacks[qawale.INDEX[square]]
    if not stack:
        none = qawale.NO_STACK(square=square)
        raise ConflictError(none, "illegal-move", none)
    return stack + qawale.PEBBLE[position.turn]


def _path_refusal(move: qawale.Move, pebbles: int) -> Message | None:
    """What speaks against the path so far, whether or not it is complete."""
    objection = qawale.path_objection(move)
    if objection is None and len(move.path) > pebbles:
        objection = qawale.WRONG_LENGTH(pebbles=pebbles, steps=len(move.path))
    return objection


def _next_steps(move: qawale.Move) -> tuple[dict[str, str], dict[str, Reason]]:
    """For each direction the square it leads to, or why the path may not go there."""
    targets, refusals = {}, {}
    for step in qawale.STEPS:
        longer = qawale.Move(move.square, move.path + step)
        if objection := qawale.path_objection(longer):
            refusals[step] = objection.data()
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
