"""How soon somebody plays without a server: `python -m benchmarks first`.

The static edition in Chromium, from an address that is opened, over "Play against", to the board
that takes the first move, and on to the answer of level 10. Cold is a browser that knows nothing;
warm is the same one in a new tab, with everything kept. A phone is taken as four times slower than
this machine, for throttling in browser tools does not slow workers; cold, its line comes on top.

Others on the machine make all of it slower. So a plain loop is timed right after each visit, by the
clock and by the processor: the part of a core that it got is printed beside the times.
"""

from __future__ import annotations

import os
import time
from statistics import median
from typing import Any, NamedTuple

from benchmarks.page_moves import PHONE, SITE, Host, hosted
from tetrad.rules import GAMES

RUNS = 3
FIRST = {"quantik": ("A", "b3"), "qawale": ("a1", "a2", "a3", "a4"), "qomet": ("d4",)}
READY = '.cells[aria-readonly="false"]'
# Everything is there for the next visit: Python, the engine, and who answers without a network.
KEPT = """async () => {
  const all = await caches.keys(), parts = all.filter((name) => name.startsWith('tetrad-page-'));
  const cached = await Promise.all(parts.map(async (name) => (await caches.open(name)).keys()));
  return cached.flat().some(({ url }) => url.endsWith('page.json'))
    && Boolean(navigator.serviceWorker.controller);
}"""
# Bytes a second over the slow 4G of Lighthouse.
LINE = 1.6e6 / 8
SPINS = 3_000_000
PATIENCE = 240_000


class Visit(NamedTuple):
    """Seconds to the first move and to its answer; bytes fetched; the part of a core there was."""

    ready: float
    answered: float
    fetched: int
    share: float


def main() -> None:
    if not (SITE / "page" / "page.json").is_file():
        print("first: the static edition is not built; run 'make site'")
        return
    from playwright.sync_api import sync_playwright

    from benchmarks.app import chromium

    print("seconds to the first move, and to the answer of level 10, without a server")
    with sync_playwright() as playwright, hosted() as host:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for game in GAMES:
            pairs = [_cold_and_warm(browser, host, game) for _ in range(RUNS)]
            _report(game, "cold", [cold for cold, _ in pairs])
            _report(game, "warm", [warm for _, warm in pairs])
        browser.close()
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"load of the machine: {load} on {os.cpu_count()} cores")


def _report(game: str, name: str, visits: list[Visit]) -> None:
    ready, answered, fetched, share = (median(each) for each in zip(*visits, strict=True))
    times = (
        f"{ready:4.1f}, {answered:4.1f}; x{PHONE}: {ready * PHONE:4.1f}, {answered * PHONE:4.1f}"
    )
    line = f"{fetched / 1e6:.2f} MB: {fetched / LINE:.1f} s on a slow line"
    print(f"{game:8} {name} {times}; {line}; {share:.2f} of a core", flush=True)


def _cold_and_warm(browser: Any, host: Host, game: str) -> tuple[Visit, Visit]:
    context = browser.new_context(base_url=host.address, locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.add_init_script("localStorage['tetrad.patience'] ??= 'off'")
    cold = _visit(context, host, game)
    page = context.pages[0]
    while not page.evaluate(KEPT):
        page.wait_for_timeout(200)
    page.close()
    warm = _visit(context, host, game)
    context.close()
    return cold, warm


def _visit(context: Any, host: Host, game: str) -> Visit:
    page, before, begun = context.new_page(), host.sent, time.perf_counter()
    page.goto(f"play/{game}/?level=10")
    page.get_by_role("button", name="Play against").click()
    page.wait_for_selector(READY)
    ready, fetched = time.perf_counter() - begun, host.sent - before
    for name in FIRST[game]:
        _target(page, name).click()
    page.locator(".moves li").nth(1).wait_for()
    answered = time.perf_counter() - begun
    return Visit(ready, answered, fetched, _share_of_a_core())


def _target(page: Any, name: str) -> Any:
    """A square, or the first shape of the hand."""
    if len(name) == 2:
        return page.locator(f'[data-square="{name}"]')
    return (
        page.locator(".shapes").filter(has=page.locator("[aria-pressed]")).locator(".shape").first
    )


def _share_of_a_core() -> float:
    clock, processor = time.perf_counter(), time.process_time()
    for _ in range(SPINS):
        pass
    return (time.process_time() - processor) / (time.perf_counter() - clock)
