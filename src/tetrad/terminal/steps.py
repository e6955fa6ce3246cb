"""How a half-typed move may go on.

A move grows a step at a time: `A@` and then its spaces, `d4-` and then its targets, and a
Qawale path one letter after the other, so that no stack is too tall to complete.
"""

from __future__ import annotations

import re
from functools import cache

from tetrad.position import AnyPosition
from tetrad.rules.qawale import INDEX, NEIGHBOURS, Qawale


def next_steps(position: AnyPosition, typed: str) -> list[str]:
    """The ways to go on with a move typed so far, each one step longer."""
    if isinstance(position, Qawale):
        return _longer_paths(position, re.sub(r"\s", "", typed.lower()))
    bare = _bare(typed)
    moves = [str(move) for move in position.legal_moves() if _bare(str(move)).startswith(bare)]
    return list(dict.fromkeys(_one_step(move, bare) for move in moves))


def _bare(text: str) -> str:
    """Case, blanks and the signs inside a move do not count, so that `a b` finds A@b3."""
    return re.sub(r"(?<=.)[\s@-]+", "", text.strip().lower())


def _one_step(move: str, bare: str) -> str:
    """The part of the move up to its sign, or all of it if that much is typed already."""
    head = re.match(r"@|[A-D]@|[a-g][1-7]-", move)
    if head and len(bare) < len(_bare(head[0])):
        return head[0]
    return move


def _longer_paths(position: Qawale, typed: str) -> list[str]:
    if len(typed) < 2 or position.outcome():
        stacks = (square for square, index in INDEX.items() if position.stacks[index])
        return [square for square in stacks if square.startswith(typed) and not position.outcome()]
    square, path = typed[:2], typed[2:]
    height = len(position.stacks[INDEX[square]]) if square in INDEX else 0
    if not height or len(path) > height:
        return []
    return [typed + step for step in next_letters(square, path)]


def next_letters(square: str, path: str) -> list[str]:
    """The steps with which a path may go on; none if it has already gone wrong."""
    before, at = None, square
    for step in path:
        if NEIGHBOURS[at].get(step) in (None, before):
            return []
        before, at = at, NEIGHBOURS[at][step]
    return [step for step, beside in NEIGHBOURS[at].items() if beside != before]


@cache
def count_paths(at: str, before: str | None, length: int) -> int:
    """How many paths of so many steps there are, without listing them."""
    if not length:
        return 1
    onward = (square for square in NEIGHBOURS[at].values() if square != before)
    return sum(count_paths(square, at, length - 1) for square in onward)
