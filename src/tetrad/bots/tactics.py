"""What a player sees at a glance: a win in one, and whether there is too much to look at.

The rules alone answer here, without a search. Qawale's tall stacks have more sowings than anyone
could look through (one of eighteen pebbles has two million), so a winning sowing is found by
asking for each line whether some path can complete it, and the others are drawn at random.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from tetrad.position import AnyPosition
from tetrad.rules.qawale import INDEX, LINES, NEIGHBOURS, PEBBLE, SQUARES, Line, Move, Qawale

# Beyond so many moves a position is too wide to weigh them all.
WIDE = 20_000
# Beyond so many a bot weighs those that begin alike as one.
LISTED = 4_000


def winning_moves(position: AnyPosition) -> Iterator[Any]:
    """The moves that win at once; of Qawale's, one a stack and line."""
    if position.outcome():
        return
    if isinstance(position, Qawale):
        yield from _winning_sowings(position)
        return
    for move in position.legal_moves():
        outcome = position.play(move).outcome()
        if outcome and outcome.winner is position.turn:
            yield move


def winning_move(position: AnyPosition) -> Any | None:
    return next(winning_moves(position), None)


def loses_at_once(position: AnyPosition, move: Any) -> bool:
    """Whether the move hands the opponent the game, on the spot or with the next move."""
    after = position.play(move)
    if outcome := after.outcome():
        return outcome.winner is after.turn
    return winning_move(after) is not None


def is_wide(position: AnyPosition) -> bool:
    return isinstance(position, Qawale) and count_sowings(position) > WIDE


def count_sowings(position: Qawale) -> int:
    heights = ((square, len(stack)) for square, stack in zip(SQUARES, position.stacks, strict=True))
    return sum(_count_paths(square, "", height + 1) for square, height in heights if height)


@cache
def _count_paths(at: str, before: str, length: int) -> int:
    if not length:
        return 1
    onward = (square for square in NEIGHBOURS[at].values() if square != before)
    return sum(_count_paths(square, at, length - 1) for square in onward)


def random_sowing(position: Qawale, chance: random.Random) -> Move:
    """A sowing of any stack, along a random path."""
    square = chance.choice([s for s in SQUARES if position.stacks[INDEX[s]]])
    path, before, at = "", "", square
    for _ in range(len(position.stacks[INDEX[square]]) + 1):
        step, beside = chance.choice([s for s in NEIGHBOURS[at].items() if s[1] != before])
        path, before, at = path + step, at, beside
    return Move(square, path)


def random_move(position: AnyPosition, chance: random.Random) -> Any:
    """Any legal move; of a tall stack any path, because nobody could list them all."""
    if isinstance(position, Qawale) and is_wide(position):
        return random_sowing(position, chance)
    return chance.choice(position.legal_moves())


def _winning_sowings(position: Qawale) -> Iterator[Move]:
    mine = PEBBLE[position.turn]
    for square in SQUARES:
        stack = position.stacks[INDEX[square]]
        if stack:
            for line in LINES:
                path = _Completion(position, square, stack + mine, mine, line).path()
                if path is not None:
                    yield Move(square, path)


class _Completion:
    """The question whether sowing one stack can fill one line with the mover's pebbles.

    `filled` is the set of the line's squares whose visible pebble is the mover's, as bits; paths
    that meet at the same step, square, arrival and set have the same future.
    """

    def __init__(self, position: Qawale, origin: str, lifted: str, mine: str, line: Line) -> None:
        self.origin, self.lifted, self.mine = origin, lifted, mine
        self.bits = {SQUARES[index]: 1 << place for place, index in enumerate(line)}
        self.filled = sum(
            bit
            for square, bit in self.bits.items()
            if square != origin and position.stacks[INDEX[square]][-1:] == mine
        )
        self.failed: set[tuple[int, str, str, int]] = set()

    def path(self) -> str | None:
        missing = 4 - self.filled.bit_count()
        if self.lifted.count(self.mine) < missing:
            return None
        return self._onward(0, self.origin, "", self.filled)

    def _onward(self, step: int, at: str, before: str, filled: int) -> str | None:
        if step == len(self.lifted):
            return "" if filled == 15 else None
        state = (step, at, before, filled)
        if state in self.failed:
            return None
        for direction, square in NEIGHBOURS[at].items():
            if square != before:
                rest = self._onward(step + 1, square, at, self._land(step, square, filled))
                if rest is not None:
                    return direction + rest
        self.failed.add(state)
        return None

    def _land(self, step: int, square: str, filled: int) -> int:
        bit = self.bits.get(square, 0)
        return filled | bit if self.lifted[step] == self.mine else filled & ~bit
