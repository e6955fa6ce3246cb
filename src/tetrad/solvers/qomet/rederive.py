"""Qomet tables checked: every entry follows from the entries of its successors.

First the file is read into two arrays: plies, and undo * 256 + plies with that undo forbidden. What
the file leaves out is worked out from the losses in it. Then every position is looked at again,
with every push that may be forbidden there: what follows from the arrays for the positions after
its moves has to be what they say about it. The moves are those of `plain_moves`; with the builders
it shares how positions are numbered, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile

import numpy as np

from tetrad.kernels.compiled import compiled
from tetrad.kernels.qomet import UNDO_SHIFT
from tetrad.kernels.qomet_board import UNDO
from tetrad.message import Message
from tetrad.rules.qomet import Move
from tetrad.solvers.qomet.coder import LONG_WIN, NO_ENTRY
from tetrad.solvers.qomet.index_arrays import Array, Index, block_of, number, stars_at
from tetrad.solvers.qomet.plain_moves import (
    BACK,
    MOST_MOVES,
    NAMES,
    STEP,
    has_square,
    moves,
    pushes,
)
from tetrad.solvers.qomet.table import BLOCK, QometTable, in_order
from tetrad.solvers.tables.file import Report, Table, does_not_follow
from tetrad.solvers.tables.format import damaged

# Called with the entries that were looked at and how many there are.
Progress = Callable[[int, int], None]

NEVER = 1 << 30
# The number by which the table knows each push that can be undone.
UNDO_OF_ROW = np.array(
    [UNDO.get(Move(NAMES[origin], NAMES[target]), 0) for origin, target, _ in STEP.tolist()]
)
_PART = 64 * BLOCK
# Arrays with more entries than this live in a file.
_IN_MEMORY = 1 << 30


def verify(path: Path, progress: Progress | None = None) -> Report:
    """Derives every entry again from the entries of its successors, and counts them."""
    if Table(path).damaged_blocks():
        return Report([], [damaged(path).args[0]])
    table = QometTable(path)
    plies, undos = (_array(table.index.total, kind, path.parent) for kind in ("u1", "u2"))
    parts = range(0, table.index.total, _PART)

    def read(start: int) -> None:
        for first in range(start, min(start + _PART, table.index.total), BLOCK):
            entries = table.entries(first // BLOCK)
            unpack(entries, plies[first : first + BLOCK], undos[first : first + BLOCK])

    def complete(start: int) -> None:
        complete_part(table.index, plies, undos, start, start + _PART, table.stars)

    def check(start: int) -> tuple[int, Array]:
        counts = np.zeros(256, dtype=np.int64)
        end = min(start + _PART, table.index.total)
        return wrong_entry(table.index, plies, undos, start, end, table.stars, counts), counts

    for step in (read, complete):
        for _ in in_order(step, parts):
            pass
    total, errors = np.zeros(256, dtype=np.int64), list[str]()
    for start, (wrong, counts) in zip(parts, in_order(check, parts), strict=True):
        total += counts
        if wrong >= 0:
            errors.append(does_not_follow(f"{path}: {wrong}"))
        if progress:
            progress(min(start + _PART, table.index.total), table.index.total)
    return Report(_counted(total), errors)


def _array(entries: int, kind: str, folder: Path) -> Array:
    if entries <= _IN_MEMORY:
        return np.zeros(entries, dtype=kind)
    return np.memmap(TemporaryFile(dir=folder), dtype=kind, shape=(entries,))


def _counted(counts: Array) -> list[str]:
    won, lost = int(counts[1::2].sum()), int(counts[2::2].sum())
    return [
        Message("{n} entries in which the game goes on", n=f"{int(counts.sum()):,}"),
        Message(
            "{won} won, {drawn} drawn, {lost} lost",
            won=f"{won:,}",
            drawn=f"{int(counts[0]):,}",
            lost=f"{lost:,}",
        ),
        Message("the longest win takes {n} plies", n=int(np.nonzero(counts)[0].max())),
    ]


@compiled
def unpack(entries: Array, plies: Array, undos: Array) -> None:
    """Splits the entries of a file; those that it does not have are won in one ply, or over."""
    for i in range(len(entries)):
        if entries[i] == NO_ENTRY:
            plies[i] = LONG_WIN
        else:
            plies[i] = entries[i] & 255
            undos[i] = entries[i] & 0xFF00 | entries[i] >> 16


@compiled
def complete_part(
    index: Index, plies: Array, undos: Array, start: int, end: int, stars: int
) -> None:
    """Works out what the file leaves out about wins that take more than one ply."""
    found = np.empty((MOST_MOVES, 3), np.int64)
    for entry in range(start, min(end, index.offsets[64])):
        if plies[entry] % 2:
            mine, theirs = stars_at(index, block_of(index, entry), entry)
            if not has_square(mine) and not has_square(theirs):
                complete_win(index, plies, undos, entry, mine, theirs, stars, found)


@compiled
def complete_win(
    index: Index, plies: Array, undos: Array, entry: int, mine: int, theirs: int, stars: int,
    found: Array,
) -> None:  # fmt: skip
    """Finds the soonest win, and what is left if its only move is a push that is forbidden."""
    soonest = second = NEVER
    decisive = -1
    for i in range(moves(stars, mine, theirs, -1, found)):
        others, after, push = found[i]
        if has_square(others):
            continue
        if has_square(after):
            return
        value = plies_after(index, plies, undos, others, after, push)
        if value and value % 2 == 0:
            if value < soonest:
                soonest, second, decisive = value, soonest, push
            else:
                second = min(second, value)
    if plies[entry] == LONG_WIN:
        plies[entry] = soonest + 1 if soonest < NEVER else 0
    if decisive >= 0 and second > soonest and undos[entry] == 0:
        undos[entry] = UNDO_OF_ROW[decisive] << 8 | (second + 1 if second < NEVER else 0)


@compiled
def wrong_entry(
    index: Index, plies: Array, undos: Array, start: int, end: int, stars: int, counts: Array
) -> int:
    """The first of some entries that does not follow from its successors, or -1."""
    found, rows = np.empty((MOST_MOVES, 3), np.int64), np.empty(len(STEP), np.int64)
    for entry in range(start, end):
        mine, theirs = stars_at(index, block_of(index, entry), entry)
        if has_square(mine) or has_square(theirs):
            continue
        derived = plies_by_moves(index, plies, undos, mine, theirs, -1, stars, found)
        counts[derived] += 1
        if derived != plies[entry]:
            return entry
        if derived == 1:
            continue  # whoever could undo a push to make a square had it before the push
        for i in range(pushes(mine, theirs, rows)):
            without = plies_by_moves(index, plies, undos, mine, theirs, rows[i], stars, found)
            stored = undos[entry] >> 8 == UNDO_OF_ROW[rows[i]]
            if without != (undos[entry] & 255 if stored else derived):
                return entry
    return -1


@compiled
def plies_by_moves(
    index: Index, plies: Array, undos: Array, mine: int, theirs: int, forbidden: int, stars: int,
    found: Array,
) -> int:  # fmt: skip
    """The plies of a position, from those that the table has after each of its moves."""
    soonest, latest, drawn = NEVER, 0, False
    for i in range(moves(stars, mine, theirs, forbidden, found)):
        others, after, push = found[i]
        if has_square(others):
            latest = max(latest, 1)
        elif has_square(after):
            return 1
        else:
            value = plies_after(index, plies, undos, others, after, push)
            if value == 0:
                drawn = True
            elif value % 2:
                latest = max(latest, value)
            else:
                soonest = min(soonest, value)
    if soonest < NEVER:
        return soonest + 1
    return 0 if drawn else latest + 1


@compiled
def plies_after(index: Index, plies: Array, undos: Array, mine: int, theirs: int, push: int) -> int:
    """What the arrays say of a position after a move; a push must not be undone."""
    forbidden = UNDO_OF_ROW[BACK[push]] if push >= 0 else 0
    entry, undo = number(index, mine | theirs << 25 | forbidden << UNDO_SHIFT)
    exception: int = undos[entry]
    if undo and exception >> 8 == undo:
        return exception & 255
    return int(plies[entry])
