"""Forced wins in Qomet: yes-or-no questions about keys, answered exactly.

`Search` is what the solver talks to; the compiled functions below it do the work.

`wins(key, depth)` asks whether the player to move can force a square within `depth` plies, `loses`
whether the opponent can. Every position has a move that gives the opponent nothing (see the tests
of this module), so a win takes an odd number of plies and a loss an even one, and only such depths
are asked for. Play can go in circles, so neither answer ever says that a position is drawn.

The table is an array of rows (key + 1, known). Four bytes of `known`, lowest first: no win within
this many plies, a win within (0: none known), no loss within, a loss within. Positions that look
alike share a row. The key is kept whole, with the forbidden undo, so a row never speaks for
another position; where two keys meet, the newer one stays.

`control` is (positions that may still be looked at, stop if not 0); other threads may write to it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.qomet import (
    MOST_ACTIONS,
    Column,
    can_win_now,
    canonical,
    child,
    children,
    completing,
    is_legal,
    size,
    spread,
)
from tetrad.kernels.qomet import KEY, LOST, SPACES, UNDO_SHIFT
from tetrad.rules.qomet import STARS_EACH
from tetrad.solvers.qomet import evaluate
from tetrad.solvers.qomet.solver import rows_for
from tetrad.solvers.solution import Limits
from tetrad.solvers.stopwatch import Control, spent, watched

DEEPEST = 200
YES, NO, STOPPED, UNDECIDED = 1, 0, -1, 2

_NO_WIN, _WIN, _NO_LOSS, _LOSS = 0, 8, 16, 24


class Search:
    """Answers within limits, and keeps what it has proven in a table of bounded size."""

    def __init__(self, memory: int) -> None:
        self._table = np.zeros((rows_for(memory), 2), dtype=np.int64)
        self._keys = np.empty((DEEPEST + 1) * MOST_ACTIONS, dtype=np.int64)
        self._points = np.empty((DEEPEST + 1) * MOST_ACTIONS, dtype=np.int64)
        self._control: Control = np.zeros(2, dtype=np.int64)
        self._budget = 0

    @contextmanager
    def within(self, limits: Limits) -> Iterator[None]:
        """While the block runs, questions are answered as long as the limits allow."""
        with watched(limits) as self._control:
            self._budget = int(self._control[0])
            yield

    @property
    def nodes(self) -> int:
        """Positions looked at since the limits began to hold."""
        return min(self._budget, self._budget - int(self._control[0]))

    def can_win_now(self, key: int) -> bool:
        return can_win_now(key)

    def ask(self, key: int, depth: int) -> bool | None:
        """Whether the player to move, who cannot win now, wins within an odd number of plies, or
        loses within an even one; None when the limits are reached.
        """
        answer = ask(key, depth, self._table, self._control, self._keys)
        return None if answer == STOPPED else answer == YES

    def judge(self, key: int, depth: int) -> int | None:
        """An opinion after looking some plies ahead, in points; None when a limit is reached."""
        score = evaluate.judge(key, depth, self._control, self._keys, self._points)
        return None if score == evaluate.STOPPED else score


@compiled
def loses_in_two(key: int) -> bool:
    """Whether the opponent can win whatever the player to move, who cannot win now, does."""
    mine, theirs, undo = key & SPACES, key >> 25 & SPACES, key >> UNDO_SHIFT
    first = 0 if size(mine) < STARS_EACH else 25
    for action in range(first, MOST_ACTIONS):
        if is_legal(mine, theirs, undo, action, STARS_EACH):
            after = child(mine, theirs, action)
            if not after & LOST and not can_win_now(after):
                return False
    return True


@compiled
def wins_in_three(key: int) -> bool:
    """Whether the player to move, who cannot win now, has a move that decides the game."""
    mine, theirs, undo = key & SPACES, key >> 25 & SPACES, key >> UNDO_SHIFT
    first = 0 if size(mine) < STARS_EACH else 25
    for action in range(first, MOST_ACTIONS):
        if is_legal(mine, theirs, undo, action, STARS_EACH):
            after = child(mine, theirs, action)
            if not after & LOST and not can_win_now(after) and loses_in_two(after):
                return True
    return False


@compiled
def known_answer(known: int, depth: int) -> int:
    """What a row of the table says about a win (odd depth) or a loss (even depth)."""
    no, yes = (_NO_WIN, _WIN) if depth & 1 else (_NO_LOSS, _LOSS)
    within = known >> yes & 255
    if within and within <= depth:
        return YES
    return NO if known >> no & 255 >= depth else UNDECIDED


@compiled
def probe(table: Column, key: int, depth: int) -> int:
    """The answer that the table has for a canonical key, if it has one."""
    row = spread(key) & (len(table) - 1)
    return known_answer(table[row, 1], depth) if table[row, 0] == key + 1 else UNDECIDED


@compiled
def remember(table: Column, key: int, depth: int, answer: int) -> None:
    """Keeps an answer for a canonical key; answers for smaller depths follow from it."""
    row = spread(key) & (len(table) - 1)
    if table[row, 0] != key + 1:
        table[row, 0] = key + 1
        table[row, 1] = 0
    shift = (0 if depth & 1 else 16) + (8 if answer == YES else 0)
    table[row, 1] = table[row, 1] & ~(255 << shift) | depth << shift


@compiled
def safe_moves(key: int, keys: Column, top: int) -> int:
    """Writes the moves after which the opponent cannot win at once; returns the new top.

    The moves that leave the mover the most threats come last, from where they are taken first.
    """
    end = children(key, STARS_EACH, keys, top)
    kept = top
    for i in range(top, end):
        after = keys[i]
        if not after & LOST and not can_win_now(after):
            threats = size(completing(after >> 25 & SPACES))
            keys[kept] = after | threats << 58
            kept += 1
    keys[top:kept].sort()
    for i in range(top, kept):
        keys[i] &= KEY
    return kept


@compiled
def short_answer(key: int, depth: int, table: Column) -> int:
    """The answer for a canonical key, if the table has it or the depth is at most three."""
    answer = probe(table, key, depth)
    if answer == UNDECIDED and depth <= 3:
        if depth == 3:
            answer = YES if wins_in_three(key) else NO
            remember(table, key, depth, answer)
        else:
            answer = YES if depth == 2 and loses_in_two(key) else NO
    return answer


@compiled
def ask(key: int, depth: int, table: Column, control: Column, keys: Column) -> int:
    """Whether the player to move wins (odd depth) or loses (even depth) within `depth` plies.

    The player to move must not be able to win now. The attacker needs one move after which the
    defender loses, the defender one after which the attacker does not win. `keys` is a stack with
    room for MOST_ACTIONS keys per ply; a frame is a key and where its moves begin on that stack.
    """
    frames = np.empty((depth + 1, 2), np.int64)
    level = top = 0
    key = canonical(key)
    while True:
        if spent(control):
            return STOPPED
        answer = short_answer(key, depth, table)
        if answer == UNDECIDED:
            frames[level, 0], frames[level, 1] = key, top
            level += 1
            depth -= 1
            top = safe_moves(key, keys, top)
        while answer != UNDECIDED or top == frames[level - 1, 1]:
            if answer == UNDECIDED:
                # Every move was tried: a defender is lost, an attacker has found nothing.
                answer = YES if depth & 1 else NO
            elif level == 0:
                return answer
            elif answer == depth & 1:
                # A defender's move did not refute, or an attacker's did not win: try the next.
                answer = UNDECIDED
                continue
            level -= 1
            depth += 1
            top = frames[level, 1]
            remember(table, frames[level, 0], depth, answer)
        top -= 1
        key = canonical(keys[top])
