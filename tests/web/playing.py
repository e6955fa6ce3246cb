"""Making moves in the browser the way people do: by mouse, by finger, by keys, or typed."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tetrad.position import AnyPosition
from tetrad.rules import GAMES
from tetrad.rules.qawale import Qawale

ARROWS = {(0, 1): "ArrowUp", (0, -1): "ArrowDown", (1, 0): "ArrowRight", (-1, 0): "ArrowLeft"}
SHAPES = "ABCD"
Point = tuple[float, float]


def some_game(game: str, seed: int, longest: int = 60) -> list[str]:
    """A whole game of random moves; wins are taken, so that it ends, and stacks stay low."""
    chance = random.Random(seed)
    position: AnyPosition = GAMES[game].start()
    moves: list[str] = []
    while position.outcome() is None and len(moves) < longest:
        move = _choose(position, chance)
        moves.append(str(move))
        position = position.play(move)
    assert position.outcome() is not None, f"seed {seed} gives no finished game of {game}"
    return moves


def _choose(position: AnyPosition, chance: random.Random) -> Any:
    moves = list(position.legal_moves())
    if isinstance(position, Qawale):
        low = min(len(str(move)) for move in moves)
        moves = [move for move in moves if len(str(move)) <= low + 1]
    else:
        winning = [move for move in moves if position.play(move).outcome()]
        moves = winning or moves
    return chance.choice(moves)


def presses(game: str, move: str) -> list[str]:
    """The shapes and squares to press for a move, one after the other."""
    if game == "quantik":
        return move.split("@")
    if game == "qomet":
        return [move[1:]] if move[0] == "@" else move.split("-")
    parsed = GAMES[game].start().parse_move(move)
    return [parsed.square, *parsed.trail()]


def square(page: Page, name: str) -> Locator:
    return page.locator(f'[data-square="{name}"]')


def target(page: Page, name: str) -> Locator:
    """A square, one of the shapes that can be chosen now, or the way off the board."""
    if name in SHAPES:
        return (
            page.locator(".shapes")
            .filter(has=page.locator("[aria-pressed]"))
            .locator(f".slot:nth-child({SHAPES.index(name) + 1}) .shape")
        )
    if name == "off":
        return page.locator(".making").get_by_role("button").first  # in any language
    return square(page, name)


def start_on_one_device(page: Page) -> None:
    page.get_by_label("Someone next to me").check()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/match/*")
    wait_for_turn(page)


def wait_for_ply(page: Page, ply: int) -> None:
    expect(page.locator(".moves li")).to_have_count(ply)


def wait_for_turn(page: Page) -> None:
    page.wait_for_selector('.cells[aria-readonly="false"]')


def play_by_mouse(page: Page, game: str, move: str) -> None:
    wait_for_turn(page)
    for name in presses(game, move):
        target(page, name).click()


def play_by_touch(page: Page, game: str, move: str) -> None:
    wait_for_turn(page)
    for name in presses(game, move):
        target(page, name).tap()


def play_by_keys(page: Page, game: str, move: str) -> None:
    """Arrow keys and Enter only; shapes are chosen by their digit."""
    wait_for_turn(page)
    for name in presses(game, move):
        if name in SHAPES:
            page.keyboard.press(str(SHAPES.index(name) + 1))
        elif name == "off":
            target(page, name).focus()
            page.keyboard.press("Enter")
            page.locator('.cell[tabindex="0"]').focus()
        else:
            walk_to(page, name)
            page.keyboard.press("Enter")


def walk_to(page: Page, name: str) -> None:
    """Steps over the board until the focus is on a square, across and up in turns."""
    for attempt in range(24):
        here = page.evaluate("document.activeElement.dataset.square")
        if here == name:
            return
        across, up = ord(name[0]) - ord(here[0]), int(name[1]) - int(here[1])
        way = (across, 0) if across and (attempt % 2 or not up) else (0, up)
        page.keyboard.press(ARROWS[_sign(way[0]), _sign(way[1])])
    raise AssertionError(f"the arrow keys do not lead to {name}")


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def drag(page: Page, start: Locator, *stops: Locator) -> None:
    """Presses on one thing, moves over others and lets go on the last."""
    wait_for_turn(page)
    page.mouse.move(*middle(start))
    page.mouse.down()
    for stop in stops:
        page.mouse.move(*middle(stop), steps=6)
    page.mouse.up()


class Finger:
    """One finger on the glass: the browser itself tells taps, drags and swipes apart."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._wire = page.context.new_cdp_session(page)

    def _send(self, kind: str, *points: Point) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self._wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, start: Point, *stops: Point) -> None:
        """Touches one point, slides over others, rests on the last and lifts: no flick."""
        self._send("touchStart", start)
        here = start
        for stop in stops:
            for part in range(1, 9):
                self._send("touchMove", _towards(here, stop, part / 8))
            here = stop
        self._page.wait_for_timeout(100)
        self._send("touchMove", here)
        self._send("touchEnd")

    def hold(self, point: Point) -> None:
        """Rests on one point for a while, then lifts."""
        self._send("touchStart", point)
        self._page.wait_for_timeout(700)
        self._send("touchEnd")


def _towards(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def play_by_finger(page: Page, game: str, move: str) -> None:
    """Drags a piece from the hand, a star, or a whole path; a star from the hand is tapped."""
    wait_for_turn(page)
    names = presses(game, move)
    target(page, names[0]).scroll_into_view_if_needed()
    points = [beside(page) if name == "off" else middle(target(page, name)) for name in names]
    Finger(page).drag(*points, *points[:1] if len(points) == 1 else ())


def beside(page: Page) -> Point:
    """A point below the board, where a star has left it."""
    box = page.locator(".board .cells").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] + 30


def middle(thing: Locator) -> Point:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
