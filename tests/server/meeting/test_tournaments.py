"""Tournaments on a real server: arenas and Swiss rounds, through restarts and beside each other."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from tests.server.api.test_matches import act, play, refused
from tests.server.conftest import browser
from tests.server.people.test_accounts import PASSWORD, sign_up
from tests.server.people.test_programs import bearing, token_of
from tests.server.services import Postgres
from tetrad.contests import rounds
from tetrad.server.api.services import Services
from tetrad.server.app import create_app
from tetrad.server.http.limits import Buckets, Rate
from tetrad.server.meeting import director, entrants, tournaments
from tetrad.server.people.operator import rename
from tetrad.server.storage.retention import Retention
from tetrad.server.storage.schema import tournament_events
from tetrad.server.storage.schema import tournaments as table

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]

LIVE = {"base": 180, "increment": 2}
ARENA = {"kind": "arena", "game": "qomet", "clock": LIVE, "name": "Tuesday Cup", "minutes": 30}
SWISS = {"kind": "swiss", "game": "qomet", "clock": {"days": 1}, "name": "Autumn", "rounds": 3}


@pytest.fixture(autouse=True)
async def patient(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(app)
    monkeypatch.setattr(entrants, "SECONDS_BETWEEN_NOTES", 0.0)
    monkeypatch.setattr(director, "SECONDS_BETWEEN_LOOKS", 0.05)
    monkeypatch.setattr(director, "SECONDS_BETWEEN_ROUNDS", 0.0)
    monkeypatch.setattr(tournaments, "MOST_OF_A_PERSON", 50)


def hurry(app: FastAPI) -> None:
    services: Services = app.state.services
    for name in services.limits:
        setattr(services, name, Buckets(Rate(1e6, 1e6)))


async def opened(client: httpx.AsyncClient, wish: dict[str, Any] = ARENA, **more: Any) -> str:
    answer = await client.post("/api/tournaments", json=wish | more)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def enter(client: httpx.AsyncClient, tournament: str, name: str = "") -> dict[str, Any]:
    answer = await client.post(f"/api/tournaments/{tournament}/join", json={"name": name})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def look(client: httpx.AsyncClient, tournament: str) -> dict[str, Any]:
    answer = await client.get(f"/api/tournaments/{tournament}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def until(
    client: httpx.AsyncClient, tournament: str, true: Callable[[dict[str, Any]], Any]
) -> dict[str, Any]:
    """Looks on until it is so."""
    async with asyncio.timeout(60):
        while not true(found := await look(client, tournament)):
            await asyncio.sleep(0.05)
    return found


async def paired(*clients: httpx.AsyncClient, tournament: str, but: str = "") -> list[str]:
    """Everybody looks on until all of them play, another match than that; their matches."""

    def plays(found: dict[str, Any]) -> bool:
        return bool(found["you"]["matches"]) and but not in found["you"]["matches"]

    found = await asyncio.gather(*(until(client, tournament, plays) for client in clients))
    return [each["you"]["matches"][0] for each in found]


def points(found: dict[str, Any]) -> dict[str, float]:
    return {row["name"]: row["points"] for row in found["table"]["standings"]}


async def turn_back(app: FastAPI, tournament: str, **changes: Any) -> None:
    """Writes the first event anew, as if it had been opened otherwise."""
    services: Services = app.state.services
    rows = await services.store.read(
        select(tournament_events).where(tournament_events.c.tournament_id == tournament), {}
    )
    told = msgspec.json.decode(next(row.data for row in rows if row.seq == 1)) | changes
    text = msgspec.json.encode(told).decode()
    here = (tournament_events.c.tournament_id == tournament) & (tournament_events.c.seq == 1)
    due = update(table).where(table.c.id == tournament).values(due_at=told["starts"])
    rewrite = update(tournament_events).where(here).values(data=text)
    await services.store.write([(rewrite, [{}]), (due, [{}])])
    services.tournaments._logs._kept.clear()


async def test_an_arena_pairs_people_again_and_again(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    arena = await opened(client)
    listed = (await stranger.get("/api/tournaments")).json()["tournaments"]
    assert arena in [each["id"] for each in listed]
    assert (await enter(client, arena, "Ada"))["you"]["state"] == "waiting"
    await enter(friend, arena, "Grace")
    one, other = await paired(client, friend, tournament=arena)
    assert one == other
    seen = await look(stranger, arena)
    assert seen["you"] is None
    assert [each["match"] for each in seen["table"]["games"]] == [one]
    state = (await client.get(f"/api/matches/{one}")).json()
    assert (state["tournament"], state["rated"]) == (arena, False)
    assert not {"undo", "hint", "rematch"} & set(state["can"])
    await act(client, one, "resign")
    refused(await act(friend, one, "rematch"), 409, "in-a-tournament")
    assert "rematch" not in (await client.get(f"/api/matches/{one}")).json()["can"]
    again, _ = await paired(client, friend, tournament=arena, but=one)
    assert points(await look(stranger, arena)) == {"Grace": 2, "Ada": 0}
    turned = (await client.get(f"/api/matches/{again}")).json()
    assert turned["you"] != state["you"], "who has begun more rarely begins"


async def test_only_who_is_there_is_paired(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(director, "SECONDS_THERE", 1.0)
    arena = await opened(client)
    await enter(client, arena)
    await asyncio.sleep(1.2)
    await enter(friend, arena)
    for _ in range(8):
        assert (await look(friend, arena))["you"]["state"] == "waiting"
        await asyncio.sleep(0.05)
    await paired(client, friend, tournament=arena)


async def test_who_leaves_plays_no_more_and_may_come_back(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    arena = await opened(client)
    await enter(client, arena)
    left = await client.post(f"/api/tournaments/{arena}/leave")
    assert left.json()["you"]["state"] == "left"
    await enter(friend, arena)
    for _ in range(5):
        await asyncio.gather(look(client, arena), look(friend, arena))
        await asyncio.sleep(0.05)
    assert (await look(friend, arena))["you"]["state"] == "waiting"
    assert (await enter(client, arena))["people"] == 2, "it is the same entry"
    await paired(client, friend, tournament=arena)


async def test_who_does_not_come_is_set_aside_until_they_say_so(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    arena = await opened(client)
    await enter(client, arena, "Ada")
    await enter(friend, arena, "Grace")
    match, _ = await paired(client, friend, tournament=arena)
    services: Services = app.state.services
    room = await services.lobby.enter(match)
    timing = room.standing.timing
    assert timing
    # As it is when the first move has not come for a minute.
    room.standing.timing = replace(timing, since=time.time() - 62)
    services.lobby.dues.look_after(room)
    sides = [(await client.get(f"/api/matches/{match}")).json()["you"], client, friend]
    absent = sides[1] if sides[0] == [1] else sides[2]
    there = friend if absent is client else client
    assert isinstance(absent, httpx.AsyncClient)
    found = await until(absent, arena, lambda now: now["you"]["state"] == "aside")
    assert sorted(points(found).values()) == [0, 2]
    assert (await look(there, arena))["you"]["state"] == "waiting"
    assert (await enter(absent, arena))["you"]["state"] in ("waiting", "playing")
    await paired(client, friend, tournament=arena)


async def test_people_who_have_blocked_each_other_are_not_paired(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    await sign_up(client, "Tilda")
    await sign_up(friend, "Umberto")
    await client.put("/api/me/blocked/Umberto")
    arena = await opened(client)
    await enter(client, arena)
    await enter(friend, arena)
    for _ in range(8):
        both = await asyncio.gather(look(client, arena), look(friend, arena))
        assert [each["you"]["state"] for each in both] == ["waiting", "waiting"]
        await asyncio.sleep(0.05)
    await enter(stranger, arena, "Vic")
    async with asyncio.timeout(30):
        while not (await look(stranger, arena))["you"]["matches"]:
            await asyncio.gather(look(client, arena), look(friend, arena))
            await asyncio.sleep(0.05)


async def test_the_house_plays_with_whoever_is_left_over_if_it_may(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "PATIENCE", 0.2)
    arena = await opened(client, house=True)
    await enter(client, arena, "Ada")
    (match,) = await paired(client, tournament=arena)
    rows = (await look(client, arena))["table"]["standings"]
    assert sorted((row["name"], row["level"]) for row in rows) == [("Ada", None), ("Eli", 5)]
    state = (await client.get(f"/api/matches/{match}")).json()
    assert sorted(each["kind"] for each in state["players"].values()) == ["bot", "human"]
    assert not {"undo", "hint"} & set(state["can"])
    await act(client, match, "resign")
    found = await until(client, arena, lambda now: points(now).get("Eli"))
    assert points(found)["Eli"] == 2


async def test_an_arena_ends_in_time_and_what_is_played_then_counts_no_more(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    arena = await opened(client)
    for one, name in ((client, "Ada"), (friend, "Grace")):
        await enter(one, arena, name)
    match, _ = await paired(client, friend, tournament=arena)
    await act(friend, match, "resign")
    last, _ = await paired(client, friend, tournament=arena, but=match)
    await turn_back(app, arena, starts=time.time() - 1801)
    found = await until(client, arena, lambda now: now["over"])
    assert found["best"][0]["name"] == "Ada"
    assert found["table"]["games"] == []
    await act(client, last, "resign")
    await asyncio.sleep(0.3)
    assert points(await look(client, arena)) == {"Ada": 2, "Grace": 0}
    refused(await client.post(f"/api/tournaments/{arena}/join"), 409, "tournament-over")
    listed = (await client.get("/api/tournaments")).json()["tournaments"]
    assert next(each for each in listed if each["id"] == arena)["over"]


async def test_no_help_with_a_position_of_a_tournament_game(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    arena = await opened(client)
    await enter(client, arena, "Ada")
    await enter(friend, arena, "Grace")
    match, _ = await paired(client, friend, tournament=arena)
    state = (await client.get(f"/api/matches/{match}")).json()
    first, second = (client, friend) if state["you"] == [1] else (friend, client)
    for seq, move in enumerate(("@d4", "@a1", "@d5", "a1-a4", "@e5"), 1):
        await play(first if seq % 2 else second, match, move, seq)
    asked = {"position": (await client.get(f"/api/matches/{match}")).json()["position"], "time": 0}
    refused(await client.get("/api/qomet", params=asked), 403, "tournament-game-on")
    await act(first, match, "resign")
    await until(client, arena, lambda now: any(points(now).values()))
    assert (await client.get("/api/qomet", params=asked)).status_code == 200


def is_round(number: int, found: dict[str, Any]) -> bool:
    return bool(found["round"] == number)


async def test_swiss_goes_through_three_rounds_of_two_games_each(app: FastAPI) -> None:
    clients = [browser(app) for _ in range(4)]
    swiss = await opened(clients[0], SWISS, after=3600)
    for number, one in enumerate(clients):
        await enter(one, swiss, f"Player {number}")
    await turn_back(app, swiss, starts=time.time() - 1)
    opponents: dict[int, set[str]] = {number: set() for number in range(4)}
    for number in range(1, 4):
        found = await until(clients[0], swiss, partial(is_round, number))
        assert len(found["table"]["games"]) == 4
        for game in found["table"]["games"]:
            names = (game["first"]["name"], game["second"]["name"])
            opponents[int(names[0][-1])].add(names[1])
            loser = clients[max(int(name[-1]) for name in names)]
            assert (await act(loser, game["match"], "resign")).status_code == 200
    found = await until(clients[0], swiss, lambda now: now["over"])
    assert points(found) == {f"Player {number}": 3 - number for number in range(4)}
    assert [len(met) for met in opponents.values()] == [3, 3, 3, 3]
    assert [each["name"] for each in found["best"]] == ["Player 0", "Player 1", "Player 2"]
    for one in clients:
        await one.aclose()


async def test_a_game_that_outlasts_its_round_counts_as_a_draw(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    swiss = await opened(client, SWISS, after=3600)
    await enter(client, swiss, "Ada")
    await enter(friend, swiss, "Grace")
    refused(await client.post(f"/api/tournaments/{swiss}/join", json={"x": 1}), 422, "shape")
    await turn_back(app, swiss, starts=time.time() - 1)
    found = await until(client, swiss, lambda now: now["table"]["games"])
    game = found["table"]["games"][0]
    loser = client if game["second"]["name"] == "Ada" else friend
    await act(loser, game["match"], "resign")
    monkeypatch.setattr("tetrad.contests.tournament.MOVES_OF_A_ROUND", 0)
    found = await until(client, swiss, lambda now: now["over"])
    assert sorted(points(found).values()) == [0.25, 0.75]


async def test_with_an_odd_number_the_house_fills_in_a_swiss_round(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    swiss = await opened(client, SWISS, house=True, after=3600)
    await enter(client, swiss, "Ada")
    await turn_back(app, swiss, starts=time.time() - 1)
    found = await until(client, swiss, lambda now: now["table"]["games"])
    assert len(found["you"]["matches"]) == 2
    assert sorted(points(found)) == ["Ada", "Eli"]


async def test_swiss_without_two_players_is_over_and_nobody_enters_late(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    swiss = await opened(client, SWISS, after=3600)
    await enter(client, swiss)
    await turn_back(app, swiss, starts=time.time() - 1)
    await until(client, swiss, lambda now: now["over"])
    swiss = await opened(client, SWISS, after=3600)
    await enter(client, swiss)
    await enter(friend, swiss)
    await turn_back(app, swiss, starts=time.time() - 1)
    await until(client, swiss, lambda now: now["round"] == 1)
    refused(await stranger.post(f"/api/tournaments/{swiss}/join"), 409, "tournament-begun")


async def test_what_a_tournament_needs_is_said_in_a_sentence(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = {"clock": {"days": 1}}
    refused(await client.post("/api/tournaments", json=ARENA | wrong), 409, "arena-clock")
    wrong = {"clock": {"days": 7}}
    refused(await client.post("/api/tournaments", json=SWISS | wrong), 409, "swiss-clock")
    refused(await client.post("/api/tournaments", json=ARENA | {"name": "<b>"}), 422, "bad-name")
    for wrong_number in ({"minutes": 5}, {"after": 8 * 86_400}, {"after": -1}):
        refused(await client.post("/api/tournaments", json=ARENA | wrong_number), 422, "shape")
    monkeypatch.setattr(tournaments, "MOST_OF_A_PERSON", 2)
    arena = await opened(client)
    await opened(client)
    refused(await client.post("/api/tournaments", json=ARENA), 409, "too-many-tournaments")
    monkeypatch.setattr(tournaments, "MOST_PEOPLE", 1)
    await enter(client, arena)
    refused(await friend.post(f"/api/tournaments/{arena}/join"), 409, "tournament-full")
    monkeypatch.setattr(tournaments, "MOST_OPEN", 0)
    refused(await friend.post("/api/tournaments", json=ARENA), 409, "no-room")
    refused(await client.get("/api/tournaments/nothing"), 404, "no-such-tournament")


async def test_a_closed_account_neither_enters_nor_is_paired(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Wotan")
    services: Services = app.state.services
    account = await services.accounts.named("Wotan")
    assert account
    arena = await opened(client)
    await enter(client, arena)
    await services.accounts.ban(account.person, on=True)
    refused(await client.post(f"/api/tournaments/{arena}/join"), 401, "banned")
    await enter(friend, arena)
    for _ in range(8):
        await look(client, arena)
        assert (await look(friend, arena))["you"]["state"] == "waiting"
        await asyncio.sleep(0.05)


async def test_a_program_that_listens_is_paired_and_marked(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    made = await token_of(client, "Engine Arena")
    arena = await opened(friend)
    await enter(friend, arena, "Ada")
    async with bearing(app, made["secret"]) as program:
        await enter(program, arena)
        services: Services = app.state.services
        account = await services.accounts.named("Engine Arena")
        assert account

        async def listen() -> None:
            while True:
                await services.tournaments.entrants.listens(account.person)
                await asyncio.sleep(0.05)

        listening = asyncio.create_task(listen())
        (match,) = await paired(friend, tournament=arena)
        listening.cancel()
        state = (await program.get(f"/api/matches/{match}")).json()
        assert len(state["you"]) == 1
        assert [each["program"] for each in state["players"].values()].count(True) == 1
    rows = (await look(friend, arena))["table"]["standings"]
    assert {row["name"]: row["program"] for row in rows} == {"Ada": False, "Engine Arena": True}


async def test_an_entry_follows_the_person_into_an_account_and_is_renamed_and_forgotten_with_it(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Xavier")
    arena = await opened(friend)
    await enter(friend, arena, "Guest")
    await friend.post("/api/session", json={"name": "Xavier", "password": PASSWORD})
    assert (await look(client, arena))["you"]["entrant"] == 1
    other = await opened(friend)
    await enter(client, other)
    kept = (await client.get("/api/me/export")).json()["tournaments"]
    assert {each["id"] for each in kept} == {arena, other}
    services: Services = app.state.services
    account = await services.accounts.named("Xavier")
    assert account
    before = [row.updated for row in await services.store.read(select(table).order_by("id"), {})]
    await rename(services.store, services.accounts, account, "Yolanda")
    for each in (arena, other):
        assert list(points(await look(client, each))) == ["Yolanda"]
    assert "Xavier" not in await written(app)
    gone = await client.request("DELETE", "/api/me", json={"password": PASSWORD})
    assert gone.status_code == 204
    assert (await look(client, arena))["you"] is None
    for each in (arena, other):
        (row,) = (await look(friend, each))["table"]["standings"]
        assert (row["name"], row["account"]) == ("", False)
    assert "Yolanda" not in await written(app)
    after = [row.updated for row in await services.store.read(select(table).order_by("id"), {})]
    assert after == before, "a name changes nothing about when it was"


async def test_whoever_has_won_and_leaves_is_not_named_any_more(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Zora")
    arena = await opened(client)
    for one, name in ((client, ""), (friend, "Grace")):
        await enter(one, arena, name)
    match, _ = await paired(client, friend, tournament=arena)
    await act(friend, match, "resign")
    await until(friend, arena, lambda now: any(points(now).values()))
    await turn_back(app, arena, starts=time.time() - 1801)
    assert (await until(friend, arena, lambda now: now["over"]))["best"][0]["name"] == "Zora"
    await client.request("DELETE", "/api/me", json={"password": PASSWORD})
    assert (await look(friend, arena))["best"][0]["name"] == ""
    assert "Zora" not in await written(app)


async def written(app: FastAPI) -> str:
    """All that is written down about tournaments."""
    store = app.state.services.store
    log = [row.data for row in await store.read(select(tournament_events), {})]
    return "\n".join([*log, *(row.summary for row in await store.read(select(table), {}))])


async def test_old_tournaments_are_removed_when_they_are_over(tmp_path: Path, app: FastAPI) -> None:
    database = str(tmp_path / "old.db")
    async with running(database) as one, browser(one) as client:
        over, on = await opened(client), await opened(client)
        await turn_back(one, over, starts=time.time() - 1801)
        await until(client, over, lambda now: now["over"])
    later = time.time() + 101 * 86_400
    await Retention(database, 100, lambda: later).remove()
    async with running(database) as one, browser(one) as client:
        refused(await client.get(f"/api/tournaments/{over}"), 404, "no-such-tournament")
        assert (await look(client, on))["name"] == "Tuesday Cup"


class running:  # noqa: N801  (read as `async with running(...)`)
    """A server of its own on a database."""

    def __init__(self, database: str) -> None:
        self._app = create_app(database)
        hurry(self._app)

    async def __aenter__(self) -> FastAPI:
        self._life = self._app.router.lifespan_context(self._app)
        await self._life.__aenter__()
        return self._app

    async def __aexit__(self, *_: object) -> None:
        await self._life.__aexit__(None, None, None)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "several.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


async def test_two_processes_on_one_database_pair_everybody_once(database: str) -> None:
    async with running(database) as one, running(database) as other:
        clients = [browser((one, other)[number % 2]) for number in range(6)]
        arena = await opened(clients[0])
        await asyncio.gather(*(enter(each, arena, f"P{i}") for i, each in enumerate(clients)))
        services: Services = other.state.services
        # Both direct it, as if each believed to be the one.
        for app in (one, other):
            app.state.services.director._looks[arena] = 0.0
        found = await paired(*clients, tournament=arena)
        assert sorted(map(found.count, set(found))) == [2, 2, 2]
        rows = await services.store.read(
            select(tournament_events).where(tournament_events.c.kind == "pair"), {}
        )
        games = [each for row in rows for each in msgspec.json.decode(row.data)["pairings"]]
        assert len(games) == 3
        for each in clients:
            await each.aclose()


async def test_an_arena_goes_on_after_a_restart(database: str) -> None:
    async with running(database) as app, browser(app) as client, browser(app) as friend:
        arena = await opened(client)
        await enter(client, arena, "Ada")
        await enter(friend, arena, "Grace")
        match, _ = await paired(client, friend, tournament=arena)
        kept = [dict(each.cookies) for each in (client, friend)]
    async with running(database) as app, browser(app) as client, browser(app) as friend:
        for each, cookies in zip((client, friend), kept, strict=True):
            each.cookies.update(cookies)
        found = await look(client, arena)
        assert found["you"]["matches"] == [match], "the game is still there"
        await act(client, match, "resign")
        await paired(client, friend, tournament=arena, but=match)
        assert points(await look(client, arena)) == {"Grace": 2, "Ada": 0}


def test_the_house_has_the_names_that_the_app_knows() -> None:
    source = Path(__file__).parents[3] / "web" / "src" / "opponents" / "opponents.ts"
    told = source.read_text("utf-8")
    places = [told.index(f'name: "{name}"') for name in rounds.HOUSE]
    assert places == sorted(places)
    assert len(places) == 10
