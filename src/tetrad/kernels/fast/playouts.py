"""Random games from one position, for those who judge a position by them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tetrad.kernels import kernel
from tetrad.kernels.compiled import load


class Playouts:
    """So many random games at a time, each to its end or to its longest."""

    def __init__(self, game: str, games: int, longest: int) -> None:
        self._body: Any = load(f"kernels.{game}_batch")
        self._longest = longest
        self._start = np.empty((games, self._body.WORDS), self._body.TYPE)
        self._legal = np.empty((games, -(-kernel(game).ACTIONS // 64)), np.uint64)
        self._over = np.zeros(games, np.bool_)

    def points_of_first(self, code: Any, seed: int) -> float:
        """FIRST's share of the points, from the beginning of a turn; too long a game is a draw."""
        games = len(self._start)
        self._body.load(self._start[0], code)
        self._start[1:] = self._start[0]
        self._body.LOOPS.look(self._start, self._legal, 0, games)
        seeds = np.random.default_rng(seed).integers(0, 2**63, games, np.uint64)
        winner = np.zeros(games, np.int8)
        self._body.LOOPS.wander(
            self._start, self._legal, seeds, self._over, winner, self._longest, 0, games
        )
        return float(((winner == 1) + 0.5 * (winner == 0)).mean())
