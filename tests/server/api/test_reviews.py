"""Reviews and reasons over HTTP: what a move cost, why, and what to point at."""

from __future__ import annotations

import httpx
import pytest

from tests.server.api.test_matches import act, new, play, refused

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(300)]

LOST_OPENING = '[Game "quantik"]\n\n1. A@a1 B@b1 2. C@c1 D@d1 0-1\n'


async def test_a_blunder_in_a_lost_opening_is_named(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/analyse", json={"record": LOST_OPENING, "time": 5})
    judged = answer.json()
    blunder = judged["moves"][2]
    assert (blunder["mistake"], blunder["grade"], blunder["proven"]) == (None, "blunder", True)
    assert [reason["code"] for reason in blunder["reasons"]] == ["lasted", "allows-shape"]
    assert blunder["reasons"][1]["squares"] == ["a1", "b1", "c1", "d1"]
    assert (judged["summary"]["turning"], judged["summary"]["lasted"]["moves"]) == (2, 3)


async def test_a_match_is_reviewed_once_it_is_over(client: httpx.AsyncClient) -> None:
    match = (await new(client, start="..../..../..../Ab.."))["id"]
    refused(await client.get(f"/api/matches/{match}/review"), 409, "not-over")
    await play(client, match, "C@c1", 1)
    await act(client, match, "resign")
    review = (await client.get(f"/api/matches/{match}/review")).json()
    assert (review["result"], review["summary"]["turning"]) == ("1-0", None)
    assert review["moves"][0]["grade"] == "blunder"


async def test_a_move_that_loses_at_once_is_told_with_the_answer_to_it(
    client: httpx.AsyncClient,
) -> None:
    asked = {"position": "..../..../..../Ab..", "move": "C@c1"}
    found = (await client.get("/api/quantik/reasons", params=asked)).json()
    assert found["loses"]
    assert found["answer"]["move"] == "D@d1"
    quiet = (await client.get("/api/quantik/reasons", params={"move": "A@a1"})).json()
    assert (quiet["loses"], quiet["answer"], quiet["reasons"]) == (False, None, [])
    refused(await client.get("/api/quantik/reasons", params={"move": "rubbish"}), 400, "notation")


async def test_a_hint_speaks_of_lines_and_points_at_them(client: httpx.AsyncClient) -> None:
    created = await new(client, second={"kind": "bot", "level": 1}, start="..a./..../..../AbC.")
    hint = (await client.get(f"/api/matches/{created['id']}/hint")).json()
    assert [reason["code"] for reason in hint["reasons"]] == ["wins-now", "completes"]
    assert hint["reasons"][1]["squares"] == ["a1", "b1", "c1", "d1"]
