"""The static edition: a folder that any host can serve, under any address.

The app is the one that the server serves. Its pages are files here, each of which names the app's
files from where it lies; a content policy stands in the page, for such hosts send no headers.
"""

from __future__ import annotations

import itertools
import json
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from tetrad.language import LANGUAGES, app_catalog
from tetrad.rules import GAMES
from wasm import parts

APP = parts.ROOT / "src" / "tetrad" / "server" / "static"
# What only a server reads, and what hosts make themselves.
NOT_SHIPPED = ("*.br", "*.gz", "pages.json", "lessons.json", "page")
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
    "worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'"
)
HEAD = (
    f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n    '
    '<meta name="tetrad-edition" content="static" />\n    '
)
# What a host shows for an address that it does not know, wherever that lies.
MISSING = """<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>Tetrad</title>
<h1>There is no such page</h1>
<p>The address may be mistyped, or the page has moved.</p>
</html>
"""
# The first parts of the addresses that are followed by a game, and those that are not.
OF_A_GAME = ("play", "analyse", "learn", "openings", "puzzles", "embed")
ALONE = ("match", "games")
# A page for those who want to put a board into theirs: text and three boards, without the app.
EMBEDDING = Path(__file__).parent / "embedding"


def write(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(APP, folder, ignore=shutil.ignore_patterns(*NOT_SHIPPED))
    page = (APP / "index.html").read_text(encoding="utf-8")
    opened = json.loads((APP / "pages.json").read_text(encoding="utf-8"))
    for route in routes():
        path = folder / route / "index.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(placed(page, route, files_of(route, opened)), encoding="utf-8")
    _embedding(folder / "embedding")
    (folder / "404.html").write_text(placed(MISSING, ""), encoding="utf-8")
    offline = folder / "offline.html"
    offline.write_text(placed(offline.read_text(encoding="utf-8"), ""), encoding="utf-8")
    (folder / ".nojekyll").touch()  # so that GitHub serves every file as it is
    _manifest(folder / "manifest.webmanifest")
    _words(folder / "locale")
    parts.write(folder / "page", APP)


def routes() -> list[str]:
    return ["", *ALONE, *(f"{page}/{game}" for page in OF_A_GAME for game in GAMES)]


def files_of(route: str, opened: dict[str, list[str]]) -> list[str]:
    """What a page opens, by the build's list: all at once, instead of one after the other."""
    return opened.get(route) or opened.get(route.split("/")[0], [])


def placed(page: str, route: str, files: Sequence[str] = ()) -> str:
    """The page as it stands in its folder: addresses lead up from there."""
    named = "".join(f'<link rel="modulepreload" crossorigin href="/{file}" />' for file in files)
    page = page.replace("</head>", f"{named}</head>", 1)
    up = "../" * len(route.split("/")) if route else "./"
    page = re.sub(r'((?:src|href)=")/', rf"\g<1>{up}", page)
    return page.replace('<meta name="viewport"', HEAD + '<meta name="viewport"', 1)


def _embedding(folder: Path) -> None:
    shutil.copytree(EMBEDDING, folder)
    page = folder / "index.html"
    page.write_text(placed(page.read_text(encoding="utf-8"), "embedding"), encoding="utf-8")


def _manifest(path: Path) -> None:
    content = json.loads(path.read_text(encoding="utf-8"))
    content |= {"start_url": "./", "scope": "./"}
    for icon in content["icons"]:
        icon["src"] = icon["src"].lstrip("/")
    path.write_text(json.dumps(content, indent=2), encoding="utf-8")


def _words(folder: Path) -> None:
    """The catalogs of the app, and those of its courses."""
    for language, course in itertools.product(LANGUAGES, ("", *GAMES)):
        if language != "en":
            words = app_catalog(language, course)
            text = json.dumps(words, ensure_ascii=False, separators=(",", ":"))
            file = folder / (f"{language}/{course}.json" if course else f"{language}.json")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
