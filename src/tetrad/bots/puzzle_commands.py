"""The command `tetrad puzzles`: make the puzzles of a game, and prove them again."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tetrad import GAMES
from tetrad.bots.commands import complain

if TYPE_CHECKING:
    from tetrad.bots.puzzles import Collection
    from tetrad.solve.puzzles import Puzzle

WANTED, SEED, MOST_GAMES = 250, 1, 5_000
REPORT_SECONDS = 10


def add_puzzles_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    build = commands.add_parser("build", help="make puzzles from games between bots")
    _add_game(build)
    number = _whole_number
    build.add_argument("--count", metavar="N", type=number, default=WANTED, help=f"({WANTED})")
    build.add_argument("--seed", metavar="S", type=int, default=SEED, help=f"({SEED})")
    build.add_argument("--games", metavar="N", type=number, default=MOST_GAMES, help="at most")
    build.add_argument("--out", metavar="FILE", type=Path, help="where to, if not the game's file")
    build.set_defaults(command=run_build)
    check = commands.add_parser("check", help="prove every puzzle again")
    _add_game(check)
    check.set_defaults(command=run_check)


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", choices=GAMES, help=", ".join(GAMES))


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:9]) >= 1 and len(text) <= 9):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def run_build(arguments: argparse.Namespace) -> int:
    """Writes what was found, also when interrupted."""
    from tetrad.solve.puzzles import path_of, text_of

    out = arguments.out or Path(str(path_of(arguments.game)))
    if not out.parent.is_dir():
        return complain(f"there is no folder {out.parent} to write to")
    chosen = _built(arguments).best()
    out.write_text(text_of(chosen), encoding="utf-8")
    print(f"{counts(chosen)}\nwritten to {out}")
    return 0


def _built(arguments: argparse.Namespace) -> Collection:
    from tetrad.bots.puzzles import Collection, build

    collection, said = Collection(arguments.count), time.monotonic()
    growing = build(arguments.game, arguments.count, arguments.seed, arguments.games)
    try:
        for number, collection in enumerate(growing, 1):
            if time.monotonic() - said > REPORT_SECONDS:
                said = time.monotonic()
                print(f"{number} games: {_shelves(collection)}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("stopped early", file=sys.stderr)
    return collection


def _shelves(collection: Collection) -> str:
    return ", ".join(
        f"{kind} {plies or ''}".rstrip() + f" {len(shelf)}"
        for (kind, plies), shelf in collection.shelves.items()
    )


def counts(chosen: Iterable[Puzzle]) -> str:
    """How many there are of each kind and difficulty, as a small table."""
    chosen = list(chosen)
    kinds = Counter((puzzle.kind, puzzle.plies) for puzzle in chosen)
    lines = [f"{len(chosen)} puzzles   difficulty   1    2    3    4    5"]
    for (kind, plies), number in sorted(kinds.items()):
        grades = Counter(p.difficulty for p in chosen if (p.kind, p.plies) == (kind, plies))
        row = "".join(f"{grades[grade]:5}" for grade in range(1, 6))
        lines.append(f"{kind + f' in {plies} plies':<18}{number:5}   {row}")
    return "\n".join(lines)


def run_check(arguments: argparse.Namespace) -> int:
    """Prints every fault and the counts; status 1 if there is a fault."""
    from tetrad.solve.puzzle_check import check, twins
    from tetrad.solve.puzzles import puzzles

    collection, faults = puzzles(arguments.game), 0
    for puzzle in collection:
        for fault in check(puzzle):
            faults += 1
            print(f"{puzzle.id}: {fault}", flush=True)
    for one, other in twins(collection):
        faults += 1
        print(f"{one} and {other} look alike")
    print(counts(collection))
    print(f"{faults} faults" if faults else "all proven")
    return 1 if faults else 0
