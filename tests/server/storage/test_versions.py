"""The versions of the tables, from the first on, in SQLite and in PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from tests.matches.test_log import start
from tests.server.services import Postgres
from tetrad.matches.log import Event
from tetrad.server.storage import versions
from tetrad.server.storage.database import NO_URL, aloud, engine_for, problem_with
from tetrad.server.storage.persons import Persons
from tetrad.server.storage.schema import NEWEST, metadata
from tetrad.server.storage.secrets import digest
from tetrad.server.storage.sqlite import prepare
from tetrad.server.storage.store import Overview, Store
from tetrad.server.storage.versions import MIGRATIONS, VersionError
from tetrad.server.storage.writer import SeqTakenError

pytestmark = pytest.mark.anyio

# Of a browser that has played before the update.
COOKIE = "a-cookie-from-before-the-update"
# What Tetrad made before databases had versions, word for word.
FIRST_TABLES = (
    "CREATE TABLE matches (id VARCHAR(16) NOT NULL, summary TEXT NOT NULL, updated FLOAT NOT NULL,"
    " bot_due BOOLEAN NOT NULL, invite VARCHAR(16), PRIMARY KEY (id))",
    "CREATE INDEX ix_matches_bot_due ON matches (bot_due)",
    "CREATE INDEX ix_matches_updated ON matches (updated)",
    "CREATE TABLE events (match_id VARCHAR(16) NOT NULL, seq INTEGER NOT NULL,"
    " kind VARCHAR(16) NOT NULL, data TEXT NOT NULL, at FLOAT NOT NULL,"
    " PRIMARY KEY (match_id, seq), FOREIGN KEY(match_id) REFERENCES matches (id))",
    "CREATE TABLE keys (match_id VARCHAR(16) NOT NULL, digest VARCHAR(32) NOT NULL,"
    " seat INTEGER NOT NULL, hidden BOOLEAN NOT NULL, PRIMARY KEY (match_id, digest, seat),"
    " FOREIGN KEY(match_id) REFERENCES matches (id))",
    "CREATE INDEX keys_of_a_person ON keys (digest)",
    "INSERT INTO matches VALUES ('old', '{\"id\":\"old\"}', 1.5, false, 'code')",
    f"INSERT INTO keys VALUES ('old', '{digest(COOKIE)}', 1, false)",
)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "versions.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


async def run(database: str, *commands: str) -> None:
    engine = engine_for(database)
    async with engine.begin() as connection:
        for command in commands:
            await connection.execute(text(command.replace(":", "\\:")))
    await engine.dispose()


def differences(connection: Connection) -> list[object]:
    made = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(made, metadata))


async def opened(database: str) -> Store:
    store = Store(database)
    await store.open()
    return store


def test_the_steps_are_one_chain_that_ends_with_the_newest() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [NEWEST]


async def test_the_steps_lead_to_the_tables_that_are_used(database: str) -> None:
    await (await opened(database)).close()
    engine = engine_for(database)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_a_database_without_a_version_is_the_first(database: str) -> None:
    await run(database, *FIRST_TABLES)
    store = await opened(database)
    try:
        kept = await store.load("old")
        assert kept
        assert kept.invite == "code"
        known = await Persons(store).of(COOKIE)
        assert known
        assert known.stale
        assert await store.mine(known.person, 10) == [{"id": "old", "you": [1]}]
    finally:
        await store.close()
    engine = engine_for(database)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_a_log_has_no_gaps(database: str) -> None:
    """Whoever knows more than is written down, after a restore for example, adds nothing."""
    store, overview = await opened(database), Overview({})
    try:
        begun = [*start(), Event(2, "resign", {"by": 1}, 2.0)]
        await store.create("m", begun, [], overview, None)
        with pytest.raises(SeqTakenError):
            await store.append("m", [Event(4, "resign", {"by": 1}, 3.0)], overview)
        kept = await store.load("m")
        assert kept
        assert [event.seq for event in kept.events] == [1, 2]
    finally:
        await store.close()


async def test_opening_again_changes_nothing(database: str) -> None:
    for _ in range(3):
        await (await opened(database)).close()


async def test_a_newer_version_is_refused_in_one_sentence(database: str) -> None:
    await (await opened(database)).close()
    await run(database, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(VersionError, match=r"made by a newer Tetrad \(version 9999\); update"):
        await opened(database)
    problem = await asyncio.to_thread(problem_with, database)
    assert problem
    assert "\n" not in problem


@pytest.mark.parametrize("url", ["mysql://x", "oracle://x", "no-such-kind://x"])
def test_what_no_server_can_use_is_said_and_nothing_advised_that_would_not_help(url: str) -> None:
    problem = problem_with(url)
    assert problem is NO_URL


async def test_tables_of_others_are_left_alone(database: str) -> None:
    await run(database, "CREATE TABLE matches (length FLOAT)")
    with pytest.raises(VersionError, match="not Tetrad's; choose another database"):
        await opened(database)


async def test_a_step_that_fails_leaves_everything_as_it_was(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of a change is never left behind, in SQLite neither."""
    await run(database, *FIRST_TABLES)
    monkeypatch.setattr(versions.upgrade, "__defaults__", ("no such step",))
    with pytest.raises(Exception, match="no such step"):
        await opened(database)
    engine = engine_for(database)
    async with engine.connect() as connection:
        names = await connection.run_sync(lambda c: c.dialect.get_table_names(c))
    await engine.dispose()
    assert sorted(names) == ["events", "keys", "matches"]


