"""Why a move is not legal: the rules say it in words, here the words get a code and parameters.

The rules stay the only place that knows what is legal. A test plays every kind of wrong move and
fails when a sentence of theirs is not recognised here.
"""

from __future__ import annotations

import re
from typing import Any

from tetrad.position import AnyPosition, Player
from tetrad.rules.quantik import SHAPES
from tetrad.server.schema import Reason

_PLAYER = r"(?P<player>FIRST|SECOND)"
_SQUARE = r"(?P<square>[a-g][1-7])"

SENTENCES = {
    "game-over": "the game is over",
    "not-a-move": "it names no .* of this game|a star is placed on a space",
    "shape-in-line": rf"{_PLAYER} has a (?P<shape>\w+) in (?:the )?(?P<line>\w+) (?P<name>[\w-]+)",
    "none-in-hand": rf"{_PLAYER} has no (?P<shape>{'|'.join(SHAPES.values())}) left",
    "not-empty": f"{_SQUARE} is not empty",
    "no-stack": f"there is no stack on {_SQUARE}",
    "wrong-length": r"with your pebble the stack has (?P<pebbles>\d+) pebbles to sow, "
    r"not (?P<steps>\d+)",
    "leaves-board": f"the path leaves the board at {_SQUARE}",
    "straight-back": f"the path goes straight back to {_SQUARE}",
    "no-star-here": f"{_PLAYER} has no star on {_SQUARE}",
    "no-star-in-hand": f"{_PLAYER} has no star in hand",
    "not-outer": f"{_SQUARE} is not on the outer square",
    "no-line": r"no line joins (?P<origin>\w\w) and (?P<target>\w\w) directly",
    "corner": f"the star on {_SQUARE} cannot be pushed around the corner",
    "blocked": rf"the star on {_SQUARE} cannot be pushed, (?P<behind>\w\w) is not empty",
    "undo": "it would undo the opponent's last turn",
}
_PATTERNS = {code: re.compile(sentence) for code, sentence in SENTENCES.items()}
_LETTERS = {name: letter for letter, name in SHAPES.items()}


def explain(objection: str) -> Reason:
    """The objection of a rule with its code and parameters; the code is "illegal" if it is new."""
    for code, pattern in _PATTERNS.items():
        if found := pattern.fullmatch(objection):
            params = {name: _param(name, text) for name, text in found.groupdict().items()}
            return {"code": code, "params": params, "message": objection}
    return {"code": "illegal", "params": {}, "message": objection}


def _param(name: str, text: str) -> Any:
    if name == "player":
        return Player[text].value
    if name == "shape":
        return _LETTERS[text]
    return int(text) if text.isdigit() and name in ("pebbles", "steps") else text


def why_illegal(position: AnyPosition, move: Any) -> Reason | None:
    objection = position.objection(move)
    return None if objection is None else explain(objection)
