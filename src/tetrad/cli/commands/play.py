"""`tetrad play`: a game in the terminal, against a bot or a second person."""

from __future__ import annotations

import argparse

from tetrad.cli.arguments import add_game, add_position, complain
from tetrad.language import t

SEATS = ("human", *map(str, range(1, 11)), "instinct")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, nargs="?")
    for seat, who in (("first", "human"), ("second", "3")):
        parser.add_argument(
            f"--{seat}", metavar="WHO", choices=SEATS, default=who,
            help=f"{{human,1-10,instinct}} ({who})",
        )  # fmt: skip
    add_position(parser)
    parser.add_argument("--load", metavar="FILE", help=t("Go on with a recorded game"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from tetrad.terminal.files import RecordFileError
    from tetrad.terminal.setup import SetupError, play

    seats = (arguments.first, arguments.second)
    try:
        play(arguments.game, *seats, start=arguments.position, load=arguments.load)
    except (RecordFileError, SetupError) as error:
        return complain(error)
    return 0