OPEN = """
import sys
import threading
from tetrad.server.storage.database import problem_with
print("ready", flush=True)
sys.stdin.readline()
sys.exit(problem_with(sys.argv[1]))
"""


def test_servers_that_start_at_once_wait_for_each_other(database: str) -> None:
    starting = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN, database],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for _ in range(3)
    ]  # fmt: skip
    for each in starting:
        assert each.stdout
        assert each.stdout.readline() == "ready\n"
    for each in starting:
        assert each.stdin
        each.stdin.write("\n")
        each.stdin.flush()
    ended = [each.communicate(timeout=100)[1] for each in starting]
    assert [(each.returncode, said) for each, said in zip(starting, ended, strict=True)] == (
        [(0, "")] * 3
    )


def test_a_new_file_that_somebody_else_is_writing_is_waited_for(tmp_path: Path) -> None:
    """SQLite refuses to change the kind of log at once, however long it may wait."""
    others = sqlite3.connect(tmp_path / "new.db", isolation_level=None, check_same_thread=False)
    others.execute("BEGIN IMMEDIATE")
    ending = threading.Timer(0.3, others.execute, ["COMMIT"])
    ending.start()
    own = sqlite3.connect(tmp_path / "new.db")
    prepare(own)
    assert own.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    ending.join()


async def test_a_database_in_memory_has_tables_too() -> None:
    store = await opened(":memory:")
    assert await store.leases.due(1e12) == []
    await store.close()


def test_references_are_kept_after_the_steps(tmp_path: Path) -> None:
    """They are not looked at while a table is replaced, and are again from then on."""
    assert problem_with(str(tmp_path / "kept.db")) is None
    with closing(sqlite3.connect(tmp_path / "kept.db")) as file:
        assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert file.execute("SELECT version_num FROM alembic_version").fetchall() == [(NEWEST,)]


def test_a_database_that_does_not_answer_is_told_without_its_password(postgres: Postgres) -> None:
    wrong = f"postgresql://tetrad:se%20cret@127.0.0.1:{postgres.port}/nowhere"
    problem = problem_with(wrong)
    assert problem
    assert "nowhere" in problem
    assert "\n" not in problem
    assert "cret" not in problem + aloud(wrong)
    assert aloud(wrong) == f"postgresql://tetrad:***@127.0.0.1:{postgres.port}/nowhere"
    assert problem_with("postgresql://tetrad@127.0.0.1:1/nowhere")
    assert aloud("postgresql://a:secret@host:port/x") == "postgresql://..."
    assert aloud("games.db") == "games.db"
