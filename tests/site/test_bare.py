"""Browsers that somebody has for themselves: without site data, without encryption, or at home."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.site.conftest import Host
from tests.site.test_site import begin
from tests.web import playing

Launch = Callable[..., Page]
NO_SITE_DATA = {"default_content_setting_values": {"cookies": 2}}
KEEPS_NOTHING = "This browser keeps nothing for this page"


def test_without_storage_games_are_played_listed_reviewed_and_deleted(launch: Launch) -> None:
    page = launch(NO_SITE_DATA)
    page.goto("play/qomet/")
    begin(page, None)
    expect(page.locator(".notice.info")).to_contain_text(KEEPS_NOTHING)
    for ply, move in enumerate(playing.some_game("qomet", 5), 1):
        playing.play_by_mouse(page, "qomet", move)
        playing.wait_for_ply(page, ply)
    expect(page.locator(".status.over")).to_be_visible()
    expect(page.get_by_role("heading", name="How close to perfect play")).to_be_visible()
    page.get_by_role("link", name="My games").first.click()
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_text("You have not played yet")).to_be_visible()


def test_an_address_without_encryption_plays(launch: Launch, host: Host) -> None:
    page = launch({}, "--host-resolver-rules=MAP tetrad.test 127.0.0.1")
    page.goto(host.address.replace("127.0.0.1", "tetrad.test") + "play/qomet/")
    assert page.evaluate("'caches' in globalThis") is False
    begin(page, None)
    playing.play_by_mouse(page, "qomet", "@d4")
    playing.wait_for_ply(page, 1)


def test_a_browser_can_install_it_and_is_asked_to_keep_games_when_there_are_some(
    launch: Launch,
) -> None:
    page = launch({})
    page.goto("")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    page.add_init_script(
        "const keep = navigator.storage.persist.bind(navigator.storage); window.wishes = 0;"
        "navigator.storage.persist = () => { wishes++; return keep(); };"
    )
    page.goto("play/qomet/")
    assert page.evaluate("window.wishes") == 0
    begin(page, None)
    assert page.evaluate("window.wishes") == 1
