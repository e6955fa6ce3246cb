"""`tetrad puzzles`: make the puzzles of a game, and prove them again."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tetrad.cli.arguments import SEED, add_game, check_writable, whole
from tetrad.columns import columns, padded
from tetrad.language import t, tn

if TYPE_CHECKING:
    from tetrad.puzzles.make import Collection
    from tetrad.puzzles.puzzle import Puzzle

WANTED, FIRST_SEED, MOST_GAMES = 250, 1, 5_000
REPORT_SECONDS = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title=t("commands"), metavar="COMMAND", required=True)
    build = commands.add_parser("build", help=t("make puzzles from games between bots"))
    add_game(build)
    build.add_argument("--count", metavar="N", type=whole(1), default=WANTED, help=f"({WANTED})")
    build.add_argument("--seed", metavar="S", type=SEED, default=FIRST_SEED, help=f"({FIRST_SEED})")
    build.add_argument(
        "--games", metavar="N", type=whole(1), default=MOST_GAMES, help=f"({MOST_GAMES})"
    )
    build.add_argument(
        "--out", metavar="FILE", type=Path, help=t("where to, if not the game's file")
    )
    build.add_argument(
        "--keep", action="store_true", help=t("keep the puzzles there are and add what is lacking")
    )
    build.set_defaults(run=run_build)
    check = commands.add_parser("check", help=t("prove every puzzle again"))
    add_game(check)
    check.set_defaults(run=run_check)


def run_build(arguments: argparse.Namespace) -> int:
    """Writes what was found, also when interrupted."""
    from tetrad.puzzles.puzzle import path_of, text_of

    out = arguments.out or Path(str(path_of(arguments.game)))
    check_writable(out)
    chosen = _built(arguments).best()
    out.write_text(text_of(chosen), encoding="utf-8")
    print(counts(chosen))
    print(t("Saved to {path}.", path=out))
    return 0


def _built(arguments: argparse.Namespace) -> Collection:
    from tetrad.puzzles.make import Collection, build
    from tetrad.puzzles.puzzle import puzzles

    kept = puzzles(arguments.game) if arguments.keep else ()
    collection, said = Collection(arguments.count, kept), time.monotonic()
    growing = build(arguments.game, arguments.count, arguments.seed, arguments.games, kept)
    try:
        for number, collection in enumerate(growing, 1):
            if time.monotonic() - said > REPORT_SECONDS:
                said = time.monotonic()
                games = tn("{n} game", "{n} games", number)
                print(f"{games}: {_shelves(collection)}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print(t("stopped early"), file=sys.stderr)
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
    head = tn("{n} puzzle, by difficulty", "{n} puzzles, by difficulty", len(chosen))
    width = max(26, columns(head))
    lines = [padded(head, width) + "".join(f"{grade:5}" for grade in range(1, 6))]
    for (kind, plies), number in sorted(kinds.items()):
        grades = Counter(p.difficulty for p in chosen if (p.kind, p.plies) == (kind, plies))
        row = "".join(f"{grades[grade]:5}" for grade in range(1, 6))
        lines.append(padded(f"{kind} {plies:<12}{number:5}", width) + row)
    return "\n".join(lines)


def run_check(arguments: argparse.Namespace) -> int:
    """Prints every fault and the counts; status 1 if there is a fault."""
    from tetrad.puzzles.check import check, twins
    from tetrad.puzzles.puzzle import puzzles

    collection, faults = puzzles(arguments.game), 0
    for puzzle in collection:
        for fault in check(puzzle):
            faults += 1
            print(f"{puzzle.id}: {t(fault)}", flush=True)
    for one, other in twins(collection):
        faults += 1
        print(t("{one} and {other} look alike", one=one, other=other))
    print(counts(collection))
    print(tn("{n} fault", "{n} faults", faults) if faults else t("all proven"))
    return 1 if faults else 0
