"""Why a move is not legal: the rules say it in words, here the words get a code.

The rules stay the only place that knows what is legal. A client says a reason in any language by
its code and parameters, or looks its template up in a catalog. A test plays every kind of wrong
move and fails when a sentence of the rules has no code here.
"""

from __future__ import annotations

from typing import Any

from tetrad.position import AnyPosition, Message, Player
from tetrad.rules.quantik import SHAPES
from tetrad.server.api.schema import Reason

CODES = {
    "the game is over": "game-over",
    "it names no shape and space of this game": "not-a-move",
    "it names no stack and path of this game": "not-a-move",
    "it names no spaces of this game": "not-a-move",
    "a star is placed on a space": "not-a-move",
    "{square} is not empty": "not-empty",
    "{player} has a {shape} in {line}": "shape-in-line",
    "{player} has no {shape} left": "none-in-hand",
    "there is no stack on {square}": "no-stack",
    "with your pebble the stack has {pebbles} pebbles to sow, not {steps}": "wrong-length",
    "the path leaves the board at {square}": "leaves-board",
    "the path goes straight back to {square}": "straight-back",
    "{player} has no star on {square}": "no-star-here",
    "{player} has no star in hand": "no-star-in-hand",
    "{square} is not on the outer square": "not-outer",
    "no line joins {one} and {other} directly": "no-line",
    "the star on {square} cannot be pushed around the corner": "corner",
    "the star on {square} cannot be pushed, {behind} is not empty": "blocked",
    "it would undo the opponent's last turn": "undo",
}
OTHER = "illegal"

_LETTERS = {name: letter for letter, name in SHAPES.items()}


def explain(message: str) -> Reason:
    """A sentence with its code, template and parameters."""
    template = message.template if isinstance(message, Message) else str(message)
    parts = message.parts if isinstance(message, Message) else {}
    params: dict[str, Any] = {}
    for name, part in parts.items():
        params |= _param(name, part)
    code = CODES.get(template, OTHER)
    return {"code": code, "template": template, "params": params, "message": str(message)}


def _param(name: str, part: object) -> dict[str, Any]:
    """Players as numbers, shapes as letters; a line such as `row 3` as its kind and its name."""
    if isinstance(part, Player):
        return {name: part.value}
    if name == "shape":
        return {name: _LETTERS[str(part)]}
    if name == "line":
        kind, which = str(part).removeprefix("the ").split(" ")
        return {"line": kind, "name": which}
    return {name: part}


def why_illegal(position: AnyPosition, move: Any) -> Reason | None:
    objection = position.objection(move)
    return None if objection is None else explain(objection)
