"""Boards of the static edition in a page of another origin, by one script."""

from __future__ import annotations

import http.server
import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Frame, FrameLocator, Page, expect

from tests.site.conftest import PATIENCE, SITE, Host
from tests.site.test_site import requests_of, until
from tests.web.conftest import DESKTOP, PHONE
from tests.web.playing import presses
from tests.web.test_access import violations

pytestmark = pytest.mark.whole_browser

THREE_CORNERS = "..2/..2/.../.2.1.1./.../.1./... 1 -"
MOVES = "B@b4 A@a1 D@d3 B@a2 A@d2 A@a3 C@d1 D@a4 B@d4"
MOST_BYTES = 3072
DOCUMENTATION = SITE.parent / "docs" / "embed.md"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


class Blog:
    """A page of somebody else's, with a script and boards in it."""

    def __init__(self, page: Page, folder: Path, address: str, site: str) -> None:
        self.page, self._folder, self._address, self._site = page, folder, address, site
        self.asked = requests_of(page)

    def write(self, boards: str, lang: str = "en") -> Page:
        script = f'<script src="{self._site}tetrad-board.js"></script>'
        head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        body = f"<main><h1>A blog</h1>{boards}</main>"
        text = f'<!doctype html><html lang="{lang}">{head}<title>A blog</title>{script}{body}'
        (self._folder / "index.html").write_text(text, encoding="utf-8")
        self.page.goto(self._address)
        return self.page

    def board(self, number: int = 0) -> FrameLocator:
        board = self.page.locator("tetrad-board").nth(number)
        board.scroll_into_view_if_needed()
        return board.frame_locator("iframe")

    def heavy(self) -> list[str]:
        """What was fetched of Python and the engine."""
        return [url for url in self.asked if "pyodide" in url or ".wasm" in url]


