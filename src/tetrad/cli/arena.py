"""The commands `tetrad bot` and `tetrad arena`, as far as the command line is concerned."""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tetrad import GAMES
from tetrad.cli.arguments import INTERRUPTED, MOST, add_game, complain, number, whole
from tetrad.complaints import not_one_of
from tetrad.language import t
from tetrad.position import Message

if TYPE_CHECKING:
    from tetrad.arena.arena import Arena
    from tetrad.arena.ratings import Sprt

LADDER = "ladder"
SEED = whole(-MOST)


def add_bot_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, nargs="?")
    parser.add_argument("--level", metavar="1-10", type=whole(1, 10), default=10, help="(10)")
    parser.add_argument("--seed", metavar="N", type=SEED, help=t("makes its choices repeatable"))
    parser.add_argument("--memory", metavar="MIB", type=whole(), default=512, help="(512)")
    parser.add_argument("--check", metavar="COMMAND", help=t("test a program against the protocol"))
    parser.set_defaults(command=run_bot)


def run_bot(arguments: argparse.Namespace) -> int:
    if arguments.check is not None:
        return _check(arguments.check)
    if arguments.game is None:
        return complain(ValueError(Message("name a game: {games}", games=", ".join(GAMES))))
    from tetrad.protocol.engine import OPTIONS, ProtocolError, serve

    given = {name: getattr(arguments, name) for name in OPTIONS}
    settings = {name: value for name, value in given.items() if value is not None}
    try:
        for name, value in settings.items():
            OPTIONS[name].parse(str(value))
    except ProtocolError as error:
        return complain(error)
    serve(arguments.game, settings)
    return 0


def _check(command: str) -> int:
    """Prints the findings as they come; status 1 if there is anything wrong."""
    from tetrad.protocol.conformance import check

    findings = []
    for finding in check(command):
        findings.append(finding)
        print(finding.told(), flush=True)
    wrong = sum(finding.wrong is not None for finding in findings)
    print(t("{n} of {total} checks passed", n=len(findings) - wrong, total=len(findings)))
    return 1 if wrong else 0


def add_arena_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    games = ", ".join(GAMES)
    what = t("{games}; or {ladder}: all levels, of the games that follow it or of all",
             games=games, ladder=LADDER)  # fmt: skip
    add("game", metavar="GAME", choices=[*GAMES, LADDER], help=what)
    add("bots", metavar="BOT", nargs="*", help="level:1-10, instinct, cmd:...")
    add("--games", metavar="N", type=whole(1), default=100, help=t("games a pairing (100)"))
    add("--processes", metavar="N", type=whole(1), default=2, help=t("games at once (2)"))
    add("--time", metavar="S", type=number(0, 3600), default=1.0, help=t("seconds a move (1)"))
    add("--nodes", metavar="N", type=whole(1), help=t("positions to look at, at most"))
    add("--plies", metavar="N", type=whole(1), default=200, help=t("plies until a draw (200)"))
    add("--seed", metavar="N", type=SEED, default=1, help=t("chooses the openings (1)"))
    add("--folder", metavar="F", help=t("where results and records are kept"))
    elo = number(-1000, 1000)
    stop = t("stop when one of the two is proven")
    add("--sprt", metavar=("ELO0", "ELO1"), nargs=2, type=elo, help=stop)
    add("--alpha", metavar="P", type=number(0, 1), default=0.05, help="(0.05)")
    add("--beta", metavar="P", type=number(0, 1), default=0.05, help="(0.05)")
    add("--json", action="store_true", help=t("one JSON object"))
    parser.set_defaults(command=run_arena)


def run_arena(arguments: argparse.Namespace) -> int:
    from tetrad.arena.entrants import EntrantError
    from tetrad.arena.pool import ArenaError
    from tetrad.arena.results import FolderError

    try:
        return (_play_ladder if arguments.game == LADDER else _play_arena)(arguments)
    except (ArenaError, EntrantError, FolderError) as error:
        return complain(error)


def _play_arena(arguments: argparse.Namespace) -> int:
    """Plays, and prints the table also when it was interrupted."""
    from tetrad.arena.report import summary, table

    arena = _arena(arguments, arguments.game, arguments.bots, _folder(arguments))
    status = _played(arena, arguments.processes)
    lines = [json.dumps(summary(arena))] if arguments.json else table(arena)
    print("\n".join(lines))
    kept = t("kept in {path}; the same command goes on from there", path=arena.folder.path)
    print(kept, file=sys.stderr)
    return status


def _play_ladder(arguments: argparse.Namespace) -> int:
    """Plays every level against the one below; keeps a table and a picture."""
    from tetrad.arena.entrants import EntrantError
    from tetrad.arena.ladder import Step, picture, write_table
    from tetrad.bots.personality import LEVELS

    games, folder = arguments.bots or list(GAMES), _folder(arguments)
    if strange := [game for game in games if game not in GAMES]:
        raise EntrantError(not_one_of(strange[0], GAMES))
    steps = []
    for game, level in itertools.product(games, LEVELS[1:]):
        arena = _arena(arguments, game, [f"level:{level}", f"level:{level - 1}"], folder / game)
        if status := _played(arena, arguments.processes):
            return status
        steps.append(Step.of(arena))
        print(steps[-1].told(), flush=True)
    write_table(steps, folder / "ladder.csv")
    (folder / "ladder.svg").write_text(picture(steps), encoding="utf-8")
    print(t("Saved to {path}.", path=folder), file=sys.stderr)
    return 0


def _played(arena: Arena, processes: int) -> int:
    """Plays what is left to play; the status."""
    from tetrad.arena.arena import run
    from tetrad.arena.report import ArenaBar

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
    from tetrad.arena.arena import Arena
    from tetrad.arena.entrants import EntrantError, check_entrant
    from tetrad.arena.game import Terms
    from tetrad.arena.results import Folder

    for text in bots:
        check_entrant(text)
    if len(set(bots)) < max(2, len(bots)):
        raise EntrantError(Message("name at least two bots, each of them once"))
    sprt = _sprt(arguments)
    if sprt and len(bots) != 2:
        raise EntrantError(Message("a test with --sprt is between two bots"))
    terms = Terms(game, arguments.time, arguments.plies, arguments.seed, arguments.nodes)
    return Arena(terms, bots, arguments.games, Folder(folder, terms), sprt)


def _sprt(arguments: argparse.Namespace) -> Sprt | None:
    from tetrad.arena.entrants import EntrantError
    from tetrad.arena.ratings import Sprt

    if not arguments.sprt:
        return None
    (elo0, elo1), alpha, beta = arguments.sprt, arguments.alpha, arguments.beta
    if not (-1000 <= elo0 < elo1 <= 1000 and 0 < alpha < 0.5 and 0 < beta < 0.5):
        raise EntrantError(
            Message("--sprt needs ELO0 < ELO1, and --alpha and --beta between 0 and 0.5")
        )
    return Sprt(elo0, elo1, alpha, beta)
