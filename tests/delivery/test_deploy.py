"""The files for operators do what they say: units, the settings, and nginx before two servers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from fastapi import FastAPI

from tests.server.conftest import Server
from tests.server.services import (
    Postgres,
    Redis,
    free_port,
    postgres_server,
    reachable,
    redis_server,
    wait_until,
)
from tetrad.server.run import configured
from tetrad.server.settings import OPTIONS, read

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin:/usr/local/sbin")
NAME = "play.example.org"

needs_nginx = pytest.mark.skipif(
    not (NGINX and shutil.which("openssl")),
    reason="nginx or openssl is not installed (make services)",
)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_the_units_are_right() -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd is not installed")
    units = [*map(str, DEPLOY.glob("*.service")), *map(str, DEPLOY.glob("*.timer"))]
    said = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    ours = [line for line in said.stderr.splitlines() if "tetrad" in line]
    assert [line for line in ours if "/opt/tetrad/.venv/bin/tetrad is not exec" not in line] == []


def variables(text: str) -> dict[str, str]:
    return dict(re.findall(r"\b(TETRAD_[A-Z_]+)=([^\s\\]+)", text))


def test_the_settings_in_the_files_exist() -> None:
    known = {option.variable for option in OPTIONS} | {"TETRAD_DATA"}
    for file in ("tetrad.env", "Containerfile", "tetrad.service"):
        found = variables((DEPLOY / file).read_text())
        assert found.keys() <= known, file
        read({}, found)
    assert read({}, variables((DEPLOY / "Containerfile").read_text())).hosted


def test_every_setting_is_in_the_table() -> None:
    told = (ROOT / "docs" / "operate.md").read_text()
    rows = re.findall(r"^\| `(--[a-z-]+)[^|]*\| `(TETRAD_[A-Z_]+)` \|", told, re.MULTILINE)
    assert rows == [(option.flag, option.variable) for option in OPTIONS]


class Nginx:
    """nginx with the file from `deploy`, its addresses replaced."""

    def __init__(self, folder: Path, servers: list[str]) -> None:
        self.port, plain = free_port(), free_port()
        self.address = f"https://127.0.0.1:{self.port}"
        self._folder = folder
        _certificate(folder)
        text = (DEPLOY / "nginx.conf").read_text()
        listed = "".join(f"    server {each};\n" for each in servers)
        for old, new in (
            (r"^    server 10\.0\.0\.\d+:8000.*\n", ""),
            (r"least_conn;\n", "least_conn;\n" + listed),
            (r"^    listen \[::\]:.*\n", ""),
            (r"listen 80;", f"listen 127.0.0.1:{plain};"),
            (r"listen 443 ", f"listen 127.0.0.1:{self.port} "),
            (r"/etc/letsencrypt/live/play\.example\.org", str(folder)),
            (r"/var/log/nginx", str(folder)),
        ):
            text, count = re.subn(old, new, text, flags=re.MULTILINE)
            assert count, old
        (folder / "tetrad.conf").write_text(text)
        kept = "".join(
            f"{kind}_temp_path {folder}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (folder / "nginx.conf").write_text(
            f"pid {folder}/pid; error_log {folder}/error.log; daemon off; worker_processes 1;\n"
            f"{_told()}\nhttp {{ access_log off;\n{kept} include {folder}/tetrad.conf; }}\n"
        )

    def command(self, *more: str) -> list[str]:
        assert NGINX
        return [NGINX, "-p", str(self._folder), "-e", f"{self._folder}/error.log",
                "-c", f"{self._folder}/nginx.conf", *more]  # fmt: skip

    def start(self) -> None:
        self.process = subprocess.Popen(self.command(), stderr=subprocess.DEVNULL)
        wait_until(lambda: reachable(self.port), "starting nginx")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


def _told() -> str:
    """What the page for operators puts into nginx' own file."""
    (lines,) = re.findall(r"```nginx\n(.*?)```", (ROOT / "docs" / "operate.md").read_text(), re.S)
    return str(lines)


def test_nginx_lets_go_of_a_server_before_the_server_does() -> None:
    (kept,) = re.findall(r"^    keepalive_timeout (\d+)s;$", _upstream(), re.MULTILINE)
    assert int(kept) < configured(FastAPI()).timeout_keep_alive


