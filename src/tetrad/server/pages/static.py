"""The browser app as files: hashed names are kept for a year, pages are asked for every time.

Whatever is not a file is a page of the app, which finds its way by the address itself.
"""

from __future__ import annotations

import mimetypes
import os
from hashlib import sha256
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

from tetrad.rules import GAMES
from tetrad.server.api.services import is_file
from tetrad.server.http.answers import accepts
from tetrad.server.http.errors import NotFoundError
from tetrad.server.pages.preload import ahead, links

FOR_A_YEAR = "public, max-age=31536000, immutable"
ASK_EVERY_TIME = "no-cache"
FOR_ONE_PERSON = "private, no-cache"
ENCODINGS = {"br": ".br", "gzip": ".gz"}
# Who names these wants less than the file, or perhaps nothing.
OF_PARTS = ("range", "if-none-match", "if-modified-since", "if-range")

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tetrad</title>
<h1>Tetrad</h1><p>The server runs, but the pages are not built yet.
Run <code>make play</code> in the project folder.</p></html>"""

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")


class Pages(StaticFiles):
    """The built bundle; compressed twins (`app.js.br`, `app.js.gz`) are sent where they exist."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.config_checked = True  # the folder may be built later
        self._folder = folder
        self._kept: dict[tuple[str, tuple[str, ...]], tuple[bytes, dict[str, str]]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
        elif scope["path"].startswith("/api/"):
            games = ", ".join(f"/api/{game}" for game in GAMES)
            raise NotFoundError(f"there is no {scope['path'][:100]}; try {games}", "not-found")
        else:
            await super().__call__(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        if path == "index.html" or not is_file(scope["path"]):
            return await self._page(scope)
        if path.startswith("assets" + os.sep):
            return await self._hashed(path, scope)
        response = await self._file(path, scope)
        response.headers["Cache-Control"] = ASK_EVERY_TIME
        return response

    async def _hashed(self, path: str, scope: Scope) -> Response:
        """A file whose name tells what is in it is read once."""
        headers = Headers(scope=scope)
        known = path, tuple(each for each in ENCODINGS if accepts(headers, each))
        whole = scope["method"] == "GET" and not any(name in headers for name in OF_PARTS)
        if not whole or known not in self._kept:
            response = await self._file(path, scope)
            response.headers["Cache-Control"] = FOR_A_YEAR
            if not whole or not isinstance(response, FileResponse):
                return response
            self._kept[known] = Path(response.path).read_bytes(), dict(response.headers)
        body, told = self._kept[known]
        return Response(body, headers=told)

    async def _page(self, scope: Scope) -> Response:
        """The page with the names of the files it needs next, and with its first answers."""
        if not (self._folder / "index.html").is_file():
            return HTMLResponse(NOT_BUILT, headers={"Cache-Control": ASK_EVERY_TIME})
        connection = HTTPConnection(scope)
        known = await ahead(connection, self._folder)
        text = (self._folder / "index.html").read_bytes()
        text = text.replace(b"</head>", links(connection, self._folder) + b"</head>")
        text = text.replace(b"</body>", known + b"</body>")
        headers = {
            "Cache-Control": FOR_ONE_PERSON if known else ASK_EVERY_TIME,
            "ETag": f'"{sha256(text).hexdigest()[:32]}"',
        }
        response = HTMLResponse(text, headers=headers)
        if self.is_not_modified(response.headers, connection.headers):
            return NotModifiedResponse(response.headers)
        return response

    async def _file(self, path: str, scope: Scope) -> Response:
        response = await self._compressed(path, scope) or await super().get_response(path, scope)
        response.headers.add_vary_header("Accept-Encoding")
        return response

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Names that no file can have are names of no file."""
        try:
            return super().lookup_path(path)
        except (OSError, ValueError):
            return "", None

    async def _compressed(self, path: str, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        for encoding, suffix in ENCODINGS.items():
            if accepts(headers, encoding) and self.lookup_path(path + suffix)[1]:
                response = await super().get_response(path + suffix, scope)
                if response.status_code != 304:
                    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
                    text = kind.startswith("text/")
                    response.headers["Content-Type"] = kind + ("; charset=utf-8" if text else "")
                    response.headers["Content-Encoding"] = encoding
                return response
        return None
