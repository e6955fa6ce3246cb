"""Table files: many small numbers, one for each position of a game, that can be trusted.

What stands where in a file is described in `tetrad.solvers.tables.format`. A table is written to a
file with the ending `.part`, block by block; after an interruption of any kind the whole blocks in
it are kept and the writing goes on behind them. When it is complete it gets its real name in one
step. A reader maps the file into memory and checks a block when it is first used: a damaged one is
an error, never an answer.
"""

from __future__ import annotations

import mmap
import os
import zlib
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import numpy as np
from numpy.typing import NDArray

from tetrad.message import Message, Wording
from tetrad.solvers.tables.format import (
    BLOCK,
    CHECKSUM,
    OFFSET,
    Layout,
    TableError,
    block_at,
    compressed,
    damaged,
    decompressed,
    read_header,
    reader,
    unreadable,
    whole_blocks,
)

Entries = NDArray[Any]

KEPT_BLOCKS = 256


class UnknownPositionError(LookupError):
    """A position that the table has no entry for."""


@dataclass(frozen=True)
class Report:
    """What a check of a table found: facts for the reader, and errors if it failed."""

    lines: list[str]
    errors: list[str]


class Writer:
    """Writes a table block by block and goes on where an interrupted one stopped.

    >>> with Writer(path, layout) as writer:        # doctest: +SKIP
    ...     for start in range(writer.entries, layout.entries, step):
    ...         writer.append(values[start : start + step])
    ...     writer.finish()
    """

    def __init__(self, path: Path, layout: Layout) -> None:
        self.path = path
        self.layout = layout
        self.part = path.with_name(path.name + ".part")
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = open_alone(self.part)
        self._offsets = whole_blocks(self._file, layout)
        self._rest = np.empty(0, layout.kind)

    @property
    def entries(self) -> int:
        """How many entries are safely in the file."""
        return min(len(self._offsets) * self.layout.entries_a_block, self.layout.entries)

    def append(self, values: Entries) -> None:
        """Add the next entries; those that do not fill a block wait for more."""
        assert not len(values) or int(values.max()) < 1 << self.layout.bits
        values = np.concatenate([self._rest, values.astype(self.layout.kind)])
        size = self.layout.entries_a_block
        whole = len(values) - len(values) % size
        for start in range(0, whole, size):
            self._write(values[start : start + size])
        self._rest = values[whole:]

    def append_coded(self, stored: bytes) -> None:
        """Add the next block of a table whose game codes them."""
        self._store(stored)

    def finish(self) -> None:
        """Write what is left, make sure that it is on the disk, and give the file its name."""
        if len(self._rest):
            self._write(self._rest)
            self._rest = self._rest[:0]
        if len(self._offsets) != self.layout.blocks:
            raise TableError(
                Message("{path} is not complete: {n} of {total}",
                        path=self.part, n=self.entries, total=self.layout.entries)
            )  # fmt: skip
        offsets = b"".join(map(OFFSET.pack, self._offsets))
        self._file.write(offsets + CHECKSUM.pack(zlib.crc32(offsets)))
        self._file.flush()
        os.fsync(self._file.fileno())
        os.replace(self.part, self.path)
        self.close()

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: object, _trace: TracebackType | None
    ) -> None:
        self.close()

    def read(self, start: int, stop: int) -> Entries:
        """Entries that are already in the file, to go on from."""
        return _read(self, start, stop)

    def block(self, number: int) -> bytes:
        stored = block_at(reader(self._file), self._offsets[number], number, self.layout)
        if stored is None:
            raise _damage(self.part, number)
        return decompressed(stored, self.layout)

    def _write(self, values: Entries) -> None:
        self._store(compressed(packed(values, self.layout.bits), self.layout))

    def _store(self, stored: bytes) -> None:
        number = len(self._offsets)
        offset = self._file.seek(0, os.SEEK_END)
        self._file.write(BLOCK.pack(len(stored), zlib.crc32(stored, number)) + stored)
        self._file.flush()
        self._offsets.append(offset)


