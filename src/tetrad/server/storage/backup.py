"""A database as one file, and back: the same file for SQLite and PostgreSQL, while servers run.

The file is gzip over lines of JSON:

    {"tetrad": "backup", "format": 1, "schema": "0002", "made": "2026-05-01T12:00:00Z"}
    {"table": "matches", "columns": ["id", "summary", ...], "bytes": [], "times": []}
    ["k3v9...", "{...}", ...]                                      one line per row, by primary key
    ...
    {"end": {"matches": 12, "events": 340, ...}, "sha256": "..."}   of everything above

It is written beside its name, read back and checked, and only then put in its place. What is read
is one moment of the database; nobody waits for it. A file is checked to its end before anything is
restored from it, and what is restored is one transaction: all of it, or nothing.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import os
import tempfile
import zlib
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

import msgspec
from sqlalchemy import Column, DateTime, LargeBinary, Table, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tetrad.message import Message, Wording
from tetrad.server.storage.database import engine_for
from tetrad.server.storage.schema import NEWEST, metadata
from tetrad.server.storage.versions import bring_up_to_date

FORMAT = 1
ROWS_AT_A_TIME = 1_000
LONGEST_LINE = 64 * 1024 * 1024
# Also a row whose column, length or number was changed on the way
UNREADABLE = (
    *(EOFError, gzip.BadGzipFile, zlib.error, msgspec.MsgspecError),
    *(LookupError, TypeError, ValueError),
)

# Translators: about a file with a backup
NEWER = Wording("newer-backup", "{path} was made by a newer Tetrad; update Tetrad first")


class BackupError(Exception):
    """Why a file is no backup that can be used."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The rows that follow: of which table, and which columns need more than JSON has."""

    table: str
    columns: list[str]
    bytes: list[str]
    times: list[str]


@dataclass(frozen=True, slots=True)
class Checked:
    """A backup that was read to its end."""

    schema: str
    made: str
    rows: dict[str, int]


async def backup(database: str, path: Path) -> Checked:
    """Writes the whole database to a file."""
    engine = engine_for(database, patient=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as raw:
            await bring_up_to_date(engine)
            await _write(engine, raw)
            raw.flush()
            os.fsync(raw.fileno())
        checked = check(Path(name))
        os.replace(name, path)
        return checked
    finally:
        await engine.dispose()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)


async def _write(engine: AsyncEngine, raw: IO[bytes]) -> None:
    digest, counts = hashlib.sha256(), Counter[str]()
    with gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=6, mtime=0) as file:

        def put(data: Any, *, counted: bool = True) -> None:
            line = msgspec.json.encode(data) + b"\n"
            if counted:
                digest.update(line)
            file.write(line)

        made = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        put({"tetrad": "backup", "format": FORMAT, "schema": NEWEST, "made": made})
        async with _one_moment(engine) as connection:
            for table in metadata.sorted_tables:
                put(_heading(table))
                counts[str(table.name)] = await _put_rows(connection, table, put)
        put({"end": counts, "sha256": digest.hexdigest()}, counted=False)


@contextlib.asynccontextmanager
async def _one_moment(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection to which the database stands still; others go on writing."""
    async with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            await connection.exec_driver_sql("BEGIN")
        else:
            await connection.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        yield connection
        await connection.rollback()


def _heading(table: Table) -> Heading:
    def of(kind: type) -> list[str]:
        return [str(each.name) for each in table.columns if isinstance(each.type, kind)]

    return Heading(str(table.name), of(object), of(LargeBinary), of(DateTime))


async def _put_rows(connection: AsyncConnection, table: Table, put: Callable[[Any], None]) -> int:
    pack = [_packing(column) for column in table.columns]
    ordered = select(table).order_by(*table.primary_key.columns)
    rows = await connection.stream(ordered.execution_options(yield_per=ROWS_AT_A_TIME))
    count = 0
    async for row in rows:
        put([each if how is None else how(each) for how, each in zip(pack, row, strict=True)])
        count += 1
    return count


def _packing(column: Column[Any]) -> Callable[[Any], Any] | None:
    if isinstance(column.type, LargeBinary):
        return lambda value: None if value is None else b64encode(value).decode()
    return None  # numbers, texts, truths and times are JSON already


def check(path: Path) -> Checked:
    """Reads a file to its end; raises BackupError if it is not as it was written."""
    read = lines(path)
    claim: Checked = next(read)
    for _ in read:
        pass
    return claim


def lines(path: Path) -> Iterator[Any]:
    """What the file claims to be (`Checked`), then headings and rows; it is checked on the way."""
    try:
        with gzip.open(path, "rb") as file:
            yield from _lines(path, file)
    except UNREADABLE:
        raise _damaged(path) from None


def _lines(path: Path, file: IO[bytes] | gzip.GzipFile) -> Iterator[Any]:
    digest = hashlib.sha256()
    line = file.readline(LONGEST_LINE)
    claim = _claim(path, line)
    digest.update(line)
    yield claim
    heading, last = None, ("", 0)
    while line := file.readline(LONGEST_LINE):
        data = msgspec.json.decode(line)
        if isinstance(data, dict) and "end" in data:
            if data != {"end": claim.rows, "sha256": digest.hexdigest()} or file.read(1):
                raise _damaged(path)
            return
        digest.update(line)
        if isinstance(data, dict):
            heading = msgspec.convert(data, Heading)
            claim.rows[heading.table] = 0
            yield heading
        elif heading is None or len(data) != len(heading.columns):
            raise _damaged(path)
        else:
            claim.rows[heading.table] += 1
            if heading.table == "events":
                last = _next_event(path, last, unpacked(heading, data))
            yield data
    raise _damaged(path)


def _claim(path: Path, line: bytes) -> Checked:
    data = msgspec.json.decode(line)
    if not isinstance(data, dict) or data.get("tetrad") != "backup":
        raise BackupError(Message("{path} is not a Tetrad backup", path=str(path)))
    if data.get("format") != FORMAT:
        raise BackupError(NEWER(path=str(path)))
    return Checked(str(data.get("schema")), str(data.get("made")), {})


def _next_event(path: Path, last: tuple[str, int], row: dict[str, Any]) -> tuple[str, int]:
    """Match and number of an event, which has to follow the one before."""
    match, seq = row["match_id"], row["seq"]
    if seq != (last[1] + 1 if match == last[0] else 1):
        raise _damaged(path)
    return match, seq


def _damaged(path: Path) -> BackupError:
    return BackupError(Message("{path} is damaged; nothing was restored from it", path=str(path)))


def unpacked(heading: Heading, row: list[Any]) -> dict[str, Any]:
    """A row as the database takes it."""
    values = dict(zip(heading.columns, row, strict=True))
    for name in heading.bytes:
        values[name] = None if values[name] is None else b64decode(values[name])
    for name in heading.times:
        values[name] = None if values[name] is None else datetime.fromisoformat(values[name])
    return values
