"""`tetrad bot`: the engine for other programs, and a check of theirs."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from tetrad.cli.arguments import SEED, BadInputError, add_game, complain, name_a_game, whole
from tetrad.language import t

if TYPE_CHECKING:
    from tetrad.protocol.conformance import Finding


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, nargs="?")
    parser.add_argument("--level", metavar="1-10", type=whole(1, 10), default=10, help="(10)")
    parser.add_argument("--seed", metavar="N", type=SEED, help=t("makes its choices repeatable"))
    parser.add_argument("--memory", metavar="MIB", type=whole(), default=512, help="(512)")
    parser.add_argument("--check", metavar="COMMAND", help=t("test a program against the protocol"))
    parser.add_argument("--json", action="store_true", help=t("the test as one JSON object"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if arguments.check is not None:
        return _check(arguments.check, arguments.json)
    if arguments.game is None:
        raise BadInputError(name_a_game())
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


def _check(command: str, as_json: bool) -> int:
    """Prints the findings as they come; status 1 if there is anything wrong."""
    from tetrad.protocol.conformance import check

    findings = []
    for finding in check(command):
        findings.append(finding)
        if not as_json:
            print(finding.told(), flush=True)
    wrong = sum(finding.wrong is not None for finding in findings)
    if as_json:
        print(
            json.dumps({"command": command, "ok": not wrong, "findings": [*map(_plain, findings)]})
        )
    else:
        print(t("{n} of {total} checks passed", n=len(findings) - wrong, total=len(findings)))
    return 1 if wrong else 0


def _plain(finding: Finding) -> dict[str, Any]:
    wrong = None if finding.wrong is None else str(finding.wrong)
    told = {"what": finding.what, "game": finding.game, "ok": wrong is None, "wrong": wrong}
    return {**told, "stderr": list(finding.errors)}
