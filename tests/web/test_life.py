"""Pieces travel, a win is a moment, wood and stone are heard and felt; or not, as one wishes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing

Visit = Callable[..., Page]
LISTEN = """
window.heard = 0; window.felt = []; window.flown = 0;
const create = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.heard++; return create.call(this); };
navigator.vibrate = pattern => { window.felt.push(pattern); return true; };
new MutationObserver(all => { window.flown += all.filter(({target, addedNodes}) =>
  addedNodes.length && target.classList?.contains('sky')).length; })
  .observe(document, {childList: true, subtree: true});
"""
MOVES = {"quantik": ["A@b2"], "qawale": ["a1nee"], "qomet": ["@d4", "@d5", "d4-d5"]}
WON = ["A@a1", "B@b1", "C@c1", "D@d1"]


def attend(page: Page, **settings: str) -> None:
    """Counts what is heard, felt and seen flying from now on."""
    for name, value in settings.items():
        page.evaluate("([name, value]) => localStorage.setItem(name, value)",
                      [f"tetrad.{name}", value])  # fmt: skip
    page.add_init_script(LISTEN)
    page.reload()
    page.wait_for_selector("main form")
    playing.start_on_one_device(page)
    page.wait_for_timeout(600)


@pytest.mark.parametrize("game", MOVES)
def test_pieces_travel_are_heard_and_felt(visit: Visit, game: str) -> None:
    page = visit(f"/play/{game}", motion=True)
    attend(page)
    for ply, move in enumerate(MOVES[game], 1):
        playing.play_by_mouse(page, game, move)
        playing.wait_for_ply(page, ply)
    page.wait_for_function("heard > 0 && felt.length > 0 && flown > 0")
    expect(page.locator(".sky > *")).to_have_count(0)


def test_whoever_wishes_for_less_motion_feels_and_sees_none(visit: Visit) -> None:
    page = visit("/play/quantik")
    attend(page)
    playing.play_by_mouse(page, "quantik", "A@b2")
    page.wait_for_function("heard > 0")
    assert page.evaluate("[felt.length, flown]") == [0, 0]


def test_muted_means_silent(visit: Visit) -> None:
    page = visit("/play/quantik", motion=True)
    attend(page, sound="off", vibration="off")
    playing.play_by_mouse(page, "quantik", "A@b2")
    playing.wait_for_ply(page, 1)
    page.wait_for_timeout(500)
    assert page.evaluate("[heard, felt.length]") == [0, 0]


def test_the_volume_is_kept(visit: Visit) -> None:
    page = visit("/play/quantik")
    page.locator(".menu summary").click()
    page.get_by_label("Volume").fill("30")
    page.reload()
    page.locator(".menu summary").click()
    expect(page.get_by_label("Volume")).to_have_value("30")


@pytest.mark.parametrize(
    ("game", "seed", "figure"),
    [("qawale", 7, r"M\S+ \S+L\S+ \S+"), ("qomet", 35, r"M\S+ \S+?(L\S+ \S+?){3}Z")],
)
def test_a_line_of_stacks_and_a_square_of_stars_are_drawn_too(
    visit: Visit, game: str, seed: int, figure: str
) -> None:
    page = visit("/games")
    made = page.request.post("/api/matches", data={"game": game}).json()["id"]
    *before, last = playing.some_game(game, seed)
    for seq, move in enumerate(before, 1):
        body = {"move": move, "seq": seq}
        assert page.request.post(f"/api/matches/{made}/moves", data=body).ok
    page.goto(f"/match/{made}")
    playing.play_by_mouse(page, game, last)
    expect(page.locator(".winning .over")).to_have_attribute("d", re.compile(f"^{figure}$"))
    expect(page.locator(".winning .sparks")).to_have_count(4)
    expect(page.locator('.cell[aria-label*="part of the winning four"]')).to_have_count(4)


def test_who_loses_to_the_computer_is_told_kindly_and_nothing_flies(visit: Visit) -> None:
    page = visit("/games")
    bot = {"kind": "bot", "level": 10, "name": "Ona"}
    wish = {"game": "quantik", "second": bot, "start": "..../..../..../Ab.."}
    made = page.request.post("/api/matches", data=wish).json()["id"]
    page.goto(f"/match/{made}")
    playing.play_by_mouse(page, "quantik", "C@c1")
    expect(page.locator(".status.lost-kindly")).to_contain_text("Ona wins", timeout=120_000)
    expect(page.locator(".winning.sober .over")).to_have_count(1)
    expect(page.locator(".sparks")).to_have_count(0)


@pytest.mark.parametrize("motion", [False, True])
def test_the_winning_line_itself_is_drawn(visit: Visit, motion: bool) -> None:
    page = visit("/play/quantik", motion=motion)
    playing.start_on_one_device(page)
    for ply, move in enumerate(WON, 1):
        playing.play_by_mouse(page, "quantik", move)
        playing.wait_for_ply(page, ply)
    expect(page.locator(".winning .over")).to_have_attribute("d", "M20 350L380 350")
    expect(page.locator(".winning")).not_to_have_class("winning sober")
    expect(page.locator(".status.over")).to_be_visible()
