"""A batch of games: rows of words that compiled loops go through."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tetrad.batch.threads import share
from tetrad.kernels import kernel
from tetrad.kernels.compiled import load
from tetrad.kernels.qawale import PLACE
from tetrad.position import Position, quote
from tetrad.rules import GAMES

# Games for which waking a thread costs less than it saves: a glance at each, a step, a whole game.
_GLANCES, _STEPS, _GAMES = 8192, 1024, 32
# In Qomet stars can go back and forth for ever; the longest perfect game has far fewer plies.
LONGEST = 1000


class Batch:
    """So many games of one kind, each with chances of its own.

    With `again`, a game that ends begins anew in the same step: `done` and `winner` tell of the one
    that has ended, everything else of the new one. A game that reaches `longest` actions is
    `broken_off`: `done` with no winner.
    """

    def __init__(
        self,
        game: str,
        size: int,
        *,
        seed: int = 0,
        again: bool = False,
        longest: int = LONGEST,
        threads: int | None = None,
    ) -> None:
        if game not in GAMES:
            raise ValueError(f"{quote(game)} is none of the games {', '.join(GAMES)}")
        if size < 1:
            raise ValueError(f"a batch needs at least one game, not {size}")
        self.game, self.size, self.again, self.longest = game, size, again, longest
        self._reach()
        self._threads = threads or os.cpu_count() or 1
        self._rows = np.empty((size, self._body.WORDS), self._body.TYPE)
        self._legal = np.empty((size, -(-self.actions // 64)), np.uint64)
        self.seed(seed)
        self.done: NDArray[np.bool_] = np.zeros(size, np.bool_)
        self.broken_off: NDArray[np.bool_] = np.zeros(size, np.bool_)
        self.winner: NDArray[np.int8] = np.zeros(size, np.int8)
        self.plies: NDArray[np.int32] = np.zeros(size, np.int32)
        self.reset()

    def _reach(self) -> None:
        """Find the compiled code of the game."""
        self.kernel = kernel(self.game)
        self.actions: int = self.kernel.ACTIONS
        self._body, self._shared = load(f"kernels.{self.game}_batch"), load("kernels.batch")

    def __getstate__(self) -> dict[str, Any]:
        """What is copied or sent to another process: the games, not the code."""
        code = {"kernel", "_body", "_shared"}
        return {name: value for name, value in self.__dict__.items() if name not in code}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._reach()

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"Batch({self.game!r}, {self.size})"

    def reset(self, where: ArrayLike | None = None) -> None:
        """Begin all games anew, or those of a mask or a list of numbers."""
        chosen = slice(None) if where is None else np.asarray(where)
        row, legal = np.empty_like(self._rows[:1]), np.empty_like(self._legal[:1])
        self._body.LOOPS.restart(row, legal, 0, 1)
        self._rows[chosen], self._legal[chosen] = row, legal
        self.done[chosen] = self.broken_off[chosen] = False
        self.winner[chosen] = self.plies[chosen] = 0

    def seed(self, seed: int) -> None:
        """Draw other chances from now on."""
        self._seeds = np.random.default_rng(seed).integers(0, 2**63, self.size, np.uint64)

    def turn(self) -> NDArray[np.int8]:
        """Whose turn it is in each game: 1 for FIRST, 2 for SECOND."""
        out = np.empty(self.size, np.int8)
        self._share(_GLANCES, self._body.LOOPS.turn, self._rows, out)
        return out

    def mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """For each game and action whether it is legal; nothing is in a game that is over.

        A mask from before, given as `out`, is written again, which is faster than a new one.
        """
        shape = self.size, -(-self.actions // 8)
        words: Any = np.empty(shape, np.uint64) if out is None else out.base
        if getattr(words, "shape", None) != shape or words.dtype != np.uint64:
            raise ValueError("a mask is written only over an earlier one of the same batch")
        self._share(_GLANCES, self._shared.mask, self._legal, words)
        made: NDArray[np.bool_] = words.view(np.bool_)[:, : self.actions]
        return made

    def step(self, actions: ArrayLike, where: ArrayLike | None = None) -> None:
        """Play one action per game, of any integer type; games that are over stay as they are.

        Others than those of the mask `where` do, too. If an action is not legal nothing is played,
        and the ValueError names it.
        """
        left = self._over() if where is None else self._over() | ~np.asarray(where, np.bool_)
        self._play(left, self._checked(actions, left), 1)

    def stroll(self, steps: int) -> None:
        """Play so many random actions in each game, as `step(sample())` does, in one call."""
        self._play(self._over(), np.empty(0, np.int64), steps)

    def _play(self, left: NDArray[np.bool_], chosen: NDArray[np.int64], steps: int) -> None:
        self._share(
            max(_GAMES, _STEPS // max(1, steps)), self._body.LOOPS.step, self._rows, self._legal,
            self.done, self.winner, self.broken_off, self.plies, left, chosen, self._seeds, steps,
            self.longest, self.again,
        )  # fmt: skip

    def sample(self) -> NDArray[np.int64]:
        """A random legal action of each game; 0 where it is over."""
        out = np.empty(self.size, np.int64)
        self._share(_GLANCES, self._shared.sample, self._legal, self._seeds, out)
        return out

    def playout(self) -> NDArray[np.int8]:
        """Who wins if each game is played to its end at random; the games stay as they are."""
        winner = self.winner.copy()
        self._share(
            _GAMES, self._body.LOOPS.wander, self._rows.copy(), self._legal.copy(), self._seeds,
            self._over(), winner, self.longest,
        )  # fmt: skip
        return winner

    def observe(self, levels: int = 8) -> NDArray[np.uint8]:
        """What the player to move sees, as planes: (games, planes, rows, columns).

        Quantik: mine and the opponent's pieces, a plane per shape. Qomet: my stars, the opponent's,
        and where a forbidden push would start and go. Qawale: see `kernels.fast.qawale_batch`; of
        stacks and hand the `levels` uppermost or next pebbles are shown, at most 24.
        """
        out = np.zeros((self.size, *self._body.shape(levels)), np.uint8)

        def look(start: int, stop: int) -> None:
            self._body.observe(self._rows[start:stop], out[start:stop], levels)

        self._share(_GLANCES, look)
        return out

    def codes(self) -> list[Any]:
        """The games as codes of `tetrad.kernels`."""
        return [self._body.code_of(row) for row in self._rows]

    def code_array(self) -> NDArray[np.uint64]:
        """The same as one array, for `tetrad.values`: two words a game, in Qomet one."""
        made: NDArray[np.uint64] = self._body.codes_of(self._rows)
        return made

    def positions(self) -> list[Position[Any]]:
        """The games as positions; in the middle of a sowing there is none, and a ValueError."""
        codes = self.codes()
        if self.game == "qawale" and any(code[1] >> PLACE for code in codes):
            raise ValueError("a sowing is under way: play on until the hand is empty")
        return [self.kernel.decode(code) for code in codes]

    def put(self, positions: Sequence[Position[Any]]) -> None:
        """Go on from these positions, one per game."""
        if len(positions) != self.size:
            raise ValueError(f"{self.size} games need as many positions, not {len(positions)}")
        for row, position in zip(self._rows, positions, strict=True):
            self._body.load(row, self.kernel.encode(position))
        self._share(_GLANCES, self._body.LOOPS.look, self._rows, self._legal)
        outcomes = [position.outcome() for position in positions]
        self.done[:] = [outcome is not None for outcome in outcomes]
        self.winner[:] = [end.winner.value if end and end.winner else 0 for end in outcomes]
        self.broken_off[:], self.plies[:] = False, 0

    def _checked(self, actions: ArrayLike, left: NDArray[np.bool_]) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise ValueError(f"{self.size} games need as many whole numbers as actions")
        chosen = given.astype(np.int64, copy=False)
        checked = self._legal, left, chosen, self.actions
        found = self._share(_GLANCES, self._shared.illegal, *checked)
        if wrong := [game for game in found if game >= 0]:
            raise ValueError(f"action {chosen[min(wrong)]} is not legal in game {min(wrong)}")
        return chosen

    def _over(self) -> NDArray[np.bool_]:
        """The games in which nothing can be played any more."""
        return np.zeros_like(self.done) if self.again else self.done.copy()

    def _share(self, least: int, work: Callable[..., Any], *arguments: Any) -> list[Any]:
        """Do something to all games, in as many threads as have at least so many of them."""
        count = max(1, min(self._threads, self.size // least))
        if count == 1:
            return [work(*arguments, 0, self.size)]
        edges = [self.size * part // count for part in range(count + 1)]
        return share(work, arguments, [*pairwise(edges)])
