"""A position as a picture, for notebooks, links, documents and places without scripts.

    >>> from tetrad.rules import GAMES
    >>> svg(GAMES["qomet"].start().play("@d4"), size=300, last="@d4")[:4]
    '<svg'

The picture is plain SVG: no script, no outside file. It looks like the app's board. Light and dark
are told apart by an inlay as well as by colour.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from tetrad.pictures import marks, pieces, surface
from tetrad.pictures.looks import LOOKS, PAGES, SIDES, Look
from tetrad.pictures.marks import Worth
from tetrad.pictures.surface import FRAMES, SQUARES, Frame, centre
from tetrad.position import AnyPosition, index_of, not_one_of
from tetrad.rules.qawale import Move as Sowing
from tetrad.rules.qawale import Qawale
from tetrad.rules.qomet import Move as Step
from tetrad.rules.qomet import Qomet
from tetrad.rules.quantik import Quantik

RISE, TALLEST = 15, 78
SIZE_IN_A_NOTEBOOK = 320


class Solved(Protocol):
    """What `solve` answers: moves with what each is worth."""

    @property
    def moves(self) -> tuple[Any, ...]: ...


Highlights = Iterable[str] | Mapping[str, str]
Values = Solved | Mapping[str, Worth]


def svg(
    position: AnyPosition,
    *,
    size: float | None = None,
    look: Look = "light",
    last: object = None,
    highlights: Highlights = (),
    arrows: Iterable[tuple[str, str]] = (),
    values: Values | None = None,
    coordinates: bool = True,
    turned: bool = False,
) -> str:
    """The whole picture, with the position as its title; `size` is its width in pixels.

    `last` is the move that led here. `highlights` are squares, or maps them to "selected", "hint",
    "point", "win" or a colour; `arrows` lead from square to square, or to "off". `values` is what
    `solve` answers: the best that can be done on each square gets a badge. `look` is "light" or
    "dark"; a `turned` board is seen from the other side.
    """
    if look not in LOOKS:
        raise ValueError(not_one_of(look, LOOKS))
    game = position.NAME
    drawn = [
        *board(game, look, coordinates, turned),
        *layer(position, look, last, _marked(game, highlights), arrows, values, turned),
    ]
    return page(game, f"{game.capitalize()}: {position}", drawn, size)


def page(game: str, title: str, drawn: Iterable[str], size: float | None) -> str:
    """The picture around what was drawn of a game."""
    x, y, width, height = frame = FRAMES[game]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}"'
        f'{_measured(frame, size)} role="img"><title>{title}</title>{"".join(drawn)}</svg>'
    )


def _measured(frame: Frame, size: float | None) -> str:
    if size is None:
        return ""
    if not (isinstance(size, (int, float)) and 0 < size < math.inf):
        raise ValueError(f"a picture needs a width in pixels, not {size!r}")
    return f' width="{size:g}" height="{size * frame.height / frame.width:g}"'


def in_a_notebook(position: AnyPosition) -> str:
    """The picture that a notebook shows of a position."""
    return svg(position, size=SIZE_IN_A_NOTEBOOK)


def mark_of(game: str, look: Look) -> str:
    """What the names inside a picture begin with: several pictures may share a page."""
    return f"tetrad-{game}-{look}"


def board(game: str, look: Look, coordinates: bool, turned: bool) -> Iterable[str]:
    """The empty board, and the definitions that it and the pieces need."""
    mark = mark_of(game, look)
    kinds = {"quantik": "ABCD", "qawale": ("pebble",), "qomet": ("star",)}[game]
    sides = SIDES if game == "qawale" else SIDES[1:]
    yield "<defs>"
    yield from surface.shades(game, look, mark)
    yield from pieces.shades(mark)
    yield from (pieces.piece(kind, side, look, mark) for kind in kinds for side in sides)
    yield "</defs>"
    yield surface.surface(game, look, mark)
    if coordinates:
        yield from surface.rim(game, look, turned)


def layer(
    position: AnyPosition,
    look: Look,
    last: object = None,
    marked: Mapping[str, str] | None = None,
    arrows: Iterable[tuple[str, str]] = (),
    values: Values | None = None,
    turned: bool = False,
) -> Iterable[str]:
    """What lies on the board: marks, pieces, and marks over them."""
    game = position.NAME
    won = dict.fromkeys(position.winning_squares(), "win")
    yield from marks.last(game, look, squares_of(position, last), turned)
    yield from marks.highlights(game, {**(marked or {}), **won}, turned)
    yield from _pieces(position, look, turned)
    yield from marks.arrows(game, _checked(game, arrows), turned)
    if values is not None:
        yield from _badges(position, look, values, turned)


def _marked(game: str, highlights: Highlights) -> dict[str, str]:
    given = highlights if isinstance(highlights, Mapping) else dict.fromkeys(highlights, "hint")
    for square in given:
        _check(game, square)
    return dict(given)


def _check(game: str, square: object) -> None:
    index_of(square, {each: number for number, each in enumerate(SQUARES[game])})


def _checked(game: str, arrows: Iterable[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    for start, end in arrows:
        _check(game, start)
        if (game, end) != ("qomet", "off"):
            _check(game, end)
        yield start, end


def squares_of(position: AnyPosition, move: object) -> tuple[str, ...]:
    """The squares that a move touches, the one where it begins first."""
    if move is None:
        return ()
    played: Any = position.parse_move(move) if isinstance(move, str) else move
    if isinstance(played, Sowing):
        return played.square, *played.trail()
    if isinstance(played, Step):
        return tuple(square for square in (played.origin, played.target) if square)
    return (played.square,)


def _badges(position: AnyPosition, look: Look, values: Values, turned: bool) -> Iterable[str]:
    """The best that can come of each square: where a piece goes, or where a stack or star is."""
    moves = (
        {str(move): worth for move, worth in values.items()}
        if isinstance(values, Mapping)
        else {str(each.move): each for each in values.moves}
    )
    best: dict[str, Worth] = {}
    for move, worth in moves.items():
        square = squares_of(position, move)[0]
        if marks.better(worth, best.get(square)):
            best[square] = worth
    top = min((marks.rank(worth) for worth in best.values()), default=None)
    for square, worth in best.items():
        x, y = centre(position.NAME, square, turned)
        place = (
            f"translate({x} {y})"
            if not position[square]
            else (f"translate({x + 28} {y - 28}) scale(.85)")
        )
        yield marks.badge(worth, look, marks.rank(worth) == top, place)


def _pieces(position: AnyPosition, look: Look, turned: bool) -> Iterable[str]:
    """Far pieces first, low pieces first, so that the near and the high cover them."""
    game = position.NAME
    mark = mark_of(game, look)
    for square in sorted(SQUARES[game], key=lambda each: centre(game, each, turned)[1]):
        x, y = centre(game, square, turned)
        if isinstance(position, Qawale):
            yield from _stack(position[square], x, y, mark, look)
        elif isinstance(position, Quantik) and (piece := position[square]):
            yield _use(mark, piece.shape, piece.owner.value, x, y)
        elif isinstance(position, Qomet) and (owner := position[square]):
            yield _use(mark, "star", owner.value, x, y)


def _stack(stack: str, x: int, y: int, mark: str, look: Look) -> Iterable[str]:
    """Tall stacks are drawn closer together; from three pebbles on they say how many they are."""
    rise = min(RISE, TALLEST / max(1, len(stack) - 1))
    for level, pebble in enumerate(stack):
        yield _use(mark, "pebble", int(pebble), x, y + 12 - level * rise)
    if len(stack) > 2:
        ink, card = PAGES[look].ink, PAGES[look].card
        yield (
            f'<circle cx="{x + 36}" cy="{y + 36}" r="13" fill="{card}" stroke="{ink}" '
            f'stroke-width="1.5"/><text x="{x + 36}" y="{y + 41.5}" {marks.FONT} font-size="16" '
            f'fill="{ink}">{len(stack)}</text>'
        )


def _use(mark: str, kind: str, owner: int, x: float, y: float) -> str:
    return f'<use href="#{mark}-{kind}-{SIDES[owner]}" x="{x:g}" y="{y:g}"/>'
