"""`tetrad export`: positions with exact values as a Parquet file with a data sheet."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tetrad.cli.arguments import (
    SEED,
    BadInputError,
    add_game,
    cannot_write,
    check_replaceable,
    complain,
    whole,
)
from tetrad.cli.progress import Bar
from tetrad.language import NEEDS, t, tn
from tetrad.message import Message

COUNT, FIRST_SEED, NODES = 10_000, 1, 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add = parser.add_argument
    add("--count", metavar="N", type=whole(1), default=COUNT, help=f"({COUNT})")
    add("--seed", metavar="S", type=SEED, default=FIRST_SEED, help=f"({FIRST_SEED})")
    add("--out", metavar="FILE", type=Path, help=t("where to, if not GAME.parquet"))
    add("--nodes", metavar="N", type=whole(1), default=NODES,
        help=t("positions to search, at most"))  # fmt: skip
    add("--all", action="store_true", help=t("all positions of Quantik, from its table"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from tetrad.solvers.tables.format import TableError

    out = arguments.out or Path(f"{arguments.game}.parquet")
    check_replaceable(out)
    bar = Bar(sys.stderr)
    try:
        written = _written(arguments, out, bar)
    except TableError as error:
        return complain(error)
    except OSError as error:
        raise cannot_write(out, error) from error
    finally:
        bar.close()
    if not arguments.all and written < arguments.count:
        print(t("there are no more positions to choose from"), file=sys.stderr)
    print(tn("{n} position", "{n} positions", written))
    print(t("Saved to {path}.", path=out))
    return 0


def _written(arguments: argparse.Namespace, out: Path, bar: Bar) -> int:
    try:
        from tetrad.datasets import parquet
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "pyarrow":
            raise
        needed = NEEDS(what="pyarrow", command="pip install 'tetrad[data]'")
        raise BadInputError(needed) from error
    if not arguments.all:
        asked = (arguments.game, arguments.count, arguments.seed, out, arguments.nodes)
        return parquet.export(*asked, report=bar).rows
    if arguments.game != "quantik":
        raise BadInputError(Message("only the positions of Quantik fit into one file"))
    from tetrad.solvers.tables.folder import table_path

    return parquet.export_whole(table_path("quantik"), out, bar).rows
