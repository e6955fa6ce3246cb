"""The opening over HTTP: kinds of moves, and what is proven of one player where a value is open."""

from __future__ import annotations

import httpx
import pytest

from tetrad.rules import Qawale

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(300)]

# By the last ply of the game, FIRST could complete a line at ply 15 and SECOND at ply 16.
FIRST_SOWINGS = {
    "a1nne": (15, 16),
    "a1nee": (15, 16),
    "a1nes": (15, 16),
    "a1nen": (15, 16),
    "a1nnn": (15, 16),
}


async def test_of_each_first_sowing_of_qawale_it_is_said_what_nobody_can_force(
    client: httpx.AsyncClient,
) -> None:
    kinds = (await client.get("/api/qawale/opening")).json()["kinds"]
    told = {move: (each["unwon"], each["unlost"]) for each in kinds for move in each["moves"]}
    assert len(kinds) == 5
    assert {sowing: told[sowing] for sowing in FIRST_SOWINGS} == FIRST_SOWINGS


async def test_a_reply_of_the_proof_is_at_least_a_draw(client: httpx.AsyncClient) -> None:
    after = str(Qawale.start().play("a1nnn"))
    kinds = (await client.get("/api/qawale/opening", params={"position": after})).json()["kinds"]
    assert max(each["unlost"] for each in kinds) == 15


@pytest.mark.parametrize("game", ["quantik", "qomet"])
async def test_other_games_have_no_such_bounds(client: httpx.AsyncClient, game: str) -> None:
    kinds = (await client.get(f"/api/{game}/opening")).json()["kinds"]
    assert all(each["unwon"] == each["unlost"] == 0 for each in kinds)
