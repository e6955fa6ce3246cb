"""What a page will need next, told with its first bytes, so that a browser on a slow line fetches
the parts of the page side by side instead of one after the other.

The build lists its files in `pages.json`: for every source file the built one, its style sheets
and what it imports. A page's address says which of them it opens.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from starlette.requests import HTTPConnection

from tetrad.language import LANGUAGE_COOKIE, LANGUAGES, fitting

LIST = "pages.json"
ENTRY = "index.html"
SOURCES = {
    "play": "src/match/play.tsx",
    "match": "src/match/page.tsx",
    "games": "src/match/games.tsx",
    "analyse": "src/analyse/page.tsx",
    "learn": "src/learn/page.tsx",
    "puzzles": "src/puzzles/page.tsx",
}

Built = dict[str, dict[str, Any]]


def built(folder: Path) -> Built:
    """The build's own list of its files; empty where there is none."""
    try:
        found: Built = json.loads((folder / LIST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def frame(files: Built) -> list[str]:
    """The source files that every page needs, as the build lists them."""
    return _with_imports(files, ENTRY)


def page_of(files: Built, path: str) -> list[str]:
    """The further source files of the page at this path."""
    _, name, argument, *_ = (path + "//").split("/")
    sources = [SOURCES.get(name, "")]
    if name == "learn":
        sources.append(f"src/learn/lessons/{argument}.ts")
    there_already = frame(files)
    return [each for each in _with_imports(files, *sources) if each not in there_already]


def link_header(files: Built, connection: HTTPConnection, is_whole: bool) -> str:
    """The value of the `Link` header for a page; empty if nothing is known to be needed."""
    needed = [] if is_whole else page_of(files, connection.url.path)
    links = [link for source in needed for link in _links(files[source])]
    return ", ".join([*links, *_words(connection)])


def _with_imports(files: Built, *sources: str) -> list[str]:
    """The sources that the build knows, each followed by what it imports."""
    found: list[str] = []
    waiting = list(sources)
    while waiting:
        source = waiting.pop(0)
        if source in files and source not in found:
            found.append(source)
            waiting = [*files[source].get("imports", []), *waiting]
    return found


def _links(built_file: dict[str, Any]) -> Iterator[str]:
    for sheet in built_file.get("css", []):
        yield f"</{sheet}>; rel=preload; as=style; crossorigin"
    yield f"</{built_file['file']}>; rel=modulepreload; crossorigin"


def _words(connection: HTTPConnection) -> Iterator[str]:
    """The catalog of the language that the app will choose, in the order in which it looks."""
    accepted = connection.headers.get("accept-language", "en").split(",")[0].split(";")[0]
    kept = connection.cookies.get(LANGUAGE_COOKIE)
    language = fitting(connection.query_params.get("lang") or kept or accepted.strip())
    if language in LANGUAGES and language != "en":
        yield f"</locale/{language}.json>; rel=preload; as=fetch; crossorigin"
