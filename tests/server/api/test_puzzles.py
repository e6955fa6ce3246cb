"""Puzzles: which one is given, and whether an answer is right."""

from __future__ import annotations

from datetime import date
from typing import Any

import httpx
import pytest

from tests.server.api.test_matches import refused
from tetrad.puzzles.asked import judge
from tetrad.puzzles.puzzle import Puzzle, daily, puzzles
from tetrad.puzzles.themes import themes
from tetrad.rules import GAMES

pytestmark = pytest.mark.anyio


def some_win() -> Puzzle:
    """A win in two with something else to play for both sides."""
    for puzzle in puzzles("quantik"):
        replies = puzzle.start.play(puzzle.solution[0]).legal_moves()
        wrong = len(puzzle.start.legal_moves()) - len(puzzle.solutions)
        if puzzle.plies == 3 and wrong and len(replies) > 1:
            return puzzle
    raise AssertionError("no such puzzle")


async def given(client: httpx.AsyncClient, **wish: Any) -> dict[str, Any]:
    answer = await client.get("/api/puzzles/quantik", params=wish)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_puzzles_are_listed_without_their_answers(client: httpx.AsyncClient) -> None:
    listed = (await client.get("/api/puzzles/quantik/list")).json()["puzzles"]
    assert [each["id"] for each in listed] == [each.id for each in puzzles("quantik")]
    assert set(listed[0]) == {"id", "kind", "plies", "difficulty", "themes"}


async def test_today_has_a_puzzle_of_each_game_without_its_answer(
    client: httpx.AsyncClient,
) -> None:
    today = (await client.get("/api/puzzles/daily")).json()
    day = date.fromisoformat(today["day"])
    assert [each["id"] for each in today["puzzles"]] == [daily(game, day).id for game in GAMES]
    assert "solution" not in today["puzzles"][0]


async def test_who_wishes_nothing_gets_an_easy_one(client: httpx.AsyncClient) -> None:
    easy = (await client.get("/api/puzzles/qawale")).json()["puzzle"]
    assert (easy["kind"], easy["plies"], easy["difficulty"]) == ("win", 1, 1)
    assert "win-1" in easy["themes"]


async def test_a_puzzle_is_given_by_name_by_day_or_by_difficulty(
    client: httpx.AsyncClient,
) -> None:
    wanted = puzzles("quantik")[7]
    found = await given(client, id=wanted.id)
    shown = wanted.as_dict() | {"themes": [*themes(wanted)]}
    assert (found["puzzle"], found["number"]) == (shown, 8)
    assert found["total"] == len(puzzles("quantik"))
    assert (await given(client, difficulty=2))["puzzle"]["difficulty"] == 2
    assert await given(client, daily=1) == await given(client, daily=1)
    assert (await given(client))["puzzle"]["game"] == "quantik"


async def test_what_is_not_there_is_said_so(client: httpx.AsyncClient) -> None:
    refused(await client.get("/api/puzzles/quantik?id=nothing"), 404, "no-such-puzzle")
    refused(await client.get("/api/puzzles/chess"), 404, "not-found")
    refused(await client.get("/api/puzzles/quantik?difficulty=9"), 422, "shape")


async def test_an_answer_is_judged(client: httpx.AsyncClient) -> None:
    puzzle = some_win()
    first, reply, last = puzzle.solution

    async def tried(*moves: str) -> httpx.Response:
        return await client.post(f"/api/puzzles/quantik/{puzzle.id}/try", json={"moves": moves})

    right = (await tried(first)).json()
    assert (right["status"], right["reply"]["move"], right["outcome"]) == ("right", reply, None)
    solved = (await tried(first, reply, last)).json()
    assert (solved["status"], solved["reply"]) == ("solved", None)
    assert solved["outcome"]["winner"] == puzzle.start.turn.value
    legal = [str(move) for move in puzzle.start.legal_moves()]
    wrong = next(move for move in legal if move not in puzzle.solutions)
    assert (await tried(wrong)).json()["status"] == "wrong"
    other = next(move for move in map(str, puzzle.start.play(first).legal_moves()) if move != reply)
    refused(await tried(first, other, last), 409, "other-reply")
    refused(await tried("rubbish"), 400, "notation")
    refused(await tried(first, reply), 422, "shape")
    refused(await tried(), 422, "shape")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_solution_is_judged_to_be_one(game: str) -> None:
    for puzzle in puzzles(game):
        moves = list(puzzle.solution)
        assert judge(puzzle, moves)["status"] == "solved", puzzle.id
        for length in range(1, len(moves), 2):
            verdict = judge(puzzle, moves[:length])
            assert verdict["reply"], puzzle.id
            assert verdict["reply"]["move"] == moves[length]
