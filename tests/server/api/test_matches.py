"""Matches over HTTP, as two browsers and a stranger see them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests.server.conftest import browser
from tetrad.server.api.matches import MOST_EVENTS_ANSWERED

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(300)]

HUMAN, BOT = {"kind": "human"}, {"kind": "bot", "level": 1}


async def new(client: httpx.AsyncClient, game: str = "quantik", **more: Any) -> dict[str, Any]:
    answer = await client.post("/api/matches", json={"game": game, **more})
    assert answer.status_code == 201, answer.text
    created: dict[str, Any] = answer.json()
    return created


async def invited(client: httpx.AsyncClient, friend: httpx.AsyncClient, game: str = "qomet") -> str:
    """A match between two browsers; the first has invited the second."""
    created = await new(client, game, first={"name": "Ada"}, invite="second")
    joining = {"code": created["invite"], "name": "Grace"}
    answer = await friend.post(f"/api/matches/{created['id']}/join", json=joining)
    assert answer.status_code == 200, answer.text
    assert answer.json()["match"]["you"] == [2]
    return str(created["id"])


async def play(
    client: httpx.AsyncClient, match: str, move: str, seq: int, **more: Any
) -> httpx.Response:
    return await client.post(f"/api/matches/{match}/moves", json={"move": move, "seq": seq}, **more)


async def act(client: httpx.AsyncClient, match: str, wish: str, **body: Any) -> httpx.Response:
    return await client.post(f"/api/matches/{match}/{wish}", json=body or None)


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
    assert answer.json()["error"]["message"]


async def test_two_people_on_one_device(client: httpx.AsyncClient) -> None:
    created = await new(client, first={"name": "Ada"}, second={"name": "Grace"})
    match, state = created["id"], created["match"]
    assert set(created["tokens"]) == {"1", "2"}
    assert (state["you"], state["turn"], state["seq"], state["result"]) == ([1, 2], 1, 1, "*")
    for move in ("A@a1", "B@b1", "C@c1", "D@d1"):
        answer = await play(client, match, move, state["seq"])
        assert answer.status_code == 200, answer.text
        assert answer.json()["seq"] == state["seq"] + 1
        state = answer.json()
    assert state["result"] == "0-1"
    assert state["outcome"]["squares"] == ["a1", "b1", "c1", "d1"]
    assert '[First "Ada"]' in state["record"]
    assert state["can"] == ["undo", "rematch"]
    refused(await play(client, match, "A@a2", state["seq"]), 409, "game-over")


async def test_a_friend_joins_by_invitation_and_both_play(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    match = await invited(client, friend)
    state = (await client.get(f"/api/matches/{match}")).json()
    assert (state["you"], state["players"]["2"]["name"]) == ([1], "Grace")
    assert state["invite"] is None
    refused(await play(friend, match, "@d4", 2), 409, "out-of-turn")
    assert (await play(client, match, "@d4", 2)).status_code == 200
    answer = await play(friend, match, "@d5", 3)
    assert answer.json()["moves"] == ["@d4", "@d5"]


async def test_an_invitation_seats_one_guest(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    created = await new(client, invite="first", second={"name": "Ada"})
    assert created["match"]["you"] == [2]
    assert created["match"]["invite"] == created["invite"]
    where = f"/api/matches/{created['id']}/join"
    refused(await stranger.post(where, json={"code": "nonsense"}), 403, "wrong-code")
    first = await friend.post(where, json={"code": created["invite"]})
    again = await friend.post(where, json={"code": created["invite"].upper() + " "})
    assert (first.json()["seat"], again.json()["seat"]) == (1, 1)
    refused(await stranger.post(where, json={"code": created["invite"]}), 409, "seat-taken")
    assert (await stranger.get(f"/api/matches/{created['id']}")).json()["invite"] is None


async def test_spectators_see_the_match_and_touch_nothing(
    client: httpx.AsyncClient, friend: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    match = await invited(client, friend)
    state = (await stranger.get(f"/api/matches/{match}")).json()
    assert (state["you"], state["can"]) == ([], [])
    refused(await play(stranger, match, "@d4", 2), 401, "who-are-you")
    await new(stranger)
    for wish in ("undo", "resign", "draw", "rematch", "accept", "decline"):
        refused(await act(stranger, match, wish), 403, "not-your-seat")
    refused(await play(stranger, match, "@d4", 2), 403, "not-your-seat")
    refused(await stranger.get(f"/api/matches/{match}/hint"), 403, "not-your-seat")


async def test_a_token_proves_a_seat_from_anywhere(
    client: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    created = await new(client)
    bearer = {"Authorization": f"Bearer {created['tokens']['1']}"}
    answer = await play(stranger, created["id"], "A@a1", 1, headers=bearer)
    assert answer.json()["you"] == [1]
    refused(await play(stranger, created["id"], "B@b2", 2, headers=bearer), 409, "out-of-turn")


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer x", "Basic abc", "\u00e9", "Bearer " + "a" * 900]
)
async def test_a_broken_token_is_refused(client: httpx.AsyncClient, header: str) -> None:
    match = (await new(client))["id"]
    broken = {b"Authorization": header.encode()}
    refused(await play(client, match, "A@a1", 1, headers=broken), 401, "bad-token")


async def test_the_token_of_another_match_opens_nothing(client: httpx.AsyncClient) -> None:
    one, other = await new(client), await new(client)
    bearer = {"Authorization": f"Bearer {other['tokens']['1']}"}
    refused(await play(client, one["id"], "A@a1", 1, headers=bearer), 403, "not-your-seat")
    answer = await client.get(f"/api/matches/{one['id']}", headers=bearer)
    refused(answer, 403, "not-your-seat")


async def test_sending_a_move_twice_plays_it_once(client: httpx.AsyncClient) -> None:
    match = (await new(client))["id"]
    first = (await play(client, match, "A@a1", 1)).json()
    again = await play(client, match, "A@a1", 1)
    assert (again.status_code, again.json()) == (200, first)
    await play(client, match, "B@b2", 2)
    late = await play(client, match, "A@a1", 1)
    assert (late.status_code, late.json()["moves"]) == (200, ["A@a1", "B@b2"])
    refused(await play(client, match, "C@a1", 1), 409, "stale")


async def test_under_its_own_id_a_move_counts_once(client: httpx.AsyncClient) -> None:
    match = (await new(client, "qomet"))["id"]
    moves = f"/api/matches/{match}/moves"
    for seq, move in enumerate(("@a1", "@g7", "a1-a4", "g7-g4"), 1):
        body = {"move": move, "seq": seq, "id": f"move-{seq}"}
        for _ in range(2):
            assert (await client.post(moves, json=body)).status_code == 200
    late = (await client.post(moves, json={"move": "@a1", "seq": 1, "id": "move-1"})).json()
    assert (late["seq"], late["moves"]) == (5, ["@a1", "@g7", "a1-a4", "g7-g4"])
    other = await client.post(moves, json={"move": "@a1", "seq": 1, "id": "another"})
    assert other.status_code == 200, "the same move after the same event"
    stale = await client.post(moves, json={"move": "@d4", "seq": 1, "id": "new"})
    refused(stale, 409, "stale")
    wrong = await client.post(moves, json={"move": "@d4", "seq": 1, "id": "no spaces"})
    refused(wrong, 422, "shape")


async def test_a_wish_under_its_own_id_counts_once(client: httpx.AsyncClient) -> None:
    match = (await new(client))["id"]
    await play(client, match, "A@a1", 1)
    for _ in range(3):
        answer = await client.post(f"/api/matches/{match}/undo", json={"id": "back"})
        assert (answer.status_code, answer.json()["seq"]) == (200, 3)
    refused(await client.post(f"/api/matches/{match}/undo"), 409, "nothing-to-undo")


async def test_a_match_asked_for_twice_is_one(
    client: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    wish = {"game": "quantik", "id": "0123456789abcdef"}
    made = [(await client.post("/api/matches", json=wish)).json() for _ in range(2)]
    assert made[0]["id"] == made[1]["id"]
    for tokens in (each["tokens"] for each in made):
        bearer = {"Authorization": f"Bearer {tokens['1']}"}
        answer = await stranger.get(f"/api/matches/{made[0]['id']}", headers=bearer)
        assert answer.json()["you"] == [1]
    assert len((await client.get("/api/matches")).json()["matches"]) == 1
    refused(await client.post("/api/matches", json={**wish, "id": "guess"}), 422, "shape")


async def test_a_move_is_answered_with_the_events_since_then(client: httpx.AsyncClient) -> None:
    match = (await new(client))["id"]
    (event,) = (await play(client, match, "A@a1", 1)).json()["events"]
    assert (event["seq"], event["move"], event["position"]) == (2, "A@a1", "..../..../..../A...")
    board = (await client.get("/api/quantik/board", params={"move": "A@a1"})).json()
    assert event["now"]["choices"] == board["choices"]
    await play(client, match, "B@b2", 2)
    again = (await play(client, match, "A@a1", 1)).json()["events"]
    assert [(each["seq"], "now" in each) for each in again] == [(2, False), (3, True)]


async def test_a_match_tells_every_board_on_its_way(client: httpx.AsyncClient) -> None:
    match = (await new(client, "qawale"))["id"]
    await play(client, match, "a1nne", 1)
    history = (await client.get(f"/api/matches/{match}")).json()["history"]
    assert [each["move"] for each in history] == [None, "a1nne"]
    assert [each["hand"] for each in history] == [{"1": 8, "2": 8}, {"1": 7, "2": 8}]
    assert history[1]["position"] == "00,x2,00/0,1,x2/0,x3/x3,00 2"
    assert len(history[1]["steps"]) == 5


async def test_numbers_are_numbers(client: httpx.AsyncClient) -> None:
    match = (await new(client))["id"]
    for seq in ("1", True, 1.5, -1, None, 1e400, [1]):
        body = json.dumps({"move": "A@a1", "seq": seq})
        headers = {"Content-Type": "application/json"}
        answer = await client.post(f"/api/matches/{match}/moves", content=body, headers=headers)
        refused(answer, 422, "shape")
    body = '{"move": "A@a1", "seq": 1.0}'
    answer = await client.post(f"/api/matches/{match}/moves", content=body, headers=headers)
    assert answer.status_code == 200


async def test_of_two_tabs_exactly_one_wins(app: FastAPI, client: httpx.AsyncClient) -> None:
    match = (await new(client))["id"]
    async with browser(app) as tab:
        tab.cookies = client.cookies
        moves = [f"{shape}@{square}" for shape in "ABCD" for square in ("a1", "b2", "c3", "d4")]
        tabs = [client, tab] * 8
        answers = await asyncio.gather(
            *(play(each, match, move, 1) for each, move in zip(tabs, moves, strict=True))
        )
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 15
    state = (await client.get(f"/api/matches/{match}")).json()
    winner = next(answer for answer in answers if answer.status_code == 200)
    assert (state["seq"], state["moves"]) == (2, winner.json()["moves"])


async def test_the_same_move_from_two_tabs_at_once_counts_once(client: httpx.AsyncClient) -> None:
    match = (await new(client))["id"]
    answers = await asyncio.gather(*(play(client, match, "A@a1", 1) for _ in range(8)))
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.json()["seq"] for answer in answers} == {2}


async def test_illegal_moves_come_with_the_reason(client: httpx.AsyncClient) -> None:
    match = (await new(client))["id"]
    await play(client, match, "A@a1", 1)
    answer = await play(client, match, "A@b2", 2)
    refused(answer, 409, "illegal-move")
    assert answer.json()["error"]["reason"]["params"]["line"] == "region"
    refused(await play(client, match, "nonsense", 2), 400, "notation")


async def test_a_takeback_is_offered_accepted_and_declined(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    match = await invited(client, friend)
    await play(client, match, "@d4", 2)
    offer = {"kind": "takeback", "by": 1}
    assert (await act(client, match, "undo")).json()["offer"] == offer
    refused(await act(client, match, "undo"), 409, "already-offered")
    refused(await act(client, match, "accept"), 409, "no-offer")
    assert (await act(friend, match, "decline")).json()["offer"] is None
    await act(client, match, "undo", seq=5)
    state = (await act(friend, match, "accept")).json()
    assert (state["moves"], state["offer"], state["seq"]) == ([], None, 7)
    refused(await act(client, match, "undo", seq=5), 409, "stale")


async def test_draws_resignations_and_rematches(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    match = await invited(client, friend)
    await act(client, match, "draw")
    state = (await act(friend, match, "draw")).json()
    assert (state["result"], state["outcome"]["reason"]) == ("1/2-1/2", "draw agreed")
    refused(await act(client, match, "resign"), 409, "game-over")
    await act(client, match, "rematch")
    second = (await act(friend, match, "accept")).json()["rematch"]
    refused(await act(friend, match, "rematch"), 409, "rematch-made")
    state = (await client.get(f"/api/matches/{second}")).json()
    assert (state["you"], state["players"]["1"]["name"]) == ([2], "Grace")
    assert (await act(friend, second, "resign")).json()["result"] == "0-1"


async def test_the_list_of_games_goes_on_where_it_was_left(client: httpx.AsyncClient) -> None:
    made = [(await new(client))["id"] for _ in range(5)]
    found: list[str] = []
    for _ in range(3):
        after = {"after": found[-1]} if found else {}
        answer = await client.get("/api/matches", params={"limit": 2, **after})
        found += [each["id"] for each in answer.json()["matches"]]
    assert found == made[::-1]


async def test_a_bot_answers_and_its_move_is_taken_back_with_mine(
    client: httpx.AsyncClient,
) -> None:
    created = await new(client, second=BOT)
    match = created["id"]
    assert "hint" in created["match"]["can"]
    await play(client, match, "A@a1", 1)
    state = await until_my_turn(client, match)
    assert (len(state["moves"]), state["seq"]) == (2, 3)
    state = (await act(client, match, "undo")).json()
    assert (state["moves"], state["turn"]) == ([], 1)


async def until_my_turn(client: httpx.AsyncClient, match: str) -> dict[str, Any]:
    for _ in range(2000):
        state: dict[str, Any] = (await client.get(f"/api/matches/{match}")).json()
        if not state["thinking"] and state["turn"] in state["you"]:
            return state
        await asyncio.sleep(0.1)
    raise AssertionError("the bot does not move")


async def test_a_hint_names_a_winning_move_and_says_so(client: httpx.AsyncClient) -> None:
    created = await new(client, second=BOT, start="..a./..../..../AbC.")
    hint = (await client.get(f"/api/matches/{created['id']}/hint")).json()
    assert hint["move"] == "D@d1"
    assert hint["steps"] == [{"place": "D", "by": 1, "at": "d1"}]
    assert hint["reasons"][0]["code"] == "wins-now"
    state = (await play(client, created["id"], "D@d1", 1)).json()
    assert (state["result"], state["last"]["move"]) == ("1-0", "D@d1")
    refused(await client.get(f"/api/matches/{created['id']}/hint"), 409, "game-over")


async def test_my_games_are_listed_and_forgotten(
    client: httpx.AsyncClient, friend: httpx.AsyncClient
) -> None:
    assert (await client.get("/api/matches")).json() == {"matches": []}
    mine = (await new(client))["id"]
    match = await invited(client, friend)
    await play(client, match, "@d4", 2)
    listed = (await client.get("/api/matches?mine=1")).json()["matches"]
    assert [each["id"] for each in listed] == [match, mine]
    assert (listed[0]["plies"], listed[0]["turn"], listed[0]["you"]) == (1, 2, [1])
    assert (await client.delete(f"/api/matches/{match}")).status_code == 204
    assert [each["id"] for each in (await client.get("/api/matches")).json()["matches"]] == [mine]
    theirs = (await friend.get("/api/matches")).json()["matches"]
    assert [(each["id"], each["you"]) for each in theirs] == [(match, [2])]
    assert (await client.get(f"/api/matches/{match}")).json()["you"] == [1]


async def test_a_match_may_start_anywhere(client: httpx.AsyncClient) -> None:
    created = await new(client, "qawale", start="00,x2,00/0,1,x2/0,x3/x3,00_2")
    assert created["match"]["turn"] == 2
    answer = await client.post("/api/matches", json={"game": "qawale", "start": "rubbish"})
    refused(answer, 400, "notation")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("<b>Ada</b>", "<b>Ada</b>"),
        ("  Ada  ", "Ada"),
        ('"; DROP TABLE events; --', '"; DROP TABLE events; --'),
        ("x" * 40, "x" * 40),
        ("\u05d0\u05d3\u05d4", "\u05d0\u05d3\u05d4"),
    ],
)
async def test_a_name_is_kept_as_text(client: httpx.AsyncClient, name: str, kept: str) -> None:
    created = await new(client, first={"name": name})
    assert created["match"]["players"]["1"]["name"] == kept


@pytest.mark.parametrize("name", ["x" * 41, "a\nb", "a\x00", "\u202eadA", 7, ["a"]])
async def test_a_name_that_is_no_name_is_refused(client: httpx.AsyncClient, name: object) -> None:
    body = {"game": "quantik", "first": {"name": name}}
    refused(await client.post("/api/matches", json=body), 422, "shape")


async def test_half_a_character_is_no_name(client: httpx.AsyncClient) -> None:
    body = '{"game": "quantik", "first": {"name": "\\ud800"}}'
    headers = {"Content-Type": "application/json"}
    answer = await client.post("/api/matches", content=body, headers=headers)
    refused(answer, 422, "shape")
    assert "first.name" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": "quantik", "colour": "red"},
        {"game": "quantik", "first": {"kind": "dog"}},
        {"game": "quantik", "first": {"kind": "bot", "level": 11}},
        {"game": "quantik", "second": BOT, "invite": "second"},
        {"game": "qomet", "first": BOT, "second": BOT, "repetition": False},
        {"game": "quantik", "invite": "third"},
        [],
        None,
    ],
)
async def test_a_match_of_the_wrong_shape_is_refused(
    client: httpx.AsyncClient, body: object
) -> None:
    refused(await client.post("/api/matches", json=body), 422, "shape")


async def test_what_is_not_there_is_not_found(client: httpx.AsyncClient) -> None:
    refused(await client.post("/api/matches", json={"game": "chess"}), 422, "shape")
    refused(await client.get("/api/matches/nope"), 404, "no-such-match")
    refused(await client.delete("/api/matches/%00"), 404, "not-found")
    await new(client)
    refused(await play(client, "nope", "A@a1", 1), 404, "no-such-match")


async def test_the_record_can_be_kept(client: httpx.AsyncClient) -> None:
    match = (await new(client, first={"name": 'A "B" \\ C'}))["id"]
    await play(client, match, "A@a1", 1)
    answer = await client.get(f"/api/matches/{match}/record")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text.endswith("\n\n1. A@a1 *\n")


async def test_an_old_move_sent_again_is_answered_with_the_latest_event(
    client: httpx.AsyncClient,
) -> None:
    match = (await new(client, "qomet", repetition=False))["id"]
    moves = ["@a1", "@g7", *["a1-a4", "g7-g4", "a4-a1", "g4-g7"] * 15]
    for seq, move in enumerate(moves, 1):
        assert (await play(client, match, move, seq)).status_code == 200
    newest = len(moves) + 1
    for seq, count in ((1, 1), (newest - MOST_EVENTS_ANSWERED, MOST_EVENTS_ANSWERED)):
        again = (await play(client, match, moves[seq - 1], seq)).json()
        told = [event["seq"] for event in again["events"]]
        assert told == list(range(newest + 1 - count, newest + 1))
        assert (again["seq"], "now" in again["events"][-1]) == (newest, True)
