"""Which reply is proven with the least work: the defender's choice where a proof is cut.

Several replies hold nearly everywhere, and what it takes to prove them differs by a factor of three
and more. A shallow search tells which is cheap: what it takes to look two plies less deep goes with
what the whole search takes. So of many replies at one depth the cheapest two are looked into at the
next, and the cheaper of these at the last.

    python -m research.qawale.pieces lay-out SECOND 16 --cut 7 --after a1nnn --out pieces.npz
    python -m research.qawale.cheapest pieces.npz --minutes 9 --out FOLDER        # with a GPU
    python -m research.qawale.pieces collect pieces.npz FOLDER/pieces.npz --folder proof

`pieces` says what the first and the last do. This answers as many pieces as it can in the time, of
several files first the one that looks cheapest, and keeps what it has as it goes; what a folder
holds already is not asked again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

import numpy as np

from research.qawale.gpu import OPEN, Array, Batch, Gpu
from tetrad.solvers.tables.format import TableError

NO, YES = 0, 1
# Replies looked into at the first depth, then at the next; plies between depths, and how many.
REPLIES, FEW, STEP, LOOKS = 8, 2, 2, 3
FAR = np.uint64(1 << 62)
KEPT = "tried", "answers", "nodes"


class Answerer(Protocol):
    """Answers batches: a GPU, or what stands in for it."""

    def answer(self, batch: Batch, minutes: float, keep: Callable[[], None]) -> Any: ...


@dataclass
class Look:
    """What is known of replies at one depth: whether they were tried, and the answers."""

    tried: Array
    answers: Array
    nodes: Array

    @classmethod
    def none(cls, shape: tuple[int, ...]) -> Look:
        return cls(
            np.zeros(shape, bool), np.full(shape, OPEN, np.uint8), np.zeros(shape, np.uint64)
        )

    @property
    def held(self) -> Array:
        """The rows of which some reply holds."""
        return np.asarray((self.answers == NO).any(axis=1))

    @property
    def costs(self) -> Array:
        return np.where(self.answers == NO, self.nodes, FAR)


@dataclass
class Pieces:
    """The defender's last positions above the cut, replies to each, and what is known of them."""

    replies: Array  # for each position the results of sowings, best rated first; zeros where none
    second_attacks: bool
    depth: int
    looks: dict[int, Look] = field(default_factory=dict)

    def look(self, depth: int) -> Look:
        return self.looks.setdefault(depth, Look.none(self.replies.shape[:2]))

    @property
    def depths(self) -> list[int]:
        return [self.depth - STEP * back for back in reversed(range(LOOKS))]

    def ask(
        self, gpu: Answerer, depth: int, wanted: Array, minutes: float, keep: Callable[[], None]
    ) -> None:
        """Find out, as far as there is time, whether the attacker forces a line after replies."""
        look = self.look(depth)
        where = np.nonzero(wanted & (look.answers == OPEN))
        look.tried[where] = True
        codes = np.ascontiguousarray(self.replies[where])
        if not len(codes):
            return
        _, first, back = np.unique(
            codes.view("V16").ravel(), return_index=True, return_inverse=True
        )
        order = np.argsort(first)
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        batch = _batch(codes[first[order]], depth, self.second_attacks)

        def fill() -> None:
            look.answers[where] = batch.answers[place[back]]
            look.nodes[where] = batch.nodes[place[back]]

        def fill_and_keep() -> None:
            fill()
            keep()

        gpu.answer(batch, minutes, fill_and_keep)
        fill()

    def first_look(self) -> Array:
        return np.asarray(self.replies.any(axis=2))

    def cheapest(self, depth: int, count: int) -> Array:
        """The replies of which a look at this depth took least, where it showed no line."""
        costs = self.look(depth).costs
        best = np.argsort(costs, axis=1, kind="stable")[:, :count]
        wanted = np.zeros(costs.shape, bool)
        np.put_along_axis(wanted, best, True, axis=1)
        return wanted & (costs < FAR)

    def next_best(self, depth: int, before: int) -> Array:
        """Where no reply is known to hold, the cheapest at an earlier depth that was not tried."""
        look = self.look(depth)
        costs = np.where(look.tried, FAR, self.look(before).costs)
        wanted = np.zeros(costs.shape, bool)
        wanted[np.arange(len(costs)), np.argmin(costs, axis=1)] = True
        return wanted & (costs < FAR) & ~look.held[:, None]

    def work(self, depth: int) -> int:
        """What the cheapest replies of all positions took at a depth."""
        costs = self.look(depth).costs.min(axis=1)
        return int(costs[costs < FAR].sum())

    def save(self, path: Path) -> None:
        """Replies that were tried at the last two depths, in rows; and what is known of these."""
        looks = {depth: self.look(depth) for depth in self.depths[1:]}
        tried = np.any([look.tried for look in looks.values()], axis=0)
        arrays: dict[str, Any] = {"row": np.nonzero(tried)[0].astype(np.uint32)}
        arrays["codes"], arrays["second_attacks"] = self.replies[tried], self.second_attacks
        for depth, look in looks.items():
            arrays |= {f"{name}{depth}": getattr(look, name)[tried] for name in KEPT}
        new = path.with_name(f"{path.name}.new")
        with new.open("wb") as file:
            np.savez_compressed(file, **arrays)
        new.replace(path)

    def recall(self, path: Path) -> None:
        """Take over what was saved."""
        with np.load(path) as file:
            rows, codes = file["row"], file["codes"]
            same = (self.replies[rows] == codes[:, None]).all(axis=2)
            at = rows, same.argmax(axis=1)
            for depth in self.depths[1:]:
                for name in KEPT:
                    getattr(self.look(depth), name)[at] = file[f"{name}{depth}"]
                look = self.look(depth)
                look.tried &= look.answers != OPEN


