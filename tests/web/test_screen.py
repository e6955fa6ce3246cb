"""The screen is used: a large board, everything in sight, nothing to scroll in a match."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.test_access import LOOKS, violations

pytestmark = pytest.mark.whole_browser

Visit = Callable[..., Page]
GAMES = ("quantik", "qawale", "qomet")
SIZES = [(1280, 720), (1366, 768), (1440, 900), (1920, 1080), (768, 1024), (1024, 768),
         (390, 844), (360, 640), (844, 390), (640, 360)]  # fmt: skip
OPENING = {"quantik": ["A@b2", "B@c3"], "qawale": ["a1nee", "d4sww"], "qomet": ["@d4", "@a1"]}
TAKEN_UP = {"quantik": "A", "qawale": "c2", "qomet": "d4"}
IN_SIGHT = ".top, .board, .edge, .making, .status, .toolbar > *, .shape, .in-hand"
OUTSIDE = f"""[...document.querySelectorAll('{IN_SIGHT}')].filter(each => {{
  const box = each.getBoundingClientRect();
  return box.width && (box.left < -1 || box.top < -1
    || box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
}}).map(each => each.outerHTML.slice(0, 120))"""
SCROLLS = """['html', 'body', 'main', '.arena', '.panel', '.notes'].filter(name => {
  const box = document.querySelector(name);
  const clips = ['clip', 'visible'].includes(getComputedStyle(box).overflowY) && name != 'html';
  return !clips && (box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth);
})"""


# Whether the words chosen are wider than the room that the arrow leaves them.
CUT_OFF = """select => {
  const brush = document.createElement('canvas').getContext('2d');
  const style = getComputedStyle(select);
  brush.font = style.font;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return brush.measureText(select.selectedOptions[0].text).width > room - 16;
}"""


def begin(page: Page, game: str) -> None:
    """A game in which something has happened."""
    playing.start_on_one_device(page)
    for ply, move in enumerate(OPENING[game], 1):
        playing.play_by_mouse(page, game, move)
        playing.wait_for_ply(page, ply)
    playing.wait_for_turn(page)


def check_sizes(page: Page) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        box = page.locator(".board").bounding_box()
        assert box
        share = min(box["width"], box["height"]) / min(width, height)
        assert share >= 0.8, f"{width}x{height}: {share:.3f}"
        assert page.evaluate(OUTSIDE) == [], f"{width}x{height}"
        assert page.evaluate(SCROLLS) == [], f"{width}x{height}"


@pytest.mark.parametrize("game", GAMES)
def test_the_board_takes_the_window_and_nothing_scrolls(visit: Visit, game: str) -> None:
    page = visit(f"/play/{game}")
    begin(page, game)
    check_sizes(page)
    playing.target(page, TAKEN_UP[game]).click()
    check_sizes(page)


def test_on_a_phone_the_moves_are_drawn_out_over_the_game(visit: Visit) -> None:
    page = visit("/play/qomet", phone=True)
    begin(page, "qomet")
    moves = page.locator(".moves")
    expect(moves).not_to_be_visible()
    page.get_by_role("button", name="More").tap()
    expect(moves).to_be_visible()
    page.keyboard.press("Escape")
    expect(moves).not_to_be_visible()
    expect(page.get_by_role("button", name="More")).to_be_focused()


def test_on_a_phone_two_games_fit_on_the_first_page(visit: Visit) -> None:
    page = visit("/", phone=True)
    for card in page.locator(".game-card").all():
        box = card.bounding_box()
        assert box
        assert box["height"] < 330


def test_on_a_phone_no_filter_of_the_games_is_cut_off(visit: Visit) -> None:
    page = visit("/play/quantik", phone=True)
    playing.start_on_one_device(page)
    page.goto("/games")
    for choice in page.locator(".filters select").all():
        expect(choice).to_be_visible()
        assert choice.evaluate(CUT_OFF) is False


def test_what_is_said_next_moves_no_button(visit: Visit) -> None:
    page = visit("/play/qawale")
    playing.start_on_one_device(page)
    resign = page.get_by_role("button", name="Resign")
    before = resign.bounding_box()
    playing.square(page, "a1").click()
    expect(page.locator(".next")).to_have_text("Choose where the next pebble drops.")
    assert resign.bounding_box() == before


@pytest.mark.parametrize("game", GAMES)
def test_the_board_can_be_turned_and_played_on(visit: Visit, game: str) -> None:
    page = visit(f"/play/{game}")
    playing.start_on_one_device(page)
    corner = "g7" if game == "qomet" else "d4"
    before = playing.middle(playing.square(page, "a1"))
    page.get_by_role("button", name="Turn the board").click()
    assert playing.middle(playing.square(page, corner)) == pytest.approx(before, abs=1)
    expect(page.locator(".near .name")).to_have_text("Dark")
    for ply, move in enumerate(OPENING[game], 1):
        playing.play_by_mouse(page, game, move)
        playing.wait_for_ply(page, ply)


def test_a_match_fills_the_whole_screen_on_request(visit: Visit) -> None:
    page = visit("/play/quantik")
    playing.start_on_one_device(page)
    button = page.get_by_role("button", name="Full screen")
    button.click()
    page.wait_for_function("document.fullscreenElement === document.documentElement")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".top")).not_to_be_visible()
    button.click()
    page.wait_for_function("document.fullscreenElement === null")
    expect(page.locator(".top")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_boards_and_pieces_are_of_wood_marble_or_paper_as_one_likes(
    visit: Visit, game: str
) -> None:
    page = visit(f"/play/{game}")
    begin(page, game)
    pictures = set()
    for made_of in ("Wood and stone", "Marble", "Paper"):
        page.locator(".menu summary").click()
        page.get_by_label(made_of).check()
        page.keyboard.press("Escape")
        pictures.add(page.locator(".board").screenshot())
        for look in LOOKS:
            page.evaluate("look => {document.documentElement.dataset.look = look}", look)
            assert violations(page) == [], f"{made_of} {look}"
        page.evaluate("document.documentElement.dataset.look = 'light'")
    assert len(pictures) == 3
    page.reload()
    page.wait_for_selector(".board")
    assert page.evaluate("document.documentElement.dataset.set") == "paper"
