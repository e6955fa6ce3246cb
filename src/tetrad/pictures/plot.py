"""What a game was worth over its moves: above the middle Light is better, below it Dark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tetrad.pictures.chart import Chart
from tetrad.pictures.looks import PAGES, Look

# Mistakes have a shape as well as a colour.
SHAPES = {
    "blunder": '<path d="M0 -9L9 7H-9Z"/>',
    "mistake": '<rect x="-7" y="-7" width="14" height="14"/>',
    "inaccuracy": '<path d="M0 -6L6 0L0 6L-6 0Z"/>',
}
FEWEST = 6


@dataclass(frozen=True, slots=True)
class Point:
    """The board after a move: Light's prospects from -1 to 1, proven or an opinion."""

    move: str
    level: float
    proven: bool = True
    grade: str | None = None
    note: str = ""


def plot(points: Sequence[Point], *, title: str, width: int = 640, look: Look = "light") -> str:
    """The curve of a game, as SVG; each point tells its move when pointed at."""
    page = PAGES[look]
    last = max(FEWEST, len(points))
    chart = Chart(title, (0.5, last + 0.5), (-1.15, 1.15), width=width, height=240, look=look)
    chart.label_across, chart.label_up = "move", "who wins"
    chart.rules([(1, "Light"), (0, "="), (-1, "Dark")])
    step = 2 * -(-last // 40)
    chart.ticks([(ply, str(_move(ply))) for ply in range(1, last + 1, step)])
    spots = [(chart.x(number), chart.y(point.level)) for number, point in enumerate(points, 1)]
    if spots:
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
        chart.parts.append(f'<path d="M{path}" fill="none" stroke="{page.soft}" stroke-width="2"/>')
    for number, (point, (x, y)) in enumerate(zip(points, spots, strict=True), 1):
        named = f"{_move(number)}{'.' if number % 2 else '…'} {point.move}"
        note = escape(" ".join(filter(None, [named, point.note, point.grade])))
        chart.parts.append(
            f'<g transform="translate({x:.1f} {y:.1f})" {_style(point, number, look)}>'
            f"<title>{note}</title>{_shape(point)}</g>"
        )
    return chart.svg()


def _move(number: int) -> int:
    """Moves as players count them: both have a first one."""
    return (number + 1) // 2


def _shape(point: Point) -> str:
    return SHAPES.get(point.grade or "", f'<circle r="{5 if point.proven else 3}"/>')


def _style(point: Point, number: int, look: Look) -> str:
    """Mistakes stand out; else a point has the colour of the player who moved."""
    page = PAGES[look]
    if point.grade in ("blunder", "mistake"):
        return f'fill="{page.bad[0]}"'
    fill = "#fbeccc" if number % 2 else "#5a3823"
    return f'fill="{fill}" stroke="{page.ink}" stroke-width="1.5"'
