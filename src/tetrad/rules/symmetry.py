"""Positions that play alike: the symmetries of the three games, on the rulebook's positions.

The board of Quantik keeps its rows, columns and regions under 128 maps, and its shapes can be
renamed; the boards of Qawale and Qomet have the eight symmetries of the square. One position stands
for all that play like it: the first of them in a fixed order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import permutations, product
from typing import Any

from tetrad.position import AnyPosition, Player
from tetrad.rules import qawale, qomet, quantik

# For each square in order, the square whose contents it gets.
Map = tuple[int, ...]


def first_alike(position: AnyPosition) -> Any:
    """The position that stands for all that play like this one."""
    return _FIRST[position.NAME](position)


@cache
def quantik_maps() -> list[Map]:
    """Bands and the lines within them can be swapped, and rows with columns."""
    orders = [order for order in permutations(range(4)) if order[0] // 2 == order[1] // 2]
    straight = [tuple(4 * i + j for i, j in product(*both)) for both in product(orders, orders)]
    return straight + [tuple(s % 4 * 4 + s // 4 for s in squares) for squares in straight]


def square_maps(squares: tuple[str, ...]) -> list[Map]:
    """The eight symmetries of a square board, given the names of its squares."""
    files, ranks = (sorted({square[part] for square in squares}) for part in (0, 1))
    places = [(files.index(square[0]), ranks.index(square[1])) for square in squares]
    last = len(files) - 1
    turns: list[Callable[[int, int], tuple[int, int]]] = [
        lambda x, y: (x, y), lambda x, y: (last - x, y),
        lambda x, y: (x, last - y), lambda x, y: (last - x, last - y),
    ]  # fmt: skip
    straight = [tuple(places.index(turn(*place)) for place in places) for turn in turns]
    swapped = tuple(places.index((y, x)) for x, y in places)
    return straight + [tuple(swapped[square] for square in squares) for squares in straight]


def _first_quantik(position: quantik.Quantik) -> quantik.Quantik:
    letters = "".join(str(piece or ".") for piece in position.spaces)
    first = min(_renamed("".join([letters[s] for s in squares])) for squares in quantik_maps())
    return quantik.Quantik(tuple(_PIECES[letter] for letter in first))


def _renamed(letters: str) -> str:
    """The shapes named in the order in which they come."""
    return letters.translate(_names("".join(dict.fromkeys(letters.replace(".", "").upper()))))


@cache
def _names(order: str) -> dict[int, int]:
    new = "ABCD"[: len(order)]
    return str.maketrans(order + order.lower(), new + new.lower())


def _first_qawale(position: qawale.Qawale) -> qawale.Qawale:
    maps = _square_maps(qawale.SQUARES)
    return qawale.Qawale(min(tuple(position.stacks[s] for s in squares) for squares in maps))


def _first_qomet(position: qomet.Qomet) -> qomet.Qomet:
    images = (_turned(position, squares) for squares in _square_maps(qomet.SQUARES))
    return min(images, key=str)


def _turned(position: qomet.Qomet, squares: Map) -> qomet.Qomet:
    stars, forbidden = tuple(position.stars[s] for s in squares), position.forbidden
    if forbidden is not None:
        names = [
            name if name is None else qomet.SQUARES[squares.index(qomet.INDEX[name])]
            for name in (forbidden.origin, forbidden.target)
        ]
        forbidden = qomet.Move(*names)
    return qomet.Qomet(stars, position.turn, forbidden)


_square_maps = cache(square_maps)
_PIECES: dict[str, quantik.Piece | None] = {
    ".": None,
    **{shape: quantik.Piece(Player.FIRST, shape) for shape in quantik.SHAPES},
    **{shape.lower(): quantik.Piece(Player.SECOND, shape) for shape in quantik.SHAPES},
}
_FIRST: dict[str, Callable[[Any], AnyPosition]] = {
    "quantik": _first_quantik,
    "qawale": _first_qawale,
    "qomet": _first_qomet,
}
