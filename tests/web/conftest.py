"""The built app in a real browser: Debian's chromium, driven by Playwright, on a real server."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "tetrad" / "server" / "static"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
NO_CHROMIUM = (
    "These tests need Chromium: install it with 'apt-get install chromium', "
    "or name it with CHROMIUM=/path/to/chromium."
)
NOT_BUILT = "The browser app is not built: run 'make web'."
# Milliseconds: a machine that does other things as well may take many of them.
PATIENCE = 60_000
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`tetrad serve` as a process that can be stopped and started again."""

    def __init__(self, folder: Path, *program: str) -> None:
        self.folder, self._program = folder, program or ("tetrad",)
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", *self._program, "serve", "--port", str(self.port)]
        command += ["--database", str(self.folder / "tetrad.db"), "--static", str(STATIC)]
        environment = {**os.environ, "TETRAD_DATA": str(self.folder)}
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        self._wait()

    def _wait(self) -> None:
        for _ in range(1200):
            try:
                with urllib.request.urlopen(f"{self.address}/api/health"):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError((self.folder / "server.log").read_text())

    def stop(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(60)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not (STATIC / "index.html").is_file():
        pytest.fail(NOT_BUILT)
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


def where_chromium_is(*names: str) -> str:
    """The whole browser, unless one of these is there."""
    wanted = (*names, "chromium", "chrome")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, wanted)), None)
    if not found:
        pytest.fail(NO_CHROMIUM)
    return found


@pytest.fixture(scope="module")
def chromium(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Only as long as it is needed: its event loop lets no other run beside it.

    Where it can be had, without windows and menus: pages are the same, with a third less work.
    Notifications, and what is kept for pages within pages, need the whole of it.
    """
    needs_whole = request.node.get_closest_marker("whole_browser")
    found = where_chromium_is(*(() if needs_whole else ("chromium-headless-shell",)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def _patience() -> None:
    """Not the five seconds that a busy machine may take to draw a page, whoever ran before."""
    expect.set_options(timeout=PATIENCE)


@pytest.fixture
def visit(chromium: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Opens a page in a browser of its own; any error in its console fails the test.

    Opponents answer as soon as they can, unless the one who plays is patient.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(
        path: str,
        *,
        phone: bool = False,
        look: str = "light",
        motion: bool = False,
        patient: bool = False,
    ) -> Page:
        context = chromium.new_context(
            base_url=server.address,
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
            has_touch=phone,
            reduced_motion="no-preference" if motion else "reduce",
            locale="en-GB",
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(f"localStorage.setItem('tetrad.look', '{look}')")
        if not patient:
            context.add_init_script("localStorage['tetrad.patience'] ??= 'off'")
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        page.wait_for_selector("main h1", state="attached")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
