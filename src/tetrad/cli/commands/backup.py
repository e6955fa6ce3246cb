"""The server's database as one file, while it runs: `tetrad backup`; and back: `tetrad restore`."""

from __future__ import annotations

import argparse
from pathlib import Path

from tetrad.cli.arguments import BadInputError, check_replaceable
from tetrad.language import CANNOT_READ, CANNOT_WRITE, t, why
from tetrad.message import Message

# Translators: about a database that cannot be used; the reason follows
CANNOT_USE = "cannot use the database {database}: {why}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help=t("where to write it"))
    add_database(parser)
    parser.set_defaults(run=run)


def add_restore_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help=t("a file made by 'tetrad backup'"))
    add_database(parser)
    parser.set_defaults(run=run_restore)


def add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database", metavar="URL", help=t("a file or URL (one in your data folder)")
    )


def run(arguments: argparse.Namespace) -> int:
    import asyncio

    from tetrad.server.storage.backup import backup

    check_replaceable(arguments.file)
    check_is_there(arguments.database)
    database, path = usable(arguments), arguments.file
    try:
        made = asyncio.run(backup(database, path))
    except OSError as error:
        raise BadInputError(CANNOT_WRITE(path=str(path), why=why(error))) from error
    print(t("{path}: {matches} games with {events} events, checked",
            path=path, matches=made.rows["matches"], events=made.rows["events"]))  # fmt: skip
    return 0


def run_restore(arguments: argparse.Namespace) -> int:
    """What is in a backup in the place of what is in the server's database."""
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


def check_is_there(database: str | None) -> None:
    """Raises BadInputError for the name of a file that is none: an empty one would be made."""
    if database and "://" not in database and not Path(database).exists():
        raise BadInputError(Message(CANNOT_USE, database=database, why=why(FileNotFoundError())))


def usable(arguments: argparse.Namespace) -> str:
    """The database that was named, or the one of `tetrad serve`, brought up to date."""
    from tetrad.server.run import default_database
    from tetrad.server.settings import read
    from tetrad.server.storage.database import aloud, problem_with

    database = read({"database": arguments.database}).database or default_database()
    if problem := problem_with(database):
        raise BadInputError(Message(CANNOT_USE, database=aloud(database), why=problem))
    return database