class Table:
    """A finished table, mapped into memory."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with open(path, "rb") as file:
                self.layout, self._start = read_header(file, path)
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
                self._offsets = _offsets(self._map, self._start, self.layout, path)
        except OSError as error:
            raise unreadable(path, error) from None
        self._trusted = bytearray(self.layout.blocks)
        self._kept: dict[int, bytes] = {}

    def probe(self, index: int) -> int:
        """An entry, or TableError if its block is damaged."""
        if not 0 <= index < self.layout.entries:
            raise UnknownPositionError(f"{self.path} has no entry {index}")
        number, place = divmod(index, self.layout.entries_a_block)
        first, shift = divmod(place * self.layout.bits, 8)
        raw = self._bytes(number, first, first + max(self.layout.bits // 8, 1))
        return int.from_bytes(raw, "little") >> shift & (1 << self.layout.bits) - 1

    def get(self, index: int) -> int | None:
        """An entry, or None if there is none that can be trusted."""
        try:
            return self.probe(index)
        except (TableError, UnknownPositionError):
            return None

    def read(self, start: int, stop: int) -> Entries:
        return _read(self, start, stop)

    def block(self, number: int) -> bytes:
        """All entries of a block, checked."""
        return decompressed(self._stored(number), self.layout)

    def coded_block(self, number: int) -> bytes:
        """A block as its game has coded it; checked when it is first used."""
        if not self._trusted[number]:
            self._stored(number)
            self._trusted[number] = True
        start = int(self._offsets[number])
        size, _ = BLOCK.unpack_from(self._map, start)
        return self._map[start + BLOCK.size : start + BLOCK.size + size]

    def damaged_blocks(self) -> list[int]:
        """The blocks that fail their checksum: a look at every byte of the file."""
        return [number for number in range(self.layout.blocks) if not self._sound(number)]

    def close(self) -> None:
        self._map.close()

    def _bytes(self, number: int, start: int, stop: int) -> bytes:
        """A part of a block, which is checked as a whole before its first use."""
        if self.layout.packing == "none":
            if not self._trusted[number]:
                self._stored(number)
                self._trusted[number] = True
            offset = int(self._offsets[number]) + BLOCK.size
            return self._map[offset + start : offset + stop]
        block = self._kept.get(number)
        if block is None:
            block = self.block(number)
            if len(self._kept) >= KEPT_BLOCKS:
                self._kept = {}
            self._kept[number] = block
        return block[start:stop]

    def _stored(self, number: int) -> bytes:
        offset = int(self._offsets[number])
        stored = block_at(lambda at, size: self._map[at : at + size], offset, number, self.layout)
        if stored is None:
            raise _damage(self.path, number)
        return stored

    def _sound(self, number: int) -> bool:
        try:
            self._stored(number)
        except TableError:
            return False
        return True


def is_sound(path: Path) -> bool:
    """Whether there is a finished table whose every byte is as it was written."""
    try:
        return not Table(path).damaged_blocks()
    except TableError:
        return False


def _damage(path: Path, block: int) -> TableError:
    return damaged(f"{path}: {block}")


# Translators: the last line of a table that was checked and found right
SAMPLES_AGREE = Wording("samples-agree", "{n} random positions agree with rules and search")
# Translators: what is wrong with a table
SEARCH_DIFFERS = Wording("search-differs", "{position}: {n} plies, but a search says otherwise")


def does_not_follow(what: object) -> Message:
    """The complaint about an entry, or several, that the rules contradict."""
    return Message("{what} does not follow from the rules; build it again", what=what)


def too_little_memory(needed: int) -> TableError:
    mebibytes = -(-needed >> 20)
    return TableError(
        Message("this needs {n} MiB; allow that with {option}",
                n=mebibytes, option=f"--memory {mebibytes}")
    )  # fmt: skip


def open_alone(path: Path) -> BinaryIO:
    """A file to read and write that no other builder has; TableError if one does."""
    while True:
        file = open(path, "a+b")  # noqa: SIM115
        _lock(file, path)
        if path.exists() and os.path.samestat(os.fstat(file.fileno()), path.stat()):
            return file
        file.close()  # the one who had it has just finished it


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep a second builder out; where there are no such locks the builders must take care."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise TableError(
            Message("{path} is being written by another program; wait for it", path=path)
        ) from None


def _read(source: Writer | Table, start: int, stop: int) -> Entries:
    """Entries `start` to `stop`, block by block."""
    size = source.layout.entries_a_block
    numbers = range(start // size, -(-stop // size))
    blocks = [unpacked(source.block(number), source.layout.bits) for number in numbers]
    joined = np.concatenate(blocks) if blocks else np.empty(0, np.uint64)
    return joined[start - numbers.start * size : stop - numbers.start * size]


def _offsets(
    source: mmap.mmap, first: int, layout: Layout, path: Path
) -> NDArray[np.unsignedinteger[Any]]:
    size = layout.blocks * OFFSET.size
    start = len(source) - size - CHECKSUM.size
    if start < first or zlib.crc32(source[start:-4]) != CHECKSUM.unpack(source[-4:])[0]:
        raise damaged(path)
    return np.frombuffer(source[start:-4], "<u8")


def packed(values: Entries, bits: int) -> bytes:
    if bits >= 8:
        return values.tobytes()
    single = values[:, None] >> np.arange(bits, dtype=np.uint8) & 1
    return np.packbits(single.ravel(), bitorder="little").tobytes()


def unpacked(block: bytes, bits: int) -> Entries:
    if bits >= 8:
        return np.frombuffer(block, f"<u{bits // 8}")
    single = np.unpackbits(np.frombuffer(block, np.uint8), bitorder="little").reshape(-1, bits)
    return np.asarray(single @ (1 << np.arange(bits)).astype(np.uint8), np.uint8)
