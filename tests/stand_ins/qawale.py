"""A search of Qawale that answers through the seam with the rulebook alone.

It sees lines that are there after a sowing, proves nothing else and likes all other moves equally.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tetrad.kernels.qawale import Code, canonical, decode, encode, sowing_of
from tetrad.rules.qawale import Qawale
from tetrad.solvers.qawale.root import OPEN
from tetrad.solvers.solution import Limits


class Search:
    asked = 0

    def __init__(self, memory: int) -> None:
        self.nodes_left, self.stopped = 0, True

    @contextmanager
    def within(self, limits: Limits) -> Iterator[None]:
        yield

    def survey(self, code: Code, begun: int | None = None, listed: int = 0) -> Survey:
        Search.asked += 1
        return Survey(decode(code))


class Survey:
    def __init__(self, position: Qawale) -> None:
        moves = position.legal_moves()
        self._after = [position.play(move) for move in moves]
        self.sowings = [sowing_of(move) for move in moves]
        self.ends = [_end(position, after) for after in self._after]
        self.order = [*range(len(moves))]
        self.alone = len(moves)

    def begun(self, number: int) -> int | None:
        return None

    def canonical(self, number: int) -> Code:
        return canonical(encode(self._after[number]))

    def forces(self, number: int, own: bool, plies: int) -> int:
        return OPEN

    def opinion(self, number: int, plies: int) -> int:
        return 0

    def after(self, number: int) -> Survey:
        return Survey(self._after[number])


def _end(position: Qawale, after: Qawale) -> int:
    outcome = after.outcome()
    if outcome is None or outcome.winner is None:
        return 0
    return 1 if outcome.winner is position.turn else -1
