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
from tetrad.kernels import compiled
from tetrad.language import CANNOT_WRITE, NEEDS, mark, of_environment, speak, t, why
from tetrad.position import IllegalMoveError, InvalidNotationError

COMMANDS = {
    "play": mark("play in the terminal"),
    "solve": mark("the value of a position and of its moves"),
    "perft": mark("count the leaves of the move tree"),
    "bot": mark("the engine on stdin and stdout"),
    "arena": mark("let bots play each other"),
    "grade": mark("a bot's moves against proven values"),
    "tables": mark("the tables of solved positions"),
    "verify": mark("check a proof"),
    "export": mark("positions with exact values as a data set"),
    "puzzles": mark("make and prove puzzles"),
    "serve": mark("the app and its server"),
    "backup": mark("save the server's games to a file"),
    "restore": mark("bring games back from a backup"),
    "people": mark("rename, close or remove accounts of the server"),
    "warm": mark("compile what the games need, once"),
    "completion": mark("completion for shells, and the manual page"),
}
# A command that is in the module of another one: the way back beside the way there.
TOGETHER = {"restore": "backup"}
# What `tetrad` alone does.
DEFAULT = ("serve", "--open")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns its exit status."""
    _open_what_is_closed()
    _listen_to_environment()
    _prepare_to_compile()
    given = (sys.argv[1:] if arguments is None else arguments) or DEFAULT
    parsed = _parser(given[0]).parse_args(given)
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


def _parser(only: str | None = None) -> Parser:
    """All commands; of those that are not the one that is wanted no more than the names."""
    parser = Parser(prog="tetrad", description=t("Quantik, Qawale and Qomet: play, study, solve."))
    version = t("show the version and exit")
    parser.add_argument(
        "--version", action="version", version=f"tetrad {__version__}", help=version
    )
    commands = parser.add_subparsers(title=t("commands"), metavar="COMMAND", required=True)
    for name, what in COMMANDS.items():
        command = commands.add_parser(name, help=t(what))
        if only not in COMMANDS or only == name:
            _add_arguments(name, command)
    return parser


def _add_arguments(name: str, command: argparse.ArgumentParser) -> None:
    module = importlib.import_module(f"tetrad.cli.commands.{TOGETHER.get(name, name)}")
    add = getattr(module, f"add_{name}_arguments", module.add_arguments)
    add(command)


def _prepare_to_compile() -> None:
    """Numba is imported without what it never needs here, and says when it compiles."""
    compiled.lean = True
    if sys.stderr.isatty():
        compiled.when_compiling(_say_that_it_takes_a_while)


def _say_that_it_takes_a_while() -> None:
    told = t(
        "Preparing the engine for this computer. It takes up to a minute, the first time only."
    )
    print(told, file=sys.stderr, flush=True)


def _missing(error: ModuleNotFoundError) -> BadInputError:
    """A command needs a package that is not installed; without one of ours, something is broken."""
    package = (error.name or "").partition(".")[0]
    if package in ("", "tetrad"):
        raise error
    return BadInputError(NEEDS(what=package, command=f"pip install {package}"))


def _open_what_is_closed() -> None:
    """Whoever starts us may close a stream: nothing comes from it then, and nobody reads it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115


def _listen_to_environment() -> None:
    """Speaks the language it asks for; what a terminal cannot show becomes a question mark."""
    speak(of_environment())
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _write_nothing_more() -> None:
    """Nobody can read our output; Python must not complain about that while shutting down."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
