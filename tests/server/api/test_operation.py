"""Health, readiness, numbers, and an end that keeps everybody's place."""

from __future__ import annotations

import asyncio
import contextlib
import re
from pathlib import Path

import httpx
import pytest
import websockets
from fastapi import FastAPI

from tests.server.conftest import Server, browser
from tests.server.services import free_port
from tetrad.server.api.services import Services
from tetrad.server.http.errors import TooManyError
from tetrad.server.http.metrics import SECONDS_BETWEEN_MEASUREMENTS
from tetrad.server.settings import Settings
from tetrad.server.storage.database import AwayError

pytestmark = pytest.mark.anyio


async def test_a_server_that_can_work_is_ready(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/health")).json()["status"] == "ok"
    assert (await client.get("/api/ready")).json()["status"] == "ready"


async def test_without_its_database_it_is_there_and_not_ready(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise AwayError

    services: Services = app.state.services
    monkeypatch.setattr(services.store, "read", away)
    answer = await client.get("/api/ready")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "away")
    assert (await client.get("/api/health")).status_code == 200


@contextlib.contextmanager
def told(app: FastAPI, settings: Settings):  # type: ignore[no-untyped-def]
    services: Services = app.state.services
    before, services.settings = services.settings, settings
    yield
    services.settings = before


async def test_numbers_tell_how_many_and_never_who(app: FastAPI) -> None:
    with told(app, Settings(metrics="all")):
        async with browser(app) as client:
            body = {"game": "quantik", "first": {"name": "Ada"}}
            match = (await client.post("/api/matches", json=body)).json()["id"]
            await client.get(f"/api/matches/{match}")
            await client.get("/api/no-such-thing")
            answer = await client.get("/metrics")
    text = answer.text
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    shape = 'route="/api/matches/{match_id}",status="200"'
    assert f'tetrad_requests_total{{method="GET",{shape}}}' in text
    assert 'tetrad_requests_total{method="GET",route="other",status="404"}' in text
    assert "tetrad_request_seconds_bucket" in text
    assert "tetrad_sockets 0.0" in text
    assert "process_resident_memory_bytes" in text
    for name in ("Ada", match, "no-such-thing"):
        assert name not in text


async def test_numbers_are_for_the_computer_itself_unless_told(app: FastAPI) -> None:
    async def asked(host: str, **headers: str) -> int:
        transport = httpx.ASGITransport(app, client=(host, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return (await client.get("/metrics", headers=headers)).status_code

    with told(app, Settings(metrics="local")):
        assert await asked("192.0.2.1") == 404
        assert await asked("127.0.0.1", **{"X-Forwarded-For": "192.0.2.1"}) == 404
        assert await asked("127.0.0.1", Host="play.example.org") == 404
    with told(app, Settings(metrics="off")):
        assert await asked("127.0.0.1") == 404


def test_a_real_server_shows_them_to_its_own_computer_alone(tmp_path: Path) -> None:
    server = Server(tmp_path / "numbers.db", "--port", "0")
    try:
        assert "tetrad_requests_total" in httpx.get(f"{server.address}/metrics", timeout=60).text
        through = {"X-Forwarded-For": "192.0.2.1"}
        assert (
            httpx.get(f"{server.address}/metrics", headers=through, timeout=60).status_code == 404
        )
    finally:
        server.stop()


async def test_a_server_that_stops_keeps_everybodys_place(tmp_path: Path) -> None:
    """Those who watch are told to come back, and what they missed meanwhile is told then."""
    port = free_port()
    options = (tmp_path / "place.db", "--port", str(port))
    server = Server(*options)
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
        match = (await client.post("/api/matches", json={"game": "quantik"})).json()["id"]
        live = f"{server.live}/api/matches/{match}/events?since="
        sockets = [await websockets.connect(f"{live}1") for _ in range(20)]
        moved = client.post(f"/api/matches/{match}/moves", json={"move": "A@a1", "seq": 1})
        seen = [asyncio.ensure_future(_last_seq(socket)) for socket in sockets]
        assert (await moved).status_code == 200
        server.process.terminate()
        assert await asyncio.gather(*seen) == [(2, 1012)] * 20
        await asyncio.to_thread(server.process.wait, 30)
        server._collect()
        again = Server(*options)
        try:
            answer = await client.post(
                f"/api/matches/{match}/moves", json={"move": "B@b2", "seq": 2}
            )
            assert answer.status_code == 200
            async with websockets.connect(f"{live}2") as socket:
                assert '"seq":3' in str(await socket.recv())
        finally:
            again.stop()
    assert server.stderr == ""


async def _last_seq(socket: websockets.ClientConnection) -> tuple[int, int | None]:
    """The number of the last event, and with which code the line was ended."""
    import json

    seq = 1
    async with asyncio.timeout(60):
        with contextlib.suppress(websockets.ConnectionClosed):
            async for text in socket:
                event = json.loads(text)
                seq = max(seq, event.get("seq", 0))
    return seq, socket.close_code


async def test_in_a_siege_the_numbers_tell_what_is_short(app: FastAPI) -> None:
    services: Services = app.state.services
    limit = services.proof_rate
    with pytest.raises(TooManyError):
        limit.take("somebody", limit.rate.burst + 1)
    async with browser(app) as client:
        await client.post("/api/matches", json={"game": "quantik"})
    await asyncio.sleep(2 * SECONDS_BETWEEN_MEASUREMENTS)
    text = services.metrics.text().decode()
    for name in ("loop_lag_seconds_count", "commit_seconds_count"):
        (count,) = re.findall(rf"^tetrad_{name} (.*)$", text, re.MULTILINE)
        assert float(count) > 0
    assert 'tetrad_refusals_total{limit="proof_rate"} 1.0' in text
    assert "tetrad_waiting 0.0" in text
