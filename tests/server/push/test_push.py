"""Whose turn it is in a game of days is told once a turn, by a push service on this computer."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import func, select, update

from tests.server.api.test_matches import act, new, play, refused
from tests.server.conftest import browser
from tests.server.people.test_accounts import PASSWORD, sign_in, sign_up
from tests.server.push.conftest import quiet, started, subscribe
from tests.server.push.service import Device, Service, signed
from tetrad.position import Player
from tetrad.server.push import nudges
from tetrad.server.rooms.room import Watcher
from tetrad.server.storage import schema
from tetrad.server.storage.backup import backup
from tetrad.server.storage.restore import restore
from tetrad.server.storage.retention import Retention

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("soon"), pytest.mark.timeout(120)]

DAYS = {"days": 3}


async def begun(client: httpx.AsyncClient, friend: httpx.AsyncClient, **more: Any) -> str:
    """Ada has the first move; Grace was invited."""
    wish = {"first": {"name": "Ada"}, "invite": "second", "clock": DAYS, **more}
    made = await new(client, "qomet", **wish)
    joining = {"code": made["invite"], "name": "Grace"}
    answer = await friend.post(f"/api/matches/{made['id']}/join", json=joining)
    assert answer.status_code == 200, answer.text
    return str(made["id"])


async def count(app: FastAPI, table: Any) -> int:
    rows = await app.state.services.store.read(select(func.count()).select_from(table), {})
    return int(rows[0][0])


async def test_who_is_to_move_is_told_once(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, service: Service
) -> None:
    phone, laptop, graces = (service.device(each) for each in ("phone", "laptop", "grace"))
    await subscribe(friend, graces, "de")
    match = await begun(client, friend)
    await quiet(service, 0)
    for each in (phone, laptop):
        await subscribe(client, each)
    assert (await play(client, match, "@d4", 2)).status_code == 200
    await quiet(service, 1)
    path, headers, body = service.posted[0]
    told = graces.read(body)
    assert (path, headers["topic"], told["tag"]) == ("/grace", match, match)
    assert (told["url"], told["lang"], told["turns"]) == (f"/match/{match}", "de", 1)
    assert told["title"].startswith("Qomet")
    assert "Ada" in told["body"]
    assert 3 * 86_400 - 60 < int(headers["ttl"]) <= 3 * 86_400
    assert (await play(friend, match, "@a1", 3)).status_code == 200
    await quiet(service, 3)
    by_path = {path: body for path, _, body in service.posted[1:]}
    assert phone.read(by_path["/phone"]) == laptop.read(by_path["/laptop"]) == {
        "title": "Qomet: Your turn",
        "body": "You against Grace · 3 days left",
        "tag": match,
        "url": f"/match/{match}",
        "lang": "en",
        "dir": "ltr",
        "turns": 1,
    }  # fmt: skip


async def test_the_key_that_signs_is_the_one_browsers_are_given(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, service: Service
) -> None:
    given = (await client.get("/api/push")).json()["key"]
    await subscribe(client, service.device("ada"))
    await begun(client, friend)
    await service.wait_for(1)
    assert signed(service.posted[0][1]["authorization"])[1] == given


async def test_a_game_that_begins_is_told_and_a_game_without_days_is_not(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, service: Service
) -> None:
    await subscribe(client, service.device("ada"))
    for clock in (None, {"base": 300, "increment": 3}):
        match = await begun(client, friend, clock=clock)
        assert (await play(client, match, "@d4", 2)).status_code == 200
        assert (await play(friend, match, "@a1", 3)).status_code == 200
    await quiet(service, 0)
    await begun(client, friend)
    await quiet(service, 1)


async def test_who_watches_is_not_told(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient, service: Service
) -> None:
    lobby = app.state.services.lobby
    await subscribe(friend, service.device("grace"))
    match = await begun(client, friend)
    room = await lobby.enter(match)
    watcher = Watcher(frozenset({Player.SECOND}))
    await lobby.watch(room, watcher, room.standing.seq)
    assert (await play(client, match, "@d4", 2)).status_code == 200
    await quiet(service, 0)
    assert (await play(friend, match, "@a1", 3)).status_code == 200
    watcher.heard -= 60  # the phone is in a pocket, the line still there
    assert (await play(client, match, "@d5", 4)).status_code == 200
    await quiet(service, 1)


async def test_words_between_players_are_no_new_turn(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, service: Service
) -> None:
    await subscribe(client, service.device("ada"))
    match = await begun(client, friend)
    await quiet(service, 1)
    assert (await act(friend, match, "say", phrase="good-luck")).status_code == 200
    assert (await act(friend, match, "draw")).status_code == 200
    await quiet(service, 1)
    assert (await act(friend, match, "resign")).status_code == 200
    await quiet(service, 1)


async def test_nothing_is_lost_or_told_twice_over_a_restart(
    database: str, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with started(database) as app, browser(app) as ada, browser(app) as grace:
        monkeypatch.setattr(nudges, "SECONDS_BEFORE_TELLING", 1.0)
        await subscribe(ada, service.device("ada"))
        given = (await ada.get("/api/push")).json()["key"]
        await begun(ada, grace)
    assert service.posted == []
    await asyncio.sleep(1.0)
    async with started(database):
        await quiet(service, 1)
    async with started(database) as app, browser(app) as ada:
        await quiet(service, 1)
        assert (await ada.get("/api/push")).json()["key"] == given
    assert signed(service.posted[0][1]["authorization"])[1] == given


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_of_several_processes_one_tells(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str, service: Service
) -> None:
    database = str(tmp_path / "several.db")
    if kind == "postgresql":
        database = request.getfixturevalue("postgres").new_database()
    async with (
        started(database) as app, started(database), started(database),
        browser(app) as ada, browser(app) as grace,
    ):  # fmt: skip
        await subscribe(ada, service.device("ada"))
        for _ in range(5):
            await begun(ada, grace)
        await quiet(service, 5)
        assert len({headers["topic"] for _, headers, _ in service.posted}) == 5


async def test_a_reminder_comes_when_a_quarter_of_the_time_is_left(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient, service: Service
) -> None:
    store = app.state.services.store
    await subscribe(client, service.device("ada"))
    match = await begun(client, friend, clock={"days": 1})
    await quiet(service, 1)
    (row,) = await store.read(select(schema.nudges), {})
    assert row.kind == "reminder"
    assert row.at == pytest.approx(time.time() + 18 * 3600, abs=30)
    await store.write([(update(schema.nudges).values(at=0.0), [{}])])
    await quiet(service, 2)
    assert [headers["urgency"] for _, headers, _ in service.posted] == ["normal", "high"]
    assert {headers["topic"] for _, headers, _ in service.posted} == {match}
    assert await count(app, schema.nudges) == 0


async def test_a_browser_that_is_gone_is_forgotten(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient, service: Service
) -> None:
    service.statuses = [410]
    await subscribe(client, service.device("ada"))
    match = await begun(client, friend)
    await quiet(service, 1)
    assert await count(app, schema.subscriptions) == 0
    assert (await play(client, match, "@d4", 2)).status_code == 200
    assert (await play(friend, match, "@a1", 3)).status_code == 200
    await quiet(service, 1)


async def test_a_service_that_is_away_is_tried_again(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient, service: Service
) -> None:
    service.statuses = [503, 503]
    await subscribe(client, service.device("ada"))
    await begun(client, friend)
    await quiet(service, 3)
    assert await count(app, schema.subscriptions) == 1


async def test_who_switches_it_off_is_told_nothing(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient, service: Service
) -> None:
    device = service.device("ada")
    await subscribe(client, device)
    ended = {"endpoint": device.endpoint}
    answer = await friend.request("DELETE", "/api/push", json=ended)
    assert answer.status_code == 204
    assert await count(app, schema.subscriptions) == 1, "somebody else's stays"
    assert (await client.request("DELETE", "/api/push", json=ended)).status_code == 204
    await begun(client, friend)
    await quiet(service, 0)


async def test_the_same_browser_counts_once_and_ten_are_enough(
    app: FastAPI, client: httpx.AsyncClient, service: Service
) -> None:
    again = service.device("again")
    for language in ("en", "fr", None):
        await subscribe(client, again, language)
    assert await count(app, schema.subscriptions) == 1
    for number in range(12):
        await subscribe(client, service.device(str(number)))
    (row, *_), total = await all_of(app), await count(app, schema.subscriptions)
    assert total == 10
    assert row.endpoint.endswith("/2"), "the oldest went first"


async def all_of(app: FastAPI) -> list[Any]:
    ordered = select(schema.subscriptions).order_by(schema.subscriptions.c.made)
    return list(await app.state.services.store.read(ordered, {}))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"endpoint": "ftp://push.example.net/a"}, "bad-endpoint"),
        ({"endpoint": "https://" + "a" * 2000}, "shape"),
        ({"keys": {"p256dh": "AAAA", "auth": "AAAA"}}, "shape"),
        ({"keys": {"p256dh": "ä", "auth": "\x00"}}, "shape"),
        ({"keys": {}}, "shape"),
    ],
)
async def test_what_is_no_subscription_is_refused(
    app: FastAPI, client: httpx.AsyncClient, service: Service, change: dict[str, Any], code: str
) -> None:
    body = service.device("a").subscription() | change
    answer = await client.post("/api/push", json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]["code"] in (code, "validation", "invalid")
    assert await count(app, schema.subscriptions) == 0


async def test_inner_addresses_are_refused_unless_the_operator_tests(
    tmp_path: Path, service: Service
) -> None:
    async with started(str(tmp_path / "on.db"), push="on") as app, browser(app) as ada:
        for endpoint in (service.address, "https://127.0.0.1/a", "https://169.254.169.254/a"):
            body = Device(endpoint).subscription()
            refused(await ada.post("/api/push", json=body), 422, "bad-endpoint")
    assert service.posted == []


async def test_an_operator_may_send_nothing(tmp_path: Path, service: Service) -> None:
    async with started(str(tmp_path / "off.db"), push="off") as app, browser(app) as ada:
        assert (await ada.get("/api/push")).json() == {"key": None}
        body = service.device("a").subscription()
        refused(await ada.post("/api/push", json=body), 404, "no-push")


async def test_an_account_exports_moves_and_forgets_its_browsers(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient, service: Service
) -> None:
    name, laptop, phone = f"Ada {token_hex(4)}", service.device("laptop"), service.device("phone")
    await sign_up(client, name)
    await subscribe(client, laptop)
    await subscribe(friend, phone, "it")
    assert (await sign_in(friend, name)).status_code == 200
    told = (await client.get("/api/me/export")).json()["push"]
    assert [(each["endpoint"], each["language"]) for each in told] == [
        (laptop.endpoint, "en"),
        (phone.endpoint, "it"),
    ]
    assert (await friend.delete("/api/sessions")).status_code == 204
    assert await count(app, schema.subscriptions) == 0, "who is signed out is told nothing"
    await subscribe(friend, phone)
    proof = {"password": PASSWORD}
    assert (await friend.request("DELETE", "/api/me", json=proof)).status_code == 204
    assert await count(app, schema.subscriptions) == 0


async def test_a_backup_holds_keys_browsers_and_nudges(
    app: FastAPI, database: str, tmp_path: Path, client: httpx.AsyncClient,
    friend: httpx.AsyncClient, service: Service,
) -> None:  # fmt: skip
    given = (await client.get("/api/push")).json()["key"]
    await subscribe(client, service.device("ada"))
    await begun(client, friend)
    await quiet(service, 1)
    made = await backup(database, tmp_path / "games.gz")
    tables = ("subscriptions", "nudges", "server_keys")
    assert [made.rows[each] for each in tables] == [1, 1, 1]
    other = str(tmp_path / "other.db")
    await restore(other, tmp_path / "games.gz")
    async with started(other) as moved, browser(moved) as somebody:
        assert (await somebody.get("/api/push")).json()["key"] == given
        assert await count(moved, schema.subscriptions) == 1


async def test_old_games_and_lost_browsers_are_removed(
    app: FastAPI, database: str, client: httpx.AsyncClient, friend: httpx.AsyncClient,
    service: Service,
) -> None:  # fmt: skip
    await subscribe(client, service.device("ada"))
    await begun(client, friend)
    await quiet(service, 1)
    later = time.time() + 500 * 86_400
    assert await Retention(database, 180, lambda: later).remove() == 1
    assert await count(app, schema.nudges) == 0
    assert await count(app, schema.subscriptions) == 0
