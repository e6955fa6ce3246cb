"""The pages where people meet, for everybody: looks, directions, widths, and keys alone."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex

from playwright.sync_api import Locator, Page, expect

from tests.web import playing
from tests.web.society.test_meeting import in_order, known_as, meet
from tests.web.test_access import check_everywhere

Visit = Callable[..., Page]


def tab_to(page: Page, wanted: Locator) -> None:
    """With the Tab key only, as somebody does who has no mouse."""
    expect(wanted).to_be_visible()
    for _ in range(90):
        page.keyboard.press("Tab")
        if wanted.evaluate("each => each === document.activeElement"):
            return
    raise AssertionError(f"the Tab key does not lead to {wanted}")


def press(page: Page, name: str) -> None:
    tab_to(page, page.get_by_role("button", name=name, exact=True).first)
    page.keyboard.press("Enter")


def test_two_strangers_meet_and_play_by_keys_alone(visit: Visit) -> None:
    ada, grace, name = visit("/meet"), visit("/meet"), f"Ada {token_hex(4)}"
    tab_to(ada, ada.get_by_role("radio", name="Quantik"))
    ada.keyboard.press("ArrowDown")
    ada.keyboard.press("ArrowDown")
    expect(ada.get_by_role("radio", name="Qomet")).to_be_checked()
    tab_to(ada, ada.get_by_label("Your name"))
    ada.keyboard.type(name)
    press(ada, "Look for a game")
    expect(ada.get_by_role("heading", name="Looking for an opponent …")).to_be_visible()
    offer = grace.locator(".offers li", has_text=name)
    tab_to(grace, offer.get_by_role("button", name="Play"))
    grace.keyboard.press("Enter")
    for page in (ada, grace):
        page.wait_for_url("**/match/*")
    first, second = in_order(ada, grace)
    for page, move, ply in ((first, "@d4", 1), (second, "@a1", 2)):
        playing.wait_for_turn(page)
        tab_to(page, page.locator('.cell[tabindex="0"]'))
        playing.play_by_keys(page, "qomet", move)
        for each in (first, second):
            playing.wait_for_ply(each, ply)
    press(second, "Resign")
    second.keyboard.press("Shift+Tab")
    expect(second.get_by_role("button", name="Yes")).to_be_focused()
    second.keyboard.press("Enter")
    expect(second.locator(".status.over")).to_be_focused()
    expect(first.locator("#live")).to_contain_text("You won!")


def test_an_arena_is_started_and_entered_by_keys_alone(visit: Visit) -> None:
    page = visit("/tournaments")
    tab_to(page, page.locator("summary", has_text="Start a tournament"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_label("Name of the tournament"))
    page.keyboard.type("By Keys")
    press(page, "Start the tournament")
    page.wait_for_url("**/tournaments/*")
    press(page, "Take part")
    expect(page.get_by_text("You are in.")).to_be_visible()
    press(page, "Pause")
    expect(page.get_by_text("You are taking a break")).to_be_visible()


def test_axe_finds_no_fault_where_strangers_play_and_are_known(visit: Visit) -> None:
    (ada, name), (grace, _) = known_as(visit, "Ada"), known_as(visit, "Grace")
    first, second = meet(ada, grace, "Qomet", "10+5", rated=True)
    playing.play_by_mouse(first, "qomet", "@d4")
    playing.wait_for_ply(second, 1)
    first.get_by_label("Say something").select_option(label="Hello!")
    expect(second.locator(".talk li")).to_be_visible()
    check_everywhere(second)
    ada.goto("/account")
    expect(ada.get_by_role("heading", name=name, exact=True)).to_be_visible()
    check_everywhere(ada)
    grace.goto(f"/people/{name}")
    expect(grace.get_by_role("heading", name=name, exact=True)).to_be_visible()
    check_everywhere(grace)
