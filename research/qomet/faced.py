"""The positions that level 10 of Qomet faces as SECOND, and what to play in them.

    python -m research.qomet.faced --out FOLDER --most 2000000        # with a GPU

solves the game, and follows SECOND's turns from the start: SECOND makes one best move (of drawing
ones the one that FIRST most likely answers wrong), FIRST any move, each with a probability: FIRST
is a player who sees some plies ahead, how many is drawn by lot, and plays by chance among what does
not look lost. The positions that come up most often get an entry, with a move and the plies left:

    qomet-faced.table    the entries, as `tetrad.solvers.qomet.faced` reads them
    qomet-up-to-4.table  the plies of all positions with at most four stars per side
    faced.json           how likely turns were by kind, for each turn of SECOND; how many positions
                         end in so many plies

There is no entry where a table up to four stars per side shows the best move, where a short search
finds the win, where every move that does not lose soon is as good, or where SECOND is lost.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import comb, inf
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from research.qomet.harvest import ENDS_LOST, ENDS_WON, worth
from tetrad.kernels import qomet_board as board
from tetrad.solvers.qomet.faced import GAME, MOST_UNDOS, NAME
from tetrad.solvers.qomet.index_arrays import images
from tetrad.solvers.tables.file import Writer
from tetrad.solvers.tables.format import Layout

# NumPy or CuPy, and their arrays.
Module = Any
Array = Any
RowsAfter = Callable[[Array], Array]

SPACES = (1 << 25) - 1
# How many plies FIRST sees, with which probability.
SIGHTS = {0: 0.1, 2: 0.2, 4: 0.25, 6: 0.25, 8: 0.2}
# Wins in so many plies are left to the search, and losses that it sees are no temptation.
SEARCHED = 7
TABLE_STARS = 4
PART = 1 << 17
LEAST = 1e-8


class Tables:
    """The board's small tables, wherever the arrays are."""

    def __init__(self, xp: Module) -> None:
        self.xp = xp
        self.origin, self.target, self.behind, self.forbids, self.undo_image = (
            xp.asarray(np.asarray(column))
            for column in (
                board.ORIGIN, board.TARGET, board.BEHIND, board.FORBIDS, board.UNDO_IMAGE,
            )
        )  # fmt: skip

    def played(self, keys: Array, actions: Array) -> Array:
        """As `harvest.played`: the keys after legal actions that do not end the game."""
        mine, theirs = keys & SPACES, keys >> 25 & SPACES
        target, behind = self.target[actions], self.behind[actions]
        after = mine & ~self.origin[actions] | target
        after |= self.xp.where(mine & target != 0, behind, 0)
        pushed = theirs & target != 0
        theirs = self.xp.where(pushed, theirs ^ target | behind, theirs)
        return theirs | after << 25 | self.xp.where(pushed, self.forbids[actions], 0) << 50

    def canonical(self, keys: Array) -> Array:
        """As `harvest.canonical`."""
        undo, least = keys >> 50, None
        pairs = zip(images(keys & SPACES), images(keys >> 25 & SPACES), strict=True)
        for symmetry, (mine, theirs) in enumerate(pairs):
            seen = mine | theirs << 25 | self.undo_image[65 * symmetry + undo] << 50
            least = seen if least is None else self.xp.minimum(least, seen)
        return least

    def stars(self, keys: Array) -> Array:
        """The stars of the side that has more."""
        return self.xp.maximum(_ones(keys & SPACES), _ones(keys >> 25 & SPACES))


def _ones(sets: Array) -> Array:
    sets = sets - (sets >> 1 & 0x55555555)
    sets = (sets & 0x33333333) + (sets >> 2 & 0x33333333)
    return ((sets + (sets >> 4) & 0x0F0F0F0F) * 0x01010101 >> 24) & 0xFF


def chances(xp: Module, rows: Array) -> Array:
    """How likely FIRST makes each move; rows as `harvest` describes them."""
    legal, loses = rows >= 0, rows == ENDS_LOST
    total = xp.zeros(rows.shape, xp.float64)
    for sight, share in SIGHTS.items():
        soon = (rows > 0) & (rows <= sight)
        wins = (rows == ENDS_WON) | (soon & (rows & 1 == 0))
        fair = legal & ~loses & ~(soon & (rows & 1 == 1))
        chosen = xp.where(wins.any(axis=1, keepdims=True), wins, fair)
        chosen = xp.where(chosen.any(axis=1, keepdims=True), chosen, legal)
        total += share * chosen / xp.maximum(chosen.sum(axis=1, keepdims=True), 1)
    return total


@dataclass
class Level:
    """SECOND's positions at one turn, with their probabilities."""

    keys: Array
    mass: Array


