"""A new version is put in the place of the one that somebody plays with."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import SITE, Host
from tests.site.test_site import ALL_KEPT, begin, until
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
