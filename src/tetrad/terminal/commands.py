"""What can be typed at the prompt besides a move."""

from __future__ import annotations

from typing import NamedTuple

from tetrad.language import mark


class Command(NamedTuple):
    """A command's name, what follows it, and what it does in a few words."""

    name: str
    argument: str
    purpose: str


COMMANDS = {
    command.name: command
    for command in (
        Command("?", "[PIECE]", mark("Show the legal moves of a piece, stack, star or space")),
        Command("hint", "", mark("Show a good move")),
        Command("board", "", mark("Show the board again")),
        Command("moves", "", mark("Show the moves so far")),
        Command("flip", "", mark("Turn the board")),
        Command("undo", "", mark("Take back")),
        Command("redo", "", mark("Play a move again that was taken back")),
        Command("draw", "", mark("Agree on a draw")),
        Command("resign", "", mark("Resign")),
        Command("new", "[GAME]", mark("Start another game")),
        Command("save", "FILE", mark("Save the record of the game")),
        Command("load", "FILE", mark("Go on with a recorded game")),
        Command("help", "", mark("Show this list")),
        Command("quit", "", mark("Quit, as Ctrl-D and Ctrl-C do")),
    )
}
SHORT = {"q": "quit", "exit": "quit", "h": "help", "u": "undo"}


def split(line: str) -> tuple[str | None, str]:
    """The command a line begins with, if any, and the rest of the line."""
    if line.startswith("?"):
        return "?", line[1:].strip()
    word, _, rest = line.partition(" ")
    name = SHORT.get(word.lower(), word.lower())
    return (name if name in COMMANDS else None), rest.strip()
