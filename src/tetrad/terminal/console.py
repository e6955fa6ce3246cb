"""Where lines come from and go to: a terminal with colours and completion, or a plain stream.

The plain console serves pipes, files and dumb terminals: it writes no escape codes at all.
"""

from __future__ import annotations

import os
import shutil
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tetrad.columns import wrapped
from tetrad.language import DIRECTIONS
from tetrad.position import AnyPosition
from tetrad.terminal.boards.canvas import STAND_INS, Line, Look, plain

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

NARROWEST = 20
WIDEST_TEXT = 80

# Colours from the terminal's own palette, legible on light and on dark backgrounds.
STYLES = {
    "first": "ansiyellow bold",
    "second": "ansicyan bold",
    "neutral": "ansibrightblack",
    "board": "ansibrightblack",
    "label": "bold",
    "title": "bold",
    "last": "ansigreen bold",
    "marked": "ansigreen bold",
    "win": "ansired bold",
    "error": "ansired",
    "good": "bold",
}


class Console(ABC):
    """What a session needs: to ask for a line, and to show lines."""

    interactive: bool

    @property
    def look(self) -> Look:
        width = shutil.get_terminal_size((80, 24)).columns
        return Look(max(NARROWEST, width), _knows_box_drawing(sys.stdout.encoding))

    def say(self, text: str, style: str = "", hang: int = 0) -> None:
        """Prints a text in lines that fit the window, those after the first set in by `hang`."""
        width = min(self.look.width, WIDEST_TEXT)
        self.show([[(style, row)] for row in wrapped(printable(text), width, hang)])

    @abstractmethod
    def ask(self, prompt: str, position: AnyPosition | None = None) -> str:
        """The next line typed, with completion of moves in the position; EOFError at the end."""

    @abstractmethod
    def show(self, lines: Iterable[Line]) -> None: ...


class PlainConsole(Console):
    """Lines in, lines out."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty()
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    def ask(self, prompt: str, position: AnyPosition | None = None) -> str:  # noqa: ARG002
        self._write(prompt)
        line = sys.stdin.readline()
        if not line.endswith("\n") or not self.interactive:
            # Nobody pressed Enter on this screen, so the line is shown as if somebody had.
            self._write(printable(line.rstrip("\n")) + "\n")
        if not line:
            raise EOFError
        return line

    def show(self, lines: Iterable[Line]) -> None:
        look = self.look
        self._write("".join(f"{look.text(printable(plain(line))).rstrip()}\n" for line in lines))

    def _write(self, text: str) -> None:
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()


class PromptConsole(Console):
    """A terminal: colours unless NO_COLOR is set, history, and completion by Tab."""

    interactive = True

    def __init__(self) -> None:
        from prompt_toolkit.output import ColorDepth, create_output
        from prompt_toolkit.output.vt100 import Vt100_Output
        from prompt_toolkit.styles import Style

        self._output = create_output()
        if isinstance(self._output, Vt100_Output):
            # Where the cursor stands does not matter here, and some terminals never answer.
            self._output.enable_cpr = False
        self._style = Style.from_dict(STYLES)
        self._depth = ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None
        self._session: PromptSession[str] | None = None

    def ask(self, prompt: str, position: AnyPosition | None = None) -> str:
        from prompt_toolkit.completion import DummyCompleter

        from tetrad.terminal.completion import LineCompleter

        completer = LineCompleter(position) if position else DummyCompleter()
        return self._prompt_session().prompt([("class:title", prompt)], completer=completer)

    def _prompt_session(self) -> PromptSession[str]:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.shortcuts import CompleteStyle

        if self._session is None:
            self._session = PromptSession(
                output=self._output,
                style=self._style,
                color_depth=self._depth,
                complete_style=CompleteStyle.READLINE_LIKE,
                complete_while_typing=False,
            )
        return self._session

    def show(self, lines: Iterable[Line]) -> None:
        from prompt_toolkit import print_formatted_text
        from prompt_toolkit.formatted_text import FormattedText

        look = self.look
        fragments = [
            (style, look.text(text)) for line in lines for style, text in [*line, ("", "\n")]
        ]
        print_formatted_text(
            FormattedText(fragments),
            end="",
            output=self._output,
            style=self._style,
            color_depth=self._depth,
        )


def printable(text: str) -> str:
    """The text without control characters, which a file name or a pasted line may hold."""
    return "".join(
        letter if letter.isprintable() or letter in DIRECTIONS else " " for letter in text
    )


def open_console() -> Console:
    """The best console for where this program runs."""
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    capable = sys.platform == "win32" or os.environ.get("TERM", "dumb") not in ("", "dumb")
    return PromptConsole() if at_terminal and capable else PlainConsole()


def _knows_box_drawing(encoding: str | None) -> bool:
    try:
        "".join(STAND_INS.values()).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
