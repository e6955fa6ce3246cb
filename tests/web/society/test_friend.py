"""A friend in one click: the app on one's own computer, a second device in the home network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.conftest import Server
from tetrad.server.addresses import addresses

Visit = Callable[..., Page]
HERE = addresses()
pytestmark = pytest.mark.skipif(not HERE, reason="this machine is in no network")
INVITE = "Invite a device on your home network"
LINK, CODE = "Link to the game", "QR code of the link"


@pytest.fixture(autouse=True)
def closed(server: Server) -> Iterator[None]:
    """Whatever a test has opened is closed after it."""
    yield
    own = {"Origin": server.address}
    httpx.delete(f"{server.address}/api/home-network", headers=own, timeout=60).raise_for_status()


def inviting(visit: Visit, game: str = "quantik", starter: str = "I start") -> Page:
    host = visit(f"/play/{game}")
    host.get_by_label("A friend online").check()
    host.get_by_label(starter).check()
    host.get_by_role("button", name="Create the link").click()
    host.wait_for_url("**/match/*")
    return host


def opened(host: Page) -> str:
    """The link for the friend, after one button and one question."""
    host.get_by_role("button", name=INVITE).click()
    host.get_by_role("button", name="Yes").click()
    expect(host.get_by_role("img", name=CODE)).to_be_visible()
    return host.get_by_label(LINK).input_value()


def test_a_friend_on_another_device_plays_by_the_home_address(visit: Visit) -> None:
    host = inviting(visit)
    expect(host.get_by_text("This link works on this computer only.")).to_be_visible()
    expect(host.get_by_role("img", name=CODE)).to_have_count(0)
    link = opened(host)
    assert urlsplit(link).hostname == HERE[0]
    assert urlsplit(link).port == urlsplit(host.url).port
    guest = visit(link, phone=True)
    guest.get_by_label("Your name").fill("Grace")
    guest.get_by_role("button", name="Join the game").tap()
    expect(host.locator(".who", has_text="Grace")).to_be_visible()
    for ply, move in enumerate(["A@a1", "B@c3", "C@a2"], 1):
        play = playing.play_by_mouse if ply % 2 else playing.play_by_touch
        play(host if ply % 2 else guest, "quantik", move)
        playing.wait_for_ply(host, ply)
        playing.wait_for_ply(guest, ply)


def test_the_question_can_be_answered_by_keys_and_with_no(visit: Visit) -> None:
    host = inviting(visit)
    ask = host.get_by_role("button", name=INVITE)
    ask.focus()
    host.keyboard.press("Enter")
    expect(host.get_by_role("button", name="No")).to_be_focused()
    host.keyboard.press("Enter")
    expect(ask).to_be_focused()
    assert urlsplit(host.get_by_label(LINK).input_value()).hostname == "127.0.0.1"
    host.keyboard.press("Enter")
    host.keyboard.press("Shift+Tab")
    host.keyboard.press("Enter")
    expect(host.get_by_role("img", name=CODE)).to_be_visible()


def test_the_game_begins_when_both_are_there(visit: Visit) -> None:
    host = inviting(visit)
    expect(host.locator(".status")).to_have_text("Waiting for your friend to join")
    expect(host.locator(".cells")).to_have_attribute("aria-readonly", "true")
    guest = visit(opened(host), phone=True)
    guest.get_by_role("button", name="Join the game").tap()
    expect(host.locator(".notice")).to_have_text("Your friend is here. You play light and start.×")
    playing.play_by_mouse(host, "quantik", "A@a1")
    playing.wait_for_ply(guest, 1)


@pytest.mark.parametrize(
    ("starter", "told", "invited"),
    [
        ("I start", "You play light and start.", "You play dark; your friend starts."),
        ("My friend starts", "You play dark; your friend starts.", "You play light and start."),
    ],
)
def test_who_starts_is_told_the_same_on_both_sides(
    visit: Visit, starter: str, told: str, invited: str
) -> None:
    host = inviting(visit, starter=starter)
    expect(host.get_by_text(told)).to_be_visible()
    guest = visit(host.get_by_label(LINK).input_value())
    expect(guest.get_by_text(invited)).to_be_visible()


def test_the_person_closes_it_again_in_the_invitation_or_in_the_settings(visit: Visit) -> None:
    host = inviting(visit)
    link = opened(host)
    host.get_by_role("button", name="Close it again").click()
    expect(host.get_by_role("button", name=INVITE)).to_be_visible()
    with pytest.raises(httpx.ConnectError):
        httpx.get(link)
    assert opened(host) == link
    elsewhere = visit("/")
    elsewhere.get_by_text("Settings").click()
    elsewhere.get_by_role("button", name="Close it again").click()
    expect(elsewhere.locator(".notice")).to_contain_text("Only this computer can reach Tetrad now.")
    with pytest.raises(httpx.ConnectError):
        httpx.get(link)


def test_a_page_in_the_home_network_offers_nothing_to_open(visit: Visit) -> None:
    host = inviting(visit)
    address = urlsplit(opened(host))
    guest = visit(f"http://{address.netloc}/play/qomet")
    guest.get_by_label("A friend online").check()
    guest.get_by_role("button", name="Create the link").click()
    expect(guest.get_by_role("img", name=CODE)).to_be_visible()
    assert urlsplit(guest.get_by_label(LINK).input_value()).netloc == address.netloc
    expect(guest.get_by_role("button", name=INVITE)).to_have_count(0)
