"""Clocks on the server: flags fall by themselves, also over a restart; who has left is told."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests.server.api.test_matches import act, new, play, refused
from tests.server.conftest import browser
from tetrad.matches import actions
from tetrad.matches import state as states
from tetrad.matches.clocks import Clock
from tetrad.matches.log import Sitting
from tetrad.matches.match import Match
from tetrad.position import Player
from tetrad.rules import GAMES
from tetrad.server import clock
from tetrad.server.api.services import Services
from tetrad.server.app import create_app
from tetrad.server.rooms import due as dues
from tetrad.server.rooms.lobby import Lobby
from tetrad.server.rooms.room import Room, Watcher
from tetrad.server.storage import leases
from tetrad.server.storage.sqlite import PATIENCE
from tetrad.server.storage.store import Key, Store
from tetrad.server.workers.turns import Asker

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]

FIRST, SECOND = frozenset({Player.FIRST}), frozenset({Player.SECOND})
LIVE = {"base": 180, "increment": 2}


async def seated(lobby: Lobby, clock: Clock) -> Room:
    """A match of two people, whose keys are `ada` and `grace`."""
    sittings = {"1": Sitting("human", "Ada"), "2": Sitting("human", "Grace")}
    start = states.start_event(Match(GAMES["qomet"].start()), sittings, clock)
    return await lobby.create(start, [Key("ada", 1), Key("grace", 2)], Asker("", ""))


async def begun(lobby: Lobby, clock: Clock) -> Room:
    """After the two free moves."""
    room = await seated(lobby, clock)
    await lobby.play(room, FIRST, "@d4", 1)
    await lobby.play(room, SECOND, "@a1", 2)
    return room


async def over(room: Room, seconds: float = 60.0) -> str:
    """Waits for the end and says why."""
    until = time.monotonic() + seconds
    while room.standing.outcome is None:
        assert time.monotonic() < until, "the flag has not fallen"
        await asyncio.sleep(0.05)
    return room.standing.outcome.code


def lobby_of(app: FastAPI) -> Lobby:
    services: Services = app.state.services
    return services.lobby


async def test_a_turned_clock_ends_no_game(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = lobby_of(app)
    room = await begun(lobby, Clock(180, 2))
    truth = time.time
    for turned in (3600.0, -3600.0):
        monkeypatch.setattr(time, "time", lambda by=turned: truth() + by)
        lobby.dues.look_after(room)
        await asyncio.sleep(0.2)
        assert room.standing.outcome is None
    await lobby.play(room, FIRST, "@d5", 3)
    assert room.standing.timing
    assert 170 < room.standing.timing.left[0] <= 182
    at = [event.at for event in room.events]
    assert at == sorted(at)


async def test_nobody_thinks_less_than_no_time(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = lobby_of(app)
    room = await begun(lobby, Clock(180, 2))
    monkeypatch.setattr(clock, "now", lambda: time.time() - 9999)
    await lobby.play(room, FIRST, "@d5", 3)
    assert room.events[-1].at == room.events[-2].at
    assert room.standing.timing
    assert room.standing.timing.left[0] == 182


async def test_a_flag_falls_by_itself_and_to_the_second(app: FastAPI) -> None:
    room = await begun(lobby_of(app), Clock(1, 0))
    assert room.standing.timing
    due = room.standing.timing.due
    assert due
    assert await over(room) == "time-up"
    assert room.standing.result == "0-1"
    assert due <= room.events[-1].at < due + 30, "not early, and no later than a loaded machine is"


async def test_a_flag_too_far_away_for_an_alarm_falls_in_time(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dues, "LONGEST_ALARM", 2.4)
    monkeypatch.setattr(leases, "SECONDS_OF_A_LEASE", 50.0)
    room = await begun(lobby_of(app), Clock(3, 0))
    assert room.alarm is None
    assert room.standing.timing
    due = room.standing.timing.due
    assert due
    assert await over(room) == "time-up"
    assert room.standing.updated - due < 30, "not only when the lease has ended"


async def test_a_flag_falls_when_the_database_can_write_again(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "SECONDS_OF_A_LEASE", 50.0)
    lobby = lobby_of(app)
    room = await begun(lobby, Clock(1, 0))
    assert room.standing.timing
    due = room.standing.timing.due
    assert due
    with held_up(lobby.store):
        await asyncio.sleep(max(0.0, due + 1.5 - time.time()))
        assert not room.standing.over
    assert await over(room) == "time-up"
    assert due + 1.4 < room.standing.updated < due + 30, "not only when the lease has ended"


@contextmanager
def held_up(store: Store) -> Iterator[None]:
    """Somebody else writes for so long that nobody waits for it."""
    assert store.writer.file
    store.writer.file._connection.execute("PRAGMA busy_timeout=50")
    with closing(sqlite3.connect(str(store._engine.url.database), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
    store.writer.file._connection.execute(f"PRAGMA busy_timeout={1000 * PATIENCE}")


async def test_a_move_that_comes_too_late_ends_the_game(app: FastAPI) -> None:
    lobby = lobby_of(app)
    room = await begun(lobby, Clock(1, 0))
    assert room.standing.timing
    assert room.standing.timing.deadline
    late = room.standing.timing.deadline + 0.05
    await asyncio.sleep(max(0.0, late - time.time()))
    await lobby.play(room, FIRST, "@d5", 3)
    assert await over(room) == "time-up"
    assert [event.kind for event in room.events] == ["start", "move", "move", "flag"]


async def test_a_flag_falls_after_a_restart(tmp_path: Path, pages: Path) -> None:
    database = str(tmp_path / "clocks.db")
    before = create_app(database, pages)
    async with before.router.lifespan_context(before):
        room = await begun(lobby_of(before), Clock(2, 0))
        deadline = room.standing.timing and room.standing.timing.deadline
    assert deadline
    assert room.standing.outcome is None
    await asyncio.sleep(max(0.0, deadline + 1.2 - time.time()))
    again = create_app(database, pages)
    async with again.router.lifespan_context(again):
        same = await lobby_of(again).enter(room.id)
        assert same.standing.timing
        assert same.standing.timing.deadline in (deadline, None), "the deadline has not moved"
        assert await over(same) == "time-up"


async def test_what_is_due_in_days_is_kept_beside_the_log(app: FastAPI) -> None:
    lobby = lobby_of(app)
    room = await begun(lobby, Clock(days=3))
    soon = await lobby.store.leases.due(time.time() + 60)
    later = await lobby.store.leases.due(time.time() + 4 * 86_400, whoever_sees_to_it=True)
    assert room.id not in soon
    assert room.id in later


async def test_a_clock_is_wished_for_over_http_and_told(client: httpx.AsyncClient) -> None:
    created = await new(client, "qomet", clock=LIVE)
    match, state = created["id"], created["match"]
    assert state["clock"] == {**LIVE, "days": 0}
    assert state["timing"]["running"] == 1
    assert state["timing"]["free"] is True
    assert abs(state["time"] - time.time()) < 60
    after = (await play(client, match, "@d4", 1)).json()
    assert after["timing"]["running"] == 2
    assert after["events"][-1]["now"]["timing"] == after["timing"]
    listed = (await client.get("/api/matches?mine=1")).json()["matches"][0]
    assert listed["deadline"] == after["timing"]["deadline"]
    record = (await client.get(f"/api/matches/{match}/record")).text
    assert '[TimeControl "180+2"]' in record


@pytest.mark.parametrize(
    "clock", [{}, {"base": 5}, {"days": 0}, {"days": 99}, {"base": 60, "days": 1}]
)
async def test_a_clock_that_is_none_is_refused(
    client: httpx.AsyncClient, clock: dict[str, int]
) -> None:
    body = {"game": "qomet", "clock": clock}
    refused(await client.post("/api/matches", json=body), 422, "shape")


async def test_who_has_left_loses_when_the_other_claims_it(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = lobby_of(app)
    room = await begun(lobby, Clock(180, 2))
    ada, grace = Watcher(FIRST), Watcher(SECOND)
    await lobby.watch(room, ada, room.standing.seq)
    await lobby.watch(room, grace, room.standing.seq)
    assert room.seconds_away(Player.SECOND) == 0
    lobby.leave(room, grace)
    assert 0 <= room.seconds_away(Player.SECOND) < 30
    with pytest.raises(Exception, match="come back"):
        await lobby.claim_win(room, FIRST, None)
    room.away[Player.SECOND] = time.time() - 61
    with pytest.raises(Exception, match="come back"):
        await lobby.claim_win(room, FIRST, None)  # who has just moved, over whichever line
    monkeypatch.setattr(actions, "SECONDS_UNTIL_A_CLAIM", 0.3)
    await asyncio.sleep(0.35)
    await lobby.claim_win(room, FIRST, None)
    assert await over(room) == "abandoned"
    assert room.standing.result == "1-0"


async def test_who_comes_back_has_not_left(app: FastAPI) -> None:
    lobby = lobby_of(app)
    room = await begun(lobby, Clock(180, 2))
    room.away[Player.SECOND] = time.time() - 300
    grace = Watcher(SECOND)
    await lobby.watch(room, grace, room.standing.seq)
    assert room.seconds_away(Player.SECOND) == 0
    with pytest.raises(Exception, match="come back"):
        await lobby.claim_win(room, FIRST, None)


async def test_who_is_connected_to_another_process_is_there(app: FastAPI) -> None:
    room = await begun(lobby_of(app), Clock(180, 2))
    room.away[Player.SECOND] = time.time() - 300
    room.hear_presence("another", SECOND)
    assert room.seconds_away(Player.SECOND) == 0
    room.hear_presence("another", frozenset())
    assert room.seconds_away(Player.SECOND) < 30


async def test_an_offer_made_at_another_process_can_be_accepted(app: FastAPI) -> None:
    services: Services = app.state.services
    here, there = services.lobby, Lobby(services.store, services.engine)
    room = await begun(here, Clock(300, 0))
    stale = await there.enter(room.id)
    await here.wish(room, FIRST, actions.draw, None)
    assert await there.wish(stale, SECOND, actions.accept, None)
    assert stale.standing.result == "1/2-1/2"
    await there.close()


async def test_lag_is_measured_by_the_server_and_forgiven(app: FastAPI) -> None:
    lobby = lobby_of(app)
    room = await begun(lobby, Clock(180, 2))
    ada = Watcher(FIRST)
    await lobby.watch(room, ada, room.standing.seq)
    ada.pong(None)
    await asyncio.sleep(0.2)
    ada.pong(50)
    assert 0.1 < room.lag(FIRST) < 5
    await lobby.play(room, FIRST, "@d5", 3)
    assert room.events[-1].data["lag"] == pytest.approx(room.lag(FIRST), abs=0.001)


async def test_a_sign_of_life_that_lies_measures_nothing(app: FastAPI) -> None:
    ada = Watcher(FIRST)
    for held in (None, "x", -5, 1e9, float("nan")):
        ada.pong(held)
        assert ada.lag == 0


async def test_phrases_are_said_and_not_too_many(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    created = await new(client, "qomet", invite="second")
    joining = {"code": created["invite"]}
    await friend.post(f"/api/matches/{created['id']}/join", json=joining)
    said = await act(friend, created["id"], "say", phrase="hello")
    assert said.json()["talk"] == [{"by": 2, "phrase": "hello", "template": "Hello!"}]
    known = (await client.get("/api/phrases")).json()["phrases"]
    assert {"phrase": "hello", "template": "Hello!"} in known
    refused(await act(friend, created["id"], "say", phrase="curse"), 409, "no-such-phrase")
    for _ in range(2):
        await act(friend, created["id"], "say", phrase="thanks")
    refused(await act(friend, created["id"], "say", phrase="thanks"), 409, "said-enough")
    async with browser_of(client) as watcher:
        refused(await act(watcher, created["id"], "say", phrase="hello"), 401, "who-are-you")


def browser_of(client: httpx.AsyncClient) -> httpx.AsyncClient:
    transport: Any = client._transport
    return browser(transport.app)
