"""Ten opponents: met by face and name, seen to think, and beaten one after the other."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.web import playing
from tests.web.test_access import violations
from tests.web.test_requests import SLOWEST_BOT, Wire
from tests.web.test_screen import OUTSIDE, SCROLLS, SIZES
from tetrad.rules import GAMES

Visit = Callable[..., Page]
NAMES = ["Ari", "Bo", "Cleo", "Dani", "Eli", "Femi", "Gio", "Haru", "Imani", "Juno"]
FIRST_MOVES = {"quantik": "A@a1", "qawale": "a1nnn", "qomet": "@d4"}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_has_ten_opponents_with_face_name_and_style(visit: Visit, game: str) -> None:
    page = visit(f"/play/{game}")
    assert page.locator(".person .name").all_inner_texts() == NAMES
    said = set()
    for level, name in enumerate(NAMES, 1):
        page.get_by_label(f"{name}, level {level}", exact=True).check()
        expect(page.locator(".meet h2")).to_have_text(name)
        expect(page.locator(".meet .portrait")).to_be_visible()
        said.add(page.locator(".meet .style").inner_text())
    assert len(said) == 10


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_opponent_has_the_rating_that_stands_in_the_leaderboard(
    visit: Visit, game: str
) -> None:
    page = visit(f"/play/{game}")
    for each in page.request.get(f"/api/people?game={game}&kind=fast").json()["house"]:
        name, told = NAMES[each["level"] - 1], f"Rating {each['rating']:,}"
        card = page.get_by_label(f"{name}, level {each['level']}", exact=True)
        expect(card).to_have_accessible_description(told)
        card.check()
        expect(page.locator(".meet .portrait-row")).to_contain_text(told)
        expect(page.locator(".person", has_text=name)).to_contain_text(f"{each['rating']:,}")


def test_one_press_starts_a_game_against_the_next_opponent(visit: Visit) -> None:
    page = visit("/play/qomet")
    page.get_by_role("button", name="Play against Ari").click()
    playing.wait_for_turn(page)
    expect(page.locator(".who", has_text="Ari")).to_contain_text("Level 1")


@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
def test_an_opponent_is_chosen_by_face(visit: Visit, way: str) -> None:
    page = visit("/play/quantik", phone=way == "touch")
    if way == "mouse":
        page.locator(".person", has_text="Cleo").click()
        page.get_by_role("button", name="Play against Cleo").click()
    elif way == "touch":
        page.locator(".person", has_text="Cleo").tap()
        page.get_by_role("button", name="Play against Cleo").tap()
    else:
        page.get_by_label("Ari, level 1").focus()
        for key in ("ArrowRight", "ArrowRight", "Enter"):
            page.keyboard.press(key)
    playing.wait_for_turn(page)
    expect(page.locator(".who", has_text="Cleo")).to_contain_text("Level 3")
    record = page.request.get(page.url.replace("/match/", "/api/matches/")).json()["record"]
    assert '[Second "Cleo (level 3)"]' in record


def test_a_link_can_name_the_opponent(visit: Visit) -> None:
    page = visit("/play/qawale?level=4")
    expect(page.get_by_role("button", name="Play against Dani")).to_be_visible()


def test_one_sees_the_opponent_think_for_a_human_moment(visit: Visit) -> None:
    """The answer is still one event; in a hurry, nobody waits."""
    page = visit("/play/qomet", patient=True)
    wire = Wire(page)
    page.locator(".person", has_text="Eli").click()
    page.get_by_role("button", name="Play against Eli").click()
    playing.play_by_mouse(page, "qomet", "@d4")
    opponent = page.locator(".who", has_text="Eli")
    expect(opponent).to_contain_text("is thinking …")
    expect(opponent.locator(".portrait.thinks")).to_be_visible()
    expect(page.locator(".moves li")).to_have_count(2, timeout=SLOWEST_BOT)
    moves = [event for event in wire.events if event["kind"] == "move"]
    assert [event["by"] for event in moves].count(2) == 1
    page.locator(".menu summary").click()
    page.get_by_label("Opponents take their time").uncheck()
    page.keyboard.press("Escape")
    with page.expect_request("**/moves") as asked:
        playing.play_by_mouse(page, "qomet", free_star(page))
    assert pace_in(asked.value) == 0


def test_one_game_can_be_a_quick_one(visit: Visit) -> None:
    page = visit("/play/qomet", patient=True)
    page.get_by_label("Opponents take their time").uncheck()
    page.get_by_role("button", name="Play against Ari").click()
    with page.expect_request("**/moves") as asked:
        playing.play_by_mouse(page, "qomet", "@d4")
    assert pace_in(asked.value) == 0
    page.goto("/play/qomet")
    expect(page.get_by_label("Opponents take their time")).to_be_checked()


def test_with_a_face_beside_it_the_board_still_takes_the_window(visit: Visit) -> None:
    page = visit("/play/qawale")
    page.get_by_role("button", name="Play against Ari").click()
    playing.wait_for_turn(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        box = page.locator(".board").bounding_box()
        assert box
        assert min(box["width"], box["height"]) / min(width, height) >= 0.8, (width, height)
        assert page.evaluate(OUTSIDE) == [], (width, height)
        assert page.evaluate(SCROLLS) == [], (width, height)


def pace_in(request: Request) -> float:
    return float(json.loads(request.post_data or "")["pace"])


def free_star(page: Page) -> str:
    taken = page.locator(".moves li button").all_inner_texts()
    return next(move for move in ("@a1", "@g7", "@a7") if move not in taken)


def test_each_opponent_has_a_pace_of_their_own(visit: Visit) -> None:
    page = visit("/play/quantik", patient=True)
    paces = {}
    for name in NAMES:
        page.locator(".person", has_text=name).click()
        with page.expect_request("**/api/matches") as asked:
            page.get_by_role("button", name=f"Play against {name}").click()
        paces[name] = pace_in(asked.value)
        page.goto("/play/quantik")
    assert all(0.5 <= pace <= 2.6 for pace in paces.values()), paces
    assert len(set(paces.values())) == 10


def play_to_the_end(page: Page) -> dict[str, Any]:
    """The person plays what the hint says; the page looks on."""
    match = page.url.replace("/match/", "/api/matches/")
    while True:
        state: dict[str, Any] = page.request.get(match).json()
        if state["outcome"]:
            return state
        if "move" in state["can"]:
            move = page.request.get(f"{match}/hint").json()["move"]
            data = json.dumps({"move": move, "seq": state["seq"]})
            headers = {"Content-Type": "application/json"}
            assert page.request.post(f"{match}/moves", data=data, headers=headers).ok
        else:
            time.sleep(0.05)


def test_the_ladder_shows_whom_one_has_beaten(visit: Visit) -> None:
    page = visit("/play/qomet")
    expect(page.locator(".rivals legend")).to_contain_text("0 of 10 beaten")
    page.get_by_role("button", name="Play against Ari").click()
    playing.wait_for_turn(page)
    page.wait_for_timeout(700)
    state = play_to_the_end(page)
    assert state["result"] == "1-0"
    expect(page.locator(".status.over")).to_contain_text("You won!")
    expect(page.locator(".who .portrait.sad")).to_be_visible()
    page.goto("/play/qomet")
    expect(page.get_by_label("Ari, level 1, beaten")).to_be_visible()
    expect(page.locator(".rivals legend")).to_contain_text("1 of 10 beaten")
    expect(page.locator(".meet")).to_contain_text("Your next opponent")
    expect(page.get_by_role("button", name="Play against Bo")).to_be_visible()
    page.get_by_label("Ari, level 1, beaten").check()
    expect(page.locator(".meet")).to_contain_text("Won 1, drawn 0, lost 0")
    assert violations(page) == []
    kept = json.loads(page.evaluate("localStorage['tetrad.progress']"))
    assert kept["version"] == 1
    assert kept["games"]["qomet"]["met"]["1"]["last"] == {"match": state["id"], "end": "won"}
    page.goto("/play/quantik")
    expect(page.get_by_role("button", name="Play against Ari")).to_be_visible()


def test_two_people_on_one_device_have_names(visit: Visit) -> None:
    page = visit("/play/qomet")
    page.get_by_label("Someone next to me").check()
    page.get_by_label("Light", exact=True).fill("Ada")
    page.get_by_label("Dark", exact=True).fill("Grace")
    assert violations(page) == []
    page.get_by_role("button", name="Start the game").click()
    playing.wait_for_turn(page)
    for name in ("Ada", "Grace"):
        expect(page.locator(".who", has_text=re.compile(name))).to_be_visible()
    page.goto("/play/qawale")
    page.get_by_label("Someone next to me").check()
    expect(page.get_by_label("Dark", exact=True)).to_have_value("Grace")
