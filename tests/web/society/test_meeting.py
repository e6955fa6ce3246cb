"""Strangers meet in two browsers: they find each other, play with clocks, and are rated."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_hex

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.server.people.test_programs import CLIENT
from tests.web import playing
from tests.web.conftest import AXE, Server

Visit = Callable[..., Page]
PASSWORD = "correct horse"


def sign_up(page: Page, name: str) -> None:
    form = page.get_by_role("form", name="New account")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Create the account").click()
    expect(page.locator(".codes li")).to_have_count(8)
    page.get_by_role("button", name="I have saved them").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def known_as(visit: Visit, name: str) -> tuple[Page, str]:
    """Somebody with an account, who looks for a game; the name is nobody else's."""
    page, name = visit("/account"), f"{name} {token_hex(4)}"
    sign_up(page, name)
    page.goto("/meet")
    return page, name


def look_for(page: Page, game: str, clock: str, *, rated: bool = False) -> None:
    page.get_by_role("radio", name=game).check()
    page.get_by_label("Clock").select_option(clock)
    if rated:
        page.get_by_label("Rated").check()
    page.get_by_role("button", name="Look for a game").click()


def in_order(one: Page, other: Page) -> tuple[Page, Page]:
    """The two pages of a game that begins, the one with the first move first."""
    for page in (one, other):
        expect(page.locator(".status")).to_be_visible()
    first = one.locator(".status").inner_text() == "Your turn"
    return (one, other) if first else (other, one)


