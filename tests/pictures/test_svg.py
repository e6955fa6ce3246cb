"""Positions, matches and values as pictures."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import tetrad
from tetrad import GAMES, InvalidNotationError, Match, Qawale, Qomet, Quantik, solve, svg
from tetrad.pictures import looks, pieces, raster, surface
from tetrad.pictures.animation import gif
from tetrad.pictures.looks import LOOKS

SVG = "{http://www.w3.org/2000/svg}"
WEB = Path(__file__).parents[2] / "web" / "src"
WON = '#ffd640" fill-opacity'
every_game = pytest.mark.parametrize("game", GAMES)


def random_match(game: str, plies: int, seed: int = 1) -> Match:
    chance, match = random.Random(seed), Match(GAMES[game].start())
    while match.ply < plies and not match.outcome():
        match.play(chance.choice(match.position.legal_moves()))
    return match


@every_game
def test_a_picture_says_what_it_shows(game: str) -> None:
    title = ElementTree.fromstring(svg(GAMES[game].start())).find(f"{SVG}title")
    assert title is not None
    assert title.text == f"{game.capitalize()}: {GAMES[game].start()}"


def test_the_winning_squares_are_ringed() -> None:
    assert svg(Quantik.parse("..../..../..../AbCd")).count(WON) == 4
    square = Qomet.parse(".../.../.11/2..11../.../.../2.2 2 -")
    assert svg(square).count(WON) == 4


def test_every_pebble_is_drawn_and_tall_stacks_say_how_tall_they_are() -> None:
    drawn = svg(Qawale.parse("00000012121212,x2,0/x3,1/x4/x,2,x,0 1"))
    assert drawn.count("<use ") == 18
    assert ">14</text>" in drawn


@every_game
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("turned", [False, True])
def test_every_name_that_is_used_is_defined_and_nothing_is_fetched(
    game: str, look: looks.Look, turned: bool
) -> None:
    match = random_match(game, 6)
    drawn = svg(match.position, look=look, turned=turned, last=match.moves[-1], size=200)
    named = set(re.findall(r'id="([^"]+)"', drawn))
    assert {*re.findall(r"url\(#([^)]+)\)", drawn), *re.findall(r'href="#([^"]+)"', drawn)} <= named
    assert all(name.startswith(f"tetrad-{game}-{look}-") for name in named)
    assert not re.search(r"<script|<image|https?://(?!www\.w3\.org)|style=", drawn)
    assert ElementTree.fromstring(drawn).get("width") == "200"


def test_marks_lie_where_they_were_asked_for() -> None:
    position = Qomet.start().play("@d4").play("@a1")
    bare = svg(position)
    marked = svg(
        position, last="@a1", highlights={"g7": "point", "d1": "#123456"},
        arrows=[("d4", "d5"), ("a1", "off")],
    )  # fmt: skip
    assert 'stroke-dasharray="3 7"' in marked
    assert 'fill="#123456"' in marked
    assert marked.count('stroke="#10202a"') == bare.count('stroke="#10202a"') + 2
    assert '<rect x="610" y="10"' in marked
    assert svg(position, highlights=["d4"]).count("#35e0ff") == 1
    ElementTree.fromstring(svg(position, highlights={"d4": '"/><script>'}))
    assert ">a</text>" not in svg(position, coordinates=False)


def test_the_values_of_moves_are_badges_and_the_best_is_strongest() -> None:
    position = Quantik.parse("..../..../..../AbC.")
    drawn = svg(position, values=solve(position))
    assert ">+1</text>" in drawn
    assert drawn.count('stroke-width="7"') == 1
    told = {"D@d1": solve(position).moves[0]}
    assert svg(position, values=told).count("translate(350 350)") == 1
    opinion = solve(Qawale.start(), time=None, nodes=10)
    assert ">=</text>" in svg(Qawale.start(), values=opinion)


@pytest.mark.parametrize(
    "wrong",
    [
        {"highlights": ["z9"]},
        {"arrows": [("a1", "off")]},
        {"arrows": [("nowhere", "a1")]},
        {"last": "A@z9"},
    ],
)
def test_a_square_that_is_not_on_the_board_is_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidNotationError):
        svg(Quantik.start(), **wrong)


def test_a_look_that_there_is_not_is_named() -> None:
    with pytest.raises(ValueError, match="light, dark"):
        svg(Quantik.start(), look="pink")


@pytest.mark.parametrize("size", [0, -300, float("nan"), float("inf"), "wide"])
def test_a_width_that_is_none_is_named(size: Any) -> None:
    with pytest.raises(ValueError, match=f"a width in pixels, not {size!r}"):
        svg(Quantik.start(), size=size)


@every_game
def test_a_position_shows_itself_in_a_notebook(game: str) -> None:
    shown = GAMES[game].start()._repr_svg_()
    assert shown.startswith("<svg")
    assert 'width="320"' in shown


@every_game
def test_a_match_moves_and_ends_with_its_last_position(game: str) -> None:
    match = random_match(game, 7)
    moving = ElementTree.fromstring(svg(match, seconds=0.5))
    frames = [each for each in moving.findall(f"{SVG}g") if each.find(f"{SVG}animate") is not None]
    assert len(frames) == match.ply + 1
    assert [frame.get("visibility") for frame in frames] == ["hidden"] * match.ply + ["visible"]
    steps = [frame.find(f"{SVG}animate") for frame in frames]
    assert {step.get("dur") for step in steps if step is not None} == {f"{0.5 * match.ply + 3:g}s"}
    first = steps[0]
    assert first is not None
    assert first.get("values") == "visible;hidden"


def test_a_match_becomes_a_gif() -> None:
    image = pytest.importorskip("PIL.Image")
    match = random_match("qomet", 4)
    moving = image.open(io.BytesIO(gif(match, size=120, look="dark")))
    assert (moving.n_frames, moving.size[0]) == (5, 120)
    assert moving.info["duration"] == 1000


@every_game
def test_pixels_show_the_pieces(game: str) -> None:
    pytest.importorskip("resvg_py")
    empty = raster.image(svg(GAMES[game].start()), 100)
    assert empty.tobytes() != raster.image(svg(random_match(game, 5).position), 100).tobytes()


def test_pixels_without_their_packages_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("PIL", "resvg_py"):
        monkeypatch.setitem(__import__("sys").modules, package, None)
    for work in (raster.png, lambda drawn: raster.image(drawn, 9)):
        with pytest.raises(ModuleNotFoundError, match=r"pip install 'tetrad\[pictures\]'"):
            work("<svg/>")


def test_a_plot_has_a_point_for_every_move_and_marks_blunders() -> None:
    match = Match(Quantik.start())
    for move in ("A@a1", "B@b1", "C@c1", "D@d1"):
        match.play(move)
    drawn = ElementTree.fromstring(tetrad.plot(match, nodes=100_000, look="dark"))
    notes = [each.findtext(f"{SVG}title") for each in drawn.findall(f"{SVG}g")]
    assert [str(note).split(" ")[1] for note in notes] == ["A@a1", "B@b1", "C@c1", "D@d1"]
    assert str(notes[2]).endswith("blunder")
    assert str(notes[3]) == "2… D@d1 win in 1 move"
    assert ElementTree.fromstring(tetrad.plot(Match(Qomet.start()))) is not None


def css_of(look: str, game: str) -> dict[str, str]:
    """The app's colours, the later rules over the earlier ones."""
    text = (WEB / "settings" / "looks.css").read_text()
    wanted = [":root", f".{game}"]
    if look == "dark":
        wanted += [':root[data-look="dark"]', f':root[data-look="dark"] .{game}']
    found: dict[str, str] = {}
    for name in wanted:
        rule = re.search(rf"^{re.escape(name)} {{(.*?)^}}", text, re.DOTALL | re.MULTILINE)
        found |= dict(re.findall(r"--([\w-]+): (.*?);", rule[1] if rule else ""))
    return found


