"""The log: lines or JSON, what went wrong and where, never about whom."""

from __future__ import annotations

import json
import logging
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.server.conftest import Server
from tests.server.services import free_port, postgres_server
from tetrad.server.logs import JsonLines, Lines

NAME, PASSWORD = "Ada-the-secret-name", "s3cret-passw0rd"


def fail() -> logging.LogRecord:
    """An error that quotes what nobody else should read."""
    try:
        try:
            raise ValueError(f"invalid input for $1: {NAME!r}")
        except ValueError as error:
            raise RuntimeError(f"[parameters: {NAME}]") from error
    except RuntimeError:
        told = sys.exc_info()
    return logging.LogRecord("tetrad.server", logging.ERROR, "", 1, "it %s", ("failed",), told)


def test_a_line_tells_kinds_and_places_and_no_more() -> None:
    line = Lines().format(fail())
    assert line.splitlines()[0].endswith(" ERROR tetrad.server: it failed")
    assert "RuntimeError from ValueError" in line
    assert "test_logs.py" in line
    assert NAME not in line


def test_json_is_one_object_a_line() -> None:
    line = JsonLines().format(fail())
    assert "\n" not in line
    data = json.loads(line)
    assert set(data) == {"time", "level", "logger", "message", "error", "where"}
    assert (data["level"], data["message"]) == ("error", "it failed")
    assert NAME not in line
    plain = logging.LogRecord("tetrad", logging.INFO, "", 1, "fine", (), None)
    assert set(json.loads(JsonLines().format(plain))) == {"time", "level", "logger", "message"}


def test_what_the_system_says_is_told() -> None:
    try:
        Path("/nowhere/at/all").read_text()
    except OSError:
        told = sys.exc_info()
    record = logging.LogRecord("tetrad", logging.ERROR, "", 1, "no", (), told)
    assert "FileNotFoundError: No such file or directory" in Lines().format(record)


def test_neither_names_nor_passwords_are_printed_when_the_database_goes(tmp_path: Path) -> None:
    """A real PostgreSQL, killed while somebody creates matches, and started again."""
    with postgres_server() as postgres:
        database = postgres.new_database()
        url = database.replace("tetrad@", f"tetrad:{PASSWORD}@")
        server = Server(url, "--port", "0", "--log", "json")
        try:
            body = {"game": "quantik", "first": {"name": NAME}}
            with httpx.Client(base_url=server.address, timeout=60) as client:
                assert client.post("/api/matches", json=body).status_code == 201
                assert client.get("/api/ready").status_code == 200
                postgres.stop(signal.SIGQUIT)
                answer = client.post("/api/matches", json=body)
                assert answer.status_code == 503
                assert client.get("/api/ready").status_code == 503
                assert client.get("/api/health").status_code == 200
                postgres.start()
                _wait_until_ready(client)
                assert client.post("/api/matches", json=body).status_code == 201
        finally:
            server.stop()
    assert server.stderr
    for line in server.stderr.splitlines():
        assert set(json.loads(line)) >= {"time", "level", "logger", "message"}
    for secret in (NAME, PASSWORD, "INSERT", "parameters"):
        assert secret not in server.stderr


def _wait_until_ready(client: httpx.Client) -> None:
    import time

    until = time.monotonic() + 60
    while client.get("/api/ready").status_code != 200:
        assert time.monotonic() < until
        time.sleep(0.1)


@pytest.mark.parametrize("command", [("serve",), ("backup", "games.backup")])
def test_a_database_that_cannot_be_reached_is_named_without_its_password(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    url = f"postgresql://tetrad:{PASSWORD}@127.0.0.1:{free_port()}/games"
    said = subprocess.run(
        [sys.executable, "-m", "tetrad", *command, "--database", url],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert said.returncode == 2
    assert said.stderr.count("\n") == 1
    assert PASSWORD not in said.stderr
    assert "tetrad:***@127.0.0.1" in said.stderr
    assert not list(tmp_path.iterdir())
