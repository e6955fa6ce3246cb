"""What a page will need next, told with its first bytes, so that a browser on a slow line fetches
the parts of the page side by side instead of one after the other.

The build lists its files in `pages.json`: for every source file the built one, its style sheets
and what it imports. A page's address says which of them it opens, and what it asks the server.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection

from tetrad.language import LANGUAGES, fitting
from tetrad.rules import GAMES
from tetrad.server.errors import NotFoundError
from tetrad.server.services import services

LIST = "pages.json"
LANGUAGE_COOKIE = "tetrad_lang"
ENTRY = "index.html"
SAFE_ID = re.compile(r"[a-z0-9]{1,40}")
UNQUOTED = "-_.!~*'()"  # as browsers leave it

Built = dict[str, dict[str, Any]]


def built(folder: Path) -> Built:
    """The build's own list of its files; empty where there is none."""
    try:
        found: Built = json.loads((folder / LIST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


async def link_header(files: Built, connection: HTTPConnection) -> str:
    """The value of the `Link` header for a page; empty if nothing is known to be needed."""
    _, name, argument, *_ = (connection.url.path + "//").split("/")
    sources = [f"src/pages/{name}.tsx"]
    if name == "learn":
        sources.append(f"src/lessons/{argument}.ts")
    needed = dict.fromkeys(part for source in sources for part in _parts(files, source))
    questions = [*_words(connection), *_questions(name, argument, connection.url.query)]
    if name == "match" and SAFE_ID.fullmatch(argument):
        questions += await _boards(connection, argument)
    return ", ".join(
        [*needed, *(f"<{at}>; rel=preload; as=fetch; crossorigin" for at in questions)]
    )


def _parts(files: Built, source: str) -> Iterator[str]:
    """A source file's built files; what the first page loads is there already."""
    if source == ENTRY or source not in files:
        return
    entry = files.get(ENTRY, {})
    if source in entry.get("imports", []):
        return
    for sheet in files[source].get("css", []):
        yield f"</{sheet}>; rel=preload; as=style; crossorigin"
    yield f"</{files[source]['file']}>; rel=modulepreload; crossorigin"
    for imported in files[source].get("imports", []):
        yield from _parts(files, imported)


def _words(connection: HTTPConnection) -> Iterator[str]:
    """The catalog of the language that the app will choose, in the order in which it looks."""
    accepted = connection.headers.get("accept-language", "en").split(",")[0].split(";")[0]
    kept = connection.cookies.get(LANGUAGE_COOKIE)
    language = fitting(connection.query_params.get("lang") or kept or accepted.strip())
    if language in LANGUAGES and language != "en":
        yield f"/locale/{language}.json"


def _questions(name: str, argument: str, query: str) -> Iterator[str]:
    """What the page asks the server as soon as it runs."""
    if name in ("", "games"):
        yield "/api/matches?mine=1"
    elif name == "match" and SAFE_ID.fullmatch(argument):
        yield f"/api/matches/{argument}"
    elif name == "analyse" and argument in GAMES and not query:
        yield f"/api/{argument}/board"
    elif name == "puzzles" and argument in GAMES and query in ("", "daily=1"):
        yield f"/api/puzzles/{argument}" + (query and f"?{query}")


async def _boards(connection: HTTPConnection, match_id: str) -> list[str]:
    """The board that the page of a match asks for when it has seen the match.

    A page is shown even where there is no such match, or no database.
    """
    try:
        position = (await services(connection).lobby.room(match_id)).table.position
    except (NotFoundError, SQLAlchemyError):
        return []
    return [f"/api/{position.NAME}/board?position={quote(str(position), safe=UNQUOTED)}"]
