"""Strangers meet: open offers, pairing, rated pairs of games, and what is fair between them."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import select
from starlette.websockets import WebSocket

from tests.server.api.test_matches import act, new, play, refused
from tests.server.conftest import browser
from tests.server.people.test_accounts import PASSWORD, sign_up
from tetrad.contests import glicko
from tetrad.contests.glicko import Rating, Result
from tetrad.matches.refusals import ForbiddenError
from tetrad.position import Player
from tetrad.rules import GAMES
from tetrad.server.api import live
from tetrad.server.api.services import Services
from tetrad.server.http.identity import COOKIE, KNOWN
from tetrad.server.http.limits import Buckets, Rate
from tetrad.server.meeting import seeks
from tetrad.server.meeting.presence import Presence
from tetrad.server.rooms.room import Watcher
from tetrad.server.rooms.wake import Channel
from tetrad.server.storage.schema import persons
from tetrad.server.storage.writer import SeqTakenError
from tetrad.server.workers.turns import Asker

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]

LIVE, DAYS = {"base": 300, "increment": 3}, {"days": 3}
OPENING = ("@d4", "@a1", "@d5", "a1-a4", "@e5")


@pytest.fixture(autouse=True)
async def patient(app: FastAPI) -> None:
    services: Services = app.state.services
    services.proof_rate = Buckets(Rate(1e6, 1e6))


async def look_for(client: httpx.AsyncClient, **wish: Any) -> dict[str, Any]:
    answer = await client.post("/api/seeks", json={"game": "qomet", "clock": LIVE, **wish})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def offers(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await client.get("/api/seeks")).json()["seeks"]
    return found


async def rated_pair(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, clock: dict[str, int] = LIVE
) -> str:
    await look_for(client, rated=True, clock=clock)
    match = (await look_for(friend, rated=True, clock=clock))["match"]
    assert match
    return str(match)


async def state_of(client: httpx.AsyncClient, match: str) -> dict[str, Any]:
    found: dict[str, Any] = (await client.get(f"/api/matches/{match}")).json()
    return found


async def in_order(
    match: str, one: httpx.AsyncClient, other: httpx.AsyncClient
) -> list[httpx.AsyncClient]:
    """The two browsers, the one with the first move first."""
    return [one, other] if (await state_of(one, match))["you"] == [1] else [other, one]


async def until(client: httpx.AsyncClient, match: str, key: str) -> Any:
    for _ in range(200):
        if found := (await state_of(client, match))[key]:
            return found
        await asyncio.sleep(0.05)
    raise AssertionError(f"{key} does not come")


async def test_two_strangers_who_look_for_the_same_are_brought_together(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    first = await look_for(client, name="Ada")
    assert first["match"] is None
    assert [each["mine"] for each in await offers(client)] == [True]
    assert [(each["name"], each["mine"]) for each in await offers(friend)] == [("Ada", False)]
    second = await look_for(friend, name="Grace")
    assert second["match"]
    again = (await client.get(f"/api/seeks/{first['id']}")).json()
    assert again["match"] == second["match"]
    assert await offers(client) == []
    seats = [(await state_of(each, second["match"]))["you"] for each in (client, friend)]
    assert sorted(seats) == [[1], [2]]
    state = await state_of(client, second["match"])
    assert sorted(player["name"] for player in state["players"].values()) == ["Ada", "Grace"]
    assert (state["rated"], state["clock"]["base"]) == (False, 300)


async def test_looking_twice_for_the_same_is_one_offer(client: httpx.AsyncClient) -> None:
    one, same = await look_for(client), await look_for(client)
    assert one["id"] == same["id"]
    withdrawn = (await client.delete(f"/api/seeks/{one['id']}")).json()
    assert withdrawn == {"id": one["id"], "match": None}
    assert await offers(client) == []


async def test_whoever_withdraws_too_late_hears_of_the_game(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    mine = await look_for(client, game="qawale")
    taken = (await friend.post(f"/api/seeks/{mine['id']}/accept")).json()
    answer = await client.delete(f"/api/seeks/{mine['id']}")
    assert answer.json() == {"id": mine["id"], "match": taken["match"]}
    again = await look_for(client, game="qawale")
    found = await app.state.services.seeks._found(again["id"])
    await client.delete(f"/api/seeks/{again['id']}")
    other = await app.state.services.seeks._note(
        seeks.Visitor("somebody", "", None, Asker("", "somebody")), found.wish
    )
    late = await app.state.services.seeks._meet(found, other, Asker("", ""), [found.id])
    assert late is None, "what is withdrawn cannot be taken up"


async def test_two_find_each_other_among_any_number_of_offers(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeks, "_OPEN", seeks._OPEN.limit(0))
    wanted = {"game": "qawale", "clock": {"days": 14}}
    assert (await look_for(client, **wanted))["match"] is None
    assert (await look_for(friend, **wanted))["match"]


async def test_an_offer_can_be_taken_up_once(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    offer = await look_for(client, game="qawale", clock=DAYS)
    own = await client.post(f"/api/seeks/{offer['id']}/accept")
    refused(own, 409, "own-seek")
    takers = [friend.post(f"/api/seeks/{offer['id']}/accept", json={"name": "Grace"}),
              stranger.post(f"/api/seeks/{offer['id']}/accept")]  # fmt: skip
    answers = await asyncio.gather(*takers)
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    match = next(each.json()["match"] for each in answers if each.status_code == 200)
    found = (await client.get("/api/matches?mine=1")).json()["matches"]
    assert [each["id"] for each in found] == [match], "it is in the list of who was away"


async def test_who_is_gone_is_not_offered_any_longer(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeks, "SECONDS_THERE", 0.0)
    offer = await look_for(client, game="quantik")
    assert offer["id"] not in [each["id"] for each in await offers(friend)]
    refused(await friend.post(f"/api/seeks/{offer['id']}/accept"), 409, "seek-gone")


async def test_nobody_looks_for_too_many_games_at_once(client: httpx.AsyncClient) -> None:
    for days in range(1, 7):
        await look_for(client, clock={"days": days}, game="quantik")
    body = {"game": "quantik", "clock": {"days": 7}}
    refused(await client.post("/api/seeks", json=body), 409, "too-many-seeks")
    for each in await offers(client):
        if each["mine"]:
            await client.delete(f"/api/seeks/{each['id']}")


async def test_rated_games_need_an_account_and_a_clock(client: httpx.AsyncClient) -> None:
    body = {"game": "qomet", "clock": LIVE, "rated": True}
    refused(await client.post("/api/seeks", json=body), 409, "rated-needs-account")
    await sign_up(client, "Pierre")
    body = {"game": "qomet", "rated": True}
    refused(await client.post("/api/seeks", json=body), 409, "rated-needs-clock")


async def test_people_who_are_blocked_are_not_met(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Quentin")
    await sign_up(friend, "Rosalind")
    await client.put("/api/me/blocked/Rosalind")
    offer = await look_for(client, clock={"days": 5})
    assert (await look_for(friend, clock={"days": 5}))["match"] is None
    refused(await friend.post(f"/api/seeks/{offer['id']}/accept"), 409, "seek-gone")


async def test_a_rated_pairing_is_two_games_that_count_as_one(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Sofia")
    await sign_up(friend, "Terence")
    match = await rated_pair(client, friend)
    state = await state_of(client, match)
    assert state["rated"]
    assert state["pair"]["game"] == 1
    assert [player["rating"] for player in state["players"].values()] == [1500, 1500]
    first, second = await in_order(match, client, friend)
    await act(second, match, "resign")
    refused(await act(first, match, "rematch"), 409, "no-rematch")
    again = await until(client, match, "rematch")
    state = await state_of(client, again)
    assert (state["pair"]["game"], state["pair"]["other"]) == (2, match)
    assert await in_order(again, client, friend) == [second, first], "sides are exchanged"
    assert (await state_of(client, match))["counted"] is None
    await act(second, again, "resign")
    counted = await until(client, again, "counted")
    expected = glicko.rated(Rating(), [Result(Rating(), 1.0)])
    assert sorted(counted.values()) == sorted(
        [[1500, round(expected.rating)], [1500, 3000 - round(expected.rating)]]
    )
    name = "Sofia" if first is client else "Terence"
    told = (await client.get(f"/api/people/{name}")).json()
    assert told["ratings"][0]["rating"] == round(expected.rating)
    assert told["ratings"][0]["provisional"]
    assert [(each["score"], each["match"]) for each in told["rated"]] == [(1.0, again)]
    best = (await client.get("/api/people?game=qomet&kind=fast")).json()
    assert best["people"] == [], "who is not known well enough is not among the best"


async def test_one_game_each_is_a_draw(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Ursula")
    await sign_up(friend, "Vera")
    match = await rated_pair(client, friend, {"base": 600, "increment": 5})
    first, second = await in_order(match, client, friend)
    await act(first, match, "resign")
    again = await until(client, match, "rematch")
    await act(second, again, "resign")
    counted = await until(client, again, "counted")
    assert sorted(counted.values()) == [[1500, 1500], [1500, 1500]]
    kinds = (await client.get("/api/people/Vera")).json()["ratings"]
    assert [each["kind"] for each in kinds] == ["slow"]


async def test_no_help_with_a_position_that_stands_in_a_rated_game(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    await sign_up(client, "Wangari")
    await sign_up(friend, "Xenia")
    match = await rated_pair(client, friend, {"days": 2})
    first, second = await in_order(match, client, friend)
    asked = {"position": (await state_of(client, match))["position"], "time": 0}
    for seq, move in enumerate(OPENING, 1):
        found = await client.get("/api/qomet", params=asked)
        assert found.status_code == 200, "the first plies are in every book"
        await play(first if seq % 2 else second, match, move, seq)
        asked["position"] = (await state_of(client, match))["position"]
    for twin in {*GAMES["qomet"].parse(asked["position"]).symmetries()}:
        answer = await client.get("/api/qomet", params={"position": str(twin), "time": 0})
        refused(answer, 403, "rated-game-on")
    why = {"position": asked["position"], "move": "a4-a1"}
    refused(await friend.get("/api/qomet/reasons", params=why), 403, "rated-game-on")
    body = {"game": "qomet", "second": {"kind": "bot"}, "start": asked["position"]}
    refused(await client.post("/api/matches", json=body), 403, "rated-game-on")
    record = (await client.get(f"/api/matches/{match}/record")).text
    judged = await client.post("/api/analyse", json={"record": record, "time": 0})
    refused(judged, 403, "rated-game-on-records")
    assert (await stranger.get("/api/qomet", params=asked)).status_code == 200
    await act(first, match, "resign")
    assert (await client.get("/api/qomet", params=asked)).status_code == 200, (
        "afterwards all is open"
    )


async def test_a_bot_is_no_help_either(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Yves")
    await sign_up(friend, "Zelda")
    match = await rated_pair(client, friend, {"days": 4})
    first, second = await in_order(match, client, friend)
    for seq, move in enumerate(OPENING, 1):
        await play(first if seq % 2 else second, match, move, seq)
    before = GAMES["qomet"].start()
    for move in OPENING[:-1]:
        before = before.play(move)
    game = await new(client, "qomet", start=str(before), second={"kind": "bot", "level": 1})
    refused(await play(client, game["id"], OPENING[-1], 1), 403, "rated-game-on")
    beside = await new(client, "qomet", start=str(before))
    played = await play(client, beside["id"], OPENING[-1], 1)
    assert played.status_code == 200, "two people at one device get no help from it"


async def test_neither_are_hints_and_bots_over_a_live_connection(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Yara")
    await sign_up(friend, "Zeno")
    match = await rated_pair(client, friend, {"days": 5})
    first, second = await in_order(match, client, friend)
    for seq, move in enumerate(OPENING, 1):
        await play(first if seq % 2 else second, match, move, seq)
    before = GAMES["qomet"].start()
    for move in OPENING[:-1]:
        before = before.play(move)
    game = await new(client, "qomet", start=str(before), second={"kind": "bot", "level": 1})
    services: Services = app.state.services
    known = await services.persons.of(client.cookies[COOKIE])
    scope = {"type": "websocket", "app": app, "headers": [], "query_string": b"", KNOWN: known}
    room = await services.lobby.enter(game["id"])
    with pytest.raises(ForbiddenError):
        await live._answer(
            {"move": OPENING[-1], "seq": 1},
            WebSocket(scope, None, None),  # type: ignore[arg-type]
            services.lobby,
            room,
            Watcher(frozenset({Player(before.turn)})),
        )
    beside = await new(client, "qomet", start=str(before))
    await play(client, beside["id"], OPENING[-1], 1)
    refused(await client.get(f"/api/matches/{beside['id']}/hint"), 403, "rated-game-on")


async def test_games_of_days_do_not_hide_who_is_there(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeks, "_OPEN", seeks._OPEN.limit(3))
    for days in (6, 7, 8):
        await look_for(client, game="quantik", clock={"days": days})
    assert (await look_for(client, game="quantik"))["match"] is None
    assert (await look_for(friend, game="quantik"))["match"], "they have met"
    for days in (9, 10, 11):
        await look_for(client, game="quantik", clock={"days": days})
    body = {"game": "quantik", "clock": {"days": 12}}
    refused(await client.post("/api/seeks", json=body), 409, "too-many-seeks")


async def test_old_offers_are_forgotten_when_somebody_comes(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    services: Services = app.state.services
    mine = (await look_for(client, game="qawale"))["id"]
    long_ago = {"wanted": mine, "end": time.time() - 2 * seeks.DAY}
    await services.store.write([(seeks._RENEW, [long_ago])])
    monkeypatch.setattr(services.seeks, "_tidied", float("-inf"))
    await look_for(client, game="qawale", clock={"days": 1})
    refused(await client.get(f"/api/seeks/{mine}"), 404, "no-such-seek")


async def test_who_asks_without_a_cookie_is_not_made_known(
    app: FastAPI, stranger: httpx.AsyncClient
) -> None:
    services: Services = app.state.services
    before = len(await services.store.read(select(persons), {}))
    refused(await stranger.get("/api/seeks/nothing"), 404, "no-such-seek")
    assert len(await services.store.read(select(persons), {})) == before


async def test_offers_follow_an_account_and_end_with_it(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Zubin")
    wanted = {"game": "qawale", "clock": {"days": 13}}
    mine = (await look_for(friend, **wanted))["id"]
    await friend.post("/api/session", json={"name": "Zubin", "password": PASSWORD})
    assert (await client.get(f"/api/seeks/{mine}")).status_code == 200
    gone = await client.request("DELETE", "/api/me", json={"password": PASSWORD})
    assert gone.status_code == 204
    assert mine not in [each["id"] for each in await offers(friend)]


async def test_two_processes_that_count_at_once_lose_no_result(app: FastAPI) -> None:
    services: Services = app.state.services
    one = await services.ratings.after("m1", "qomet", "fast", ("ida", "joe"), 1.0)
    other = await services.ratings.after("m2", "qomet", "fast", ("ida", "kim"), 1.0)
    await services.store.write(one[1])
    with pytest.raises(SeqTakenError):
        await services.store.write(other[1])
    third = await services.ratings.after("m3", "qomet", "fast", ("ida", "kim"), 1.0)
    late = await services.ratings.after("m4", "qomet", "fast", ("ida", "joe"), 0.0)
    await services.store.write(third[1])
    with pytest.raises(SeqTakenError):
        await services.store.write(late[1])
    assert (await services.ratings.of("ida", "qomet", "fast")).pairings == 2


async def test_an_account_that_is_closed_looks_for_nothing(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    await sign_up(client, "Zorro")
    services: Services = app.state.services
    account = await services.accounts.named("Zorro")
    assert account
    await services.accounts.ban(account.person, on=True)
    body = {"game": "qomet", "clock": LIVE}
    refused(await client.post("/api/seeks", json=body), 401, "banned")
    async with browser(app) as elsewhere:
        entry = {"name": "Zorro", "password": PASSWORD}
        refused(await elsewhere.post("/api/session", json=entry), 401, "banned")


def test_who_has_not_shown_up_lately_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    presence = Presence()
    monkeypatch.setattr("time.monotonic", lambda: 100.0)
    assert [presence.here(who) for who in ("a", "b", "a")] == [1, 2, 2]
    monkeypatch.setattr("time.monotonic", lambda: 111.0)
    assert presence.here("c") == 1


def test_who_is_seen_by_another_process_is_there_as_well() -> None:
    one, other = Channel(), Channel()
    here, there = Presence(one), Presence(other)
    one.tell = lambda topic, key, value: other._ears[topic](one.me, key, value)  # type: ignore[method-assign]
    other.tell = lambda topic, key, value: one._ears[topic](other.me, key, value)  # type: ignore[method-assign]
    assert [here.here("a"), there.here("b"), here.here("a"), there.here("a")] == [1, 2, 2, 2]
