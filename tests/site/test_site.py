"""Everything but meeting other people, from plain files: played, learned, analysed, offline."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.site.conftest import PATIENCE, Host
from tests.web import playing
from tetrad.bots.levels import LevelBot
from tetrad.language import translated
from tetrad.matches.match import Match
from tetrad.puzzles.puzzle import puzzles
from tetrad.rules import GAMES
from tetrad.solvers import solve
from tetrad.solvers.solution import MoveValue

Visit = Callable[..., Page]
OVER = re.compile("You won!|wins:|Draw:")
LATE = "..../..../...D/Ad.c"


# The list is kept last.
ALL_KEPT = """Promise.all([
    fetch('/games/tetrad/files.json', { cache: 'no-cache' }).then((answer) => answer.text()),
    caches.match('/games/tetrad/files.json').then((answer) => answer?.text()),
    caches.open('tetrad-app-/games/tetrad/:4').then((cache) => cache.keys()),
]).then(([now, list, kept]) => now === list
    && JSON.parse(list).every((name) => kept.some(({ url }) => url.endsWith(name))))"""


PARTS_KEPT = """caches.keys().then((all) => all.filter((name) => name.startsWith('tetrad-page-')))
    .then((all) => Promise.all(all.map((name) => caches.open(name).then((cache) => cache.keys()))))
    .then((kept) => kept.flat().length)"""


def until(page: Page, condition: str) -> None:
    """Waits; a policy that forbids `eval` forbids the browser's own way of waiting, too."""
    for _ in range(PATIENCE // 200):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(200)
    raise AssertionError(f"never true: {condition}")


def requests_of(page: Page) -> list[str]:
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url))
    return found


def begin(page: Page, level: int | None) -> None:
    if level is None:
        page.get_by_label("Someone next to me").check()
        page.get_by_role("button", name="Start the game").click()
    else:
        page.get_by_role("button", name="Play against").click()
    begun_match(page)


def begun_match(page: Page) -> None:
    page.wait_for_url(re.compile(r"/match/(\?id=)?local-"))
    playing.wait_for_turn(page)


def play_against(page: Page, game: str, over: re.Pattern[str] = OVER) -> None:
    """Until the game is over, however long it takes; the bot's moves are read off the page.

    The fifth level makes short work of the first, which pure chance does not.
    """
    match, own = Match(GAMES[game].start()), LevelBot(game, 5, seed=1)
    while not match.outcome():
        match.play(own.choose(match.position).move)
        playing.play_by_mouse(page, game, str(match.moves[-1]))
        if not match.outcome():
            match.play(answer_to(page, match))
    expect(page.locator(".status.over")).to_have_text(over)


def answer_to(page: Page, match: Match) -> object:
    """The move that stands after the last of a match in the page's list."""
    answer = page.locator(".moves li").nth(match.ply).inner_text()
    found = [each for each in match.position.legal_moves() if str(each) in answer]
    return max(found, key=lambda each: len(str(each)))


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("", "[class*=daily]"),
        ("games/", "main .button"),
        ("play/qawale/", "form button.main"),
        ("learn/qomet/", ".cells"),
    ],
)
def test_a_page_that_needs_neither_python_nor_engine_loads_neither(
    visit: Visit, path: str, shown: str
) -> None:
    page = visit(path)
    asked = requests_of(page)
    page.reload()
    expect(page.locator(shown).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "pyodide" in url or ".wasm" in url or "/api/" in url]


def test_the_style_is_among_what_is_kept(visit: Visit) -> None:
    page = visit("")
    styles = "[...document.styleSheets].map(({ href }) => href.split('/assets/')[1])"
    for name in page.evaluate(styles):
        assert f"assets/{name}" in page.evaluate("fetch('files.json').then((it) => it.json())")


