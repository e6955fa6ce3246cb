"""A position as a picture, for links, documents and places without scripts.

The picture is plain SVG: flat shapes, no script, no outside file. Light and dark are told apart
by outline as well as by colour.
"""

from __future__ import annotations

from collections.abc import Iterable

from tetrad.position import AnyPosition, Player
from tetrad.rules import qawale, qomet, quantik
from tetrad.rules.qawale import Qawale
from tetrad.rules.qomet import Qomet
from tetrad.rules.quantik import Quantik

CELL = 100
MARGIN = 40
FILL = {Player.FIRST: "#f6e7c8", Player.SECOND: "#4a2c1d"}
INK = {Player.FIRST: "#4a2c1d", Player.SECOND: "#f6e7c8"}
PEBBLES = {"0": "#b9b2a6", "1": FILL[Player.FIRST], "2": FILL[Player.SECOND]}
BOARD, LINE, LABEL = "#d9a866", "#6b4423", "#4a2c1d"


def svg(position: AnyPosition) -> str:
    """The whole picture, with the position as its title."""
    if isinstance(position, Quantik):
        size, parts = 4, _quantik(position)
    elif isinstance(position, Qawale):
        size, parts = 4, _qawale(position)
    else:
        assert isinstance(position, Qomet)
        size, parts = 7, _qomet(position)
    side = size * CELL + 2 * MARGIN
    files = "abcdefg"[:size]
    drawn = [*parts, *_marks(position, size), *_labels(files)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" role="img">'
        f"<title>{position.NAME.capitalize()}: {position}</title>"
        f'<rect width="{side}" height="{side}" rx="24" fill="{BOARD}"/>{"".join(drawn)}</svg>'
    )


def _centre(square: str, size: int) -> tuple[int, int]:
    file, rank = ord(square[0]) - ord("a"), int(square[1]) - 1
    return MARGIN + file * CELL + CELL // 2, MARGIN + (size - 1 - rank) * CELL + CELL // 2


def _labels(files: str) -> Iterable[str]:
    size = len(files)
    style = f'font-family="sans-serif" font-size="20" text-anchor="middle" fill="{LABEL}"'
    for number, file in enumerate(files, 1):
        x, _ = _centre(f"{file}1", size)
        _, y = _centre(f"a{number}", size)
        yield f'<text x="{x}" y="{size * CELL + 2 * MARGIN - 12}" {style}>{file}</text>'
        yield f'<text x="{MARGIN // 2}" y="{y + 7}" {style}>{number}</text>'


def _marks(position: AnyPosition, size: int) -> Iterable[str]:
    """A ring around each square that wins."""
    for square in position.winning_squares():
        x, y = _centre(square, size)
        yield f'<circle cx="{x}" cy="{y}" r="46" fill="none" stroke="#b3261e" stroke-width="6"/>'


def _grid(regions: bool) -> Iterable[str]:
    end = MARGIN + 4 * CELL
    for number in range(5):
        at = MARGIN + number * CELL
        width = 6 if regions and number % 2 == 0 else 2
        style = f'stroke="{LINE}" stroke-width="{width}"'
        yield f'<path d="M{MARGIN} {at}H{end}M{at} {MARGIN}V{end}" {style}/>'


def _quantik(position: Quantik) -> Iterable[str]:
    yield from _grid(regions=True)
    for square, piece in zip(quantik.SQUARES, position.spaces, strict=True):
        if piece:
            x, y = _centre(square, 4)
            style = f'fill="{FILL[piece.owner]}" stroke="{INK[piece.owner]}" stroke-width="4"'
            yield _shape(piece.shape, x, y).replace("/>", f" {style}/>")


def _shape(shape: str, x: int, y: int) -> str:
    if shape == "A":
        return f'<circle cx="{x}" cy="{y}" r="32"/>'
    if shape == "B":
        body = f'<path d="M{x - 26} {y - 24}v48a26 10 0 0 0 52 0v-48z"/>'
        return body + f'<ellipse cx="{x}" cy="{y - 24}" rx="26" ry="10"/>'
    if shape == "C":
        return f'<rect x="{x - 28}" y="{y - 28}" width="56" height="56" rx="4"/>'
    return f'<path d="M{x} {y - 36}L{x + 32} {y + 24}a32 10 0 0 1-64 0z"/>'


def _qawale(position: Qawale) -> Iterable[str]:
    """Stacks grow upward; tall ones are drawn closer together."""
    yield from _grid(regions=False)
    for square, stack in zip(qawale.SQUARES, position.stacks, strict=True):
        x, y = _centre(square, 4)
        rise = min(14, 56 // max(1, len(stack)))
        for height, pebble in enumerate(stack):
            at = y + 24 - rise * height
            stroke = INK[Player.SECOND] if pebble == "2" else LINE
            yield (
                f'<ellipse cx="{x}" cy="{at}" rx="32" ry="16" fill="{PEBBLES[pebble]}" '
                f'stroke="{stroke}" stroke-width="3"/>'
            )


def _qomet(position: Qomet) -> Iterable[str]:
    for line in (*qomet.DIAMETERS, *qomet.OUTER_SIDES, *qomet.INNER_SIDES):
        ends = line.split()
        (x1, y1), (x2, y2) = _centre(ends[0], 7), _centre(ends[-1], 7)
        yield f'<path d="M{x1} {y1}L{x2} {y2}" stroke="{LINE}" stroke-width="4"/>'
    for square in qomet.SQUARES:
        x, y = _centre(square, 7)
        owner = position.at(square)
        if owner is None:
            yield f'<circle cx="{x}" cy="{y}" r="10" fill="{LINE}"/>'
        else:
            style = f'fill="{FILL[owner]}" stroke="{INK[owner]}" stroke-width="4"'
            yield f'<path d="{_star(x, y)}" {style}/>'


def _star(x: int, y: int) -> str:
    """A star of four long points, which no colour is needed to see."""
    points = (0, -40), (11, -11), (40, 0), (11, 11), (0, 40), (-11, 11), (-40, 0), (-11, -11)
    return "M" + "L".join(f"{x + dx} {y + dy}" for dx, dy in points) + "z"
