"""The app in other languages, other colours and without a connection."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.web import playing
from tests.web.conftest import Server
from tetrad.language import translated

Visit = Callable[..., Page]
NOT_LOADED = "This page could not be loaded"
NAMES = {"Tetrad", "Quantik", "Qawale", "Qomet"}
NAMES |= {"Ari", "Cleo", "Dani", "Eli", "Femi", "Gio", "Haru", "Imani", "Juno"}

# Everything a person can read or hear, apart from notation and the names of languages.
TEXTS = """() => {
  const skip = "script, select, noscript, .mono, .moves, .rim, .mark-step";
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    if (!walk.currentNode.parentElement.closest(skip)) texts.push(walk.currentNode.textContent);
  }
  for (const each of document.querySelectorAll("[aria-label], [title]")) {
    texts.push(each.getAttribute("aria-label") ?? "", each.getAttribute("title") ?? "");
  }
  return [...new Set(texts.map(text => text.trim()))];
}"""


def in_plain_english(text: str) -> bool:
    letters = "".join(letter for letter in text if letter.isalpha())
    return len(letters) > 2 and letters.isascii() and text not in NAMES


@pytest.mark.parametrize(
    "path", ["/", "/play/quantik", "/learn/qawale", "/analyse/qomet", "/games", "/nowhere"]
)
def test_the_pseudo_language_reaches_every_text(visit: Visit, path: str) -> None:
    page = visit(f"{path}?lang=qps")
    page.locator(".menu summary").click()
    page.wait_for_timeout(800)
    assert [text for text in page.evaluate(TEXTS) if in_plain_english(text)] == []
    assert page.evaluate("document.documentElement.lang") == "qps"


def test_the_language_is_changed_in_one_step_and_kept(visit: Visit) -> None:
    page = visit("/")
    page.get_by_label("Language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.reload()
    expect(page.get_by_label("Sprache")).to_have_value("de")


@pytest.fixture
def page(chromium: Browser, server: Server) -> Iterator[Page]:
    """In a browser without a service worker, whose requests no test can hold."""
    context = chromium.new_context(base_url=server.address, locale="fr", service_workers="block")
    yield context.new_page()
    context.close()


def hold_french(page: Page) -> list[Route]:
    held: list[Route] = []
    page.route("**/locale/fr.json", lambda route: held.append(route))
    return held


def test_the_language_chosen_last_is_spoken_even_if_it_comes_first(page: Page) -> None:
    page.goto("/?lang=en")
    held = hold_french(page)
    choice = page.locator(".tongue select")
    choice.select_option("fr")
    choice.select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    with page.expect_response("**/locale/fr.json"):
        held[0].continue_()
    page.wait_for_timeout(200)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(choice).to_have_value("de")


def test_words_that_do_not_come_keep_no_page_from_showing(page: Page) -> None:
    held = hold_french(page)
    page.goto("/play/qomet")
    expect(page.get_by_role("heading", level=1)).to_have_text("Play Qomet")
    held[0].continue_()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Jouer")


def test_a_lesson_without_a_translation_is_marked_as_english(page: Page) -> None:
    page.route("**/locale/he/quantik.json", lambda route: route.fulfill(json={"messages": {}}))
    page.goto("/learn/quantik?lang=en&lesson=5")
    page.locator(".tongue select").select_option("he")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    text = page.locator(".room .panel > .stack").first
    expect(text).to_have_attribute("lang", "en")
    expect(text).to_have_attribute("dir", "ltr")
    expect(page.locator(".room .more")).not_to_have_attribute("lang", "en")


@pytest.mark.parametrize("language", ["ar", "ja", "th"])
def test_no_letters_are_fetched(page: Page, server: Server, language: str) -> None:
    """The letters of every script are those of the system, and nothing comes from elsewhere."""
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    page.goto(f"/learn/qomet?lang={language}")
    page.wait_for_selector(".board")
    assert page.evaluate("document.fonts.size") == 0
    assert {each.resource_type for each in asked} >= {"document", "script", "stylesheet"}
    assert [each.url for each in asked if each.resource_type == "font"] == []
    assert [each.url for each in asked if not each.url.startswith(server.address)] == []


def test_forced_colours_get_the_strongest_contrast(visit: Visit) -> None:
    page = visit("/learn/quantik")
    page.emulate_media(forced_colors="active")
    expect(page.locator("html")).to_have_attribute("data-look", "contrast")


def test_a_wish_for_more_contrast_is_heard(visit: Visit) -> None:
    page = visit("/learn/quantik", look="auto")
    page.emulate_media(contrast="more")
    expect(page.locator("html")).to_have_attribute("data-look", "contrast")


def test_without_a_server_a_page_says_what_is_going_on(visit: Visit) -> None:
    page = visit("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.context.set_offline(True)
    page.goto("/games")
    expect(page.get_by_role("heading")).to_have_text("This page could not be loaded")
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("My games")


def test_without_a_server_it_is_said_in_the_chosen_language(visit: Visit) -> None:
    page = visit("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.get_by_label("Language").select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.context.set_offline(True)
    page.goto("/games")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("heading")).to_have_text(translated(NOT_LOADED, "fr"))


def test_dates_follow_the_region_of_the_browser(visit: Visit) -> None:
    page = visit("/play/qomet")
    playing.start_on_one_device(page)
    page.goto("/games")
    expect(page.locator(".list")).to_contain_text(re.compile(r"\d+ \w+ \d{4}, \d\d:\d\d"))
