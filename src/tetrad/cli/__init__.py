"""The command line: `tetrad play`, `tetrad solve`, `tetrad perft` and the rest.

Every command is a module with its arguments and what it runs; whatever it needs is imported when
it runs, so that `tetrad --help` is quick. Here one of them is chosen. Bad input is one line on
stderr and status 2.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Callable, Sequence

from tetrad import __version__
from tetrad.cli.arguments import INTERRUPTED, BadInputError, Parser, complain
from tetrad.language import CANNOT_WRITE, NEEDS, mark, of_environment, speak, t, why
from tetrad.position import IllegalMoveError, InvalidNotationError

COMMANDS = {
    "play": mark("play in the terminal"),
    "solve": mark("the value of a position and of its moves"),
    "perft": mark("count the leaves of the move tree"),
    "bot": mark("the engine on stdin and stdout"),
    "arena": mark("let bots play each other"),
    "tables": mark("the tables of solved positions"),
    "verify": mark("check a proof"),
    "puzzles": mark("make and prove puzzles"),
    "serve": mark("the app and its server"),
}
# What `tetrad` alone does.
DEFAULT = ("serve", "--open")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns its exit status."""
    _listen_to_environment()
    parsed = _parser().parse_args((sys.argv[1:] if arguments is None else arguments) or DEFAULT)
    command: Callable[[argparse.Namespace], int] = parsed.run
    try:
        status = command(parsed)
        sys.stdout.flush()
        return status
    except (BadInputError, InvalidNotationError, IllegalMoveError) as error:
        return complain(error)
    except ModuleNotFoundError as error:
        return complain(_missing(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _write_nothing_more()
        return 0
    except OSError as error:
        if error.filename is not None:
            raise
        _write_nothing_more()
        return complain(BadInputError(CANNOT_WRITE(path="stdout", why=why(error))))


def _parser() -> Parser:
    parser = Parser(prog="tetrad", description=t("Quantik, Qawale and Qomet: play, study, solve."))
    version = t("show the version and exit")
    parser.add_argument(
        "--version", action="version", version=f"tetrad {__version__}", help=version
    )
    commands = parser.add_subparsers(title=t("commands"), metavar="COMMAND", required=True)
    for name, what in COMMANDS.items():
        module = importlib.import_module(f"tetrad.cli.{name}")
        module.add_arguments(commands.add_parser(name, help=t(what)))
    return parser


def _missing(error: ModuleNotFoundError) -> BadInputError:
    """A command needs a package that is not installed; without one of ours, something is broken."""
    package = (error.name or "").partition(".")[0]
    if package in ("", "tetrad"):
        raise error
    return BadInputError(NEEDS(what=package, command=f"pip install {package}"))


def _listen_to_environment() -> None:
    """Speaks the language it asks for; what a terminal cannot show becomes a question mark."""
    speak(of_environment())
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _write_nothing_more() -> None:
    """Nobody can read our output; Python must not complain about that while shutting down."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
