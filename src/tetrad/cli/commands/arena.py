"""`tetrad arena`: bots against each other, with a bar while they play and a table at the end."""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tetrad.cli.arguments import INTERRUPTED, SEED, complain, number, whole
from tetrad.cli.progress import Bar
from tetrad.language import t
from tetrad.message import Message
from tetrad.position import not_one_of
from tetrad.rules import GAMES

if TYPE_CHECKING:
    from tetrad.arena.arena import Arena
    from tetrad.arena.ratings import Sprt

LADDER = "ladder"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    games = ", ".join(GAMES)
    what = t("{games}; or {ladder}: all levels of the games named after it, or of all games",
             games=games, ladder=LADDER)  # fmt: skip
    add("game", metavar="GAME", choices=[*GAMES, LADDER], help=what)
    add("bots", metavar="BOT", nargs="*", help="level:1-10, instinct, cmd:...")
    add("--games", metavar="N", type=whole(1), default=100, help=t("games per pairing (100)"))
    add("--processes", metavar="N", type=whole(1), default=2, help=t("games at once (2)"))
    add("--time", metavar="S", type=number(0, 3600), default=1.0, help=t("seconds per move (1)"))
    add("--nodes", metavar="N", type=whole(1), help=t("positions to search, at most"))
    add("--plies", metavar="N", type=whole(1), default=200, help=t("plies until a draw (200)"))
    add("--seed", metavar="N", type=SEED, default=1, help=t("seed that chooses the openings (1)"))
    add("--folder", metavar="F", help=t("where results and records are kept"))
    elo = number(-1000, 1000)
    stop = t("stop when one of the two is proven")
    add("--sprt", metavar=("ELO0", "ELO1"), nargs=2, type=elo, help=stop)
    add("--alpha", metavar="P", type=number(0, 1), default=0.05, help="(0.05)")
    add("--beta", metavar="P", type=number(0, 1), default=0.05, help="(0.05)")
    add("--gauntlet", action="store_true", help=t("only the first bot meets all others"))
    add("--json", action="store_true", help=t("one JSON object"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
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
    kept = t("saved in {path}; run the same command to continue", path=arena.folder.path)
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
    from tetrad.arena.arena import run as play

    bar = Bar(sys.stderr)
    try:
        play(arena, processes, lambda arena: bar(len(arena.results), arena.total, _note(arena)))
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        bar.close()
    return 0


def _note(arena: Arena) -> str:
    """How a sequential test stands."""
    return f"LLR {arena.sprt.ratio(arena.pairs(*arena.pairings[0])):+.2f}" if arena.sprt else ""


def _folder(arguments: argparse.Namespace) -> Path:
    return Path(arguments.folder or f"arena/{arguments.game}")


def _arena(arguments: argparse.Namespace, game: str, bots: list[str], folder: Path) -> Arena:
    from tetrad.arena.arena import Arena
    from tetrad.arena.entrants import EntrantError, check_entrant, meet
    from tetrad.arena.game import Terms
    from tetrad.arena.results import Folder

    for text in bots:
        check_entrant(text)
    if len(set(bots)) < max(2, len(bots)):
        raise EntrantError(Message("name at least two bots, each of them once"))
    sprt = _sprt(arguments)
    if sprt and len(bots) != 2:
        raise EntrantError(Message("a test with --sprt is between two bots"))
    for text in bots:
        meet(text, game)
    terms = Terms(game, arguments.time, arguments.plies, arguments.seed, arguments.nodes)
    gauntlet: bool = arguments.gauntlet and game == arguments.game
    return Arena(terms, bots, arguments.games, Folder(folder, terms), sprt, gauntlet)


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
