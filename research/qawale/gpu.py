"""Thousands of questions about Qawale answered side by side on a GPU.

    python -m research.qawale.gpu questions.npz --minutes 9 --out answers.npz

runs on any machine with CuPy and a GPU, and does not need Numba: what the kernel in `qawale.cu`
looks up travels with the questions, which `batch` writes. It stops when the minutes are
over; what was answered by then counts. Answers are kept as they come, so that little is lost if it
is stopped otherwise. With `--second-opinion` it tries sowings in another order and files what it
remembers by another hash.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels.qawale import Code
from tetrad.solvers.tables.format import TableError

Array = NDArray[Any]

# As in qawale.cu.
WAYS, ENTRY_BYTES = 8, 16
OPEN = 2
PLIES = range(3, 13)  # of a question: a warp has room for so many levels
LIST_ROOM = 1 << 16
COUNTERS = ("questions", "strikes", "doubts")
KEEP_AFTER = 20.0  # seconds


class Work(ctypes.Structure):
    """`struct Work` of qawale.cu, with `struct Tables` at its beginning."""

    _fields_ = [
        *[(name, ctypes.c_uint64) for name in ("wins", "paths", "touched", "first", "sowings")],
        *[(name, ctypes.c_uint64) for name in ("memory", "buckets", "shorts", "codes", "answers")],
        *[(name, ctypes.c_uint64) for name in ("nodes", "lists", "replies", "counters")],
        *[(name, ctypes.c_uint32) for name in ("questions", "depth", "second_attacks", "room")],
        ("deadline", ctypes.c_uint64),
    ]


def codes_of(rows: Array) -> list[Code]:
    """The codes in the rows of an array: pebbles and ends."""
    return [(pebbles, ends) for pebbles, ends in rows.tolist()]


@dataclass
class Batch:
    """Questions with one attacker and one number of plies, and what is known of the answers."""

    codes: Array  # pebbles and ends in each row
    depth: int
    second_attacks: bool
    answers: Array
    nodes: Array

    @classmethod
    def of(cls, codes: Sequence[Code], depth: int, second_attacks: bool) -> Batch:
        if depth not in PLIES:
            raise ValueError(f"a subproblem has {PLIES[0]} to {PLIES[-1]} plies, not {depth}")
        size = len(codes)
        words = np.array(codes, np.uint64).reshape(size, 2)
        return cls(
            words, depth, second_attacks, np.full(size, OPEN, np.uint8), np.zeros(size, np.uint64)
        )

    @classmethod
    def load(cls, path: Path) -> Batch:
        with np.load(path) as file:
            about = file["codes"], int(file["depth"]), bool(file["second_attacks"])
            return cls(*about, file["answers"], file["nodes"])

    def positions(self) -> list[Code]:
        return codes_of(self.codes)

    def answered(self) -> Iterator[tuple[Code, int, int]]:
        """Each code with its answer and the positions visited for it."""
        return zip(self.positions(), self.answers.tolist(), self.nodes.tolist(), strict=True)

    def save(self, path: Path, **lookups: Array) -> None:
        contents: dict[str, Any] = {**vars(self), **lookups}
        new = path.with_name(f"{path.name}.new")
        with new.open("wb") as file:
            np.savez_compressed(file, **contents)
        new.replace(path)


def work_for(batch: Batch, pointers: dict[str, int], minutes: float) -> Work:
    """The kernel's argument, but for what the caller allocates."""
    return Work(
        **pointers,
        questions=len(batch.codes),
        depth=batch.depth,
        second_attacks=batch.second_attacks,
        room=LIST_ROOM,
        deadline=int(minutes * 60e9),
    )