@pytest.mark.parametrize("locale", ["en-GB", "ar", "ja"])
def test_a_game_against_the_computer_outlives_a_reload_and_the_network(
    visit: Visit, host: Host, locale: str
) -> None:
    page = visit("play/qomet/?level=1", locale=locale)
    page.locator("form button.main").click()
    begun_match(page)
    playing.play_by_mouse(page, "qomet", "@d4")
    playing.wait_for_ply(page, 2)
    page.reload()
    playing.wait_for_ply(page, 2)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("games/")
    until(page, "caches.keys().then((all) => all.some((name) => name.startsWith('tetrad-page-')))")
    until(page, ALL_KEPT)
    page.context.set_offline(True)
    host.stop()
    try:
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", locale[:2])
        page.locator(".list .button.main").click()
        playing.wait_for_turn(page)
        answer = page.locator(".moves li").nth(1).inner_text()
        playing.play_by_mouse(page, "qomet", "@g7" if "a1" in answer else "@a1")
        playing.wait_for_ply(page, 4)
        page.goto("learn/quantik/")
        expect(page.locator("html")).to_have_attribute("lang", locale[:2])
        expect(page.locator("main h1")).to_contain_text(words("Learn {game}", locale[:2]))
        expect(page.locator(".cells").first).to_be_visible()
    finally:
        host.start()


def test_the_settings_say_what_is_kept_and_remove_it_but_no_game(visit: Visit) -> None:
    page = visit("play/qomet/")
    begin(page, None)
    playing.play_by_mouse(page, "qomet", "@d4")
    playing.wait_for_ply(page, 1)
    page.get_by_text("Settings").click()
    expect(page.get_by_text(re.compile(r"It keeps \d+ MB for that"))).to_be_visible()
    page.get_by_role("button", name="Remove it").click()
    expect(page.get_by_role("button", name="Keep Tetrad on this device (")).to_be_visible()
    assert not page.evaluate(PARTS_KEPT)
    page.reload()
    playing.wait_for_ply(page, 1)
    playing.play_by_mouse(page, "qomet", "@a1")
    playing.wait_for_ply(page, 2)


def words(text: str, language: str) -> str:
    """The longest part of a text in a language that is not filled in."""
    return max(translated(text, language).split("{game}"), key=len).strip()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_the_first_level(visit: Visit, game: str) -> None:
    page = visit(f"play/{game}/?level=1")
    begin(page, 1)
    play_against(page, game)


@pytest.mark.nightly
@pytest.mark.parametrize("locale", ["en-GB", "ar", "ja"])
@pytest.mark.parametrize("level", [1, 5, 10])
@pytest.mark.parametrize("game", GAMES)
def test_whole_games_at_all_strengths(visit: Visit, game: str, level: int, locale: str) -> None:
    page = visit(f"play/{game}/?level={level}", locale=locale)
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])
    page.locator("form button.main").click()
    begun_match(page)
    play_against(page, game, over=re.compile("."))


@pytest.mark.parametrize("locale", ["en-GB", "ar", "ja"])
def test_an_analysis_tells_the_exact_value_of_every_move(visit: Visit, locale: str) -> None:
    """As many moves of each kind as the solver here finds."""
    found = solve(GAMES["quantik"].parse(LATE))
    assert {each.value for each in found.moves} == {"win", "loss"}
    page = visit(f"analyse/quantik/?position={LATE}", locale=locale)
    expect(page.locator("main h2").first).to_be_visible()
    shown = page.evaluate(ANALYSED, LATE)
    assert {each["move"]: (each["value"], each["distance"]) for each in shown} == {
        str(each.move): (each.value, each.distance) for each in found.moves
    }
    for shape in sorted({str(each.move)[0] for each in found.moves}):
        playing.target(page, shape).click()
        of_it = (each for each in found.moves if str(each.move)[0] == shape)
        until(page, BADGES.format(sorted(map(badge, of_it))))


def badge(worth: MoveValue) -> str:
    """What stands on the board: whether that wins, and in how many moves of one player."""
    assert worth.distance is not None
    return f"{'+' if worth.value == 'win' else '−'}{(worth.distance + 1) // 2}"


