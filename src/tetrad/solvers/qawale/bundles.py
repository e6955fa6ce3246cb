"""Sowings of a tall stack of Qawale that begin alike, asked about as if they were one move.

A stack of fourteen pebbles has a hundred thousand sowings, one of eighteen two millions. A bundle
is all of them that begin with the same steps; it is worth what the best of them is worth:

    it wins so soon     if one of its sowings does      looked for until one is found
    it loses so soon    if all of its sowings do        until one that holds is found

So nothing has to be listed or kept: the sowings are walked through, direction by direction, while
the search that judges single positions answers for each. Whether a path can still complete a line
is asked of the table's dynamic program instead, which merges all paths that show the same. The
bundle remembers the sowing that answered last; that one stands for it where a move has to be named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.qawale import (
    AFTER,
    ARRIVAL,
    BOARD,
    HEIGHT,
    LIFTED,
    ONWARD,
    SECOND,
    START_OF_PATH,
    STEP,
    VISIBLE,
    WALK,
    Words,
    action_at,
    begin_with,
    lined,
    mixed,
    next_sowing,
    sow,
)
from tetrad.kernels.fast.qawale_wins import PLANE, can_complete, winning_origin
from tetrad.solvers.qawale.attack import HIGHEST, NODES_LEFT, STOP, WAYS, Desk, forces, rated
from tetrad.solvers.qawale.root import NO, OPEN, YES

# Sowings drawn by lot, and how many of them, the most promising, are tried first.
SAMPLES, CANDIDATES = 192, 6
# A stack is divided into bundles by as many steps as make no more than these.
MOST_BUNDLES = 40
NONE = -1

Board = tuple[Words, int]


def arrival_of(begun: int) -> int:
    """Where a sowing that has begun stands, as `ONWARD` counts arrivals."""
    arrival, path = 16 * START_OF_PATH + (begun & 15), begun >> 4
    while path > 1:
        arrival = next(each for each in onward(arrival) if each >> 4 == path & 3)
        path >>= 2
    return arrival


def onward(arrival: int) -> list[int]:
    """The arrivals that can follow one."""
    word = int(ONWARD[arrival])
    return [word >> 8 * place & 127 for place in range(4) if word >> 8 * place]


def steps_of(begun: int) -> int:
    """How many pebbles have been sown."""
    return ((begun >> 4).bit_length() - 1) // 2


def ways_on(board: Words, begun: int) -> int:
    """How many sowings begin like this."""
    pebbles = int(board[begun & 15] >> HEIGHT) + 1 - steps_of(begun)
    return int(WAYS[pebbles, arrival_of(begun)])


def divided(begun: int) -> list[int]:
    """The same sowings, divided by their first steps."""
    parts = [begun]
    while len(parts) * 2 <= MOST_BUNDLES:
        parts = [further for part in parts for further in longer(part)]
    return parts


def longer(begun: int) -> Iterator[int]:
    """The ways to go one step on."""
    mark = 1 << 4 + 2 * steps_of(begun)
    for arrival in onward(arrival_of(begun)):
        yield begun - mark | (arrival >> 4) * mark | mark << 2


@compiled
def completes(board: Words, tops: int, mover: int, begun: int) -> bool:
    """Whether some sowing that begins like this ends with a line of the mover."""
    after, walk = board.copy(), np.empty(WALK, np.int64)
    begin_with(after, walk, tops, mover, begun)
    step, place, came = walk[STEP], begun & 15, START_OF_PATH
    if step > 0:
        place, came = walk[ARRIVAL + step - 1] & 15, walk[ARRIVAL + step - 1] >> 4
    rest = (walk[LIFTED] >> mover & PLANE) >> step
    return can_complete(rest, place, came, walk[VISIBLE + step] >> mover & BOARD)


@compiled
def without_line(board: Words, tops: int, mover: int, begun: int) -> int:
    """The first sowing that does not complete a line of the opponent, or NONE."""
    after, walk = board.copy(), np.empty(WALK, np.int64)
    begin_with(after, walk, tops, mover, begun)
    while next_sowing(after, walk):
        if not lined(walk[AFTER], mover ^ SECOND):
            return action_at(walk)
    return NONE


@compiled
def sampled(board: Words, tops: int, mover: int, begun: int, arrival: int, table: Words) -> Words:
    """Rating and action of sowings drawn by lot, of those that do not lose at once."""
    other, origin, found, count = mover ^ SECOND, begun & 15, np.empty((SAMPLES, 2), np.int64), 0
    begins, chance = 0, begun
    while begun >> 4 + 2 * begins > 1:
        begins += 1
    for _ in range(SAMPLES):
        path, at = begun >> 4, arrival
        for step in range(begins, (board[origin] >> HEIGHT) + 1):
            chance = mixed(chance, step)
            ways = 1 + (ONWARD[at] >> 8 > 0) + (ONWARD[at] >> 16 > 0) + (ONWARD[at] >> 24 > 0)
            at = ONWARD[at] >> 8 * (chance % ways) & 127
            path += (at >> 4) + 3 << 2 * step
        after = board.copy()
        visible = sow(after, tops, path << 4 | origin, mover)
        if lined(visible, other) or winning_origin(after, visible, other, table, 0) >= 0:
            continue
        found[count, 0] = rated(after, visible, mover, other, table)
        found[count, 1] = path << 4 | origin
        count += 1
    return found[:count]


@compiled
def walked(
    desk: Desk, board: Words, tops: int, mover: int, begun: int, own: bool, plies: int, age: int
) -> tuple[int, int]:
    """Whether the mover (`own`), or else the opponent, forces a line so soon; and which sowing
    decided that."""
    other, control, danger = mover ^ SECOND, desk.control, 0
    attacker, wanted = (mover, YES) if own else (other, NO)
    after, walk = board.copy(), np.empty(WALK, np.int64)
    begin_with(after, walk, tops, mover, begun)
    while next_sowing(after, walk):
        control[NODES_LEFT] -= 1
        if control[NODES_LEFT] < 0 or control[STOP]:
            return OPEN, NONE
        if lined(walk[AFTER], other):
            continue
        origin = winning_origin(after, walk[AFTER], other, desk.table, danger)
        if origin >= 0:
            danger = origin
            continue
        value = NO if plies == 1 else forces(desk, after, walk[AFTER], other, attacker, plies, age)
        if value == OPEN:
            return OPEN, NONE
        if value == wanted:
            return value, action_at(walk)
    return YES + NO - wanted, NONE


class Bundle:
    """The sowings of a position that begin alike; `sowing` is the one that stands for them.

    `end` is 1 if one of them completes a line, -1 if all of them complete the opponent's, else 0.
    """

    def __init__(self, board: Words, tops: int, mover: int, begun: int, table: Words) -> None:
        self._board, self._tops, self._mover, self.begun = board, tops, mover, begun
        found = sampled(board, tops, mover, begun, arrival_of(begun), table)
        best = found[np.argsort(found[:, 0], kind="stable")][:CANDIDATES]
        self.rating = int(best[0, 0]) if best.size else HIGHEST
        self._candidates: list[int] = best[:, 1].tolist()
        self._held = False
        if completes(board, tops, mover, begun):
            self.end, self.sowing = 1, self._completing()
            return
        safe = int(without_line(board, tops, mover, begun))
        self.end = -1 if safe == NONE else 0
        self.sowing = (self._candidates or [safe if safe != NONE else self._any()])[0]

    def _completing(self) -> int:
        """A sowing that completes a line: at each step one that still can."""
        begun, pebbles = self.begun, int(self._board[self.begun & 15] >> HEIGHT) + 1
        while steps_of(begun) < pebbles - 1:
            begun = next(each for each in longer(begun) if self._completes(each))
        return next(each for each in longer(begun) if lined(self.after(each)[1], self._mover))

    def _completes(self, begun: int) -> bool:
        return bool(completes(self._board, self._tops, self._mover, begun))

    def _any(self) -> int:
        begun, pebbles = self.begun, int(self._board[self.begun & 15] >> HEIGHT) + 1
        while steps_of(begun) < pebbles:
            begun = next(longer(begun))
        return begun

    def after(self, sowing: int) -> Board:
        """The board after one of the sowings, and its tops."""
        board = self._board.copy()
        return board, int(sow(board, self._tops, sowing, self._mover))

    def forces(self, desk: Desk, age: int, own: bool, plies: int) -> int:
        """Whether some sowing wins (`own`), or else all of them lose, so many plies later."""
        if not own:
            for sowing in self._promising():
                if (value := self._after_one(desk, age, sowing, plies)) != YES:
                    self._keep(sowing, value)
                    return value
        question = self._board, self._tops, self._mover, self.begun, own, plies, age
        value, sowing = walked(desk, *question)
        if sowing != NONE:
            self._keep(int(sowing), NO)
        return int(value)

    def _promising(self) -> list[int]:
        """The sowing that held for fewer plies, and some that do not lose at once."""
        return [self.sowing] * self._held + self._candidates

    def _after_one(self, desk: Desk, age: int, sowing: int, plies: int) -> int:
        if plies == 1:
            return NO
        other = self._mover ^ SECOND
        return int(forces(desk, *self.after(sowing), other, other, plies, age))

    def _keep(self, sowing: int, value: int) -> None:
        if value != OPEN:
            self.sowing, self._held = sowing, True

    def opinion(self, opinion: Callable[[Words, int], int]) -> int:
        """What the bundle looks like: its sowing that holds, or the best of some others."""
        if self._held or not self._candidates:
            return opinion(*self.after(self.sowing))
        scores = {each: opinion(*self.after(each)) for each in self._candidates}
        self.sowing = max(scores, key=lambda each: scores[each])
        return scores[self.sowing]
