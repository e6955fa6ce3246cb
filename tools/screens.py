"""Pictures of the app to look at: `.venv/bin/python -m tools.screens OUT [--languages en,ar]`.

Home, a match, a lesson, a review and the settings on a phone in every language, and a match of each
game at the sizes that a board has to fill, in English.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from benchmarks.app import chromium, served
from tetrad.language import LANGUAGES

PHONE: ViewportSize = {"width": 390, "height": 844}
TALL: ViewportSize = {"width": 390, "height": 1500}  # all settings at once
SIZES = [(1280, 720), (1366, 768), (1440, 900), (1920, 1080), (768, 1024), (1024, 768),
         (390, 844), (844, 390), (640, 360)]  # fmt: skip
MOVES = {"quantik": ["A@b2", "B@c3"], "qawale": ["a1nee", "d4sww"], "qomet": ["@d4", "@a1"]}
LOST = ["A@a1", "B@b1", "C@c1", "D@d1"]
SLOW = 120_000  # milliseconds; the first review may have to wait for a compiler


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("out", type=Path, metavar="OUT", help="the folder for the pictures")
    asked.add_argument("--languages", default=",".join(LANGUAGES), help="such as en,ar,zh-Hans")
    wanted = asked.parse_args()
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for language in wanted.languages.split(","):
            _in_language(browser, address, wanted.out / language, language)
        _in_sizes(browser, address, wanted.out / "sizes")


def _page(browser: Browser, address: str) -> Page:
    context = browser.new_context(base_url=address, viewport=PHONE, reduced_motion="reduce")
    context.set_default_timeout(SLOW)
    return context.new_page()


def _match(page: Page, game: str, moves: list[str]) -> None:
    """Opens a match in which some moves have been played."""
    made = page.request.post("/api/matches", data={"game": game}).json()["id"]
    for seq, move in enumerate(moves, 1):
        page.request.post(f"/api/matches/{made}/moves", data={"move": move, "seq": seq})
    page.goto(f"/match/{made}")
    page.wait_for_selector(".board")


def _in_language(browser: Browser, address: str, out: Path, language: str) -> None:
    page = _page(browser, address)
    page.goto(f"/?lang={language}")
    page.wait_for_selector("main h1")
    page.screenshot(path=out / "home.png", full_page=True)
    page.set_viewport_size(TALL)
    page.locator(".menu summary").last.click()
    page.wait_for_selector(".menu fieldset")
    page.wait_for_timeout(300)
    page.screenshot(path=out / "settings.png")
    page.set_viewport_size(PHONE)
    page.goto("/learn/qomet?lesson=3")
    page.wait_for_selector('.cells[aria-readonly="false"]')
    page.screenshot(path=out / "lesson.png", full_page=True)
    _match(page, "qawale", MOVES["qawale"])
    page.wait_for_timeout(300)
    page.screenshot(path=out / "match.png")
    _match(page, "quantik", LOST)
    page.wait_for_selector(".summary .turning")
    page.screenshot(path=out / "review.png")
    page.locator(".summary").screenshot(path=out / "summary.png")
    page.context.close()


def _in_sizes(browser: Browser, address: str, out: Path) -> None:
    page = _page(browser, address)
    for game, moves in MOVES.items():
        _match(page, game, moves)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(150)
            page.screenshot(path=out / f"{game}-{width}x{height}.png")


if __name__ == "__main__":
    main()
