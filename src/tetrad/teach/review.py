"""A whole game, move by move: what each one was worth, and what it cost.

Judged from the end, where answers are quick and help with what comes before. Each position gets its
share of the time that is left.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from tetrad.bots.tactics import LISTED
from tetrad.position import AnyPosition
from tetrad.solvers import solve
from tetrad.solvers.solution import OPPOSITE, Limits, MoveValue, Solution
from tetrad.teach.judgement import Judged

# What takes long, with breaks in it: whoever runs it may stop there.
Whole = TypeVar("Whole")
Parts = Generator[None, None, Whole]


def review(
    positions: Sequence[AnyPosition], moves: Sequence[Any], limits: Limits
) -> tuple[Judged, ...]:
    """The moves of a game in order; `positions` has the board before each of them, and the last."""
    return whole(reviewing(positions, moves, limits))


def reviewing(
    positions: Sequence[AnyPosition],
    moves: Sequence[Any],
    limits: Limits,
    longest: float | None = None,
) -> Parts[tuple[Judged, ...]]:
    """The same with breaks, and with one after so many seconds at the `longest`."""
    deadline = time.monotonic() + (limits.time or 0.0)
    judged: list[Judged] = []
    share = _share(limits, deadline, len(moves) + 1)
    after = yield from _found(positions[len(moves)], share, longest)
    for ply in reversed(range(len(moves))):
        share = _share(limits, deadline, ply + 1)
        before = yield from _found(positions[ply], share, longest)
        judged.append(judge(before, moves[ply], after))
        after = before
    return tuple(reversed(judged))


def whole(parts: Parts[Whole]) -> Whole:
    """What comes out in the end, where nobody stops it."""
    try:
        while True:
            next(parts)
    except StopIteration as end:
        found: Whole = end.value
        return found


def _found(position: AnyPosition, limits: Limits, longest: float | None) -> Parts[Solution]:
    """What was learned is kept, so that each part goes on where the one before has stopped."""
    if limits.time is None or longest is None:
        yield
        return known(position, limits)
    deadline = time.monotonic() + limits.time
    while True:
        yield
        left = max(0.0, deadline - time.monotonic())
        found = known(position, replace(limits, time=min(left, longest)))
        if left <= longest or _settled(found):
            return found


def _settled(found: Solution) -> bool:
    values = found.value, *(each.value for each in found.moves)
    return "unknown" not in values


def _share(limits: Limits, deadline: float, questions: int) -> Limits:
    if limits.time is None:
        return limits
    return replace(limits, time=max(0.0, deadline - time.monotonic()) / questions)


def known(position: AnyPosition, limits: Limits) -> Solution:
    """What a solver says; where there are very many moves, those that begin alike share one."""
    return solve(position, replace(limits, listed=LISTED))


def judge(before: Solution, move: Any, after: Solution) -> Judged:
    """A move between two positions; the later one may know more about it than the earlier."""
    unknown = MoveValue(move, "unknown")
    listed = next((each for each in before.moves if each.move == move), unknown)
    played = _seen_from(after, listed) if after.value != "unknown" else listed
    best = before.moves[0] if before.moves else unknown
    if played.value == "win" and best.value != "win":
        best = played
    best_line = before.line[1:] if before.line[:1] == (best.move,) else ()
    return Judged(before.position, move, played, best, after.line, best_line)


def better(judged: Judged) -> Judged:
    """The best move in place of the one that was played."""
    best = judged.best
    return Judged(judged.position, best.move, best, best, judged.best_line)


def _seen_from(after: Solution, listed: MoveValue) -> MoveValue:
    """What the position after a move says about it."""
    distance = None if after.distance is None else after.distance + 1
    value = OPPOSITE[after.value]
    if listed.value == value and distance is None:
        return listed
    return MoveValue(listed.move, value, distance, {"win": 1.0, "loss": -1.0}.get(value, 0.0))