def _batch(codes: Array, depth: int, second_attacks: bool) -> Batch:
    size = len(codes)
    unknown = np.full(size, OPEN, np.uint8), np.zeros(size, np.uint64)
    return Batch(codes.astype(np.uint64), depth, second_attacks, *unknown)


@dataclass
class Run:
    """Some pieces answered by a GPU until the time is over."""

    gpu: Answerer
    deadline: float
    out: Path

    @property
    def minutes(self) -> float:
        return max(0.0, self.deadline - perf_counter()) / 60

    def survey(self, name: str, pieces: Pieces) -> None:
        """Look for lines by earlier plies, which tells the cheapest replies."""
        shallow, middle, _ = pieces.depths
        if not pieces.look(middle).held.all():
            self._ask(name, pieces, shallow, pieces.first_look())
            self._ask(name, pieces, middle, pieces.cheapest(shallow, FEW))
            self._others(name, pieces, middle, [shallow])

    def decide(self, name: str, pieces: Pieces) -> None:
        """Answer the question itself."""
        shallow, middle, last = pieces.depths
        self._ask(name, pieces, last, pieces.cheapest(middle, 1) & ~pieces.look(last).held[:, None])
        self._others(name, pieces, last, [middle, shallow])

    def _others(self, name: str, pieces: Pieces, depth: int, before: Sequence[int]) -> None:
        """Where a reply has failed, the next ones."""
        for earlier in before:
            while self.minutes and (wanted := pieces.next_best(depth, earlier)).any():
                self._ask(name, pieces, depth, wanted)

    def _ask(self, name: str, pieces: Pieces, depth: int, wanted: Array) -> None:
        path, begin = self.out / name, perf_counter()
        if not self.minutes:
            return
        pieces.ask(self.gpu, depth, wanted, self.minutes, lambda: pieces.save(path))
        pieces.save(path)
        look = pieces.look(depth)
        print(
            f"{name}, {depth} plies: asked {wanted.sum()}, {perf_counter() - begin:.1f} s;",
            f"holds in {look.held.sum()} of {len(look.held)}, replies failed",
            f"{(look.answers == YES).sum()}, visited {look.nodes.sum()},",
            f"cheapest {pieces.work(depth)}",
            flush=True,
        )


def read(path: Path) -> Pieces:
    """From a file of `pieces lay-out`, with all replies if Numba is there to find them.

    Finding them takes a while, so they are kept beside the file.
    """
    with np.load(path) as file:
        parents, first = file["parents"], file["first"]
        about, others = (bool(file["second_attacks"]), int(file["depth"])), bool(file["others"])
    kept = path.with_suffix(".best.npy")
    if not kept.exists():
        try:
            from research.qawale.pieces import best_replies
        except ImportError:
            return Pieces(first[:, None, :], *about)
        np.save(kept, best_replies(parents, REPLIES + others))
    replies = np.load(kept)
    if others:
        replies[replies[:, 1].any(axis=1), 0] = 0
    return Pieces(replies, *about)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m research.qawale.cheapest")
    parser.add_argument("pieces", type=Path, nargs="+", help="files of pieces lay-out")
    parser.add_argument("--lookups", type=Path, required=True, help="the file of pieces lookups")
    parser.add_argument("--out", type=Path, required=True, help="a folder for the answers")
    parser.add_argument("--minutes", type=float, default=9)
    parser.add_argument("--memory", type=int, default=65_536, help="MiB of the GPU's memory")
    parser.add_argument("--second-opinion", action="store_true", help="by another order and hash")
    options = parser.parse_args(arguments)
    deadline = perf_counter() + options.minutes * 60
    try:
        with np.load(options.lookups) as file:
            lookups = {name: file[name] for name in file.files}
        gpu = Gpu(lookups, options.memory << 20, options.second_opinion)
        answer(options.pieces, Run(gpu, deadline, options.out))
    except (OSError, TableError, ValueError) as error:
        print(f"cheapest: {error}", file=sys.stderr)
        return 2
    return 0


def answer(paths: Sequence[Path], run: Run) -> None:
    """First all shallow looks; then what looks cheapest."""
    run.out.mkdir(parents=True, exist_ok=True)
    files = {path.name: read(path) for path in paths}
    print(f"{len(files)} files read", flush=True)
    for name, pieces in files.items():
        if (run.out / name).exists():
            pieces.recall(run.out / name)
        run.survey(name, pieces)
    for name, pieces in sorted(files.items(), key=lambda each: each[1].work(each[1].depths[1])):
        run.decide(name, pieces)


if __name__ == "__main__":
    sys.exit(main())
