"""`tetrad verify`: a proof that comes with the program, or one in a file, checked move by move."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tetrad.cli.arguments import complain
from tetrad.cli.progress import Bar
from tetrad.language import t
from tetrad.rules import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("certificate", metavar="CERTIFICATE", help=t("a file, or a game"))
    parser.add_argument("--json", action="store_true", help=t("one JSON object"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from tetrad.solvers.proofs.wins import CertificateError, shipped, verify

    named, bar = arguments.certificate, Bar(sys.stderr)
    proven = []
    try:
        for sentence in verify(shipped(named) if named in GAMES else Path(named), bar):
            bar.close()
            proven.append(str(sentence))
            if not arguments.json:
                print(t(sentence), flush=True)
    except CertificateError as error:
        bar.close()
        if arguments.json:
            print(_json(named, proven, str(error)))
        return complain(error)
    if arguments.json:
        print(_json(named, proven, None))
    return 0


def _json(named: str, proven: list[str], error: str | None) -> str:
    told = {"certificate": named, "ok": error is None, "proven": proven, "error": error}
    return json.dumps(told)
