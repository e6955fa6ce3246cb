"""Every page for everybody: axe-core finds nothing in three looks, two directions, two widths."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Frame, Page, expect

from tests.web import playing
from tests.web.conftest import AXE, DESKTOP, PHONE

Visit = Callable[..., Page]
LOOKS = ("light", "dark", "contrast")
SETS = ("natural", "marble", "paper")
SLOW = 120_000  # milliseconds; the first answer may have to wait for a compiler
PAGES = [
    "/",
    "/play/quantik",
    "/learn/qawale",
    "/puzzles/qomet",
    "/analyse/quantik",
    "/analyse/qomet?position=.../.../.2./...1.../.../.../..._1_-",
    "/games",
    "/tournaments",
    "/meet",
    "/account",
    "/people",
    "/nowhere",
]
RULES = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']"
RUN = f"axe.run(document, {{runOnly: {RULES}, resultTypes: ['violations']}})"
RUN += ".then(found => found.violations.map(fault => "
RUN += "`${fault.id}: ${fault.nodes.map(node => node.html.slice(0, 160)).join(' | ')}`))"


def violations(page: Page | Frame) -> list[str]:
    """What axe-core objects to on the page as it stands."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(RUN)
    return found


def check_everywhere(page: Page) -> None:
    for look in LOOKS:
        for direction in ("ltr", "rtl"):
            page.evaluate(
                "([look, dir]) => {const root = document.documentElement;"
                " root.dir = dir; root.dataset.look = look}",
                [look, direction],
            )
            for size in (PHONE, DESKTOP):
                page.set_viewport_size(size)  # type: ignore[arg-type]
                where = f"{page.url} {look} {direction} {size['width']}"
                assert violations(page) == [], where
                assert overflow(page) <= 0, where


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_no_fault_on_any_page(visit: Visit, path: str) -> None:
    page = visit(path)
    page.wait_for_timeout(500)
    check_everywhere(page)


@pytest.mark.parametrize("game", ["quantik", "qawale", "qomet"])
def test_axe_finds_no_fault_in_a_game_with_a_move_in_the_making(visit: Visit, game: str) -> None:
    page = visit(f"/play/{game}")
    playing.start_on_one_device(page)
    first = {"quantik": "A@b2", "qawale": "a1nee", "qomet": "@d4"}[game]
    playing.play_by_mouse(page, game, first)
    playing.wait_for_ply(page, 1)
    playing.target(page, {"quantik": "A", "qawale": "a4", "qomet": "d5"}[game]).click()
    check_everywhere(page)


def test_axe_finds_no_fault_where_games_begin_and_end(visit: Visit) -> None:
    host = visit("/play/quantik")
    host.get_by_label("A friend online").check()
    host.get_by_role("button", name="Create the link").click()
    link = host.get_by_label("Link to the game").input_value()
    guest = visit(link, phone=True)
    guest.get_by_role("button", name="Join the game").wait_for()
    assert violations(host) + violations(guest) == []
    guest.get_by_role("button", name="Join the game").click()
    expect(host.get_by_text("online")).to_be_visible()
    host.get_by_role("button", name="Resign").click()
    host.get_by_role("button", name="Yes").click()
    expect(guest.locator(".status.over")).to_be_visible()
    assert violations(host) + violations(guest) == []


@pytest.mark.parametrize("made_of", SETS)
def test_axe_finds_no_fault_in_what_the_teacher_says(visit: Visit, made_of: str) -> None:
    page = visit("/games")
    page.evaluate(f"localStorage.setItem('tetrad.set', '{made_of}')")
    page.evaluate("localStorage.setItem('tetrad.coach', 'on')")
    bot = {"kind": "bot", "level": 1, "name": "Ari"}
    wish = {"game": "quantik", "second": bot, "start": "..../..../..../Ab.."}
    asked = page.request.post("/api/matches", data=wish).json()["id"]
    assert page.request.get("/api/quantik/reasons?move=A@a1", timeout=SLOW).ok  # it is awake
    page.goto(f"/match/{asked}")
    playing.wait_for_turn(page)
    playing.play_by_mouse(page, "quantik", "C@c1")
    page.get_by_role("group", name="Are you sure?").wait_for(timeout=SLOW)
    check_looks(page)
    over = page.request.post("/api/matches", data={"game": "quantik"}).json()["id"]
    for seq, move in enumerate(("A@a1", "B@b1", "C@c1", "D@d1"), 1):
        page.request.post(f"/api/matches/{over}/moves", data={"move": move, "seq": seq})
    page.goto(f"/match/{over}")
    page.get_by_role("region", name="How it went").wait_for(timeout=SLOW)
    check_looks(page)


