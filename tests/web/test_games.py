"""My games with results, totals and filters; go on playing; a header that leads everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.test_access import check_everywhere, violations

Visit = Callable[..., Page]
BO = {"kind": "bot", "level": 2, "name": "Bo"}
PLACES = {"play": "Play {}", "learn": "Learn {}", "puzzles": "{} puzzles", "analyse": "Analyse {}"}


def made(page: Page, **wish: Any) -> str:
    answer = page.request.post("/api/matches", data=wish)
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def some_games(page: Page) -> None:
    """One won, one lost, one drawn by two people on one device, one that goes on."""
    won = made(page, game="quantik", start="..../..../...D/Ad.c", second=BO)
    body = {"move": "B@c1", "seq": 1}
    assert page.request.post(f"/api/matches/{won}/moves", data=body).ok
    lost = made(page, game="qomet", second=BO)
    assert page.request.post(f"/api/matches/{lost}/resign").ok
    drawn = made(page, game="qawale", first={"name": "Ada"}, second={"name": "Grace"})
    assert page.request.post(f"/api/matches/{drawn}/draw").ok
    made(page, game="qomet", second=BO)


def test_my_games_speak_of_you_and_add_up(visit: Visit) -> None:
    page = visit("/games")
    some_games(page)
    page.reload()
    rows = page.locator(".list > li")
    expect(page.locator(".totals")).to_have_text("4 games · Won 1, drawn 0, lost 1")
    expect(rows.nth(0)).to_contain_text("Qomet: You against Bo")
    expect(rows.nth(0)).to_contain_text("Level 2")
    expect(rows.nth(1)).to_contain_text("Qawale: Ada against Grace")
    expect(rows.nth(2)).to_contain_text(re.compile("Lost.*Bo wins"))
    expect(rows.nth(3)).to_contain_text(re.compile("Won.*Four different shapes"))
    check_everywhere(page)


@pytest.mark.parametrize(
    ("filters", "count", "totals"),
    [
        ({"Game": "Qomet"}, 2, "2 games · Won 0, drawn 0, lost 1"),
        ({"Opponent": "People"}, 1, "1 game · Won 0, drawn 0, lost 0"),
        ({"Opponent": "The computer", "Result": "Won"}, 1, "1 game · Won 1, drawn 0, lost 0"),
        ({"Result": "Your turn"}, 1, "1 game · Won 0, drawn 0, lost 0"),
        ({"Game": "Qawale", "Result": "Lost"}, 0, "0 games · Won 0, drawn 0, lost 0"),
    ],
)
def test_my_games_can_be_filtered(
    visit: Visit, filters: dict[str, str], count: int, totals: str
) -> None:
    page = visit("/games", phone=True)
    some_games(page)
    page.reload()
    for name, choice in filters.items():
        page.get_by_label(name, exact=True).select_option(choice)
    expect(page.locator(".list > li")).to_have_count(count)
    expect(page.locator(".totals")).to_have_text(totals)
    page.reload()
    expect(page.locator(".list > li")).to_have_count(count)


def test_my_games_count_those_beyond_the_first_page(visit: Visit) -> None:
    page = visit("/games")
    for _ in range(53):
        made(page, game="quantik")
    page.reload()
    expect(page.locator(".totals")).to_contain_text("53 games")


def test_go_on_playing_lists_every_game_in_which_it_is_ones_turn(visit: Visit) -> None:
    page = visit("/")
    mine = [made(page, game=game, second=BO) for game in ("quantik", "qawale", "qomet")]
    mine.append(made(page, game="qomet", first={"name": "Ada"}, second={"name": "Grace"}))
    theirs = made(page, game="qomet", invite="second")
    over = made(page, game="quantik", second=BO)
    assert page.request.post(f"/api/matches/{over}/resign").ok
    page.reload()
    links = page.locator(".continue a")
    expect(links).to_have_count(4)
    found = [link.get_attribute("href") for link in links.all()]
    assert sorted(found, key=str) == sorted(f"/match/{each}" for each in mine)
    assert theirs not in " ".join(map(str, found))
    assert violations(page) == []


@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
def test_the_header_leads_everywhere(visit: Visit, way: str) -> None:
    page = visit("/nowhere", phone=way == "touch")
    for game in ("Quantik", "Qawale", "Qomet"):
        for place, name in PLACES.items():
            menu = page.locator(".top summary", has_text="Menu" if way == "touch" else game)
            link = page.get_by_role("banner").get_by_role("link", name=name.format(game))
            for thing in (menu, link):
                if way == "keys":
                    thing.press("Enter")
                else:
                    thing.tap() if way == "touch" else thing.click()
            expect(page).to_have_url(re.compile(f"/{place}/{game.lower()}"))
            expect(link).to_be_hidden()
            expect(page.locator("main .loading")).to_have_count(0)


def test_my_games_are_in_the_header_of_a_match_too(visit: Visit) -> None:
    for phone in (False, True):
        page = visit("/play/qomet", phone=phone)
        playing.start_on_one_device(page)
        if phone:
            page.locator(".top summary", has_text="Menu").tap()
            assert violations(page) == []
        page.get_by_role("banner").get_by_role("link", name="My games").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("My games")
