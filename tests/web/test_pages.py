"""Home, lessons, analysis, my games, and what they bring along."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web import playing
from tests.web.conftest import ROOT
from tetrad.rules import GAMES

Visit = Callable[..., Page]
LESSON = re.compile(r'position: (?P<position>START|"[^"]+"),\s+goal: (?P<goal>.+),\n')
START = re.compile(r'const START = "([^"]+)"')


def lessons(game: str) -> list[tuple[str, str]]:
    """The positions and goals of a game's lessons, read from their source."""
    text = (ROOT / "web" / "src" / "learn" / "lessons" / f"{game}.ts").read_text(encoding="utf-8")
    start = START.search(text)
    return [
        (start[1] if found["position"] == "START" and start else found["position"][1:-1],
         found["goal"])
        for found in LESSON.finditer(text)
    ]  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_can_be_done_by_the_rules(game: str) -> None:
    course = lessons(game)
    assert len(course) >= 10
    for text, goal in course:
        position = GAMES[game].parse(text)
        moves = {str(move): position.play(move).outcome() for move in position.legal_moves()}
        if goal == '"win"':
            assert any(end and end.winner is position.turn for end in moves.values()), text
        elif pattern := re.search('moves: "(.+)"', goal):
            wanted = re.compile(pattern[1])
            assert any(wanted.fullmatch(move) for move in moves), (text, goal)
        elif tried := re.search(r"try: \[(.+)\]", goal):
            steps = re.findall(r'"(\w+)"', tried[1])
            assert not any(playing.presses(game, move)[: len(steps)] == steps for move in moves)


@pytest.mark.parametrize("game", GAMES)
def test_the_trap_lesson_has_safe_moves_and_losing_ones(game: str) -> None:
    (text,) = [text for text, goal in lessons(game) if goal == '"safe"']
    position = GAMES[game].parse(text)
    after = [position.play(move) for move in position.legal_moves()]
    going_on = [each for each in after if each.outcome() is None]
    safe = [each for each in going_on if not _can_win(each)]
    assert safe
    assert len(safe) < len(after)


def _can_win(position: object) -> bool:
    moves = position.legal_moves()  # type: ignore[attr-defined]
    ends = (position.play(move).outcome() for move in moves)  # type: ignore[attr-defined]
    return any(end and end.winner is position.turn for end in ends)  # type: ignore[attr-defined]


def test_a_lesson_praises_the_right_move_and_goes_on(visit: Visit) -> None:
    page = visit("/learn/quantik?lesson=5")
    playing.play_by_mouse(page, "quantik", "B@c1")
    expect(page.locator(".status.over")).to_contain_text("you win")
    page.get_by_role("button", name="Next lesson").click()
    expect(page.get_by_role("heading", name="Win with a column")).to_be_visible()
    expect(page.get_by_role("link", name="Lesson 5: Win with a row, done")).to_be_visible()


def test_on_a_phone_praise_comes_into_sight_and_the_next_task_after_it(visit: Visit) -> None:
    page = visit("/learn/quantik?lesson=5", phone=True)
    playing.play_by_touch(page, "quantik", "B@c1")
    expect(page.locator(".status.over")).to_be_in_viewport(ratio=1)
    onward = page.get_by_role("button", name="Next lesson")
    expect(onward).to_be_in_viewport(ratio=1)
    onward.tap()
    expect(page.get_by_role("heading", name="Win with a column")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.activeElement.id") == "main"


def test_a_lesson_notices_the_forbidden_try(visit: Visit) -> None:
    page = visit("/learn/qawale?lesson=4")
    for name in ("a1", "a2", "a1"):
        playing.square(page, name).click()
    expect(page.locator(".status.over")).to_contain_text("only limit")
    expect(page.locator(".notice")).to_be_hidden()


@pytest.mark.parametrize(
    "path",
    ["/learn/quantik?lesson=3", "/puzzles/quantik?daily=1", "/puzzles/quantik?difficulty=2",
     "/analyse/qomet?moves=@d4,@a1&at=1", "/games"],
)  # fmt: skip
def test_a_page_comes_with_the_answers_to_its_first_questions(visit: Visit, path: str) -> None:
    page = visit("/play/qomet")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path)
    page.wait_for_selector("[role=grid][aria-readonly=false], main .card")
    assert not [url for url in asked if "/board" in url or "/puzzles?" in url or "mine" in url]


