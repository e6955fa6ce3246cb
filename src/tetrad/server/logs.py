"""What the server writes to its log: what went wrong and where, never about whom.

A line is text or, for programs that collect logs, JSON. Errors are told by their kind and by the
places in the code they came through. What they say themselves is left out: it may quote a name, a
statement's values or the password of a database.
"""

from __future__ import annotations

import logging
import traceback
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

import msgspec

from tetrad.server.settings import Log

MOST_PLACES = 30
PACKAGES = ("site-packages", "src")


def configure(form: Log) -> None:
    """From now on everything that is logged in this process goes to stderr, in this form."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("tetrad").setLevel(logging.INFO)
    # Told by uvicorn about every connection that breaks off.
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
    logging.getLogger("websockets").setLevel(logging.ERROR)


class Lines(logging.Formatter):
    """`2026-05-01T12:00:00Z WARNING tetrad.server: what happened`"""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{when(record)} {record.levelname} {record.name}: {record.getMessage()}"
        kind, places = what(record)
        return "\n".join([line, *([f"  {kind}"] if kind else []), *(f"  {p}" for p in places)])


class JsonLines(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        kind, places = what(record)
        data: dict[str, object] = {
            "time": when(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if kind:
            data |= {"error": kind, "where": places}
        return msgspec.json.encode(data).decode()


def when(record: logging.LogRecord) -> str:
    moment = datetime.fromtimestamp(record.created, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def what(record: logging.LogRecord) -> tuple[str, list[str]]:
    """The kinds of an error and of what caused it, and the places it came through."""
    if not record.exc_info or record.exc_info[1] is None:
        return "", []
    error: BaseException | None = record.exc_info[1]
    places = _places(record.exc_info[2])
    kinds: list[str] = []
    while error is not None and len(kinds) < 5:
        kinds.append(_kind(error))
        error = error.__cause__ or error.__context__
    return " from ".join(kinds), places


def _kind(error: BaseException) -> str:
    """The name of the class; of the system's errors, what the system calls it."""
    name = type(error).__name__
    return f"{name}: {error.strerror}" if isinstance(error, OSError) and error.strerror else name


def _places(trace: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(trace)[-MOST_PLACES:]
    return [f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]


def _short(path: str) -> str:
    """The part of a path that tells which file it is, without the folders of this machine."""
    parts = Path(path).parts
    for package in PACKAGES:
        if package in parts:
            return "/".join(parts[parts.index(package) + 1 :])
    return parts[-1] if parts else path
