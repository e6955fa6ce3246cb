"""Programs: tokens, streams, and the thirty lines of the documentation at play."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from starlette.requests import Request

from tests.server.api.test_matches import new, play, refused
from tests.server.conftest import Server, browser
from tests.server.people.test_accounts import PASSWORD, my_games, sign_up
from tetrad.rules import GAMES
from tetrad.server.api.services import Services
from tetrad.server.api.society import programs
from tetrad.server.http.identity import KNOWN, PROGRAM, Visitor
from tetrad.server.http.limits import Buckets, Places, Rate
from tetrad.server.storage.persons import Known

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(300)]

PAGE = Path(__file__).parents[3] / "docs" / "programs.md"
CLIENT = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)


@pytest.fixture(autouse=True)
async def patient(app: FastAPI) -> None:
    services: Services = app.state.services
    services.proof_rate = Buckets(Rate(1e6, 1e6))


async def token_of(client: httpx.AsyncClient, name: str) -> dict[str, Any]:
    await sign_up(client, name, program=True)
    answer = await client.post("/api/me/tokens", json={"name": "at home", "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def bearing(app: FastAPI, secret: str) -> httpx.AsyncClient:
    """A program without cookies."""
    program = browser(app)
    program.headers["Authorization"] = f"Bearer {secret}"
    return program


async def test_a_token_speaks_for_its_account_until_it_is_ended(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    made = await token_of(client, "Engine One")
    async with bearing(app, made["secret"]) as program:
        me = (await program.get("/api/me")).json()["account"]
        assert (me["name"], me["program"]) == ("Engine One", True)
        match = (await new(program, "qomet"))["id"]
        assert await my_games(client) == [match]
        listed = (await client.get("/api/me/tokens")).json()["tokens"]
        assert listed == [made["token"]]
        assert made["secret"] not in str(listed)
        gone = await client.delete(f"/api/me/tokens/{made['token']['id']}")
        assert gone.status_code == 204
        assert (await program.get("/api/me")).json()["account"] is None


async def test_a_token_makes_no_other_that_would_outlive_it(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    made = await token_of(client, "Engine Nine")
    async with bearing(app, made["secret"]) as program:
        refused(await program.post("/api/me/tokens", json={"name": "x"}), 401, "need-account")


async def test_a_person_has_no_tokens_and_a_program_not_too_many(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "No Engine")
    body = {"name": "x", "password": PASSWORD}
    refused(await client.post("/api/me/tokens", json=body), 409, "no-program")
    await token_of(friend, "Engine Two")
    for number in range(9):
        await friend.post("/api/me/tokens", json={**body, "name": f"number {number}"})
    refused(await friend.post("/api/me/tokens", json=body), 409, "too-many-tokens")


async def test_a_move_made_while_a_stream_begins_is_told(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    services: Services = app.state.services
    match = (await new(client, "qomet"))["id"]
    room = await services.lobby.enter(match)
    request = Request({"type": "http", "app": app, "headers": [], "client": ("10.0.0.1", 1)})
    stream = await programs.stream_match(request, services, room, Visitor())
    assert (await play(client, match, "@d4", 1)).status_code == 200
    lines = aiter(stream.body_iterator)
    told = [json.loads(str(await anext(lines))) for _ in range(2)]
    await lines.aclose()  # type: ignore[attr-defined]
    assert (told[0]["seq"], told[1]["seq"], told[1]["kind"]) == (1, 2, "move")


@pytest.mark.parametrize("places", ["sockets", "streams", "streams_of_a_person"])
async def test_an_address_and_a_person_have_so_many_streams(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, places: str
) -> None:
    await sign_up(client, f"Many {places[-9:]}")
    monkeypatch.setattr(app.state.services, places, Places(0))
    match = (await new(client, "qomet"))["id"]
    for path in (f"/api/matches/{match}/stream", "/api/stream"):
        refused(await client.get(path), 429, "too-many")


async def test_who_has_no_account_has_no_games_to_hear_of(client: httpx.AsyncClient) -> None:
    refused(await client.get("/api/stream"), 401, "need-account")
    await new(client, "qomet")
    refused(await client.get("/api/stream"), 401, "need-account")


async def test_a_stream_asks_the_database_only_when_there_is_a_game(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "SECONDS_BETWEEN_SIGNS", 0.3)
    services: Services = app.state.services
    asked, mine = [], services.store.mine

    async def counting(*arguments: Any) -> list[dict[str, Any]]:
        asked.append(arguments)
        return await mine(*arguments)

    monkeypatch.setattr(services.store, "mine", counting)
    await sign_up(client, "Engine Ten")
    me = await services.accounts.named("Engine Ten")
    assert me
    request = Request({"type": "http", "app": app, "headers": [], "client": ("10.0.0.1", 1)})
    told = aiter((await programs.stream_games(request, services, me)).body_iterator)
    assert [await anext(told) for _ in range(5)] == ["\n"] * 5
    assert len(asked) == 1
    matches = [(await new(client, "qomet"))["id"] for _ in range(2)]
    heard = [json.loads(str(await anext(told)))["id"] for _ in matches]
    assert sorted(heard) == sorted(matches)
    assert len(asked) <= 3
    await told.aclose()  # type: ignore[attr-defined]


async def test_a_stream_ends_with_the_token_that_has_opened_it(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    services: Services = app.state.services
    made = await token_of(client, "Engine Eleven")
    me = await services.accounts.named("Engine Eleven")
    assert me
    bearer = [(b"authorization", f"Bearer {made['secret']}".encode())]
    scope = {"type": "http", "app": app, "headers": bearer, "client": ("10.0.0.1", 1)}
    scope |= {KNOWN: Known(me.person, "", stale=False), PROGRAM: True}
    told = aiter((await programs.stream_games(Request(scope), services, me)).body_iterator)
    first = (await new(client, "qomet"))["id"]
    assert json.loads(str(await anext(told)))["id"] == first
    await client.delete(f"/api/me/tokens/{made['token']['id']}")
    await new(client, "qomet")
    with pytest.raises(StopAsyncIteration):
        await anext(told)


async def lines(
    address: str, path: str, client: httpx.AsyncClient
) -> AsyncIterator[dict[str, Any]]:
    """What a stream says, without its signs of life."""
    async with client.stream("GET", address + path) as answer:
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        async for line in answer.aiter_lines():
            if line:
                yield json.loads(line)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    running = Server(tmp_path_factory.mktemp("programs") / "tetrad.db", "--port", "0")
    yield running
    running.stop()


async def test_a_program_of_thirty_lines_joins_and_plays(server: Server, tmp_path: Path) -> None:
    assert CLIENT
    assert len(CLIENT[1].splitlines()) <= 36, "thirty lines and a few empty ones"
    (tmp_path / "client.py").write_text(CLIENT[1])
    async with (
        httpx.AsyncClient(base_url=server.address, timeout=60) as owner,
        httpx.AsyncClient(base_url=server.address, timeout=60) as ada,
    ):
        secret = (await token_of(owner, "Thirty Lines"))["secret"]
        program = await asyncio.create_subprocess_exec(
            sys.executable, "client.py", server.address, secret, "quantik",
            cwd=tmp_path, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        games = lines(server.address, "/api/stream", owner)
        match = await met(ada)
        assert (await anext(games))["id"] == match, "the owner's stream tells of it"
        await games.aclose()  # type: ignore[attr-defined]
        end = await play_to_the_end(server.address, match, ada)
        said, _ = await asyncio.wait_for(program.communicate(), 60)
    assert program.returncode == 0
    assert said.decode().startswith("The game is over")
    assert [player["program"] for player in end["players"].values()].count(True) == 1


async def met(ada: httpx.AsyncClient) -> str:
    """Looks for the game that the program looks for."""
    wish = {"game": "quantik", "clock": {"base": 300, "increment": 3}, "name": "Ada"}
    found = (await ada.post("/api/seeks", json=wish)).json()
    while not found["match"]:
        await asyncio.sleep(0.2)
        found = (await ada.get(f"/api/seeks/{found['id']}")).json()
    return str(found["match"])


async def play_to_the_end(address: str, match: str, ada: httpx.AsyncClient) -> dict[str, Any]:
    chance = random.Random(1)
    state: dict[str, Any] = {}
    async for told in lines(address, f"/api/matches/{match}/stream", ada):
        state |= told
        if state["outcome"]:
            break
        if "position" in told and state["turn"] in state["you"]:
            moves = GAMES["quantik"].parse(state["position"]).legal_moves()
            body = {"move": str(chance.choice(moves)), "seq": state["seq"]}
            answer = await ada.post(f"/api/matches/{match}/moves", json=body)
            assert answer.status_code == 200, answer.text
    return state
