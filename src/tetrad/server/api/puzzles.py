"""Puzzles over HTTP: give one, list them, judge an answer.

What a puzzle is and where it comes from is told in `tetrad.puzzles.puzzle`. A puzzle knows every
right move and the strongest reply to it, so an answer is judged without searching.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from itertools import accumulate
from typing import Annotated, Any, Literal, NotRequired

import msgspec
from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response
from typing_extensions import TypedDict

from tetrad.matches.data import Ending, LegalMove
from tetrad.position import AnyPosition
from tetrad.puzzles import asked
from tetrad.server.api import schema
from tetrad.server.api.services import Game, Shared, problems
from tetrad.server.http.answers import Json
from tetrad.server.http.identity import person

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])


class PuzzleView(TypedDict):
    id: str
    game: str
    position: str
    kind: Literal["win", "only", "refute"]
    plies: int
    difficulty: int
    bits: float
    value: schema.Value
    held: int | None
    before: str | None
    last: str | None
    better: str | None
    mistake: NotRequired[str | None]
    solutions: list[str]
    solution: list[str]
    tree: dict[str, Any]
    themes: list[str]


class Given(TypedDict):
    puzzle: PuzzleView
    number: int
    total: int


class Listed(TypedDict):
    id: str
    kind: str
    plies: int | None
    difficulty: int
    themes: list[str]


class Listing(TypedDict):
    puzzles: list[Listed]


class Today(Listed):
    """A puzzle of the day, as far as a page needs it to invite somebody."""

    game: str
    position: str


class Daily(TypedDict):
    day: str
    puzzles: list[Today]


class Verdict(TypedDict):
    status: Literal["right", "solved", "wrong"]
    reply: LegalMove | None
    position: str
    outcome: Ending | None


class Attempt(schema.Request):
    """The moves so far, the solver's and the answers to them; the last is the solver's."""

    moves: list[Annotated[str, Field(max_length=64)]] = Field(min_length=1, max_length=40)


@router.get("/daily", response_model=Daily)
async def list_daily() -> Json:
    """Today's puzzle of each game, without its answer; a day begins at midnight UTC."""
    return Json(asked.daily(datetime.now(UTC).date()))


@router.get("/{game:game}", response_model=Given, responses=problems(403, 404, 422))
async def give_puzzle(
    request: Request,
    shared: Shared,
    game: Game,
    daily: Annotated[bool, Query(description="The puzzle of today.")] = False,
    id: Annotated[str | None, Query(max_length=64)] = None,
    difficulty: Annotated[int | None, Query(ge=1, le=5)] = None,
) -> Json:
    """A puzzle: the named one, the one of the day, one of a difficulty; or an easy one."""
    today = datetime.now(UTC).date() if daily else None
    found = asked.given(game, id, today, difficulty)
    answered = asked.answered(game, found["puzzle"]["id"])
    await shared.fairness.check_all(person(request), answered)
    return Json(found)


@router.get("/{game:game}/list", response_model=Listing, responses=problems(404, 422))
async def list_puzzles(game: Game) -> Response:
    """All puzzles of a game, without their answers."""
    return Response(_listing(game), media_type=Json.media_type)


@cache
def _listing(game: type[AnyPosition]) -> bytes:
    return msgspec.json.encode(asked.listing(game))


@router.post(
    "/{game:game}/{puzzle}/try",
    response_model=Verdict,
    responses=problems(400, 403, 404, 409, 413, 422),
)
async def try_moves(
    request: Request, shared: Shared, game: Game, puzzle: Annotated[str, Path(max_length=64)],
    body: Attempt,
) -> Json:  # fmt: skip
    """Whether the moves so far are right, and how the other side answers them."""
    found = asked.tried(game, puzzle, body.moves)
    start = asked.start(game, puzzle)
    way = accumulate(body.moves, lambda now, move: now.play(move), initial=start)
    await shared.fairness.check_all(person(request), [*way])
    return Json(found)
