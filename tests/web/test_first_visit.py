"""A first visit: few bytes, all files at once; from then on the browser has them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from secrets import token_hex
from typing import Any
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Server
from tetrad.language import LANGUAGES

Visit = Callable[..., Page]
PAGES = ["/", "/play/quantik", "/learn/qawale", "/puzzles/quantik?daily=1", "/analyse/qomet",
         "/games", "/match/ID?join=CODE", "/meet", "/account", "/people",
         "/openings/qomet", "/tournaments", "/tournaments/ARENA", "/people/NAME"]  # fmt: skip
ARENA = {"kind": "arena", "game": "qomet", "clock": {"base": 180}, "name": "Cup", "after": 3600}
READY = "[role=grid][aria-readonly=false], main form, main .card"
ASSET = re.compile(r'(?:src|href)="(/(?:assets|locale)/[^"]+)"')


def fetched(address: str, language: str = "en") -> bytes:
    """An answer as it travels."""
    headers = {"Accept-Encoding": "gzip", "Accept-Language": language}
    with urlopen(Request(address, headers=headers)) as answer:
        return bytes(answer.read())


def files_named_by(address: str, language: str = "en") -> list[str]:
    with urlopen(Request(address, headers={"Accept-Language": language})) as answer:
        return ASSET.findall(answer.read().decode())


def made(server: Server, path: str, wish: Mapping[str, object]) -> dict[str, Any]:
    """The answer to what is posted."""
    headers = {"Content-Type": "application/json"}
    body = json.dumps(wish).encode()
    with urlopen(Request(server.address + path, body, headers)) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def filled_in(path: str, server: Server) -> str:
    """The address, with the names of a game that waits for a friend where it needs them."""
    if "ARENA" in path:
        path = path.replace("ARENA", made(server, "/api/tournaments", ARENA)["id"])
    if "NAME" in path:
        account = {"name": f"Ada {token_hex(4)}", "password": "correct horse"}
        path = path.replace("NAME", quote(made(server, "/api/people", account)["account"]["name"]))
    game = made(server, "/api/matches", {"game": "qomet", "invite": "second"})
    return server.address + path.replace("ID", game["id"]).replace("CODE", game["invite"])


@pytest.mark.parametrize("path", PAGES)
def test_the_first_load_is_small(server: Server, path: str) -> None:
    address = filled_in(path, server)
    files = [server.address + name for name in files_named_by(address)]
    assert len(files) >= 2
    assert sum(len(fetched(each)) for each in (address, *files)) <= 60_000


@pytest.mark.parametrize("path", PAGES)
def test_the_first_load_is_small_in_every_language(server: Server, path: str) -> None:
    address = filled_in(path, server)
    for language in LANGUAGES:
        names = files_named_by(address, language)
        files = [address, *(server.address + name for name in names)]
        assert sum(len(fetched(each, language)) for each in files) <= 75 * 1024, language


@pytest.mark.parametrize("path", PAGES)
def test_a_page_names_every_file_that_it_opens(
    chromium: Browser, server: Server, path: str
) -> None:
    """So that they come side by side, not one after the other."""
    context = chromium.new_context(locale="en-GB", service_workers="block")
    page = context.new_page()
    opened: list[str] = []
    page.on("request", lambda request: opened.append(request.url))
    address = filled_in(path, server)
    page.goto(address)
    page.wait_for_selector(READY)
    assets = sorted(url.removeprefix(server.address) for url in opened if "/assets/" in url)
    assert assets == sorted(files_named_by(address))
    context.close()


def test_what_is_slow_to_make_waits_until_the_page_is_drawn(visit: Visit) -> None:
    """The first `Intl.ListFormat` takes as long as drawing a board."""
    page = visit("/puzzles/qomet")
    page.add_init_script(
        "Intl.ListFormat = class extends Intl.ListFormat { constructor(...wish) { super(...wish);"
        "(window.made ??= []).push(document.querySelectorAll('main .board').length); } }"
    )
    page.goto("/puzzles/qomet?lang=de")
    expect(page.locator(".foot")).to_contain_text("Quantik, Qawale und Qomet")
    page.wait_for_function("window.made")
    assert set(page.evaluate("window.made")) == {1}


def test_the_next_visit_takes_the_files_from_the_browser(visit: Visit) -> None:
    page = visit("/learn/qomet")
    page.wait_for_selector(READY)
    page.reload()
    page.wait_for_selector(READY)
    entries = page.evaluate(
        "performance.getEntriesByType('resource').filter(({name}) => name.includes('/assets/'))"
        ".map(({transferSize}) => transferSize)"
    )
    assert entries
    assert set(entries) == {0}
