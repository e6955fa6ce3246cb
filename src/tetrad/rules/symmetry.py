"""The symmetries of the three boards, as maps of their squares.

The board of Quantik keeps its rows, columns and regions under 128 maps; the boards of Qawale and
Qomet have the eight symmetries of the square. A map says for each square, in order, whose contents
it gets.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import permutations, product

Map = tuple[int, ...]


@cache
def quantik_maps() -> tuple[Map, ...]:
    """Bands and the lines within them can be swapped, and rows with columns."""
    orders = [order for order in permutations(range(4)) if order[0] // 2 == order[1] // 2]
    straight = [tuple(4 * i + j for i, j in product(*both)) for both in product(orders, orders)]
    return *straight, *(tuple(s % 4 * 4 + s // 4 for s in squares) for squares in straight)


@cache
def square_maps(squares: tuple[str, ...]) -> tuple[Map, ...]:
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
    return *straight, *(tuple(swapped[square] for square in squares) for squares in straight)
