"""What an arena keeps on disk, so that it can go on after it was stopped in any way.

    results.jsonl   a line of settings, then one line per game, only ever added to
    openings.txt    one position per line; opening 0 is the first
    games/          the records, one file per game

A line that was cut off by the end of the process is dropped when the folder is opened again, and
its game is played once more.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from tetrad.arena.game import Result, Terms
from tetrad.language import CANNOT_WRITE, why
from tetrad.message import Message


class FolderError(ValueError):
    """A folder that cannot be used for this arena, and why."""


class Folder:
    """The folder of one arena."""

    def __init__(self, path: Path, terms: Terms) -> None:
        self.path = path
        self.results: list[Result] = []
        self.openings: list[str] = []
        try:
            (path / "games").mkdir(parents=True, exist_ok=True)
            self.openings = _whole_lines(path / "openings.txt")
            self._load(_whole_lines(path / "results.jsonl"), terms)
        except OSError as error:
            raise FolderError(CANNOT_WRITE(path=path, why=why(error))) from error

    def _load(self, lines: list[str], terms: Terms) -> None:
        if not lines:
            _append(self.path / "results.jsonl", json.dumps(asdict(terms)))
            return
        settings = self._parsed(1, lines[0])
        if settings != asdict(terms):
            changed = ", ".join(
                key for key, value in asdict(terms).items() if settings.get(key) != value
            )
            raise FolderError(
                Message("{path} holds an arena with other settings ({changed}); name a new folder",
                        path=self.path, changed=changed)
            )  # fmt: skip
        self.results = [self._result(n, line) for n, line in enumerate(lines[1:], 2)]

    def _result(self, number: int, line: str) -> Result:
        values = self._parsed(number, line)
        if set(values) != {field.name for field in fields(Result)}:
            raise self._bad_line(number)
        return Result(**values)

    def _bad_line(self, number: int) -> FolderError:
        return FolderError(
            Message("line {n} of {path} cannot be read", n=number, path=self.path / "results.jsonl")
        )

    def _parsed(self, number: int, line: str) -> dict[str, Any]:
        try:
            values = json.loads(line)
        except ValueError:
            values = None
        if not isinstance(values, dict):
            raise self._bad_line(number)
        return values

    def add_opening(self, start: str) -> None:
        _append(self.path / "openings.txt", start)
        self.openings.append(start)

    def add(self, result: Result, record: str, pairing: str) -> None:
        """Keeps a game; the record goes first, so that a result always has one."""
        name = f"{pairing}-{result.opening + 1:04}.txt"
        (self.path / "games" / name).write_text(record, encoding="utf-8")
        _append(self.path / "results.jsonl", json.dumps(result.as_dict()))
        self.results.append(result)


def _whole_lines(path: Path) -> list[str]:
    """The lines of a file; a last one without its end is cut off from the file, too."""
    if not path.exists():
        return []
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        with path.open("r+b") as file:
            file.truncate(len(whole))
    return whole.decode(errors="replace").splitlines()


def _append(path: Path, line: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
