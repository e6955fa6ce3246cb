"""Who plays in Swiss rounds over days is told when a round begins, on the real store."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests.server.api.test_matches import act
from tests.server.conftest import browser
from tests.server.meeting.test_tournaments import (
    SWISS,
    enter,
    hurry,
    is_round,
    opened,
    turn_back,
    until,
)
from tests.server.push.conftest import quiet, started, subscribe
from tests.server.push.service import Device, Service
from tetrad.server.meeting import director

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("soon"), pytest.mark.timeout(180)]


@pytest.fixture(autouse=True)
def _directed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(director, "SECONDS_BETWEEN_LOOKS", 0.05)
    monkeypatch.setattr(director, "SECONDS_BETWEEN_ROUNDS", 0.0)


def told(service: Service, devices: dict[str, Device], since: int = 0) -> dict[str, Any]:
    """What each has been told, by who it is."""
    posted = [(path.strip("/"), body) for path, _, body in service.posted[since:]]
    return {name: devices[name].read(body) for name, body in posted}


def games(found: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """The match that each begins, and against whom."""
    return {
        each["first"]["name"]: (each["match"], each["second"]["name"])
        for each in found["table"]["games"]
    }


async def test_each_round_is_told_to_who_plays_in_it_with_the_game_that_waits(
    app: FastAPI, client: httpx.AsyncClient, friend: httpx.AsyncClient,
    stranger: httpx.AsyncClient, service: Service,
) -> None:  # fmt: skip
    hurry(app)
    people = {"Ada": client, "Grace": friend, "Hedy": stranger}
    devices = {name: service.device(name) for name in people}
    swiss = await opened(client, SWISS, after=3600)
    for name, one in people.items():
        await subscribe(one, devices[name])
        await enter(one, swiss, name)
    await turn_back(app, swiss, starts=time.time() - 1)
    for number in (1, 2, 3):
        found = await until(client, swiss, partial(is_round, number))
        begun = games(found)
        assert len(begun) == 2, "one of three has nobody to play"
        await quiet(service, 2 * number)
        heard = told(service, devices, 2 * (number - 1))
        assert {name: each["url"] for name, each in heard.items()} == {
            name: f"/match/{match}" for name, (match, _) in begun.items()
        }
        for name, (match, other) in begun.items():
            assert heard[name]["title"] == "Qomet: Your turn"
            assert heard[name]["body"] == (
                f"Autumn: Round {number} of 3 · You against {other} · 24 h 0 min left"
            )
            assert (await act(people[name], match, "resign")).status_code == 200


async def test_a_round_is_told_in_the_language_of_the_reader_and_over_a_restart(
    database: str, service: Service
) -> None:
    device = service.device("Ada")
    async with started(database) as app, browser(app) as ada, browser(app) as grace:
        swiss = await opened(ada, SWISS, after=3600)
        await subscribe(ada, device, "de")
        await enter(ada, swiss, "Ada")
        await enter(grace, swiss, "Grace")
        await turn_back(app, swiss, starts=time.time() + 1)
    async with started(database):
        await quiet(service, 1)
    assert told(service, {"Ada": device})["Ada"]["body"].startswith("Autumn: Runde 1 von 3 · ")
