"""Moves as people type them: any case, any spacing, with or without the signs between.

`a b3` and `sphere b3` mean A@b3; `a1 n n e` and `a1 a2 a3 b3` mean a1nne; `d4 d5` means d4-d5,
`d4` alone means @d4, and `a1 off` means a1-off.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from tetrad.language import t
from tetrad.message import Message
from tetrad.position import AnyPosition, InvalidMoveError, quote
from tetrad.rules.qawale import NEIGHBOURS
from tetrad.rules.quantik import SHAPES
from tetrad.terminal.steps import next_steps

EXAMPLES = {"quantik": "A@b3", "qawale": "a1nne", "qomet": "@d4, d4-d5, a1-off"}


def read_move(position: AnyPosition, text: str) -> Any:
    """The move a person means, legal or not, or InvalidMoveError with a sentence for them."""
    tidied = tidy(position.NAME, text)
    if tidied:
        return position.parse_move(tidied)
    example = EXAMPLES[position.NAME]
    if next_steps(position, text):
        raise InvalidMoveError(
            Message(
                "{text} is only the beginning of a move like {example}; "
                "{key} shows how to continue",
                text=text,
                example=example,
                key=f"? {text}",
            )
        )
    raise InvalidMoveError(
        Message(
            "{text} is neither a move like {example} nor a command; {help} lists the commands",
            text=quote(text),
            example=example,
            help="help",
        )
    )


def shape_names() -> dict[str, str]:
    """The letters of Quantik's shapes by their names, in English and in the language spoken."""
    english = {name: letter for letter, name in SHAPES.items()}
    return {t(name).lower(): letter for name, letter in english.items()} | english


def tidy(game: str, text: str) -> str | None:
    """The move in the game's notation, if it can be made out."""
    bare = _bare(text)
    if game == "quantik":
        return _tidy_placing(bare)
    return _tidy_sowing(bare) if game == "qawale" else _tidy_star(bare)


def _bare(text: str) -> str:
    return re.sub(r"[\s@,>→-]+", "", text.lower())


def _tidy_placing(bare: str) -> str | None:
    for name, letter in shape_names().items():
        bare = bare.replace(_bare(name), letter.lower())
    if match := re.fullmatch("([a-d])([a-d][1-4])", bare):
        return f"{match[1].upper()}@{match[2]}"
    if match := re.fullmatch("([a-d][1-4])([a-d])", bare):
        return f"{match[2].upper()}@{match[1]}"
    return None


def _tidy_sowing(bare: str) -> str | None:
    if re.fullmatch("[a-d][1-4][nesw]+", bare):
        return bare
    if re.fullmatch("([a-d][1-4]){2,25}", bare):
        squares = [bare[i : i + 2] for i in range(0, len(bare), 2)]
        return squares[0] + "".join(_step(here, there) for here, there in pairwise(squares))
    return None


def _step(here: str, there: str) -> str:
    for step, beside in NEIGHBOURS[here].items():
        if beside == there:
            return step
    raise InvalidMoveError(Message("{there} is not beside {here}", there=there, here=here))


def _tidy_star(bare: str) -> str | None:
    space = "([a-g][1-7])"
    if match := re.fullmatch(f"(?:place)?{space}", bare):
        return f"@{match[1]}"
    if match := re.fullmatch(f"{space}({space}|off)", bare):
        return f"{match[1]}-{match[2]}"
    return None
