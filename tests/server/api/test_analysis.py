"""Positions over HTTP: values, boards, pasted text, whole games."""

from __future__ import annotations

import asyncio
import time

import httpx
import pytest
from fastapi import FastAPI

from tests.server.api.test_matches import refused
from tetrad.rules import GAMES

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(300)]

WIN_IN_ONE = "..a./..../..../AbC."
# Nobody knows who wins this, so the engine thinks as long as it may.
HARD = ".../.22/21./.12.2../.11/..1/12. 1 -"
# Not decided within seconds, whatever has been asked before.
OPEN = "x,0,x2/0,120,0,0/0,1,x2/x3,00 2"
TALLEST = "x4/x4/x4/000000001212121212121,2,x2 1"


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_the_answer_has_the_shape_of_the_contract(
    client: httpx.AsyncClient, game: str
) -> None:
    answer = (await client.get(f"/api/{game}", params={"time": 0})).json()
    start = GAMES[game].start()
    assert list(answer)[:6] == ["game", "position", "value", "distance", "source", "moves"]
    assert (answer["game"], answer["position"], answer["turn"]) == (game, str(start), 1)
    assert answer["legal"] == [str(move) for move in start.legal_moves()]
    assert answer["outcome"] is None
    assert sorted(each["move"] for each in answer["moves"]) == sorted(answer["legal"])
    assert {*answer["moves"][0]} == {"move", "value", "distance", "score"}


async def test_a_proven_win_is_shown_with_its_line(client: httpx.AsyncClient) -> None:
    answer = (await client.get("/api/quantik", params={"position": WIN_IN_ONE})).json()
    assert (answer["value"], answer["distance"]) == ("win", 1)
    assert answer["moves"][0] == {"move": "D@d1", "value": "win", "distance": 1, "score": 1.0}
    assert answer["line"] == ["D@d1"]


async def test_a_finished_game_has_an_outcome_and_no_moves(client: httpx.AsyncClient) -> None:
    answer = (await client.get("/api/quantik?position=..../..../..../AbCd")).json()
    assert (answer["value"], answer["distance"], answer["moves"]) == ("loss", 0, [])
    assert answer["outcome"]["winner"] == 2


async def test_underscores_stand_for_spaces(client: httpx.AsyncClient) -> None:
    position = str(GAMES["qomet"].start()).replace(" ", "_")
    answer = await client.get(f"/api/qomet/board?position={position}")
    assert answer.json()["position"] == str(GAMES["qomet"].start())


@pytest.mark.parametrize("path", ["/api/quantik", "/api/quantik/board"])
async def test_notation_that_cannot_be_read_is_named(client: httpx.AsyncClient, path: str) -> None:
    for position in ("", "rubbish", "x" * 5000, "\x00", "\u2028", "<script>"):
        answer = await client.get(path, params={"position": position})
        refused(answer, 400, "notation")


@pytest.mark.parametrize("seconds", ["-1", "5.1", "nan", "inf", "x", "1e999"])
async def test_the_time_to_think_has_limits(client: httpx.AsyncClient, seconds: str) -> None:
    refused(await client.get("/api/quantik", params={"time": seconds}), 422, "shape")


async def test_unknown_games_and_addresses_are_not_found(client: httpx.AsyncClient) -> None:
    for path in ("/api/chess", "/api/chess/board", "/api/chess/parse/x", "/api/", "/api/x/y/z"):
        assert (await client.get(path)).status_code == 404, path
    assert (await client.post("/api/health")).status_code == 405


async def test_the_tallest_stack_is_answered_honestly(client: httpx.AsyncClient) -> None:
    answer = (await client.get("/api/qawale", params={"position": TALLEST})).json()
    assert (answer["value"], answer["distance"], answer["truncated"]) == ("win", 1, True)
    assert {each["begins"][:2] for each in answer["moves"] if "begins" in each} == {"a1"}
    board = (await client.get("/api/qawale/board", params={"position": TALLEST})).json()
    assert board["choices"]["sow"]["b1"] == "21"


