"""The static edition as a host serves it: plain files, texts compressed on the way."""

from __future__ import annotations

import functools
import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).parents[2]
SITE = ROOT / "site"
COMPRESSED = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".webmanifest")


def is_built() -> bool:
    return (SITE / "page" / "page.json").is_file()


class Host(ThreadingHTTPServer):
    """Counts the bytes of files that were sent."""

    sent = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/"


class Files(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return self.send_error(404)
        body = _packed(path) if path.suffix in COMPRESSED else path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        if path.suffix in COMPRESSED:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Last-Modified", self.date_time_string(path.stat().st_mtime))
        self.end_headers()
        self.wfile.write(body)
        self.server.sent += len(body)  # type: ignore[attr-defined]
        return None

    def log_message(self, *_: object) -> None:
        pass


@functools.cache
def _packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


@contextmanager
def hosted() -> Iterator[Host]:
    with Host(("127.0.0.1", 0), functools.partial(Files, directory=str(SITE))) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield host
        host.shutdown()
