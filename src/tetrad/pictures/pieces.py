"""The pieces as drawings around (0, 0), about 70 units wide, the same as the app's.

Light falls from the upper left. Light pieces are plain; dark ones carry an inlaid ring, so that
nobody has to tell them apart by colour.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import cos, pi, sin

from tetrad.pictures.looks import DEEP, INLAY, PIECES, SHADOW, SIDES, Look

SPECKS = "M-17 -9h0M3 -15h0M18 -9h0M-4 -5h0M11 -1h0M-14 1h0M27 1h0M-28 -3h0M0 8h0"
STAR_SIZE = 41
INNER = 0.52


def _point(angle: float, reach: float) -> str:
    return f"{reach * sin(angle):.1f} {-reach * cos(angle):.1f}"


def _star(radius: float) -> str:
    points = [_point(i * pi / 5, radius * INNER if i % 2 else radius) for i in range(10)]
    return f"M{'L'.join(points)}Z"


# The side of each ray that lies in the shade, so that the star rises to a ridge.
_RIDGE = "".join(
    f"M0 0L{_point(i * 2 * pi / 5, STAR_SIZE)}"
    f"L{_point(i * 2 * pi / 5 + pi / 5, STAR_SIZE * INNER)}Z"
    for i in range(5)
)


def _shadow(y: int, rx: int) -> tuple[str, str]:
    return "shadow", f'<ellipse cx="4" cy="{y}" rx="{rx * 1.18:g}" ry="{rx / 2.5:g}"/>'


def _path(kind: str, d: str, more: str = "") -> tuple[str, str]:
    return kind, f'<path d="{d}"{more}/>'


# What each piece is made of, the lowest part first.
PARTS: dict[str, list[tuple[str, str]]] = {
    "A": [
        _shadow(29, 30),
        ("ball", '<circle r="33"/>'),
        _path("inlay", "M-32.5 5 A34 13 0 0 0 32.5 5"),
        _path("gleam", "M27 17 A32 32 0 0 1 -9 30.5 A36 36 0 0 0 27 17Z"),
        ("glint", '<ellipse cx="-12" cy="-14" rx="15" ry="11" transform="rotate(-38 -12 -14)"/>'),
    ],
    "B": [
        _shadow(30, 33),
        _path("round", "M-29 -22 V20 A29 11 0 0 0 29 20 V-22 Z"),
        _path("foot-shade", "M-29 10 V20 A29 11 0 0 0 29 20 V10 A29 11 0 0 1 -29 10Z"),
        _path("inlay", "M-29 1 A29 11 0 0 0 29 1"),
        ("top", '<ellipse cy="-22" rx="29" ry="11"/>'),
        ("disc", '<ellipse cy="-22.5" rx="24.5" ry="8.5"/>'),
        _path("edge-light", "M-28 -20 A28.5 10.5 0 0 0 10 -11.5"),
    ],
    "C": [
        _shadow(26, 38),
        _path("left", "M-32 -17 L0 0 V35 L-32 18 Z"),
        _path("low", "M32 -17 L0 0 V35 L32 18 Z"),
        _path("foot-shade", "M-32 4 L0 21 L32 4 V18 L0 35 L-32 18Z"),
        _path("top", "M0 -34 L32 -17 L0 0 L-32 -17 Z"),
        _path("inlay", "M-32 1 L0 18 L32 1"),
        _path("edge-light", "M-30.5 -15 L0 1.3 L30.5 -15 M0 3 V33"),
    ],
    "D": [
        _shadow(28, 36),
        _path("round", "M0 -38 L33 21 A33 12 0 0 1 -33 21 Z"),
        _path("wedge-dim", "M0 -38 L33 21 A33 12 0 0 1 4 32.9 Z"),
        _path("wedge-dark", "M0 -38 L33 21 A33 12 0 0 1 19 30.8 Z"),
        _path("wedge-light", "M0 -38 L-23 29.6 A33 12 0 0 1 -8 32.7 Z"),
        _path("inlay", "M-18.5 -5 A19 7 0 0 0 18.5 -5"),
    ],
    "pebble": [
        _shadow(12, 44),
        _path(
            "ball", "M-39 0 C-39 14 -22 22 0 22 S39 14 39 0 C39 -15 20 -25 0 -25 S-39 -15 -39 0Z"
        ),
        ("sheen", '<ellipse cx="-5" cy="-10" rx="25" ry="10"/>'),
        _path("specks", SPECKS),
        ("inlay", '<ellipse cy="-7" rx="23" ry="10.5"/>'),
    ],
    "star": [
        _path("flat-shadow", _star(STAR_SIZE), ' transform="translate(3 8)"'),
        _path("low", _star(STAR_SIZE), ' transform="translate(0 4)"'),
        _path("left", _star(STAR_SIZE)),
        _path("ridge", _RIDGE),
        _path("inlay", _star(19)),
    ],
}


def _style(part: str, side: str, look: Look, mark: str) -> str | None:
    """How a part is painted; None where this side has no such part."""
    tones, dark = PIECES[side], side == "dark"
    bare = 'stroke="none" '
    shadow, much = SHADOW[look]
    styles: dict[str, str | None] = {
        "shadow": f'{bare}fill="url(#{mark}-soft)"',
        "flat-shadow": f'{bare}fill="{shadow}" fill-opacity="{much}"',
        "ball": f'fill="url(#{mark}-ball-{side})"',
        "round": f'fill="url(#{mark}-round-{side})"',
        "top": f'fill="url(#{mark}-top-{side})"',
        "left": f'fill="{tones["face"]}"',
        "low": f'fill="{tones["lo"]}"',
        "disc": f'{bare}fill="{tones["hi"]}"',
        "glint": f'{bare}fill="url(#{mark}-glint)" opacity="{0.5 if dark else 0.9}"',
        "gleam": f'{bare}fill="#fff" opacity="0.16"',
        "foot-shade": f'{bare}fill="url(#{mark}-foot)"',
        "edge-light": 'fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round" '
        f'opacity="{0.28 if dark else 0.6}"',
        "wedge-dim": f'{bare}fill="#000" opacity="0.12"',
        "wedge-dark": f'{bare}fill="#000" opacity="0.2"',
        "wedge-light": f'{bare}fill="#fff" opacity="{0.18 if dark else 0.5}"',
        "sheen": f'{bare}fill="#fff" opacity="{0.1 if dark else 0.22}"',
        "ridge": bare + ('fill="#fff" opacity="0.13"' if dark else 'fill="#000" opacity="0.16"'),
        "specks": f'fill="none" stroke="{tones["line"]}" stroke-width="4" stroke-linecap="round" '
        'opacity="0.5"' if side == "neutral" else None,
        "inlay": f'fill="none" stroke="{INLAY}" stroke-width="3.5" stroke-linecap="round"'
        if dark else None,
    }  # fmt: skip
    return styles[part]


@cache
def piece(kind: str, side: str, look: Look, mark: str) -> str:
    """One piece as a definition to be used, by the name `mark-kind-side`."""
    drawn = [
        shape.replace("/>", f" {style}/>")
        for part, shape in PARTS[kind]
        if (style := _style(part, side, look, mark)) is not None
    ]
    width = 1.5 if kind in ("pebble", "star") else 1.2
    return (
        f'<g id="{mark}-{kind}-{side}" stroke="{PIECES[side]["line"]}" stroke-width="{width}" '
        f'stroke-linejoin="round">{"".join(drawn)}</g>'
    )


def _stops(side: str, *stops: tuple[float, str]) -> str:
    tones = PIECES[side]
    return "".join(f'<stop offset="{at:g}" stop-color="{tones[tone]}"/>' for at, tone in stops)


def shades(mark: str) -> Iterable[str]:
    """The light and shade that pieces are painted with."""
    deep, much = DEEP
    yield (
        f'<radialGradient id="{mark}-soft"><stop offset=".3" stop-color="{deep}" '
        f'stop-opacity="{much}"/><stop offset="1" stop-color="#000" stop-opacity="0"/>'
        "</radialGradient>"
        f'<radialGradient id="{mark}-glint"><stop offset=".1" stop-color="#fff" '
        'stop-opacity=".95"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>'
        "</radialGradient>"
        f'<linearGradient id="{mark}-foot" x2="0" y2="1"><stop offset=".5" stop-opacity="0"/>'
        '<stop offset="1" stop-opacity=".28"/></linearGradient>'
    )
    for side in SIDES:
        yield (
            f'<radialGradient id="{mark}-ball-{side}" cx="50%" cy="50%" r="62%" fx="32%" fy="26%">'
            + _stops(side, (0, "hi"), (0.45, "face"), (0.86, "lo"), (1, "rim"))
            + f'</radialGradient><linearGradient id="{mark}-round-{side}">'
            + _stops(side, (0, "lo"), (0.1, "face"), (0.3, "hi"), (0.55, "face"), (0.88, "lo"),
                     (1, "rim"))
            + f'</linearGradient><linearGradient id="{mark}-top-{side}" x2="1" y2="1">'
            + _stops(side, (0, "hi"), (1, "face"))
            + "</linearGradient>"
        )  # fmt: skip