async def test_a_large_answer_is_compressed(client: httpx.AsyncClient) -> None:
    where = {"position": "0000000012,x2,1/x4/x4/x,2,x2 1", "time": "0"}
    answer = await client.get("/api/qawale", params=where)
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert len(answer.json()["legal"]) == len(answer.json()["moves"]) == 4676
    plain = await client.get("/api/qawale", params=where, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json()["legal"] == answer.json()["legal"]


async def test_a_board_shows_why_a_move_is_refused(client: httpx.AsyncClient) -> None:
    where = {"position": "A.../..../..../....", "move": "A@b3"}
    answer = await client.get("/api/quantik/board", params=where)
    refused(answer, 409, "illegal-move")
    assert answer.json()["error"]["reason"]["code"] == "shape-in-line"


@pytest.mark.parametrize(
    ("game", "position", "move", "squares"),
    [
        ("quantik", "A.../..../..../....", "A@b3", ["a4"]),
        ("quantik", "A.../..../..../....", "B@a4", ["a4"]),
        ("qomet", ".../.../.../..21.../.../.../... 1 -", "d4-c4", None),
        ("qomet", ".../.../.../.221.../.../.../... 1 -", "d4-c4", ["b4"]),
        ("qawale", "00,x2,00/x4/x4/00,x2,00 1", "b2n", None),
    ],
)
async def test_a_refusal_points_at_what_forbids_the_move(
    client: httpx.AsyncClient, game: str, position: str, move: str, squares: list[str] | None
) -> None:
    answer = await client.get(f"/api/{game}/board", params={"position": position, "move": move})
    assert answer.json().get("error", {}).get("squares") == squares


RECORD = '[Game "quantik"]\n\n1. A@a1 b@b1'.replace("b@", "B@") + " 2. C@c1 D@d1 0-1\n"


async def test_a_game_is_judged_move_by_move(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/analyse", json={"record": RECORD, "time": 2})
    judged = answer.json()
    assert (judged["game"], judged["result"]) == ("quantik", "0-1")
    last = judged["moves"][-1]
    assert (last["move"], last["value"], last["distance"], last["mistake"]) == (
        "D@d1", "win", 1, None,
    )  # fmt: skip
    blunder = judged["moves"][-2]
    assert (blunder["move"], blunder["by"], blunder["value"]) == ("C@c1", 1, "loss")


async def test_a_broken_record_is_named(client: httpx.AsyncClient) -> None:
    refused(await client.post("/api/analyse", json={"record": "1. e4 e5"}), 400, "notation")
    long = '[Game "qomet"]\n\n' + " ".join(["@d4"] * 9_000)
    refused(await client.post("/api/analyse", json={"record": long}), 413, "too-large")


@pytest.mark.parametrize(
    "text",
    [
        WIN_IN_ONE,
        f"https://tetrad.example/analyse/quantik?position={WIN_IN_ONE}&lang=de",
        f"/analyse?position={WIN_IN_ONE.replace('/', '%2F')}",
        f'[Game "quantik"]\n[Start "{WIN_IN_ONE}"]\n\n*',
    ],
)
async def test_pasted_text_is_understood(client: httpx.AsyncClient, text: str) -> None:
    answer = await client.post("/api/quantik/parse", json={"text": f" {text}\n"})
    assert answer.json() == {
        "game": "quantik", "start": WIN_IN_ONE, "moves": [], "position": WIN_IN_ONE,
    }  # fmt: skip


@pytest.mark.parametrize("text", ["", "/", "http://[", "http://x/?position=", "[", "\x00", "://"])
async def test_pasted_rubbish_is_named(client: httpx.AsyncClient, text: str) -> None:
    refused(await client.post("/api/quantik/parse", json={"text": text}), 400, "notation")


async def test_the_server_answers_others_while_the_engine_thinks(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    await client.get("/api/qawale", params={"position": OPEN, "time": 0.3})
    wanted = {"position": OPEN, "time": "3"}
    thinking = asyncio.create_task(client.get("/api/qawale", params=wanted))
    await asyncio.sleep(0.2)
    waits = []
    while not thinking.done():
        before = time.perf_counter()
        assert (await client.get("/api/health")).status_code == 200
        waits.append(time.perf_counter() - before)
        await asyncio.sleep(0.01)
    assert (await thinking).status_code == 200
    # Behind the engine there would be one, of three seconds; a busy machine takes its time.
    assert len(waits) > 5
    assert sorted(waits)[len(waits) // 2] < 0.5


async def test_the_engine_is_told_when_nobody_waits_any_more(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    lane = app.state.services.engine._lanes["analysis"]
    await client.get("/api/qomet", params={"time": 0})
    asking = asyncio.create_task(client.get("/api/qomet", params={"position": HARD, "time": 5}))
    while not lane._working:
        await asyncio.sleep(0.01)
    asking.cancel()
    before = time.perf_counter()
    while lane._working:
        await asyncio.sleep(0.01)
    assert time.perf_counter() - before < 4


async def test_what_cannot_be_read_is_explained_with_parts_to_translate(
    client: httpx.AsyncClient,
) -> None:
    answer = await client.get("/api/quantik", params={"position": "..../..../..../AA.."})
    assert answer.status_code == 400
    error = answer.json()["error"]
    said = "AA.. is impossible: FIRST has 2 pieces on the board and SECOND has 0"
    assert (error["code"], error["reason"]["code"]) == ("notation", "cannot-be")
    assert error["message"].endswith(said)
    doubt = error["reason"]["parts"]["doubt"]
    assert (doubt["code"], doubt["parts"]["one"]["template"]) == ("uneven", "Light")
