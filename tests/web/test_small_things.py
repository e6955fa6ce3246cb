"""The small things of a match: rules, words, keys, notices; by mouse, touch and keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web import playing
from tests.web.test_requests import play_some
from tetrad.rules import GAMES

Visit = Callable[..., Page]


def match_on_one_device(visit: Visit, game: str, plies: int = 0, *, phone: bool = False) -> Page:
    page = visit("/games", phone=phone)
    made = page.request.post("/api/matches", data={"game": game}).json()
    play_some(page, made["id"], game, plies)
    page.goto(f"/match/{made['id']}")
    playing.wait_for_turn(page)
    return page


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_rules_are_on_one_card_by_button_and_by_key(visit: Visit, game: str) -> None:
    page = match_on_one_device(visit, game)
    button = page.get_by_role("button", name="Rules")
    button.click()
    card = page.get_by_role("dialog", name=f"The rules of {game.title()}")
    expect(card).to_be_visible()
    assert card.locator("h3").count() >= 5
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(button).to_be_focused()
    cell = page.locator('.cell[tabindex="0"]')
    cell.focus()
    page.keyboard.press("r")
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(cell).to_be_focused()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_rules_card_speaks_the_chosen_language(visit: Visit, game: str) -> None:
    page = match_on_one_device(visit, game)
    page.goto(f"{page.url}?lang=qps")
    playing.wait_for_turn(page)
    page.keyboard.press("r")
    card = page.get_by_role("dialog")
    expect(card).to_be_visible()
    texts = card.locator("h3, p").all_inner_texts()
    assert len(texts) >= 10
    assert [text for text in texts if not text.startswith("[")] == []


@pytest.mark.parametrize("by", ["button", "press beside it"])
def test_the_rules_by_touch_close_with_their_button_and_beside_them(visit: Visit, by: str) -> None:
    page = match_on_one_device(visit, "qomet", phone=True)
    page.get_by_role("button", name="More").tap()
    page.get_by_role("button", name="Rules").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    if by == "button":
        page.get_by_role("button", name="Close").tap()
    else:
        page.touchscreen.tap(195, 4)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_question_mark_shows_the_keys_but_not_while_somebody_types(visit: Visit) -> None:
    page = match_on_one_device(visit, "quantik")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("through the moves")
    page.keyboard.press("Escape")
    page.get_by_label("Type a move").focus()
    page.keyboard.type("?r")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_label("Type a move")).to_have_value("?r")


def test_the_keys_are_shown_by_touch_from_the_settings(visit: Visit) -> None:
    page = visit("/", phone=True)
    page.locator("summary", has_text="Settings").tap()
    page.get_by_role("button", name="Keys").tap()
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def following(page: Page, *words: str) -> None:
    expect(page.locator(".next")).to_have_text(words[0])


def test_what_to_do_next_is_said_in_words(visit: Visit) -> None:
    page = match_on_one_device(visit, "quantik")
    following(page, "Choose a piece, then a space.")
    playing.target(page, "A").click()
    following(page, "Now choose where it goes.")
    page = match_on_one_device(visit, "qawale", phone=True)
    following(page, "Choose a stack to sow; your pebble goes on top.")
    playing.square(page, "a1").tap()
    following(page, "Choose where the next pebble drops.")
    page = match_on_one_device(visit, "qomet")
    following(page, "Place a star.")
    playing.play_by_keys(focused(page), "qomet", "@d4")
    following(page, "Place a star.")
    playing.play_by_keys(focused(page), "qomet", "@a1")
    following(page, "Place a star, or move one.")
    playing.square(page, "d4").click()
    following(page, "Now choose where it goes.")


def focused(page: Page) -> Page:
    page.locator('.cell[tabindex="0"]').focus()
    return page


def test_nobody_is_told_what_to_do_out_of_turn(visit: Visit) -> None:
    page = visit("/games")
    bot = {"game": "qomet", "first": {"kind": "bot", "level": 1}, "second": {"kind": "human"}}
    made = page.request.post("/api/matches", data={**bot, "first": {"kind": "human"}}).json()
    page.goto(f"/match/{made['id']}")
    playing.wait_for_turn(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".status.over")).to_be_visible()
    expect(page.locator(".next")).to_have_count(0)


def current(page: Page) -> Locator:
    return page.locator(".moves [aria-current]")


def test_arrow_keys_step_through_the_moves(visit: Visit) -> None:
    page = match_on_one_device(visit, "qomet", 4)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("You are looking at an earlier move.")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(current(page)).to_have_text(page.locator(".moves button").nth(1).inner_text())
    page.keyboard.press("Home")
    expect(current(page)).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(current(page)).to_have_text(page.locator(".moves button").first.inner_text())
    page.keyboard.press("End")
    playing.wait_for_turn(page)


def test_on_the_board_arrows_belong_to_who_plays_by_keys(visit: Visit) -> None:
    page = match_on_one_device(visit, "qomet", 4)
    focused(page)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("You are looking at an earlier move.")).to_have_count(0)
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.get_by_text("You are looking at an earlier move.")).to_be_visible()
    page.keyboard.press("Shift+End")
    playing.wait_for_turn(page)
    playing.play_by_mouse(page, "qomet", free(page))
    playing.wait_for_ply(page, 5)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("You are looking at an earlier move.")).to_be_visible()


def free(page: Page) -> str:
    empty = page.locator('.cell[aria-label$=", empty"]').first
    return f"@{empty.get_attribute('data-square')}"


def test_arrow_keys_step_through_an_analysis_too(visit: Visit) -> None:
    page = visit("/analyse/qomet?moves=@d4,@a1")
    playing.wait_for_ply(page, 2)
    page.keyboard.press("ArrowLeft")
    expect(current(page)).to_have_text("@d4")


def test_a_language_in_the_address_lasts(visit: Visit) -> None:
    page = visit("/?lang=fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.goto("/games")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.locator(".tongue select").select_option("de")
    page.goto("/?lang=fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_no_notice_outlives_what_it_is_about(visit: Visit) -> None:
    page = match_on_one_device(visit, "quantik")
    playing.square(page, "a1").click()
    expect(page.locator(".notice")).to_be_visible()
    playing.target(page, "A").click()
    expect(page.locator(".notice")).to_have_count(0)
    playing.square(page, "a1").click()
    playing.wait_for_ply(page, 1)
    playing.square(page, "a1").click()
    expect(page.locator(".notice")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".notice")).to_have_count(0)
