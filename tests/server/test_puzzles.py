"""Puzzles: which one is given, and whether an answer is right."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests.server.test_play import refused

from tetrad.server import puzzles

pytestmark = pytest.mark.anyio

# FIRST wins with D@d1; the cylinder b1 leaves nothing else in the row.
WIN: puzzles.Puzzle = {
    "id": "one", "position": "..a./..../..../AbC.", "kind": "win", "plies": 1, "difficulty": 1,
    "solution": ["D@d1"], "solutions": ["D@d1"],
}  # fmt: skip
ONLY: puzzles.Puzzle = {**WIN, "id": "two", "kind": "only", "plies": 1, "difficulty": 3}


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small collection for Quantik, none for the others."""
    found = {"quantik": (WIN, ONLY)}
    monkeypatch.setattr(puzzles, "puzzles_of", lambda game: found.get(game, ()))


async def test_puzzles_are_listed_without_their_answers(
    client: httpx.AsyncClient, kept: None
) -> None:
    listed = (await client.get("/api/puzzles/quantik/list")).json()["puzzles"]
    assert [each["id"] for each in listed] == ["one", "two"]
    assert all("solution" not in each for each in listed)


async def test_a_puzzle_is_given_by_name_by_day_or_by_difficulty(
    client: httpx.AsyncClient, kept: None
) -> None:
    async def given(**wish: Any) -> dict[str, Any]:
        answer: dict[str, Any] = (await client.get("/api/puzzles/quantik", params=wish)).json()
        return answer

    assert (await given(id="two"))["puzzle"] == ONLY
    assert (await given(difficulty=1))["puzzle"] == WIN
    assert await given(daily=1) == await given(daily=1)
    assert ((await given())["total"], (await given(id="two"))["number"]) == (2, 2)


async def test_what_is_not_there_is_said_so(client: httpx.AsyncClient, kept: None) -> None:
    refused(await client.get("/api/puzzles/qomet"), 404, "no-puzzles")
    refused(await client.get("/api/puzzles/quantik?id=three"), 404, "no-such-puzzle")
    assert (await client.get("/api/puzzles/chess")).status_code == 404
    refused(await client.get("/api/puzzles/quantik?difficulty=9"), 422, "shape")


async def test_an_answer_is_judged(client: httpx.AsyncClient, kept: None) -> None:
    async def tried(name: str, *moves: str) -> httpx.Response:
        return await client.post(f"/api/puzzles/quantik/{name}/try", json={"moves": moves})

    solved = (await tried("one", "D@d1")).json()
    assert (solved["status"], solved["outcome"]["winner"]) == ("solved", 1)
    assert (await tried("one", "D@d2")).json()["status"] == "wrong"
    assert (await tried("two", "D@d1")).json()["status"] == "solved"
    assert (await tried("two", "D@a4")).json()["status"] == "wrong"
    refused(await tried("one", "A@c3"), 409, "illegal-move")
    refused(await tried("one", "rubbish"), 400, "notation")
    refused(await tried("one", "D@d2", "A@d4"), 422, "shape")
    refused(await tried("one"), 422, "shape")


def test_every_puzzle_has_its_day() -> None:
    collection = tuple(puzzles.Puzzle(**{**WIN, "id": str(number)}) for number in range(7))
    days = [puzzles._of_the_day(collection, day)["id"] for day in range(14)]
    assert sorted(days[:7]) == sorted(days[7:]) == sorted(each["id"] for each in collection)
    assert days[:7] != days[7:]
