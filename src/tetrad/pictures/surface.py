"""The three empty boards: wood with dents, sandstone with dents, slate with engraved lines.

They are the app's, drawn in its units: a hundred to a square.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from math import exp, floor, sin
from typing import NamedTuple

from tetrad.pictures.looks import BOARDS, SHADOW, Look
from tetrad.rules import qawale, qomet, quantik

SQUARES = {
    "quantik": tuple(quantik.SQUARES), "qawale": tuple(qawale.SQUARES),
    "qomet": tuple(qomet.SQUARES),
}  # fmt: skip
RANKS = {"quantik": 4, "qawale": 4, "qomet": 7}


class Frame(NamedTuple):
    """An area: where it begins, and how large it is."""

    x: float
    y: float
    width: float
    height: float


# What is drawn: the board with its shadow; Qawale leaves room above for tall stacks.
FRAMES = {
    "quantik": Frame(-38, -32, 476, 484),
    "qawale": Frame(-38, -58, 476, 510),
    "qomet": Frame(-10, -4, 720, 728),
}
_SLAB = {
    "quantik": (Frame(-26, -26, 452, 445), 26),
    "qawale": (Frame(-26, -26, 452, 445), 26),
    "qomet": (Frame(2, 2, 696, 690), 44),
}
_GRID = "M100 4 V396 M200 4 V396 M300 4 V396 M4 100 H396 M4 200 H396 M4 300 H396"
_LINES = (
    "M50 50H650V650H50Z M150 150H550V550H150Z M250 250H450V450H250Z "
    "M350 50V650 M50 350H650 M50 50L650 650 M650 50L50 650"
)


def centre(game: str, square: str, turned: bool = False) -> tuple[int, int]:
    """Where the middle of a square is; a turned board is seen from the other side."""
    last, across, up = RANKS[game] - 1, ord(square[0]) - ord("a"), int(square[1]) - 1
    if turned:
        return (last - across) * 100 + 50, up * 100 + 50
    return across * 100 + 50, (last - up) * 100 + 50


def _scatter(seed: int) -> Callable[[], float]:
    """The same numbers from 0 to 1 on every visit."""
    state = seed

    def chance() -> float:
        nonlocal state
        state = state * 16807 % 2147483647
        return state / 2147483647

    return chance


def _rounded(value: float) -> int:
    return floor(value + 0.5)


def _rings(count: int) -> str:
    """Growth rings: lines along the board that bend around a knot."""
    chance, lines = _scatter(7), []
    for i in range(count):
        y = -22 + (i + 0.6 * chance()) * (440 / count)
        wave = 2 + 4 * chance()
        points = []
        for j in range(16):
            x = -26 + j * 30.2
            pull = 26 * exp(-(((x - 322) / 70) ** 2)) * exp(-abs(y - 128) / 38)
            bent = y + (-pull if y < 128 else pull) + wave * sin(x / 74 + i / 4)
            points.append(f"{_rounded(x)} {_rounded(10 * min(417, max(-24, bent))) / 10:g}")
        lines.append("M" + "L".join(points))
    return "".join(lines)


def _grains(count: int, width: int, height: int, seed: int) -> str:
    """Grains of stone, as dots: lines of no length with round ends."""
    chance = _scatter(seed)
    places = [(_rounded(chance() * width), _rounded(chance() * height)) for _ in range(count)]
    return "".join(f"M{x} {y}h0" for x, y in places)


def _texture(game: str, edge: str, mark: str) -> str:
    if game == "quantik":
        style = f'fill="none" stroke="{edge}" stroke-linejoin="round"'
        return (
            f'<g clip-path="url(#{mark}-top)">'
            f'<path d="{_rings(44)}" {style} stroke-width="1" opacity="0.2"/>'
            f'<path d="{_rings(13)}" {style} stroke-width="2.6" opacity="0.16"/></g>'
        )
    many, few, size, seeds, at = (
        (260, 60, (436, 430), (3, 11), -18)
        if game == "qawale"
        else (240, 50, (670, 670), (5, 13), 15)
    )
    return (
        f'<g transform="translate({at} {at})" fill="none" stroke-linecap="round">'
        f'<path d="{_grains(many, *size, seeds[0])}" stroke="{edge}" stroke-width="2" '
        f'opacity="0.26"/><path d="{_grains(few, *size, seeds[1])}" stroke="#fff" '
        'stroke-width="3" opacity="0.2"/></g>'
    )


def _box(frame: Frame, rx: float, style: str) -> str:
    x, y, width, height = frame
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{rx:g}" {style}/>'


def _slab(game: str, look: Look, mark: str) -> Iterable[str]:
    """A thick board that lies on the table: its shadow, its edge, its top, what it is made of."""
    (x, y, width, height), rx = _SLAB[game]
    board, (shadow, much) = BOARDS[game, look], SHADOW[look]
    for soft in (18, 14, 10, 6, 2):
        under = Frame(x - soft / 2, y + 8, width + soft, height + soft)
        yield _box(under, rx + soft / 2, f'fill="{shadow}" fill-opacity="{0.15 * much:.3g}"')
    yield _box(Frame(x, y + 7, width, height), rx, f'fill="{board.edge}"')
    yield _box(Frame(x, y, width, height), rx, f'fill="url(#{mark}-wood)"')
    yield _texture(game, board.edge, mark)
    inside = Frame(x + 1.5, y + 1.5, width - 3, height - 3)
    yield _box(inside, rx - 1.5, f'fill="none" stroke="url(#{mark}-bevel)" stroke-width="3"')


def _quantik(look: Look, mark: str) -> Iterable[str]:
    style = 'fill="none" stroke-width="6" stroke-linecap="round"'
    yield f'<path d="M202 2V402M2 202H402" {style} stroke="#fff" opacity="0.22"/>'
    edge = BOARDS["quantik", look].edge
    yield f'<path d="M200 0V400M0 200H400" {style} stroke="{edge}" opacity="0.85"/>'
    for square in SQUARES["quantik"]:
        x, y = centre("quantik", square)
        yield f'<circle cx="{x}" cy="{y}" r="41" {_dent(mark)}/>'


def _qawale(look: Look, mark: str) -> Iterable[str]:
    style = f'd="{_GRID}" fill="none" stroke-width="1.5"'
    yield f'<path {style} stroke="#fff" opacity="0.4" transform="translate(1.5 1.5)"/>'
    yield f'<path {style} stroke="{BOARDS["qawale", look].edge}" opacity="0.55"/>'
    for square in SQUARES["qawale"]:
        x, y = centre("qawale", square)
        yield f'<ellipse cx="{x}" cy="{y + 9}" rx="43" ry="29" {_dent(mark)}/>'


def _dent(mark: str) -> str:
    return f'fill="url(#{mark}-dent)" stroke="url(#{mark}-carved)" stroke-width="2.5"'


def _qomet(look: Look, _mark: str) -> Iterable[str]:
    board = BOARDS["qomet", look]
    style = f'd="{_LINES}" fill="none" stroke-linejoin="round"'
    yield f'<path {style} stroke="{board.edge}" stroke-width="9" opacity="0.6"/>'
    yield f'<path {style} stroke="{board.line}" stroke-width="5"/>'
    nodes = f'r="17" fill="{board.dents[0]}" stroke="{board.line}" stroke-width="4"'
    for square in SQUARES["qomet"]:
        x, y = centre("qomet", square)
        yield f'<circle cx="{x}" cy="{y}" {nodes}/>'


def _fade(name: str, *stops: tuple[float, str, float]) -> str:
    drawn = "".join(
        f'<stop offset="{at:g}" stop-color="{colour}" stop-opacity="{much:g}"/>'
        for at, colour, much in stops
    )
    return f'<linearGradient id="{name}" x2="0" y2="1">{drawn}</linearGradient>'


def shades(game: str, look: Look, mark: str) -> Iterable[str]:
    """The light and shade that a board is painted with."""
    board = BOARDS[game, look]
    stops = "".join(
        f'<stop offset="{at}" stop-color="{tone}"/>'
        for at, tone in zip((0, 0.5, 1), board.wood, strict=True)
    )
    yield f'<linearGradient id="{mark}-wood" x2="1" y2="1">{stops}</linearGradient>'
    rim, middle = board.dents
    yield (
        f'<radialGradient id="{mark}-dent" cx="50%" cy="72%" r="72%">'
        f'<stop offset="0" stop-color="{middle}"/><stop offset="1" stop-color="{rim}"/>'
        "</radialGradient>"
    )
    yield f'<clipPath id="{mark}-top">{_box(*_SLAB[game], "")}</clipPath>'
    yield _fade(f"{mark}-carved", (0, "#000", 0.5), (0.5, "#000", 0.08), (1, "#fff", 0.55))
    yield _fade(f"{mark}-bevel", (0, "#fff", 0.6), (0.3, "#fff", 0.05), (1, "#000", 0.15))


@cache
def surface(game: str, look: Look, mark: str) -> str:
    """An empty board, without letters and digits."""
    lines = {"quantik": _quantik, "qawale": _qawale, "qomet": _qomet}[game]
    return "".join([*_slab(game, look, mark), *lines(look, mark)])


def rim(game: str, look: Look, turned: bool) -> Iterable[str]:
    """Letters and digits around the board."""
    wide = game == "qomet"
    left, bottom, size = (17, 686, 16) if wide else (-14, 413, 14)
    yield (
        f'<g font-family="system-ui, sans-serif" font-weight="600" font-size="{size}" '
        f'text-anchor="middle" fill="{BOARDS[game, look].rim}">'
    )
    for number, file in enumerate("abcdefg"[: RANKS[game]], 1):
        x, _ = centre(game, f"{file}1", turned)
        _, y = centre(game, f"a{number}", turned)
        yield f'<text x="{x}" y="{bottom}">{file}</text>'
        yield f'<text x="{left}" y="{y + 5}">{number}</text>'
    yield "</g>"
