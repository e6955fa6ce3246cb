"""Positions and games without a match: their value, their board, their notation."""

from __future__ import annotations

import re
from typing import Annotated
from urllib.parse import parse_qs, unquote, urlsplit

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import Response

from tetrad.matches import board as views
from tetrad.matches.data import Board
from tetrad.position import AnyPosition, InvalidNotationError, quote, refuse
from tetrad.rules.qawale import SQUARES, Move, Qawale
from tetrad.server.api import schema
from tetrad.server.api.schema import Analysis, Parsed
from tetrad.server.api.services import Game, Shared, asker, problems, take_engine_turn
from tetrad.server.http.answers import Json, accepts, passed_on
from tetrad.server.http.errors import TooLargeError
from tetrad.server.workers import tasks
from tetrad.server.workers.engine import while_connected
from tetrad.server.workers.tasks import MOST_MOVES

LONGEST_THINKING = 5.0
# Moves of a record that are replayed.
LONGEST_RECORD = 1_200
_NO_MOVES = re.compile(r"^\s*\[.*$|\{[^{}]*\}", re.MULTILINE)
_NUMBER = re.compile(r"[0-9]{1,9}\.{1,3}")

router = APIRouter(prefix="/api", tags=["analysis"])
LISTED = (
    "The most moves to list one by one. If there are more, as with a tall stack of Qawale, moves "
    "that begin alike share one, the best of them; `begins` says how they begin."
)
BEGUN = "A sowing of Qawale that has begun, such as `a1n`: only the moves that begin so are judged."
PositionText = Annotated[
    str | None,
    Query(description="The game's notation; underscores may stand for spaces. Default: the start."),
]


def read_position(game: type[AnyPosition], text: str | None) -> AnyPosition:
    return game.start() if text is None else game.parse(text.replace("_", " "))


@router.get(
    "/{game:game}",
    response_model=Analysis,
    responses=problems(400, 404, 409, 422, 429),
    dependencies=[Depends(take_engine_turn)],
)
async def analyse_position(
    request: Request,
    game: Game,
    shared: Shared,
    position: PositionText = None,
    time: Annotated[float, Query(ge=0, le=LONGEST_THINKING, allow_inf_nan=False)] = 1.0,
    listed: Annotated[int, Query(ge=1, le=MOST_MOVES, description=LISTED)] = MOST_MOVES,
    begun: Annotated[str | None, Query(description=BEGUN, max_length=26)] = None,
) -> Response:
    """What the position and each of its moves is worth."""
    asked = read_position(game, position)
    steps = None if begun is None else _steps(asked, begun)
    question = tasks.Question(asked, time, listed, steps, accepts(request.headers, "gzip"))
    answer = shared.engine.ask("analysis", asker(request), tasks.analyse, question)
    return passed_on(await while_connected(request, answer))


def _steps(position: AnyPosition, begun: str) -> Move:
    """The beginning of a sowing, if it is one."""
    if not isinstance(position, Qawale):
        raise InvalidNotationError(f"only a sowing of Qawale can have begun, not {quote(begun)}")
    steps = Move(begun, "") if begun in SQUARES else position.parse_move(begun)
    refuse(position, steps, position.begun_objection(steps))
    return steps


@router.get("/{game:game}/board", response_model=Board, responses=problems(400, 404, 409, 422))
async def show_board(
    game: Game,
    position: PositionText = None,
    move: Annotated[str | None, Query(description="A move to play first.")] = None,
) -> Json:
    """Everything needed to draw the position and to let somebody play on it."""
    return Json(views.board(read_position(game, position), move))


@router.post(
    "/{game:game}/parse",
    response_model=Parsed,
    responses=problems(400, 403, 404, 413, 422, 429),
    dependencies=[Depends(take_engine_turn)],
)
async def parse_text(request: Request, game: Game, body: schema.Text, shared: Shared) -> Response:
    """Reads whatever somebody pastes: a position, a match record, or a link to a position."""
    text = body.text.strip()
    if not text.startswith("["):
        return Json(_without_moves(_position_in(game, text)))
    check_length(text, LONGEST_RECORD)
    answer = shared.engine.ask("quick", asker(request), tasks.read_record, text)
    return passed_on(await while_connected(request, answer))


def check_length(record: str, most: int) -> None:
    """Counts before anything is replayed: what is no tag, comment or number may be a move."""
    words = _NO_MOVES.sub(" ", record).split()
    if sum(not _NUMBER.fullmatch(word) for word in words) > most + 1:
        raise TooLargeError(f"a record has at most {most} moves here", "too-large")


def _position_in(game: type[AnyPosition], text: str) -> AnyPosition:
    if "://" in text or text.startswith("/"):
        text = _position_of_link(text)
    return read_position(game, text)


def _position_of_link(link: str) -> str:
    try:
        query = parse_qs(urlsplit(link).query)
    except ValueError as error:
        raise InvalidNotationError(f"this link cannot be read: {error}") from None
    if "position" not in query:
        raise InvalidNotationError("this link names no position; it should have ?position=")
    return unquote(query["position"][0])


def _without_moves(position: AnyPosition) -> Parsed:
    text = str(position)
    return {"game": position.NAME, "start": text, "moves": [], "position": text}
