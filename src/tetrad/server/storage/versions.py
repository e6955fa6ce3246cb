"""The version of a database's tables, and the steps to the newest one.

A database that an earlier Tetrad has made has tables and says no version: it has the first. One
that says a version nobody here knows comes from a newer Tetrad, and is left alone. The steps are
one transaction, behind a lock: of several servers that start at once one takes them, and the others
wait.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

from tetrad.message import Message
from tetrad.server.storage.schema import NEWEST
from tetrad.server.storage.sqlite import prepare

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
FIRST = "0001"
# The columns by which the tables of a Tetrad that told no version are known.
FIRST_TABLES = {
    "matches": {"id", "summary", "updated", "bot_due", "invite"},
    "events": {"match_id", "seq", "kind", "data", "at"},
    "keys": {"match_id", "digest", "seat", "hidden"},
}
VERSIONS = "alembic_version"
# What PostgreSQL keeps besides tables.
FUNCTIONS = ("events_without_gaps",)
# Any number will do for PostgreSQL's lock, as long as it is always the same.
LOCK = 0x7E7AD
SECONDS_TO_WAIT = 60


class VersionError(Exception):
    """Why the tables of a database cannot be used."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


async def bring_up_to_date(engine: AsyncEngine) -> None:
    """Makes the tables, or changes those that are there into what this version works with."""
    async with engine.connect() as connection:
        if await connection.run_sync(version) == NEWEST:
            return
    async with engine.connect() as connection:
        await connection.run_sync(lambda sync: locked(sync, lambda: upgrade(sync)))


def version(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSIONS):
        return None
    found: str | None = connection.scalar(text(f"SELECT version_num FROM {VERSIONS}"))
    return found


def locked(connection: Connection, work: Callable[[], None]) -> None:
    """One transaction, beside which nobody else changes the tables."""
    connection.rollback()
    if connection.dialect.name == "sqlite":
        _locked_in_sqlite(connection, work)
    else:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        work()
        connection.commit()


def _locked_in_sqlite(connection: Connection, work: Callable[[], None]) -> None:
    """A step may replace a table that others refer to: references are checked at the end."""
    command = connection.exec_driver_sql
    command("PRAGMA foreign_keys=OFF")
    command(f"PRAGMA busy_timeout={SECONDS_TO_WAIT * 1000}")
    connection.commit()
    command("BEGIN IMMEDIATE")
    try:
        work()
        if command("PRAGMA foreign_key_check").first():
            raise VersionError(Message("its tables do not fit together; restore a backup"))
        connection.commit()
    finally:
        connection.rollback()
        prepare(connection.connection)


def known(connection: Connection) -> set[str]:
    """The versions there are steps to."""
    from alembic.script import ScriptDirectory

    steps = ScriptDirectory.from_config(_config(connection)).walk_revisions()
    return {each.revision for each in steps}


def upgrade(connection: Connection, to: str = NEWEST) -> None:
    """Takes the steps from the version that the tables have."""
    from alembic import command

    config, now = _config(connection), version(connection)
    if now is None and _is_first(connection):
        command.stamp(config, FIRST)
    elif now is not None and now not in known(connection):
        raise VersionError(
            Message("it was made by a newer Tetrad (version {version}); update Tetrad first",
                    version=now)
        )  # fmt: skip
    command.upgrade(config, to)


def _config(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _is_first(connection: Connection) -> bool:
    """Whether the tables of the first version are there; others of these names are refused."""
    found = inspect(connection)
    there = {name for name in FIRST_TABLES if found.has_table(name)}
    if not there:
        return False
    for name, columns in FIRST_TABLES.items():
        if name not in there or {column["name"] for column in found.get_columns(name)} != columns:
            raise VersionError(
                Message("it holds tables that are not Tetrad's; choose another database")
            )
    return True
