"""Nothing lies over the hand, and the last move is seen whole, at every size of the window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.web.playing import wait_for_turn
from tests.web.test_requests import play_some

Visit = Callable[..., Page]
# So many moves that the list has to scroll, and nobody has won.
PLIES = {"quantik": 7, "qawale": 9, "qomet": 11}
SIZES = [(390, 844), (844, 390), (820, 1180), (1280, 720), (1366, 768), (1440, 900), (1920, 1080)]


@pytest.mark.parametrize("game", sorted(PLIES))
def test_nothing_lies_over_the_hand_and_the_last_move_is_whole(visit: Visit, game: str) -> None:
    page = visit("/games")
    made = page.request.post("/api/matches", data={"game": game}).json()
    play_some(page, made["id"], game, PLIES[game])
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/match/{made['id']}")
        wait_for_turn(page)
        last_move_is_whole(page, height)
        refuse(page, game)
        over = [box(page.locator(".notice")), box(page.locator(".board .cells"))]
        hands = page.locator(".edge :is(.slot, .in-hand)")
        for hand in [box(hands.nth(i)) for i in range(hands.count())]:
            assert not any(overlap(hand, each) for each in over), (width, height, hand, over)
        assert not overlap(*over), (width, height, over)


def test_while_a_friend_is_awaited_the_hands_are_seen_on_a_phone_too(visit: Visit) -> None:
    page = visit("/games", phone=True)
    made = page.request.post("/api/matches", data={"game": "qomet", "invite": "second"}).json()
    page.goto(f"/match/{made['id']}")
    page.get_by_label("Link to the game").wait_for()
    for hand in (".far .in-hand", ".near .in-hand"):
        assert not overlap(box(page.locator(hand)), box(page.locator(".board")))


def last_move_is_whole(page: Page, height: int) -> None:
    """In the list that is always there, or in the drawer."""
    drawer = page.locator(".for-drawer")
    if drawer.is_visible():
        drawer.click()
    for _ in range(50):
        last, moves = box(page.locator(".moves li").last), box(page.locator(".moves"))
        bottom = min(moves["y"] + moves["height"], height) + 1
        if moves["y"] - 1 <= last["y"] and last["y"] + last["height"] <= bottom:
            break
        page.wait_for_timeout(100)
    else:
        raise AssertionError((height, last, moves))
    if drawer.is_visible():
        drawer.click()


def refuse(page: Page, game: str) -> None:
    """Presses what cannot be pressed now."""
    mover = "light" if "Light" in page.locator(".status").inner_text() else "dark"
    opposing = "dark" if mover == "light" else "light"
    pressed = {"quantik": ", empty", "qawale": ", empty", "qomet": f", {opposing} star"}[game]
    page.locator(f'.cell[aria-label*="{pressed}"]').first.click()
    expect(page.locator(".notice")).to_be_visible()


def box(thing: Locator) -> FloatRect:
    found = thing.bounding_box()
    assert found
    return found


def overlap(a: FloatRect, b: FloatRect) -> bool:
    across = a["x"] < b["x"] + b["width"] - 1 and b["x"] < a["x"] + a["width"] - 1
    return across and a["y"] < b["y"] + b["height"] - 1 and b["y"] < a["y"] + a["height"] - 1
