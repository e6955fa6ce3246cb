"""Whole games in the browser: by mouse, by touch, by keyboard alone, by dragging, by typing."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web import playing
from tetrad.rules import GAMES

Visit = Callable[..., Page]
SEEDS = {"quantik": 3, "qawale": 4, "qomet": 5}
OVER = re.compile("wins:|Draw:")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("hand", ["mouse", "touch", "finger", "keys"])
def test_a_whole_game_can_be_played(visit: Visit, game: str, hand: str) -> None:
    page = visit(f"/play/{game}", phone=hand in ("touch", "finger"))
    playing.start_on_one_device(page)
    play = getattr(playing, f"play_by_{hand}")
    playing.square(page, "d4").focus()
    for ply, move in enumerate(playing.some_game(game, SEEDS[game]), 1):
        play(page, game, move)
        playing.wait_for_ply(page, ply)
    expect(page.locator(".status.over")).to_have_text(OVER)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_pieces_and_paths_can_be_dragged(visit: Visit) -> None:
    page = visit("/play/quantik", motion=True)
    playing.start_on_one_device(page)
    playing.drag(page, playing.target(page, "C"), playing.square(page, "b3"))
    playing.wait_for_ply(page, 1)
    page.goto("/play/qawale")
    playing.start_on_one_device(page)
    trail = [playing.square(page, name) for name in ("a2", "a3", "a2", "b2", "b3")]
    playing.drag(page, playing.square(page, "a1"), *trail)
    expect(page.locator(".moves")).to_contain_text("a1nen")
    page.goto("/play/qomet")
    playing.start_on_one_device(page)
    for ply, name in enumerate(("a1", "d4"), 1):
        playing.square(page, name).click()
        playing.wait_for_ply(page, ply)
    playing.drag(page, playing.square(page, "a1"), playing.square(page, "a4"))
    expect(page.locator(".moves")).to_contain_text("a1-a4")


def test_a_hand_that_is_early_is_waited_for(visit: Visit) -> None:
    page = visit("/play/qomet", motion=True)
    playing.start_on_one_device(page)
    playing.play_by_mouse(page, "qomet", "@a1")
    playing.wait_for_ply(page, 1)

    def late(route: Route) -> None:
        page.wait_for_timeout(1500)
        route.continue_()

    page.route("**/moves", late, times=1)
    playing.play_by_mouse(page, "qomet", "@d4")
    page.mouse.move(*playing.middle(playing.square(page, "a1")))
    page.mouse.down()
    expect(page.locator(".cells")).to_have_attribute("aria-readonly", "true")
    playing.wait_for_turn(page)
    page.mouse.move(*playing.middle(playing.square(page, "a4")), steps=6)
    page.mouse.up()
    expect(page.locator(".moves")).to_contain_text("a1-a4")


def test_a_finger_moves_pieces_and_never_the_page(visit: Visit) -> None:
    page = visit("/play/qomet", phone=True)
    playing.start_on_one_device(page)
    for ply, move in enumerate(("@a1", "@d4", "a1-a4", "@g7", "a4-off"), 1):
        playing.play_by_finger(page, "qomet", move)
        playing.wait_for_ply(page, ply)
        assert page.evaluate("scrollY") == 0, move
    x, y = playing.middle(page.locator(".status"))
    playing.Finger(page).drag((x, y), (x, y - 200))
    assert page.evaluate("scrollY") == 0
    playing.wait_for_ply(page, 5)


def test_a_chosen_star_shows_the_way_off_the_board(visit: Visit) -> None:
    page = visit("/play/qomet", phone=True)
    page.set_viewport_size({"width": 320, "height": 640})
    playing.start_on_one_device(page)
    for ply, move in enumerate(("@g1", "@d4"), 1):
        playing.play_by_touch(page, "qomet", move)
        playing.wait_for_ply(page, ply)
    playing.square(page, "g1").tap()
    expect(page.get_by_role("button", name="Move it off the board")).to_be_visible()
    box = page.locator(".leave circle").bounding_box()
    assert box
    assert box["x"] + box["width"] <= 320
    page.locator(".leave").tap()
    expect(page.locator(".moves")).to_contain_text("g1-off")
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_swipe_over_empty_spaces_plays_nothing(visit: Visit) -> None:
    page = visit("/play/quantik", phone=True)
    playing.start_on_one_device(page)
    start, end = (playing.middle(playing.square(page, name)) for name in ("b1", "b4"))
    playing.Finger(page).drag(start, end)
    playing.wait_for_ply(page, 0)
    expect(page.locator(".notice")).to_be_hidden()


def test_a_typed_move_is_played_or_its_fault_is_named(visit: Visit) -> None:
    page = visit("/play/quantik", phone=True)
    playing.start_on_one_device(page)
    page.get_by_role("button", name="More").click()
    field = page.get_by_label("Type a move")
    field.fill("A@b3")
    field.press("Enter")
    playing.wait_for_ply(page, 1)
    field.fill("A@b4")
    field.press("Enter")
    fault = page.locator(".typed .fault")
    expect(fault).to_have_text("Light has a sphere in column b.")
    expect(field).to_have_attribute("aria-invalid", "true")
    for each in (fault, field):
        expect(each).to_be_in_viewport(ratio=1)
    expect(page.locator("#live")).to_contain_text("Light has a sphere")
    playing.play_by_mouse(page, "quantik", "B@d1")
    expect(fault).to_be_hidden()


@pytest.mark.parametrize(
    ("game", "typed"),
    [("quantik", "a@b2"), ("quantik", "A@B2"), ("qawale", "A1NNE"), ("qomet", " @ D4")],
)
def test_a_typed_move_may_be_in_any_case(visit: Visit, game: str, typed: str) -> None:
    page = visit(f"/play/{game}")
    playing.start_on_one_device(page)
    field = page.get_by_label("Type a move")
    field.fill(typed)
    field.press("Enter")
    playing.wait_for_ply(page, 1)


def test_forbidden_spaces_are_marked_and_say_why(visit: Visit) -> None:
    page = visit("/play/quantik")
    playing.start_on_one_device(page)
    playing.play_by_mouse(page, "quantik", "D@a1")
    playing.wait_for_ply(page, 1)
    playing.target(page, "D").click()
    expect(playing.square(page, "a4")).to_have_attribute("aria-label", "a4, empty, not allowed")
    playing.square(page, "b2").click()
    expect(page.locator(".notice")).to_contain_text("Light has a cone in the region a1-b2.")
    playing.wait_for_ply(page, 1)
    playing.square(page, "d3").click()
    expect(page.locator(".notice")).to_be_hidden()


def test_a_finger_that_stays_on_a_stack_looks_inside_it(visit: Visit) -> None:
    page = visit("/play/qawale", phone=True)
    playing.start_on_one_device(page)
    stack = playing.square(page, "a4")
    stack.scroll_into_view_if_needed()
    playing.Finger(page).hold(playing.middle(stack))
    page.wait_for_timeout(200)
    expect(page.locator(".inside")).to_contain_text("Inside a4")
    expect(stack).not_to_have_attribute("aria-selected", "true")
    stack.tap()
    expect(stack).to_have_attribute("aria-selected", "true")


def test_a_path_is_walked_with_a_ghost_and_can_be_stepped_back(visit: Visit) -> None:
    page = visit("/play/qawale")
    playing.start_on_one_device(page)
    for name in ("a1", "a2", "b2"):
        playing.square(page, name).click()
    expect(playing.square(page, "a2")).to_have_attribute(
        "aria-label", re.compile("1 pebble: neutral")
    )
    page.get_by_role("button", name="Step back").click()
    playing.square(page, "a3").click()
    playing.square(page, "b3").click()
    expect(page.locator(".moves")).to_contain_text("a1nne")


def test_moves_count_only_after_confirmation_where_that_is_wished(visit: Visit) -> None:
    page = visit("/play/qomet")
    page.evaluate("localStorage.setItem('tetrad.confirm', 'on')")
    page.reload()
    playing.start_on_one_device(page)
    playing.square(page, "d4").click()
    page.get_by_role("button", name="Cancel").click()
    playing.square(page, "d5").click()
    playing.wait_for_ply(page, 0)
    page.get_by_role("button", name="Play @d5").click()
    playing.wait_for_ply(page, 1)


def test_the_moves_can_be_looked_through_without_losing_the_game(visit: Visit) -> None:
    page = visit("/play/qomet")
    playing.start_on_one_device(page)
    for ply, name in enumerate(("d4", "a1", "g7"), 1):
        playing.square(page, name).click()
        playing.wait_for_ply(page, ply)
    page.get_by_role("button", name="One move back").click()
    expect(playing.square(page, "g7")).to_have_attribute("aria-label", "g7, empty")
    expect(page.get_by_text("You are looking at an earlier move.")).to_be_visible()
    page.get_by_role("button", name="Back to the game").click()
    expect(playing.square(page, "g7")).to_have_attribute("aria-label", re.compile("light star"))


def test_a_move_can_be_taken_back(visit: Visit) -> None:
    page = visit("/play/qomet")
    playing.start_on_one_device(page)
    playing.square(page, "d4").click()
    playing.wait_for_ply(page, 1)
    page.get_by_role("button", name="Take back").click()
    playing.wait_for_ply(page, 0)
    expect(playing.square(page, "d4")).to_have_attribute("aria-label", "d4, empty")


@pytest.mark.parametrize("game", GAMES)
def test_the_computer_answers_and_gives_hints(visit: Visit, game: str) -> None:
    page = visit(f"/play/{game}")
    page.get_by_role("button", name="Play against Ari").click()
    page.wait_for_selector('.cells[aria-readonly="false"]')
    page.get_by_role("button", name="Hint").click()
    advice = page.locator(".panel .card", has_text=re.compile(r"^Light (places|sows)"))
    expect(advice).to_be_visible(timeout=60_000)
    playing.play_by_mouse(page, game, {"quantik": "A@a1", "qawale": "a1nnn"}.get(game, "@d4"))
    expect(page.locator(".moves li")).to_have_count(2, timeout=60_000)


def test_the_computer_says_no_to_a_draw_aloud(visit: Visit) -> None:
    page = visit("/play/qomet?position=.../.../.../1....../2../.../..._1_-")
    page.get_by_role("button", name="Play against Ari").click()
    playing.wait_for_turn(page)
    match = page.request.get(page.url.replace("/match/", "/api/matches/")).json()
    assert page.request.post(f"/api/matches/{match['id']}/draw", data={"seq": match["seq"]}).ok
    expect(page.locator(".notice")).to_contain_text("Ari declines.", timeout=60_000)
