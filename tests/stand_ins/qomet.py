"""A search of Qomet that answers through the seam with the light kernel alone.

It sees wins in one move, proves nothing else and likes all other positions equally.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tetrad.kernels.qomet import WON, child, legal_actions
from tetrad.solvers.solution import Limits


class Search:
    asked = 0

    def __init__(self, memory: int) -> None:
        self.nodes = 0

    @contextmanager
    def within(self, limits: Limits) -> Iterator[None]:
        self.nodes = 0
        yield

    def can_win_now(self, key: int) -> bool:
        return any(child(key, action) & WON for action in legal_actions(key))

    def ask(self, key: int, depth: int) -> bool | None:
        return None

    def judge(self, key: int, depth: int) -> int | None:
        Search.asked += 1
        self.nodes += 1
        return 0
