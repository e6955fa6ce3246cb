"""A hint in words: what speaks for a move on the board, and what is proven about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tetrad.bots.bot import WINS_NOW
from tetrad.bots.levels import ONLY, ONLY_SAFE, ONLY_SAVING
from tetrad.position import AnyPosition
from tetrad.solvers.solution import MoveValue, Solution
from tetrad.teach.judgement import Judged
from tetrad.teach.reasons import Reason, explain, glance


def advise(position: AnyPosition, move: Any, solution: Solution | None) -> tuple[Reason, ...]:
    """Why to play this move; without a solution, what a glance shows of it."""
    outcome = position.play(move).outcome()
    if outcome and outcome.winner is position.turn:
        return Reason(WINS_NOW()), *glance(position, move)
    if solution is None:
        return glance(position, move)
    worth = next((each for each in solution.moves if each.move == move), MoveValue(move, "unknown"))
    line = solution.line[1:] if solution.line[:1] == (move,) else ()
    judged = Judged(position, move, worth, worth, line)
    return *_about_others(solution, worth), *explain(judged)


def _about_others(solution: Solution, worth: MoveValue) -> Iterator[Reason]:
    others = [each for each in solution.moves if each.move != worth.move]
    if not others:
        yield Reason(ONLY())
    elif worth.value != "loss" and all(each.value == "loss" for each in others):
        at_once = all((each.distance or 0) <= 2 for each in others)
        yield Reason(ONLY_SAFE() if at_once else ONLY_SAVING())
