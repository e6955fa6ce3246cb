"""Two people in two browsers, and what goes wrong between them: reloads, restarts, a lost line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.conftest import Server

Visit = Callable[..., Page]


def meet(visit: Visit, game: str = "qomet") -> tuple[Page, Page]:
    """A host with light and a guest with dark who came by the link."""
    host = visit(f"/play/{game}")
    host.get_by_label("A friend online").check()
    host.get_by_role("button", name="Create the link").click()
    link = host.get_by_label("Link to the game").input_value()
    expect(host.get_by_text("This link works on this computer only.")).to_be_visible()
    guest = visit(link, phone=True)
    guest.get_by_label("Your name").fill("<b>Grace</b>")
    guest.get_by_role("button", name="Join the game").click()
    expect(guest.locator(".status")).to_have_text(re.compile("Waiting for Light"))
    expect(host.locator(".who", has_text="<b>Grace</b>")).to_be_visible()
    return host, guest


def both_see(host: Page, guest: Page, ply: int) -> None:
    playing.wait_for_ply(host, ply)
    playing.wait_for_ply(guest, ply)


def test_two_browsers_play_each_other_by_link_to_the_end(visit: Visit) -> None:
    host, guest = meet(visit)
    for ply, move in enumerate(playing.some_game("qomet", 5), 1):
        if ply % 2:
            playing.play_by_mouse(host, "qomet", move)
        else:
            playing.play_by_touch(guest, "qomet", move)
        both_see(host, guest, ply)
    expect(host.locator(".status.over")).to_be_visible()
    expect(guest.locator(".status.over")).to_be_visible()
    host.get_by_role("button", name="Play again").click()
    guest.get_by_role("button", name="Accept").click()
    expect(host.locator(".moves li")).to_have_count(0)
    guest.wait_for_url(host.url)


@pytest.mark.parametrize("language", ["en", "de", "ar"])
@pytest.mark.parametrize("game", ["quantik", "qawale", "qomet"])
def test_on_a_phone_nothing_lies_over_what_a_guest_presses(
    visit: Visit, game: str, language: str
) -> None:
    host = visit("/")
    wish = {"game": game, "invite": "second", "clock": {"base": 300, "increment": 3}}
    made = host.request.post("/api/matches", data=wish).json()
    page = f"/match/{made['id']}?join={made['invite']}&lang={language}"
    guest = visit(page, phone=True)
    guest.locator(".joining form button").click(trial=True)
    guest.locator(".joining form input").click(trial=True)
    expect(guest.get_by_text("0", exact=True)).to_have_count(0)


def test_a_takeback_needs_the_other_players_consent(visit: Visit) -> None:
    host, guest = meet(visit)
    playing.play_by_mouse(host, "qomet", "@d4")
    both_see(host, guest, 1)
    host.get_by_role("button", name="Ask to take back").click()
    guest.get_by_role("button", name="Decline").click()
    expect(host.locator(".notice")).to_contain_text("<b>Grace</b> declines.")
    expect(host.get_by_role("button", name="Ask to take back")).to_be_visible()
    both_see(host, guest, 1)
    host.get_by_role("button", name="Ask to take back").click()
    guest.get_by_role("button", name="Accept").click()
    both_see(host, guest, 0)


def test_an_offer_taken_back_is_declined_by_nobody(visit: Visit) -> None:
    host, guest = meet(visit)
    playing.play_by_mouse(host, "qomet", "@d4")
    both_see(host, guest, 1)
    host.get_by_role("button", name="Ask to take back").click()
    expect(guest.get_by_role("button", name="Decline")).to_be_visible()
    host.get_by_role("button", name="Withdraw").click()
    expect(guest.get_by_role("button", name="Decline")).to_be_hidden()
    for page in (host, guest):
        expect(page.locator(".notice")).to_be_hidden()


def test_only_the_offer_that_is_shown_is_accepted(visit: Visit) -> None:
    host, guest = meet(visit)
    playing.play_by_mouse(host, "qomet", "@d4")
    both_see(host, guest, 1)
    host.get_by_role("button", name="Ask to take back").click()
    accept = guest.get_by_role("button", name="Accept")
    expect(accept).to_be_visible()
    seen = json.dumps({"seq": 4})  # the start, the guest, the move, the offer
    guest.route("**/accept", lambda route: route.continue_(post_data=seen), times=1)
    for name in ("Withdraw", "Ask to take back"):
        host.get_by_role("button", name=name).click()
    expect(host.get_by_role("button", name="Withdraw")).to_be_visible()
    accept.click()
    expect(guest.locator(".notice")).to_have_text(re.compile("has moved on"))
    accept.click()
    both_see(host, guest, 0)


def test_a_reload_in_mid_game_loses_nothing(visit: Visit) -> None:
    host, guest = meet(visit)
    playing.play_by_mouse(host, "qomet", "@d4")
    both_see(host, guest, 1)
    guest.reload()
    playing.wait_for_ply(guest, 1)
    playing.play_by_touch(guest, "qomet", "@d5")
    both_see(host, guest, 2)
    host.reload()
    playing.wait_for_ply(host, 2)
    expect(playing.square(host, "d5")).to_have_attribute("aria-label", re.compile("dark star"))


def test_a_restarted_server_is_found_again_without_a_reload(visit: Visit, server: Server) -> None:
    host, guest = meet(visit)
    playing.play_by_mouse(host, "qomet", "@d4")
    both_see(host, guest, 1)
    server.stop()
    expect(host.get_by_text("The connection was lost.")).to_be_visible()
    server.start()
    expect(host.get_by_text("The connection was lost.")).to_be_hidden()
    playing.play_by_touch(guest, "qomet", "@d5")
    both_see(host, guest, 2)


@pytest.mark.parametrize("lost", ["**/api/matches/*", "**/api/qomet/board*"])
def test_a_move_is_seen_although_an_answer_was_lost(visit: Visit, lost: str) -> None:
    host, guest = meet(visit)
    guest.route(lost, lambda route: route.abort(), times=1)
    playing.play_by_mouse(host, "qomet", "@d4")
    expect(playing.square(guest, "d4")).to_have_attribute("aria-label", re.compile("light star"))
    expect(guest.locator("#live")).to_have_text(re.compile("d4"))
    playing.play_by_touch(guest, "qomet", "@d5")
    both_see(host, guest, 2)


def test_a_move_made_without_a_connection_arrives_in_the_end(visit: Visit) -> None:
    """However long it takes; here the clock runs fast."""
    host, guest = meet(visit)
    host.route("**/api/matches/**", lambda route: route.abort())
    host.clock.install()
    playing.play_by_mouse(host, "qomet", "@d4")
    for _ in range(25):
        host.clock.run_for(2600)
        host.wait_for_timeout(20)
    host.unroute_all()
    both_see(host, guest, 1)
    expect(playing.square(guest, "d4")).to_have_attribute("aria-label", re.compile("light star"))


def test_a_refused_wish_leaves_the_live_board(visit: Visit) -> None:
    host, guest = meet(visit)
    playing.play_by_mouse(host, "qomet", "@d4")
    both_see(host, guest, 1)
    host.get_by_role("button", name="First position").click()
    expect(playing.square(host, "d4")).not_to_have_attribute("aria-label", re.compile("star"))
    host.route("**/undo", lambda route: route.abort())
    host.get_by_role("button", name="Ask to take back").click()
    expect(playing.square(host, "d4")).to_have_attribute("aria-label", re.compile("light star"))


def test_a_stranger_with_the_link_of_a_full_game_watches(visit: Visit) -> None:
    host, guest = meet(visit)
    stranger = visit(host.url)
    expect(stranger.get_by_text("You are watching this game.")).to_be_visible()
    playing.play_by_mouse(host, "qomet", "@d4")
    playing.wait_for_ply(stranger, 1)
    playing.square(stranger, "a1").click(force=True)
    both_see(host, guest, 1)
