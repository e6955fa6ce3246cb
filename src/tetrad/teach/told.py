"""What was found out about positions and games, as plain data for a client."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from tetrad.matches import board as views
from tetrad.matches.match import Match
from tetrad.position import AnyPosition
from tetrad.rules.qawale import SQUARES, Move, Qawale
from tetrad.solvers import solve, solve_begun
from tetrad.solvers.solution import Limits, MoveValue, Solution, Value
from tetrad.teach.judgement import POINTS, Judged, chance
from tetrad.teach.reasons import Reason, explain, glance
from tetrad.teach.review import Parts, better, reviewing, whole
from tetrad.teach.summary import Summary, summarize

# Beyond this the moves of a tall Qawale stack are not listed one by one: those that begin alike
# share one.
MOST_MOVES = 50_000
# In a very long game only the costliest moves are explained.
MOST_EXPLAINED = 24


def analysis(position: AnyPosition, begun: Move | None, limits: Limits) -> dict[str, Any]:
    """What the position and each of its moves is worth; of a begun sowing, what can come of it."""
    if begun is not None and isinstance(position, Qawale):
        return _analysis(solve_begun(position, begun, limits))
    return _analysis(solve(position, limits))


def _analysis(solution: Solution) -> dict[str, Any]:
    position = solution.position
    moves = list(islice(each_move(position), MOST_MOVES + 1))
    return {
        **solution.as_dict(),
        "moves": [_worth(each) for each in solution.moves],
        "turn": views.seat(position.turn),
        "outcome": views.ending(position.outcome()),
        "legal": [str(move) for move in moves[:MOST_MOVES]],
        "line": [str(move) for move in solution.line],
        "nodes": solution.nodes,
        "truncated": len(moves) > MOST_MOVES or any(each.begins for each in solution.moves),
    }


def each_move(position: AnyPosition) -> Iterator[Any]:
    """The legal moves one after the other, so that nobody has to wait for millions of them."""
    if not isinstance(position, Qawale):
        yield from position.legal_moves()
    elif position.outcome() is None:
        yield from chain.from_iterable(map(position.sowings, SQUARES))


def _worth(each: MoveValue) -> dict[str, Any]:
    return {**each.as_dict(), "score": each.score}


def reasons_for(position: AnyPosition, move: Any) -> dict[str, Any]:
    """What the rules alone show of a legal move."""
    reasons, after = glance(position, move), position.play(move)
    answer = next((reason.line[0] for reason in reasons if reason.line), None)
    outcome = after.outcome()
    lost = outcome is not None and outcome.winner is after.turn
    return {
        "position": str(after),
        "loses": lost or answer is not None,
        "answer": views.legal_move(after, answer) if answer is not None else None,
        "reasons": _told(reasons),
    }


def judged_game(match: Match, limits: Limits) -> dict[str, Any]:
    """What every move of a game was worth, with the mistakes marked and explained."""
    return whole(judging_game(match, limits))


def judging_game(
    match: Match, limits: Limits, longest: float | None = None
) -> Parts[dict[str, Any]]:
    """The same with breaks, as in `reviewing`."""
    game = yield from reviewing(match.positions, match.moves, limits, longest)
    outcome = match.outcome()
    costly = sorted((each for each in game if each.grade), key=lambda each: -each.cost)
    explained = {id(each) for each in costly[:MOST_EXPLAINED]}
    return {
        "game": match.start.NAME,
        "start": str(match.start),
        "moves": [_judged_move(ply, each, id(each) in explained) for ply, each in enumerate(game)],
        "result": match.result,
        "summary": _summary(summarize(game, outcome.winner if outcome else None)),
    }


def _judged_move(ply: int, each: Judged, explained: bool) -> dict[str, Any]:
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
        **(_explained(each) if explained else _UNEXPLAINED),
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


def _told(reasons: tuple[Reason, ...]) -> list[Any]:
    return [reason.data() for reason in reasons]


def _summary(found: Summary) -> dict[str, Any]:
    lasted = found.lasted
    return {
        "turning": found.turning,
        "closeness": {str(player.value): each for player, each in found.closeness.items()},
        "lasted": {"ply": lasted.ply, "moves": lasted.moves} if lasted else None,
        "proven": found.proven,
    }
