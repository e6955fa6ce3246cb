"""The teacher: a summary that names the blunder, reasons on the board, a coach that asks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.web.playing import (
    play_by_keys,
    play_by_mouse,
    play_by_touch,
    square,
    target,
    wait_for_ply,
    wait_for_turn,
)

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
    expect(summary).to_contain_text("Turning point: move 2 by Light, cube c1 (C@c1)", timeout=SLOW)
    expect(summary).to_contain_text("blunder")
    expect(summary).to_contain_text("Dark can now complete row 1 with a cone (D@d1).")
    expect(summary).to_contain_text("Light could have lasted 3 more moves.")
    expect(page.get_by_text("No move gave anything away")).to_have_count(0)
    summary.get_by_title("Show it on the board").first.click()
    expect(square(page, "b1")).to_have_attribute("aria-label", re.compile("pointed out"))


def test_on_a_phone_what_a_review_shows_is_brought_into_sight(visit: Visit) -> None:
    page = opened(visit, {"game": "quantik"}, "A@a1", "B@b1", "C@c1", "D@d1", phone=True)
    show = page.get_by_role("button", name="Show it on the board").last
    show.scroll_into_view_if_needed(timeout=SLOW)
    board = page.locator(".board-place .board")
    expect(board).not_to_be_in_viewport(ratio=0.9)
    show.tap()
    expect(page.locator(".moves [aria-current]")).to_have_text("B@b1")
    expect(board).to_be_in_viewport(ratio=0.99)


def test_a_review_calls_its_reader_you(visit: Visit) -> None:
    people = {"first": {"kind": "human"}, "second": {"kind": "human"}, "invite": "second"}
    light, dark = visit("/games"), visit("/games")
    made = light.request.post("/api/matches", data={"game": "quantik", **people}).json()
    match = f"/api/matches/{made['id']}"
    assert dark.request.post(f"{match}/join", data={"code": made["invite"]}).ok
    moves = ["A@c4", "C@b2", "D@d4", "B@a3", "A@d1", "B@d2", "C@d3"]
    seq = dark.request.get(match).json()["seq"]
    for ply, move in enumerate(moves):
        mover = dark if ply % 2 else light
        body = {"move": move, "seq": seq + ply}
        assert mover.request.post(f"{match}/moves", data=body).ok
    dark.goto(f"/match/{made['id']}")
    summary = dark.get_by_role("region", name="How it went")
    expect(summary).to_contain_text("Turning point: your move 3, cylinder d2 (B@d2)", timeout=SLOW)
    summary.get_by_text("more moves that gave something away").click()
    expect(summary.locator("details h3")).to_have_text(["You", "Light"])
    dark.locator(".toolbar").get_by_role("link", name="Analyse").click()
    dark.get_by_role("button", name="Learn from the mistakes").click(timeout=SLOW)
    expect(dark.get_by_text("Here Dark played")).to_be_visible()


def test_the_winner_is_told_why(visit: Visit) -> None:
    start = "..a./..../..../AbC."
    page = opened(visit, {"game": "quantik", "second": BOT, "start": start}, "D@d1")
    expect(page.locator(".status.over")).to_have_text(
        "You won! Four different shapes in one row, column or region."
    )


def test_a_summary_leads_to_the_lesson_about_exactly_this_mistake(visit: Visit) -> None:
    page = opened(visit, {"game": "quantik"}, "A@a1", "B@b1", "C@c1", "D@d1")
    lesson = page.get_by_role("link", name="The lesson about this mistake")
    expect(lesson).to_have_attribute("href", "/learn/quantik?lesson=the-first-trap", timeout=SLOW)
    expect(page.get_by_role("link", name="Puzzles about this mistake")).to_be_visible()
    lesson.click()
    expect(page.get_by_role("heading", name="The first trap")).to_be_visible()


def test_the_buttons_of_a_summary_are_pressed_with_keys(visit: Visit) -> None:
    page = opened(visit, {"game": "quantik"}, "A@a1", "B@b1", "C@c1", "D@d1")
    summary = page.get_by_role("region", name="How it went")
    summary.get_by_title("Show it on the board").focus(timeout=SLOW)
    page.keyboard.press("Enter")
    expect(page.locator(".moves [aria-current]")).to_have_text("C@c1")
    page.keyboard.press("Tab")
    expect(summary.get_by_role("button", name="Show it on the board").last).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".moves [aria-current]")).to_have_text("B@b1")
    summary.get_by_role("link", name="The lesson about this mistake").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The first trap")).to_be_visible()


def test_the_picture_to_share_names_who_has_won(visit: Visit) -> None:
    wish = {"game": "quantik", "first": {"kind": "human", "name": "Ada"},
            "second": {"kind": "human", "name": "Bo"}}  # fmt: skip
    page = opened(visit, wish, "A@a1", "B@b1", "C@c1", "D@d1")
    page.evaluate(
        "() => { window.written = []; const write = CanvasRenderingContext2D.prototype.fillText;"
        "CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {"
        " written.push(text); write.call(this, text, ...where); }; }"
    )
    with page.expect_download(timeout=SLOW) as saved:
        page.get_by_role("button", name="Share a picture").click(timeout=SLOW)
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    title, how, close, _ = page.evaluate("written")
    assert title == "Quantik · Ada – Bo"
    assert how.startswith("Bo wins: ")
    assert re.fullmatch(r"How close to perfect play: Ada: \d+, Bo: 100", close)


def test_a_refused_placement_lights_the_piece_that_forbids_it(visit: Visit) -> None:
    page = opened(visit, {"game": "quantik", "start": "..../.A../..b./...."})
    wait_for_turn(page)
    target(page, "B").click()
    square(page, "c3").click()
    expect(square(page, "c2")).to_have_attribute("aria-label", re.compile("pointed out"))
    square(page, "a1").click()
    expect(square(page, "c2")).not_to_have_attribute("aria-label", re.compile("pointed out"))


def test_a_hint_says_why_and_points_at_the_line(visit: Visit) -> None:
    page = opened(visit, {"game": "quantik", "second": BOT, "start": "..a./..../..../AbC."})
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".notes")).to_contain_text("Light completes row 1.", timeout=SLOW)
    expect(square(page, "a1")).to_have_attribute("aria-label", re.compile("pointed out"))


def test_a_hint_that_comes_after_the_move_is_not_shown(visit: Visit) -> None:
    page = opened(visit, {"game": "qomet"})
    wait_for_turn(page)
    late: list[tuple[Route, APIResponse]] = []
    page.route("**/hint", lambda route: late.append((route, route.fetch())))
    page.get_by_role("button", name="Hint").click()
    while not late:
        page.wait_for_timeout(50)
    expect(page.locator(".advice")).to_contain_text("Thinking")
    play_by_mouse(page, "qomet", "@a1")
    wait_for_ply(page, 1)
    expect(page.locator(".advice")).to_have_count(0)
    [(route, answer)] = late
    with page.expect_response("**/hint"):
        route.fulfill(response=answer)
    play_by_mouse(page, "qomet", "@g7")
    wait_for_ply(page, 2)
    expect(page.locator(".advice")).to_have_count(0)


def test_a_hint_brings_back_who_is_looking_at_an_earlier_move(visit: Visit) -> None:
    page = opened(visit, {"game": "qomet"}, "@d4", "@a1")
    wait_for_turn(page)
    page.keyboard.press("Home")
    expect(page.get_by_text("You are looking at an earlier move.")).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advice")).to_contain_text("Light", timeout=SLOW)
    expect(page.get_by_text("You are looking at an earlier move.")).to_have_count(0)
    expect(square(page, "a1")).to_have_attribute("aria-label", re.compile("dark star"))
    expect(page.locator('.cell[aria-label*="hint"]')).not_to_have_count(0)


@pytest.mark.parametrize("game", ["quantik", "qawale", "qomet"])
def test_on_a_phone_a_hint_leaves_the_board_its_size(visit: Visit, game: str) -> None:
    page = opened(visit, {"game": game, "second": BOT}, phone=True)
    wait_for_turn(page)
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".advice")).to_be_visible(timeout=SLOW)
    box = page.locator(".board").bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 0.8 * 360


def coached(visit: Visit, second: dict[str, Any], **how: Any) -> Page:
    page = visit("/games", **how)
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
    question = page.get_by_role("group", name="Are you sure?")
    expect(question).to_contain_text("Ari can now complete row 1 with a cone (D@d1).", timeout=SLOW)
    expect(square(page, "d1")).to_have_attribute("aria-label", re.compile("hint, pointed out"))
    question.get_by_role("button", name="Choose another move").click()
    expect(question).to_have_count(0)
    expect(page.locator(".moves li")).to_have_count(0)
    square(page, "d4").click()  # the cube is still chosen
    expect(page.locator(".moves li").first).to_contain_text("C@d4", timeout=SLOW)


def test_the_coach_is_answered_with_keys(visit: Visit) -> None:
    page = coached(visit, BOT)
    square(page, "a1").focus()
    play_by_keys(page, "quantik", "C@c1")
    question = page.get_by_role("group", name="Are you sure?")
    expect(question.get_by_role("button", name="Choose another move")).to_be_focused(timeout=SLOW)
    page.keyboard.press("Enter")
    expect(question).to_have_count(0)
    play_by_keys(page, "quantik", "C@c1")
    expect(question).to_be_visible(timeout=SLOW)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".moves li").first).to_contain_text("C@c1")


def test_the_coach_is_answered_by_touch(visit: Visit) -> None:
    page = coached(visit, BOT, phone=True)
    play_by_touch(page, "quantik", "C@c1")
    question = page.get_by_role("group", name="Are you sure?")
    expect(question.get_by_role("button", name="Choose another move")).to_be_in_viewport(
        timeout=SLOW
    )
    question.get_by_role("button", name="Choose another move").tap()
    expect(question).to_have_count(0)
    square(page, "c1").tap()
    question.get_by_role("button", name="Play C@c1").tap(timeout=SLOW)
    expect(page.locator(".moves li").first).to_contain_text("C@c1")


def test_the_coach_is_silent_between_people(visit: Visit) -> None:
    page = coached(visit, {"kind": "human"})
    play_by_mouse(page, "quantik", "C@c1")
    expect(page.locator(".moves li").first).to_contain_text("C@c1")
