"""Writing to an SQLite file: a whole batch in one go, in a thread of its own.

What SQLAlchemy does for every statement, here is done for every batch: that is most of what it cost
to acknowledge a move. Reading stays with SQLAlchemy, and so does writing to other databases.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Executable
from sqlalchemy.dialects.sqlite import dialect

_DIALECT = dialect(paramstyle="named")

# So many seconds others are waited for.
PATIENCE = 5

Rows = list[dict[str, Any]]


class SqliteFile:
    """One connection, used by one thread."""

    def __init__(self, path: str) -> None:
        self.thread = ThreadPoolExecutor(1, "sqlite")
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        prepare(self._connection)

    def write(self, together: Mapping[Executable, Rows]) -> None:
        """All rows in one transaction, which is on the disk when this returns; or none of them."""
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        try:
            for statement, rows in together.items():
                if rows:
                    self._write(statement, rows)
            execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                execute("ROLLBACK")
            raise

    def version(self) -> int:
        """A number that is another one after somebody else has written, and only then."""
        found: int = self._connection.execute("PRAGMA data_version").fetchone()[0]
        return found

    def _write(self, statement: Executable, rows: Rows) -> None:
        text, fixed = _compiled(statement, tuple(rows[0]))
        self._connection.executemany(text, [{**fixed, **row} for row in rows])

    def close(self) -> None:
        self.thread.submit(self._connection.close).result()
        self.thread.shutdown()


@lru_cache(maxsize=64)
def _compiled(statement: Executable, names: tuple[str, ...]) -> tuple[str, dict[str, Any]]:
    """The statement as SQL, and the parameters that it brings along itself."""
    made = statement.compile(dialect=_DIALECT, column_keys=names)  # type: ignore[attr-defined]
    fixed = {name: value for name, value in made.params.items() if name not in names}
    return str(made), fixed


def prepare(connection: Any, _record: object = None) -> None:
    """Readers do not wait for the writer (WAL), and a commit survives a power cut (FULL)."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={PATIENCE * 1000}")
    _log_ahead(cursor)
    for setting in ("synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _log_ahead(cursor: Any) -> None:
    """To WAL. SQLite itself does not wait here for others that open a new file just now."""
    until = monotonic() + PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(0.01)
