"""How a bot did: what it kept, what it threw away, and how much that cost, phase by phase.

A win is worth 1, a draw a half, a loss nothing; the regret of an answer is what it gave away of
that. Where the value was kept, the distance tells the rest: plies by which a win was delayed, plies
by which a loss came sooner.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from tetrad.exam.candidates import Candidate
from tetrad.exam.questions import PHASES, VERSION, Question, Worth, fingerprint
from tetrad.protocol.client import FoulError
from tetrad.solvers.solution import Limits

POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}
# Of the normal distribution, for intervals that hold in 95 of 100 cases.
Z = 1.96


@dataclass(frozen=True, slots=True)
class Answer:
    """A question, the move that was chosen, and what was lost by it; `foul` if it was no move."""

    question: Question
    move: str
    foul: str | None = None
    seconds: float = 0.0

    @property
    def best(self) -> Worth:
        return min(self.question.moves.values(), key=_rank)

    @property
    def played(self) -> Worth:
        """What the move is worth; no move at all is worth the worst there is."""
        moves = self.question.moves
        return max(moves.values(), key=_rank) if self.foul else moves[self.move]

    @property
    def regret(self) -> float:
        return POINTS[self.best.value] - POINTS[self.played.value]

    @property
    def perfect(self) -> bool:
        return not self.foul and _rank(self.played) == _rank(self.best)

    @property
    def delay(self) -> int | None:
        """Plies lost although the value was kept, if there are plies to count."""
        best, played = self.best, self.played
        if best.value != played.value or best.distance is None or played.distance is None:
            return None
        return abs(played.distance - best.distance)


def _rank(worth: Worth) -> tuple[float, float]:
    distance = worth.distance or 0
    return -POINTS[worth.value], distance if worth.value == "win" else -distance


def examine(
    candidate: Candidate,
    asked: Sequence[Question],
    limits: Limits,
    report: Callable[[int, int], None] | None = None,
) -> list[Answer]:
    """The bot's answers to all questions."""
    answers = []
    for number, question in enumerate(asked, 1):
        answers.append(_answer(candidate, question, limits))
        if report:
            report(number, len(asked))
    return answers


def _answer(candidate: Candidate, question: Question, limits: Limits) -> Answer:
    position = question.position
    begun = time.perf_counter()
    try:
        move = candidate.choose(position, limits)
    except FoulError as error:
        return Answer(question, "", str(error))
    seconds = time.perf_counter() - begun
    objection = position.objection(move)
    return Answer(question, str(move), None if objection is None else str(objection), seconds)


def marks(bot: str, game: str, answers: Sequence[Answer]) -> dict[str, Any]:
    """Everything there is to tell, as plain data."""
    wins = [each for each in answers if each.best.value == "win"]
    draws = [each for each in answers if each.best.value == "draw"]
    losses = [each for each in answers if each.best.value == "loss"]
    return {
        "game": game,
        "bot": bot,
        "exam": {"version": VERSION, "questions": len(answers), "sha256": fingerprint(game)},
        "score": _mean(1 - each.regret for each in answers),
        "perfect": _share(sum(each.perfect for each in answers), len(answers)),
        "wins": {
            "asked": len(wins),
            "kept": _share(_played(wins, "win"), len(wins)),
            "to draw": _share(_played(wins, "draw"), len(wins)),
            "to loss": _share(_played(wins, "loss"), len(wins)),
        },
        "draws": {
            "asked": len(draws),
            "kept": _share(_played(draws, "draw"), len(draws)),
            "to loss": _share(_played(draws, "loss"), len(draws)),
        },
        "regret": {phase: _phase(answers, phase) for phase in PHASES},
        "plies lost": {
            "wins delayed": _mean(each.delay for each in wins),
            "wins kept": sum(each.delay is not None for each in wins),
            "losses hastened": _mean(each.delay for each in losses),
            "losses": len(losses),
        },
        "fouls": [f"{each.question.text}: {each.foul}" for each in answers if each.foul],
        "seconds a move": _mean(each.seconds for each in answers),
    }


def _played(answers: Iterable[Answer], value: str) -> int:
    return sum(each.played.value == value for each in answers)


def _phase(answers: Iterable[Answer], phase: str) -> dict[str, Any]:
    own = [each.regret for each in answers if each.question.phase == phase]
    return {"asked": len(own), "mean": _mean(own), "margin": _margin(own)}


def _mean(numbers: Iterable[float | None]) -> float | None:
    counted = [number for number in numbers if number is not None]
    return round(fmean(counted), 4) if counted else None


def _margin(numbers: Sequence[float]) -> float | None:
    """Half the width of the 95 % interval of a mean."""
    if len(numbers) < 2:
        return None
    middle = fmean(numbers)
    spread = sum((number - middle) ** 2 for number in numbers) / (len(numbers) - 1)
    return round(Z * math.sqrt(spread / len(numbers)), 4)


def _share(number: int, whole: int) -> dict[str, float] | None:
    """A share with its 95 % interval (Wilson's)."""
    if not whole:
        return None
    share, square = number / whole, Z * Z / whole
    middle = (share + square / 2) / (1 + square)
    half = Z / (1 + square) * math.sqrt(share * (1 - share) / whole + square / (4 * whole))
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return {"share": round(share, 4), "low": round(low, 4), "high": round(high, 4)}
