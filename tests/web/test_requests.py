"""One way for a move: what it costs to play one, to hear the answer, and to look back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.playing import play_by_mouse, square, target, wait_for_ply, wait_for_turn
from tetrad.rules import GAMES

Visit = Callable[..., Page]
FIRST_MOVES = {"quantik": "A@b3", "qawale": "a1nne", "qomet": "@d4"}
SLOWEST_BOT = 200_000  # milliseconds; the first answer may have to wait for a compiler
TALL = "00000000121212,x3/x3,12/x4/x4 1"


class Wire:
    """What a page sends and hears, from now on."""

    def __init__(self, page: Page) -> None:
        self.requests: list[str] = []
        self.events: list[dict[str, Any]] = []
        page.on("request", lambda request: self._note(request.url))
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _note(self, address: str) -> None:
        """The tab's icon does not count, nor do files of the app fetched ahead of need."""
        if not address.endswith("/icon.svg") and "/assets/" not in address:
            self.requests.append(address)

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if "seq" in message and message["kind"] != "ready":
            self.events.append(message)

    def forget(self) -> None:
        self.requests.clear()
        self.events.clear()


def opened(visit: Visit, wish: dict[str, Any]) -> tuple[Page, Wire]:
    """A match that this browser has just made, with a page that shows it and a wire to count on."""
    page = visit("/games")
    created = page.request.post("/api/matches", data=wish).json()
    wire = Wire(page)
    page.goto(f"/match/{created['id']}")
    wait_for_turn(page)
    page.wait_for_timeout(700)
    wire.forget()
    return page, wire


def against_the_computer(game: str, **more: str) -> dict[str, Any]:
    return {"game": game, "second": {"kind": "bot", "level": 1}, **more}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_move_is_one_request_and_the_answer_one_event(visit: Visit, game: str) -> None:
    page, wire = opened(visit, against_the_computer(game))
    play_by_mouse(page, game, FIRST_MOVES[game])
    expect(page.locator(".moves li")).to_have_count(2, timeout=SLOWEST_BOT)
    wait_for_turn(page)
    page.wait_for_timeout(500)
    assert [url.rpartition("/")[2] for url in wire.requests] == ["moves"]
    assert [event["kind"] for event in wire.events] == ["move", "move"]
    assert [event["by"] for event in wire.events] == [1, 2]


def test_a_long_sowing_asks_nothing_on_its_way(visit: Visit) -> None:
    page, wire = opened(visit, {"game": "qawale", "start": TALL})
    path = "sssennnwsssennn"
    play_by_mouse(page, "qawale", f"a4{path}")
    wait_for_ply(page, 1)
    page.wait_for_timeout(300)
    assert [url.rpartition("/")[2] for url in wire.requests] == ["moves"]


def test_a_refusal_is_asked_for_once(visit: Visit) -> None:
    page, wire = opened(visit, {"game": "quantik", "start": "..../.A../..b./...."})
    target(page, "B").click()
    for _ in range(2):
        square(page, "c3").click()
        expect(page.locator(".notice")).to_contain_text("Dark has a cylinder")
    assert len(wire.requests) == 1


@pytest.mark.parametrize("game", sorted(GAMES))
def test_stepping_through_a_game_just_opened_asks_nothing(visit: Visit, game: str) -> None:
    page = visit("/games")
    created = page.request.post("/api/matches", data={"game": game}).json()
    moves = play_some(page, created["id"], game, 6)
    wire = Wire(page)
    page.goto(f"/match/{created['id']}")
    wait_for_ply(page, len(moves))
    page.wait_for_timeout(700)
    wire.forget()
    back = page.get_by_role("button", name="One move back")
    on = page.get_by_role("button", name="One move forward")
    for button in [back] * 5 + [on] * 5:
        button.click()
    expect(page.get_by_text("You are looking at an earlier move.")).to_have_count(0)
    assert wire.requests == []


def play_some(page: Page, match: str, game: str, plies: int) -> list[str]:
    position = GAMES[game].start()
    moves: list[str] = []
    while len(moves) < plies and not position.outcome():
        move = str(position.legal_moves()[len(moves) * 7 % len(position.legal_moves())])
        body = {"move": move, "seq": len(moves) + 1}
        assert page.request.post(f"/api/matches/{match}/moves", data=body).ok
        position = position.play(move)
        moves.append(move)
    return moves
