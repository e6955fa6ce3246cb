"""A page with all its files in it, for a browser that has none of them yet.

A phone pays for every further trip to the server with a round trip, so its first page carries the
style sheet and the scripts itself. Once the page stands, the app fetches the same files at leisure
and leaves a cookie; from then on pages only name their files, and the browser has them.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from starlette.requests import HTTPConnection

from tetrad.server.pages.hints import ENTRY, Built, frame, page_of

FILES_COOKIE = "tetrad_files"
LOADER = "first.js"
SHEET = re.compile(r'<link rel="stylesheet"[^>]* href="/([\w./-]+)">')
SCRIPT = re.compile(r'<script type="module"[^>]* src="/([\w./-]+)"></script>')
# `"./room-1.js"`, as modules name each other. In the page they have no folder in common.
IMPORT = re.compile(r'(["`])\./(?=[\w-]+\.js\1)')
END = re.compile(r"</(?=script|style)", re.I)


def has_files(connection: HTTPConnection, files: Built) -> bool:
    """Whether the browser says that it has the files of this build."""
    return ENTRY in files and connection.cookies.get(FILES_COOKIE) == _name(files[ENTRY])


def whole(html: str, folder: Path, files: Built, path: str, nonce: str) -> str | None:
    """The page at this path with its files in it; None if they are not as the build makes them."""
    sheet, script = SHEET.search(html), SCRIPT.search(html)
    if not sheet or not script or ENTRY not in files:
        return None
    modules = [files[source]["file"] for source in (*frame(files), *page_of(files, path))]
    names = [_name(each) for each in files.values() if each["file"].endswith(".js")]
    names.sort(key=_name(files[ENTRY]).__ne__)  # the one to start with comes first
    start = f'nonce="{nonce}" data-files="{" ".join(names)}"'
    try:
        style = _element("style", folder / sheet[1], f'nonce="{nonce}"')
        texts = [_element("script", folder / module, 'type="text/plain"') for module in modules]
        texts.append(_element("script", folder / LOADER, start))
    except (OSError, ValueError):
        return None
    html = html.replace(script[0], "").replace(sheet[0], style)
    return html.replace("</body>", "\n".join(texts) + "</body>")


def _name(built_file: dict[str, Any]) -> str:
    return Path(built_file["file"]).name


def _element(tag: str, file: Path, attributes: str) -> str:
    """A file as an element with its name; nothing in its text ends the element."""
    text = IMPORT.sub(r"\1", file.read_text(encoding="utf-8"))
    if "<!--" in text:
        raise ValueError(f"{file} might hide the end of its element")
    text = END.sub(r"<\/", text)
    return f'<{tag} id="{file.name}" {attributes}>{text}</{tag}>'
