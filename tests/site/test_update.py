"""A new version is put in the place of the one that somebody plays with, or keeps."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import SITE, Host
from tests.site.test_site import ALL_KEPT, begin, requests_of, until
from tests.web import playing

Visit = Callable[..., Page]
NEWER_RUNS = "document.querySelector('script[src*=-Newer]') !== null"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """One of its own, for another version is put there."""
    running = Host(tmp_path)
    running.start()
    yield running
    running.stop()


def newer(folder: Path) -> Path:
    """The same edition as another version: none of its scripts is called as before."""
    shutil.copytree(SITE, folder)
    scripts = [file.name for file in (folder / "assets").glob("*.js")]
    names = {name: f"{name[:-12]}-Newer{number:03}.js" for number, name in enumerate(scripts)}
    pattern = re.compile("|".join(map(re.escape, names)))
    for file in folder.rglob("*"):
        if file.suffix in (".js", ".html", ".json") and "page/pyodide" not in file.as_posix():
            text = file.read_text(encoding="utf-8")
            file.write_text(pattern.sub(lambda found: names[found[0]], text), encoding="utf-8")
    for old, new in names.items():
        (folder / "assets" / old).rename(folder / "assets" / new)
    listed = folder / "page" / "page.json"
    listed.write_text(json.dumps({**json.loads(listed.read_text()), "version": "newer"}))
    return folder


def test_a_game_goes_on_through_an_update(visit: Visit, host: Host, tmp_path: Path) -> None:
    page = visit("play/qomet/")
    begin(page, None)
    playing.play_by_mouse(page, "qomet", "@d4")
    playing.wait_for_ply(page, 1)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, ALL_KEPT)
    host.put(newer(tmp_path / "newer"))
    playing.play_by_mouse(page, "qomet", "@a1")
    playing.wait_for_ply(page, 2)
    other = page.context.new_page()
    other.goto(page.url)
    assert other.evaluate(NEWER_RUNS)
    playing.play_by_mouse(other, "qomet", "@g7")
    for each in (page, other):
        playing.wait_for_ply(each, 3)
    playing.play_by_mouse(page, "qomet", "@a7")
    page.reload()
    playing.wait_for_ply(page, 4)
    assert page.evaluate(NEWER_RUNS)
    playing.play_by_mouse(page, "qomet", "@g1")
    for each in (page, other):
        playing.wait_for_ply(each, 5)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_role("heading", name="How close to perfect play")).to_be_visible()


def test_what_was_kept_stays_whole_until_there_is_a_newer_whole(
    visit: Visit, host: Host, tmp_path: Path
) -> None:
    """A look at the new version, without a game, spoils nothing of the old one."""
    page = visit("play/qomet/")
    begin(page, None)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, ALL_KEPT)
    host.put(newer(tmp_path / "newer"))
    for path in ("", "games/", "play/quantik/"):
        page.goto(path)
        assert page.evaluate(NEWER_RUNS)
    page.context.set_offline(True)
    host.stop()
    page.goto("puzzles/quantik/")
    assert not page.evaluate(NEWER_RUNS)
    page.goto("play/quantik/")
    begin(page, None)
    playing.play_by_mouse(page, "quantik", "A@a1")
    playing.wait_for_ply(page, 1)
    page.goto("")
    expect(page.locator(".daily, [class*=daily]").first).to_be_visible()


def test_who_keeps_the_app_gets_the_new_version_and_nothing_twice(
    visit: Visit, host: Host, tmp_path: Path
) -> None:
    page = visit("")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.get_by_text("Settings").click()
    page.get_by_role("button", name="Keep Tetrad on this device").click()
    expect(page.get_by_role("button", name="Remove it")).to_be_visible()
    until(page, ALL_KEPT)
    host.put(newer(tmp_path / "newer"))
    asked = requests_of(page)
    page.reload()
    assert page.evaluate(NEWER_RUNS)
    until(page, ALL_KEPT)
    page.context.set_offline(True)
    host.stop()
    page.goto("play/quantik/")
    assert page.evaluate(NEWER_RUNS)
    begin(page, None)
    assert not [url for url in asked if url.endswith((".zip", ".wasm.gz"))]
