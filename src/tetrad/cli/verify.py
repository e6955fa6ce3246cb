"""`tetrad verify`: a proof that comes with the program, or one in a file, checked move by move."""

from __future__ import annotations

import argparse
from pathlib import Path

from tetrad.cli.arguments import complain
from tetrad.language import t
from tetrad.rules import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("certificate", metavar="CERTIFICATE", help=t("a file, or a game"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from tetrad.solvers.proofs.wins import CertificateError, shipped, verify

    named = arguments.certificate
    try:
        for sentence in verify(shipped(named) if named in GAMES else Path(named)):
            print(t(sentence), flush=True)
    except CertificateError as error:
        return complain(error)
    return 0
