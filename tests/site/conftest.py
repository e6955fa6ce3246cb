"""The static edition in a real browser: `python -m http.server` and no process of Tetrad."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.web.conftest import DESKTOP, PHONE, chromium, free_port, where_chromium_is

__all__ = ["chromium"]
SITE = Path(__file__).parents[2] / "site"
# Python and the engine start in seconds; a busy machine may take many of them.
PATIENCE = 120_000


class Host:
    """A plain file server that knows nothing of Tetrad, which lies in a folder of it."""

    def __init__(self, folder: Path) -> None:
        if not (SITE / "page" / "page.json").is_file():
            pytest.skip("the static edition is not built: run 'make site'")
        (folder / "games").mkdir()
        self._place = folder / "games" / "tetrad"
        self.put(SITE)
        self._folder, self._port = folder, free_port()
        self.address = f"http://127.0.0.1:{self._port}/games/tetrad/"
        self._process: subprocess.Popen[bytes] | None = None

    def put(self, site: Path) -> None:
        """Serves another edition in the place of the one before."""
        self._place.unlink(missing_ok=True)
        self._place.symlink_to(site)

    def start(self) -> None:
        command = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", str(self._port)]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._process = subprocess.Popen(command, cwd=self._folder, **quiet)  # type: ignore[call-overload]
        for _ in range(1200):
            try:
                with urllib.request.urlopen(self.address):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("the file server does not start")

    def stop(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Whoever asks is connected, and hears nothing."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)


@pytest.fixture(autouse=True)
def _patience() -> None:
    expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    running = Host(tmp_path_factory.mktemp("host"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def visit(chromium: Browser, host: Host) -> Iterator[Callable[..., Page]]:
    """Opens a page in a browser of its own; any error in its console fails the test.

    Unless it is troubled: then errors are what the test is about.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(
        path: str, *, phone: bool = False, locale: str = "en-GB", troubled: bool = False
    ) -> Page:
        context = chromium.new_context(
            base_url=host.address,
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
            reduced_motion="reduce",
            locale=locale,
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script("localStorage['tetrad.patience'] ??= 'off'")
        page = context.new_page()
        if not troubled:
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda message: _note(complaints, message))
        page.goto(path)
        page.wait_for_selector("main h1", state="attached")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def launch(host: Host, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """A browser with settings or arguments of its own."""
    contexts: list[BrowserContext] = []
    with sync_playwright() as playwright:

        def open_browser(settings: dict[str, object], *arguments: str) -> Page:
            (tmp_path / "Default").mkdir()
            (tmp_path / "Default" / "Preferences").write_text(json.dumps({"profile": settings}))
            context = playwright.chromium.launch_persistent_context(
                tmp_path, executable_path=where_chromium_is(), args=["--no-sandbox", *arguments],
                reduced_motion="reduce", locale="en-GB", base_url=host.address,
            )  # fmt: skip
            context.set_default_timeout(PATIENCE)
            contexts.append(context)
            return context.new_page()

        yield open_browser
        for context in contexts:
            context.close()


def _note(complaints: list[str], message: object) -> None:
    kind, text = getattr(message, "type", ""), getattr(message, "text", "")
    # What happens without a network is not the page's fault.
    if kind == "error" and "ERR_INTERNET_DISCONNECTED" not in text and "ERR_FAILED" not in text:
        complaints.append(str(text))
