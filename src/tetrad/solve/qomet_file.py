"""Table files for Qomet: the plies to the end of every position, from `qomet_table` words.

Two files in the format of `tetrad.solve.tables`, both numbered as in `qomet_index`:

    NAME.table        8 bits   plies: odd for a win of the player to move, even for a loss, 0 a draw
    NAME-undo.table   16 bits  undo * 256 + plies with that undo forbidden, where it matters, or 0

Positions that are over, or won in one ply, need no entry: theirs repeats the one before, because
that compresses best. The parameters are `stars`, how many stars a side the game has, and `most`,
the largest number of stars a side in the positions of the table.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import numpy as np

from tetrad.position import Message
from tetrad.solve import qomet_index
from tetrad.solve.qomet_index import Array
from tetrad.solve.tables import Layout, Table, TableError, UnknownPositionError, Writer, damaged

BLOCK = 1 << 15
_PART = 1 << 24


class QometTable:
    """The plies of all positions with at most `most` stars a side; TableError if damaged."""

    def __init__(self, path: Path) -> None:
        self._plies, self._undos = Table(path), Table(undo_path(path))
        parameters = self._plies.layout.parameters
        self.stars, self.most = int(parameters["stars"]), int(parameters["most"])
        self._index = qomet_index.build(self.most)
        entries = {table.layout.entries for table in (self._plies, self._undos)}
        if entries != {self._index.total}:
            raise damaged(path)

    def probe(self, mine: int, theirs: int, undo: int) -> int:
        """Plies of a position that is not over and not won in one ply, or UnknownPositionError."""
        if max(mine.bit_count(), theirs.bit_count()) > self.most:
            raise UnknownPositionError("the position has more stars than the table")
        entry, symmetry = qomet_index.number(self._index, mine, theirs)
        if undo:
            exception = self._undos.probe(entry)
            if exception >> 8 == qomet_index.image_of_undo(undo, symmetry):
                return exception & 255
        return self._plies.probe(entry)

    def get(self, mine: int, theirs: int, undo: int) -> int | None:
        try:
            return self.probe(mine, theirs, undo)
        except (TableError, UnknownPositionError):
            return None


def undo_path(path: Path) -> Path:
    return path.with_name(f"{path.stem}-undo{path.suffix}")


class Words(Protocol):
    """An array of words, wherever it is."""

    def __len__(self) -> int: ...

    def __getitem__(self, part: slice, /) -> Array: ...


def save(
    path: Path,
    words: Words,
    stars: int,
    most: int,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Writes the two files from words in the order of the index, or finishes writing them."""
    parameters = {"stars": stars, "most": most}
    kinds = (undo_path(path), 16, _undos), (path, 8, _plies)
    for file, bits, entries in kinds:
        layout = Layout("qomet", file.stem, len(words), bits, BLOCK, True, parameters)
        with Writer(file, layout) as writer:
            for start in range(writer.entries, len(words), _PART):
                writer.append(entries(np.asarray(words[start : start + _PART])))
                if progress:
                    progress(min(start + _PART, len(words)), len(words))
            writer.finish()


def _plies(words: Array) -> Array:
    if int((words & 2047).max()) > 255:
        raise TableError(Message("games of more than 255 plies do not fit into a table"))
    plies = (words & 2047).astype(np.uint8)
    needed = (words >> 22 & 127 != 127) & (plies != 1)
    needed[0] = True
    last = np.maximum.accumulate(np.where(needed, np.arange(len(words)), 0))
    return np.asarray(plies[last])


def _undos(words: Array) -> Array:
    undo = words >> 22 & 127
    return np.asarray(np.where(undo < 127, undo << 8 | words >> 11 & 255, 0).astype(np.uint16))
