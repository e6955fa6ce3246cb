"""Backup and restore: one file for both databases, checked, all or nothing."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from sqlalchemy import Column, Integer, MetaData, Table, select

from tests.matches.test_log import start
from tests.server.services import Postgres
from tests.server.storage.test_store import OVERVIEW
from tests.server.storage.test_versions import FIRST_TABLES, run
from tetrad.cli import main
from tetrad.matches.log import Event
from tetrad.server.storage.backup import BackupError, backup, check
from tetrad.server.storage.database import engine_for
from tetrad.server.storage.persons import Persons
from tetrad.server.storage.restore import _count_on, restore
from tetrad.server.storage.schema import NEWEST, metadata
from tetrad.server.storage.store import Key, Store

pytestmark = pytest.mark.anyio


async def filled(database: str, matches: int = 3) -> Persons:
    """A database with a few matches."""
    store = Store(database)
    await store.open()
    persons = Persons(store)
    known = await persons.new()
    for number in range(matches):
        log = [*start(), *(Event(seq, "resign", {"by": 1, "é": "\n"}, 2.5) for seq in range(2, 9))]
        keys = [Key(known.person, 1), Key("b" * 32, 2)]
        await store.create(f"m{number}", log, keys, OVERVIEW, None)
    await store.close()
    return persons


async def contents(database: str) -> dict[str, list[tuple[object, ...]]]:
    engine = engine_for(database)
    async with engine.connect() as connection:
        found = {
            table.name: [
                tuple(row)
                for row in await connection.execute(
                    select(table).order_by(*table.primary_key.columns)
                )
            ]
            for table in metadata.sorted_tables
        }
    await engine.dispose()
    return found


@pytest.fixture
def databases(tmp_path: Path, postgres: Postgres) -> dict[str, str]:
    return {"sqlite": str(tmp_path / "one.db"), "postgresql": postgres.new_database()}


@pytest.mark.parametrize(("before", "after"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
async def test_a_backup_moves_between_databases(
    databases: dict[str, str], tmp_path: Path, before: str, after: str
) -> None:
    await filled(databases[before])
    await filled(databases[after], 1)
    made = await backup(databases[before], tmp_path / "tetrad.backup")
    assert (made.schema, made.rows["matches"], made.rows["events"]) == (NEWEST, 3, 24)
    assert await restore(databases[after], tmp_path / "tetrad.backup") == made
    assert await contents(databases[after]) == await contents(databases[before])
    await restore(databases[before], tmp_path / "tetrad.backup")
    assert await contents(databases[after]) == await contents(databases[before])


async def test_a_backup_of_an_earlier_version_is_brought_up_to_date(
    databases: dict[str, str], tmp_path: Path
) -> None:
    """Made by hand: the first version could not make any."""
    head = '{"tetrad":"backup","format":1,"schema":"0001","made":"2026-01-01T00:00:00Z"}\n'
    rows = [
        '{"table":"matches","columns":["id","summary","updated","bot_due","invite"],'
        '"bytes":[],"times":[]}',
        '["old","{}",1.5,false,null]',
        '{"table":"events","columns":["match_id","seq","kind","data","at"],"bytes":[],"times":[]}',
        '["old",1,"start","{}",1.5]',
        '{"table":"keys","columns":["match_id","digest","seat","hidden"],"bytes":[],"times":[]}',
        '["old","aaaa",1,false]',
    ]
    path = tmp_path / "old.backup"
    sign(path, head + "".join(row + "\n" for row in rows), {"matches": 1, "events": 1, "keys": 1})
    for database in databases.values():
        await filled(database)
        await restore(database, path)
        kept = await contents(database)
        assert [row[0] for row in kept["matches"]] == ["old"]
        assert [row[0] for row in kept["persons"]] == ["aaaa"]
        await filled(database, 2)


def sign(path: Path, body: str, rows: dict[str, int]) -> None:
    end = {"end": rows, "sha256": hashlib.sha256(body.encode()).hexdigest()}
    path.write_bytes(gzip.compress((body + json.dumps(end) + "\n").encode()))


def changed(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 64]) + data[at + 1 :]


async def test_a_damaged_file_restores_nothing(tmp_path: Path) -> None:
    """Cut off, changed, or with a line too few, wherever that may be."""
    database, path = str(tmp_path / "one.db"), tmp_path / "tetrad.backup"
    await filled(database)
    await backup(database, path)
    whole, before = path.read_bytes(), await contents(database)
    lines = gzip.decompress(whole).splitlines(keepends=True)

    def differs(data: bytes) -> bool:
        """The last bits of a compressed text may mean nothing."""
        try:
            return gzip.decompress(data) != b"".join(lines)
        except (EOFError, OSError, zlib.error):
            return True

    text = b"".join(lines)
    damaged = [
        *(whole[: len(whole) * part // 10] for part in range(10)),
        *(gzip.compress(changed(text, at), 1) for at in range(0, len(text), 3)),
        *filter(differs, (changed(whole, at) for at in range(20, len(whole), 97))),
        *(gzip.compress(b"".join(lines[:at] + lines[at + 1 :])) for at in range(1, len(lines))),
        gzip.compress(b"".join(lines).replace(b"resign", b"resigN", 1)),
        gzip.compress(b"".join(lines) + b"[]\n"),
        b"",
        b"a text",
    ]
    for data in damaged:
        path.write_bytes(data)
        with pytest.raises(BackupError) as refused:
            await restore(database, path)
        assert "\n" not in str(refused.value)
    assert await contents(database) == before


async def test_a_gap_in_a_log_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "gap.backup"
    body = (
        '{"tetrad":"backup","format":1,"schema":"0001","made":""}\n'
        '{"table":"events","columns":["match_id","seq"],"bytes":[],"times":[]}\n["m",1]\n["m",3]\n'
    )
    sign(path, body, {"events": 2})
    with pytest.raises(BackupError, match="damaged"):
        check(path)


async def test_a_backup_of_a_newer_tetrad_is_refused(tmp_path: Path) -> None:
    database, path = str(tmp_path / "one.db"), tmp_path / "new.backup"
    await filled(database)
    before = await contents(database)
    for format, schema in ((1, "9999"), (2, "0001")):
        sign(path, f'{{"tetrad":"backup","format":{format},"schema":"{schema}","made":""}}\n', {})
        with pytest.raises(BackupError, match=r"was made by a newer Tetrad; update Tetrad first"):
            await restore(database, path)
    assert await contents(database) == before


async def test_a_restore_that_fails_changes_nothing(tmp_path: Path) -> None:
    """The rows are whole and do not fit together."""
    database, path = str(tmp_path / "one.db"), tmp_path / "odd.backup"
    await filled(database)
    before = await contents(database)
    body = (
        f'{{"tetrad":"backup","format":1,"schema":"{NEWEST}","made":""}}\n'
        '{"table":"keys","columns":["match_id","digest","seat","hidden"],"bytes":[],"times":[]}\n'
        '["nowhere","aaaa",1,false]\n'
    )
    sign(path, body, {"keys": 1})
    with pytest.raises(Exception, match="do not fit together"):
        await restore(database, path)
    assert await contents(database) == before


async def test_the_backup_is_one_moment_while_others_write(tmp_path: Path) -> None:
    database, path = str(tmp_path / "one.db"), tmp_path / "tetrad.backup"
    await filled(database, 1)
    store = Store(database)
    await store.open()

    async def play() -> None:
        for seq in range(9, 200):
            await store.append("m0", [Event(seq, "resign", {"by": 1}, 3.0)], OVERVIEW)

    playing = asyncio.ensure_future(play())
    made = [await backup(database, path) for _ in range(5)]
    await playing
    await store.close()
    assert all(each.rows["matches"] == 1 for each in made)
    assert check(path) == made[-1]
    assert not list(tmp_path.glob(".tetrad*"))


async def test_a_database_from_before_versions_can_be_backed_up(tmp_path: Path) -> None:
    database = str(tmp_path / "first.db")
    await run(database, *FIRST_TABLES)
    made = await backup(database, tmp_path / "first.backup")
    assert made.rows["matches"] == 1


def tetrad(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tetrad", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


async def test_the_commands_say_what_they_did_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, path = str(tmp_path / "one.db"), str(tmp_path / "tetrad.backup")
    await filled(database)
    said = tetrad("backup", path, "--database", database)
    assert (said.returncode, said.stdout) == (0, f"{path}: 3 games with 24 events, checked\n")
    said = tetrad("restore", path, "--database", str(tmp_path / "two.db"))
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith("3 games with 24 events restored, as of 20")
    assert await contents(str(tmp_path / "two.db")) == await contents(database)


def test_what_cannot_be_done_is_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text").write_text("a text")
    database = ("--database", str(tmp_path / "one.db"))
    for command, complaint in (
        (("restore", f"{tmp_path}/nowhere", *database), "nowhere cannot be read: "),
        (("restore", f"{tmp_path}/text", *database), "text is damaged"),
        (("backup", f"{tmp_path}/no/folder", *database), "folder cannot be written: "),
        (
            ("backup", f"{tmp_path}/x", "--database", f"{tmp_path}/no/x.db"),
            "cannot use the database",
        ),
    ):
        assert main(command) == 2
        said = capsys.readouterr().err
        assert complaint in said
        assert said.count("\n") == 1


async def test_numbers_go_on_after_those_that_were_restored(postgres: Postgres) -> None:
    numbered = Table("numbered", MetaData(), Column("id", Integer, primary_key=True))
    engine = engine_for(postgres.new_database())
    async with engine.begin() as connection:
        await connection.run_sync(numbered.create)
        await connection.execute(numbered.insert(), [{"id": 7}, {"id": 9}])
        await connection.run_sync(_count_on, numbered)
        added = await connection.execute(numbered.insert().values().returning(numbered.c.id))
        assert added.scalar() == 10
    await engine.dispose()
