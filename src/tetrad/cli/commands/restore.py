"""`tetrad restore`: what is in a backup in the place of what is in the server's database."""

from __future__ import annotations

import argparse
from pathlib import Path

from tetrad.cli.arguments import BadInputError
from tetrad.cli.commands.backup import add_database, usable
from tetrad.language import CANNOT_READ, t, why


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help=t("a file made by 'tetrad backup'"))
    add_database(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    import asyncio

    from tetrad.server.storage.backup import BackupError, check
    from tetrad.server.storage.restore import restore

    path = arguments.file
    try:
        check(path)  # before anything is done to a database
        made = asyncio.run(restore(usable(arguments), path))
    except BackupError as error:
        raise BadInputError(error.args[0]) from error
    except OSError as error:
        raise BadInputError(CANNOT_READ(path=str(path), why=why(error))) from error
    print(t("{matches} games with {events} events restored, as of {made}",
            matches=made.rows["matches"], events=made.rows["events"], made=made.made))  # fmt: skip
    return 0
