"""`tetrad verify`: a proof that comes with the program, or one in a file, checked move by move."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tetrad.cli.arguments import complain
from tetrad.cli.progress import Bar
from tetrad.language import t
from tetrad.rules import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("certificate", metavar="CERTIFICATE", help=t("a file, or a game"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from tetrad.solvers.proofs.wins import CertificateError, shipped, verify

    named, bar = arguments.certificate, Bar(sys.stderr)
    try:
        for sentence in verify(shipped(named) if named in GAMES else Path(named), bar):
            bar.close()
            print(t(sentence), flush=True)
    except CertificateError as error:
        bar.close()
        return complain(error)
    return 0
