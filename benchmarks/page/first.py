"""How soon somebody plays without a server: `python -m benchmarks first`.

The static edition in Chromium, from an address that is opened, over "Play against", to the board
that takes the first move, and on to the answer of level 10. Cold is a browser that knows nothing;
warm is the same one in a new tab, with everything kept. A phone is taken as four times slower than
this machine, for throttling in browser tools does not slow workers; cold, its line comes on top.

Others on the machine make it slower by the clock. So the processor's seconds of the two threads
that wait for one another, the page's and its worker's, are printed beside it: of these a phone's
are four times as many.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.page.host import Host, hosted, is_built
from benchmarks.page.moves import PHONE
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
THREADS = ("CrRendererMain", "DedicatedWorker")
TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 240_000


class Visit(NamedTuple):
    """Seconds to the first move and its answer, by clock and by processor; bytes fetched."""

    ready: float
    worked: float
    answered: float
    worked_for_both: float
    fetched: int


def main() -> None:
    if not is_built():
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
    *times, fetched = (median(each) for each in zip(*visits, strict=True))
    ready, worked, answered, both = times
    move = f"move {ready:4.1f} s, processor {worked:4.1f} s (x{PHONE}: {worked * PHONE:4.1f} s)"
    answer = f"answer {answered:4.1f} s, processor {both:4.1f} s (x{PHONE}: {both * PHONE:4.1f} s)"
    line = f"{fetched / 1e6:.2f} MB, {fetched / LINE:.1f} s on a slow line"
    print(f"{game:8} {name}: {move}; {answer}; {line}", flush=True)


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
    page = context.new_page()
    sent, worked, begun = host.sent, _worked(context), time.perf_counter()
    page.goto(f"play/{game}/?level=10")
    page.get_by_role("button", name="Play against").click()
    page.wait_for_selector(READY)
    ready, fetched = time.perf_counter() - begun, host.sent - sent
    until_ready = _since(worked, _worked(context))
    for name in FIRST[game]:
        _target(page, name).click()
    page.locator(".moves li").nth(1).wait_for()
    answered = time.perf_counter() - begun
    return Visit(ready, until_ready, answered, _since(worked, _worked(context)), fetched)


def _target(page: Any, name: str) -> Any:
    """A square, or the first shape of the hand."""
    if len(name) == 2:
        return page.locator(f'[data-square="{name}"]')
    return (
        page.locator(".shapes").filter(has=page.locator("[aria-pressed]")).locator(".shape").first
    )


def _worked(context: Any) -> dict[Path, int]:
    """What the threads of pages and workers have taken of a processor so far."""
    session = context.browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    shown = [each["id"] for each in found if each["type"] == "renderer"]
    threads = (thread for each in shown for thread in Path(f"/proc/{each}/task").glob("*/stat"))
    return {thread: _ticks(thread) for thread in threads}


def _ticks(thread: Path) -> int:
    try:
        name, rest = thread.read_text().split("(", 1)[1].rsplit(")", 1)
    except OSError:
        return 0
    user, system = rest.split()[11:13]
    return int(user) + int(system) if name.startswith(THREADS) else 0


def _since(before: dict[Path, int], after: dict[Path, int]) -> float:
    return sum(max(0, taken - before.get(each, 0)) for each, taken in after.items()) / TICKS
