"""Puzzles: positions with one good answer, made from exact values and kept as data.

`data/puzzles/GAME.json` holds a list of

    {"id": "4f0c2a91d7", "position": "...", "kind": "win", "plies": 3, "difficulty": 2,
     "solutions": ["A@b3"], "solution": ["A@b3", "C@a1", "D@d3"]}

and more, which `tetrad.solve.puzzles` explains. A puzzle of the kind `win` or `refute` is solved by
any moves that win in time, `only` by one of its `solutions`, the moves that do not lose. `refute`
names in `mistake` the move that was just played.
"""

from __future__ import annotations

import random
import threading
import time
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal, NotRequired

import msgspec
from fastapi import APIRouter, Depends, Path, Query
from pydantic import Field
from starlette.requests import Request
from typing_extensions import TypedDict

from tetrad.position import AnyPosition
from tetrad.server import schema, views
from tetrad.server.answers import Json
from tetrad.server.engine import while_connected
from tetrad.server.errors import NotFoundError, UnprocessableError
from tetrad.server.services import Game, Shared, problems, take_engine_turn
from tetrad.solve.search import Limits, solve

SECONDS = 2.0
SECONDS_A_DAY = 24 * 3600

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])


class Puzzle(TypedDict):
    id: str
    position: str
    kind: Literal["win", "only", "refute"]
    plies: int | None
    difficulty: int
    solution: list[str]
    solutions: list[str]
    mistake: NotRequired[str]


class Given(TypedDict):
    puzzle: Puzzle
    number: int
    total: int


class Listed(TypedDict):
    id: str
    kind: str
    plies: int | None
    difficulty: int


class Listing(TypedDict):
    puzzles: list[Listed]


class Verdict(TypedDict):
    status: Literal["right", "solved", "wrong"]
    reply: schema.LegalMove | None
    position: str
    outcome: schema.Ending | None


class Attempt(schema.Request):
    """The moves so far, the solver's and the answers to them; the last is the solver's."""

    moves: list[Annotated[str, Field(max_length=64)]] = Field(min_length=1, max_length=40)


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    file = files("tetrad") / "data" / "puzzles" / f"{game}.json"
    return tuple(msgspec.json.decode(file.read_bytes())) if file.is_file() else ()


def _all(game: type[AnyPosition]) -> tuple[Puzzle, ...]:
    found = puzzles_of(game.NAME)
    if not found:
        raise NotFoundError("no-puzzles", f"there are no puzzles for {game.NAME} yet")
    return found


@router.get("/{game:game}", response_model=Given, responses=problems(404, 422))
def give_puzzle(
    game: Game,
    daily: Annotated[bool, Query(description="The puzzle of today.")] = False,
    id: Annotated[str | None, Query(max_length=64)] = None,
    difficulty: Annotated[int | None, Query(ge=1, le=5)] = None,
) -> Json:
    """A puzzle: the named one, the one of the day, or any of a difficulty."""
    puzzles = _all(game)
    if id is not None:
        chosen = _named(puzzles, id)
    elif daily:
        chosen = _of_the_day(puzzles, int(time.time() // SECONDS_A_DAY))
    else:
        fitting = [each for each in puzzles if difficulty in (None, each["difficulty"])]
        chosen = random.choice(fitting or puzzles)
    given: Given = {
        "puzzle": chosen,
        "number": puzzles.index(chosen) + 1,
        "total": len(puzzles),
    }
    return Json(given)


def _named(puzzles: tuple[Puzzle, ...], name: str) -> Puzzle:
    for puzzle in puzzles:
        if puzzle["id"] == name:
            return puzzle
    raise NotFoundError("no-such-puzzle", f"there is no puzzle {name[:40]!r}")


def _of_the_day(puzzles: tuple[Puzzle, ...], day: int) -> Puzzle:
    """The same for everybody; none comes twice before all have come."""
    turn, place = divmod(day, len(puzzles))
    order = list(range(len(puzzles)))
    random.Random(turn).shuffle(order)
    return puzzles[order[place]]


@router.get("/{game:game}/list", response_model=Listing, responses=problems(404, 422))
def list_puzzles(game: Game) -> Json:
    """All puzzles of a game, without their answers."""
    return Json({"puzzles": [_listed(each) for each in _all(game)]})


def _listed(puzzle: Puzzle) -> Listed:
    return {
        "id": puzzle["id"],
        "kind": puzzle["kind"],
        "plies": puzzle["plies"],
        "difficulty": puzzle["difficulty"],
    }


@router.post(
    "/{game:game}/{puzzle}/try",
    response_model=Verdict,
    responses=problems(400, 403, 404, 409, 413, 422, 429),
    dependencies=[Depends(take_engine_turn)],
)
async def try_moves(
    request: Request,
    game: Game,
    puzzle: Annotated[str, Path(max_length=64)],
    body: Attempt,
    shared: Shared,
) -> Json:
    """Whether the moves so far are right, and how the other side answers them."""
    asked = _named(_all(game), puzzle)
    if len(body.moves) % 2 == 0:
        raise UnprocessableError("shape", "the last move is the solver's, so their number is odd")
    position = _played(game.parse(asked["position"]), body.moves)
    judging = shared.engine.ask(
        game.NAME, lambda cancel: judge(asked, body.moves, position, cancel)
    )
    return Json(await while_connected(request, judging))


def _played(position: AnyPosition, moves: list[str]) -> AnyPosition:
    for text in moves:
        move = position.parse_move(text)
        views.check(position, move)
        position = position.play(move)
    return position


def judge(puzzle: Puzzle, moves: list[str], after: AnyPosition, cancel: threading.Event) -> Verdict:
    """`after` is the position the moves lead to."""
    solution = puzzle["solution"]
    if puzzle["kind"] == "only":
        return _verdict("solved" if moves[0] in puzzle["solutions"] else "wrong", after)
    if outcome := after.outcome():
        won = outcome.winner is after.turn.other
        return _verdict("solved" if won else "wrong", after)
    if moves == solution[: len(moves)] and len(solution) > len(moves):
        return _verdict("right", after, solution[len(moves)])
    found = solve(after, Limits(time=SECONDS, cancel=cancel))
    left = (puzzle["plies"] or 0) - len(moves)
    if found.value != "loss" or (found.distance or 0) > left:
        return _verdict("wrong", after)
    return _verdict("right", after, str(found.moves[0].move))


def _verdict(status: Any, position: AnyPosition, reply: str | None = None) -> Verdict:
    answer = None
    if reply is not None:
        answer = views.legal_move(position, position.parse_move(reply))
        position = position.play(reply)
    outcome = views.ending(position, position.outcome())
    return {"status": status, "reply": answer, "position": str(position), "outcome": outcome}
