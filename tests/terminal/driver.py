"""A real pseudo-terminal with a game in it, read the way a person reads the screen."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pexpect
import pyte

PATIENCE = 30.0
COLOUR = re.compile(r"\x1b\[[0-9;]*?\b(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])\b[0-9;]*m")


class Terminal:
    """`tetrad play` with these arguments, in a window of this size."""

    def __init__(
        self, *arguments: str, columns: int = 80, rows: int = 50, folder: Path, **settings: str
    ) -> None:
        environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
        environment |= {"TERM": "xterm-256color", "PYTHONUTF8": "1"} | settings
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "tetrad", "play", *arguments],
            dimensions=(rows, columns),
            env=environment,
            cwd=str(folder),
            encoding="utf-8",
        )
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)
        self.output = ""
        self._answered = ""

    @property
    def screen(self) -> str:
        return "\n".join(row.rstrip() for row in self._screen.display).rstrip()

    def sees(self, text: str) -> str:
        """Waits until the text stands on the screen; returns the whole screen."""
        self._read_until(lambda: text in self.screen, f"{text!r} on the screen")
        return self.screen

    def prompt(self, text: str) -> str:
        """Waits until the program waits behind this prompt; returns the whole screen."""

        def asked() -> bool:
            return self.screen != self._answered and self.screen.rpartition("\n")[2] == text

        self._read_until(asked, f"the prompt {text!r}")
        return self.screen

    def enter(self, line: str) -> None:
        """Types a line; the prompt it answers is not taken for the next one."""
        self._answered = self.screen
        self.child.send(line + "\r")

    def press(self, keys: str) -> None:
        self.child.send(keys)

    def play(self, *moves: str) -> None:
        """Enters moves one after the other, each when its player is asked."""
        for ply, move in enumerate(moves):
            self.prompt("FIRST>" if ply % 2 == 0 else "SECOND>")
            self.enter(move)

    def ends(self) -> int:
        """Waits until the program has left; returns its exit status."""
        self._read_until(lambda: False, "the end of the program", at_end=True)
        self.child.close()
        status = self.child.exitstatus
        assert status is not None, f"killed by signal {self.child.signalstatus}"
        return int(status)

    def close(self) -> None:
        self.child.close(force=True)

    def _read_until(self, done: Callable[[], bool], what: str, *, at_end: bool = False) -> None:
        deadline = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < deadline, f"no sign of {what} in:\n{self.screen}"
            try:
                text = self.child.read_nonblocking(65536, timeout=0.2)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                assert at_end or done(), f"the program left without {what}:\n{self.screen}"
                return
            self.output += text
            self._stream.feed(text)