def check_looks(page: Page) -> None:
    """On a phone and on a desk, in each look; the set is the page's own."""
    for look in LOOKS:
        page.evaluate(f"document.documentElement.dataset.look = '{look}'")
        for size in (PHONE, DESKTOP):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            where = f"{page.url} {look} {size['width']}"
            assert violations(page) == [], where
            assert overflow(page) <= 0, where


def test_axe_finds_no_fault_in_the_settings_and_the_editor(visit: Visit) -> None:
    page = visit("/analyse/qawale")
    page.get_by_role("button", name="Set up a position").click()
    page.locator(".menu summary").click()
    check_everywhere(page)


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/play/qomet", "/learn/qomet", "/analyse/quantik", "/games"),
        *("/tournaments", "/meet", "/account", "/people"),
    ],
)
def test_nothing_is_cut_off_at_320_pixels(visit: Visit, path: str) -> None:
    page = visit(path, phone=True)
    page.set_viewport_size({"width": 320, "height": 640})
    page.wait_for_timeout(300)
    assert overflow(page) <= 0


@pytest.mark.parametrize("language", ["de", "el", "hu", "ru", "th"])
def test_every_choice_on_a_phone_fits_into_its_card(visit: Visit, language: str) -> None:
    page = visit(f"/play/qomet?lang={language}", phone=True)
    page.get_by_role("radio").nth(2).check()
    wide = "each => each.scrollWidth > each.clientWidth"
    assert page.evaluate(f"[...document.querySelectorAll('.choice')].filter({wide}).length") == 0


@pytest.mark.parametrize("game", ["quantik", "qawale", "qomet"])
def test_targets_on_the_board_are_at_least_44_pixels(visit: Visit, game: str) -> None:
    page = visit(f"/play/{game}", phone=True)
    playing.start_on_one_device(page)
    page.set_viewport_size({"width": 320, "height": 640})
    sizes = page.evaluate(
        "[...document.querySelectorAll('main button, main a, .top a, .top summary')]"
        ".map(each => each.getBoundingClientRect()).filter(box => box.width)"
        ".map(box => Math.min(box.width, box.height))"
    )
    assert min(sizes) >= 44


def test_the_focus_is_always_visible(visit: Visit) -> None:
    page = visit("/play/quantik")
    playing.start_on_one_device(page)
    for _ in range(14):
        page.keyboard.press("Tab")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        name = page.evaluate("document.activeElement.outerHTML.slice(0, 120)")
        assert outline != "none" or name.startswith("<body"), name


def test_every_move_is_said_in_the_live_region(visit: Visit) -> None:
    page = visit("/play/qomet")
    playing.start_on_one_device(page)
    playing.square(page, "d4").click()
    expect(page.locator("#live")).to_have_text("Light places a star on d4. Dark to move")


def test_a_question_takes_the_focus_and_gives_it_back(visit: Visit) -> None:
    page = visit("/play/qomet")
    playing.start_on_one_device(page)
    page.get_by_role("button", name="Resign").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="No", exact=True)).to_be_focused()
    expect(page.locator("#live")).to_have_text("Resign this game?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Resign")).to_be_focused()


def test_after_resigning_the_focus_is_on_how_the_game_ended(visit: Visit) -> None:
    page = visit("/play/qomet")
    playing.start_on_one_device(page)
    playing.play_by_mouse(page, "qomet", "@d4")
    playing.wait_for_ply(page, 1)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    status = page.locator(".status.over")
    expect(status).to_have_text(re.compile("Light wins: the opponent resigned."))
    expect(status).to_be_focused()
    expect(playing.square(page, "d4")).to_have_attribute("aria-label", re.compile("last move"))
