"""What the processes are asked about a whole game: what each move cost, and why."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from tetrad.matches import board as views
from tetrad.matches.match import Match
from tetrad.position import AnyPosition
from tetrad.server.workers.tasks import MEMORY, Packed, packed
from tetrad.solvers.solution import Limits, Value
from tetrad.teach.judgement import POINTS, Judged, chance
from tetrad.teach.reasons import Reason, explain, glance
from tetrad.teach.review import better, review
from tetrad.teach.summary import Summary, summarize

if TYPE_CHECKING:
    from tetrad.server.api.schema import GameSummary, JudgedGame, JudgedMove, Told

# In a very long game only the costliest moves are explained.
MOST_EXPLAINED = 24


def review_record(record: str, seconds: float, cancel: threading.Event) -> Packed:
    """What every move of a game was worth, with the mistakes marked and explained."""
    return packed(_judged_game(Match.parse(record), seconds, cancel), zips=False)


def reasons_for(position: AnyPosition, move: Any, _cancel: threading.Event) -> Packed:
    """What the rules alone show of a legal move."""
    reasons, after = glance(position, move), position.play(move)
    answer = next((reason.line[0] for reason in reasons if reason.line), None)
    outcome = after.outcome()
    lost = outcome is not None and outcome.winner is after.turn
    found = {
        "position": str(after),
        "loses": lost or answer is not None,
        "answer": views.legal_move(after, answer) if answer is not None else None,
        "reasons": _told(reasons),
    }
    return packed(found, zips=False)


def _judged_game(match: Match, seconds: float, cancel: threading.Event) -> JudgedGame:
    limits = Limits(time=seconds, cancel=cancel, memory=MEMORY, thorough=True)
    game = review(match.positions, match.moves, limits)
    outcome = match.outcome()
    costly = sorted((each for each in game if each.grade), key=lambda each: -each.cost)
    explained = {id(each) for each in costly[:MOST_EXPLAINED]}
    return {
        "game": match.start.NAME,
        "start": str(match.start),
        "moves": [_judged_move(ply, each, id(each) in explained) for ply, each in enumerate(game)],
        "result": match.result,  # type: ignore[typeddict-item]
        "summary": _summary(summarize(game, outcome.winner if outcome else None)),
    }


def _judged_move(ply: int, each: Judged, explained: bool) -> JudgedMove:
    best = each.best
    return {
        "ply": ply,
        "position": str(each.position),
        "move": str(each.move),
        "by": views.seat(each.by),
        "value": each.played.value,
        "distance": each.played.distance,
        "chance": round(chance(each.played), 3),
        "best": str(best.move) if best.move is not None else None,
        "best_value": best.value,
        "best_distance": best.distance,
        "mistake": _mistake(best.value, each.played.value),
        "grade": each.grade,
        "cost": round(each.cost, 3),
        "proven": each.proven,
        **(_explained(each) if explained else _UNEXPLAINED),  # type: ignore[typeddict-item]
    }


_UNEXPLAINED: dict[str, Any] = {"reasons": [], "answer": None, "better": [], "best_steps": []}


def _explained(each: Judged) -> dict[str, Any]:
    """Why the move was bad and the best one better, each with what to show on the board."""
    reasons = explain(each)
    answer = next((reason.line[0] for reason in reasons if reason.line), None)
    after = each.position.play(each.move)
    return {
        "reasons": _told(reasons),
        "answer": views.legal_move(after, answer) if answer is not None else None,
        "better": _told(explain(better(each))),
        "best_steps": views.steps(each.position, each.best.move),
    }


def _mistake(best: Value, played: Value) -> Any:
    """Half a point thrown away is a mistake, a whole one a blunder; the unknown is neither."""
    if "unknown" in (best, played):
        return None
    return {0: None, 0.5: "mistake", 1: "blunder"}[POINTS[best] - POINTS[played]]


def _told(reasons: tuple[Reason, ...]) -> list[Told]:
    return [reason.data() for reason in reasons]


def _summary(found: Summary) -> GameSummary:
    lasted = found.lasted
    return {
        "turning": found.turning,
        "closeness": {str(player.value): each for player, each in found.closeness.items()},
        "lasted": {"ply": lasted.ply, "moves": lasted.moves} if lasted else None,
        "proven": found.proven,
    }
