"""The app of a server goes on by itself where its server is gone."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.site.conftest import PATIENCE
from tests.site.test_site import OVER, begun_match, play_against, until
from tests.web.conftest import STATIC, Server


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Server]:
    if not (STATIC / "page" / "page.json").is_file():
        pytest.skip("the app cannot go on without its server: run 'make page'")
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def page(chromium: Browser, served: Server) -> Iterator[Page]:
    context = chromium.new_context(base_url=served.address, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.add_init_script("localStorage['tetrad.patience'] ??= 'off'")
    yield context.new_page()
    context.close()


class Proxy(BaseHTTPRequestHandler):
    """What a proxy says in the place of a server that is gone."""

    def do_GET(self) -> None:
        self.send_error(502)

    do_POST = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def gone(served: Server, *, behind_a_proxy: bool) -> Iterator[None]:
    served.stop()
    if not behind_a_proxy:
        yield
    else:
        with ThreadingHTTPServer(("127.0.0.1", served.port), Proxy) as proxy:
            threading.Thread(target=proxy.serve_forever, daemon=True).start()
            yield
            proxy.shutdown()
    served.start()


def keep(page: Page) -> None:
    page.get_by_text("Settings").click()
    page.get_by_role("button", name="Keep Tetrad on this device").click()
    expect(page.get_by_role("button", name="Remove it")).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("behind_a_proxy", [False, True])
def test_with_the_server_gone_the_kept_app_opens_and_plays(
    page: Page, served: Server, behind_a_proxy: bool
) -> None:
    page.goto("/")
    page.wait_for_selector("main h1", state="attached")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    keep(page)
    until(page, KEPT)
    with gone(served, behind_a_proxy=behind_a_proxy):
        page.goto("/play/quantik?level=1")
        page.get_by_role("button", name="Play against").click()
        begun_match(page)
        play_against(page, "quantik")
        expect(page.locator(".status.over")).to_have_text(OVER)
        assert re.search(r"/match/local-\w+$", page.url)
    page.goto("/games")
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
    page.get_by_role("button", name="Bring 1 game of this device to the server").click()
    expect(page.get_by_text("Brought along")).to_be_visible()
    expect(page.get_by_role("button", name="Bring 1 game")).to_have_count(0)
    expect(page.get_by_role("link", name="Replay")).to_have_count(1)
    assert "local-" not in (page.get_by_role("link", name="Replay").get_attribute("href") or "")


def test_what_was_removed_can_be_kept_again(page: Page) -> None:
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    keep(page)
    page.get_by_role("button", name="Remove it").click()
    page.get_by_role("button", name="Keep Tetrad on this device").click()
    expect(page.get_by_role("button", name="Remove it")).to_be_visible(timeout=PATIENCE)


def test_whoever_installs_the_app_can_play_without_a_network_from_then_on(page: Page) -> None:
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_load_state("networkidle")
    page.evaluate("dispatchEvent(new Event('appinstalled'))")
    until(page, KEPT)


def test_a_kept_page_carries_no_answers_of_its_day_or_person(page: Page) -> None:
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    assert 'id="ahead"' in page.evaluate("fetch('/').then((answer) => answer.text())")
    keep(page)
    until(page, KEPT)
    home = page.evaluate(
        "caches.match('/').then(async (answer) => "
        "[await answer.text(), answer.headers.get('Content-Security-Policy')])"
    )
    assert 'id="ahead"' not in home[0]
    assert "script-src" in home[1] or "default-src" in home[1]


KEPT = """Promise.all([
    fetch('/files.json').then((answer) => answer.json()),
    caches.open('tetrad-app-/:4').then((cache) => cache.keys()),
]).then(([names, kept]) => names.every((name) => kept.some(({ url }) => url.endsWith(name)))
    && kept.some(({ url }) => new URL(url).pathname === '/'))"""