@dataclass
class Walk:
    """SECOND's turns from the start on; what is stored grows as it goes."""

    xp: Module
    rows_after: RowsAfter
    most: int
    least: float = LEAST
    table_stars: int = TABLE_STARS
    told: list[dict[str, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tables = Tables(self.xp)
        self.keys: list[Array] = []
        self.actions: list[Array] = []
        self.plies: list[Array] = []
        self.masses: list[Array] = []

    @property
    def stored(self) -> int:
        return sum(len(keys) for keys in self.keys)

    def go(
        self, turns: int, seconds: float = inf, show: Callable[[str], None] = lambda _: None
    ) -> None:
        """Follow so many turns, or until nothing is likely enough, or for some time."""
        xp = self.xp
        keys = self.tables.played(xp.zeros(25, xp.int64), xp.arange(25))
        level, seen = self._merged([keys], [xp.full(25, 1 / 25)]), xp.zeros(0, xp.int64)
        end = perf_counter() + seconds
        for turn in range(turns):
            begin = perf_counter()
            fresh = ~xp.isin(level.keys, seen)
            level = Level(level.keys[fresh], level.mass[fresh])
            if not len(level.keys) or begin > end:
                break
            seen = xp.concatenate([seen, level.keys])
            level = self._turn(level)
            told = ", ".join(f"{name} {share:.3g}" for name, share in self.told[-1].items())
            show(f"turn {turn + 1}: {told}; stored {self.stored}, {perf_counter() - begin:.1f} s")

    def _turn(self, level: Level) -> Level:
        """One move of SECOND at each position, then all of FIRST's; returns the next level."""
        self.told.append({"positions": len(level.keys), "probability": float(level.mass.sum())})
        keys, mass = [], []
        for begin in range(0, len(level.keys), PART):
            part = slice(begin, begin + PART)
            for some, likely in self._answered(level.keys[part], level.mass[part]):
                keys.append(some)
                mass.append(likely)
        if not keys:
            return Level(level.keys[:0], level.mass[:0])
        return self._merged(keys, mass)

    def _answered(self, keys: Array, mass: Array) -> Iterator[tuple[Array, Array]]:
        """FIRST's moves after SECOND's, with probabilities, where the game goes on."""
        xp = self.xp
        rows = self.rows_after(keys)
        value = worth_of(xp, rows)
        best = value.max(axis=1)
        plies = xp.where(best == 0, 0, xp.where(best > 0, 4000 - best, best + 4000))
        quick = (best > 0) & (plies <= SEARCHED)
        self._tell("won soon", mass[quick])
        keys, mass, rows, value, best, plies = (
            each[~quick] for each in (keys, mass, rows, value, best, plies)
        )
        if not len(keys):
            return
        actions = self._choice(keys, rows, value, best)
        needed = self._needed(keys, rows, value, best)
        self._tell("lost", mass[best < 0])
        self._tell("known", mass[(best >= 0) & ~needed])
        self._tell("needed", mass[needed])
        self.keys.append(keys[needed])
        self.actions.append(actions[needed].astype(xp.uint8))
        self.plies.append(plies[needed].astype(xp.uint8))
        self.masses.append(mass[needed])
        after = self.tables.played(keys, actions)
        rows = self.rows_after(after)
        likely = chances(xp, rows) * mass[:, None]
        which, moves = xp.nonzero((likely >= self.least) & (rows >= 0) & (rows < ENDS_WON))
        yield self.tables.played(after[which], moves), likely[which, moves]

    def _tell(self, kind: str, mass: Array) -> None:
        self.told[-1][kind] = self.told[-1].get(kind, 0.0) + float(mass.sum())

    def _choice(self, keys: Array, rows: Array, value: Array, best: Array) -> Array:
        """A best move each; of drawing ones the one that FIRST most likely answers wrong."""
        xp = self.xp
        actions = value.argmax(axis=1)
        which, moves = xp.nonzero((value == best[:, None]) & (best == 0)[:, None])
        if len(which):
            danger = xp.zeros(rows.shape, xp.float64)
            for begin in range(0, len(which), PART):
                part = slice(begin, begin + PART)
                after = self.rows_after(self.tables.played(keys[which[part]], moves[part]))
                wrong = (after > 0) & (after < ENDS_WON) & (after & 1 == 1)
                danger[which[part], moves[part]] = 1 + (chances(xp, after) * wrong).sum(axis=1)
            actions = xp.where(best == 0, danger.argmax(axis=1), actions)
        return actions

    def _needed(self, keys: Array, rows: Array, value: Array, best: Array) -> Array:
        """Where a win or draw can be thrown away, and nothing else tells how not to."""
        xp = self.xp
        which, moves = xp.nonzero((value == best[:, None]) & (rows < ENDS_WON))
        shown = xp.zeros(len(keys), bool)
        after = self.tables.played(keys[which], moves)
        shown[which[self.tables.stars(after) <= self.table_stars]] = True
        losing = (rows == ENDS_LOST) | ((rows > 0) & (rows <= SEARCHED) & (rows & 1 == 1))
        sign = xp.sign(value)
        tempting = ((rows >= 0) & ~losing & (sign < xp.sign(best)[:, None])).any(axis=1)
        return (best >= 0) & ~shown & tempting

    def _merged(self, keys: list[Array], mass: list[Array]) -> Level:
        """Alike positions as one, the likeliest of them if there are too many."""
        xp = self.xp
        alike, likely = self.tables.canonical(xp.concatenate(keys)), xp.concatenate(mass)
        unique, which = xp.unique(alike, return_inverse=True)
        total = xp.bincount(which.ravel(), weights=likely, minlength=len(unique))
        if len(unique) > 2 * self.most:
            kept = xp.sort(xp.argsort(-total)[: 2 * self.most])
            unique, total = unique[kept], total[kept]
        return Level(unique, total)

    def entries(self) -> tuple[Array, Array, Array]:
        """Keys, actions and plies of the likeliest positions."""
        xp = self.xp
        columns = [xp.concatenate(each) for each in (self.keys, self.actions, self.plies)]
        order = xp.argsort(-xp.concatenate(self.masses))[: self.most]
        return tuple(column[order] for column in columns)


def worth_of(xp: Module, rows: Array) -> Array:
    """As `harvest.worth`, wherever the array is."""
    if xp is np:
        return worth(rows)
    plies = xp.where(rows >= ENDS_WON, 1, rows + 1).astype(xp.int32)
    value = xp.where(rows & 1, plies - 4000, 4000 - plies)
    return xp.where(rows == 0, 0, xp.where(rows < 0, -8000, value))


def numbers(keys: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """As `tetrad.solvers.qomet.faced.number`, for many canonical keys."""
    mine, theirs, undo = keys & SPACES, keys >> 25 & SPACES, keys >> 50
    k, m = _ones(mine), _ones(theirs)
    choose = np.array([[comb(n, r) for r in range(9)] for n in range(26)])
    sizes = [comb(25, a) * comb(25 - a, b) for a in range(8) for b in range(8)]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    places = [np.zeros(len(keys), np.int64) for _ in range(2)]
    taken = [np.zeros(len(keys), np.int64) for _ in range(3)]
    for bit in range(25):
        own, other = mine >> bit & 1, theirs >> bit & 1
        taken[0] += own
        taken[1] += other
        places[0] += np.where(own, choose[bit, taken[0]], 0)
        places[1] += np.where(other, choose[bit - taken[2], taken[1]], 0)
        taken[2] += own
    first = starts[8 * k + m] + places[0] * choose[25 - k, m]
    return np.asarray((first + places[1]) * MOST_UNDOS + undo)


def write(path: Path, keys: Any, actions: Any, plies: Any) -> None:
    """The file that comes with the program."""
    words = numbers(np.asarray(keys)).astype(np.uint64) << np.uint64(16)
    words |= actions.astype(np.uint64) << np.uint64(8) | plies.astype(np.uint64)
    words.sort()
    layout = Layout(GAME, NAME, len(words), 64, packing="zlib")
    firsts = words[:: layout.entries_a_block].tolist()
    layout = Layout(GAME, NAME, len(words), 64, packing="zlib", parameters={"firsts": firsts})
    with Writer(path, layout) as writer:
        writer.append(words)
        writer.finish()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.qomet.faced")
    parser.add_argument("--stars", type=int, default=7, choices=range(4, 8))
    parser.add_argument("--most", type=int, default=2_000_000, help="entries")
    parser.add_argument("--turns", type=int, default=40, help="of SECOND")
    parser.add_argument("--seconds", type=float, default=90, help="for these turns")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    import cupy

    from research.qomet.report import built
    from tetrad.solvers.qomet.coder import Coding
    from tetrad.solvers.qomet.table import LONGEST_STORED, save

    table, report = built(options.stars)
    words = table.opening(TABLE_STARS)
    coding = Coding(options.stars, LONGEST_STORED, all_undos=True)
    save(options.out / "qomet-up-to-4.table", words, coding, TABLE_STARS)
    walk = Walk(cupy, table.rows_after, options.most)
    walk.go(options.turns, options.seconds, lambda text: print(text, flush=True))
    keys, actions, plies = (column.get() for column in walk.entries())
    write(options.out / "qomet-faced.table", keys, actions, plies)
    ends = table.counts().sum(axis=(0, 1))[:2047].tolist()
    told = {name: report[name] for name in ("wrong", "seconds")} | {"plies": ends}
    told["turns"] = walk.told
    (options.out / "faced.json").write_text(json.dumps(told))
    print(f"{len(keys)} entries, {(options.out / 'qomet-faced.table').stat().st_size} bytes")


if __name__ == "__main__":
    main()
