"""Thousands of questions about Qawale answered side by side on a GPU.

    python -m research.qawale.gpu questions.npz --minutes 9 --out answers.npz

runs on any machine with CuPy and a GPU, and does not need Numba: what the kernel in `qawale.cu`
looks up travels with the questions, which `batch` writes. It stops when the minutes are
over; what was answered by then counts.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetrad.kernels.fast.qawale import ONWARD, START_OF_PATH
from tetrad.kernels.fast.qawale_wins import filled
from tetrad.kernels.qawale import Code
from tetrad.solvers.qawale.attack import SOWINGS
from tetrad.solvers.tables.format import TableError

Array = NDArray[Any]

# As in qawale.cu.
TALLEST, WAYS, ENTRY_BYTES = 13, 8, 16
OPEN = 2
PLIES = range(3, 13)  # of a question: a warp has room for so many levels
LIST_ROOM = 1 << 16
COUNTERS = ("questions", "strikes", "doubts")


class Work(ctypes.Structure):
    """`struct Work` of qawale.cu, with `struct Tables` at its beginning."""

    _fields_ = [
        *[(name, ctypes.c_uint64) for name in ("wins", "paths", "touched", "first", "sowings")],
        *[(name, ctypes.c_uint64) for name in ("memory", "buckets", "shorts", "codes", "answers")],
        *[(name, ctypes.c_uint64) for name in ("nodes", "lists", "replies", "counters")],
        *[(name, ctypes.c_uint32) for name in ("questions", "depth", "second_attacks", "room")],
        ("deadline", ctypes.c_uint64),
    ]


def tables() -> dict[str, Array]:
    """What the kernel looks up, by the names that `struct Tables` gives it."""
    paths, touched, first = _paths()
    sowings = np.minimum(SOWINGS, 1 << 20).astype(np.uint32)
    return {"wins": _wins(), "paths": paths, "touched": touched, "first": first, "sowings": sowings}


def _wins() -> Array:
    """The table of `qawale_wins`, eight words of 32 bits for each plane and origin."""
    words = filled(1 << (TALLEST + 1)).reshape(-1, 3).view(np.uint32)
    padded = np.zeros((len(words), 8), np.uint32)
    padded[:, :5] = words[:, :5]
    return padded


def _paths() -> tuple[Array, Array, Array]:
    """Every path from every origin, and where those of each origin and height begin."""
    paths: list[Array] = []
    touched: list[Array] = []
    first, count = np.zeros((16, 16), np.uint32), 0
    for origin in range(16):
        arrivals = np.array([16 * START_OF_PATH + origin])
        walked, squares = np.zeros(1, np.uint64), np.full(1, 1 << origin, np.uint16)
        for steps in range(1, TALLEST + 2):
            walked, squares, arrivals = _one_step(walked, squares, arrivals, steps - 1)
            if steps > 1:  # a stack of h pebbles and the new one are sown in h + 1 steps
                first[origin, steps - 1] = count
                paths.append(walked | np.uint64(steps << 56 | origin << 60))
                touched.append(squares)
                count += len(walked)
        first[origin, TALLEST + 1 :] = count
    return np.concatenate(paths), np.concatenate(touched), first


def _one_step(
    walked: Array, squares: Array, arrivals: Array, step: int
) -> tuple[Array, Array, Array]:
    """Each path with each of its possible next squares, in the order of the rulebook view."""
    onward = ONWARD[arrivals][:, None] >> 8 * np.arange(4) & 255
    at, which = np.nonzero(onward)
    arrived = onward[at, which] & 127
    square = (arrived & 15).astype(np.uint64)
    longer = walked[at] | square << np.uint64(4 * step)
    return longer, squares[at] | (1 << (arrived & 15)).astype(np.uint16), arrived


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
        return [(pebbles, ends) for pebbles, ends in self.codes.tolist()]

    def answered(self) -> Iterator[tuple[Code, int, int]]:
        """Each code with its answer and the positions visited for it."""
        return zip(self.positions(), self.answers.tolist(), self.nodes.tolist(), strict=True)

    def save(self, path: Path, **lookups: Array) -> None:
        contents: dict[str, Any] = {**vars(self), **lookups}
        np.savez_compressed(path, **contents)


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

    def __init__(self, lookups: dict[str, Array], memory: int) -> None:
        try:
            import cupy
        except ImportError:
            raise TableError("a search on a GPU needs CuPy: pip install 'tetrad[gpu]'") from None

        self._cupy: Any = cupy
        source = (Path(__file__).parent / "qawale.cu").read_text()
        module = cupy.RawModule(code=source, options=("-std=c++17",))
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

    def answer(self, batch: Batch, minutes: float) -> dict[str, int]:
        """Fill in the answers that are found in time; returns what was counted on the way."""
        cupy = self._cupy
        arrays = {
            name: cupy.asarray(getattr(batch, name)) for name in ("codes", "answers", "nodes")
        }
        counters = cupy.zeros(len(COUNTERS), np.uint64)
        everything = {
            **self._lookups,
            **arrays,
            "memory": self._memory,
            "lists": self._lists,
            "replies": self._replies,
        }
        pointers = {name: array.data.ptr for name, array in everything.items()}
        pointers |= {"counters": counters.data.ptr, "buckets": len(self._memory) - 1}
        work = cupy.asarray(np.frombuffer(bytes(work_for(batch, pointers, minutes)), np.uint8))
        size = (self._blocks,), (self._threads,)
        self._kernel(*size, (work,), shared_mem=self._shared)
        batch.answers, batch.nodes = arrays["answers"].get(), arrays["nodes"].get()
        return dict(zip(COUNTERS, counters.get().tolist(), strict=True))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m research.qawale.gpu")
    parser.add_argument("questions", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--memory", type=int, default=65_536, help="MiB of the GPU's memory")
    options = parser.parse_args(arguments)
    try:
        _answer_file(options.questions, options.out, options.minutes, options.memory << 20)
    except (OSError, TableError, ValueError) as error:
        print(f"gpu: {error}", file=sys.stderr)
        return 2
    return 0


def _answer_file(questions: Path, out: Path, minutes: float, memory: int) -> None:
    with np.load(questions) as file:
        lookups = {name: file[name] for name in ("wins", "paths", "touched", "first", "sowings")}
    batch = Batch.load(questions)
    gpu = Gpu(lookups, memory)
    begin = perf_counter()
    counted = gpu.answer(batch, minutes)
    seconds = perf_counter() - begin
    batch.save(out)
    visited = int(batch.nodes.sum())
    print(
        f"{(batch.answers != OPEN).sum()} of {len(batch.codes)} answered, {visited} positions",
        end=" ",
    )
    print(f"in {seconds:.1f} s: {visited / seconds / 1e6:.0f} million a second")
    print(", ".join(f"{count} {name}" for name, count in counted.items()))


if __name__ == "__main__":
    sys.exit(main())
