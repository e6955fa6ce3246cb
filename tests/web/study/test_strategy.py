"""Every claim of the strategy lessons against the solvers, and the lessons in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.conftest import ROOT
from tests.web.test_access import check_everywhere, violations
from tetrad.position import AnyPosition
from tetrad.rules import GAMES
from tetrad.solvers import solve
from tetrad.solvers.solution import Limits, MoveValue
from tetrad.teach.reasons import glance

Visit = Callable[..., Page]
LESSON = re.compile(
    r'name: "(?P<name>[^"]+)",.*?position: (?P<position>START|"[^"]+"),\s+goal: (?P<goal>.+?),\n'
    r"\s+done: [^\n]+\n(?P<strategy>\s+strategy: true)?",
    re.DOTALL,
)
# What each lesson says of its position, move by move or in all: worth, and the moves it takes.
CLAIMS = {
    "quantik": ["where-to-answer", "punish", "shut-the-gap", "two-lines", "no-safe-move"],
    "qawale": ["proven-start", "break-and-threaten", "lift", "two-lines", "long-arm"],
    "qomet": ["centre", "take-it", "stay", "two-squares", "push-out"],
}


def course(game: str) -> dict[str, tuple[AnyPosition, str, bool]]:
    """The position and goal of each lesson, and whether it is about strategy, from the source."""
    text = (ROOT / "web" / "src" / "learn" / "lessons" / f"{game}.ts").read_text(encoding="utf-8")
    found = {}
    for each in LESSON.finditer(text):
        start = each["position"] == "START"
        position = GAMES[game].start() if start else GAMES[game].parse(each["position"][1:-1])
        found[each["name"]] = (position, each["goal"], bool(each["strategy"]))
    return found


def worths(position: AnyPosition) -> dict[str, MoveValue]:
    """The exact worth of every move, as far as it is proven."""
    found = solve(position, Limits(time=10, thorough=True))
    return {str(each.move): each for each in found.moves}


def lesson(game: str, name: str) -> tuple[AnyPosition, dict[str, MoveValue], set[str]]:
    """The position of a lesson, what its moves are worth, and those that it asks for."""
    position, goal, _ = course(game)[name]
    pattern = re.search('moves: "(.+)"', goal)
    assert pattern
    all_of_them = worths(position)
    return position, all_of_them, {m for m in all_of_them if re.fullmatch(pattern[1], m)}


def of_value(moves: dict[str, MoveValue], value: str) -> set[str]:
    return {move for move, each in moves.items() if each.value == value}


def soonest(moves: dict[str, MoveValue], plies: int) -> set[str]:
    return {move for move, each in moves.items() if (each.value, each.distance) == ("win", plies)}


def said(position: AnyPosition, move: str) -> list[str]:
    """What the rules alone see in a move."""
    return [str(reason.message) for reason in glance(position, position.parse_move(move))]


@pytest.mark.parametrize("game", GAMES)
def test_no_lesson_claims_anything_unchecked_and_each_has_a_name_of_its_own(game: str) -> None:
    lessons = course(game)
    text = (ROOT / "web" / "src" / "learn" / "lessons" / f"{game}.ts").read_text(encoding="utf-8")
    assert text.count("name: ") == len(lessons)
    assert [name for name, (_, _, strategy) in lessons.items() if strategy] == CLAIMS[game]


def test_only_nine_of_53_answers_keep_darks_win_in_quantik() -> None:
    _, moves, asked = lesson("quantik", "where-to-answer")
    assert (len(moves), len(asked)) == (53, 9)
    assert of_value(moves, "win") == asked
    assert of_value(moves, "loss") == {*moves} - asked
    first = worths(GAMES["quantik"].start())
    assert (len(first), of_value(first, "loss")) == (64, {*first})
    start = GAMES["quantik"].start()
    assert len({start.play(move).canonical() for move in first}) == 1


def test_four_of_fifty_moves_punish_the_wrong_answer() -> None:
    position, moves, asked = lesson("quantik", "punish")
    assert (len(moves), len(asked)) == (50, 4)
    assert soonest(moves, 7) == of_value(moves, "win") == asked
    assert all(said(position, move) == [] for move in asked)


def test_one_cube_shuts_the_gap_and_everything_else_loses() -> None:
    position, moves, asked = lesson("quantik", "shut-the-gap")
    assert of_value(moves, "loss") == {*moves} - asked == {*moves} - {"C@b1"}
    (reason,) = said(position, "C@b1")
    assert reason == "FIRST threatened to complete column a; this keeps the cube out"


def test_two_lines_at_once_win_in_quantik() -> None:
    position, moves, asked = lesson("quantik", "two-lines")
    assert soonest(moves, 3) == asked == {"B@c4"}
    assert "FIRST now threatens the region c3-d4 and row 4 at once" in said(position, "B@c4")


def test_no_placement_of_light_is_safe_any_more() -> None:
    position, moves, asked = lesson("quantik", "no-safe-move")
    assert soonest(moves, 3) == asked
    assert {*str(position).replace("/", "")} == {*"ABab."}
    assert sorted(letter for letter in str(position) if letter.isupper()) == [*"AABB"]


def test_all_five_kinds_of_first_sowing_are_proven_to_draw() -> None:
    position, moves, asked = lesson("qawale", "proven-start")
    assert asked < of_value(moves, "draw") == {*moves}
    kinds = [len({position.play(move).canonical() for move in some}) for some in (moves, asked)]
    assert kinds == [5, 1]


def test_only_the_sowing_that_breaks_and_threatens_holds() -> None:
    position, moves, asked = lesson("qawale", "break-and-threaten")
    assert of_value(moves, "draw") == asked == {"d4www"}
    assert of_value(moves, "loss") == {*moves} - asked
    reasons = said(position, "d4www")
    assert reasons[0] == "FIRST threatened to complete column c; this stops it"
    assert reasons[1].startswith("SECOND now threatens to complete column a")
    after: Any = position.play("d4www")
    assert (after["c4"][-1], after["a4"][-1]) == ("0", "2")


def test_only_the_lifted_stack_breaks_the_diagonal() -> None:
    position, moves, asked = lesson("qawale", "lift")
    assert of_value(moves, "draw") == asked == {"a1eee"}
    assert of_value(moves, "loss") == {*moves} - asked
    before: Any = position
    assert [before[square][-1:] for square in ("a1", "b2", "c3", "d4")].count("1") == 3
    assert said(position, "a1eee")[0].startswith("FIRST threatened to complete the diagonal a1-d4")


def test_two_rows_at_once_win_in_qawale_and_a_tall_stack_ends_it() -> None:
    position, moves, asked = lesson("qawale", "two-lines")
    assert soonest(moves, 3) == of_value(moves, "win") == asked == {"b4ese"}
    assert "SECOND now threatens row 1 and row 2 at once" in said(position, "b4ese")
    tall, goal, _ = course("qawale")["long-arm"]
    ends = {str(move) for move in tall.legal_moves() if _wins(tall, move)}
    assert (goal, {move[:2] for move in ends}) == ('"win"', {"c3"})


def _wins(position: AnyPosition, move: object) -> bool:
    outcome = position.play(move).outcome()
    return outcome is not None and outcome.winner is position.turn


def test_the_centre_wins_qomet_in_nine_moves_and_the_inner_square_in_nineteen() -> None:
    _, moves, asked = lesson("qomet", "centre")
    assert soonest(moves, 2 * 9 - 1) == asked == {"@d4"}
    inner = {"@c3", "@d3", "@e3", "@c4", "@e4", "@c5", "@d5", "@e5"}
    assert soonest(moves, 2 * 19 - 1) == inner
    assert of_value(moves, "win") == asked | inner


def test_against_a_corner_only_the_centre_does_not_lose() -> None:
    _, moves, asked = lesson("qomet", "take-it")
    assert of_value(moves, "draw") == asked == {"@d4"}
    assert len(of_value(moves, "loss")) == len(moves) - 1 == 23


def test_leaving_the_centre_loses_and_so_do_more_than_half_of_the_placements() -> None:
    _, moves, asked = lesson("qomet", "stay")
    assert of_value(moves, "win") == asked
    slides = {move for move in moves if move.startswith("d4-")} - {"d4-d3"}
    assert slides <= of_value(moves, "loss")
    placements = {move for move in moves if move[0] == "@"}
    assert len(placements - asked) > len(placements) / 2
    assert soonest(
        moves, min(each.distance or 99 for each in moves.values() if each.value == "win")
    )
    fastest = min(each.distance or 0 for each in moves.values() if each.value == "win")
    assert soonest(moves, fastest) == {"@c5", "@e5"}


def test_a_star_in_two_squares_wins_and_a_push_out_of_the_centre_holds() -> None:
    position, moves, asked = lesson("qomet", "two-squares")
    assert soonest(moves, 3) == asked == {"@c4"}
    threat = "FIRST now threatens the square d4-c3 and the square d4-c5 at once"
    assert threat in said(position, "@c4")
    position, moves, asked = lesson("qomet", "push-out")
    assert of_value(moves, "draw") == asked == {"d3-d4"}
    assert of_value(moves, "loss") == {*moves} - asked
    stars = str(position).split()[0]
    assert stars.count("1") == stars.count("2") + 1


def numbered(game: str, name: str) -> int:
    return [*course(game)].index(name) + 1


RIGHT = {
    "quantik": {"where-to-answer": "B@b1", "shut-the-gap": "C@b1", "two-lines": "B@c4"},
    "qawale": {"proven-start": "a1nne", "lift": "a1eee", "two-lines": "b4ese"},
    "qomet": {"centre": "@d4", "two-squares": "@c4", "push-out": "d3-d4"},
}


@pytest.mark.parametrize("game", GAMES)
def test_three_strategy_lessons_are_done_by_mouse_finger_and_keys(visit: Visit, game: str) -> None:
    for number, (name, move) in enumerate(RIGHT[game].items()):
        page = visit(f"/learn/{game}?lesson={numbered(game, name)}", phone=number == 1)
        playing.wait_for_turn(page)
        if number == 2:
            page.locator('.cell[tabindex="0"]').focus()
        way = (playing.play_by_mouse, playing.play_by_touch, playing.play_by_keys)[number]
        way(page, game, move)
        expect(page.locator(".status.over")).to_be_in_viewport()
        expect(
            page.get_by_role("link", name=re.compile(f"^Lesson {numbered(game, name)}:.*, done$"))
        ).to_be_attached()


@pytest.mark.parametrize(
    ("game", "name", "wrong", "words"),
    [("quantik", "where-to-answer", "B@c3", "Light places a .+ wins in 4 moves"),
     ("qawale", "lift", "d1www", "Light .+ complete"),
     ("qomet", "take-it", "@d1", "Light .+ wins in 12 moves")],
)  # fmt: skip
def test_a_wrong_try_in_a_strategy_lesson_is_refuted_on_the_board(
    visit: Visit, game: str, name: str, wrong: str, words: str
) -> None:
    page = visit(f"/learn/{game}?lesson={numbered(game, name)}")
    playing.play_by_mouse(page, game, wrong)
    expect(page.locator(".missed")).to_have_text(re.compile(words), timeout=90_000)
    assert violations(page) == []
    page.get_by_role("button", name="Try again").click()
    playing.wait_for_turn(page)
    expect(page.locator(".missed")).to_be_hidden()


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_the_rules_is_celebrated_and_leads_on(visit: Visit, game: str) -> None:
    lessons = course(game)
    last = sum(not strategy for _, _, strategy in lessons.values())
    page = visit(f"/learn/{game}?lesson={last}", phone=True)
    position, _, _ = [*lessons.values()][last - 1]
    playing.play_by_touch(page, game, _safe(position))
    celebrated = page.get_by_role("heading", name=re.compile("^You know the rules of"))
    expect(celebrated).to_be_visible(timeout=90_000)
    assert violations(page) == []
    page.get_by_role("button", name="On to the strategy").tap()
    expect(page.get_by_text(f"Lesson {last + 1} of {len(lessons)}")).to_be_visible()


def _safe(position: AnyPosition) -> str:
    """A move after which nobody wins at once."""
    for move in position.legal_moves():
        after = position.play(move)
        if not after.outcome() and not any(_wins(after, reply) for reply in after.legal_moves()):
            return str(move)
    raise AssertionError("no move is safe")


def test_who_comes_back_goes_on_where_the_course_stands(visit: Visit) -> None:
    page = visit("/")
    page.evaluate("localStorage.setItem('tetrad.learned.qomet', '[\"0\",\"1\"]')")
    page.goto("/learn/qomet")
    expect(page.get_by_role("heading", name="Push", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Lesson 2: Slide along a line, done")).to_be_visible()


def test_the_opening_explorer_shows_what_is_proven_and_walks_on(visit: Visit) -> None:
    page = visit("/openings/qomet")
    centre = page.get_by_role("button", name=re.compile("^Light places a star on d4: wins in 9 m"))
    expect(centre).to_be_visible(timeout=90_000)
    expect(page.locator(".kind")).to_have_count(7)
    corner = page.get_by_role("button", name=re.compile("on a1: draws and 3 moves like it"))
    expect(corner).to_contain_text("not in your games yet")
    check_everywhere(page)
    centre.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("moves=%40d4"))
    expect(page.locator(".kind")).to_have_count(6)
    expect(page.locator(".kind").first).to_contain_text("loses in 8 moves")
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".kind")).to_have_count(7)


def test_of_qawales_first_moves_the_explorer_claims_no_more_than_is_proven(visit: Visit) -> None:
    page = visit("/openings/qawale", phone=True)
    expect(page.locator(".kind")).to_have_count(5, timeout=90_000)
    expect(page.locator(".kind", has_text="draws")).to_have_count(5)
    page = visit("/openings/qawale?moves=a1nnn", phone=True)
    bound = page.locator(".kind", has_text=re.compile(": at most a draw"))
    expect(bound).to_have_count(55, timeout=90_000)
    expect(page.locator(".kind", has_text=re.compile(": draws"))).to_contain_text(
        "a4 along a3-a2-a1-b1"
    )


def test_the_explorer_counts_the_own_games_up_to_symmetry(visit: Visit) -> None:
    page = visit("/play/qomet")
    playing.start_on_one_device(page)
    playing.play_by_mouse(page, "qomet", "@g7")
    playing.wait_for_ply(page, 1)
    page.goto("/openings/qomet")
    corner = page.get_by_role("button", name=re.compile("on a1: draws"))
    expect(corner).to_contain_text("in 1 of your games", timeout=90_000)


def test_who_walks_on_quickly_through_an_opening_meets_no_error(visit: Visit) -> None:
    page = visit("/openings/qomet")
    for move in ("@d4", "@a1", "@d3"):
        playing.play_by_mouse(page, "qomet", move)
    expect(page).to_have_url(re.compile("moves=%40d4%2C%40a1%2C%40d3"))
    expect(page.locator(".kind").first).to_be_visible(timeout=90_000)
    expect(page.locator(".notice, [role=alert]")).to_have_count(0)


def test_moves_of_an_opening_that_cannot_be_played_are_left_out(visit: Visit) -> None:
    page = visit("/openings/qomet?moves=@d4,@d4,@a1")
    expect(page.locator(".notice.error")).to_be_visible()
    expect(page).to_have_url(re.compile("moves=%40d4$"))
    expect(page.locator(".kind").first).to_be_visible(timeout=90_000)


def test_an_opening_whose_next_board_fails_can_be_walked_on(visit: Visit) -> None:
    page = visit("/openings/qomet")
    playing.wait_for_turn(page)
    page.route("**/api/qomet/board?*", lambda route: route.abort())
    playing.play_by_mouse(page, "qomet", "@d4")
    expect(page.locator(".notice.error")).to_have_text(re.compile("cannot be reached"))
    page.unroute("**/api/qomet/board?*")
    page.route("**/api/qomet?*", lambda route: route.abort())
    playing.play_by_mouse(page, "qomet", "@d4")
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible(timeout=90_000)
    page.unroute("**/api/qomet?*")
    again.click()
    expect(page.locator(".kind").first).to_be_visible(timeout=90_000)


def test_a_move_that_ends_the_game_at_once_is_not_safe(visit: Visit) -> None:
    page = visit(f"/learn/qomet?lesson={numbered('qomet', 'the-first-trap')}")
    playing.play_by_mouse(page, "qomet", "d7-d6")
    expect(page.get_by_text("That ends the game at once. Try another move.").last).to_be_visible()
    expect(page.locator(".status.over")).to_have_count(0)
