"""Positions and games without a match: their value, their board, their notation."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import chain, islice
from typing import Annotated, Any
from urllib.parse import parse_qs, unquote, urlsplit

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import Response

from tetrad.matches import board as views
from tetrad.matches.data import Board
from tetrad.matches.match import Match
from tetrad.position import AnyPosition, InvalidNotationError
from tetrad.rules.qawale import SQUARES, Qawale
from tetrad.server.api import schema
from tetrad.server.api.schema import Analysis, Parsed
from tetrad.server.api.services import Game, Shared, problems, take_engine_turn
from tetrad.server.http.answers import Json, packed
from tetrad.server.workers import while_connected
from tetrad.solvers import solve
from tetrad.solvers.solution import Limits, MoveValue, Solution

LONGEST_THINKING = 5.0
# Beyond this the moves of a tall Qawale stack are neither listed nor valued one by one.
MOST_MOVES = 50_000

router = APIRouter(prefix="/api", tags=["analysis"])
PositionText = Annotated[
    str | None,
    Query(description="The game's notation; underscores may stand for spaces. Default: the start."),
]


def read_position(game: type[AnyPosition], text: str | None) -> AnyPosition:
    return game.start() if text is None else game.parse(text.replace("_", " "))


@router.get(
    "/{game:game}",
    response_model=Analysis,
    responses=problems(400, 404, 422, 429),
    dependencies=[Depends(take_engine_turn)],
)
async def analyse_position(
    request: Request,
    game: Game,
    shared: Shared,
    position: PositionText = None,
    time: Annotated[float, Query(ge=0, le=LONGEST_THINKING, allow_inf_nan=False)] = 1.0,
) -> Response:
    """What the position and each of its moves is worth."""
    asked = read_position(game, position)

    def work(cancel: threading.Event) -> Response:
        return packed(_analysis(asked, time, cancel), request.headers)

    return await while_connected(request, shared.engine.ask(asked.NAME, work))


def _legal_moves(position: AnyPosition) -> Iterator[Any]:
    """The legal moves one after the other, so that nobody has to wait for millions of them."""
    if not isinstance(position, Qawale):
        yield from position.legal_moves()
    elif position.outcome() is None:
        yield from chain.from_iterable(map(position.sowings, SQUARES))


def _analysis(position: AnyPosition, seconds: float, cancel: threading.Event) -> Analysis:
    moves = list(islice(_legal_moves(position), MOST_MOVES + 1))
    if len(moves) > MOST_MOVES:
        solution = Solution(position, "unknown", None, "search")
    else:
        solution = solve(position, Limits(time=seconds, cancel=cancel, thorough=True))
    return {
        **solution.as_dict(),  # type: ignore[typeddict-item]
        "moves": [_worth(each) for each in solution.moves],
        "turn": views.seat(position.turn),
        "outcome": views.ending(position.outcome()),
        "legal": [str(move) for move in moves[:MOST_MOVES]],
        "line": [str(move) for move in solution.line],
        "nodes": solution.nodes,
        "truncated": len(moves) > MOST_MOVES,
    }


def _worth(each: MoveValue) -> schema.MoveWorth:
    return {
        "move": str(each.move),
        "value": each.value,
        "distance": each.distance,
        "score": each.score,
    }


@router.get("/{game:game}/board", response_model=Board, responses=problems(400, 404, 409, 422))
def show_board(
    game: Game,
    position: PositionText = None,
    move: Annotated[str | None, Query(description="A move to play first.")] = None,
) -> Json:
    """Everything needed to draw the position and to let somebody play on it."""
    return Json(views.board(read_position(game, position), move))


@router.post(
    "/{game:game}/parse", response_model=Parsed, responses=problems(400, 403, 404, 413, 422)
)
def parse_text(game: Game, body: schema.Text) -> Json:
    """Reads whatever somebody pastes: a position, a match record, or a link to a position."""
    return Json(_parsed(_read(game, body.text.strip())))


def _read(game: type[AnyPosition], text: str) -> Match:
    if text.startswith("["):
        return Match.parse(text)
    if "://" in text or text.startswith("/"):
        text = _position_of_link(text)
    return Match(read_position(game, text))


def _position_of_link(link: str) -> str:
    try:
        query = parse_qs(urlsplit(link).query)
    except ValueError as error:
        raise InvalidNotationError(f"this link cannot be read: {error}") from None
    if "position" not in query:
        raise InvalidNotationError("this link names no position; it should have ?position=")
    return unquote(query["position"][0])


def _parsed(match: Match) -> Parsed:
    return {
        "game": match.start.NAME,
        "start": str(match.start),
        "moves": [str(move) for move in match.moves],
        "position": str(match.position),
    }
