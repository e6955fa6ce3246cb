"""How soon a page answers on a phone: `python -m benchmarks phone`.

A real browser with a narrow screen, its processor slowed four times and its line held to 1.6
Mbit/s with 150 ms a round trip. A page is interactive when what a person wants of it is there and
the browser is idle, so that a tap is answered at once. A board is there when it knows its legal
moves: one that is only drawn waits for the server and answers nobody.

What else the machine does counts too, so look at the floor first: the page that explains being
offline, a heading with one style sheet and one small script. No page of the app can be faster.
"""

from __future__ import annotations

import sys
from statistics import median
from urllib.parse import urljoin

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from benchmarks.app import TWO_PEOPLE, chromium, served

TIMES, SLOWER = 7, 4
LINE = {"offline": False, "latency": 150, "downloadThroughput": 2e5, "uploadThroughput": 93_750}
BOARD = ".play-area:not(:has(.waiting)) [role=grid][aria-readonly=false]"
PAGES = {
    "/offline.html": "h1",
    "/": "main a[href^='/play']",
    "/play/quantik": "main form button",
    "/learn/qawale": BOARD,
    "/learn/quantik?lesson=5": BOARD,
    "/puzzles/qomet": BOARD,
    "/puzzles/quantik?daily=1": BOARD,
    "/analyse/qomet": BOARD,
    "/analyse/qomet?moves=@d4,@a1,d4-d5": BOARD,
    "/games": "main h1",
    "/games?lang=de": "main h1",
    "/meet": "main form button",
    "/account": "main form button",
    "/people": "main select",
    "/tournaments": "main summary",
    "/match/": BOARD,
}
# Notes when the first match of a selector is there, and when the browser is idle after that.
WATCH = """
(() => {
  const look = () => {
    if (!document.querySelector(%r)) return requestAnimationFrame(look);
    requestIdleCallback(() => { window.answersAt = performance.now(); });
  };
  requestAnimationFrame(look);
})();
"""


def main() -> None:
    with served() as address, sync_playwright() as playwright:
        flags = ["--headless=new", "--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags)
        for path, wanted in PAGES.items():
            times = sorted(_answers_at(browser, address + path, wanted) for _ in range(TIMES))
            spread = f"from {times[0]:.0f} to {times[-1]:.0f}"
            print(f"{path:34} interactive after {median(times):.0f} ms, {spread}", flush=True)
        browser.close()


def _answers_at(browser: Browser, url: str, wanted: str) -> float:
    """Milliseconds from the request to the first answer, with nothing kept from before."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(WATCH % wanted)
    if url.endswith("/match/"):
        url += _own_match(context, url)
    page.goto(url)
    patience = 1000
    while not (found := page.evaluate("window.answersAt")):
        if not (patience := patience - 1):
            sys.exit(f"{url} never shows {wanted}; is the app built? Run 'make web'.")
        page.wait_for_timeout(20)
    context.close()
    return float(found)


def _own_match(context: BrowserContext, page: str) -> str:
    """A new match in which this browser plays both sides."""
    created = context.request.post(urljoin(page, "/api/matches"), data=TWO_PEOPLE)
    return str(created.json()["id"])
