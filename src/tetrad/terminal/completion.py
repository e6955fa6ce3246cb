"""What the Tab key offers: legal moves step by step, commands, and file names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document

from tetrad.position import AnyPosition
from tetrad.rules import GAMES
from tetrad.terminal.commands import COMMANDS, split
from tetrad.terminal.steps import next_steps


class LineCompleter(Completer):
    """Completes a line typed at the prompt of a game."""

    def __init__(self, position: AnyPosition) -> None:
        self.position = position

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Completion]:
        line = document.text_before_cursor.lstrip()
        command, rest = split(line)
        if command in ("save", "load") and " " in line:
            return PathCompleter(expanduser=True).get_completions(Document(rest), event)
        return (Completion(text, -len(typed)) for typed, text in self._texts(line, command, rest))

    def _texts(self, line: str, command: str | None, rest: str) -> Iterator[tuple[str, str]]:
        """What is to be replaced, and by what."""
        if command == "?":
            yield from ((rest, move) for move in next_steps(self.position, rest))
        elif command == "new" and " " in line:
            yield from ((rest, game) for game in GAMES if game.startswith(rest.lower()))
        else:
            yield from ((line, move) for move in next_steps(self.position, line))
            names = (name for name in COMMANDS if name.startswith(line.lower()) and name != "?")
            yield from ((line, _with_argument(name)) for name in names)


def _with_argument(name: str) -> str:
    return f"{name} " if COMMANDS[name].argument else name
