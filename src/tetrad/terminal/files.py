"""Match records on disk: saved without harming other files, loaded with clear complaints."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from tetrad.language import CANNOT_READ, CANNOT_WRITE, why
from tetrad.matches.match import LONGEST_RECORD, Match
from tetrad.message import Message
from tetrad.position import InvalidNotationError


class RecordFileError(Exception):
    """A file that cannot be read or written as a record; the message says what to do."""


def path_of(text: str) -> Path:
    """The path a person typed, perhaps between quotes as for a shell."""
    if len(text) > 2 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    return Path(os.path.expanduser(text))


def is_record(path: Path) -> bool:
    try:
        read(path)
    except RecordFileError:
        return False
    return True


def read(path: Path) -> Match:
    """The match in a file, or RecordFileError."""
    try:
        with path.open(encoding="utf-8") as file:
            return Match.parse(file.read(LONGEST_RECORD + 1))
    except InvalidNotationError as error:
        raise RecordFileError(
            Message("{path} is not a match record: {why}.", path=path, why=error.args[0])
        ) from error
    except (OSError, ValueError) as error:
        raise RecordFileError(CANNOT_READ(path=path, why=why(error))) from error


def write(match: Match, path: Path) -> None:
    """Writes the record whole or not at all; a file that is no record is left alone."""
    try:
        if path.is_dir():
            raise RecordFileError(Message("{path} is a folder; add a file name.", path=path))
        if path.exists() and not is_record(path):
            raise RecordFileError(
                Message("{path} exists and is not a match record; choose another name.", path=path)
            )
        _replace(path, match.record())
    except (OSError, ValueError) as error:
        raise RecordFileError(CANNOT_WRITE(path=path, why=why(error))) from error


def _replace(path: Path, text: str) -> None:
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    finally:
        with contextlib.suppress(OSError, ValueError):
            unfinished.unlink()
