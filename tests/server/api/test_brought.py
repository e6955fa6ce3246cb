"""Games that were played without the server come to it as records."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.server.conftest import *  # noqa: F403

pytestmark = pytest.mark.anyio

WISH = "local-0123456789ab"
RECORD = '[Game "qomet"]\n[First "Ada"]\n[Second "?"]\n\n1. @d4 @a1 2. @d5 *'
AGAINST = '[Game "qomet"]\n[First "?"]\n[Second "Computer (level 1)"]\n\n1. @d4 *'


async def brought(client: httpx.AsyncClient, record: str, wish: str = WISH) -> httpx.Response:
    return await client.post("/api/records", json={"record": record, "id": wish})


async def test_a_record_becomes_a_match_in_ones_list(client: httpx.AsyncClient) -> None:
    made = await brought(client, RECORD)
    assert made.status_code == 201
    match = made.json()["match"]
    assert (match["moves"], match["seq"], match["rated"]) == (["@d4", "@a1", "@d5"], 4, False)
    assert match["you"] == [1, 2]
    (listed,) = (await client.get("/api/matches?mine=1")).json()["matches"]
    assert (listed["id"], listed["brought"]) == (match["id"], True)
    on = {"move": "@a4", "seq": 4}
    played = await client.post(f"/api/matches/{match['id']}/moves", json=on)
    assert played.json()["moves"][-1] == "@a4"


async def test_sent_twice_it_is_one_match(client: httpx.AsyncClient) -> None:
    first = (await brought(client, RECORD, "local-another-one-12")).json()
    again = (await brought(client, RECORD, "local-another-one-12")).json()
    assert first["id"] == again["id"]


async def test_against_the_computer_ones_own_seat_is_the_other(client: httpx.AsyncClient) -> None:
    match = (await brought(client, AGAINST, "local-against-the-house")).json()["match"]
    assert match["you"] == [1]
    assert match["players"]["2"]["level"] == 1


LONG = '[Game "qomet"]\n\n' + " ".join(f"{n}. @d4 @a1" for n in range(1, 700))


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"record": "nonsense", "id": WISH}, 400),
        ({"record": '[Game "qomet"]\n\n1. @d4 @d4', "id": WISH}, 400),
        ({"record": LONG, "id": WISH}, 413),
        ({"record": RECORD, "id": "short"}, 422),
        ({"record": RECORD}, 422),
        ({"record": 5, "id": WISH}, 422),
    ],
)
async def test_what_cannot_be_brought_is_refused(
    client: httpx.AsyncClient, body: dict[str, Any], status: int
) -> None:
    answer = await client.post("/api/records", json=body)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]