def test_on_the_way_back_a_page_asks_how_things_are_now(visit: Visit) -> None:
    page = visit("/games")
    expect(page.get_by_text("You have not played yet")).to_be_visible()
    people = {"first": {"kind": "human"}, "second": {"kind": "human"}}
    assert page.request.post("/api/matches", data={"game": "qomet", **people}).ok
    page.goto("/offline.html")
    page.go_back()
    expect(page.get_by_role("link", name="Export")).to_be_visible()


def test_analysis_shows_the_value_of_every_move_on_the_board(visit: Visit) -> None:
    page = visit("/analyse/quantik?position=..../..../...D/Ad.c")
    expect(page.get_by_role("heading", name="Light wins in 1 move")).to_be_visible(timeout=90_000)
    playing.target(page, "B").click()
    expect(playing.square(page, "c1")).to_have_attribute("aria-label", re.compile("wins in 1 move"))


def test_a_link_reproduces_the_position_under_study(visit: Visit) -> None:
    page = visit("/analyse/qomet")
    for name in ("d4", "a1"):
        playing.square(page, name).click()
        expect(playing.square(page, name)).to_have_attribute("aria-label", re.compile("star"))
    expect(page).to_have_url(re.compile(r"moves=%40d4%2C%40a1"))
    again = visit(page.url)
    expect(playing.square(again, "a1")).to_have_attribute("aria-label", re.compile("dark star"))


def after_two_moves(visit: Visit) -> Page:
    """A game of two people on one device."""
    page = visit("/play/qomet")
    playing.start_on_one_device(page)
    for ply, move in enumerate(["@d4", "@a1"], 1):
        playing.play_by_mouse(page, "qomet", move)
        playing.wait_for_ply(page, ply)
    return page


def test_a_double_click_takes_back_one_move(visit: Visit) -> None:
    page = after_two_moves(visit)
    page.get_by_role("button", name="Take back").dblclick()
    playing.wait_for_ply(page, 1)
    expect(playing.square(page, "d4")).to_have_attribute("aria-label", re.compile("last move"))
    expect(page.locator(".notice")).to_be_hidden()


STAR = re.compile("star")


def test_looking_back_through_a_game_needs_no_server(visit: Visit) -> None:
    page = after_two_moves(visit)
    page.reload()
    playing.wait_for_ply(page, 2)
    page.route("**/api/**", lambda route: route.abort())
    page.get_by_role("button", name="One move back").click()
    expect(page.get_by_text("You are looking at an earlier move.")).to_be_visible()
    expect(playing.square(page, "a1")).not_to_have_attribute("aria-label", STAR)
    expect(playing.square(page, "d4")).to_have_attribute("aria-label", STAR)


def test_a_move_under_study_that_could_not_be_fetched_is_fetched_again(visit: Visit) -> None:
    page = visit("/analyse/qomet?moves=@d4,@a1&at=1")
    page.route("**/api/qomet/board*", lambda route: route.abort(), times=1)
    page.get_by_role("button", name="One move forward").click()
    expect(page.locator(".notice")).to_have_text(re.compile("cannot be reached"))
    expect(page.locator(".moves [aria-current]")).to_have_text("@d4")
    page.get_by_role("button", name="One move forward").click()
    expect(playing.square(page, "a1")).to_have_attribute("aria-label", STAR)


