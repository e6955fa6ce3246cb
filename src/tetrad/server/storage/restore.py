"""A database from a backup, in one transaction, while servers may be running.

Where the tables have the version of the backup, their rows are exchanged; otherwise the tables are
made anew as they were then, filled, and brought up to date. A server that runs finds that its rooms
know more than is written down, and forgets them; whoever plays there is told to load the match
again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, Table, inspect, text
from sqlalchemy.exc import DBAPIError

from tetrad.server.storage import versions
from tetrad.server.storage.backup import (
    NEWER,
    ROWS_AT_A_TIME,
    BackupError,
    Checked,
    Heading,
    check,
    lines,
    unpacked,
)
from tetrad.server.storage.database import engine_for
from tetrad.server.storage.schema import metadata

ATTEMPTS = 5


async def restore(database: str, path: Path) -> Checked:
    """Puts what is in the file in the place of what is in the database."""
    checked = check(path)
    engine = engine_for(database, patient=True)
    try:
        await versions.bring_up_to_date(engine)
        for attempt in range(ATTEMPTS):
            try:
                async with engine.connect() as connection:
                    await connection.run_sync(_restore, path, checked)
                break
            except DBAPIError as error:
                # A server was writing, and each waited for the other: one has to begin anew.
                if "deadlock" not in str(error) or attempt + 1 == ATTEMPTS:
                    raise
    finally:
        await engine.dispose()
    return checked


def _restore(connection: Connection, path: Path, checked: Checked) -> None:
    def work() -> None:
        if checked.schema not in versions.known(connection):
            raise BackupError(NEWER(path=str(path)))
        if checked.schema == versions.version(connection):
            _empty(connection)
        else:
            _drop(connection)
            versions.upgrade(connection, checked.schema)
            _empty(connection)
        _fill(connection, lines(path))
        versions.upgrade(connection)
        # Written anew, it tells servers that run that what they know may be no longer so.
        connection.execute(text(f"UPDATE {versions.VERSIONS} SET version_num = version_num"))

    versions.locked(connection, work)


def _empty(connection: Connection) -> None:
    names = [
        table.name for table in metadata.sorted_tables if inspect(connection).has_table(table.name)
    ]
    if connection.dialect.name != "sqlite":
        connection.execute(text(f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE"))
    for name in reversed(names):
        connection.execute(text(f"DELETE FROM {name}"))


def _drop(connection: Connection) -> None:
    """Everything that is Tetrad's, what newer versions brought included."""
    there = MetaData()
    there.reflect(connection, only=lambda name, _: name in {*metadata.tables, versions.VERSIONS})
    there.drop_all(connection)
    for name in versions.FUNCTIONS if connection.dialect.name != "sqlite" else ():
        connection.execute(text(f"DROP FUNCTION IF EXISTS {name}"))


def _fill(connection: Connection, read: Iterator[Any]) -> None:
    next(read)
    table: Table | None = None
    heading: Heading | None = None
    while some := list(islice(read, ROWS_AT_A_TIME)):
        rows: list[dict[str, Any]] = []
        for each in some:
            if isinstance(each, Heading):
                _insert(connection, table, rows)
                rows, heading = [], each
                table = Table(each.table, MetaData(), autoload_with=connection)
            else:
                assert heading
                rows.append(unpacked(heading, each))
        _insert(connection, table, rows)
    if connection.dialect.name != "sqlite":
        for each in metadata.sorted_tables:
            _count_on(connection, each)


def _insert(connection: Connection, table: Table | None, rows: list[dict[str, Any]]) -> None:
    if table is not None and rows:
        connection.execute(table.insert(), rows)


def _count_on(connection: Connection, table: Table) -> None:
    """PostgreSQL numbers new rows by itself, after the highest that was restored."""
    column = table.autoincrement_column
    if column is not None:
        highest = f"SELECT coalesce(max({column.name}), 0) + 1 FROM {table.name}"
        sequence = f"pg_get_serial_sequence('{table.name}', '{column.name}')"
        connection.execute(text(f"SELECT setval({sequence}, ({highest}), false)"))
