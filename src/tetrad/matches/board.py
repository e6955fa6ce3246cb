"""A position as plain data for a client: what can be done, and what a move does to the board.

A client knows no rules. What can be done is told as choices, one after the other:

    quantik  place: {"A": ["a1", "b1", ...], ...}           a shape, then a space
    qomet    place: {"star": ["a1", ...]}                   a star from the hand, or
             move: {"d4": {"d5": null, "c4": "b4"}}         one on the board, and where it pushes
    qawale   sow: {"a1": "001", ...}                        a stack, the bottom pebble first,
             beside: {"a1": {"n": "a2", "e": "b1"}, ...}    then a step for each pebble,
             straight_back: false                           never to the space before

A move is shown in steps: a piece is placed, a stack is lifted and its pebbles drop one by one, a
star goes from space to space.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from tetrad.matches.data import Board, Choices, Ending, Hand, LegalMove, Played, Seat, Step
from tetrad.matches.refusals import ConflictError
from tetrad.message import Message
from tetrad.position import GAME_OVER, NOT_EMPTY, AnyPosition, Outcome, Player
from tetrad.rules import qawale, qomet, quantik
from tetrad.rules.qawale import Qawale
from tetrad.rules.qomet import Qomet
from tetrad.rules.quantik import Quantik


def seat(player: Player) -> Seat:
    return 1 if player is Player.FIRST else 2


def board(position: AnyPosition, text: str | None = None) -> Board:
    """Everything needed to show a position; with a move, the position after it."""
    played = None
    if text is not None:
        played = played_move(position, text)
        position = position.play(text)
    return {
        "game": position.NAME,
        "position": str(position),
        "turn": seat(position.turn),
        "outcome": ending(position.outcome()),
        "hand": hand(position),
        "choices": choices(position),
        "played": played,
    }


def played_move(position: AnyPosition, text: str) -> Played:
    """A move that may or may not be legal; refused with the reason if it is not."""
    move = position.parse_move(text)
    check(position, move)
    return {"move": str(move), "steps": steps(position, move), "before": str(position)}


def check(position: AnyPosition, move: Any) -> None:
    """Raises what the player needs to know when a move is not legal."""
    if objection := position.objection(move):
        code = "game-over" if objection.code == GAME_OVER.code else "illegal-move"
        squares = in_the_way(position, move, objection)
        raise ConflictError(f"{move} is not legal: {objection}", code, objection, squares)


def in_the_way(position: AnyPosition, move: Any, objection: Message) -> tuple[str, ...]:
    """The squares of what forbids a move, where it is something on the board."""
    if objection.code == quantik.SHAPE_IN_LINE.code:
        assert isinstance(position, Quantik)
        return position.forbidding_squares(move)
    named = objection.parts.get("behind") or objection.parts.get("square")
    return (str(named),) if named and objection.code in _ON_THE_BOARD else ()


_ON_THE_BOARD = (NOT_EMPTY.code, qomet.BLOCKED.code, qomet.CORNER.code)


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


def hand(position: AnyPosition) -> Hand:
    """What each side still has to play: Quantik's shapes, or a number."""
    assert isinstance(position, Quantik | Qawale | Qomet)
    return {"1": position.in_hand(Player.FIRST), "2": position.in_hand(Player.SECOND)}


@lru_cache(maxsize=4096)
def choices(position: AnyPosition) -> Choices:
    """What can be done in a position; nothing once the game is over."""
    return _CHOICES[position.NAME](position)


def _placements(position: Quantik) -> Choices:
    spaces: dict[str, list[str]] = {}
    for move in position.legal_moves():
        spaces.setdefault(move.shape, []).append(move.square)
    return {"place": spaces} if spaces else {}


def _sowings(position: Qawale) -> Choices:
    if position.outcome():
        return {}
    own = qawale.PEBBLE[position.turn]
    stacks = zip(qawale.SQUARES, position.stacks, strict=True)
    return {
        "sow": {square: stack + own for square, stack in stacks if stack},
        "beside": qawale.NEIGHBOURS,
        "straight_back": False,
    }


def _star_choices(position: Qomet) -> Choices:
    found: Choices = {}
    for move in position.legal_moves():
        if move.origin is None:
            assert move.target
            found.setdefault("place", {}).setdefault("star", []).append(move.target)
        else:
            targets = found.setdefault("move", {}).setdefault(move.origin, {})
            targets[move.target or qomet.OFF] = _pushed_to(position, move)
    return found


def _pushed_to(position: Qomet, move: qomet.Move) -> str | None:
    """Where a star goes that stands in the way, if there is one."""
    if not move.origin or not move.target or not position.at(move.target):
        return None
    return qomet.STEPS[move.origin][move.target]


_CHOICES: dict[str, Callable[[Any], Choices]] = {
    "quantik": _placements,
    "qawale": _sowings,
    "qomet": _star_choices,
}


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
    behind = _pushed_to(position, move)
    if not move.target or behind is None:
        return [step]
    pushed = position.at(move.target)
    assert pushed
    return [{"from": move.target, "to": behind, "by": seat(pushed)}, step]


_STEPS: dict[str, Callable[[Any, Any], list[Step]]] = {
    "quantik": _placement,
    "qawale": _sowing,
    "qomet": _star_move,
}