def resign(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()


def checked(page: Page) -> list[str]:
    """What axe finds wrong with a page."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run().then(({violations}) => violations.map(({id}) => id))")
    return [str(each) for each in found]


def test_two_strangers_find_each_other_play_with_clocks_and_are_rated(visit: Visit) -> None:
    names = [f"Ada {token_hex(4)}", f"Grace {token_hex(4)}"]
    ada, grace = visit("/account"), visit("/account", phone=True)
    for page, name in zip((ada, grace), names, strict=True):
        sign_up(page, name)
        page.goto("/meet")
    look_for(ada, "Qomet", "5+3", rated=True)
    expect(ada.get_by_role("heading", name="Looking for an opponent …")).to_be_visible()
    expect(grace.locator(".offers li")).to_contain_text(names[0])
    look_for(grace, "Qomet", "5+3", rated=True)
    for page in (ada, grace):
        page.wait_for_url("**/match/*")
        expect(page.get_by_role("timer")).to_have_count(2)
        expect(page.get_by_text("Rated, the first of two games")).to_be_visible()
    first, second = in_order(ada, grace)
    playing.play_by_mouse(first, "qomet", "@d4")
    playing.play_by_mouse(second, "qomet", "@a1")
    for page in (ada, grace):
        playing.wait_for_ply(page, 2)
        expect(page.locator(".clock.runs")).to_have_count(1)
        expect(page.locator(".clock.runs")).to_have_text(re.compile("4:5"))
    here = second.url
    curious = visit(f"/analyse/qomet?match={here.rpartition('/')[2]}")
    curious.wait_for_url(here)
    playing.wait_for_ply(curious, 2)
    second.goto("/api/health")
    expect(first.get_by_text("has left. In")).to_be_visible()
    playing.play_by_mouse(first, "qomet", "@d5")
    second.goto(here)
    playing.wait_for_ply(second, 3)
    expect(first.get_by_text("has left. In")).to_be_hidden()
    resign(second)
    for page in (ada, grace):
        expect(page.get_by_text("Rated, the second of two games.")).to_be_visible()
        assert page.url != here
    assert in_order(ada, grace) == (second, first), "sides are exchanged"
    resign(second)
    expect(first.get_by_text(re.compile("Your rating: 1,500 → 1,6"))).to_be_visible()
    expect(second.get_by_text(re.compile("Your rating: 1,500 → 1,3"))).to_be_visible()
    first.goto(f"/people/{names[0]}")
    expect(first.get_by_role("heading", name="Rated pairings")).to_be_visible()
    expect(first.get_by_role("row", name=re.compile("Qomet.*Fast games"))).to_be_visible()
    assert checked(first) == []


def test_what_was_played_before_comes_along_to_another_device(visit: Visit) -> None:
    name = f"Emmy {token_hex(4)}"
    home, phone = visit("/play/quantik"), visit("/play/qawale", phone=True)
    for page in (home, phone):
        playing.start_on_one_device(page)
    home.goto("/account")
    sign_up(home, name)
    phone.goto("/account")
    form = phone.get_by_role("form", name="Sign in")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Sign in").click()
    expect(phone.get_by_role("heading", name=name)).to_be_visible()
    assert checked(phone) == []
    for page in (home, phone):
        page.goto("/games")
        expect(page.locator(".list > li")).to_have_count(2)
    home.goto("/account")
    home.get_by_role("button", name="Sign out", exact=True).click()
    expect(home.get_by_role("heading", name="New account")).to_be_visible()
    assert checked(home) == []


def test_nobody_waits_alone_for_ever(visit: Visit) -> None:
    page = visit("/meet?game=quantik")
    page.clock.install()
    look_for(page, "Quantik", "10+5")
    expect(page.get_by_role("heading", name="Looking for an opponent …")).to_be_visible()
    for _ in range(8):
        page.clock.run_for(3000)
        page.wait_for_timeout(50)
    expect(page.get_by_text("Nobody has come yet")).to_be_visible()
    assert checked(page) == []
    page.get_by_role("button", name=re.compile("Play against")).click()
    page.wait_for_url("**/match/*")
    expect(page.get_by_role("timer")).to_have_count(2)


def test_a_game_of_days_goes_on_after_a_restart(visit: Visit, server: Server) -> None:
    ada, grace = visit("/meet"), visit("/meet", phone=True)
    ada.get_by_label("Your name").fill("Ada")
    look_for(ada, "Qawale", "3d")
    expect(ada.locator(".offers li")).to_contain_text("Your offer")
    grace.locator(".offers li", has_text="3 days").get_by_role("button", name="Play").click()
    grace.wait_for_url("**/match/*")
    expect(grace.get_by_role("timer").first).to_have_text(re.compile("2 days|3 days"))
    ada.goto("/games")
    ada.get_by_role("link", name="Continue").click()
    first, second = in_order(ada, grace)
    playing.play_by_mouse(first, "qawale", "a1nne")
    playing.wait_for_ply(second, 1)
    server.stop()
    expect(second.locator(".lost")).to_be_visible()
    server.start()
    second.get_by_role("button", name="Try now").click()
    expect(second.locator(".lost")).to_be_hidden()
    playing.play_by_mouse(second, "qawale", "d4ssw")
    playing.wait_for_ply(second, 2)
    playing.wait_for_ply(first, 2)
    expect(first.locator(".clock.runs")).to_have_text(re.compile("2 days|3 days"))


def test_what_is_said_is_read_in_ones_own_language(visit: Visit) -> None:
    ada, grete = visit("/meet"), visit("/meet?lang=de")
    ada.get_by_label("Your name").fill("Ada")
    look_for(ada, "Quantik", "3+2")
    grete.locator(".offers li", has_text="3").get_by_role("button").first.click()
    for page in (ada, grete):
        page.wait_for_url("**/match/*")
        expect(page.locator(".status")).to_be_visible()
    ada.get_by_label("Say something").select_option(label="Hello!")
    expect(grete.locator(".talk li")).to_have_text(re.compile("Ada: (Hallo|Guten Tag|Servus)"))
    phrases = grete.locator(".talk option:not([disabled])")
    grete.locator(".talk select").select_option(index=phrases.count())
    expect(ada.locator(".talk li").last).to_have_text(re.compile("Goodbye!"))


def meet(
    one: Page, other: Page, game: str, clock: str, *, rated: bool = False
) -> tuple[Page, Page]:
    """Two people find each other; the one with the first move first."""
    look_for(one, game, clock, rated=rated)
    expect(one.get_by_role("heading", name="Looking for an opponent …")).to_be_visible()
    look_for(other, game, clock, rated=rated)
    for page in (one, other):
        page.wait_for_url("**/match/*")
    return in_order(one, other)


def test_who_loses_the_line_comes_back_and_plays_to_the_end(visit: Visit) -> None:
    moves = playing.some_game("quantik", seed=7)
    ada, grace = visit("/account"), visit("/account", phone=True)
    for page, name in ((ada, "Line"), (grace, "Wire")):
        sign_up(page, f"{name} {token_hex(4)}")
        page.goto("/meet")
    pages = meet(ada, grace, "Quantik", "5+3", rated=True)
    for game in range(2):
        for ply, move in enumerate(moves, 1):
            mover, waiting = pages[(ply + 1) % 2], pages[ply % 2]
            if ply == 3 and game == 0:
                waiting.context.set_offline(True)
                playing.play_by_mouse(mover, "quantik", move)
                playing.wait_for_ply(mover, ply)
                expect(waiting.locator(".lost")).to_be_visible()
                waiting.context.set_offline(False)
            else:
                playing.play_by_mouse(mover, "quantik", move)
            if not (game == 0 and ply == len(moves)):
                for page in pages:
                    playing.wait_for_ply(page, ply)
        if game == 0:
            for page in pages:
                told = page.get_by_text("Rated, the second of two games.")
                expect(told).to_be_visible()
            assert in_order(*pages) == (pages[1], pages[0])
            pages = pages[1], pages[0]
    for page in pages:
        expect(page.get_by_text(re.compile("Your rating: 1,500 → 1,500"))).to_be_visible()


def test_takeback_and_draw_are_agreed_with_a_clock(visit: Visit) -> None:
    first, second = meet(visit("/meet"), visit("/meet"), "Qomet", "10+5")
    playing.play_by_mouse(first, "qomet", "@d4")
    playing.wait_for_ply(second, 1)
    first.get_by_role("button", name="Ask to take back").click()
    second.get_by_role("button", name="Accept").click()
    for page in (first, second):
        playing.wait_for_ply(page, 0)
    playing.play_by_mouse(first, "qomet", "@d5")
    playing.play_by_mouse(second, "qomet", "@a1")
    playing.wait_for_ply(second, 2)
    second.get_by_role("button", name="Offer a draw").click()
    first.get_by_role("button", name="Accept").click()
    for page in (first, second):
        expect(page.locator(".status.over")).to_be_visible()
        expect(page.get_by_role("timer")).to_have_count(2)


@pytest.fixture
def slept(tmp_path: Path) -> Iterator[tuple[Server, Path]]:
    """A server of its own, and the file that says how long its computer has slept."""
    seconds = tmp_path / "slept"
    seconds.write_text("0")
    running = Server(tmp_path, "tests.web.sleeper", str(seconds))
    running.start()
    yield running, seconds
    running.stop()


def test_whoever_is_left_alone_claims_the_game(visit: Visit, slept: tuple[Server, Path]) -> None:
    server, seconds = slept
    meeting = f"{server.address}/meet"
    first, second = meet(visit(meeting), visit(meeting), "Qomet", "5+3")
    playing.play_by_mouse(first, "qomet", "@d4")
    playing.play_by_mouse(second, "qomet", "@a1")
    playing.wait_for_ply(first, 2)
    second.goto(f"{server.address}/api/health")
    expect(first.get_by_text("has left. In")).to_be_visible()
    claim = first.get_by_role("button", name=re.compile("Claim"))
    expect(claim).to_be_hidden()
    seconds.write_text("61")
    first.reload()
    claim.click()
    expect(first.locator(".status.over")).to_contain_text("You won!")


def test_a_game_of_strangers_is_watched_by_a_third(visit: Visit) -> None:
    first, second = meet(visit("/meet"), visit("/meet"), "Qomet", "5+3")
    third = visit("/meet")
    third.get_by_role("link", name="Watch").first.click()
    third.wait_for_url("**/match/*")
    expect(third.get_by_text("You are watching this game.")).to_be_visible()
    first.goto(third.url)
    expect(first.get_by_text("1 person is watching.")).to_be_visible()
    resign(second)
    expect(third.locator(".status.over")).to_be_visible()


def test_whom_one_blocks_one_hears_no_more(visit: Visit) -> None:
    (ada, _), (rude, name) = known_as(visit, "Ada"), known_as(visit, "Rude")
    meet(ada, rude, "Quantik", "3+2")
    expect(ada.get_by_role("link", name=name)).to_be_visible()
    ada.get_by_role("button", name=f"Block {name}").click()
    expect(ada.locator(".notice")).to_contain_text("You will no longer be paired")
    rude.get_by_label("Say something").select_option(label="Hello!")
    expect(rude.locator(".notice")).to_contain_text("do not talk to each other")
    ada.goto("/meet")
    rude.goto("/meet")
    look_for(rude, "Quantik", "10+5")
    expect(rude.get_by_role("heading", name="Looking for an opponent …")).to_be_visible()
    ada.wait_for_timeout(3000)
    expect(ada.locator(".offers li", has_text=name)).to_have_count(0)


def test_an_account_from_recovery_to_its_end(visit: Visit) -> None:
    page, name = visit("/account"), f"Robot {token_hex(4)}"
    form = page.get_by_role("form", name="New account")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_label(re.compile("program")).check()
    form.get_by_role("button", name="Create the account").click()
    code = page.locator(".codes li").first.inner_text()
    page.get_by_role("button", name="I have saved them").click()
    make = page.get_by_role("form", name="New token")
    make.get_by_label("What is it for?").fill("at home")
    make.get_by_label("Password").fill(PASSWORD)
    make.get_by_role("button", name="Make a token").click()
    expect(page.get_by_label("Token", exact=True)).to_be_visible()
    kept = page.evaluate("fetch('/api/me/export').then(found => found.json())")
    assert kept["tokens"][0]["name"] == "at home"
    other = visit("/account", phone=True)
    other.get_by_text("I have forgotten my password").click()
    lost = other.get_by_role("form", name="Use a recovery code")
    lost.get_by_label("Name").fill(name)
    lost.get_by_label("Recovery code").fill(code)
    lost.get_by_label("New password").fill("another horse")
    lost.get_by_role("button", name="Set the new password").click()
    expect(other.get_by_role("heading", name=name)).to_be_visible()
    assert other.evaluate("fetch('/api/me/tokens').then(found => found.json())")["tokens"] == []
    page.reload()
    expect(page.get_by_role("heading", name="New account")).to_be_visible()
    gone = other.evaluate(
        "fetch('/api/me', {method: 'DELETE', headers: {'Content-Type': 'application/json'},"
        " body: JSON.stringify({password: 'another horse'})}).then(({status}) => status)"
    )
    assert gone == 204
    other.goto(f"/people/{name}")
    expect(other.get_by_role("heading", name="There is nobody with this name")).to_be_visible()


def test_thirty_lines_play_against_a_browser(visit: Visit, server: Server, tmp_path: Path) -> None:
    page, name = visit("/account"), f"Engine {token_hex(4)}"
    sign_up(page, f"Human {token_hex(4)}")
    with httpx.Client(base_url=server.address, timeout=60) as maker:
        maker.post("/api/people", json={"name": name, "password": PASSWORD, "program": True})
        made = maker.post("/api/me/tokens", json={"name": "test", "password": PASSWORD}).json()
        assert CLIENT
        program = tmp_path / "client.py"
        program.write_text(CLIENT[1])
        command = [sys.executable, str(program), server.address, made["secret"], "qomet"]
        with subprocess.Popen(command) as running:
            try:
                page.goto("/meet?game=qomet")
                offer = page.locator(".offers li", has_text=name)
                expect(offer).to_contain_text("a program")
                offer.get_by_role("button", name="Play").click()
                page.wait_for_url("**/match/*")
                expect(page.locator(".who", has_text=name)).to_contain_text("A program")
                playing.wait_for_turn(page)
                before = page.locator(".moves li").count()
                playing.play_by_mouse(page, "qomet", "@d4" if not before else "@a7")
                expect(page.locator(".moves li")).to_have_count(before + 2)
            finally:
                running.kill()
