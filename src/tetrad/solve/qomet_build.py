"""Qomet tables on disk: built on the processor or on a GPU, and checked.

On the processor the words live in a file beside the table, mapped into memory, with a note of the
pass that is under way. Doing a pass again changes nothing, so a build that was interrupted, however
rudely, goes on with the pass it was in. It has to reach any word at any time: a machine should have
four bytes of memory for each of them (see `qomet_index` for their numbers).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tetrad.kernels import compiled
from tetrad.kernels.qomet import (
    KEY,
    LOST,
    MOST_ACTIONS,
    SPACES,
    UNDO_SHIFT,
    WON,
    can_win,
    children,
    is_legal,
    is_over,
)
from tetrad.kernels.qomet_board import IS_UNDO, TARGET
from tetrad.position import Message
from tetrad.solve import qomet_index, qomet_table
from tetrad.solve.qomet_file import QometTable, save, undo_path
from tetrad.solve.qomet_index import Array, Index
from tetrad.solve.tables import (
    Report,
    Table,
    TableError,
    damaged,
    does_not_follow,
    too_little_memory,
)

# Called with the words that were looked at and how many there are, pass by pass.
Progress = Callable[[int, int], None]


def build(path: Path, stars: int, memory: int, progress: Progress | None = None) -> Path:
    """Builds a table on the processor, or finishes one that was interrupted."""
    index = qomet_index.build(stars)
    if 4 * index.total > memory:
        raise too_little_memory(4 * index.total)
    words_path, note = path.with_suffix(".words"), path.with_suffix(".pass")
    path.parent.mkdir(parents=True, exist_ok=True)
    words = _words(words_path, index.total, fresh=not note.exists())
    turn, again = (json.loads(note.read_text()), True) if note.exists() else (1, False)
    changed = 1
    while changed:
        _write(note, turn)
        changed = one_pass(index, words, turn, progress)
        words.flush()
        changed, turn, again = max(changed, again), turn + 1, False
    save(path, words, stars, stars)
    words_path.unlink()
    note.unlink()
    return path


def one_pass(index: Index, words: Array, turn: int, progress: Progress | None) -> int:
    """Does one pass over all words; returns how many it changed."""
    blocks = [8 * k + m for k in range(index.each + 1) for m in range(index.each + 1)]
    changed = 0
    if turn > 1:
        for block in blocks:
            qomet_table.mark_pass(index, words, block, turn - 1)
    for block in blocks:
        if turn == 1:
            changed += qomet_table.first_pass(index, words, *divmod(block, 8))
        else:
            changed += qomet_table.judge_pass(index, words, block, turn)
        if progress:
            progress(int(index.offsets[block + 1]), index.total)
    return changed


def _words(path: Path, total: int, fresh: bool) -> np.memmap[Any, np.dtype[np.uint32]]:
    if not fresh and (not path.exists() or path.stat().st_size != 4 * total):
        raise TableError(
            Message("{path} does not fit to its note; delete both to begin again", path=path)
        )
    return np.memmap(path, dtype=np.uint32, mode="w+" if fresh else "r+", shape=(total,))


def _write(note: Path, turn: int) -> None:
    part = note.with_suffix(".note")
    part.write_text(json.dumps(turn))
    os.replace(part, note)


def verify(path: Path, progress: Progress | None = None) -> Report:
    """Derives every entry again from the entries of its successors, and counts them."""
    unsound = [file for file in (path, undo_path(path)) if Table(file).damaged_blocks()]
    if unsound:
        return Report([], [damaged(file).args[0] for file in unsound])
    table = QometTable(path)
    index = qomet_index.build(table.most)
    plies, undos = Table(path).read(0, index.total), Table(undo_path(path)).read(0, index.total)
    counts, errors = np.zeros(256, dtype=np.int64), list[str]()
    for block in range(64):
        first, end = int(index.offsets[block]), int(index.offsets[block + 1])
        wrong = wrong_entry(index, plies, undos, block, table.stars, counts)
        if wrong >= 0:
            errors.append(does_not_follow(f"{path}: {wrong}"))
        if progress and end > first:
            progress(end, index.total)
    return Report(_counted(counts), errors)


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
def wrong_entry(
    index: Index, plies: Array, undos: Array, block: int, stars: int, counts: Array
) -> int:
    """The first entry of a block that does not follow from its successors, or -1."""
    keys = np.empty(MOST_ACTIONS, np.int64)
    for entry in range(index.offsets[block], index.offsets[block + 1]):
        mine, theirs = qomet_table.stars_at(index, block, entry)
        key = mine | theirs << 25
        if is_over(key):
            continue
        derived = plies_by_moves(index, plies, undos, key, stars, keys)
        counts[derived] += 1
        if derived != 1 and derived != plies[entry]:
            return entry
        for action in range(25, MOST_ACTIONS):
            undo = IS_UNDO[action]
            if undo > 0 and theirs & TARGET[action] and is_legal(mine, theirs, 0, action, stars):
                bound = key | undo << UNDO_SHIFT
                with_undo = plies_by_moves(index, plies, undos, bound, stars, keys)
                kept = undos[entry] & 255 if undos[entry] >> 8 == undo else derived
                if with_undo != kept:
                    return entry
    return -1


@compiled
def plies_by_moves(
    index: Index, plies: Array, undos: Array, key: int, stars: int, keys: Array
) -> int:
    """The plies of a position, from those that the table has after each of its moves."""
    soonest, latest, drawn = 1 << 30, 0, False
    for i in range(children(key, stars, keys, 0)):
        after = plies_after(index, plies, undos, keys[i], stars)
        if after == 0 and not keys[i] & WON:
            drawn = True
        elif after % 2:
            latest = max(latest, after)
        else:
            soonest = min(soonest, after)
    if soonest < 1 << 30:
        return soonest + 1
    return 0 if drawn else latest + 1


@compiled
def plies_after(index: Index, plies: Array, undos: Array, key: int, stars: int) -> int:
    """Plies after a move: 0 if it won, or in a draw; a move that gives a square away is a loss."""
    if key & WON:
        return 0
    if key & LOST or can_win(key & SPACES, key >> 25 & SPACES, key >> UNDO_SHIFT & 127, stars):
        return 1
    entry, undo = qomet_table.number(index, key & KEY)
    exception: int = undos[entry]
    if undo and exception >> 8 == undo:
        return exception & 255
    return int(plies[entry])
