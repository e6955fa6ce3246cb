"""A plain alpha-beta that knows nothing but the rules: the same few lines for all three games.

It looks as many turns ahead as its positions allow, one turn more each time. A game that is over is
won, lost or drawn, the sooner the better; every other position counts as even. Moves are tried in
random order and the first of the best is played.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from tetrad.bots.bot import Choice
from tetrad.bots.tactics import is_wide, random_sowing
from tetrad.kernels import kernel
from tetrad.kernels.compiled import compiled, load
from tetrad.kernels.fast.batch import GOES_ON
from tetrad.kernels.fast.bits import Word, lowest
from tetrad.position import AnyPosition
from tetrad.rules import Qawale
from tetrad.solvers.solution import Limits

# A win, less a point for every turn that it takes; and more than any value.
WON, MORE = 1000, 2000
# A turn of Qawale is up to 25 actions, so many levels of the search.
MOST_TURNS, LEVELS = 30, 400
# Where Qawale has too many moves to list, it looks at so many of them.
SAMPLE = 2000

Search = Callable[..., tuple[int, int]]


class AlphaBeta:
    """Chooses by looking at so many positions a move."""

    def __init__(self, game: str, nodes: int, seed: int) -> None:
        self.nodes, self._chance, self._kernel = nodes, random.Random(seed), kernel(game)
        self._body = load(f"kernels.{game}_batch")
        self._search = _compiled(game)
        words = -(-self._kernel.ACTIONS // 64)
        self._rows = np.zeros((LEVELS, self._body.WORDS), self._body.TYPE)
        self._legal = np.zeros((LEVELS, words), np.uint64)
        self._levels = np.zeros((LEVELS, 5), np.int64)

    @property
    def name(self) -> str:
        return f"alpha-beta of {self.nodes} positions"

    def choose(self, position: AnyPosition, limits: Limits | None = None) -> Choice:  # noqa: ARG002
        moves, left = self._moves(position), self.nodes
        best = moves[0]
        for turns in range(MOST_TURNS):
            found, value, left = self._deepened(position, moves, turns, left)
            best = best if found is None else found
            if left <= 0 or abs(value) > WON - MOST_TURNS:
                break
            moves.remove(best)
            moves.insert(0, best)
        return Choice(best)

    def _moves(self, position: AnyPosition) -> list[Any]:
        if isinstance(position, Qawale) and is_wide(position):
            return [random_sowing(position, self._chance) for _ in range(SAMPLE)]
        moves = list(position.legal_moves())
        self._chance.shuffle(moves)
        return moves

    def _deepened(
        self, position: AnyPosition, moves: list[Any], turns: int, left: int
    ) -> tuple[Any, int, int]:
        """The first of the best moves looking so many turns beyond it, its value, what is left."""
        best, value = None, -MORE
        for move in moves:
            worth, left = self._worth(position.play(move), position, turns, value, left)
            if left <= 0:
                break
            if worth > value:
                best, value = move, worth
        return best, value, left

    def _worth(
        self, after: AnyPosition, before: AnyPosition, turns: int, least: int, left: int
    ) -> tuple[int, int]:
        """What a move is worth to its maker, if that is more than `least`."""
        if outcome := after.outcome():
            if outcome.winner is None:
                return 0, left - 1
            return (WON if outcome.winner is before.turn else -WON), left - 1
        if not turns:
            return 0, left - 1
        self._body.load(self._rows[0], self._kernel.encode(after))
        state = self._rows, self._legal, self._levels
        value, left = self._search(*state, turns, -MORE, -least, left - 1)
        return -int(value), int(left)


@cache
def _compiled(game: str) -> Search:
    """The search of one game, around the compiled functions of its batches."""
    body = load(f"kernels.{game}_batch")
    advance, offer, mover = body.advance, body.offer, body.mover
    low, high, best, deep, ply = range(5)

    @compiled
    def search(
        rows: Any, legal: Any, levels: Any, turns: int, alpha: int, beta: int, left: int
    ) -> tuple[int, int]:
        """The value for the player to move, and how many positions may still be looked at."""
        offer(rows, 0, legal)
        levels[0, low], levels[0, high], levels[0, best] = alpha, beta, -MORE
        levels[0, deep], levels[0, ply] = turns, 1
        level = 0
        while True:
            here, word = levels[level], 0
            while word < legal.shape[1] and legal[level, word] == Word(0):
                word += 1
            if word == legal.shape[1] or here[best] >= here[high] or left <= 0:
                if level == 0:
                    return here[best], left
                value, child, level = here[best], level, level - 1
                if mover(rows, child) != mover(rows, level):
                    value = -value
                above = levels[level]
                above[best] = max(above[best], value)
                above[low] = max(above[low], value)
                continue
            action = int(lowest(legal[level, word]))
            legal[level, word] &= legal[level, word] - Word(1)
            rows[level + 1] = rows[level]
            player = 1 + mover(rows, level)
            result = advance(rows, level + 1, 64 * word + action)
            passed = result != GOES_ON or 1 + mover(rows, level + 1) != player
            left -= passed
            if result != GOES_ON or (passed and here[deep] == 1):
                value = 0
                if result > 0:
                    value = WON - here[ply] if result == player else here[ply] - WON
                here[best] = max(here[best], value)
                here[low] = max(here[low], value)
                continue
            level += 1
            offer(rows, level, legal)
            after = levels[level]
            after[best], after[deep], after[ply] = -MORE, here[deep] - passed, here[ply] + passed
            after[low] = -here[high] if passed else here[low]
            after[high] = -here[low] if passed else here[high]

    found: Search = search
    return found
