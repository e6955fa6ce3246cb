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

if TYPE_CHECKING:
    from tetrad.bots.puzzles import Collection
    from tetrad.solve.puzzles import Puzzle

WANTED, SEED, GAMES_AT_MOST = 250, 1, 5_000
REPORT_SECONDS = 10


def add_puzzles_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    build = commands.add_parser("build", help="make puzzles from games between bots")
    _add_game(build)
    build.add_argument("--count", metavar="N", type=int, default=WANTED, help=f"({WANTED})")
    build.add_argument("--seed", metavar="S", type=int, default=SEED, help="of the games (1)")
    build.add_argument("--games", metavar="N", type=int, default=GAMES_AT_MOST, help="at most")
    build.add_argument("--out", metavar="FILE", help="where to write (the game's own file)")
    build.set_defaults(command=run_build)
    check = commands.add_parser("check", help="prove every puzzle again")
    _add_game(check)
    check.add_argument("--file", metavar="FILE", help="puzzles to check (the game's own)")
    check.set_defaults(command=run_check)


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", choices=GAMES, help=", ".join(GAMES))


def run_build(arguments: argparse.Namespace) -> int:
    """Writes what was found, also when interrupted."""
    from tetrad.bots.puzzles import Collection, build
    from tetrad.solve.puzzles import path_of, text_of

    collection = Collection(arguments.count)
    said = time.monotonic()
    try:
        for number, collection in enumerate(
            build(arguments.game, arguments.count, arguments.seed, arguments.games), 1
        ):
            if time.monotonic() - said > REPORT_SECONDS:
                said = time.monotonic()
                print(f"{number} games: {_shelves(collection)}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("stopped early", file=sys.stderr)
    chosen = collection.best()
    out = Path(arguments.out) if arguments.out else Path(str(path_of(arguments.game)))
    out.write_text(text_of(chosen), encoding="utf-8")
    print(f"{counts(chosen)}\nwritten to {out}")
    return 0


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
    from tetrad.solve.puzzles import parse, puzzles

    text = Path(arguments.file).read_text(encoding="utf-8") if arguments.file else None
    collection = parse(text) if text else puzzles(arguments.game)
    faults = [f"{puzzle.id}: {fault}" for puzzle in collection for fault in check(puzzle)]
    faults += [f"{one} and {other} look alike" for one, other in twins(collection)]
    print("\n".join([*faults, counts(collection)]))
    print(f"{len(faults)} faults" if faults else "all proven")
    return 1 if faults else 0
