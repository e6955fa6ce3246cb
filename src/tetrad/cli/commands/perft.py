"""`tetrad perft`: the leaves of the move tree, counted."""

from __future__ import annotations

import argparse
import json

from tetrad.cli.arguments import BadInputError, add_game, add_position, position_of, whole
from tetrad.cli.waiting import interruptible, say_if_uncompiled
from tetrad.language import NOT_WHOLE, t


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("depth", metavar="DEPTH", type=whole(), help=t("plies to look ahead"))
    add_position(parser)
    parser.add_argument("--json", action="store_true", help=t("one JSON object"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from tetrad.solvers import DEEPEST, perft

    if arguments.depth > DEEPEST:
        raise BadInputError(NOT_WHOLE(text=arguments.depth, least=0, most=DEEPEST))
    position = position_of(arguments)
    say_if_uncompiled()
    leaves = interruptible(lambda: perft(position, arguments.depth))
    told = {"game": arguments.game, "position": str(position), "depth": arguments.depth}
    print(json.dumps({**told, "leaves": leaves}) if arguments.json else leaves)
    return 0