def test_no_move_is_made_on_a_board_that_is_being_left(visit: Visit) -> None:
    page = visit("/analyse/qomet?moves=@d4,@a1&at=1")
    held: list[Route] = []
    page.route("**/api/qomet/board*", lambda route: held.append(route), times=1)
    page.get_by_role("button", name="One move forward").click()
    expect(page.locator(".cells")).to_have_attribute("aria-readonly", "true")
    playing.square(page, "g7").click(force=True)
    held[0].continue_()
    playing.wait_for_turn(page)
    expect(playing.square(page, "a1")).to_have_attribute("aria-label", STAR)
    playing.wait_for_ply(page, 2)


def test_a_line_being_played_out_ends_with_its_page(visit: Visit) -> None:
    page = visit("/analyse/quantik?moves=B@c4,C@d4,C@a3,A@b3,C@c2,D@b1")
    page.get_by_role("button", name="Show this line").click(timeout=90_000)
    expect(page).to_have_url(re.compile("at=7"))
    page.get_by_role("link", name="Play from here").click()
    page.wait_for_url("**/play/quantik?position=*")
    wanted = page.url
    page.wait_for_timeout(1500)
    assert page.url == wanted


def test_a_game_is_shown_while_its_moves_are_judged(visit: Visit) -> None:
    page = visit("/play/qomet")
    playing.start_on_one_device(page)
    playing.play_by_mouse(page, "qomet", "@d4")
    playing.wait_for_ply(page, 1)
    judging: list[Route] = []
    page.route("**/api/analyse", lambda route: judging.append(route))
    page.goto(f"/analyse/qomet?match={page.url.rpartition('/')[2]}")
    expect(playing.square(page, "d4")).to_have_attribute("aria-label", re.compile("light star"))
    expect(page.get_by_role("button", name="Judging every move")).to_be_visible()
    playing.play_by_mouse(page, "qomet", "@a1")
    playing.wait_for_ply(page, 2)
    judging[0].continue_()
    expect(page.get_by_role("button", name="Find the mistakes")).to_be_visible()


def test_mistakes_are_found_shown_and_learned_from(visit: Visit) -> None:
    page = visit("/analyse/quantik?moves=B@c4,C@d4,C@a3,A@b3,C@c2,D@b1,D@d2,A@d1,B@c1")
    playing.wait_for_ply(page, 9)
    page.get_by_role("button", name="Find the mistakes").click()
    expect(page.locator(".graph .blunder").first).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Learn from the mistakes").click()
    page.get_by_role("button", name="Show the answer").click()
    told = page.locator("main").get_by_text("Best was ").inner_text()
    answer = told.split("(")[1].split(")")[0]
    hinted = playing.square(page, answer.partition("@")[2])
    expect(hinted).to_have_attribute("aria-label", re.compile("hint"))
    page.route("**/api/quantik?*", lambda route: route.abort(), times=1)
    playing.play_by_mouse(page, "quantik", answer)
    expect(page.locator(".notice")).to_have_text(re.compile("cannot be reached"))
    playing.play_by_mouse(page, "quantik", answer)
    expect(page.locator("main").get_by_text("as good as it gets")).to_be_visible()


def test_a_set_up_position_is_analysed_or_its_fault_is_named(visit: Visit) -> None:
    page = visit("/analyse/quantik")
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_role("button", name="Dark: cube").click()
    playing.square(page, "b3").click()
    page.get_by_role("button", name="Analyse this position").click()
    expect(page.locator(".notice")).to_contain_text("This cannot be read: ")
    page.get_by_role("button", name="Light: cone").click()
    playing.square(page, "c2").click()
    page.get_by_role("button", name="Analyse this position").click()
    expect(page).to_have_url(re.compile("position="))
    expect(playing.square(page, "b3")).to_have_attribute("aria-label", re.compile("dark cube"))


