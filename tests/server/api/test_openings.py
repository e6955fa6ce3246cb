"""The opening over HTTP: kinds of moves, and what is proven of one player where a value is open."""

from __future__ import annotations

from itertools import repeat

import httpx
import pytest

from tests.server.api.test_matches import refused
from tetrad.matches.refusals import TooLargeError
from tetrad.rules import Qawale
from tetrad.teach import kinds

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
    found = (await client.get("/api/qawale/opening")).json()["kinds"]
    told = {move: (each["unwon"], each["unlost"]) for each in found for move in each["moves"]}
    assert len(found) == 5
    assert {sowing: told[sowing] for sowing in FIRST_SOWINGS} == FIRST_SOWINGS


async def test_a_reply_of_the_proof_is_at_least_a_draw(client: httpx.AsyncClient) -> None:
    after = str(Qawale.start().play("a1nnn"))
    found = (await client.get("/api/qawale/opening", params={"position": after})).json()["kinds"]
    assert max(each["unlost"] for each in found) == 15
    assert {each["unwon"] for each in found} == {16}, "SECOND cannot force a line from there"


async def test_of_a_tall_stack_no_more_sowings_are_looked_at_than_are_sorted(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has millions; somebody who asks about it must not keep a process busy for minutes."""
    tall = "x4/x4/x4/0000000012121212121212,x3 1"
    refused(await client.get("/api/qawale/opening", params={"position": tall}), 413, "too-large")
    without_end = repeat(Qawale.start().legal_moves()[0])
    monkeypatch.setattr(kinds, "each_move", lambda _position: without_end)
    with pytest.raises(TooLargeError):
        kinds.kinds_of(Qawale.start())


@pytest.mark.parametrize("game", ["quantik", "qomet"])
async def test_other_games_have_no_such_bounds(client: httpx.AsyncClient, game: str) -> None:
    found = (await client.get(f"/api/{game}/opening")).json()["kinds"]
    assert all(each["unwon"] == each["unlost"] == 0 for each in found)
