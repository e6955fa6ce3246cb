"""What a server would answer, answered in the page: the same requests, the same JSON.

Whoever asks says the method, the address and the body; about a match also its log, which the page
keeps. The answer has a status as in HTTP, the body, and where a match went on the new lines of its
log, for the page to keep:

    {"status": 200, "body": {...}, "events": [{"seq": 3, "kind": "move", ...}], "due": true}

What takes long is answered with 102 at first: `go_on` does more of it, and gives the answer in the
end. Whoever does not wait any more just asks something else.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from tetrad.bots.levels import make_ready
from tetrad.matches import board as views
from tetrad.matches.match import Match
from tetrad.matches.reading import (
    LONGEST_RECORD,
    check_length,
    is_record,
    parsed_position,
    parsed_record,
    read_begun,
    read_position,
)
from tetrad.matches.refusals import STATUS, NotFoundError, UnprocessableError, problem
from tetrad.page import matches
from tetrad.page.limits import LONGEST_REVIEW, MEMORY
from tetrad.page.request import UNFINISHED, Request, Result
from tetrad.position import AnyPosition
from tetrad.puzzles import asked as puzzles
from tetrad.rules import GAMES
from tetrad.solvers.solution import Limits
from tetrad.teach import told
from tetrad.teach.kinds import count, kinds_of
from tetrad.teach.review import Parts

SECONDS, LONGEST_THINKING = 1.0, 5.0
MOST_TRIED = 40
# What has been begun and is not finished: one thing at a time.
_begun: list[Parts[Any]] = []


def answer(method: str, address: str, body: str = "", logs: str = "[]") -> str:
    """The answer as JSON; `logs` are those of the matches that the request is about."""
    url = urlsplit(address)
    parts = [unquote(part) for part in url.path.split("/")[2:]]
    query = dict(parse_qsl(url.query))
    given = json.loads(body) if body else {}
    try:
        if not isinstance(given, dict):
            raise UnprocessableError("the body should be an object", "shape")
        result = _answered(Request(method, parts, query, given, json.loads(logs)))
    except tuple(STATUS) as error:
        status = next(code for kind, code in STATUS.items() if isinstance(error, kind))
        result = Result({"error": problem(error)}, status)
    _begun[:] = [result.parts] if result.parts else []
    return json.dumps(result.data(), separators=(",", ":"))


def go_on() -> str:
    """More of what was asked for last, as JSON like that of `answer`."""
    result = Result(None, UNFINISHED)
    try:
        next(_begun[0])
    except StopIteration as end:
        result = Result(end.value)
    return json.dumps(result.data(), separators=(",", ":"))


def think(match_id: str, log: str) -> str:
    """What the bot does whose turn it is in a match, or that was offered a draw."""
    result = matches.think(match_id, json.loads(log))
    return json.dumps(result.data(), separators=(",", ":"))


def _answered(request: Request) -> Result:
    room, *rest = request.parts
    if room in ("matches", "records"):
        return matches.answered(request)
    if room == "puzzles":
        return Result(_puzzles(request, rest))
    if room == "analyse":
        return _review(request.text("record", needed=True) or "")
    if room not in GAMES:
        raise NotFoundError(f"there is no /api/{room} in the page", "not-found")
    wanted = _OF_A_GAME.get(rest[0] if rest else "")
    if wanted is None:
        raise NotFoundError(f"there is no /api/{room}/{rest[0]} in the page", "not-found")
    return Result(wanted(GAMES[room], request))


def _analysis(game: type[AnyPosition], request: Request) -> dict[str, Any]:
    query, position = request.query, _position(game, request)
    begun = read_begun(position, query["begun"]) if "begun" in query else None
    listed = request.asked_whole("listed", told.MOST_MOVES, 1, told.MOST_MOVES)
    seconds = request.asked_number("time", SECONDS, 0, LONGEST_THINKING)
    limits = Limits(seconds, None, MEMORY, None, True, listed)
    return told.analysis(position, begun, limits)


def _board(game: type[AnyPosition], request: Request) -> Any:
    return views.board(_position(game, request), request.query.get("move"))


def _reasons(game: type[AnyPosition], request: Request) -> dict[str, Any]:
    before = _position(game, request)
    move = before.parse_move(request.asked_text("move"))
    views.check(before, move)
    return told.reasons_for(before, move)


def _parse(game: type[AnyPosition], request: Request) -> dict[str, Any]:
    text = (request.text("text", needed=True) or "").strip()
    if not is_record(text):
        return parsed_position(game, text)
    check_length(text, LONGEST_RECORD)
    return parsed_record(text)


def _opening(game: type[AnyPosition], request: Request) -> dict[str, Any]:
    asked = _position(game, request)
    kinds = kinds_of(asked)
    for log in request.logs:
        standing = matches.standing_of(log["id"], log["events"])
        if standing.position.NAME == game.NAME:
            count(kinds, asked, standing, matches.own_seats(standing))
    return {"position": str(asked), "kinds": [*kinds.values()]}


def _position(game: type[AnyPosition], request: Request) -> AnyPosition:
    return read_position(game, request.query.get("position"))


_OF_A_GAME: dict[str, Callable[[type[AnyPosition], Request], Any]] = {
    "": _analysis,
    "board": _board,
    "opening": _opening,
    "parse": _parse,
    "reasons": _reasons,
}


def _review(record: str) -> Result:
    check_length(record, LONGEST_REVIEW)
    return matches.reviewed(Match.parse(record))


def _puzzles(request: Request, rest: list[str]) -> dict[str, Any]:
    today = datetime.now(UTC).date()
    match rest:
        case ["daily"]:
            return puzzles.daily(today)
        case [name] if name in GAMES:
            easy = request.asked_whole("difficulty", 1, 1, 5)
            difficulty = easy if "difficulty" in request.query else None
            day = today if request.asked_flag("daily") else None
            return puzzles.given(GAMES[name], request.query.get("id"), day, difficulty)
        case [name, "list"] if name in GAMES:
            return puzzles.listing(GAMES[name])
        case [name, puzzle, "try"] if name in GAMES:
            return puzzles.tried(GAMES[name], puzzle, _moves(request.body.get("moves")))
    raise NotFoundError(f"there is no /api/{'/'.join(request.parts)} in the page", "not-found")


def _moves(given: Any) -> list[str]:
    known = isinstance(given, list) and all(isinstance(move, str) for move in given)
    if not known or not 1 <= len(given) <= MOST_TRIED:
        raise UnprocessableError(f"moves: this should be 1 to {MOST_TRIED} texts", "shape")
    return list(given)


def ready(game: str) -> None:
    """Load what a game's bots need, while nobody waits for them."""
    make_ready(game, MEMORY)
