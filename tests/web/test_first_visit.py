"""The first page comes in one piece; from then on the browser has the files."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web import playing
from tests.web.conftest import Server

Visit = Callable[..., Page]
PAGES = ["/", "/play/quantik", "/learn/qawale", "/puzzles/quantik?daily=1", "/analyse/qomet",
         "/games", "/match/ID?join=CODE"]  # fmt: skip
CARRIED = "script[type='text/plain']"


def size(address: str, language: str) -> int:
    """How many bytes of an answer travel."""
    headers = {"Accept-Encoding": "gzip", "Accept-Language": language}
    with urlopen(Request(address, headers=headers)) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        return len(answer.read())


def filled_in(path: str, server: Server) -> str:
    """The path, with the names of a game that waits for a friend where it needs them."""
    people = {"first": {"kind": "human"}, "second": {"kind": "human"}, "invite": "second"}
    body = json.dumps({"game": "qomet", **people}).encode()
    headers = {"Content-Type": "application/json"}
    with urlopen(Request(f"{server.address}/api/matches", body, headers)) as answer:
        made = json.load(answer)
    return path.replace("ID", made["id"]).replace("CODE", made["invite"])


def wait_until_kept(page: Page) -> None:
    for _ in range(200):
        if "tetrad_files" in {cookie["name"] for cookie in page.context.cookies()}:
            return
        page.wait_for_timeout(50)
    pytest.fail("the page never says that it has kept its files")


@pytest.mark.parametrize("path", PAGES)
def test_the_first_load_is_small(server: Server, path: str) -> None:
    assert size(server.address + filled_in(path, server), "en") <= 60_000


@pytest.mark.parametrize("path", PAGES)
def test_the_first_page_needs_no_further_files(
    chromium: Browser, server: Server, path: str
) -> None:
    context = chromium.new_context(base_url=server.address, locale="en-GB")
    context.route("**/assets/**", lambda route: route.abort())
    page = context.new_page()
    page.goto(filled_in(path, server))
    page.wait_for_selector("[role=grid][aria-readonly=false], main form, main .card")
    context.close()


def test_the_next_visit_takes_the_files_from_the_browser(visit: Visit) -> None:
    page = visit("/learn/qomet")
    assert page.locator(CARRIED).count() == 4
    wait_until_kept(page)
    fetched: list[str] = []
    page.on("response", lambda answer: fetched.append(answer.url))
    page.reload()
    page.wait_for_selector("[role=grid][aria-readonly=false]")
    assert page.locator(CARRIED).count() == 0
    script = page.locator("head script[type=module]").get_attribute("src")
    assert any(url.endswith(str(script)) for url in fetched)
    entries = page.evaluate(
        "performance.getEntriesByType('resource').filter(({name}) => name.includes('/assets/'))"
        ".map(({transferSize}) => transferSize)"
    )
    assert entries
    assert set(entries) == {0}


def test_pages_fetched_later_join_those_that_came_first(visit: Visit) -> None:
    """There is one app, not one from the page and another from the files."""
    page = visit("/")
    page.get_by_role("combobox", name="Language").select_option("fr")
    page.locator("main a[href^='/play/qomet']").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Jouer")
    page.goto("/learn/quantik?lesson=5")
    playing.play_by_mouse(page, "quantik", "B@c1")
    expect(page.locator(".status.over")).to_be_visible()


def test_a_browser_that_knows_no_import_maps_fetches_the_files(
    chromium: Browser, server: Server
) -> None:
    context = chromium.new_context(base_url=server.address, locale="en-GB")
    context.add_init_script("HTMLScriptElement.supports = undefined")
    page = context.new_page()
    page.goto("/analyse/qomet")
    page.wait_for_selector("[role=grid][aria-readonly=false]")
    context.close()


BROKEN = "URL.createObjectURL = () => 'blob:broken'"
REFUSED = "URL.createObjectURL = () => { throw new TypeError('refused') }"
NO_COOKIES = "Object.defineProperty(document, 'cookie', {get: () => '', set() {}})"


@pytest.mark.parametrize("failure", [BROKEN, REFUSED])
@pytest.mark.parametrize("cookies", ["", NO_COOKIES])
def test_a_browser_that_refuses_carried_scripts_fetches_the_files(
    chromium: Browser, server: Server, failure: str, cookies: str
) -> None:
    context = chromium.new_context(base_url=server.address, locale="en-GB")
    context.add_init_script(f"{failure}; {cookies}")
    page = context.new_page()
    page.goto("/analyse/qomet")
    page.wait_for_selector("[role=grid][aria-readonly=false]")
    assert (page.locator(CARRIED).count() > 0) == bool(cookies)
    page.get_by_role("link", name="My games").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("My games")
    context.close()
