"""The command line: `tetrad play`, `tetrad solve`, `tetrad perft` and the rest.

Each command is a function that takes the parsed arguments and returns an exit status; whatever it
needs is imported when it runs, so that `tetrad --help` is quick. Bad input is one line on stderr
and status 2.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

from tetrad import GAMES, IllegalMoveError, InvalidNotationError, __version__
from tetrad.bots.commands import add_arena_arguments, add_bot_arguments
from tetrad.bots.puzzle_commands import add_puzzles_arguments
from tetrad.position import AnyPosition

if TYPE_CHECKING:
    from tetrad.solve.search import Limits, MoveValue, Solution

BAD_INPUT = 2
INTERRUPTED = 130
DEFAULT_SECONDS = 5.0
LOCAL = "127.0.0.1"
TABLE_JOBS = ("build", "verify", "list", "info")


class BadInputError(ValueError):
    """Something the user gave is wrong; the message says what to do."""


class Parser(argparse.ArgumentParser):
    """argparse that complains in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message} (see '{self.prog} --help')\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns its exit status."""
    parsed = _parser().parse_args(sys.argv[1:] if arguments is None else arguments)
    command: Callable[[argparse.Namespace], int] = parsed.command
    try:
        return command(parsed)
    except (BadInputError, InvalidNotationError, IllegalMoveError) as error:
        print(f"tetrad: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has left; Python must not complain while shutting down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> Parser:
    parser = Parser(prog="tetrad", description="Quantik, Qawale and Qomet: play, study, solve.")
    parser.add_argument("--version", action="version", version=f"tetrad {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    parser.set_defaults(command=_serve, host=LOCAL, port=None, database=None, open=True)
    _add_play(commands.add_parser("play", help="play in the terminal"))
    _add_solve(commands.add_parser("solve", help="the value of a position and of its moves"))
    _add_perft(commands.add_parser("perft", help="count the leaves of the move tree"))
    add_bot_arguments(commands.add_parser("bot", help="the engine on stdin and stdout"))
    add_arena_arguments(commands.add_parser("arena", help="let bots play each other"))
    _add_tables(commands.add_parser("tables", help="the tables of solved positions"))
    _add_verify(commands.add_parser("verify", help="check a proof"))
    add_puzzles_arguments(commands.add_parser("puzzles", help="make and prove puzzles"))
    _add_serve(commands.add_parser("serve", help="the app and its server"))
    return parser


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", choices=GAMES, help=", ".join(GAMES))


def _add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--position", metavar="P", help="the position, if not the start")


def _position(arguments: argparse.Namespace) -> AnyPosition:
    game = GAMES[arguments.game]
    return game.start() if arguments.position is None else game.parse(arguments.position)


def _add_play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", choices=GAMES, help=", ".join(GAMES))
    seats = ("human", *map(str, range(1, 11)), "instinct")
    for seat, who in (("first", "human"), ("second", "3")):
        parser.add_argument(
            f"--{seat}", metavar="WHO", choices=seats, default=who,
            help=f"human, or a bot's level from 1 to 10 (default {who})",
        )  # fmt: skip
    _add_position(parser)
    parser.add_argument("--load", metavar="FILE", help="go on with a recorded game")
    parser.set_defaults(command=_play)


def _play(arguments: argparse.Namespace) -> int:
    from tetrad.terminal import run

    return run(
        arguments.game, arguments.first, arguments.second,
        start=arguments.position, load=arguments.load,
    )  # fmt: skip


def _add_perft(parser: argparse.ArgumentParser) -> None:
    _add_game(parser)
    parser.add_argument("depth", metavar="DEPTH", type=_count, help="plies to look ahead")
    _add_position(parser)
    parser.set_defaults(command=_perft)


def _perft(arguments: argparse.Namespace) -> int:
    from tetrad.solve.perft import DEEPEST, perft

    if arguments.depth > DEEPEST:
        raise BadInputError(f"DEPTH is at most {DEEPEST}, not {arguments.depth}")
    position = _position(arguments)
    _say_if_uncompiled()
    print(_interruptible(lambda: perft(position, arguments.depth)))
    return 0


def _say_if_uncompiled() -> None:
    from tetrad import kernels

    if not kernels.available():
        print("tetrad: Numba is not here, so the slow rules answer", file=sys.stderr)


def _add_tables(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="WHAT", choices=TABLE_JOBS, help=", ".join(TABLE_JOBS))
    parser.add_argument("game", metavar="GAME", nargs="?", choices=GAMES, help=", ".join(GAMES))
    parser.add_argument("--memory", metavar="MIB", type=_mebibytes, default=1024, help="(1024)")
    parser.add_argument(
        "--stars",
        metavar="N",
        type=int,
        choices=range(3, 8),
        default=7,
        help="a side, in Qomet (7)",
    )
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu", help="for Qomet (cpu)")
    parser.set_defaults(command=_tables)


def _tables(arguments: argparse.Namespace) -> int:
    from tetrad.solve import commands
    from tetrad.solve.tables import TableError

    if arguments.game is None and arguments.what != "list":
        raise BadInputError(f"name a game: {', '.join(GAMES)}")
    try:
        options = (arguments.memory << 20, arguments.stars, arguments.device)
        return commands.run(arguments.what, arguments.game, *options)
    except TableError as error:
        raise BadInputError(str(error)) from error


def _add_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("certificate", metavar="CERTIFICATE", help="a file, or a game")
    parser.set_defaults(command=_verify)


def _verify(arguments: argparse.Namespace) -> int:
    from tetrad.solve.certificate import CertificateError, shipped, verify

    named = arguments.certificate
    try:
        print(verify(shipped(named) if named in GAMES else Path(named)))
    except CertificateError as error:
        raise BadInputError(str(error)) from error
    return 0


def _add_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", metavar="H", default=LOCAL, help=f"({LOCAL})")
    parser.add_argument("--port", metavar="N", type=_port, help="(the first free one from 8000)")
    parser.add_argument("--database", metavar="URL", help="a file or URL (one in your data folder)")
    parser.add_argument("--open", action="store_true", help="open the app in the browser")
    parser.set_defaults(command=_serve)


def _serve(arguments: argparse.Namespace) -> int:
    from tetrad.server.serving import serve

    return serve(arguments.host, arguments.port, arguments.database, open_browser=arguments.open)


def _port(text: str) -> int:
    if not 0 <= _count(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 0 to 65535")
    return int(text)


Answer = TypeVar("Answer")


def _interruptible(work: Callable[[], Answer]) -> Answer:
    """Runs compiled code in a second thread, so that Ctrl-C is heard at once."""
    answer: Future[Answer] = Future()

    def run() -> None:
        try:
            answer.set_result(work())
        except BaseException as error:
            answer.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return answer.result()


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 up")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 up")
    return seconds


def _mebibytes(text: str) -> int:
    if not 1 <= _count(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of MiB from 1 up")
    return int(text)


def _add_solve(parser: argparse.ArgumentParser) -> None:
    _add_game(parser)
    _add_position(parser)
    parser.add_argument(
        "--time", metavar="S", type=_seconds, default=DEFAULT_SECONDS,
        help=f"seconds to look for a proof (default {DEFAULT_SECONDS:g})",
    )  # fmt: skip
    parser.add_argument("--nodes", metavar="N", type=_count, help="positions to look at, at most")
    parser.add_argument("--memory", metavar="MIB", type=_mebibytes, default=512, help="(512)")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--stdin", action="store_true", help="a position a line in, JSON out")
    parser.set_defaults(command=_solve)


def _limits(arguments: argparse.Namespace) -> Limits:
    from tetrad.solve.search import MEBIBYTE, Limits

    memory = arguments.memory * MEBIBYTE
    return Limits(arguments.time, arguments.nodes, memory, thorough=True)


def _solve(arguments: argparse.Namespace) -> int:
    from tetrad.solve.search import solve

    if arguments.stdin:
        return _solve_lines(arguments)
    position, limits = _position(arguments), _limits(arguments)
    _say_if_uncompiled()
    solution = _interruptible(lambda: solve(position, limits))
    print(json.dumps(solution.as_dict()) if arguments.json else _described(solution))
    return 0


def _solve_lines(arguments: argparse.Namespace) -> int:
    """One answer a line, in order; a bad line gets an error and the rest go on."""
    from tetrad.solve.search import solve

    limits, game = _limits(arguments), GAMES[arguments.game]
    for line in sys.stdin.buffer:
        text = line.decode(errors="replace").strip()
        try:
            answer = solve(game.parse(text), limits).as_dict()
        except InvalidNotationError as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)
    return 0


def _described(solution: Solution) -> str:
    """A solution for people: the value first, then every move, best first."""
    position = solution.position
    lines = [f"{position.NAME}  {position}  {position.turn} to move"]
    lines.append(f"{_worth(solution.value, solution.distance)} ({solution.source})")
    width = max((len(str(each.move)) for each in solution.moves), default=0)
    lines += [f"  {each.move!s:<{width}}  {_move_worth(each)}" for each in solution.moves]
    return "\n".join(lines)


def _move_worth(each: MoveValue) -> str:
    return _worth(each.value, each.distance)


def _worth(value: str, distance: int | None) -> str:
    if distance is None:
        return value
    return f"{value} in {distance}" if distance else f"{value}: the game is over"


if __name__ == "__main__":
    sys.exit(main())
