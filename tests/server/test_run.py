"""`tetrad serve`: the port, the one line, and the end."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.server.conftest import Server
from tetrad.server import run as serving
from tetrad.server.app import create_app
from tetrad.server.settings import Settings
from tetrad.solvers.tables.folder import data_folder


def test_it_says_where_it_is_and_ends_cleanly(tmp_path: Path) -> None:
    server = Server(tmp_path / "serve.db", "--port", "0")
    assert server.line.startswith("Tetrad is at http://127.0.0.1:")
    assert httpx.get(f"{server.address}/api/health", timeout=60).json()["status"] == "ok"
    assert server.stop() == 0
    assert (server.stdout, server.stderr) == ("", "")


def test_it_may_be_stopped_the_moment_it_has_started(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Then it is still looking up which bots owe a move."""

    async def open_and_close(after: float) -> None:
        app = create_app(str(tmp_path / "serve.db"))
        async with app.router.lifespan_context(app):
            await asyncio.sleep(after)

    for attempt in range(40):
        asyncio.run(asyncio.wait_for(open_and_close(attempt % 8 / 2000), 60))
    assert caplog.records == []


def test_a_port_that_was_asked_for_and_is_taken_is_an_error(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        command = [sys.executable, "-m", "tetrad", "serve", "--port", str(taken.getsockname()[1])]
        command += ["--database", str(tmp_path / "serve.db")]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert "try another --port" in ended.stderr


def test_a_database_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("this is no database, however long it may be" * 99)
    for database in (f"{tmp_path}/text.db", f"{tmp_path}/no/such/folder.db", "what://is/this"):
        with pytest.raises(serving.ServerError) as refused:
            serving.serve(Settings(port=0, database=database))
        assert str(refused.value).startswith(f"cannot use the database {database}: ")
        assert "\n" not in str(refused.value)


def test_without_a_wish_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(serving, "FIRST_PORT", taken.getsockname()[1])
        with serving.listen("127.0.0.1", None) as listening:
            assert listening.getsockname()[1] > taken.getsockname()[1]


def test_games_are_kept_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TETRAD_DATA", str(tmp_path / "data"))
    assert serving.default_database() == str(tmp_path / "data" / "tetrad.db")
    assert (tmp_path / "data").is_dir()


def test_tables_and_games_are_kept_in_the_same_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for chosen in ("", "~/chosen"):
        monkeypatch.setenv("TETRAD_DATA", chosen)
        assert Path(serving.default_database()).parent == data_folder()


def test_games_where_an_earlier_version_has_kept_them_are_still_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TETRAD_DATA", "~/chosen")
    monkeypatch.chdir(tmp_path)
    earlier = Path("~/chosen/tetrad.db")
    earlier.parent.mkdir(parents=True)
    earlier.touch()
    assert serving.default_database() == str(earlier)
    (tmp_path / "home" / "chosen").mkdir(parents=True)
    (tmp_path / "home" / "chosen" / "tetrad.db").touch()
    assert serving.default_database() == str(tmp_path / "home" / "chosen" / "tetrad.db")


def test_addresses_of_every_kind_are_written_as_links() -> None:
    assert serving._host_in_url("::1") == "[::1]"
    assert serving._host_in_url("0.0.0.0") == "localhost"
