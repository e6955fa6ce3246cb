"""Which database: a file or a URL, how to reach it, and what may be said about it aloud."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from socket import gethostname
from typing import Any

from sqlalchemy import event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tetrad.language import NEEDS
from tetrad.matches.refusals import RefusedError
from tetrad.message import Message, Wording
from tetrad.server.storage.secrets import digest
from tetrad.server.storage.sqlite import prepare
from tetrad.server.storage.versions import VersionError, bring_up_to_date

log = logging.getLogger("tetrad.server")

SECONDS_TO_CONNECT = 10
SECONDS_TO_ANSWER = 10
SECONDS_BETWEEN_COMPLAINTS = 5.0
DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
}
PACKAGES = {driver.partition("+")[2] for driver in DRIVERS.values()}

# A cluster has a number of its own, and so has each database in it, whatever its address.
_INSTALLATION = text(
    "SELECT concat(system_identifier, ' ', oid) FROM pg_control_system(), pg_database"
    " WHERE datname = current_database()"
)

# Translators: said of the database, after its name and a colon
NO_URL = Message("that is neither a file nor a URL like postgresql://user@host/name")
NO_ANSWER = Message("it does not answer")


# Translators: the answer to any request while the server's database does not answer
AWAY = Wording(
    "away", "the games cannot be reached right now; they are safe, try again in a moment"
)


class AwayError(RefusedError):
    """The database does not answer, or cannot write."""

    def __init__(self) -> None:
        super().__init__(AWAY())


@contextmanager
def answering() -> Iterator[None]:
    """Says of every failure of the database that it is away, and in the log why."""
    try:
        yield
    except (IntegrityError, sqlite3.IntegrityError):
        raise
    except Exception as error:
        if not _is_of_the_database(error):
            raise
        _complain(error)
        raise AwayError from error


def _complain(error: Exception) -> None:
    """Everybody who asks meets the same problem; the log needs it now and then."""
    global _complained
    if time.monotonic() > _complained + SECONDS_BETWEEN_COMPLAINTS:
        _complained = time.monotonic()
        log.warning("the database does not answer: %s", _kind(error))


_complained = float("-inf")


def _is_of_the_database(error: Exception) -> bool:
    known = isinstance(error, (SQLAlchemyError, sqlite3.Error, OSError, TimeoutError))
    return known or type(error).__module__.startswith("asyncpg.")


def _kind(error: BaseException) -> str:
    """What went wrong, in one word: no name, no statement."""
    return type(getattr(error, "orig", None) or error).__name__


def async_url(database: str) -> str:
    """The URL SQLAlchemy needs; a plain file name is an SQLite database."""
    if "://" not in database:
        return f"sqlite+aiosqlite:///{database}"
    scheme, rest = database.split("://", 1)
    return f"{DRIVERS.get(scheme, scheme)}://{rest}"


def aloud(database: str) -> str:
    """The name of a database without the password in it."""
    if "://" not in database:
        return database
    try:
        return make_url(database).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return database.partition("://")[0] + "://..."


def engine_for(
    database: str, process: str = "tetrad", *, patient: bool = False, **options: Any
) -> AsyncEngine:
    """What was written, a name or a digest, is in no error and no log.

    Somebody waits for each answer, so that one that does not come is an error after a while; who is
    patient moves many rows at once.
    """
    url = async_url(database)
    if url.startswith("postgresql+asyncpg:"):
        options = {
            "connect_args": _patience(process, patient=patient),
            "pool_pre_ping": True,
            **options,
        }
    engine = create_async_engine(url, hide_parameters=True, **options)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", prepare)
    return engine


async def installation(engine: AsyncEngine) -> str:
    """A name for what one database serves: the same from everywhere, and no other has it."""
    if engine.dialect.name == "sqlite":
        return digest(f"{gethostname()} {Path(engine.url.database or '').resolve()}")
    with answering():
        async with engine.connect() as connection:
            return digest(await connection.scalar(_INSTALLATION))


def _patience(process: str, *, patient: bool) -> dict[str, Any]:
    """A line that is dead is noticed; by their names processes know of each other."""
    return {
        "timeout": SECONDS_TO_CONNECT,
        "command_timeout": None if patient else SECONDS_TO_ANSWER,
        "server_settings": {"application_name": process},
    }


def problem_with(database: str) -> str | None:
    """Brings the tables up to date; why this database cannot be used, in one line, or None."""
    try:
        asyncio.run(_prepare(database))
    except ImportError as error:
        if error.name not in PACKAGES:
            return NO_URL
        return NEEDS(what=error.name, command=f"pip install {error.name}")
    except (ArgumentError, ValueError):
        return NO_URL
    except VersionError as error:
        return error.message
    except TimeoutError:
        return NO_ANSWER
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        return _first_line(error)
    except Exception as error:
        if type(error).__module__.startswith("asyncpg."):  # no such database, wrong password
            return _first_line(error)
        raise
    return None


async def _prepare(database: str) -> None:
    engine = engine_for(database, patient=True)
    if engine.dialect.name == "sqlite":
        with closing(sqlite3.connect(engine.url.database or ":memory:")) as file:
            file.execute("BEGIN IMMEDIATE")
    try:
        async with asyncio.timeout(SECONDS_TO_CONNECT), engine.connect():
            pass
        await bring_up_to_date(engine)
    finally:
        await engine.dispose()


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]
