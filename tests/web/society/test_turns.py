"""Games of days tell whose turn it is: a list, a number in the header, a notification."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.test_access import violations

pytestmark = pytest.mark.whole_browser

Visit = Callable[..., Page]
NOTIFICATIONS = """navigator.serviceWorker.ready
    .then((worker) => worker.getNotifications())
    .then((all) => all.map(({title, body, tag, data}) => ({title, body, tag, url: data.url})))"""
HIDE = "Object.defineProperty(document, 'hidden', {get: () => true, configurable: true})"


def begun(host: Page, guest: Page, days: int, game: str = "qomet") -> str:
    """A game in which the host has the first move."""
    wish = {"game": game, "first": {"name": "Ada"}, "invite": "second", "clock": {"days": days}}
    made = host.request.post("/api/matches", data=wish).json()
    joining = {"code": made["invite"], "name": f"Grace {days}"}
    assert guest.request.post(f"/api/matches/{made['id']}/join", data=joining).ok
    return str(made["id"])


def play(page: Page, match: str, move: str, seq: int) -> None:
    answer = page.request.post(f"/api/matches/{match}/moves", data={"move": move, "seq": seq})
    assert answer.ok, answer.text()


def allow(page: Page) -> None:
    page.context.grant_permissions(["notifications"])


def notices(page: Page, count: int) -> list[Any]:
    """What the browser shows, once it is so much."""
    for _ in range(100):
        found: list[Any] = page.evaluate(NOTIFICATIONS)
        if len(found) == count:
            return found
        page.wait_for_timeout(100)
    raise AssertionError(found)


def push(page: Page, told: dict[str, Any]) -> None:
    """What a push service would hand to the real service worker."""
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    for _ in range(50):
        if found:
            break
        page.wait_for_timeout(100)
    origin = re.match(r"https?://[^/]+", page.url)
    assert origin
    wanted = {"origin": origin[0], "registrationId": found[-1], "data": json.dumps(told)}
    session.send("ServiceWorker.deliverPushMessage", wanted)


def test_the_most_urgent_game_comes_first_and_the_header_counts(visit: Visit) -> None:
    ada, grace = visit("/"), visit("/", phone=True)
    expect(ada.locator(".top .turns")).to_have_count(0)
    slow, fast = begun(ada, grace, 3), begun(ada, grace, 1, "quantik")
    for path in ("/", "/games"):
        ada.goto(path)
        rows = ada.locator(".list > li")
        expect(rows).to_have_count(2)
        expect(rows.nth(0)).to_contain_text(re.compile(r"Your turn · 2[34] h \d+ min left"))
        expect(rows.nth(1)).to_contain_text(re.compile(r"Your turn · [23] days left"))
        expect(ada.locator(".top .mine .turns")).to_have_text("2")
        assert violations(ada) == []
    expect(ada.get_by_role("link", name="My games It is your turn in 2 games")).to_be_visible()
    play(ada, fast, "A@a1", 2)
    play(ada, slow, "@d4", 2)
    grace.goto("/meet")
    expect(grace.locator(".top .turns")).to_have_count(0)
    grace.goto("/")
    expect(grace.locator(".nav-menu summary .turns:visible")).to_have_text("2")
    grace.goto("/meet")
    expect(grace.locator(".nav-menu summary .turns:visible")).to_have_text("2")
    ada.goto("/")
    expect(ada.locator(".hero")).to_be_visible()
    expect(ada.locator(".top .turns")).to_have_count(0)


@pytest.mark.parametrize("language", ["cs", "en", "et", "fi", "hr", "lv"])
def test_with_the_number_the_header_of_a_phone_stays_one_line(visit: Visit, language: str) -> None:
    ada, grace = visit("/", phone=True), visit("/")
    begun(ada, grace, 2)
    ada.set_viewport_size({"width": 360, "height": 740})
    ada.goto(f"/games?lang={language}")
    expect(ada.locator(".nav-menu summary .turns:visible")).to_have_text("1")
    header = ada.locator(".top").bounding_box()
    assert header
    assert header["height"] < 80


def test_the_number_is_kept_right_and_said_while_the_page_is_open(visit: Visit) -> None:
    ada, grace = visit("/"), visit("/")
    match = begun(ada, grace, 2)
    play(ada, match, "@d4", 2)
    ada.clock.install()
    ada.goto("/games")
    expect(ada.locator(".list > li")).to_have_count(1)
    play(grace, match, "@a1", 3)
    for _ in range(70):
        ada.clock.run_for(1000)
    expect(ada.locator(".top .mine .turns")).to_have_text("1")
    expect(ada.locator("#live")).to_have_text("It is your turn in 1 game")


def test_notifications_are_switched_on_and_off_in_the_settings(visit: Visit) -> None:
    page = visit("/")
    allow(page)
    page.locator("summary", has_text="Settings").click()
    switch = page.get_by_label("Tell me when it is my turn in games of days")
    expect(switch).not_to_be_checked()
    switch.check()
    expect(page.locator(".notice")).to_contain_text("You will be told")
    expect(switch).to_be_checked()
    assert violations(page) == []
    page.reload()
    page.locator("summary", has_text="Settings").click()
    expect(switch).to_be_checked()
    switch.uncheck()
    page.reload()
    page.locator("summary", has_text="Settings").click()
    expect(switch).not_to_be_checked()


def test_who_has_forbidden_notifications_is_told_what_to_do(visit: Visit) -> None:
    page = visit("/")
    page.add_init_script("Notification.requestPermission = async () => 'denied'")
    page.reload()
    page.locator("summary", has_text="Settings").click()
    page.get_by_label("Tell me when it is my turn in games of days").click()
    expect(page.locator(".notice")).to_contain_text("Your browser does not allow notifications")
    expect(page.get_by_label("Tell me when it is my turn in games of days")).not_to_be_checked()


def test_a_page_that_is_open_elsewhere_tells_of_the_turn(visit: Visit) -> None:
    ada, grace = visit("/"), visit("/")
    allow(ada)
    match = begun(ada, grace, 3)
    ada.goto(f"/match/{match}")
    ada.get_by_role("button", name="Tell me when it is my turn").click()
    expect(ada.get_by_role("button", name="Tell me when it is my turn")).to_be_hidden()
    assert notices(ada, 0) == []
    play(ada, match, "@d4", 2)
    playing.wait_for_ply(ada, 1)
    ada.evaluate(HIDE)
    play(grace, match, "@a1", 3)
    wanted = {"title": "Qomet: Your turn", "body": "You against Grace 3", "tag": match}
    assert notices(ada, 1) == [wanted | {"url": f"/match/{match}"}]


def test_no_game_of_days_no_offer(visit: Visit) -> None:
    page = visit("/play/qomet")
    allow(page)
    playing.start_on_one_device(page)
    page.wait_for_timeout(500)
    expect(page.get_by_role("button", name="Tell me when it is my turn")).to_have_count(0)


def test_what_is_pushed_is_shown_and_the_next_takes_its_place(visit: Visit) -> None:
    ada, grace = visit("/"), visit("/")
    allow(ada)
    match = begun(ada, grace, 3)
    play(ada, match, "@d4", 2)
    ada.goto("/games")
    expect(ada.locator(".list > li")).to_have_count(1)
    expect(ada.locator(".top .turns")).to_have_count(0)
    play(grace, match, "@a1", 3)
    told = {"title": "Qomet: Your turn", "body": "You against Grace · 3 days left", "tag": match}
    told |= {"url": f"/match/{match}"}
    for body in (told["body"], "You against Grace · 11 h 0 min left"):
        push(ada, told | {"body": body, "lang": "en", "dir": "ltr", "turns": 1})
        ada.wait_for_timeout(500)
    assert notices(ada, 1) == [told | {"body": "You against Grace · 11 h 0 min left"}]
    expect(ada.locator(".top .mine .turns")).to_have_text("1")
    expect(ada.locator("#live")).to_have_text("It is your turn in 1 game")
