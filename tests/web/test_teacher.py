"""The teacher: a summary that names the blunder, reasons on the board, a coach that asks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.playing import play_by_keys, play_by_mouse, square, target, wait_for_turn

Visit = Callable[..., Page]
BOT = {"kind": "bot", "level": 1, "name": "Ari"}
SLOW = 120_000  # milliseconds; the first answer may have to wait for a compiler


def opened(visit: Visit, wish: dict[str, Any], *moves: str, **page: Any) -> Page:
    """A match of this browser in which some moves have been played."""
    shown = visit("/games", **page)
    match = shown.request.post("/api/matches", data=wish).json()["id"]
    for seq, move in enumerate(moves, 1):
        body = {"move": move, "seq": seq}
        assert shown.request.post(f"/api/matches/{match}/moves", data=body).ok
    shown.goto(f"/match/{match}")
    return shown


@pytest.mark.parametrize("phone", [False, True])
def test_a_blunder_in_the_second_move_of_a_lost_opening_is_named(visit: Visit, phone: bool) -> None:
    page = opened(visit, {"game": "quantik"}, "A@a1", "B@b1", "C@c1", phone=phone)
    wait_for_turn(page)
    play_by_mouse(page, "quantik", "D@d1")
    summary = page.get_by_role("region", name="How it went")
    expect(summary).to_contain_text("Turning point: move 2 of Light, C@c1", timeout=SLOW)
    expect(summary).to_contain_text("blunder")
    expect(summary).to_contain_text("Dark can now complete row 1 with a cone (D@d1).")
    expect(summary).to_contain_text("Light could have lasted 3 more moves.")
    expect(page.get_by_text("No move gave anything away")).to_have_count(0)
    summary.get_by_title("Show it on the board").first.click()
    expect(square(page, "b1")).to_have_attribute("aria-label", re.compile("meant here"))


def test_a_refused_placement_lights_the_piece_that_forbids_it(visit: Visit) -> None:
    page = opened(visit, {"game": "quantik", "start": "..../.A../..b./...."})
    wait_for_turn(page)
    target(page, "B").click()
    square(page, "c3").click()
    expect(square(page, "c2")).to_have_attribute("aria-label", re.compile("meant here"))
    square(page, "a1").click()
    expect(square(page, "c2")).not_to_have_attribute("aria-label", re.compile("meant here"))


def test_a_hint_says_why_and_points_at_the_line(visit: Visit) -> None:
    page = opened(visit, {"game": "quantik", "second": BOT, "start": "..a./..../..../AbC."})
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".notes")).to_contain_text("Light completes row 1.", timeout=SLOW)
    expect(square(page, "a1")).to_have_attribute("aria-label", re.compile("meant here"))


def coached(visit: Visit, second: dict[str, Any]) -> Page:
    page = visit("/games")
    page.evaluate("localStorage.setItem('tetrad.coach', 'on')")
    wish = {"game": "quantik", "second": second, "start": "..../..../..../Ab.."}
    match = page.request.post("/api/matches", data=wish).json()["id"]
    assert page.request.get("/api/quantik/reasons?move=A@a1", timeout=SLOW).ok  # it is awake
    page.goto(f"/match/{match}")
    wait_for_turn(page)
    return page


def test_the_coach_asks_before_a_move_that_loses_at_once(visit: Visit) -> None:
    page = coached(visit, BOT)
    play_by_mouse(page, "quantik", "C@c1")
    question = page.get_by_role("group", name="Sure?")
    expect(question).to_contain_text("Ari can now complete row 1 with a cone (D@d1).", timeout=SLOW)
    expect(square(page, "d1")).to_have_attribute("aria-label", re.compile("hint, meant here"))
    question.get_by_role("button", name="Choose another move").click()
    expect(question).to_have_count(0)
    expect(page.locator(".moves li")).to_have_count(0)
    square(page, "d4").click()  # the cube is still chosen
    expect(page.locator(".moves li").first).to_contain_text("C@d4", timeout=SLOW)


def test_the_coach_is_answered_with_keys(visit: Visit) -> None:
    page = coached(visit, BOT)
    square(page, "a1").focus()
    play_by_keys(page, "quantik", "C@c1")
    question = page.get_by_role("group", name="Sure?")
    expect(question.get_by_role("button", name="Choose another move")).to_be_focused(timeout=SLOW)
    page.keyboard.press("Enter")
    expect(question).to_have_count(0)
    play_by_keys(page, "quantik", "C@c1")
    expect(question).to_be_visible(timeout=SLOW)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".moves li").first).to_contain_text("C@c1")


def test_the_coach_is_silent_between_people(visit: Visit) -> None:
    page = coached(visit, {"kind": "human"})
    play_by_mouse(page, "quantik", "C@c1")
    expect(page.locator(".moves li").first).to_contain_text("C@c1")
