"""How soon a page answers on a phone: `python -m benchmarks phone`.

A real browser with a narrow screen, its processor slowed four times and its line held to 1.6
Mbit/s with 150 ms a round trip. A page is interactive when what a person wants of it is there and
the browser is idle, so that a tap is answered at once.
"""

from __future__ import annotations

from statistics import median

from playwright.sync_api import Browser, sync_playwright

from benchmarks.app import chromium, new_match, served

TIMES, SLOWER = 5, 4
LINE = {"offline": False, "latency": 150, "downloadThroughput": 2e5, "uploadThroughput": 93_750}
PAGES = {
    "/": "main a[href^='/play']",
    "/play/quantik": "main button[type=submit], main form button",
    "/learn/qawale": "main a[href*='/learn/']",
    "/learn/qawale/1": "[role=grid]",
    "/puzzles/qomet": "[role=grid]",
    "/analyse/qomet": "[role=grid]",
    "/games": "main h1",
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
        for page, wanted in {**PAGES, new_match(address): "[role=grid]"}.items():
            times = sorted(_answers_at(browser, address + page, wanted) for _ in range(TIMES))
            print(
                f"{page[:18]:18} interactive after {median(times):.0f} ms, at most {times[-1]:.0f}"
            )
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
    page.goto(url)
    while not (found := page.evaluate("window.answersAt")):
        page.wait_for_timeout(20)
    context.close()
    return float(found)
