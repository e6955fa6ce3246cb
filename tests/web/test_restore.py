"""A backup is restored while somebody plays: the browser is told, goes back and plays on."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web import playing
from tests.web.conftest import DESKTOP, Server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """One whose database may be turned back."""
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop()


def tetrad(server: Server, command: str) -> None:
    database = str(server.folder / "tetrad.db")
    file = str(server.folder / "tetrad.backup")
    subprocess.run(
        [sys.executable, "-m", "tetrad", command, file, "--database", database], check=True
    )


def test_a_browser_ahead_of_a_restored_log_goes_back_and_plays_on(
    own_server: Server, chromium: Browser
) -> None:
    context = chromium.new_context(viewport=DESKTOP, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{own_server.address}/play/quantik")
    page.wait_for_selector("main form")
    playing.start_on_one_device(page)
    playing.play_by_mouse(page, "quantik", "A@b2")
    playing.wait_for_ply(page, 1)
    tetrad(own_server, "backup")
    for ply, move in enumerate(("B@c3", "C@a4"), 2):
        playing.play_by_mouse(page, "quantik", move)
        playing.wait_for_ply(page, ply)
    tetrad(own_server, "restore")
    playing.play_by_mouse(page, "quantik", "D@d1")
    playing.wait_for_ply(page, 1)
    playing.play_by_mouse(page, "quantik", "B@d1")
    playing.wait_for_ply(page, 2)
    context.close()
