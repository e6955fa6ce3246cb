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

from tetrad.language import LANGUAGES, fitting

LIST = "pages.json"
LANGUAGE_COOKIE = "tetrad_lang"
ENTRY = "index.html"

Built = dict[str, dict[str, Any]]


def built(folder: Path) -> Built:
    """The build's own list of its files; empty where there is none."""
    try:
        found: Built = json.loads((folder / LIST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def link_header(files: Built, connection: HTTPConnection) -> str:
    """The value of the `Link` header for a page; empty if nothing is known to be needed."""
    _, name, argument, *_ = (connection.url.path + "//").split("/")
    sources = [f"src/pages/{name}.tsx"]
    if name == "learn":
        sources.append(f"src/lessons/{argument}.ts")
    needed = dict.fromkeys(part for source in sources for part in _parts(files, source))
    return ", ".join([*needed, *_words(connection)])


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
        yield f"</locale/{language}.json>; rel=preload; as=fetch; crossorigin"
