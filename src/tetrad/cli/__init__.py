"""The command line: `tetrad play`, `tetrad solve`, `tetrad perft` and the rest.

Each command is a function that takes the parsed arguments and returns an exit status; whatever it
needs is imported when it runs, so that `tetrad --help` is quick. Bad input is one line on stderr
and status 2.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tetrad import GAMES, IllegalMoveError, InvalidNotationError, __version__
from tetrad.cli.arena import add_arena_arguments, add_bot_arguments
from tetrad.cli.arguments import INTERRUPTED, Parser, add_game, complain, number, whole
from tetrad.cli.puzzles import add_puzzles_arguments
from tetrad.language import mark, of_environment, speak, t, why
from tetrad.position import AnyPosition, Message

if TYPE_CHECKING:
    from tetrad.solvers.solution import Limits, MoveValue, Solution

DEFAULT_SECONDS = 5.0
LOCAL = "127.0.0.1"
TABLE_JOBS = ("build", "verify", "list", "info")
MEBIBYTES = whole(1, 1_000_000)
VALUES = {
    "win": mark("win"), "draw": mark("draw"), "loss": mark("loss"), "unknown": mark("unknown")
}  # fmt: skip
SOURCES = {"table": mark("from a table"), "search": mark("by search")}


class BadInputError(ValueError):
    """Something the user gave is wrong; the message says what to do."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns its exit status."""
    _listen_to_environment()
    parsed = _parser().parse_args(sys.argv[1:] if arguments is None else arguments)
    command: Callable[[argparse.Namespace], int] = parsed.command
    try:
        status = command(parsed)
        sys.stdout.flush()
        return status
    except (BadInputError, InvalidNotationError, IllegalMoveError) as error:
        return complain(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _write_nothing_more()
        return 0
    except OSError as error:
        if error.filename is not None:
            raise
        _write_nothing_more()
        return complain(
            BadInputError(Message("{path} cannot be written: {why}", path="stdout", why=why(error)))
        )


def _write_nothing_more() -> None:
    """Nobody can read our output; Python must not complain about that while shutting down."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _listen_to_environment() -> None:
    """Speaks the language it asks for; what a terminal cannot show becomes a question mark."""
    speak(of_environment())
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _parser() -> Parser:
    parser = Parser(prog="tetrad", description=t("Quantik, Qawale and Qomet: play, study, solve."))
    version = t("show the version and exit")
    parser.add_argument(
        "--version", action="version", version=f"tetrad {__version__}", help=version
    )
    commands = parser.add_subparsers(title=t("commands"), metavar="COMMAND")
    parser.set_defaults(command=_serve, host=LOCAL, port=None, database=None, open=True)
    _add_play(commands.add_parser("play", help=t("play in the terminal")))
    _add_solve(commands.add_parser("solve", help=t("the value of a position and of its moves")))
    _add_perft(commands.add_parser("perft", help=t("count the leaves of the move tree")))
    add_bot_arguments(commands.add_parser("bot", help=t("the engine on stdin and stdout")))
    add_arena_arguments(commands.add_parser("arena", help=t("let bots play each other")))
    _add_tables(commands.add_parser("tables", help=t("the tables of solved positions")))
    _add_verify(commands.add_parser("verify", help=t("check a proof")))
    add_puzzles_arguments(commands.add_parser("puzzles", help=t("make and prove puzzles")))
    _add_serve(commands.add_parser("serve", help=t("the app and its server")))
    return parser


def _add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--position", metavar="P", help=t("the position, if not the start"))


def _position(arguments: argparse.Namespace) -> AnyPosition:
    game = GAMES[arguments.game]
    return game.start() if arguments.position is None else game.parse(arguments.position)


def _add_play(parser: argparse.ArgumentParser) -> None:
    add_game(parser, nargs="?")
    seats = ("human", *map(str, range(1, 11)), "instinct")
    for seat, who in (("first", "human"), ("second", "3")):
        parser.add_argument(
            f"--{seat}", metavar="WHO", choices=seats, default=who,
            help=f"{{human,1-10,instinct}} ({who})",
        )  # fmt: skip
    _add_position(parser)
    parser.add_argument("--load", metavar="FILE", help=t("Go on with a recorded game"))
    parser.set_defaults(command=_play)


def _play(arguments: argparse.Namespace) -> int:
    from tetrad.terminal import run

    return run(
        arguments.game, arguments.first, arguments.second,
        start=arguments.position, load=arguments.load,
    )  # fmt: skip


def _add_perft(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("depth", metavar="DEPTH", type=whole(), help=t("plies to look ahead"))
    _add_position(parser)
    parser.set_defaults(command=_perft)


def _perft(arguments: argparse.Namespace) -> int:
    from tetrad.solvers import DEEPEST, perft

    if arguments.depth > DEEPEST:
        raise BadInputError(
            Message("{text} is not a whole number from {least} to {most}",
                    text=arguments.depth, least=0, most=DEEPEST)
        )  # fmt: skip
    position = _position(arguments)
    _say_if_uncompiled()
    print(_interruptible(lambda: perft(position, arguments.depth)))
    return 0


def _say_if_uncompiled() -> None:
    from tetrad.kernels import compiled

    if not compiled.available():
        print("tetrad:", t("Numba is not here, so the slow rules answer"), file=sys.stderr)


def _add_tables(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="WHAT", choices=TABLE_JOBS, help=", ".join(TABLE_JOBS))
    add_game(parser, nargs="?")
    parser.add_argument("--memory", metavar="MIB", type=MEBIBYTES, default=1024, help="(1024)")
    parser.add_argument("--stars", metavar="N", type=whole(3, 7), default=7, help="Qomet (7)")
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu", help="Qomet (cpu)")
    parser.set_defaults(command=_tables)


def _tables(arguments: argparse.Namespace) -> int:
    from tetrad.cli import tables as commands
    from tetrad.solvers.tables.format import TableError

    if arguments.game is None and arguments.what != "list":
        raise BadInputError(Message("name a game: {games}", games=", ".join(GAMES)))
    try:
        options = (arguments.memory << 20, arguments.stars, arguments.device)
        return commands.run(arguments.what, arguments.game, *options)
    except TableError as error:
        return complain(error)


def _add_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("certificate", metavar="CERTIFICATE", help=t("a file, or a game"))
    parser.set_defaults(command=_verify)


def _verify(arguments: argparse.Namespace) -> int:
    from tetrad.solvers.proofs.wins import CertificateError, shipped, verify

    named = arguments.certificate
    try:
        for sentence in verify(shipped(named) if named in GAMES else Path(named)):
            print(t(sentence), flush=True)
    except CertificateError as error:
        return complain(error)
    return 0


def _add_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", metavar="H", default=LOCAL, help=f"({LOCAL})")
    parser.add_argument("--port", metavar="N", type=whole(0, 65535), help="(8000 ...)")
    parser.add_argument(
        "--database", metavar="URL", help=t("a file or URL (one in your data folder)")
    )
    parser.add_argument("--open", action="store_true", help=t("open the app in the browser"))
    parser.set_defaults(command=_serve)


def _serve(arguments: argparse.Namespace) -> int:
    from tetrad.server.run import serve

    return serve(arguments.host, arguments.port, arguments.database, open_browser=arguments.open)


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


def _add_solve(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    _add_position(parser)
    parser.add_argument(
        "--time", metavar="S", type=number(), default=DEFAULT_SECONDS,
        help=t("seconds to look for a proof ({default})", default=f"{DEFAULT_SECONDS:g}"),
    )  # fmt: skip
    parser.add_argument(
        "--nodes", metavar="N", type=whole(), help=t("positions to look at, at most")
    )
    parser.add_argument("--memory", metavar="MIB", type=MEBIBYTES, default=512, help="(512)")
    parser.add_argument("--json", action="store_true", help=t("one JSON object"))
    parser.add_argument("--stdin", action="store_true", help=t("a position a line in, JSON out"))
    parser.set_defaults(command=_solve)


def _limits(arguments: argparse.Namespace) -> Limits:
    from tetrad.solvers.solution import MEBIBYTE, Limits

    memory = arguments.memory * MEBIBYTE
    return Limits(arguments.time, arguments.nodes, memory, thorough=True)


def _solve(arguments: argparse.Namespace) -> int:
    from tetrad.solvers import solve

    if arguments.stdin:
        return _solve_lines(arguments)
    position, limits = _position(arguments), _limits(arguments)
    _say_if_uncompiled()
    solution = _interruptible(lambda: solve(position, limits))
    print(json.dumps(solution.as_dict()) if arguments.json else _described(solution))
    return 0


def _solve_lines(arguments: argparse.Namespace) -> int:
    """One answer a line, in order; a bad line gets an error and the rest go on."""
    from tetrad.solvers import solve

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
    turn = t("{side} to move", side=position.turn)
    lines = [f"{position.NAME}  {position}  {turn}"]
    lines.append(f"{_worth(solution.value, solution.distance)} ({t(SOURCES[solution.source])})")
    width = max((len(str(each.move)) for each in solution.moves), default=0)
    lines += [f"  {each.move!s:<{width}}  {_move_worth(each)}" for each in solution.moves]
    return "\n".join(lines)


def _move_worth(each: MoveValue) -> str:
    return _worth(each.value, each.distance)


def _worth(value: str, distance: int | None) -> str:
    if not distance:
        over = "" if distance is None else ": " + t("the game is over")
        return t(VALUES[value]) + over
    if value == "win":
        return t("win in {n}", n=distance)
    return t("loss in {n}", n=distance)
