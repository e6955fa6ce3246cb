"""What a page needs first, sent or named with its first bytes.

A phone pays for every question with a round trip, and the address of a page tells which ones it
is going to ask. The server asks them itself, in the name of whoever wants the page, and sends the
answers along as data that the app looks into before it asks:

    <script type="application/json" id="ahead">{"/api/qomet/board": {"position": ...}}</script>

The files that a page opens, and its words, are named in its head: the browser fetches them side by
side instead of one after the other. The build lists them, and the positions of the lessons.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import QueryParams
from starlette.requests import HTTPConnection
from starlette.types import Message, Scope

from tetrad.language import LANGUAGE_COOKIE, LANGUAGES, PEOPLE, fitting
from tetrad.matches import board as views
from tetrad.matches.data import Board
from tetrad.matches.reading import read_position
from tetrad.matches.refusals import RefusedError
from tetrad.rules import GAMES
from tetrad.server.api.services import take_answer
from tetrad.server.http.identity import person

# A game of many moves may have more to tell than a page should carry; the app asks for the rest.
MOST_BYTES = 128 * 1024
MOST_BOARDS = 24
TOKENS_FOR_A_BOARD = 1
FILES, LESSONS = "pages.json", "lessons.json"
# The pages that bring the words about other people.
OF_PEOPLE = dict.fromkeys(("meet", "account", "people", "tournaments"), PEOPLE)
KINDS = ("fast", "slow", "days")
SAFE_ID = re.compile(r"[a-z0-9]{1,40}")
UNQUOTED = "-_.!~*'()"  # as browsers leave it
SAME = ("type", "asgi", "http_version", "scheme", "server", "client", "root_path", "state")


def links(connection: HTTPConnection, folder: Path) -> bytes:
    """Elements that name the files of the page at this address, and its words."""
    _, name, argument, *_ = (connection.url.path + "//").split("/")
    files = _built(folder, FILES)
    needed = files.get(f"{name}/{argument}") or files.get(name, [])
    found = [f'<link rel="modulepreload" crossorigin href="/{file}">' for file in needed]
    if (language := _language(connection)) != "en":
        part = argument if name == "learn" and argument in GAMES else OF_PEOPLE.get(name)
        found += [
            f'<link rel="preload" as="fetch" crossorigin href="/locale/{words}.json">'
            for words in (language, *([f"{language}/{part}"] if part else []))
        ]
    return "".join(found).encode()


def _language(connection: HTTPConnection) -> str:
    """The language that the app will choose, found in the order in which it looks."""
    accepted = connection.headers.get("accept-language", "en").split(",")[0].split(";")[0]
    kept = connection.cookies.get(LANGUAGE_COOKIE)
    language = fitting(connection.query_params.get("lang") or kept or accepted.strip())
    return language if language in LANGUAGES else "en"


def _built(folder: Path, name: str) -> dict[str, list[str]]:
    """One of the build's lists; empty where it has left none."""
    try:
        found: dict[str, list[str]] = json.loads((folder / name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


async def ahead(connection: HTTPConnection, folder: Path) -> bytes:
    """The answers for the page at this address, ready to stand in it; empty if it asks nothing."""
    _, name, argument, *_ = (connection.url.path + "//").split("/")
    asking = _Asking(connection)
    if name in ("", "games"):
        await asking.ask("/api/matches?mine=1")
        if not name:
            await asking.ask("/api/puzzles/daily")
    elif name == "match" and SAFE_ID.fullmatch(argument):
        await asking.ask(f"/api/matches/{argument}")
    elif name == "analyse" and argument in GAMES:
        await _study(asking, argument, connection.query_params)
    elif name == "openings" and argument in GAMES:
        await _line(asking, argument, "", _moves(connection.query_params))
    elif name == "puzzles" and argument in GAMES:
        await _puzzle(asking, argument, connection.query_params)
    elif name == "meet":
        await asking.ask("/api/seeks")
        await asking.ask("/api/watch")
        await _greet(asking, connection)
    elif name == "account":
        await _greet(asking, connection)
    elif name == "people":
        await _people(asking, connection)
    elif name == "tournaments":
        await _tournaments(asking, connection, argument)
    elif name == "learn" and argument in GAMES:
        await _lesson(asking, argument, connection.query_params, folder)
    return asking.element()


async def _greet(asking: _Asking, connection: HTTPConnection) -> None:
    """Who is not known has nothing to ask: the app does not either."""
    if person(connection):
        await asking.ask("/api/me")


async def _tournaments(asking: _Asking, connection: HTTPConnection, argument: str) -> None:
    """One of them, or all that there are."""
    if SAFE_ID.fullmatch(argument):
        await asking.ask(f"/api/tournaments/{argument}")
        await _greet(asking, connection)
    elif not argument:
        await asking.ask("/api/tournaments")


async def _people(asking: _Asking, connection: HTTPConnection) -> None:
    """Somebody's page, or the best of a game."""
    name = connection.scope["path"].removeprefix("/people").strip("/")
    if name:
        await asking.ask(f"/api/people/{quote(name, safe=UNQUOTED)}")
        return
    wanted = connection.query_params
    game = wanted.get("game") if wanted.get("game") in GAMES else next(iter(GAMES))
    kind = wanted.get("kind") if wanted.get("kind") in KINDS else KINDS[0]
    await asking.ask(f"/api/people?game={game}&kind={kind}")


class _Asking:
    """The questions of one page, with the answers that it may see."""

    def __init__(self, connection: HTTPConnection) -> None:
        self._connection = connection
        self._answers: dict[str, bytes] = {}
        self._room = MOST_BYTES

    async def ask(self, address: str) -> Any:
        """The answer; None where the server refuses or the page has become too large."""
        messages: list[Message] = []
        request: asyncio.Queue[Message] = asyncio.Queue()
        request.put_nowait({"type": "http.request", "body": b"", "more_body": False})

        async def send(message: Message) -> None:
            messages.append(message)

        try:
            await self._connection.app(self._scope(address), request.get, send)
        except SQLAlchemyError:
            return None
        body = b"".join(message.get("body", b"") for message in messages)
        known = messages[0]["status"] == 200 and self._add(address, body)
        return msgspec.json.decode(body) if known else None

    async def board(self, game: str, position: str, move: str = "") -> Board | None:
        """A board, which is worked out here: a page may show many."""
        await take_answer(self._connection, TOKENS_FOR_A_BOARD)
        await asyncio.sleep(0)  # others come in between
        try:
            found = views.board(read_position(GAMES[game], position or None), move or None)
        except (ValueError, RefusedError):
            return None
        body = msgspec.json.encode(found)
        return found if self._add(_board(game, position, move), body) else None

    def _add(self, address: str, body: bytes) -> bool:
        """Whether there is still room for this answer."""
        if len(body) > self._room:
            return False
        self._room -= len(body)
        self._answers[address] = body
        return True

    def _scope(self, address: str) -> Scope:
        """The same visitor, another question."""
        outer = self._connection.scope
        path, _, query = address.partition("?")
        return {
            **{key: outer[key] for key in SAME if key in outer},
            "method": "GET",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [pair for pair in outer["headers"] if pair[0] in (b"cookie", b"host")],
        }

    def element(self) -> bytes:
        """No text of a player's can end the element: every `<` is written as JSON's escape."""
        if not self._answers:
            return b""
        pairs = (msgspec.json.encode(key) + b":" + body for key, body in self._answers.items())
        data = b"{" + b",".join(pairs).replace(b"<", b"\\u003c") + b"}"
        return b'<script type="application/json" id="ahead">' + data + b"</script>"


async def _study(asking: _Asking, game: str, wanted: QueryParams) -> None:
    """A match, or a position and moves: every board up to the one that is shown."""
    if "match" in wanted:
        match_id = wanted["match"]
        match = SAFE_ID.fullmatch(match_id) and await asking.ask(f"/api/matches/{match_id}")
        if match:
            await _line(asking, game, match["start"], match["moves"])
        return
    moves = _moves(wanted)
    start = wanted.get("position", "").replace("_", " ")
    await _line(asking, game, start, moves[: _number(wanted.get("at"))])


def _moves(wanted: QueryParams) -> list[str]:
    return [move for move in wanted.get("moves", "").split(",") if move]


async def _line(asking: _Asking, game: str, start: str, moves: Iterable[str]) -> None:
    board = await asking.board(game, start)
    for move in islice(moves, MOST_BOARDS):
        if not board:
            return
        board = await asking.board(game, board["position"], move)


async def _puzzle(asking: _Asking, game: str, wanted: QueryParams) -> None:
    given = await asking.ask(f"/api/puzzles/{game}{_wish(wanted)}")
    if given:
        puzzle = given["puzzle"]
        if puzzle["before"] and puzzle["last"]:
            await asking.board(game, puzzle["before"], puzzle["last"])
        else:
            await asking.board(game, puzzle["position"])


def _wish(wanted: QueryParams) -> str:
    for name in ("id", "difficulty"):
        if wanted.get(name):
            return f"?{name}={quote(wanted[name], safe=UNQUOTED)}"
    return "?daily=1" if "daily" in wanted else ""


async def _lesson(asking: _Asking, game: str, wanted: QueryParams, folder: Path) -> None:
    number = _number(wanted.get("lesson")) or 1
    if positions := _built(folder, LESSONS).get(game):
        await asking.board(game, positions[min(max(1, number), len(positions)) - 1])


def _number(text: str | None) -> int | None:
    """Of what a person may have typed into an address."""
    return int(text) if text and text.isdecimal() and len(text) < 5 else None


def _board(game: str, position: str, move: str = "") -> str:
    """The address of a board, letter for letter as the app writes it."""
    asked = {"position": position, "move": move}
    query = "&".join(f"{key}={quote(asked[key], safe=UNQUOTED)}" for key in asked if asked[key])
    return f"/api/{game}/board" + (query and f"?{query}")
