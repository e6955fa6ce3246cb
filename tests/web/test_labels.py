"""No label is wider than its button, in any language, on the narrowest phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.web import playing
from tests.web.study.test_teacher import BOT, SLOW, coached, opened
from tetrad.language import LANGUAGES

Visit = Callable[..., Page]
NARROW: ViewportSize = {"width": 320, "height": 640}
PHONE: ViewportSize = {"width": 390, "height": 844}
PAGES = ["/", "/play/quantik", "/learn/qawale", "/analyse/qomet", "/puzzles/quantik", "/games",
         "/openings/qomet", "/meet", "/account", "/people", "/tournaments"]  # fmt: skip

# Speaks a language, then names what does not fit: labels cut off, and pages wider than the screen.
TOO_WIDE = """async language => {
  const choice = document.querySelector(".tongue select");
  choice.value = language;
  choice.dispatchEvent(new Event("change", { bubbles: true }));
  const root = document.documentElement;
  for (let wait = 0; root.lang !== language && wait < 500; wait++) {
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const labels = "button, .button, summary, nav a, .toolbar > *, legend, select";
  const cut = each => each.localName !== "select" && each.scrollWidth > each.clientWidth + 1;
  const outside = ({ left, right }) => left < -1 || right > innerWidth + 1;
  const wide = [...document.querySelectorAll(labels)].filter(each =>
    each.clientWidth && (cut(each) || outside(each.getBoundingClientRect())));
  const found = wide.map(each => `${language}: ${each.textContent.trim().slice(0, 60)}`);
  if (root.scrollWidth > innerWidth) found.push(`${language}: the page`);
  return found;
}"""


def too_wide(page: Page) -> list[str]:
    return [label for language in LANGUAGES for label in page.evaluate(TOO_WIDE, language)]


@pytest.mark.parametrize("path", PAGES)
def test_every_label_of_a_page_fits_at_320_pixels(visit: Visit, path: str) -> None:
    page = visit(path)
    page.set_viewport_size(NARROW)
    page.wait_for_selector("h1, h2")
    assert too_wide(page) == []


def test_every_label_of_a_match_fits_at_320_pixels(visit: Visit) -> None:
    page = visit("/play/qawale")
    playing.start_on_one_device(page)
    playing.play_by_mouse(page, "qawale", "a1nee")
    playing.wait_for_ply(page, 1)
    for size in (PHONE, NARROW):
        page.set_viewport_size(size)
        assert too_wide(page) == []
    playing.target(page, "d4").click()
    assert too_wide(page) == []


def test_every_label_of_the_settings_fits_at_320_pixels(visit: Visit) -> None:
    page = visit("/")
    page.set_viewport_size(NARROW)
    page.locator(".menu summary").click()
    assert too_wide(page) == []


def test_every_label_of_a_summary_fits_at_320_pixels(visit: Visit) -> None:
    page = opened(visit, {"game": "quantik"}, "A@a1", "B@b1", "C@c1", "D@d1")
    page.set_viewport_size(NARROW)
    page.wait_for_selector(".summary .turning", timeout=SLOW)
    assert too_wide(page) == []


def test_every_label_of_the_coachs_question_fits_at_320_pixels(visit: Visit) -> None:
    page = coached(visit, BOT)
    page.set_viewport_size(NARROW)
    assert too_wide(page) == []  # a match against a bot
    playing.play_by_mouse(page, "quantik", "C@c1")
    page.wait_for_selector(".warning", timeout=SLOW)
    assert too_wide(page) == []


def test_every_label_of_a_timed_run_fits_at_320_pixels(visit: Visit) -> None:
    page = visit("/puzzles/quantik?run=1")
    page.set_viewport_size(NARROW)
    assert too_wide(page) == []
    page.locator(".finish .button.main").click()
    playing.wait_for_turn(page)
    assert too_wide(page) == []


def test_every_label_of_an_invitation_fits_at_320_pixels(visit: Visit) -> None:
    people = {"first": {"kind": "human"}, "second": {"kind": "human"}, "invite": "second"}
    page = opened(visit, {"game": "qomet", **people})
    page.set_viewport_size(NARROW)
    page.wait_for_selector(".arena .panel .button")
    assert too_wide(page) == []
