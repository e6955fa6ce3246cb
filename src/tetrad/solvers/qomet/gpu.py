"""Qomet solved backwards on a GPU.

This needs CuPy and about 30 GB of the GPU's memory for seven stars per side. The passes, written in
`qomet.cu`, are those of `research.qomet.backwards`, on the words that `coder` describes.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from tetrad.kernels import qomet_board as board
from tetrad.language import NEEDS
from tetrad.solvers.qomet import index_arrays
from tetrad.solvers.qomet.index_arrays import Array, Index
from tetrad.solvers.tables.file import does_not_follow, is_sound
from tetrad.solvers.tables.format import TableError

THREADS = 512
MOST_BLOCKS = 8192
_STEP_FIELDS = 6
# The share of the time that solving takes, and its passes, with seven stars per side; writing the
# table takes the rest.
SOLVING, PASSES = 0.4, 216
# Called with the work that is done and the work in all, in positions.
Progress = Callable[[int, int], None]


def fixed_tables(index: Index) -> Array:
    """The small tables, in the order of `struct Fixed` in qomet.cu, as 32-bit words."""
    parts = [
        index.ranks,
        _steps(board.ORIGIN, board.TARGET),
        _steps(board.TARGET, board.ORIGIN),
        board.UNDO_IMAGE,
        _padded(index.set_start, 9),
        _padded(index.smallest_start, 9),
        [comb(n, k) for n in range(25) for k in range(8)],
        board.PLACING,
        _leaving(),
    ]
    return np.concatenate([np.asarray(part) for part in parts]).astype(np.uint32)


def _steps(of: board.Column, at: board.Column) -> list[int]:
    """For each bit eight steps of six numbers, as in `struct Step`; zeros where there are none."""
    rows = []
    for bit in range(25):
        steps = [
            (at[a], board.BEHIND[a], board.BLOCK[a], max(board.IS_UNDO[a], 0), board.FORBIDS[a], a)
            for a in range(25, len(board.MOVES))
            if of[a] == 1 << bit and at[a]
        ]
        rows += [number for step in steps for number in step]
        rows += [0] * (_STEP_FIELDS * (8 - len(steps)))
    return rows


def _padded(values: Array, length: int) -> list[int]:
    return [*values.tolist(), *[int(values[-1])] * (length - len(values))]


def _leaving() -> list[int]:
    """For each bit the action that moves its star off the board, or 0."""
    leaving = [0] * 25
    for action, move in enumerate(board.MOVES):
        if move.origin and not move.target:
            leaving[board.BIT[move.origin]] = action
    return leaving


class GpuTable:
    """The table of all positions with `each` stars per side, in the memory of the GPU."""

    def __init__(self, each: int) -> None:
        try:
            import cupy
        except ImportError:
            raise TableError(NEEDS(what="CuPy", command="pip install 'tetrad[gpu]'")) from None

        self.index = index_arrays.build(each)
        self._cupy: Any = cupy
        source = (Path(__file__).parent / "qomet.cu").read_text()
        options = ("-std=c++17", f"-DSTARS={each}")
        self._module = cupy.RawModule(code=source, options=options)
        self._fixed = cupy.asarray(fixed_tables(self.index))
        self._sets = cupy.asarray(self.index.sets.astype(np.uint32))
        self._smallest = cupy.asarray(self.index.smallest.astype(np.uint32))
        pointers = [self._sets.data.ptr, self._smallest.data.ptr]
        layout = np.array([*pointers, *self.index.offsets, *self.index.widths], dtype=np.uint64)
        self._layout = cupy.asarray(layout)
        self.words = cupy.zeros(self.index.total, dtype=np.uint32)

    def _run(self, kernel: str, size: int, *arguments: Any) -> None:
        grid = min(-(-size // THREADS), MOST_BLOCKS)
        self._module.get_function(kernel)((grid,), (THREADS,), arguments)

    def _blocks(self) -> Iterator[tuple[int, int]]:
        """The blocks of the index that are not empty, with their sizes, largest first."""
        sizes = np.diff(self.index.offsets).tolist()
        return ((block, sizes[block]) for block in np.argsort(sizes)[::-1].tolist() if sizes[block])

    def _pass(self, kernel: str, *arguments: Any) -> int:
        """Runs a kernel over all blocks; returns the sum that it counts in its last argument."""
        total = self._cupy.zeros(1, dtype=np.uint64)
        for block, size in self._blocks():
            places = (np.int32(block), np.uint64(size))
            self._run(
                kernel, size, self._fixed, self._layout, self.words, *places, *arguments, total
            )
        return int(total[0])

    def solve(self) -> Iterator[tuple[int, int]]:
        """Fills the table; yields the number of each pass and how many words it changed.

        While much changes it is quicker to judge every open position than to mark those that may
        change, above all in even passes, where two moves that do not lose settle the matter.
        """
        turn, changed = 1, self._pass("first_pass")
        yield turn, changed
        while changed:
            whole = changed * (400 if turn % 2 else 20) > self.index.total
            if not whole:
                self._pass("mark_pass", np.int32(turn))
            turn += 1
            changed = self._pass("judge_pass", np.int32(turn), np.int32(whole))
            yield turn, changed

    def verify(self) -> int:
        """How many words differ from what follows from their successors."""
        return self._pass("verify")

    def counts(self) -> Array:
        """Numbers of positions by stars of the player to move, of the opponent, and plies.

        Every position counts, not only one of those that look alike; place 2047 counts those over.
        """
        smallest = self.index.smallest
        alike = np.stack(index_arrays.images(smallest))
        distinct = 1 + np.count_nonzero(np.diff(np.sort(alike, axis=0), axis=0), axis=0)
        weights = self._cupy.asarray(distinct.astype(np.uint8))
        counts = self._cupy.zeros((8, 8, 2048), dtype=np.uint64)
        for block, size in self._blocks():
            row = counts[block // 8, block % 8]
            places = (np.int32(block), np.uint64(size))
            self._run(
                "count_plies", size, self._fixed, self._layout, self.words, *places, weights, row
            )
        return np.asarray(counts.get()).astype(np.int64)

    def find(self, plies: int, most: int) -> tuple[int, list[int]]:
        """How many indices end in this many plies, and the keys of some of them."""
        found = self._cupy.zeros(most, dtype=np.uint64)
        count = self._cupy.zeros(1, dtype=np.uint32)
        size = self.index.total
        self._run(
            "find_plies",
            size,
            self.words,
            np.uint64(size),
            np.int32(plies),
            found,
            np.int32(most),
            count,
        )
        total = int(count[0])
        entries = sorted(found[: min(total, most)].get().tolist())
        stars = [index_arrays.position(self.index, entry) for entry in entries]
        return total, [mine | theirs << 25 for mine, theirs in stars]

    def plies_after(self, keys: Array) -> Array:
        """For each key the plies to the end after each of the 129 actions.

        As in the table: 0 for neither, odd if the opponent, now to move, wins; NOT_LEGAL; ENDS_WON
        and ENDS_LOST where the action ends the game.
        """
        rows = []
        for part in np.array_split(keys, max(1, len(keys) >> 18)):
            rows.append(self.rows_after(self._cupy.asarray(part)).get())
        return np.concatenate(rows)

    def rows_after(self, keys: Any) -> Any:
        """As `plies_after`, of keys on the GPU, and it stays there."""
        plies = self._cupy.empty((len(keys), len(board.MOVES)), dtype=np.int16)
        held = keys.astype(np.uint64)
        self._run(
            "plies_after", len(keys), self._fixed, self._layout, self.words, held,
            np.uint64(len(keys)), plies,
        )  # fmt: skip
        return plies

    def digest(self) -> str:
        """The SHA-256 of all words, to compare tables by."""
        digest = sha256()
        for start in range(0, self.index.total, 1 << 26):
            digest.update(self.words[start : start + (1 << 26)].get().tobytes())
        return digest.hexdigest()

    def opening(self, most: int) -> Array:
        """The words of the positions with at most this many stars per side, in their order."""
        offsets = self.index.offsets.tolist()
        blocks = [8 * k + m for k in range(most + 1) for m in range(most + 1)]
        parts = [self.words[offsets[block] : offsets[block + 1]].get() for block in blocks]
        return np.concatenate(parts)


class _Fetched:
    """Words of the GPU, brought over as they are asked for."""

    def __init__(self, words: Any) -> None:
        self._words = words

    def __len__(self) -> int:
        return len(self._words)

    def __getitem__(self, part: slice) -> Array:
        return np.asarray(self._words[part].get())


def build(
    path: Path, stars: int, progress: Progress | None = None, most: int | None = None
) -> Path:
    """Solves the game on the GPU and writes its table, if no sound one is there already.

    Of all positions, those with `most` stars per side are kept, or every one.
    """
    from tetrad.solvers.qomet.coder import Coding
    from tetrad.solvers.qomet.table import LONGEST_WIN, save, save_few

    def show(share: float, total: int) -> None:
        if progress:
            progress(round(share * total), total)

    def show_writing(done: int, total: int) -> None:
        show(SOLVING + (1 - SOLVING) * done / total, total)

    if is_sound(path):
        return path
    table = GpuTable(stars)
    for turn, _ in table.solve():
        show(SOLVING * min(1.0, turn / PASSES), len(table.words))
    if wrong := table.verify():
        raise TableError(does_not_follow(f"{path}: {wrong}"))
    words = _Fetched(table.words)
    if most is None or most == stars:
        save(path, words, Coding(stars, LONGEST_WIN, False), stars, show_writing)
    else:
        save_few(path, words, stars, most, show_writing)
    return path