def _upstream() -> str:
    (found,) = re.findall(r"^upstream tetrad \{(.*?)^\}", (DEPLOY / "nginx.conf").read_text(),
                          re.MULTILINE | re.DOTALL)  # fmt: skip
    return str(found)


def _certificate(folder: Path) -> None:
    command = [
        *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
        *("-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"),
        *("-keyout", f"{folder}/privkey.pem", "-out", f"{folder}/fullchain.pem"),
    ]
    subprocess.run(command, check=True, capture_output=True)


@needs_nginx
def test_nginx_takes_the_file(tmp_path: Path) -> None:
    nginx = Nginx(tmp_path, ["127.0.0.1:1", "127.0.0.1:2"])
    said = subprocess.run(nginx.command("-t"), capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    assert "warn" not in said.stderr


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[Nginx, list[Server]]]:
    """Two servers on one PostgreSQL, joined by Redis, behind nginx with TLS."""
    with postgres_server() as postgres, redis_server() as redis:
        servers = _two(postgres, redis)
        nginx = Nginx(tmp_path, [server.address.removeprefix("http://") for server in servers])
        nginx.start()
        try:
            yield nginx, servers
        finally:
            nginx.stop()
            for server in servers:
                server.stop()


def _two(postgres: Postgres, redis: Redis) -> list[Server]:
    database = postgres.new_database()
    options = ("--port", "0", "--hosted", "--allow-host", NAME, "--redis", redis.url)
    return [Server(database, *options) for _ in range(2)]


@needs_nginx
@pytest.mark.slow
@pytest.mark.anyio
async def test_two_servers_behind_nginx_are_one_site(site: tuple[Nginx, list[Server]]) -> None:
    """Moves reach everybody whichever server takes them; one may die, and play goes on."""
    nginx, servers = site
    trusted = ssl.create_default_context(cafile=str(nginx._folder / "fullchain.pem"))
    live = f"wss://{NAME}:{nginx.port}/api/matches"
    there: Any = {"host": "127.0.0.1", "port": nginx.port, "ssl": trusted}
    async with httpx.AsyncClient(
        base_url=nginx.address, verify=False, timeout=60, headers={"Host": NAME}
    ) as client:
        made = await client.post("/api/matches", json={"game": "quantik"})
        assert made.status_code == 201, made.text
        assert made.headers["strict-transport-security"] == "max-age=31536000"
        assert made.headers["set-cookie"].startswith("__Host-tetrad_player=")
        match = made.json()["id"]
        assert (await client.get("/metrics")).status_code == 404
        assert (await client.get("/api/health", headers={"Host": "x.example"})).status_code == 421
        async with contextlib.AsyncExitStack() as watching:
            opened = [websockets.connect(f"{live}/{match}/events?since=1", **there) for _ in "1234"]
            watchers = [await watching.enter_async_context(each) for each in opened]
            await _play(client, match, ["A@a1", "B@b2", "C@c3", "D@d4"])
            assert [await _hear(watcher, 5) for watcher in watchers] == [[2, 3, 4, 5]] * 4
        servers[0].kill()
        await _play(client, match, ["A@b4", "B@d1"], begin=5)
        async with websockets.connect(f"{live}/{match}/events?since=4", **there) as back:
            assert await _hear(back, 7) == [5, 6, 7]
    log = (nginx._folder / "tetrad.log").read_text()
    assert "127.0.0.1 -" not in log


async def _play(client: httpx.AsyncClient, match: str, moves: list[str], begin: int = 1) -> None:
    """As the app does: where no server has answered, the same again under the same id."""
    for seq, move in enumerate(moves, begin):
        body = {"move": move, "seq": seq, "id": f"move-{seq}"}
        for _ in range(100):
            answer = await client.post(f"/api/matches/{match}/moves", json=body)
            if answer.status_code < 500:
                break
            await asyncio.sleep(0.1)
        assert answer.status_code == 200, answer.text


async def _hear(watcher: websockets.ClientConnection, until: int) -> list[int]:
    heard: list[int] = []
    async with asyncio.timeout(60):
        while not heard or heard[-1] < until:
            event = json.loads(await watcher.recv())
            if "seq" in event and event["kind"] != "ready":
                heard.append(event["seq"])
    return heard
