"""The commands `tetrad bot` and `tetrad arena`, as far as the command line is concerned."""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tetrad import GAMES

if TYPE_CHECKING:
    from tetrad.bots.arena import Arena
    from tetrad.bots.ratings import Sprt

LADDER = "ladder"
BAD_INPUT = 2
INTERRUPTED = 130


def add_bot_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", choices=[*GAMES], help=", ".join(GAMES))
    parser.add_argument("--level", metavar="N", type=int, default=10, help="1 to 10 (10)")
    parser.add_argument("--seed", metavar="N", type=int, help="makes its choices repeatable")
    parser.add_argument("--memory", metavar="MIB", type=int, default=512, help="(512)")
    parser.add_argument("--check", metavar="COMMAND", help="test a program against the protocol")
    parser.set_defaults(command=run_bot)


def run_bot(arguments: argparse.Namespace) -> int:
    if arguments.check is not None:
        return _check(arguments.check)
    if arguments.game is None:
        return complain(f"name a game: {', '.join(GAMES)}; or a program with --check")
    from tetrad.bots.protocol import OPTIONS, ProtocolError, serve

    given = {name: getattr(arguments, name) for name in OPTIONS}
    settings = {name: value for name, value in given.items() if value is not None}
    try:
        for name, value in settings.items():
            OPTIONS[name].parse(str(value))
    except ProtocolError as error:
        return complain(str(error))
    serve(arguments.game, settings)
    return 0


def _check(command: str) -> int:
    """Prints the findings as they come; status 1 if there is anything wrong."""
    from tetrad.bots.check import check

    findings = []
    for finding in check(command):
        findings.append(finding)
        print(finding, flush=True)
    wrong = sum(finding.wrong is not None for finding in findings)
    print(f"{len(findings) - wrong} of {len(findings)} checks passed")
    return 1 if wrong else 0


def complain(problem: str) -> int:
    print(f"tetrad: {problem}", file=sys.stderr)
    return BAD_INPUT


def add_arena_arguments(parser: argparse.ArgumentParser) -> None:
    number, seconds = _whole_number, _seconds
    what = f"{', '.join(GAMES)}; or {LADDER}: all levels, of the games that follow it or of all"
    parser.add_argument("game", metavar="GAME", choices=[*GAMES, LADDER], help=what)
    parser.add_argument("bots", metavar="BOT", nargs="*", help="level:1-10, instinct or cmd:...")
    parser.add_argument("--games", metavar="N", type=number, default=100, help="a pairing (100)")
    parser.add_argument("--processes", metavar="N", type=number, default=2, help="at once (2)")
    parser.add_argument("--time", metavar="S", type=seconds, default=1.0, help="a move (1)")
    parser.add_argument("--nodes", metavar="N", type=number, help="positions a move, at most")
    parser.add_argument("--plies", metavar="N", type=number, default=200, help="then a draw (200)")
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="of the openings (1)")
    parser.add_argument("--folder", metavar="F", help="where results and records are kept")
    parser.add_argument(
        "--sprt", metavar=("ELO0", "ELO1"), nargs=2, type=float, help="stop when one is proven"
    )
    parser.add_argument("--alpha", metavar="P", type=float, default=0.05, help="(0.05)")
    parser.add_argument("--beta", metavar="P", type=float, default=0.05, help="(0.05)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.set_defaults(command=run_arena)


def run_arena(arguments: argparse.Namespace) -> int:
    from tetrad.bots.crew import ArenaError
    from tetrad.bots.entrants import EntrantError
    from tetrad.bots.results import FolderError

    try:
        return (_play_ladder if arguments.game == LADDER else _play_arena)(arguments)
    except (ArenaError, EntrantError, FolderError) as error:
        return complain(str(error))


def _play_arena(arguments: argparse.Namespace) -> int:
    """Plays, and prints the table also when it was interrupted."""
    from tetrad.bots.table import summary, table

    arena = _arena(arguments, arguments.game, arguments.bots, _folder(arguments))
    status = _played(arena, arguments.processes)
    lines = [json.dumps(summary(arena))] if arguments.json else table(arena)
    print("\n".join(lines))
    print(f"kept in {arena.folder.path}; the same command goes on from there", file=sys.stderr)
    return status


def _play_ladder(arguments: argparse.Namespace) -> int:
    """Plays every level against the one below; keeps a table and a picture."""
    from tetrad.bots.characters import LEVELS
    from tetrad.bots.entrants import EntrantError
    from tetrad.bots.ladder import Step, picture, write_table

    games, folder = arguments.bots or list(GAMES), _folder(arguments)
    if strange := [game for game in games if game not in GAMES]:
        raise EntrantError(f"there is no game {strange[0]!r}; use {', '.join(GAMES)}")
    steps = []
    for game, level in itertools.product(games, LEVELS[1:]):
        arena = _arena(arguments, game, [f"level:{level}", f"level:{level - 1}"], folder / game)
        if status := _played(arena, arguments.processes):
            return status
        steps.append(Step.of(arena))
        print(steps[-1], flush=True)
    write_table(steps, folder / "ladder.csv")
    (folder / "ladder.svg").write_text(picture(steps), encoding="utf-8")
    print(f"kept in {folder}: ladder.csv, ladder.svg and all games", file=sys.stderr)
    return 0


def _played(arena: Arena, processes: int) -> int:
    """Plays what is left to play; the status."""
    from tetrad.bots.arena import run
    from tetrad.bots.table import ArenaBar

    bar = ArenaBar(sys.stderr)
    try:
        run(arena, processes, bar)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        bar.close()
    return 0


def _folder(arguments: argparse.Namespace) -> Path:
    return Path(arguments.folder or f"arena/{arguments.game}")


def _arena(arguments: argparse.Namespace, game: str, bots: list[str], folder: Path) -> Arena:
    from tetrad.bots.arena import Arena
    from tetrad.bots.entrants import EntrantError, check_entrant
    from tetrad.bots.game import Terms
    from tetrad.bots.results import Folder

    for text in bots:
        check_entrant(text)
    if len(set(bots)) < max(2, len(bots)):
        raise EntrantError("name at least two bots, each of them once")
    sprt = _sprt(arguments)
    if sprt and len(bots) != 2:
        raise EntrantError("a test with --sprt is between two bots")
    terms = Terms(game, arguments.time, arguments.plies, arguments.seed, arguments.nodes)
    return Arena(terms, bots, arguments.games, Folder(folder, terms), sprt)


def _sprt(arguments: argparse.Namespace) -> Sprt | None:
    from tetrad.bots.entrants import EntrantError
    from tetrad.bots.ratings import Sprt

    if not arguments.sprt:
        return None
    (elo0, elo1), alpha, beta = arguments.sprt, arguments.alpha, arguments.beta
    if not (-1000 <= elo0 < elo1 <= 1000 and 0 < alpha < 0.5 and 0 < beta < 0.5):
        raise EntrantError("--sprt needs ELO0 < ELO1, and --alpha and --beta between 0 and 0.5")
    return Sprt(elo0, elo1, alpha, beta)


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:9]) >= 1 and len(text) <= 9):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to 3600")
    return seconds
