"""Charts as plain SVG: lines and bars with axes, in the colours of the app."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from tetrad.pictures.looks import PAGES, Look

COLOURS: dict[Look, tuple[str, ...]] = {
    "light": ("#0b6e99", "#b5482f", "#3f7d3a", "#7a4fa3", "#8a6d0f", "#555555"),
    "dark": ("#6fc3e6", "#ff9c85", "#9fd49a", "#cdb0ee", "#e6cf6a", "#bbbbbb"),
}
TOP, RIGHT, BOTTOM, LEFT = 44, 24, 52, 62


@dataclass
class Chart:
    """An empty chart; draw on it, then ask for its `svg`."""

    title: str
    across: tuple[float, float]
    up: tuple[float, float]
    label_across: str = ""
    label_up: str = ""
    width: int = 640
    height: int = 360
    look: Look = "light"
    parts: list[str] = field(default_factory=list)
    legend: list[tuple[str, str]] = field(default_factory=list)

    def x(self, value: float) -> float:
        low, high = self.across
        return LEFT + (value - low) / (high - low) * (self.width - LEFT - RIGHT)

    def y(self, value: float) -> float:
        low, high = self.up
        bottom = self.height - BOTTOM
        return bottom - (value - low) / (high - low) * (bottom - TOP)

    def rules(self, marks: Iterable[tuple[float, str]]) -> None:
        """Level lines with their labels at the left."""
        page = PAGES[self.look]
        for value, label in marks:
            y = self.y(value)
            self.parts.append(
                f'<path d="M{LEFT} {y:.1f}H{self.width - RIGHT}" stroke="{page.edge}"/>'
                + self.text(LEFT - 8, y + 4, label, "end")
            )

    def ticks(self, marks: Iterable[tuple[float, str]]) -> None:
        """Labels below."""
        for value, label in marks:
            self.parts.append(self.text(self.x(value), self.height - BOTTOM + 18, label))

    def line(self, points: Sequence[tuple[float, float]], label: str = "", dash: str = "") -> None:
        """A line through points, with a dot on each where they are few."""
        colour = COLOURS[self.look][len(self.legend) % len(COLOURS[self.look])]
        path = "L".join(f"{self.x(a):.1f} {self.y(b):.1f}" for a, b in points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.5" '
            f'stroke-linejoin="round"{dashes}/>'
        )
        if len(points) <= 40:
            self.parts += [self.dot(self.x(a), self.y(b), colour) for a, b in points]
        self.legend.append((label, colour))

    def bar(self, middle: float, wide: float, low: float, high: float, colour: str) -> None:
        """An upright bar from one height to another."""
        x, width = self.x(middle - wide / 2), self.x(middle + wide / 2) - self.x(middle - wide / 2)
        top = self.y(high)
        self.parts.append(
            f'<rect x="{x:.1f}" y="{top:.1f}" width="{width:.1f}" '
            f'height="{max(0.0, self.y(low) - top):.1f}" fill="{colour}"/>'
        )

    def dot(self, x: float, y: float, colour: str) -> str:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>'

    def text(self, x: float, y: float, words: str, anchor: str = "middle") -> str:
        return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'

    def svg(self) -> str:
        """The whole chart."""
        page, middle = PAGES[self.look], (LEFT + self.width - RIGHT) / 2
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" role="img" '
            f'font-family="system-ui, sans-serif" font-size="13" fill="{page.ink}">'
            f"<title>{escape(self.title)}</title>"
            f'<rect width="{self.width}" height="{self.height}" rx="10" fill="{page.card}"/>'
        )
        labels = [self.text(middle, self.height - 12, self.label_across)]
        labels.append(self.text(LEFT - 46, TOP - 16, self.label_up, "start"))
        return "\n".join([head, *labels, *self.parts, *self._legend(), "</svg>", ""])

    def _legend(self) -> Iterable[str]:
        """From the right, above the chart."""
        at = float(self.width - RIGHT)
        for label, colour in reversed([each for each in self.legend if each[0]]):
            at -= 7.2 * len(label)
            yield self.text(at, TOP - 16, label, "start")
            yield self.dot(at - 10, TOP - 20, colour)
            at -= 30


def curve(title: str, points: Sequence[tuple[float, float]], across: str) -> str:
    """Shares between nothing and all along an axis, as SVG."""
    most = points[-1][0]
    chart = Chart(title, (0, most), (0, 1), across, title, height=240)
    chart.rules([(k / 4, f"{k / 4:.0%}") for k in range(5)])
    chart.ticks([(most * k / 4, f"{most * k / 4:g}") for k in range(5)])
    chart.line(points)
    return chart.svg()
