"""`tetrad completion`: what a shell needs to complete commands and options, and the manual page."""

from __future__ import annotations

import argparse

from tetrad.language import t

SHELLS = ("bash", "zsh", "fish", "man")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "shell", metavar="SHELL", choices=SHELLS,
        help=t("bash, zsh or fish; or man for the manual page"),
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from tetrad import cli
    from tetrad.cli import shells

    print(shells.SHELLS[arguments.shell](cli._parser()), end="")
    return 0
