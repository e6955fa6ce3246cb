"""What the commands share: an argparse that speaks the player's language, and kinds of numbers."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from tetrad.cli.examples import EXAMPLES
from tetrad.columns import wrapped
from tetrad.language import CANNOT_WRITE, NAME_A_GAME, NOT_WHOLE, mark, said, t, tn, why
from tetrad.message import Message
from tetrad.position import AnyPosition
from tetrad.rules import GAMES

BAD_INPUT = 2
INTERRUPTED = 130
MOST = 999_999_999

# The sentences of argparse itself that a person can meet here.
ARGPARSE = (
    mark("usage:"),
    mark("options"),
    mark("positional arguments"),
    mark("show this help message and exit"),
    mark("argument %(argument_name)s: %(message)s"),
    mark("invalid choice: %(value)r (choose from %(choices)s)"),
    mark("expected one argument"),
    mark("the following arguments are required: %s"),
    mark("unrecognized arguments: %s"),
    mark("ambiguous option: %(option)s could match %(matches)s"),
    mark("ignored explicit argument %r"),
    mark("not allowed with argument %s"),
)


class BadInputError(ValueError):
    """Something the user gave is wrong; the message says what to do."""


class Formatter(argparse.HelpFormatter):
    """Help in lines that fit the window, also where letters are wide."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(" ".join(text.split()), width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + row for row in wrapped(text, width - len(indent)))


class Parser(argparse.ArgumentParser):
    """argparse that complains in one line, in the language that is spoken."""

    def __init__(self, **options: Any) -> None:
        # argparse looks its own words up with gettext, which needs compiled catalogs on disk.
        vars(argparse).update(_=_word, ngettext=_words)
        super().__init__(formatter_class=Formatter, **options)

    def format_help(self) -> str:
        own = EXAMPLES.get(" ".join(self.prog.split()[1:]), ())
        shown = "".join(f"  {example}\n" for example in own)
        # Translators: a heading above a few commands to try; a colon follows
        heading = t("examples")
        return super().format_help() + (f"\n{heading}:\n{shown}" if shown else "")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        return super().parse_known_args(self._options_first(args), namespace)

    def _options_first(self, given: Sequence[str] | None) -> Sequence[str] | None:
        """Options before words: argparse finds no word behind an option where words may lack."""
        if given is None or self._subparsers is not None:
            return given
        options: list[str] = []
        words: list[str] = []
        rest = list(given)
        while rest:
            if rest[0] == "--":
                return [*options, *words, *rest]
            if not _is_option(rest[0]):
                words.append(rest.pop(0))
                continue
            values = rest[1 : 1 + self._values_of(rest[0])]
            if len(values) < self._values_of(rest[0]) or any(map(_is_option, values)):
                return given  # something is wrong with it, and argparse says what
            options += [rest[0], *values]
            del rest[: 1 + len(values)]
        return [*options, *words]

    def _values_of(self, option: str) -> int:
        """How many words behind an option, which may be shortened, belong to it."""
        known = self._option_string_actions
        names = [option] if option in known else [name for name in known if name.startswith(option)]
        nargs = known[names[0]].nargs if names else 0
        return nargs if isinstance(nargs, int) else 1

    def error(self, message: str) -> NoReturn:
        hint = t("{problem} (see '{command}')", problem=message, command=f"{self.prog} --help")
        self.exit(BAD_INPUT, f"{self.prog}: {hint}\n")


def _is_option(word: str) -> bool:
    """Whether a word is an option and not a number below zero."""
    return word.startswith("-") and not word[1:2].isdecimal() and word != "-"


def _word(text: str | None) -> str | None:
    """A text of argparse, which may be None; blanks around it are not translated."""
    bare = (text or "").strip()
    return text.replace(bare, t(bare)) if text and bare else text


def _words(one: str, many: str, n: int) -> str:
    return tn("expected %s argument", "expected %s arguments", n) if "expected" in one else many


def add_game(parser: argparse.ArgumentParser, **options: Any) -> None:
    parser.add_argument("game", metavar="GAME", choices=[*GAMES], help=", ".join(GAMES), **options)


def add_position(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--position", metavar="P", help=t("the position, if not the start"))


def position_of(arguments: argparse.Namespace) -> AnyPosition:
    game = GAMES[arguments.game]
    return game.start() if arguments.position is None else game.parse(arguments.position)


def name_a_game() -> Message:
    return NAME_A_GAME(games=", ".join(GAMES))


def whole(least: int = 0, most: int = MOST) -> Callable[[str], int]:
    """A kind of argument: a whole number within bounds."""

    def parse(text: str) -> int:
        bare = text.removeprefix("-")
        number = int(text) if bare.isascii() and bare.isdigit() and len(bare) <= 18 else None
        if number is None or not least <= number <= most:
            raise argparse.ArgumentTypeError(t(NOT_WHOLE(text=repr(text), least=least, most=most)))
        return number

    return parse


MEBIBYTES = whole(1, 1_000_000)
SEED = whole(-MOST)


def number(least: float = 0, most: float = MOST) -> Callable[[str], float]:
    """A kind of argument: a number within bounds."""

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(
                t("{text} is not a number from {least} to {most}",
                  text=repr(text), least=f"{least:g}", most=f"{most:.0f}")
            )  # fmt: skip
        return value

    return parse


def check_writable(path: Path) -> None:
    """Raises BadInputError if no file can be written there: before the work, not after it."""
    reason: OSError | None = None
    if not path.parent.is_dir():
        reason = FileNotFoundError()
    elif path.is_dir():
        reason = IsADirectoryError()
    elif not os.access(path if path.exists() else path.parent, os.W_OK):
        reason = PermissionError()
    if reason:
        raise cannot_write(path, reason)


def check_replaceable(path: Path) -> None:
    """The same where a new file takes the place of the old one: that must not be a device."""
    check_writable(path)
    if path.exists() and not path.is_file():
        raise cannot_write(path, OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP)))


def cannot_write(path: Path, error: OSError) -> BadInputError:
    return BadInputError(CANNOT_WRITE(path=path, why=why(error)))


def complain(error: Exception) -> int:
    """Tells what is wrong in one line; the exit status for it."""
    print(f"tetrad: {said(error)}", file=sys.stderr)
    return BAD_INPUT
