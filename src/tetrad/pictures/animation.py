"""A match as a moving picture: plain SVG that moves by itself, or a GIF.

Where a viewer shows no motion the last position stands still. The GIF needs `tetrad[pictures]`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from tetrad.matches.match import Match
from tetrad.pictures.looks import Look
from tetrad.pictures.raster import gif_of
from tetrad.pictures.svg import board, layer, page, svg

SECONDS_A_MOVE, SECONDS_AT_THE_END = 1.0, 3.0


def animated(
    match: Match,
    *,
    seconds: float = SECONDS_A_MOVE,
    end: float = SECONDS_AT_THE_END,
    size: float | None = None,
    look: Look = "light",
    coordinates: bool = True,
    turned: bool = False,
) -> str:
    """The match from its start, a move every so many `seconds`, again and again."""
    game = match.start.NAME
    times = _times(match, seconds, end)
    frames = []
    for number, (position, move) in enumerate(_frames(match)):
        drawn = "".join(layer(position, look, move, turned=turned))
        last = number == len(match.moves)
        seen = "visible" if last else "hidden"
        frames.append(f'<g visibility="{seen}">{_shown(number, times)}{drawn}</g>')
    title = f"{game.capitalize()}: {' '.join(map(str, match.moves))}"
    return page(game, title, [*board(game, look, coordinates, turned), *frames], size)


def gif(
    match: Match,
    *,
    seconds: float = SECONDS_A_MOVE,
    end: float = SECONDS_AT_THE_END,
    size: int = 360,
    **looks: Any,
) -> bytes:
    """The same as the bytes of a GIF; `looks` are those of `svg`."""
    pictures = [svg(position, last=move, **looks) for position, move in _frames(match)]
    lengths = [after - before for before, after in pairwise(_times(match, seconds, end))]
    return gif_of(pictures, lengths, size, looks.get("look", "light"))


def _frames(match: Match) -> Iterable[tuple[Any, object]]:
    """Every position, with the move that led there."""
    return zip(match.positions, (None, *match.moves), strict=True)


def _times(match: Match, seconds: float, end: float) -> list[float]:
    """When each position appears, and when the last one has been seen."""
    begins = [seconds * number for number in range(len(match.positions))]
    return [*begins, begins[-1] + max(seconds, end)]


def _shown(number: int, times: list[float]) -> str:
    """Shows a frame in its time and hides it in all others."""
    total, begin, end = times[-1], times[number], times[number + 1]
    steps = [(0.0, "visible" if begin == 0 else "hidden"), (begin / total, "visible")]
    steps += [(end / total, "hidden")] if end < total else []
    steps = steps[1:] if begin == 0 else steps
    return (
        '<animate attributeName="visibility" calcMode="discrete" repeatCount="indefinite" '
        f'dur="{total:g}s" values="{";".join(seen for _, seen in steps)}" '
        f'keyTimes="{";".join(f"{at:.5g}" for at, _ in steps)}"/>'
    )
