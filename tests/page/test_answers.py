"""A page answers as the server does: the same requests, the same JSON."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from tests.server.conftest import *  # noqa: F403  (the real application)
from tetrad.page.answers import answer, go_on, think
from tetrad.page.request import UNFINISHED
from tetrad.puzzles.puzzle import puzzles
from tetrad.rules import GAMES

pytestmark = pytest.mark.anyio

PUZZLE = puzzles("qomet")[0]
LATE = "..../.A../..b./c..D"
OVER = "ABcd/..../..../...."
RECORD = '[Game "quantik"]\n\n1. A@a1 B@b3 2. C@c2 *'
GETS = [
    "/api/quantik/board",
    "/api/qawale/board?move=a1nne",
    f"/api/quantik/board?position={quote(LATE)}&move=A@a1",
    f"/api/quantik/board?position={quote(OVER)}",
    "/api/qomet/board?position=nonsense",
    f"/api/quantik?position={quote('aBCd/..../b..A/cD..')}&time=5&listed=3000",
    "/api/quantik?begun=a1n",
    "/api/qomet/reasons?move=@d4",
    "/api/qomet/reasons?move=@d9",
    "/api/qawale/opening",
    "/api/puzzles/daily",
    f"/api/puzzles/qomet?id={PUZZLE.id}",
    "/api/puzzles/qomet?id=none",
    "/api/puzzles/quantik?daily=1",
    "/api/puzzles/qawale/list",
    "/api/matches/local-none",
]
POSTS: list[tuple[str, dict[str, Any]]] = [
    ("/api/quantik/parse", {"text": LATE}),
    ("/api/quantik/parse", {"text": f"https://tetrad.test/analyse/quantik?position={LATE}"}),
    ("/api/quantik/parse", {"text": RECORD}),
    ("/api/quantik/parse", {"text": "ABCD"}),
    (f"/api/puzzles/qomet/{PUZZLE.id}/try", {"moves": [PUZZLE.solution[0]]}),
    (f"/api/puzzles/qomet/{PUZZLE.id}/try", {"moves": ["@a1", "@a4"]}),
]


def asked(method: str, path: str, body: Any = None, logs: Any = ()) -> dict[str, Any]:
    text = json.dumps(body) if body is not None else ""
    found: dict[str, Any] = json.loads(answer(method, path, text, json.dumps(logs)))
    while found["status"] == UNFINISHED:
        found = json.loads(go_on())
    return found


def plain(content: Any) -> Any:
    """What may differ: how many positions were visited depends on what is remembered."""
    return {**content, "nodes": 0} if isinstance(content, dict) and "nodes" in content else content


@pytest.mark.parametrize("path", GETS)
async def test_questions_are_answered_alike(client: httpx.AsyncClient, path: str) -> None:
    expected, found = await client.get(path), asked("GET", path)
    assert (found["status"], plain(found["body"])) == (
        expected.status_code,
        plain(expected.json()),
    )


@pytest.mark.parametrize(("path", "body"), POSTS)
async def test_texts_and_attempts_are_judged_alike(
    client: httpx.AsyncClient, path: str, body: dict[str, Any]
) -> None:
    expected, found = await client.post(path, json=body), asked("POST", path, body)
    assert (found["status"], found["body"]) == (expected.status_code, expected.json())


WRONG_GETS = [
    "/api/puzzles/qomet?difficulty=abc",
    "/api/puzzles/qomet?difficulty=9",
    "/api/puzzles/qomet?daily=perhaps",
    "/api/puzzles",
    "/api/puzzles/go",
    "/api/quantik?time=x",
    "/api/quantik?time=nan",
    "/api/quantik?time=99",
    "/api/quantik?listed=x",
    "/api/quantik?listed=1.5",
    "/api/quantik/reasons",
    "/api/quantik/nothing",
]
WRONG_POSTS: list[tuple[str, Any]] = [
    ("/api/matches", {}),
    ("/api/matches", []),
    ("/api/matches", {"game": "go"}),
    ("/api/matches", {"game": ["qomet"]}),
    ("/api/matches", {"game": "qomet", "first": 5}),
    ("/api/matches", {"game": "qomet", "first": {"kind": "robot"}}),
    ("/api/matches", {"game": "qomet", "first": {"kind": "bot", "level": "x"}}),
    ("/api/matches", {"game": "qomet", "first": {"kind": "bot", "level": 11}}),
    ("/api/matches", {"game": "qomet", "first": {"kind": "bot", "level": 2.5}}),
    ("/api/matches", {"game": "qomet", "start": 5}),
    ("/api/matches", {"game": "qomet", "repetition": "x"}),
    ("/api/quantik/parse", {"text": 5}),
    ("/api/analyse", {}),
    (f"/api/puzzles/qomet/{PUZZLE.id}/try", {"moves": "@a1"}),
    (f"/api/puzzles/qomet/{PUZZLE.id}/try", {"moves": []}),
    (f"/api/puzzles/qomet/{PUZZLE.id}/try", {}),
]


@pytest.mark.parametrize("path", WRONG_GETS)
async def test_wrong_questions_are_refused_alike(client: httpx.AsyncClient, path: str) -> None:
    expected, found = await client.get(path), asked("GET", path)
    assert found["status"] == expected.status_code
    assert found["body"]["error"]["code"] == expected.json()["error"]["code"]


@pytest.mark.parametrize(("path", "body"), WRONG_POSTS)
async def test_wrong_wishes_are_refused_alike(
    client: httpx.AsyncClient, path: str, body: Any
) -> None:
    expected, found = await client.post(path, json=body), asked("POST", path, body)
    assert found["status"] == expected.status_code == 422
    assert found["body"]["error"]["code"] == expected.json()["error"]["code"]
    assert found["body"]["error"]["message"]


def test_a_fault_of_the_page_is_no_fault_of_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    broken: dict[str, Any] = {}
    monkeypatch.setattr("tetrad.page.matches._state", lambda *_: broken["missing"])
    with pytest.raises(KeyError):
        asked("POST", "/api/matches", {"game": "qomet"})


def test_the_same_wish_twice_is_one_match() -> None:
    wish = {"game": "qomet", "id": "0123456789abcdef0123"}
    made = asked("POST", "/api/matches", wish)
    again = asked("POST", "/api/matches", wish, [{"id": made["of"], "events": made["events"]}])
    assert made["of"] == again["of"] == "local-0123456789ab"
    assert again["status"] == 201
    assert again["events"] == []


VOLATILE = {"id": "", "created": "", "updated": "", "record": "", "tokens": {}, "at": ""}


def lasting(content: Any) -> Any:
    """Without names, times and who is there."""
    if isinstance(content, list):
        return [lasting(each) for each in content]
    if not isinstance(content, dict):
        return content
    return {
        key: lasting(value)
        for key, value in content.items()
        if key not in VOLATILE and key != "present"
    }


async def test_a_match_on_one_device_goes_alike(client: httpx.AsyncClient) -> None:
    made = (await client.post("/api/matches", json={"game": "qomet"})).json()
    here = asked("POST", "/api/matches", {"game": "qomet"})
    assert here["status"] == 201
    assert lasting(here["body"]) == lasting(made)
    log, name, there = here["events"], here["of"], made["id"]
    wishes: list[tuple[str, dict[str, Any]]] = [
        ("moves", {"move": "@d4", "seq": 1}),
        ("moves", {"move": "@d4", "seq": 1}),
        ("moves", {"move": "@d4", "seq": 2}),
        ("moves", {"move": "@d5", "seq": 1}),
        ("moves", {"move": "@d5", "seq": 2}),
        ("undo", {"seq": 3}),
        ("draw", {"seq": 4}),
        ("undo", {"seq": 5}),
        ("resign", {"seq": 6}),
    ]
    for what, body in wishes:
        expected = await client.post(f"/api/matches/{there}/{what}", json=body)
        logs = [{"id": name, "events": log}]
        found = asked("POST", f"/api/matches/{name}/{what}", body, logs)
        assert found["status"] == expected.status_code, what
        assert lasting(found["body"]) == lasting(expected.json()), what
        log += found["events"]
    expected = await client.get(f"/api/matches/{there}")
    found = asked("GET", f"/api/matches/{name}", None, [{"id": name, "events": log}])
    assert lasting(found["body"]) == lasting(expected.json())


def test_two_bots_play_a_game_to_its_end() -> None:
    seats = {"first": {"kind": "bot", "level": 3}, "second": {"kind": "bot", "level": 1}}
    result = asked("POST", "/api/matches", {"game": "quantik", **seats})
    name, log = result["of"], result["events"]
    while result["due"]:
        result = json.loads(think(name, json.dumps(log)))
        log += result["events"]
    assert result["summary"]["result"] in ("1-0", "0-1")
    logs = [{"id": name, "events": log}]
    record = asked("GET", f"/api/matches/{name}/record", None, logs)["body"]
    assert '[First "Computer (level 3)"]' in record
    assert asked("GET", f"/api/matches/{name}/review", None, logs)["body"]["moves"]
    rematch = asked("POST", f"/api/matches/{name}/rematch", {"seq": len(log)}, logs)
    assert rematch["status"] == 403  # two bots, and nobody at the board
    assert json.loads(think(name, json.dumps(log)))["status"] == 204


def test_a_rematch_and_a_hint_are_given() -> None:
    result = asked("POST", "/api/matches", {"game": "qawale", "second": {"kind": "bot"}})
    logs = [{"id": result["of"], "events": result["events"]}]
    hint = asked("GET", f"/api/matches/{result['of']}/hint", None, logs)
    assert hint["body"]["move"] in map(str, GAMES["qawale"].start().legal_moves())
    over = asked("POST", f"/api/matches/{result['of']}/resign", {"seq": 1}, logs)
    logs[0]["events"] += over["events"]
    again = asked("POST", f"/api/matches/{result['of']}/rematch", {"seq": 2}, logs)
    assert again["also"]["events"][0]["kind"] == "start"
    assert again["also"]["due"], "the bot has the first move now"


def test_a_friend_cannot_be_invited_without_a_server() -> None:
    found = asked("POST", "/api/matches", {"game": "qomet", "invite": "second"})
    assert found["body"]["error"]["code"] == "needs-server"


def test_a_review_can_be_stopped_between_its_parts() -> None:
    begun = json.loads(answer("POST", "/api/analyse", json.dumps({"record": RECORD})))
    assert begun["status"] == json.loads(go_on())["status"] == UNFINISHED
    assert asked("GET", "/api/quantik/board")["status"] == 200
    assert len(asked("POST", "/api/analyse", {"record": RECORD})["body"]["moves"]) == 3


async def test_a_record_is_brought_along_alike(client: httpx.AsyncClient) -> None:
    body = {"record": RECORD, "id": "0123456789abcdef-brought"}
    expected = await client.post("/api/records", json=body)
    found = asked("POST", "/api/records", body)
    assert found["status"] == expected.status_code == 201
    assert lasting(found["body"]) == lasting(expected.json())
    assert found["summary"]["brought"] is True