class Gpu:
    """A GPU with the kernel, its tables and its memory, which lasts from batch to batch."""

    def __init__(
        self, lookups: dict[str, Array], memory: int, second_opinion: bool = False
    ) -> None:
        try:
            import cupy
        except ImportError:
            raise TableError("a search on a GPU needs CuPy: pip install 'tetrad[gpu]'") from None

        self._cupy: Any = cupy
        source = (Path(__file__).parent / "qawale.cu").read_text()
        options = "-std=c++17", f"-DSECOND_OPINION={second_opinion:d}"
        module = cupy.RawModule(code=source, options=options)
        self._kernel = module.get_function("prove")
        self._lookups = {name: cupy.asarray(table) for name, table in lookups.items()}
        buckets = 1 << (memory // (WAYS * ENTRY_BYTES)).bit_length() - 1
        self._memory = cupy.zeros((buckets, WAYS, 2), np.uint64)
        shape = cupy.zeros(3, np.uint32)
        module.get_function("shape")((1,), (1,), (shape,))
        self._shared, warps, levels = shape.tolist()
        self._threads = 32 * warps
        self._kernel.max_dynamic_shared_size_bytes = self._shared
        device = cupy.cuda.Device().attributes
        each = device["MaxSharedMemoryPerMultiprocessor"] // (self._shared + 1024)
        self._blocks = each * device["MultiProcessorCount"]
        self._lists = cupy.empty((self._blocks * warps, LIST_ROOM), np.uint32)
        self._replies = cupy.empty((self._blocks * warps, levels, 32, 2), np.uint64)

    def answer(
        self, batch: Batch, minutes: float, keep: Callable[[], None] = lambda: None
    ) -> dict[str, int]:
        """Fill in the answers that are found in time; returns what was counted on the way.

        `keep` is called now and then, when the batch has the answers found so far.
        """
        arrays = {
            name: self._cupy.asarray(getattr(batch, name)) for name in ("codes", "answers", "nodes")
        }
        counters = self._cupy.zeros(len(COUNTERS), np.uint64)
        running = self._launched(batch, arrays, counters, minutes)
        reading, kept = self._cupy.cuda.Stream(non_blocking=True), perf_counter()
        while not running.done:
            sleep(0.05)
            if perf_counter() > kept + KEEP_AFTER:
                batch.answers = arrays["answers"].get(stream=reading)
                batch.nodes = arrays["nodes"].get(stream=reading)
                keep()
                kept = perf_counter()
        running.synchronize()
        batch.answers, batch.nodes = arrays["answers"].get(), arrays["nodes"].get()
        return dict(zip(COUNTERS, counters.get().tolist(), strict=True))

    def _launched(self, batch: Batch, arrays: dict[str, Any], counters: Any, minutes: float) -> Any:
        """The stream in which the kernel works on a batch, whose arrays can be read meanwhile."""
        everything = {
            **self._lookups,
            **arrays,
            "memory": self._memory,
            "lists": self._lists,
            "replies": self._replies,
            "counters": counters,
        }
        pointers = {name: array.data.ptr for name, array in everything.items()}
        pointers["buckets"] = len(self._memory) - 1
        given = np.frombuffer(bytes(work_for(batch, pointers, minutes)), np.uint8)
        self._work = self._cupy.asarray(given)  # must outlive the launch
        self._cupy.cuda.Device().synchronize()
        running = self._cupy.cuda.Stream(non_blocking=True)
        with running:
            size = (self._blocks,), (self._threads,)
            self._kernel(*size, (self._work,), shared_mem=self._shared)
        return running


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m research.qawale.gpu")
    parser.add_argument("questions", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--memory", type=int, default=65_536, help="MiB of the GPU's memory")
    parser.add_argument("--second-opinion", action="store_true", help="by another order and hash")
    options = parser.parse_args(arguments)
    try:
        _answer_file(options)
    except (OSError, TableError, ValueError) as error:
        print(f"gpu: {error}", file=sys.stderr)
        return 2
    return 0


def _answer_file(options: argparse.Namespace) -> None:
    with np.load(options.questions) as file:
        lookups = {name: file[name] for name in ("wins", "paths", "touched", "first", "sowings")}
    batch = Batch.load(options.questions)
    gpu = Gpu(lookups, options.memory << 20, options.second_opinion)
    begin = perf_counter()
    counted = gpu.answer(batch, options.minutes, lambda: batch.save(options.out))
    seconds = perf_counter() - begin
    batch.save(options.out)
    visited = int(batch.nodes.sum())
    print(
        f"{(batch.answers != OPEN).sum()} of {len(batch.codes)} answered, {visited} positions",
        end=" ",
    )
    print(f"in {seconds:.1f} s: {visited / seconds / 1e6:.0f} million a second")
    print(", ".join(f"{count} {name}" for name, count in counted.items()))


if __name__ == "__main__":
    sys.exit(main())
