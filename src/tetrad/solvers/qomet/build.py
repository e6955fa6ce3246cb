"""Qomet tables built on the processor, with little more than a byte of memory for each position.

Beside the table that is being built lie, mapped into memory,

    NAME.codes    what is known about each position, a byte (see `passes`)
    NAME.news     which of them this pass has changed, a bit each
    NAME.marks    which of them this pass has to look at, a bit each

and NAME.passes, to which every pass adds what it changed, part by part; when nothing changes any
more the table is written from that. NAME.note says which pass is under way and what it does. Doing
a step again changes nothing, so a build that was interrupted, at whatever moment, goes on with the
step that it was in. Seven stars per side take 8.6 GiB of memory, and some 22 GB on the disk.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from tetrad.message import Message
from tetrad.solvers.qomet import index_arrays, passes
from tetrad.solvers.qomet.coder import OVER, UNDO, Coding
from tetrad.solvers.qomet.index_arrays import Array
from tetrad.solvers.qomet.table import LONGEST_WIN, PART, in_order, save, save_few
from tetrad.solvers.tables.file import is_sound, open_alone, too_little_memory
from tetrad.solvers.tables.format import TableError

# Called with the work that is done and the work in all, in positions, and with what is under way.
Progress = Callable[..., None]

GROUP = passes.GROUP
# Bytes and number of the changes of a part, and their CRC-32.
_FRAME = struct.Struct("<III")
_FILES = ("codes", "news", "marks", "passes", "note", "builder")
# How much of the work is done after some passes, with seven stars per side; the rest is writing.
_PASSES = (0, 1, 2, 3, 4, 5, 7, 10, 15, 20, 216)
_SHARES = (0.0, 0.01, 0.08, 0.19, 0.24, 0.32, 0.45, 0.59, 0.72, 0.79, 0.98)


def build(
    path: Path,
    stars: int,
    memory: int | None = None,
    progress: Progress | None = None,
    most: int | None = None,
) -> Path:
    """Builds a table on the processor, or finishes one that was interrupted.

    One that is there already and sound is left as it is. Who names no memory allows all it takes;
    of all positions, those with `most` stars per side are kept, or every one.
    """
    if is_sound(path):
        clean_up(path)
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    with open_alone(path.with_suffix(".builder")):
        work = Work(path, stars, memory, progress)
        while work.changed:
            work.one_pass()
        if most is None or most == stars:
            save(path, Found(work), Coding(stars, LONGEST_WIN, False), stars, work.show_writing)
        else:
            save_few(path, Found(work), stars, most, work.show_writing)
    clean_up(path)
    return path


def clean_up(path: Path) -> None:
    """Removes what lies beside a finished table."""
    for name in _FILES:
        path.with_suffix(f".{name}").unlink(missing_ok=True)


class Work:
    """A build under way."""

    def __init__(
        self, path: Path, stars: int, memory: int | None, progress: Progress | None
    ) -> None:
        self.index = index_arrays.build(stars)
        self.total = self.index.total
        groups = -(-self.total // GROUP)
        if memory is not None and self.total + 2 * groups > memory:
            raise too_little_memory(self.total + 2 * groups)
        self._paths = {name: path.with_suffix(f".{name}") for name in _FILES}
        self._progress = progress
        self.turn, self.stage, self.changed, self._logged = self._noted()
        fresh = self.turn == 1
        self.codes = _bytes(self._paths["codes"], self.total, fresh)
        self._news = _bytes(self._paths["news"], groups, fresh)
        self._marks = _bytes(self._paths["marks"], groups, fresh)
        self.parts = range(0, self.total, PART)

    def one_pass(self) -> None:
        """Does what is left to do of a pass."""
        every = self.turn == 1 or self._is_quicker_to_judge_every_one()
        if self.stage == "mark":
            if not every:
                self._each_part(self._mark)
            self._note("clear")
        if self.stage == "clear":
            self._news[:] = 0
            self._note("judge")
        with open(self._paths["passes"], "r+b" if self._logged else "w+b") as log:
            log.truncate(self._logged)
            log.seek(self._logged)
            self.changed = self._judge_all(every, log)
            log.flush()
            os.fsync(log.fileno())
            self._logged = log.tell()
        self.turn += 1
        self._note("mark")

    def log(self) -> Path:
        return self._paths["passes"]

    def _is_quicker_to_judge_every_one(self) -> bool:
        """While much changes, above all before odd passes: losses have many positions before."""
        return self.changed * (20 if self.turn % 2 else 8) > self.total

    def _mark(self, start: int) -> None:
        end = min(start + PART, self.total)
        passes.mark(self.index, self.codes, self._marks, self._news, start, end)

    def _judge_all(self, every: bool, log: BinaryIO) -> int:
        def judge(start: int) -> tuple[int, bytes]:
            end, codes = min(start + PART, self.total), self.codes
            if self.turn == 1:
                passes.begin(self.index, codes, self._news, start, end)
            else:
                passes.judge(
                    self.index, codes, self._marks, self._news, start, end, self.turn, every
                )
            return self._frame(start, end)

        changed, before, after = 0, _share(self.turn - 1), _share(self.turn)
        for start, (count, frame) in zip(self.parts, in_order(judge, self.parts), strict=True):
            changed += count
            log.write(frame)
            part = min(start + PART, self.total) / self.total
            self._show(before, after, part, f"pass {self.turn}")
        return changed

    def _frame(self, start: int, end: int) -> tuple[int, bytes]:
        """How many entries of a part the pass has changed, and the frame that tells which."""
        news = self._news[start // GROUP : -(-end // GROUP)]
        changes = np.empty(end - start, dtype=np.uint8)
        count = passes.changes_of(self.codes[start:end], news, changes)
        both = news.tobytes() + changes[:count].tobytes()
        packed = zlib.compress(both, 1) if count else b""
        return count, _FRAME.pack(len(packed), count, zlib.crc32(packed)) + packed

    def _each_part(self, step: Callable[[int], None]) -> None:
        for _ in in_order(step, self.parts):
            pass

    def show_writing(self, done: int, total: int) -> None:
        self._show(_SHARES[-1], 1.0, done / total, "writing")

    def _show(self, before: float, after: float, part: float, note: str) -> None:
        if self._progress:
            share = before + (after - before) * part
            self._progress(round(share * self.total), self.total, note)

    def _noted(self) -> tuple[int, str, int, int]:
        """The pass, its stage, what the pass before changed, and the length of the log."""
        try:
            turn, stage, changed, logged = json.loads(self._paths["note"].read_text())
        except FileNotFoundError:
            return 1, "judge", 1, 0
        return turn, stage, changed, logged

    def _note(self, stage: str) -> None:
        """What is on the disk is never older than the note about it."""
        self.stage = stage
        for each in (self.codes, self._news, self._marks):
            each.flush()
        part = self._paths["note"].with_suffix(".written")
        with part.open("w", encoding="ascii") as file:
            json.dump([self.turn, stage, self.changed, self._logged], file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, self._paths["note"])


class Found:
    """The words that follow from the log of all passes, part by part."""

    def __init__(self, work: Work) -> None:
        self._codes, self._total, self._parts = work.codes, work.total, len(work.parts)
        self._path = work.log()
        with open(self._path, "rb") as file:
            self._log = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._frames = [0]
        while (at := self._frames[-1]) < len(self._log):
            self._frames.append(at + _FRAME.size + _FRAME.unpack_from(self._log, at)[0])

    def __len__(self) -> int:
        return self._total

    def __getitem__(self, part: slice) -> Array:
        number, off = divmod(part.start, PART)
        assert off == 0
        codes = self._codes[part]
        words = np.where(codes == passes.OVER, OVER << UNDO, 0).astype(np.uint32)
        groups = -(-len(words) // GROUP)
        for turn, frame in enumerate(self._frames[number : -1 : self._parts], start=1):
            both = self._changes(frame)
            if len(both):
                passes.add_to_words(words, both[:groups], both[groups:], turn)
        return words

    def _changes(self, at: int) -> Array:
        """The bits and the codes of a frame, or nothing."""
        size, _, checksum = _FRAME.unpack_from(self._log, at)
        packed = self._log[at + _FRAME.size : at + _FRAME.size + size]
        if zlib.crc32(packed) != checksum:
            raise _unfit(self._path)
        if not size:
            return np.empty(0, dtype=np.uint8)
        return np.frombuffer(zlib.decompress(packed), dtype=np.uint8)


def _share(turn: int) -> float:
    return float(np.interp(turn, _PASSES, _SHARES))


def _bytes(path: Path, size: int, fresh: bool) -> np.memmap[Any, np.dtype[np.uint8]]:
    if not fresh and (not path.exists() or path.stat().st_size != size):
        raise _unfit(path)
    return np.memmap(path, dtype=np.uint8, mode="w+" if fresh else "r+", shape=(size,))


def _unfit(path: Path) -> TableError:
    return TableError(
        Message("{path} does not match its progress file; delete both to start again", path=path)
    )
