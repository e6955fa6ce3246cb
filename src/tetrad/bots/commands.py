"""The commands `tetrad bot` and `tetrad arena`, as far as the command line is concerned."""

from __future__ import annotations

import argparse
import sys

from tetrad import GAMES

BAD_INPUT = 2


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
