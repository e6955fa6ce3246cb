"""The sowings of a position of Qawale, one by one or in bundles, and questions about each.

A stack of fourteen pebbles has a hundred thousand sowings, one of eighteen two millions. A bundle
is all of them that begin with the same steps; it is worth what the best of them is worth:

    it wins so soon     if one of its sowings does      looked for until one is found
    it loses so soon    if all of its sowings do        until one that holds is found

So nothing has to be listed or kept: the compiled side walks through the sowings. The bundle
remembers the sowing that answered last; that one stands for it where a move has to be named.

`Sowings` is what a search offers to the solver, made of what it has compiled: it needs the standard
library only, so that whatever stands behind the seam can be built on it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

from tetrad.kernels.qawale import Code
from tetrad.kernels.qawale_paths import divided, longer, steps_of, ways_on
from tetrad.solvers.qawale.root import NO, OPEN, YES

# Sixteen words, one for each stack, as the compiled kernel draws them; only they are looked into.
Board = Any

HEIGHT = 57  # where in a word the height of the stack is
SECOND = 32  # how the players are numbered, FIRST 0 and SECOND this
# Where not all sowings are listed, stacks with more than these go into bundles: more than there are
# bundles, so that each has a step left to take.
FEW = 256
# Sowings that are listed unless another number is asked for.
MOST_SOWINGS = 100_000
# Of the sowings that a bundle draws by lot so many, the most promising, are tried first.
CANDIDATES = 6
HIGHEST = 1023  # of ten bits: a rating no sowing is worse than
# Stands for the beginning of all sowings, for no sowing, and a code for what is no position.
ALL, NONE, NOWHERE = -1, -1, (0, 0)
# The age of a search tells what it learned from what was learned before; they come round again.
AGES = 127
# What was learned is kept in entries, so many together; more memory is not filled in minutes, and
# the first touch of each part of it takes time.
WAYS, ENTRY_BYTES, LARGEST_MEMORY = 4, 16, 64 << 20


def share_of(memory: int) -> int:
    """How much of its memory a search uses to remember what it learned, in bytes."""
    return min(memory * 3 // 4, LARGEST_MEMORY)


def entries_of(size: int) -> int:
    """How many entries fit into so many bytes, but at least one bucket of them."""
    buckets = max(1, size // (WAYS * ENTRY_BYTES))
    return WAYS << buckets.bit_length() - 1


class Listed(NamedTuple):
    """Sowings one by one, in the order of the rulebook view: what each leads to.

    A rating says how early to try it, less is earlier; an end has the plies to the end of the game
    where it comes at once: 1 for a line of the mover, -1 or -2 if the opponent has or can make one.
    """

    boards: Any
    sowings: list[int]
    tops: list[int]
    ratings: list[int]
    ends: list[int]


class Sowings(ABC):
    """What a search can tell about sowings; the methods below `ask` are compiled somewhere."""

    _age = 0

    def survey(self, code: Code, begun: int | None = None, listed: int = MOST_SOWINGS) -> Survey:
        """The sowings of a position that a new question is about."""
        self._age = self._age % AGES + 1
        return self.look(*self.board_of(code), listed, begun)

    def look(
        self, board: Board, tops: int, mover: int, listed: int, begun: int | None = None
    ) -> Survey:
        single, bundled = parts(board, begun, listed)
        asked = board, tops, mover
        found = [self.listed(*asked, each, count) for each, count in single.items()]
        return Survey(self, mover, listed, found, [Bundle(self, *asked, each) for each in bundled])

    @abstractmethod
    def board_of(self, code: Code) -> tuple[Board, int, int]:
        """The board of a code, its visible pebbles, and the player to move."""

    @abstractmethod
    def listed(self, board: Board, tops: int, mover: int, begun: int, count: int) -> Listed:
        """The sowings that begin like this, or ALL; there are `count`."""

    @abstractmethod
    def sow(self, board: Board, tops: int, sowing: int, mover: int) -> tuple[Board, int]:
        """Another board, on which a sowing was made, and what is visible there."""

    @abstractmethod
    def lined(self, tops: int, player: int) -> bool:
        """Whether the player has four visible pebbles in a line."""

    @abstractmethod
    def smallest(self, board: Board) -> Code:
        """The code that stands for a board and all that look like it."""

    @abstractmethod
    def forces(self, board: Board, tops: int, mover: int, attacker: int, plies: int) -> int:
        """Whether the attacker forces a line within so many plies."""

    @abstractmethod
    def opinion(self, board: Board, tops: int, mover: int, plies: int) -> int:
        """What a board looks like to the mover, so many plies on."""

    @abstractmethod
    def static(self, tops: int, player: int) -> int:
        """What the visible pebbles look like to a player at a glance."""

    @abstractmethod
    def sampled(
        self, board: Board, tops: int, mover: int, begun: int, most: int
    ) -> list[tuple[int, int]]:
        """Rating and sowing of the best of some drawn by lot that do not lose at once."""

    @abstractmethod
    def completes(self, board: Board, tops: int, mover: int, begun: int) -> bool:
        """Whether some sowing that begins like this ends with a line of the mover."""

    @abstractmethod
    def without_line(self, board: Board, tops: int, mover: int, begun: int) -> int:
        """The first sowing that does not complete a line of the opponent, or NONE."""

    @abstractmethod
    def walked(
        self, board: Board, tops: int, mover: int, begun: int, own: bool, plies: int
    ) -> tuple[int, int]:
        """Whether the mover (`own`), or else the opponent, forces a line so soon after any of the
        sowings that begin like this; and which sowing decided that, or NONE."""


def parts(board: Board, begun: int | None, listed: int) -> tuple[dict[int, int], list[int]]:
    """The beginnings of sowings to list one by one, with their number, and those to bundle."""
    stacks = [square | 1 << 4 for square in range(16) if board[square] >> HEIGHT]
    ways = {
        each: ways_on(int(board[each & 15] >> HEIGHT), each)
        for each in (stacks if begun is None else [begun])
    }
    total = sum(ways.values())
    if total <= listed:
        return {ALL if begun is None else begun: total}, []
    few = {each: number for each, number in ways.items() if number <= FEW}
    return few, [part for each in ways if each not in few for part in divided(each)]


class Survey:
    """All sowings of one position, by number: single ones in the order of the rulebook view, then
    bundles of them."""

    def __init__(
        self,
        search: Sowings,
        mover: int,
        listed: int,
        found: list[Listed],
        bundles: list[Bundle],
    ) -> None:
        self._search, self._mover, self._other = search, mover, mover ^ SECOND
        self._listed, self._bundles = listed, bundles
        self._boards = [board for each in found for board in each.boards]
        self._tops = [tops for each in found for tops in each.tops]
        self.alone = len(self._boards)
        self.sowings = [sowing for each in found for sowing in each.sowings]
        self.sowings += [each.sowing for each in bundles]
        self.ends = [end for each in found for end in each.ends] + [each.end for each in bundles]
        ratings = [rating for each in found for rating in each.ratings]
        ratings += [each.rating for each in bundles]
        self.order = sorted(range(len(ratings)), key=ratings.__getitem__)

    def begun(self, number: int) -> int | None:
        return None if number < self.alone else self._bundles[number - self.alone].begun

    def canonical(self, number: int) -> Code:
        return self._search.smallest(self._boards[number]) if number < self.alone else NOWHERE

    def forces(self, number: int, own: bool, plies: int) -> int:
        if number >= self.alone:
            bundle = self._bundles[number - self.alone]
            answer = bundle.forces(own, plies)
            self.sowings[number] = bundle.sowing
            return answer
        attacker = self._mover if own else self._other
        return self._search.forces(*self._result(number), self._other, attacker, plies)

    def opinion(self, number: int, plies: int) -> int:
        if number >= self.alone:
            bundle = self._bundles[number - self.alone]
            score = bundle.opinion(plies)
            self.sowings[number] = bundle.sowing
            return score
        return opinion(self._search, *self._result(number), self._mover, plies)

    def after(self, number: int) -> Survey:
        return self._search.look(*self._result(number), self._other, self._listed)

    def _result(self, number: int) -> tuple[Board, int]:
        if number >= self.alone:
            return self._bundles[number - self.alone].after(self.sowings[number])
        return self._boards[number], self._tops[number]


def opinion(search: Sowings, board: Board, tops: int, mover: int, plies: int) -> int:
    """What the result of a sowing looks like to the one who made it, so many plies on."""
    if plies == 0:
        return search.static(tops, mover)
    return -search.opinion(board, tops, mover ^ SECOND, plies)


class Bundle:
    """The sowings of a position that begin alike; `sowing` is the one that stands for them.

    `end` is 1 if one of them completes a line, -1 if all of them complete the opponent's, else 0.
    """

    def __init__(self, search: Sowings, board: Board, tops: int, mover: int, begun: int) -> None:
        self._search, self._board, self._tops, self._mover = search, board, tops, mover
        self.begun = begun
        best = search.sampled(board, tops, mover, begun, CANDIDATES)
        self.rating = best[0][0] if best else HIGHEST
        self._candidates = [sowing for _, sowing in best]
        self._held = False
        if search.completes(board, tops, mover, begun):
            self.end, self.sowing = 1, self._completing()
            return
        safe = search.without_line(board, tops, mover, begun)
        self.end = -1 if safe == NONE else 0
        self.sowing = (self._candidates or [safe if safe != NONE else self._any()])[0]

    def _completing(self) -> int:
        """A sowing that completes a line: at each step one that still can."""
        begun, pebbles, asked = self.begun, self._pebbles, (self._board, self._tops, self._mover)
        while steps_of(begun) < pebbles - 1:
            begun = next(each for each in longer(begun) if self._search.completes(*asked, each))
        return next(each for each in longer(begun) if self._lines_up(each))

    def _lines_up(self, sowing: int) -> bool:
        return self._search.lined(self.after(sowing)[1], self._mover)

    @property
    def _pebbles(self) -> int:
        """How many are sown: the stack and the mover's new one."""
        return int(self._board[self.begun & 15] >> HEIGHT) + 1

    def _any(self) -> int:
        begun = self.begun
        while steps_of(begun) < self._pebbles:
            begun = next(longer(begun))
        return begun

    def after(self, sowing: int) -> tuple[Board, int]:
        """The board after one of the sowings, and its tops."""
        return self._search.sow(self._board, self._tops, sowing, self._mover)

    def forces(self, own: bool, plies: int) -> int:
        """Whether some sowing wins (`own`), or else all of them lose, so many plies later."""
        if not own:
            for sowing in self._promising():
                if (value := self._after_one(sowing, plies)) != YES:
                    self._keep(sowing, value)
                    return value
        asked = self._board, self._tops, self._mover, self.begun
        value, sowing = self._search.walked(*asked, own, plies)
        if sowing != NONE:
            self._keep(sowing, NO)
        return value

    def _promising(self) -> list[int]:
        """The sowing that held for fewer plies, and some that do not lose at once."""
        return [self.sowing] * self._held + self._candidates

    def _after_one(self, sowing: int, plies: int) -> int:
        if plies == 1:
            return NO
        other = self._mover ^ SECOND
        return self._search.forces(*self.after(sowing), other, other, plies)

    def _keep(self, sowing: int, value: int) -> None:
        if value != OPEN:
            self.sowing, self._held = sowing, True

    def opinion(self, plies: int) -> int:
        """What the bundle looks like: its sowing that holds, or the best of some others."""
        if self._held or not self._candidates:
            return self._opinion(self.sowing, plies)
        scores = {each: self._opinion(each, plies) for each in self._candidates}
        self.sowing = max(scores, key=lambda each: scores[each])
        return scores[self.sowing]

    def _opinion(self, sowing: int, plies: int) -> int:
        return opinion(self._search, *self.after(sowing), self._mover, plies)
