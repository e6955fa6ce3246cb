"""A page with all its files in it, for a browser that has none of them yet.

A phone pays for every further trip to the server with a round trip, so its first page carries the
style sheet and the scripts itself. Once the page stands, the app fetches the same files at leisure
and leaves a cookie; from then on pages only name their files, and the browser has them.
"""

from __future__ import annotations

import re
from pathlib import Path

from starlette.requests import HTTPConnection

from tetrad.server.hints import ENTRY, Built, frame, page_of

FILES_COOKIE = "tetrad_files"
LOADER = "first.js"
SHEET = re.compile(r'<link rel="stylesheet"[^>]* href="/([\w./-]+)">')
SCRIPT = re.compile(r'<script type="module"[^>]* src="/([\w./-]+)"></script>')
# `"./room-1.js"`, as modules name each other. In the page they have no folder in common.
IMPORT = re.compile(r'(["`])\./(?=[\w-]+\.js\1)')


def has_files(connection: HTTPConnection, files: Built) -> bool:
    """Whether the browser says that it has the files of this build."""
    entry = Path(files[ENTRY]["file"]).name if ENTRY in files else None
    return connection.cookies.get(FILES_COOKIE) == entry


def whole(html: str, folder: Path, files: Built, path: str, nonce: str) -> str | None:
    """The page at this path with its files in it; None if they are not as the build makes them."""
    sheet, script = SHEET.search(html), SCRIPT.search(html)
    if not sheet or not script:
        return None
    modules = [files[source]["file"] for source in (*frame(files), *page_of(files, path))]
    html = html.replace(sheet[0], _element("style", folder / sheet[1], f'nonce="{nonce}"'))
    html = html.replace(script[0], "")
    texts = [_element("script", folder / module, 'type="text/plain"') for module in modules]
    names = [Path(each["file"]).name for each in files.values() if each["file"].endswith(".js")]
    names.sort(key=Path(script[1]).name.__ne__)  # the one to start with comes first
    start = f'nonce="{nonce}" data-files="{" ".join(names)}"'
    texts.append(_element("script", folder / LOADER, start))
    return html.replace("</body>", "\n".join(texts) + "</body>")


def _element(tag: str, file: Path, attributes: str) -> str:
    """Its id is the file's name."""
    text = IMPORT.sub(r"\1", file.read_text(encoding="utf-8"))
    text = text.replace(f"</{tag}", rf"<\/{tag}")
    return f'<{tag} id="{file.name}" {attributes}>{text}</{tag}>'
