"""What is told of people: results, the house beside them, games to watch, and all that is kept."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import insert

from tests.server.api.test_matches import act, new, play, refused
from tests.server.meeting.test_meeting import in_order, look_for, rated_pair
from tests.server.people.test_accounts import PASSWORD, sign_up
from tests.server.people.test_traces import join
from tetrad.contests.house import house_ratings
from tetrad.rules import GAMES
from tetrad.server.api.services import Services
from tetrad.server.http.limits import Buckets, Places, Rate
from tetrad.server.storage.schema import ratings
from tools import house

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]


@pytest.fixture(autouse=True)
async def patient(app: FastAPI) -> None:
    services: Services = app.state.services
    services.proof_rate = Buckets(Rate(1e6, 1e6))


async def test_results_are_counted_by_game_and_side(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Counted Cora")
    for who in (client, friend, friend):
        made = await new(client, "quantik", invite="second")
        await join(friend, made)
        await act(who, made["id"], "resign")
    alone = await new(client, "quantik")
    await act(client, alone["id"], "resign")
    told = (await client.get("/api/people/Counted%20Cora")).json()["results"]
    assert told == [{"game": "quantik", "side": 1, "won": 2, "drawn": 0, "lost": 1}]


async def test_a_profile_tells_of_no_invitation_that_goes_on_and_of_no_game_at_one_device(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    await sign_up(client, "Private Pat")
    await sign_up(friend, "Private Pim")
    invited = await new(client, "quantik", invite="second")
    await join(friend, invited)
    children = await new(client, "quantik", first={"name": "Anna"}, second={"name": "Ben"})
    await act(client, children["id"], "resign")
    rated = await rated_pair(client, friend, {"days": 4})

    async def shown() -> list[str]:
        found = (await stranger.get("/api/people/Private%20Pat")).json()["matches"]
        return [each["id"] for each in found]

    assert await shown() == [rated]
    await act(friend, invited["id"], "resign")
    assert await shown() == [invited["id"], rated]


async def test_who_has_not_played_for_years_is_not_among_the_best(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    services: Services = app.state.services
    year, now = 365 * 86_400, time.time()
    for one, name, at in ((client, "Long Gone", now - 2 * year), (friend, "Still Here", now)):
        await sign_up(one, name)
        account = await services.accounts.named(name)
        assert account
        row = {"person": account.person, "game": "qawale", "kind": "slow", "at": at}
        row |= {"rating": 1900, "deviation": 60, "volatility": 0.06, "pairings": 50}
        await services.store.write([(insert(ratings), [row])])
    (mine,) = (await client.get("/api/people/Long%20Gone")).json()["ratings"]
    assert mine["provisional"]
    best = (await client.get("/api/people?game=qawale&kind=slow")).json()["people"]
    assert [each["name"] for each in best] == ["Still Here"]


async def test_the_house_stands_beside_the_best(client: httpx.AsyncClient) -> None:
    for game in GAMES:
        told = (await client.get(f"/api/people?game={game}")).json()["house"]
        assert [each["level"] for each in told] == list(range(10, 0, -1))
        (anchor,) = [each for each in told if each["level"] == 5]
        assert anchor == {"level": 5, "rating": 1500, "deviation": 0}
        assert told == house_ratings(game)


def test_the_ratings_of_the_house_follow_from_the_ladder() -> None:
    assert house.HOUSE.read_text("utf-8") == house.made(house.LADDER.read_text("utf-8"))
    assert Path(house.LADDER).is_file()


async def test_games_of_strangers_can_be_watched_and_invitations_cannot(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    live = {"base": 300, "increment": 3}
    await sign_up(client, "Watched Wim")
    await sign_up(friend, "Watched Wanda")
    invited = await new(client, "quantik", invite="second", clock=live)
    await join(friend, invited)
    rated = await rated_pair(client, friend)
    await look_for(client, game="qawale", clock=live)
    casual = (await look_for(friend, game="qawale", clock=live))["match"]
    await look_for(client, game="qawale", clock={"days": 2})
    await look_for(friend, game="qawale", clock={"days": 2})

    async def watched() -> set[str]:
        found = (await stranger.get("/api/watch")).json()["matches"]
        return {each["id"] for each in found}

    assert await watched() == {rated, casual}
    await act(client, casual, "resign")
    assert await watched() == {rated}
    assert (await stranger.get(f"/api/matches/{casual}/review")).status_code == 200


async def test_everything_that_is_kept_can_be_taken_along(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    await sign_up(client, "Packing Pia", program=True)
    match = (await new(client, "qomet", second={"kind": "bot", "level": 1}))["id"]
    await play(client, match, "@d4", 1)
    await client.post("/api/me/tokens", json={"name": "at home", "password": PASSWORD})
    await look_for(client, game="qawale", clock={"days": 10})
    assert (await client.delete(f"/api/matches/{match}")).status_code == 204
    cup = {"kind": "swiss", "game": "qomet", "clock": {"days": 1}, "name": "Pia Cup", "rounds": 3}
    assert (await client.post("/api/tournaments", json=cup)).status_code == 201
    kept: dict[str, Any] = (await client.get("/api/me/export")).json()
    assert "@d4" in kept["records"][match], "also of a game that was taken out of the list"
    assert [each["name"] for each in kept["started"]] == ["Pia Cup"]
    assert [each["name"] for each in kept["tokens"]] == ["at home"]
    assert [each["game"] for each in kept["offers"]] == ["qawale"]
    assert len(kept["sessions"]) == 1
    assert await in_order(match, client, friend) == [client, friend]


async def test_so_many_take_everything_along_at_a_time(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    """Thousands of games are replayed for each, beside which everybody else would wait."""
    await sign_up(client, "Packing Pola")
    services: Services = app.state.services
    services.exports = Places(1)
    with services.exports.one("127.0.0.1"):
        refused(await client.get("/api/me/export"), 429, "too-many")
    assert (await client.get("/api/me/export")).status_code == 200


async def test_looking_at_somebody_counts_more_than_other_questions(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    """A thousand games are counted for it."""
    await sign_up(friend, "Looked-at Lou")
    services: Services = app.state.services
    services.ask_rate = Buckets(Rate(burst=8, per_second=1e-3))
    assert (await client.get("/api/people/Looked-at Lou")).status_code == 200
    refused(await client.get("/api/people/Looked-at Lou"), 429, "too-many")
