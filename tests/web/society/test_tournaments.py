"""An arena of eight: two in real browsers, watched to the end, through a restart of the server."""

from __future__ import annotations

import json
import random
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.conftest import Server
from tests.web.test_access import check_everywhere
from tetrad.rules import GAMES

pytestmark = pytest.mark.whole_browser

Visit = Callable[..., Page]
NAMES = ("Ada", "Grace")
ROBOTS = ("Emmy", "Hedy", "Joan", "Kate", "Lise", "Mary")
SECONDS_AFTER_THE_LAST_START = 10
# For a game of each; a busy machine may need all of it.
PATIENCE = 150


def start_arena(page: Page, name: str) -> str:
    """By hand, as anybody may; its number."""
    page.get_by_text("Start a tournament").click()
    form = page.get_by_role("form", name="Start a tournament")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Quantik").check()
    form.get_by_role("combobox", name="Length").select_option("10")
    form.get_by_role("combobox", name="Begins in").select_option("0")
    form.get_by_role("button", name="Start the tournament").click()
    page.wait_for_url("**/tournaments/*")
    return page.url.rpartition("/")[2]


def take_part(page: Page, arena: str, name: str) -> None:
    if not page.url.endswith(arena):
        page.goto(f"/tournaments/{arena}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take part").click()


def some_move(state: dict[str, object], chance: random.Random) -> str:
    position = GAMES["quantik"].parse(str(state["position"]))
    return str(chance.choice(position.legal_moves()))


class Robot(threading.Thread):
    """Somebody who plays over HTTP, quickly and without a plan."""

    def __init__(self, address: str, arena: str, name: str, ended: threading.Event) -> None:
        super().__init__(daemon=True)
        self._arena, self._called, self._ended = arena, name, ended
        self._client = httpx.Client(base_url=address, timeout=20)
        self._chance = random.Random(name)

    def run(self) -> None:
        with self._client:
            entry = {"name": self._called}
            self._client.post(f"/api/tournaments/{self._arena}/join", json=entry)
            while not self._ended.wait(0.4):
                try:
                    self._step()
                except (httpx.HTTPError, json.JSONDecodeError):
                    continue  # the server is being restarted

    def _step(self) -> None:
        you = self._client.get(f"/api/tournaments/{self._arena}").json()["you"]
        for match in you["matches"]:
            state = self._client.get(f"/api/matches/{match}").json()
            if not state["outcome"] and state["turn"] in state["you"]:
                move = {"move": some_move(state, self._chance), "seq": state["seq"]}
                self._client.post(f"/api/matches/{match}/moves", json=move)


@contextmanager
def robots(address: str, arena: str) -> Iterator[None]:
    ended = threading.Event()
    six = [Robot(address, arena, name, ended) for name in ROBOTS]
    for each in six:
        each.start()
    yield
    ended.set()
    for each in six:
        each.join()


def match_at(page: Page) -> str | None:
    found = re.search("/match/([^/?]+)", page.url)
    return found[1] if found else None


def play_on(page: Page, chance: random.Random) -> bool:
    """The next thing to do in this browser, if there is one; whether a game has ended here."""
    match = match_at(page)
    if match is None:
        return False
    state = page.request.get(f"/api/matches/{match}").json()
    if state["outcome"]:
        here = page.url
        page.get_by_role("link", name="Back to the tournament").click()
        expect(page).not_to_have_url(here)  # where perhaps the next game begins at once
        return True
    if state["turn"] in state["you"]:
        playing.play_by_mouse(page, "quantik", some_move(state, chance))
        expect(page.locator(".moves li")).not_to_have_count(len(state["moves"]))
    return False


