"""Web Push into a real browser: it subscribes, the app is closed, and the word arrives unread."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from tests.web.conftest import Server, where_chromium_is
from tests.web.society.push_service import PushService, push_service
from tests.web.society.test_turns import notices

SUBSCRIPTION = """navigator.serviceWorker.ready
    .then((worker) => worker.pushManager.getSubscription())
    .then((found) => found && found.toJSON())"""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushService]:
    with push_service(tmp_path) as running:
        yield running


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """One that may send to this computer."""
    monkeypatch.setenv("TETRAD_PUSH", "local")
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def owned(tmp_path: Path, service: PushService, server: Server) -> Iterator[BrowserContext]:
    """A browser that somebody has for themselves: no private window has a push service."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            tmp_path / "profile", executable_path=where_chromium_is(), locale="en-GB",
            args=["--no-sandbox", *service.arguments], base_url=server.address,
        )  # fmt: skip
        context.grant_permissions(["notifications"], origin=server.address)
        yield context
        context.close()


def switched_on(page: Page) -> dict[str, Any]:
    """In the settings, as anybody does it; what the browser got from its push service."""
    page.goto("/")
    page.locator("summary", has_text="Settings").click()
    with page.expect_response(lambda answer: answer.url.endswith("/api/push")) as key:
        page.get_by_label("Tell me when it is my turn in games of days").check()
    with page.expect_response(
        lambda answer: answer.url.endswith("/api/push") and answer.request.method == "POST"
    ) as kept:
        assert key.value.ok
    assert kept.value.status == 204
    found: dict[str, Any] = page.evaluate(SUBSCRIPTION)
    return found


def kept_by(page: Page) -> list[Any]:
    told = page.request.get("/api/me/export").json()["push"]
    return [each["endpoint"] for each in told]


def test_whoever_has_closed_the_app_is_told_of_the_turn(
    owned: BrowserContext, server: Server, service: PushService
) -> None:
    page = owned.new_page()
    page.goto("/")
    account = {"name": "Ada Away", "password": "correct horse"}
    assert page.request.post("/api/people", data=account).ok
    subscription = switched_on(page)
    assert kept_by(page) == [subscription["endpoint"]]
    # A browser names its maker's service, out of reach from here; its keys are its own.
    here = {**subscription, "endpoint": f"{service.address}/ada"}
    here.pop("expirationTime")
    assert page.request.post("/api/push", data=here).ok
    wish = {"game": "qomet", "invite": "second", "clock": {"days": 3}}
    made = page.request.post("/api/matches", data=wish).json()
    page.goto("about:blank")
    joining = {"code": made["invite"], "name": "Grace"}
    joined = httpx.post(f"{server.address}/api/matches/{made['id']}/join", json=joining)
    assert joined.status_code == 200
    assert service.arrived.wait(60)
    assert b"Grace" not in service.posted[0], "the service cannot read it"
    service.hand_over(service.posted[0])
    page.goto("/offline.html")
    (notice,) = notices(page, 1)
    assert notice["title"] == "Qomet: Your turn"
    assert notice["body"] == "You against Grace · 3 days left"
    assert notice["url"] == f"/match/{made['id']}"


def test_who_switches_it_off_is_forgotten_by_the_browser_and_the_server(
    owned: BrowserContext,
) -> None:
    page = owned.new_page()
    page.goto("/")
    account = {"name": "Ada Alone", "password": "correct horse"}
    assert page.request.post("/api/people", data=account).ok
    switched_on(page)
    assert len(kept_by(page)) == 1
    switch = page.get_by_label("Tell me when it is my turn in games of days")
    with page.expect_response(lambda answer: answer.request.method == "DELETE"):
        switch.uncheck()
    expect(switch).not_to_be_checked()
    assert kept_by(page) == []
    page.reload()
    assert page.evaluate(SUBSCRIPTION) is None