@pytest.fixture
def blog(chromium: Browser, host: Host, tmp_path: Path) -> Iterator[Callable[..., Blog]]:
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    contexts, complaints = [], []

    def opened(*, phone: bool = False, near: bool = False) -> Blog:
        context = chromium.new_context(
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
            reduced_motion="reduce",
            locale="en-GB",
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script("try { localStorage['tetrad.patience'] ??= 'off' } catch {}")
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        # Another name is another site, whose frames get no store; another port is not.
        name = "127.0.0.1" if near else "localhost"
        address = f"http://{name}:{server.server_address[1]}/"
        return Blog(page, tmp_path, address, host.address)

    yield opened
    for context in contexts:
        context.close()
    server.shutdown()
    server.server_close()
    assert complaints == []


def frames(page: Page) -> list[Frame]:
    return [frame for frame in page.frames if "/embed/" in frame.url]


def play(board: FrameLocator, game: str, move: str) -> None:
    for name in presses(game, move):
        board.locator(f'[data-square="{name}"]').click()


def begin(board: FrameLocator) -> None:
    board.get_by_role("button", name="Play against").click()
    expect(board.locator('.cells[aria-readonly="false"]')).to_be_visible()


def test_the_script_is_small(host: Host) -> None:
    assert (SITE / "tetrad-board.js").stat().st_size < MOST_BYTES


def test_a_board_to_look_at_needs_neither_python_nor_engine(blog: Callable[..., Blog]) -> None:
    visited = blog()
    visited.write(f'<tetrad-board game="qomet" position="{THREE_CORNERS}"></tetrad-board>')
    board = visited.board()
    expect(board.get_by_label("d2, light star")).to_be_attached()
    expect(board.locator(".pieces .piece, .pieces > g")).not_to_have_count(0)
    visited.page.wait_for_load_state("networkidle")
    assert visited.heavy() == []
    assert not [url for url in visited.asked if "/api/" in url]


def test_the_frame_is_as_high_as_what_it_shows(blog: Callable[..., Blog]) -> None:
    visited = blog(phone=True)
    page = visited.write('<tetrad-board game="quantik"></tetrad-board>')
    expect(visited.board().locator(".source")).to_be_visible()
    until(page, "document.querySelector('iframe').style.height !== ''")
    [frame] = frames(page)
    shown = frame.evaluate("document.querySelector('.embed').getBoundingClientRect().height")
    assert abs(page.locator("iframe").bounding_box()["height"] - shown) <= 1  # type: ignore[index]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_nobody_else_can_say_how_high_a_board_is(blog: Callable[..., Blog]) -> None:
    visited = blog()
    page = visited.write('<tetrad-board game="quantik"></tetrad-board>')
    expect(visited.board().locator(".source")).to_be_visible()
    until(page, "document.querySelector('iframe').style.height !== ''")
    before = page.locator("iframe").bounding_box()
    page.evaluate("postMessage({ tetrad: { height: 3000 } }, '*')")
    page.wait_for_timeout(200)
    assert page.locator("iframe").bounding_box() == before


def test_a_game_is_stepped_through_forward_and_back(blog: Callable[..., Blog]) -> None:
    visited = blog()
    page = visited.write(f'<tetrad-board game="quantik" moves="{MOVES}"></tetrad-board>')
    board = visited.board()
    expect(board.get_by_label("b4, empty")).to_be_attached()
    assert visited.heavy() == []
    board.get_by_role("button", name="One move forward").click()
    expect(board.get_by_label("b4, light cylinder")).to_be_attached()
    page.keyboard.press("ArrowRight")
    expect(board.get_by_label("a1, dark sphere")).to_be_attached()
    page.keyboard.press("ArrowLeft")
    expect(board.get_by_label("a1, empty")).to_be_attached()
    board.get_by_role("button", name="Last position").click()
    expect(board.locator(".status")).to_contain_text("Light wins")
    board.get_by_role("button", name="First position").click()
    expect(board.get_by_label("b4, empty")).to_be_attached()
    expect(board.locator(".status")).to_have_count(0)


def test_a_move_that_cannot_be_played_gets_a_sentence(blog: Callable[..., Blog]) -> None:
    visited = blog()
    visited.write('<tetrad-board game="qomet" moves="@d4 @d4"></tetrad-board>')
    board = visited.board()
    board.get_by_role("button", name="Last position").click()
    expect(board.locator(".notice.error")).to_contain_text("d4")
    board.get_by_role("button", name="One move forward").click()
    expect(board.get_by_label("d4, light star")).to_be_attached()


def test_level_six_answers_a_move_without_a_store(blog: Callable[..., Blog]) -> None:
    visited = blog()
    page = visited.write('<tetrad-board game="qomet" play="6"></tetrad-board>')
    board = visited.board()
    expect(board.get_by_text("Level 6")).to_be_visible()
    assert visited.heavy() == []
    begin(board)
    assert visited.heavy() != []
    play(board, "qomet", "@d4")
    expect(board.locator('.cell[aria-label*="dark star"]')).to_have_count(1)
    expect(board.locator('.cells[aria-readonly="false"]')).to_be_visible()
    [frame] = frames(page)
    assert frame.evaluate("(() => { try { return !localStorage } catch { return true } })()")


def test_a_game_that_is_won_can_be_played_again_and_is_not_counted(
    blog: Callable[..., Blog],
) -> None:
    visited = blog(near=True)
    text = f'<tetrad-board game="qomet" play="6" position="{THREE_CORNERS}"></tetrad-board>'
    page = visited.write(text)
    board = visited.board()
    begin(board)
    play(board, "qomet", "@f2")
    expect(board.locator(".status.over")).to_contain_text("You won!")
    [frame] = frames(page)
    assert frame.evaluate("localStorage['tetrad.progress'] ?? ''") == ""
    board.get_by_role("button", name="Play again").click()
    expect(board.get_by_label("f2, empty")).to_be_attached()
    expect(board.locator('.cells[aria-readonly="false"]')).to_be_visible()


def test_the_other_side_lets_the_computer_begin(blog: Callable[..., Blog]) -> None:
    visited = blog()
    visited.write('<tetrad-board game="qomet" play="1" side="2"></tetrad-board>')
    board = visited.board()
    begin(board)
    expect(board.locator('.cell[aria-label*="light star"]')).to_have_count(1)


def test_two_boards_play_two_games(blog: Callable[..., Blog]) -> None:
    visited = blog()
    visited.write('<tetrad-board game="qomet" play="1"></tetrad-board>' * 2)
    for number, square in enumerate(["d4", "a1"]):
        board = visited.board(number)
        begin(board)
        play(board, "qomet", f"@{square}")
        expect(board.locator('.cell[aria-label*="dark star"]')).to_have_count(1)
    expect(visited.board(0).get_by_label("d4, light star")).to_be_attached()
    expect(visited.board(1).get_by_label("d4, light star")).to_have_count(0)


@pytest.mark.parametrize(
    ("attributes", "sentence"),
    [
        ('game="chess"', "knows the games quantik, qawale and qomet"),
        ('game="qomet" position="abc"', "This is no position of Qomet: abc"),
        ('game="qomet" play="11"', "Choose a level from 1 to 10"),
    ],
)
def test_what_cannot_be_shown_gets_a_sentence(
    blog: Callable[..., Blog], attributes: str, sentence: str
) -> None:
    visited = blog()
    page = visited.write(f"<tetrad-board {attributes}></tetrad-board>")
    framed = visited.board().locator(".fault")
    expect(page.locator("tetrad-board") if "chess" in attributes else framed).to_contain_text(
        sentence
    )


def test_attributes_that_change_change_the_board(blog: Callable[..., Blog]) -> None:
    visited = blog()
    page = visited.write('<tetrad-board game="quantik"></tetrad-board>')
    expect(visited.board().get_by_label("a1, empty")).to_be_attached()
    length = page.evaluate("history.length")
    page.evaluate(
        "(position) => {const board = document.querySelector('tetrad-board');"
        " board.setAttribute('game', 'qomet'); board.setAttribute('position', position)}",
        THREE_CORNERS,
    )
    expect(visited.board().get_by_label("d2, light star")).to_be_attached()
    assert page.evaluate("history.length") == length


def test_a_board_speaks_the_language_of_the_page_and_the_site_does_not(
    blog: Callable[..., Blog],
) -> None:
    visited = blog(near=True)
    page = visited.write('<tetrad-board game="quantik"></tetrad-board>', lang="ar")
    expect(visited.board().locator("html")).to_have_attribute("dir", "rtl")
    [frame] = frames(page)
    assert frame.evaluate("localStorage['tetrad.lang'] ?? ''") == ""
    assert "tetrad_lang" not in frame.evaluate("document.cookie")


def test_axe_finds_no_fault_in_boards_and_the_page_about_them(
    blog: Callable[..., Blog], host: Host
) -> None:
    visited = blog(phone=True)
    boards = ['position="' + THREE_CORNERS + '"', 'moves="@d4"', 'play="6"', 'play="0"']
    page = visited.write("".join(f'<tetrad-board game="qomet" {a}></tetrad-board>' for a in boards))
    for number in range(len(boards)):
        expect(visited.board(number).locator(".source")).to_be_visible()
    for frame in frames(page):
        assert violations(frame) == [], frame.url
    begin(visited.board(2))
    assert violations(frames(page)[2]) == []
    page.goto(f"{host.address}embedding/")
    expect(visited.board(2).get_by_role("button", name="Play against")).to_be_visible()
    assert violations(page) == []


def test_the_lines_in_the_documentation_show_boards(blog: Callable[..., Blog], host: Host) -> None:
    [lines] = re.findall(r"```html\n(.*?)```", DOCUMENTATION.read_text("utf-8"), re.S)
    visited = blog()
    visited.write(lines.replace("https://example.org/tetrad/", host.address))
    for number in range(3):
        expect(visited.board(number).locator(".cells")).to_be_visible()


def test_the_page_about_boards_uses_them(blog: Callable[..., Blog], host: Host) -> None:
    visited = blog()
    page = visited.page
    page.goto(f"{host.address}embedding/")
    for number in range(3):
        expect(visited.board(number).locator(".cells")).to_be_visible()
    assert visited.heavy() == []
    assert {urlsplit(url).netloc for url in visited.asked} == {urlsplit(host.address).netloc}
