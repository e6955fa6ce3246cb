"""What can be typed at the prompt besides a move."""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """A command's name, what follows it, and what it does in a few words."""

    name: str
    argument: str
    purpose: str


COMMANDS = {
    command.name: command
    for command in (
        Command("?", "[PIECE]", "the legal moves of a piece, stack, star or space"),
        Command("hint", "", "a good move, and why"),
        Command("board", "", "draw the board again"),
        Command("moves", "", "the moves so far"),
        Command("flip", "", "turn the board round"),
        Command("undo", "", "take back your last move"),
        Command("redo", "", "play again what was taken back"),
        Command("draw", "", "agree on a draw, between people"),
        Command("resign", "", "give up the game"),
        Command("new", "[GAME]", "start another game"),
        Command("save", "FILE", "write the record of the game"),
        Command("load", "FILE", "go on with a recorded game"),
        Command("help", "", "this list"),
        Command("quit", "", "leave; so do Ctrl-D and Ctrl-C"),
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
