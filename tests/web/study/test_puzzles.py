"""Puzzles: tried and answered on the board, chosen, timed, rated, and one for every day."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web import playing
from tests.web.test_access import check_everywhere, violations
from tetrad.puzzles.puzzle import Puzzle, daily, find, puzzles
from tetrad.puzzles.themes import themes
from tetrad.rules import GAMES

Visit = Callable[..., Page]
SOLVED = re.compile("Solved!")


def wrong_move(puzzle: Puzzle) -> str:
    """A move that neither solves the puzzle nor ends the game."""
    moves = (move for move in puzzle.start.legal_moves() if str(move) not in puzzle.solutions)
    return next(str(move) for move in moves if not puzzle.start.play(move).outcome())


def solve(page: Page, puzzle: Puzzle) -> None:
    for move in puzzle.solution[0::2]:
        playing.play_by_mouse(page, puzzle.game, move)
        page.wait_for_timeout(700)
    expect(page.locator(".status.over", has_text=SOLVED)).to_be_visible()


def wait_for(page: Page, puzzle: Puzzle) -> None:
    """The address changes before the board does."""
    asked = quote(str(puzzle.start).replace(" ", "_"), safe="")
    expect(page.locator(f'a[href$="position={asked}"]')).to_be_visible()


def remember(page: Page, **progress: object) -> None:
    """Puts a record of what was achieved into the browser."""
    record = json.dumps({"version": 1, "games": {}, "days": [], **progress})
    page.evaluate("text => localStorage.setItem('tetrad.progress', text)", record)


def attempt(puzzle: Puzzle, right: bool) -> dict[str, object]:
    return {"puzzle": puzzle.id, "difficulty": puzzle.difficulty, "right": right, "at": 1}


def only(game: str) -> Puzzle:
    """A defence whose wrong moves are many."""
    return next(each for each in puzzles(game) if (each.kind, each.difficulty) == ("only", 2))


def test_a_puzzle_is_solved_by_its_solution_and_remembered(visit: Visit) -> None:
    puzzle = daily("quantik", datetime.now(UTC).date())
    page = visit(f"/puzzles/quantik?id={puzzle.id}")
    solve(page, puzzle)
    expect(page.get_by_text("solved before")).to_be_hidden()
    page.reload()
    expect(page.get_by_text("solved before")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_gets_a_win_in_one_move_and_then_another(visit: Visit, game: str) -> None:
    page = visit(f"/puzzles/{game}", phone=True)
    expect(page.get_by_text("win in 1 move.")).to_be_visible()
    playing.wait_for_turn(page)
    page.get_by_role("button", name="Another puzzle").tap()
    page.wait_for_url(re.compile("id="))
    first = find(game, page.url.rpartition("id=")[2])
    assert first
    assert first.plies == 1
    wait_for(page, first)
    playing.play_by_touch(page, game, first.solution[0])
    expect(page.locator(".status.over", has_text=SOLVED)).to_be_in_viewport()
    expect(page.get_by_text("Rating 820 (+20)")).to_be_visible()
    page.get_by_role("button", name="Next puzzle").tap()
    page.wait_for_url(lambda url: not url.endswith(first.id))
    second = find(game, page.url.rpartition("id=")[2])
    assert second
    assert second.plies == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_try_is_answered_on_the_board_and_in_words(visit: Visit, game: str) -> None:
    puzzle = only(game)
    page = visit(f"/puzzles/{game}?id={puzzle.id}")
    wrong = wrong_move(puzzle)
    playing.play_by_mouse(page, game, wrong)
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible(timeout=90_000)
    answer = page.locator(".missed")
    opponent = "Dark" if puzzle.start.turn.value == 1 else "Light"
    words = rf"^That is not it\. {opponent} .+(complete|wins|lose)"
    expect(answer).to_have_text(re.compile(words))
    expect(page.locator('.cells[aria-readonly="true"]')).to_be_visible()
    assert violations(page) == []
    again.focus()
    page.keyboard.press("Enter")
    playing.wait_for_turn(page)
    solve(page, puzzle)
    expect(page.get_by_role("link", name="My misses (1)")).to_be_visible()


def test_a_puzzle_can_be_solved_by_keyboard_alone(visit: Visit) -> None:
    puzzle = next(each for each in puzzles("qomet") if each.plies == 1)
    page = visit(f"/puzzles/qomet?id={puzzle.id}")
    playing.wait_for_turn(page)
    page.locator('.cell[tabindex="0"]').focus()
    playing.play_by_keys(page, "qomet", puzzle.solution[0])
    expect(page.locator(".status.over", has_text=SOLVED)).to_be_visible()
    expect(page.locator("#live")).to_contain_text("Solved!")


def test_help_puts_a_puzzle_on_the_pile_until_it_is_solved_another_day(visit: Visit) -> None:
    puzzle = puzzles("quantik")[3]
    page = visit(f"/puzzles/quantik?id={puzzle.id}")
    playing.wait_for_turn(page)
    page.get_by_role("button", name="Show a good move").click()
    pile = page.get_by_role("link", name="My misses (1)")
    expect(pile).to_be_visible()
    pile.click()
    page.wait_for_url(re.compile(f"failed=1&id={puzzle.id}"))
    page.reload()
    solve(page, puzzle)
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_text("You have no missed puzzles left. Well done!")).to_be_visible()


def test_puzzles_can_be_wished_by_theme_and_difficulty(visit: Visit) -> None:
    page = visit("/puzzles/qomet")
    playing.wait_for_turn(page)
    page.get_by_label("Theme").select_option(label="Push your own star")
    page.wait_for_url(re.compile("theme=push-own.*id="))
    page.get_by_role("combobox", name="Difficulty").select_option("3")
    page.wait_for_url(re.compile("difficulty=3&theme=push-own&id="))
    chosen = find("qomet", page.url.rpartition("id=")[2])
    assert chosen
    assert "push-own" in themes(chosen)
    assert chosen.difficulty == 3
    playing.wait_for_turn(page)
    check_everywhere(page)


def test_who_is_strong_gets_harder_puzzles(visit: Visit) -> None:
    page = visit("/")
    hard = [each for each in puzzles("quantik") if each.difficulty == 5][:30]
    remember(page, games={"quantik": {"attempts": [attempt(each, True) for each in hard]}})
    page.goto("/puzzles/quantik")
    page.wait_for_url(re.compile("id="))
    chosen = find("quantik", page.url.rpartition("id=")[2])
    assert chosen
    assert chosen.difficulty >= 4
    expect(page.get_by_text("30 of 270 solved")).to_be_visible()
    page.locator(".rating summary").click()
    expect(page.get_by_text("Only the first try at each puzzle counts.")).to_be_visible()


def test_three_misses_end_a_timed_run_and_lie_on_the_pile(visit: Visit) -> None:
    page = visit("/puzzles/quantik?run=1", phone=True)
    page.get_by_role("button", name="Start the clock").tap()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^[23]:\d\d$"))
    for missed in range(3):
        with page.expect_response(re.compile("/try")) as tried:
            _tap_something_wrong(page)
        assert tried.value.json()["status"] == "wrong"
        if missed < 2:
            expect(
                page.get_by_role("img", name=re.compile(f"^{missed + 1} of three misses"))
            ).to_be_visible()
    expect(page.get_by_role("heading", name="0 puzzles solved.")).to_be_visible()
    page.get_by_role("link", name="Review the missed ones").tap()
    expect(page.get_by_role("link", name="My misses (3)")).to_be_visible()


def _tap_something_wrong(page: Page) -> None:
    """Plays a wrong move of the puzzle that is shown, found by its position."""
    playing.wait_for_turn(page)
    shown = next(each for each in puzzles("quantik") if _is_shown(page, each))
    playing.play_by_touch(page, "quantik", wrong_move(shown))


def _is_shown(page: Page, puzzle: Puzzle) -> bool:
    return bool(page.evaluate(SAME_BOARD, puzzle.position))


SAME_BOARD = """position => {
  const shapes = {sphere: "a", cylinder: "b", cube: "c", cone: "d"};
  return position.split("/").every((rank, i) => [...rank].every((letter, j) => {
    const name = document.querySelector(`[data-square="${"abcd"[j]}${4 - i}"]`).ariaLabel;
    const found = /, (light|dark) (\\w+)/.exec(name);
    if (!found) return letter === ".";
    const shape = shapes[found[2]];
    return letter === (found[1] === "light" ? shape.toUpperCase() : shape);
  }));
}"""


def test_a_timed_run_counts_what_is_solved_and_ends_with_the_clock(visit: Visit) -> None:
    page = visit("/")
    page.clock.install()
    page.goto("/puzzles/quantik?run=1")
    page.get_by_role("button", name="Start the clock").click()
    playing.wait_for_turn(page)
    shown = next(each for each in puzzles("quantik") if _is_shown(page, each))
    for move in shown.solution[0::2]:
        playing.play_by_mouse(page, "quantik", move)
        page.clock.run_for(1500)
    expect(page.get_by_text("Solved: 1")).to_be_visible()
    page.clock.run_for(190_000)
    expect(page.get_by_role("heading", name="1 puzzle solved.")).to_be_visible()
    expect(page.get_by_text("That is your best run so far!")).to_be_visible()
    assert violations(page) == []


def test_the_puzzle_of_the_day_is_on_the_home_page_with_a_streak(visit: Visit) -> None:
    today = datetime.now(UTC).date()
    page = visit("/")
    remember(page, days=[str(today - timedelta(days=days)) for days in (1, 2)])
    page.reload()
    expect(page.get_by_text("2 days in a row")).to_be_visible()
    page.locator(".daily").get_by_role("link", name=re.compile("Qomet")).click()
    solve(page, daily("qomet", today))
    page.goto("/")
    expect(page.get_by_text("3 days in a row")).to_be_visible()
    done = page.locator(".daily").get_by_role("link", name=re.compile("Qomet ✓ solved"))
    expect(done).to_be_visible()


def test_on_a_phone_another_puzzle_is_read_from_its_beginning(visit: Visit) -> None:
    page = visit("/puzzles/quantik?id=" + puzzles("quantik")[0].id, phone=True)
    playing.wait_for_turn(page)
    page.get_by_role("button", name="Another puzzle").tap()
    expect(page.locator(".status")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.activeElement.id") == "main"


def test_the_next_puzzle_is_one_that_is_not_solved_yet(visit: Visit) -> None:
    here, *others, left = [each.id for each in puzzles("qomet") if each.difficulty == 2]
    page = visit("/")
    page.evaluate("ids => localStorage.setItem('tetrad.solved.qomet', JSON.stringify(ids))", others)
    page.goto(f"/puzzles/qomet?difficulty=2&id={here}")
    page.get_by_role("button", name="Another puzzle").click()
    expect(page).to_have_url(re.compile(rf"id={left}$"))


def test_a_mistyped_puzzle_is_named_so_and_forgotten_with_the_next(visit: Visit) -> None:
    page = visit("/puzzles/quantik?id=nope")
    expect(page.locator("main .card")).to_contain_text("The address may be mistyped")
    page.get_by_role("link", name="Puzzle of the day").click()
    playing.wait_for_turn(page)
    expect(page.locator("main .card")).to_be_hidden()


def test_without_a_server_a_puzzle_says_so_and_comes_later(visit: Visit) -> None:
    page = visit("/")
    page.route("**/api/quantik/board*", lambda route: route.abort())
    page.get_by_role("link", name="Puzzles").first.click()
    notice = page.locator(".notice")
    for name in (None, "Show a good move", "From the beginning"):
        if name:
            notice.get_by_role("button").click()
            page.get_by_role("button", name=name).click()
        expect(notice).to_have_text(re.compile("cannot be reached"))
    page.unroute_all()
    page.get_by_role("button", name="Show a good move").click()
    expect(page.locator("main").get_by_text(re.compile(r"^Try "))).to_be_visible()


def test_a_win_in_four_moves_is_announced_and_played_to_the_end(visit: Visit) -> None:
    puzzle = next(each for each in puzzles("qawale") if (each.kind, each.plies) == ("win", 7))
    page = visit(f"/puzzles/qawale?id={puzzle.id}")
    expect(page.get_by_text("to move: win in 4 moves.")).to_be_visible()
    expect(page.get_by_role("img", name="Difficulty 5")).to_be_visible()
    solve(page, puzzle)


WINDOWS = [(360, 740), (390, 844), (1280, 720), (1366, 768), (1920, 1080)]


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzles_board_is_large_and_nobody_scrolls_for_a_piece(visit: Visit, game: str) -> None:
    page = visit(f"/puzzles/{game}")
    playing.wait_for_turn(page)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        board = page.locator(".board").bounding_box()
        hand = page.locator(".near").bounding_box()
        assert board
        assert hand
        assert hand["y"] + hand["height"] <= height, f"{width}x{height}"
        assert board["width"] >= 0.67 * min(width, height), f"{width}x{height}"
        assert violations(page) == [], f"{width}x{height}"


def test_nothing_jumps_when_the_themes_arrive(visit: Visit) -> None:
    page = visit("/puzzles/qomet", phone=True)
    expect(page.get_by_label("Theme").locator("option").nth(1)).to_be_attached()
    shifts = page.evaluate(
        "new Promise(done => { let sum = 0; new PerformanceObserver(list =>"
        " list.getEntries().forEach(each => { sum += each.value }))"
        ".observe({type: 'layout-shift', buffered: true}); setTimeout(() => done(sum), 500) })"
    )
    assert shifts < 0.05


def test_leaving_while_the_first_puzzle_of_a_run_loads_starts_no_clock(visit: Visit) -> None:
    page = visit("/puzzles/quantik?run=1")
    page.evaluate(
        "() => { window.started = 0; const set = setInterval;"
        "window.setInterval = (what, ms) => { started += ms === 250; return set(what, ms); }; }"
    )
    waiting: list[Route] = []
    page.route("**/api/puzzles/quantik?id=*", lambda route: waiting.append(route))
    with page.expect_request("**/api/puzzles/quantik?id=*"):
        page.get_by_role("button", name="Start the clock").click()
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page.get_by_role("timer")).to_have_count(0)
    for route in waiting:
        route.continue_()
    page.wait_for_timeout(1000)
    assert page.evaluate("started") == 0


def test_a_run_whose_first_puzzle_does_not_come_can_be_tried_again(visit: Visit) -> None:
    page = visit("/puzzles/quantik?run=1")
    page.route("**/api/puzzles/quantik?id=*", lambda route: route.abort())
    page.get_by_role("button", name="Start the clock").click()
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    page.unroute("**/api/puzzles/quantik?id=*")
    again.click()
    expect(page.get_by_role("timer")).to_be_visible()
    playing.wait_for_turn(page)