@every_game
@pytest.mark.parametrize("look", LOOKS)
def test_the_colours_are_the_apps(game: str, look: looks.Look) -> None:
    css, board, page = css_of(look, game), looks.BOARDS[game, look], looks.PAGES[look]
    assert board.wood == (css["wood-1"], css["wood-2"], css["wood-3"])
    assert (board.edge, board.dents) == (css["wood-edge"], (css["dent-1"], css["dent-2"]))
    assert board.last == css["last"]
    assert board.rim == css.get("rim", "#2b1a06")
    assert board.line == css.get("line", board.line)
    assert css["inlay"] == looks.INLAY
    for side, tones in looks.PIECES.items():
        assert tones == {tone: css[f"{side}-{tone}"] for tone in tones}
    assert (page.paper, page.card, page.ink) == (css["paper"], css["card"], css["ink"])
    assert page.good == (css["good"], css["good-soft"])
    assert page.bad == (css["bad"], css["bad-soft"])


def test_the_shapes_are_the_apps() -> None:
    drawn = (WEB / "board" / "pieces.tsx").read_text() + (WEB / "board" / "surface.tsx").read_text()
    paths = set(re.findall(r'"(M[-0-9][^"]*)"', drawn))
    ours = {
        path
        for kind, parts in pieces.PARTS.items()
        if kind != "star"
        for _, shape in parts
        for path in re.findall(r' d="([^"]+)"', shape)
    }
    assert ours <= paths
    assert surface._GRID in paths
    assert surface._LINES in paths
