"""What many positions of one game are worth, as arrays.

Tables are asked first, in compiled code where there are many to ask. What they do not know is
searched, if that is wished; what a search does not prove is unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels import kernel
from tetrad.kernels.compiled import load
from tetrad.position import AnyPosition, Position, quote
from tetrad.rules import GAMES
from tetrad.solvers import solve
from tetrad.solvers.solution import MEBIBYTE, Limits, Value

WIN, DRAW, LOSS, UNKNOWN = 1, 0, -1, -2
NO_DISTANCE = -1
WORDS: dict[int, Value] = {WIN: "win", DRAW: "draw", LOSS: "loss", UNKNOWN: "unknown"}
NUMBERS = {word: number for number, word in WORDS.items()}
# What a search may look at, for a position that no table knows.
NODES = 100_000
_MEMORY = 64 * MEBIBYTE

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Values:
    """One entry per position, for the player to move.

    `value` is 1 for a win, 0 for a draw, -1 for a loss and -2 where nothing is proven; `distance`
    the plies to the end of the game, -1 for draws and where it is not known.
    """

    value: NDArray[np.int8]
    distance: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.value)

    @property
    def known(self) -> NDArray[np.bool_]:
        """Where something is proven."""
        return np.not_equal(self.value, UNKNOWN)

    def words(self) -> list[Value]:
        """The values as `solve` says them."""
        return [WORDS[int(value)] for value in self.value]


def values(
    positions: Sequence[AnyPosition] | Array, game: str | None = None, *, nodes: int = NODES
) -> Values:
    """What the positions are worth; as codes of `tetrad.kernels` the name of the game is needed.

    What no table knows is searched, looking at so many positions each; 0 leaves it unknown.
    """
    game, codes = _codes(positions, game)
    if game == "quantik":
        return _of_distances(_quantik(np.asarray(codes, np.uint64).reshape(-1, 2), nodes))
    decode = kernel(game).decode
    plies = np.full(len(codes), NO_DISTANCE, np.int16)
    if game == "qomet":
        plies = _qomet_plies([int(code) for code in codes])
    found, drawn, unknown = _of_distances(plies), plies == 0, plies == NO_DISTANCE
    found.value[drawn], found.distance[drawn] = DRAW, NO_DISTANCE
    for number in np.flatnonzero(unknown).tolist():
        solution = solve(decode(_plain(codes[number])), Limits(None, nodes))
        found.value[number] = NUMBERS[solution.value]
        distance = solution.distance
        found.distance[number] = NO_DISTANCE if distance is None else distance
    return found


def _codes(positions: Sequence[Any] | Array, game: str | None) -> tuple[str, Sequence[Any] | Array]:
    """The game and the codes, whichever way they were given."""
    first = positions[0] if len(positions) else None
    if isinstance(first, Position):
        name = first.NAME
        if any(not isinstance(each, GAMES[name]) for each in positions):
            raise ValueError("ask about positions of one game at a time")
        if game not in (None, name):
            raise ValueError(f"these are positions of {name}, not of {quote(game)}")
        return name, [kernel(name).encode(position) for position in positions]
    if game not in GAMES:
        raise ValueError(f"name the game of these codes: one of {', '.join(GAMES)}")
    # numpy makes floats of a list of long codes by itself, and those are other positions.
    if isinstance(positions, np.ndarray) and positions.size and positions.dtype.kind not in "iuO":
        raise ValueError(f"codes are whole numbers, and {positions.dtype} has not all their digits")
    return game, positions


def _plain(code: Any) -> Any:
    return int(code) if np.ndim(code) == 0 else tuple(int(word) for word in code)


def _of_distances(plies: Array) -> Values:
    """Odd is won, even is lost, and NO_DISTANCE is not known."""
    value = np.where(plies % 2 == 1, np.int8(WIN), np.int8(LOSS))
    value[plies == NO_DISTANCE] = UNKNOWN
    return Values(value.astype(np.int8), plies)


def _quantik(codes: Array, nodes: int) -> Array:
    """Plies to the end: from the table, or by search, or for the first plies by heart."""
    table = load("solvers.quantik.probe").loaded()
    if table is not None:
        plies: Array = table.distances(codes)
        return plies
    return _searched(codes, nodes)


def _searched(codes: Array, nodes: int) -> Array:
    """The same by search, the positions with the same number of pieces together."""
    from tetrad.kernels import quantik
    from tetrad.solvers.quantik.opening import opening

    plies = np.full(len(codes), NO_DISTANCE, np.int16)
    pairs = [(int(mine), int(theirs)) for mine, theirs in codes]
    pieces = np.array([quantik.plies(code) for code in pairs], np.int64)
    search = load("solvers.quantik.search").Search(_MEMORY)
    book = opening()
    for ply in np.unique(pieces).tolist():
        rows = np.flatnonzero(pieces == ply)
        asked = [pairs[row] for row in rows]
        known = book.distances(asked) if book else None
        if known is not None:
            plies[rows] = known
            continue
        ends = [0] * len(asked)
        search.begin(nodes * len(asked))
        for end in range(ply, quantik.PIECES + 1):
            ends, whole = search.ask(asked, ends, end)
            if not whole or all(ends):
                break
        plies[rows] = [abs(end) - ply if end else NO_DISTANCE for end in ends]
    return plies


def _qomet_plies(codes: list[int]) -> Array:
    """Plies to the end, 0 for a draw, as far as the opening or a table knows them."""
    from tetrad.kernels import qomet
    from tetrad.solvers.qomet.opening import known

    wins_now = load("solvers.qomet.search").can_win_now
    plies = np.full(len(codes), NO_DISTANCE, np.int16)
    for number, code in enumerate(codes):
        if qomet.winner(code) is not None:
            continue  # the rulebook answers
        key = qomet.key_of(code)
        found = 1 if wins_now(key) else known().plies(key)
        plies[number] = NO_DISTANCE if found is None else found
    return plies
