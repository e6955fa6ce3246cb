"""The table of all Quantik positions: how far each is from the end of the game.

There are 11,084,231 positions without a completed line up to symmetry. The table has an entry of 64
bits for each; those of one ply stand together, sorted by their keys (see
`tetrad.kernels.fast.quantik_symmetry`), the last ply first:

    bits 63 .. 8   key
          7 .. 0   plies to the end: odd if the player to move wins, even if they lose

The parameter `starts` tells for each ply where its entries start and stop. The book that comes with
the program is the same table without the late plies.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import numpy as np

from tetrad.kernels.fast.quantik import Code, is_won
from tetrad.kernels.fast.quantik_symmetry import CLASS, CLASSES, PATTERNS, key
from tetrad.position import Message
from tetrad.solvers.quantik import build as layers
from tetrad.solvers.quantik.build import Distances, Keys
from tetrad.solvers.tables.file import (
    Entries,
    Table,
    UnknownPositionError,
    Writer,
    too_little_memory,
)
from tetrad.solvers.tables.folder import table_path
from tetrad.solvers.tables.format import Layout, Packing, TableError

NAME = "quantik"
POSITIONS = 11_084_231
PLIES = 16
MEMORY_NEEDED = 512 << 20

# Called now and then with the work that is done and the work in all.
Progress = Callable[[int, int], None]

_KEY_FROM = np.uint64(8)
_SECONDS_A_TASK = 32
_POSITIONS_A_TASK = 1 << 16


class QuantikTable:
    """A table or book of Quantik, opened for questions."""

    def __init__(self, path: Path) -> None:
        self.table = Table(path)
        if self.table.layout.game != NAME:
            raise TableError(
                Message("{path} is of {one}, not of {other}",
                        path=path, one=self.table.layout.game, other=NAME)
            )  # fmt: skip
        self.starts: list[tuple[int, int]] = self.table.layout.parameters["starts"]

    def probe(self, code: Code) -> int:
        """Plies to the end of the game, or UnknownPositionError."""
        ply = code[0].bit_count() + code[1].bit_count()
        if is_won(code):
            return 0
        start, stop = self.starts[ply] if ply < len(self.starts) else (0, 0)
        wanted = key(code)
        index = bisect_left(range(stop), wanted, start, key=lambda i: self.table.probe(i) >> 8)
        if index == stop or self.table.probe(index) >> 8 != wanted:
            raise UnknownPositionError(f"{self.table.path} does not know this position")
        return self.table.probe(index) & 0xFF

    def get(self, code: Code) -> int | None:
        """Plies to the end of the game, or None."""
        try:
            return self.probe(code)
        except (TableError, UnknownPositionError):
            return None

    def layer(self, ply: int) -> Entries:
        """All entries of a ply."""
        return self.table.read(*self.starts[ply])


def build(
    path: Path | None = None,
    memory: int = MEMORY_NEEDED,
    progress: Progress | None = None,
    workers: int | None = None,
) -> Path:
    """Solve the game and write the table, or finish one whose building was interrupted."""
    if memory < MEMORY_NEEDED:
        raise too_little_memory(MEMORY_NEEDED)
    path = path or table_path(NAME)
    done = 0

    def report(more: int) -> None:
        """Every position counts twice, once when it is listed and once when it is solved."""
        nonlocal done
        done += more
        if progress:
            progress(done // 2, POSITIONS)

    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        positions = _positions(pool, report)
        with Writer(path, _layout(NAME, [len(keys) for keys in positions])) as writer:
            _solve(writer, positions, pool, report)
            writer.finish()
    return path


def extract(table: QuantikTable, plies: int, path: Path) -> Path:
    """Write a book: the entries of the first plies, compressed."""
    openings = [table.layer(ply) for ply in range(plies + 1)]
    sizes = [len(entries) for entries in openings]
    with Writer(path, _layout("quantik-book", sizes, "zlib")) as writer:
        for entries in reversed(openings):
            writer.append(entries)
        writer.finish()
    return path


def _layout(name: str, sizes: list[int], packing: Packing = "none") -> Layout:
    stops = np.cumsum(sizes[::-1]).tolist()[::-1]
    starts = [(stop - size, stop) for stop, size in zip(stops, sizes, strict=True)]
    parameters = {"starts": starts}
    return Layout(NAME, name, stops[0], 64, packing=packing, parameters=parameters)


def _positions(pool: ThreadPoolExecutor, report: Callable[[int], None]) -> list[Keys]:
    """The keys of all positions, sorted, for each ply."""
    parts: list[list[Keys]] = [[] for _ in range(PLIES + 1)]
    for keys, plies in pool.map(lambda task: _listed(*task), _tasks()):
        for ply in range(PLIES + 1):
            parts[ply].append(keys[plies == ply])
        report(len(keys))
    return [np.concatenate(parts.pop(0)) for _ in range(PLIES + 1)]


def _tasks() -> Iterator[tuple[int, Entries]]:
    for leader, start in product(range(CLASSES), range(0, PATTERNS, _SECONDS_A_TASK)):
        seconds = np.arange(max(start, leader), min(start + _SECONDS_A_TASK, PATTERNS))
        yield leader, seconds[CLASS[seconds] >= leader]


def _listed(leader: int, seconds: Entries) -> tuple[Keys, Distances]:
    size = found = -1
    while found < 0:
        size = max(4 * size, _POSITIONS_A_TASK)
        keys = np.empty(size, np.uint64)
        found = layers.list_keys(leader, seconds, keys)
    return keys[:found].copy(), layers.plies_of(keys[:found])


def _solve(
    writer: Writer, positions: list[Keys], pool: ThreadPoolExecutor, report: Callable[[int], None]
) -> None:
    """Write the layers from the last ply to the first; those already in the file are read."""
    known = writer.entries
    next_keys, distances = np.empty(0, np.uint64), np.empty(0, np.uint8)
    for ply in reversed(range(PLIES + 1)):
        keys, (start, stop) = positions[ply], writer.layout.parameters["starts"][ply]
        if stop <= known:
            distances = writer.read(start, stop).astype(np.uint8)
        else:
            distances = _distances(keys, next_keys, distances, pool)
            for first in range(max(0, known - start), len(keys), _POSITIONS_A_TASK):
                part = slice(first, first + _POSITIONS_A_TASK)
                writer.append(keys[part] << _KEY_FROM | distances[part])
        next_keys = keys
        report(len(keys))


def _distances(
    keys: Keys, next_keys: Keys, known: Distances, pool: ThreadPoolExecutor
) -> Distances:
    distances = np.empty(len(keys), np.uint8)
    doors = layers.doors_of(next_keys)

    def fill(start: int) -> None:
        part = slice(start, start + _POSITIONS_A_TASK)
        layers.fill_distances(keys[part], distances[part], next_keys, doors, known)

    for _ in pool.map(fill, range(0, len(keys), _POSITIONS_A_TASK)):
        pass
    return distances
