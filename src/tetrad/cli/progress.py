"""How far a long job has come, for the person who waits for it."""

from __future__ import annotations

import time
from typing import TextIO

from tetrad.language import t

WIDTH = 30
# Who waits less needs no bar.
PATIENCE = 1.0


class Bar:
    """A bar on one line of a terminal; where there is none, a line for each tenth."""

    def __init__(self, sink: TextIO, unit: str = "") -> None:
        self._sink = sink
        self._unit = f" {unit}" if unit else ""
        self._begun = time.monotonic()
        self._at_start: int | None = None
        self._tenth = -1
        self._drawn = False

    def __call__(self, done: int, total: int, note: str = "") -> None:
        if self._at_start is None:
            self._at_start = done
        if time.monotonic() - self._begun < PATIENCE:
            return
        status = self._status(done, total) + (f", {note}" if note else "")
        if self._sink.isatty():
            full = WIDTH * done // max(1, total)
            bar = "#" * full + "." * (WIDTH - full)
            print(f"\r[{bar}] {status}  ", end="", file=self._sink, flush=True)
            self._drawn = True
        elif (tenth := 10 * done // max(1, total)) != self._tenth:
            self._tenth = tenth
            print(status, file=self._sink, flush=True)

    def _status(self, done: int, total: int) -> str:
        new = done - (self._at_start or 0)
        status = f"{done:,}/{total:,}{self._unit}"
        if not new or done >= total:
            return status
        left = int((time.monotonic() - self._begun) / new * (total - done))
        return t("{status}, {time} left", status=status, time=f"{left // 60}:{left % 60:02}")

    def close(self) -> None:
        """Ends the line of the bar; another call draws a new one."""
        if self._drawn:
            print(file=self._sink)
            self._drawn = False
