"""What a puzzle is about: its themes, read off its proven answer.

How many moves the win takes, whether it is a defence or the punishment of a mistake, and what
decides it: a region in Quantik, a tall stack in Qawale, a push in Qomet. Only the main line counts,
the right moves against the longest defence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal, get_args

from tetrad.position import AnyPosition
from tetrad.puzzles.puzzle import Puzzle
from tetrad.rules import quantik
from tetrad.rules.qawale import Qawale
from tetrad.rules.qomet import OFF, STEPS, Qomet

Theme = Literal[
    "win-1", "win-2", "win-3", "win-4", "defence", "mistake",
    "region", "nothing-left",
    "diagonal", "tall-stack", "loop",
    "push", "push-own", "off", "large-square",
]  # fmt: skip
# A stack of five and the pebble put on it: more than a line's length to sow.
TALL = 6
CENTRE = "d4"
DIAGONALS = ("a1 b2 c3 d4", "a4 b3 c2 d1")
REGIONS = ("a1 a2 b1 b2", "c1 c2 d1 d2", "a3 a4 b3 b4", "c3 c4 d3 d4")


@cache
def themes(puzzle: Puzzle) -> tuple[Theme, ...]:
    """The themes of a puzzle, in a fixed order."""
    found = {*_task(puzzle), *_ending(puzzle), *_means(puzzle)}
    return tuple(theme for theme in get_args(Theme) if theme in found)


def _task(puzzle: Puzzle) -> Iterator[Theme]:
    if puzzle.kind == "only":
        yield "defence"
        return
    if puzzle.kind == "refute":
        yield "mistake"
    yield get_args(Theme)[puzzle.plies // 2]


def _positions(puzzle: Puzzle) -> Iterator[AnyPosition]:
    """The position before each move of the solution, and the last one."""
    position = puzzle.start
    for move in puzzle.solution:
        yield position
        position = position.play(move)
    yield position


def _ending(puzzle: Puzzle) -> Iterator[Theme]:
    """What the last move completes."""
    *_, last = _positions(puzzle)
    outcome = last.outcome()
    if outcome is None or puzzle.kind == "only":
        return
    if puzzle.game == "qomet" and CENTRE not in outcome.squares:
        yield "large-square"
    elif puzzle.game == "qawale" and _any_of(DIAGONALS, outcome.squares):
        yield "diagonal"
    elif puzzle.game == "quantik" and _any_of(REGIONS, outcome.squares):
        yield "region"
    elif outcome.code == quantik.NO_PLACEMENT.code:
        yield "nothing-left"


def _any_of(lines: Iterable[str], squares: tuple[str, ...]) -> bool:
    return any({*line.split()} <= {*squares} for line in lines)


def _means(puzzle: Puzzle) -> Iterator[Theme]:
    """How the one who solves it goes about it."""
    own = zip(_positions(puzzle), puzzle.solution, strict=False)
    for position, text in list(own)[::2]:
        if isinstance(position, Qawale):
            yield from _sowing(position, text)
        elif isinstance(position, Qomet):
            yield from _star(position, text)


def _sowing(position: Qawale, text: str) -> Iterator[Theme]:
    move = position.parse_move(text)
    if len(move.trail()) >= TALL:
        yield "tall-stack"
    if move.square in move.trail():
        yield "loop"


def _star(position: Qomet, text: str) -> Iterator[Theme]:
    move = position.parse_move(text)
    if move.target is None:
        yield "off"
    elif move.origin and (pushed := position.at(move.target)):
        yield "push-own" if pushed is position.turn else "push"
        if STEPS[move.origin][move.target] == OFF:
            yield "off"
