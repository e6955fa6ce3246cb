"""What is drawn over a square: what happened last, what is pointed at, how good a move is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from math import atan2, degrees
from typing import Protocol

from tetrad.pictures.looks import BOARDS, PAGES, Look
from tetrad.pictures.surface import centre

# How a square can be marked; any other word is taken for a colour.
KINDS = {
    "selected": 'fill="#fff" fill-opacity="0.28" stroke="#fff" stroke-width="5"',
    "win": 'fill="#ffd640" fill-opacity="0.45" stroke="#ffd640" stroke-width="6"',
    "hint": 'fill="none" stroke="#35e0ff" stroke-width="6" stroke-dasharray="14 8"',
    "point": 'fill="#ff5a3c" fill-opacity="0.3" stroke="#ff5a3c" stroke-width="6"',
}
FONT = 'font-family="system-ui, sans-serif" font-weight="700" text-anchor="middle"'
_ORDER = {"win": 0, "draw": 1, "unknown": 2, "loss": 3}
_OUT = {"a": -1, "g": 1, "1": 1, "7": -1}


class Worth(Protocol):
    """What is known of a position or a move: as `solve` tells it."""

    @property
    def value(self) -> str: ...

    @property
    def distance(self) -> int | None: ...


def radius(game: str) -> int:
    return 40 if game == "qomet" else 45


def last(game: str, look: Look, squares: Iterable[str], turned: bool) -> Iterable[str]:
    """A ring of dots around the squares of the last move."""
    style = (
        f'fill="none" stroke="{BOARDS[game, look].last}" stroke-opacity="0.8" stroke-width="3" '
        'stroke-dasharray="3 7" stroke-linecap="round"'
    )
    for square in dict.fromkeys(squares):
        x, y = centre(game, square, turned)
        yield f'<circle cx="{x}" cy="{y}" r="{radius(game)}" {style}/>'


def highlights(game: str, marked: Mapping[str, str], turned: bool) -> Iterable[str]:
    r = radius(game)
    for square, kind in marked.items():
        x, y = centre(game, square, turned)
        colour = escape(kind)
        style = KINDS.get(
            kind, f'fill="{colour}" fill-opacity="0.4" stroke="{colour}" stroke-width="6"'
        )
        if kind == "point":
            side = f'width="{2 * r}" height="{2 * r}"'
            yield f'<rect x="{x - r}" y="{y - r}" {side} rx="16" {style}/>'
        else:
            yield f'<circle cx="{x}" cy="{y}" r="{r}" {style}/>'


def beyond(square: str, turned: bool) -> tuple[int, int]:
    """Where a star goes that leaves the board: outward from its square."""
    x, y = centre("qomet", square, turned)
    reach = -44 if turned else 44
    return x + reach * _OUT.get(square[0], 0), y + reach * _OUT.get(square[1], 0)


def arrows(game: str, pairs: Iterable[tuple[str, str]], turned: bool) -> Iterable[str]:
    for start, end in pairs:
        x1, y1 = centre(game, start, turned)
        x2, y2 = beyond(start, turned) if end == "off" else centre(game, end, turned)
        turn = degrees(atan2(y2 - y1, x2 - x1))
        yield (
            f'<path d="M{x1} {y1}L{x2} {y2}" stroke="#10202a" stroke-width="8" '
            'stroke-linecap="round" opacity="0.85"/>'
            '<path d="M-20 -11L0 0L-20 11Z" fill="#10202a" stroke="#fff" stroke-width="2" '
            f'transform="translate({x2} {y2}) rotate({turn:g})"/>'
        )


def better(one: Worth, other: Worth | None) -> bool:
    """Whether a move is worth more to its player than another."""
    return other is None or rank(one) < rank(other)


def rank(each: Worth) -> tuple[int, float]:
    """The smaller, the better for the player who moves."""
    if each.value == "unknown":
        return _ORDER["unknown"], -getattr(each, "score", 0.0)
    distance = each.distance or 0
    return _ORDER[each.value], -distance if each.value == "loss" else distance


def told(each: Worth) -> str:
    """In few characters: plus is a win, minus a loss, both with the player's moves to the end.

    Where nothing is proven it is the mover's chance in per cent, if there is an opinion.
    """
    if each.value == "draw":
        return "="
    if each.value == "unknown":
        score: float | None = getattr(each, "score", None)
        return "?" if score is None else str(round(50 + 50 * score))
    sign = "+" if each.value == "win" else "−"
    return sign if each.distance is None else f"{sign}{-(-each.distance // 2)}"


_BADGES = {
    "win": '<circle r="21"/>',
    "draw": '<rect x="-19" y="-19" width="38" height="38" rx="4"/>',
    "loss": '<path d="M0 -26L26 0L0 26L-26 0Z"/>',
    "unknown": '<circle r="19" stroke-dasharray="5 4"/>',
}


def badge(each: Worth, look: Look, best: bool, place: str) -> str:
    """What a move is worth, by shape as well as by colour."""
    page, text = PAGES[look], told(each)
    tones = {"win": page.good, "draw": page.even, "loss": page.bad}
    ink, fill = tones.get(each.value, (page.ink, page.card))
    shape = _BADGES[each.value].replace(
        "/>", f' fill="{fill}" stroke="{ink}" stroke-width="{7 if best else 3.5}"/>'
    )
    size = 20 if len(text) < 3 else 16
    written = f'<text y="7" {FONT} font-size="{size}" fill="{ink}">{text}</text>'
    return f'<g transform="{place}">{shape}{written}</g>'