BADGES = """[...document.querySelectorAll('.board .badge text')]
    .map(({{ textContent }}) => textContent).sort().join() === {}.sort().join()"""


# Asked of the page's own worker, in the way in which the app does.
ANALYSED = """async (position) => {
    const files = await (await fetch('../../files.json')).json();
    const name = files.find((each) => /assets\\/worker-/.test(each));
    const root = new URL('../../', location.href).pathname;
    const worker = new Worker(root + name, { type: 'module', name: root + 'page/' });
    const asked = '/api/quantik?position=' + encodeURIComponent(position) + '&time=5&listed=3000';
    const answer = await new Promise((done) => {
        worker.onmessage = ({ data }) => data.kind === 'answer' && done(data);
        worker.postMessage({ number: 1, method: 'GET', path: asked });
    });
    worker.terminate();
    return answer.body.moves;
}"""


@pytest.mark.parametrize("locale", ["en-GB", "ar", "ja"])
def test_a_puzzle_is_given_and_judged(visit: Visit, locale: str) -> None:
    """A wrong move is told from a right one."""
    puzzle = next(each for each in puzzles("quantik") if each.plies == 1)
    wrong = next(
        str(move)
        for move in puzzle.start.legal_moves()
        if str(move) not in puzzle.solutions and not puzzle.start.play(move).outcome()
    )
    for move, verdict in ((wrong, ".card.missed"), (puzzle.solutions[0], ".status.over")):
        page = visit(f"puzzles/quantik/?id={puzzle.id}", locale=locale)
        playing.play_by_mouse(page, "quantik", move)
        expect(page.locator(verdict)).to_be_visible()


def test_a_bar_shows_how_far_the_engine_has_come(visit: Visit) -> None:
    page = visit("play/qomet/")
    hold: list[Route] = []
    page.context.route("**/page/python_stdlib.zip", lambda route: hold.append(route))
    page.get_by_label("Someone next to me").check()
    page.get_by_role("button", name="Start the game").click()
    bar = page.locator(".notice progress")
    expect(bar).to_be_visible()
    assert 0 < float(bar.get_attribute("value") or 0) < float(bar.get_attribute("max") or 0)
    for route in hold:
        route.continue_()
    begun_match(page)
    expect(bar).to_have_count(0)


@pytest.mark.parametrize(("locale", "direction"), [("en-GB", "ltr"), ("ar", "rtl"), ("ja", "ltr")])
def test_a_lesson_is_taught_in_every_language(visit: Visit, locale: str, direction: str) -> None:
    page = visit("learn/qawale/", locale=locale)
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])
    expect(page.locator("html")).to_have_attribute("dir", direction)
    expect(page.locator(".cells").first).to_be_visible()
    expect(page.locator("main h1")).to_contain_text(words("Learn {game}", locale[:2]))


@pytest.mark.parametrize("locale", ["en-GB", "ar", "ja"])
def test_a_lesson_judges_a_move(visit: Visit, locale: str) -> None:
    page = visit("learn/quantik/?lesson=5", locale=locale)
    playing.play_by_mouse(page, "quantik", "B@c1")
    expect(page.locator(".status.over")).to_be_visible()


RECORDS = """[Game "quantik"]
[First "Ada"]

1. A@a1 B@b3 *

[Game "qomet"]
[Result "1-0"]

1. @d4 @a1 1-0
"""


def test_records_are_imported_played_on_and_exported(visit: Visit) -> None:
    page = visit("games/")
    page.get_by_text("Import games").click()
    page.get_by_label("Records of games, as a text").fill(RECORDS)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("Brought along")).to_have_count(2)
    page.get_by_role("link", name="Continue").click()
    playing.wait_for_ply(page, 2)
    playing.play_by_mouse(page, "quantik", "C@c2")
    playing.wait_for_ply(page, 3)
    page.goto("games/")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export").first.click()
    record = saved.value.path().read_text("utf-8")
    assert '[First "Ada"]' in record
    assert [str(move) for move in Match.parse(record).moves] == ["A@a1", "B@b3", "C@c2"]
