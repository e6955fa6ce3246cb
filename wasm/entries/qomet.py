"""Qomet for a page: the questions of its search, its opinion, and the leaves of its tree."""

from __future__ import annotations

from tetrad.kernels.fast import qomet
from tetrad.solvers.qomet import evaluate, search
from wasm.arrays import signed

# Keys on a stack, one for each of so many plies and actions.
STACK = (search.DEEPEST + 1) * qomet.MOST_ACTIONS


def stack_words() -> int:
    """How many words the stack of keys takes, and the one of points."""
    return STACK


def can_win_now(key: int) -> int:
    return qomet.can_win_now(key)


def ask(key: int, depth: int, table: int, rows: int, control: int, keys: int) -> int:
    """Whether the player to move wins, or loses, within so many plies: 1, 0, or -1 if stopped."""
    limits, stack = signed(control, (2,)), signed(keys, (STACK,))
    return search.ask(key, depth, signed(table, (rows, 2)), limits, stack)


def judge(key: int, depth: int, control: int, keys: int, points: int) -> int:
    """An opinion after looking some plies ahead."""
    limits, stack = signed(control, (2,)), signed(keys, (STACK,))
    return evaluate.judge(key, depth, limits, stack, signed(points, (STACK,)))


def leaves(code: int, depth: int, area: int) -> int:
    """The leaves of the move tree, each made and judged; into the area, how many are over."""
    found, signed(area, (1,))[0] = qomet.leaves_of(code, depth)
    return found


ENTRIES = {
    "ask": ask,
    "can_win_now": can_win_now,
    "judge": judge,
    "leaves": leaves,
    "stack_words": stack_words,
}
