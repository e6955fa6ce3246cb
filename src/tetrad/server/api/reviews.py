"""Games and moves explained: what every move was worth and cost, and reasons in words."""

from __future__ import annotations

import threading
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request

from tetrad.matches import board as views
from tetrad.matches.match import Match
from tetrad.matches.refusals import ConflictError
from tetrad.server.api import schema
from tetrad.server.api.analysis import PositionText, read_position
from tetrad.server.api.matches import Entered
from tetrad.server.api.schema import GameSummary, JudgedGame, JudgedMove, Reasons, Told
from tetrad.server.api.services import Game, Shared, problems, take_engine_turn
from tetrad.server.http.answers import Json
from tetrad.server.http.errors import TooLargeError
from tetrad.server.workers import while_connected
from tetrad.solvers.solution import Limits, Value
from tetrad.teach.judgement import POINTS, Judged, chance
from tetrad.teach.reasons import Reason, explain, glance
from tetrad.teach.review import better, review
from tetrad.teach.summary import Summary, summarize

LONGEST_GAME = 600
REVIEW_SECONDS = 5.0
# In a very long game only the costliest moves are explained.
MOST_EXPLAINED = 24

router = APIRouter(prefix="/api", tags=["analysis"])


@router.post(
    "/analyse",
    response_model=JudgedGame,
    responses=problems(400, 403, 413, 422, 429),
    dependencies=[Depends(take_engine_turn)],
)
async def analyse_record(request: Request, body: schema.Record, shared: Shared) -> Json:
    """What every move of a game was worth, with the mistakes marked and explained."""
    return await _reviewed(request, shared, Match.parse(body.record), body.time)


@router.get(
    "/matches/{match_id}/review",
    response_model=JudgedGame,
    responses=problems(404, 409, 413, 422, 429),
    dependencies=[Depends(take_engine_turn)],
)
async def review_match(request: Request, shared: Shared, room: Entered) -> Json:
    """The same for a match that is over."""
    if not room.standing.over:
        raise ConflictError("the game is not over yet", "not-over")
    return await _reviewed(request, shared, room.standing.match.copy(), REVIEW_SECONDS)


async def _reviewed(request: Request, shared: Shared, match: Match, seconds: float) -> Json:
    if len(match.moves) > LONGEST_GAME:
        raise TooLargeError(f"at most {LONGEST_GAME} moves can be analysed", "too-large")
    game = match.start.NAME
    answer = shared.engine.ask(game, lambda cancel: _judged_game(match, seconds, cancel))
    return Json(await while_connected(request, answer))


def _judged_game(match: Match, seconds: float, cancel: threading.Event) -> JudgedGame:
    game = review(match.positions, match.moves, Limits(time=seconds, cancel=cancel))
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
        "reasons": _told(explain(each)) if explained else [],
        "better": _told(explain(better(each))) if explained else [],
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


@router.get("/{game:game}/reasons", response_model=Reasons, responses=problems(400, 404, 409, 422))
def give_reasons(
    game: Game,
    move: Annotated[str, Query(description="The move to speak about.", max_length=64)],
    position: PositionText = None,
) -> Json:
    """What the rules alone show of a move: what it completes, stops, threatens or allows."""
    before = read_position(game, position)
    played = before.parse_move(move)
    views.check(before, played)
    reasons, after = glance(before, played), before.play(played)
    answer = next((reason.line[0] for reason in reasons if reason.line), None)
    outcome = after.outcome()
    lost = outcome is not None and outcome.winner is after.turn
    return Json(
        {
            "position": str(after),
            "loses": lost or answer is not None,
            "answer": views.legal_move(after, answer) if answer is not None else None,
            "reasons": _told(reasons),
        }
    )
