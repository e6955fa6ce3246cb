"""Puzzles over HTTP: give one, list them, judge an answer.

What a puzzle is and where it comes from is told in `tetrad.puzzles.puzzle`. A puzzle knows every
right move and the strongest reply to it, so an answer is judged without searching.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime
from functools import cache
from typing import Annotated, Any, Literal, NotRequired

import msgspec
from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.responses import Response
from typing_extensions import TypedDict

from tetrad.matches import board as views
from tetrad.matches.data import Ending, LegalMove
from tetrad.matches.refusals import ConflictError
from tetrad.position import AnyPosition
from tetrad.puzzles import puzzle as puzzles
from tetrad.puzzles.puzzle import Puzzle
from tetrad.puzzles.themes import themes
from tetrad.rules import GAMES
from tetrad.server.api import schema
from tetrad.server.api.services import Game, problems
from tetrad.server.http.answers import Json
from tetrad.server.http.errors import NotFoundError, UnprocessableError

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


def _all(game: type[AnyPosition]) -> tuple[Puzzle, ...]:
    try:
        return puzzles.puzzles(game.NAME)
    except FileNotFoundError:
        raise NotFoundError(f"there are no puzzles for {game.NAME} yet", "no-puzzles") from None


def _named(game: type[AnyPosition], name: str) -> Puzzle:
    _all(game)
    puzzle = puzzles.find(game.NAME, name)
    if puzzle is None:
        raise NotFoundError(f"there is no puzzle {name[:40]!r}", "no-such-puzzle")
    return puzzle


@router.get("/daily", response_model=Daily)
async def list_daily() -> Json:
    """Today's puzzle of each game, without its answer; a day begins at midnight UTC."""
    day = datetime.now(UTC).date()
    today = (puzzles.daily(game, day) for game in GAMES)
    found = [_listed(each) | {"game": each.game, "position": each.position} for each in today]
    return Json({"day": day.isoformat(), "puzzles": found})


@router.get("/{game:game}", response_model=Given, responses=problems(404, 422))
async def give_puzzle(
    game: Game,
    daily: Annotated[bool, Query(description="The puzzle of today.")] = False,
    id: Annotated[str | None, Query(max_length=64)] = None,
    difficulty: Annotated[int | None, Query(ge=1, le=5)] = None,
) -> Json:
    """A puzzle: the named one, the one of the day, one of a difficulty; or an easy one."""
    collection = _all(game)
    if id is not None:
        chosen = _named(game, id)
    elif daily:
        chosen = puzzles.daily(game.NAME, datetime.now(UTC).date())
    else:
        fitting = [each for each in collection if _suits(each, difficulty)]
        chosen = random.choice(fitting or collection)
    number, view = collection.index(chosen) + 1, chosen.as_dict() | {"themes": themes(chosen)}
    return Json({"puzzle": view, "number": number, "total": len(collection)})


def _suits(puzzle: Puzzle, difficulty: int | None) -> bool:
    """Who wishes nothing may have never solved one: a win in one move."""
    return puzzle.difficulty == difficulty or (difficulty is None and "win-1" in themes(puzzle))


@router.get("/{game:game}/list", response_model=Listing, responses=problems(404, 422))
async def list_puzzles(game: Game) -> Response:
    """All puzzles of a game, without their answers."""
    _all(game)
    return Response(_listing(game.NAME), media_type=Json.media_type)


@cache
def _listing(game: str) -> bytes:
    found = [_listed(each) for each in puzzles.puzzles(game)]
    return msgspec.json.encode({"puzzles": found})


def _listed(puzzle: Puzzle) -> Listed:
    return {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "plies": puzzle.plies,
        "difficulty": puzzle.difficulty,
        "themes": [*themes(puzzle)],
    }


@router.post(
    "/{game:game}/{puzzle}/try",
    response_model=Verdict,
    responses=problems(400, 403, 404, 409, 413, 422),
)
async def try_moves(game: Game, puzzle: Annotated[str, Path(max_length=64)], body: Attempt) -> Json:
    """Whether the moves so far are right, and how the other side answers them."""
    if len(body.moves) % 2 == 0:
        raise UnprocessableError("the last move is the solver's, so their number is odd", "shape")
    return Json(judge(_named(game, puzzle), body.moves))


def judge(puzzle: Puzzle, moves: list[str]) -> Verdict:
    """Follows the moves down the tree of what is right."""
    position, tree = puzzle.start, puzzle.tree
    for move, answer in zip(moves[::2], [*moves[1::2], None], strict=True):
        after = _played(position, move)
        outcome = after.outcome()
        if outcome and outcome.winner is position.turn:
            return _verdict("solved", after)
        right = tree.get(move)
        if right is None:
            return _verdict("wrong", after)
        if right["reply"] is None:
            return _verdict("solved", after)
        if answer is None:
            return _verdict("right", after, right["reply"])
        if answer != right["reply"]:
            raise ConflictError(f"the reply to {move} is {right['reply']}", "other-reply")
        position, tree = after.play(answer), right["next"]
    raise AssertionError("the last move has no answer yet")


def _played(position: AnyPosition, text: str) -> AnyPosition:
    move = position.parse_move(text)
    views.check(position, move)
    return position.play(move)


def _verdict(
    status: Literal["right", "solved", "wrong"], position: AnyPosition, reply: str | None = None
) -> Verdict:
    answer = None
    if reply is not None:
        answer = views.legal_move(position, position.parse_move(reply))
        position = position.play(reply)
    outcome = views.ending(position.outcome())
    return {"status": status, "reply": answer, "position": str(position), "outcome": outcome}