def shorten(server: Server, arena: str, seconds: float) -> None:
    """Writes into the server's file that the arena has begun earlier; nobody waits ten minutes."""
    starts = time.time() - 600 + seconds
    where = "tournament_id = ? AND seq = 1"
    with closing(sqlite3.connect(server.folder / "tetrad.db")) as file, file:
        ((text,),) = file.execute(f"SELECT data FROM tournament_events WHERE {where}", [arena])
        told = json.dumps(json.loads(text) | {"starts": starts})
        file.execute(f"UPDATE tournament_events SET data = ? WHERE {where}", [told, arena])
        file.execute("UPDATE tournaments SET due_at = ? WHERE id = ?", [starts, arena])


@pytest.mark.timeout(6 * PATIENCE + 60)
def test_an_arena_of_eight_is_watched_to_its_end_through_a_restart(
    visit: Visit, server: Server
) -> None:
    ada, grace = visit("/tournaments"), visit("/tournaments", phone=True)
    arena = start_arena(ada, "Evening Arena")
    expect(ada.get_by_text("Nobody has entered yet.")).to_be_visible()
    chance, ended = random.Random(8), dict.fromkeys(NAMES, 0)

    def play_until(satisfied: Callable[[], bool]) -> None:
        stop = time.monotonic() + 2 * PATIENCE
        while not satisfied():
            assert time.monotonic() < stop, (ended, ada.url, grace.url)
            for page, name in ((ada, "Ada"), (grace, "Grace")):
                ended[name] += play_on(page, chance)
                page.wait_for_timeout(100)

    with robots(server.address, arena):
        for page, name in ((ada, "Ada"), (grace, "Grace")):
            take_part(page, arena, name)
        play_until(lambda: min(ended.values()) >= 1)
        server.stop()
        server.start()
        play_until(lambda: sum(ended.values()) >= 3)  # they were paired again
        server.stop()
        shorten(server, arena, SECONDS_AFTER_THE_LAST_START)
        server.start()
        play_until(lambda: all(page.locator(".winners").count() for page in (ada, grace)))
    for page, name in ((ada, "Ada"), (grace, "Grace")):
        expect(page.locator(".winners li")).to_have_count(3)
        expect(page.locator(".standings tbody tr.you")).to_contain_text(name)
    names = ada.locator(".standings tbody th").all_inner_texts()
    people = {each.split(" · ")[0] for each in names}
    assert {*NAMES, *ROBOTS} <= people
    cells = ada.locator(".standings td:nth-child(3)").all_inner_texts()
    points = [float(each.split()[0]) for each in cells]
    assert points == sorted(points, reverse=True)
    check_everywhere(ada)
    ada.goto("/tournaments")
    over = ada.get_by_role("region", name="Over")
    expect(over.get_by_role("link", name="Evening Arena")).to_be_visible()
    check_everywhere(ada)


def test_swiss_rounds_are_started_and_entered(visit: Visit) -> None:
    page = visit("/tournaments")
    page.context.grant_permissions(["notifications"])
    page.get_by_text("Start a tournament").click()
    form = page.get_by_role("form", name="Start a tournament")
    form.get_by_label("Name").fill("Winter League")
    form.get_by_label("Swiss rounds").check()
    form.get_by_role("combobox", name="Rounds").select_option("3")
    form.get_by_role("combobox", name="Begins in").select_option("86400")
    check_everywhere(page)
    form.get_by_role("button", name="Start the tournament").click()
    page.wait_for_url("**/tournaments/*")
    take_part(page, page.url.rpartition("/")[2], "Ada")
    expect(page.get_by_text("You are in.")).to_be_visible()
    expect(page.get_by_text("Begins in 23:5")).to_be_visible()
    check_everywhere(page)
    offer = page.get_by_role("button", name="Tell me when it is my turn")
    offer.click()
    expect(page.locator(".notice")).to_contain_text("You will be told")
    page.reload()
    expect(page.get_by_text("You are in.")).to_be_visible()
    expect(offer).to_have_count(0)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("You are taking a break")).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_text("You are in.")).to_be_visible()


def test_a_tournament_that_does_not_exist_says_so(visit: Visit) -> None:
    page = visit("/tournaments/nowhere")
    expect(page.get_by_role("heading", name="This tournament does not exist")).to_be_visible()