def test_whoever_starts_from_a_position_plays_the_side_to_move(visit: Visit) -> None:
    page = visit("/play/qomet?position=.../.../.../...1.../.../.../..._2_-")
    page.get_by_label("I start (dark)").check()
    page.get_by_role("button", name="Play against Ari").click()
    expect(page.locator(".status")).to_have_text("Your turn")
    playing.play_by_mouse(page, "qomet", "@a1")
    expect(page.locator(".moves li").first).to_have_text("1…@a1")
    expect(page.locator(".moves li").nth(1)).to_have_text(re.compile(r"^2\."), timeout=60_000)


def test_no_game_starts_from_a_finished_position(visit: Visit) -> None:
    over = "AbCd/..../..../...."
    page = visit(f"/analyse/quantik?position={over}")
    expect(page.get_by_role("button", name="Set up a position")).to_be_visible()
    expect(page.get_by_role("link", name="Play from here")).to_be_hidden()
    page.goto(f"/play/quantik?position={over}")
    page.get_by_role("button", name="Play against Ari").click()
    expect(page.locator(".notice")).to_contain_text("The game is over.")


def test_leaving_the_editor_keeps_the_game_under_study(visit: Visit) -> None:
    page = visit("/analyse/qomet?moves=@d4,@a1")
    playing.wait_for_ply(page, 2)
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_role("button", name="Cancel").click()
    playing.wait_for_ply(page, 2)


GIVE = """([kind, text]) => {
  const data = new DataTransfer();
  if (kind === "paste") data.setData("text", text);
  else data.items.add(new File([text], "game.txt", {type: "text/plain"}));
  const given = {bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data};
  const event = kind === "paste" ? new ClipboardEvent(kind, given) : new DragEvent(kind, given);
  document.querySelector(".board").dispatchEvent(event);
}"""


@pytest.mark.parametrize("kind", ["paste", "drop"])
def test_a_record_may_be_pasted_or_dropped_anywhere(visit: Visit, kind: str) -> None:
    page = visit("/analyse/qomet")
    page.wait_for_selector(".panel .tools, .panel details")
    page.evaluate(GIVE, [kind, '[Game "qomet"]\n\n1. @d4 @a1 2. @d5 *'])
    playing.wait_for_ply(page, 3)


def test_a_pasted_record_is_read(visit: Visit) -> None:
    page = visit("/analyse/qomet")
    page.get_by_text("Load a position, a game record or a link").click()
    page.get_by_label("Paste it here").fill('[Game "qomet"]\n\n1. @d4 @a1 2. @d5 *')
    page.get_by_role("button", name="Load", exact=True).click()
    playing.wait_for_ply(page, 3)


def test_the_board_can_be_kept_as_a_picture(visit: Visit) -> None:
    page = visit("/analyse/quantik")
    page.locator(".panel details").last.evaluate("details => details.open = true")
    for kind, start in {"PNG": b"\x89PNG", "SVG": b"<svg"}.items():
        with page.expect_download() as download:
            page.get_by_role("button", name=f"Board as {kind}").click()
        assert download.value.path().read_bytes().startswith(start)


def test_my_games_lists_replays_and_deletes(visit: Visit) -> None:
    page = visit("/play/qomet")
    playing.start_on_one_device(page)
    playing.square(page, "d4").click()
    playing.wait_for_ply(page, 1)
    page.goto("/")
    expect(page.get_by_role("heading", name="Continue playing")).to_be_visible()
    page.goto("/games")
    expect(page.locator(".list > li")).to_have_count(1)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_text("You have not played yet.")).to_be_visible()


def test_an_unknown_match_is_explained(visit: Visit) -> None:
    page = visit("/match/nosuchmatch")
    expect(page.get_by_role("heading", name="This game does not exist")).to_be_visible()


def test_each_page_has_its_title_and_language(visit: Visit) -> None:
    page = visit("/learn/qomet")
    expect(page).to_have_title("Learn Qomet · Tetrad")
    assert page.evaluate("document.documentElement.lang") == "en"
