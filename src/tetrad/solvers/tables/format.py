"""The bytes of a table file: a header, blocks, and the list of where the blocks are.

Numbers are little endian.

    byte  0   8 bytes   "TETRAD", carriage return, line feed
          8   u32       1, the version of this format
         12   u32       bits of an entry: 1, 2, 4, 8, 16, 32 or 64
         16   u64       number of entries
         24   u32       bytes of a block before compression; the last one may be shorter
         28   u32       1 if blocks are compressed with zstd, 2 if the game codes them, else 0
         32   16 bytes  the game, ASCII, filled up with zeros
         48   16 bytes  the name of the table, ASCII, filled up with zeros
         64   u32       length n of the parameters
         68   u32       CRC-32 of bytes 0 to 67 and of the parameters
         72   n bytes   parameters that the game needs to read its table, UTF-8 JSON
    then, for every block:
              u32       bytes that follow
              u32       CRC-32 of those bytes, started with the number of the block
              bytes     entries, the first in the lowest bits, maybe compressed
    at the end:
              u64 each  where in the file each block starts
              u32       CRC-32 of that list
"""

from __future__ import annotations

import json
import mmap
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from tetrad.position import Message

MAGIC = b"TETRAD\r\n"
VERSION = 1
BITS = (1, 2, 4, 8, 16, 32, 64)

_HEADER = struct.Struct("<8sIIQII16s16sI")
CHECKSUM = struct.Struct("<I")
BLOCK = struct.Struct("<II")
OFFSET = struct.Struct("<Q")

Entries = NDArray[Any]
Read = Callable[[int, int], bytes]


class TableError(Exception):
    """A table file that is missing, damaged or not what it should be."""


def damaged(what: object) -> TableError:
    return TableError(Message("{what} is damaged; build it again", what=what))


@dataclass(frozen=True)
class Layout:
    """What the header says."""

    game: str
    name: str
    entries: int
    bits: int
    block_bytes: int = 1 << 16
    compressed: bool = False
    coded: bool = False
    parameters: dict[str, Any] = field(default_factory=dict)

    @property
    def entries_a_block(self) -> int:
        return self.block_bytes * 8 // self.bits

    @property
    def kind(self) -> str:
        """The type of array that holds one entry in each element."""
        return f"<u{max(self.bits // 8, 1)}"

    @property
    def blocks(self) -> int:
        return -(-self.entries // self.entries_a_block)

    def to_bytes(self) -> bytes:
        assert self.bits in BITS
        parameters = json.dumps(self.parameters, sort_keys=True).encode()
        game, name = self.game.encode("ascii"), self.name.encode("ascii")
        packing = 2 if self.coded else int(self.compressed)
        sizes = (self.bits, self.entries, self.block_bytes, packing)
        fixed = _HEADER.pack(MAGIC, VERSION, *sizes, game, name, len(parameters))
        return fixed + CHECKSUM.pack(zlib.crc32(fixed + parameters)) + parameters


def read_header(file: BinaryIO, path: Path) -> tuple[Layout, int]:
    """The layout and where the first block starts."""
    fixed, checksum = file.read(_HEADER.size), file.read(CHECKSUM.size)
    if len(fixed) < _HEADER.size or not fixed.startswith(MAGIC):
        raise TableError(Message("{path} is not a table of Tetrad", path=path))
    _, version, bits, entries, block_bytes, packing, game, name, size = _HEADER.unpack(fixed)
    if version != VERSION:
        raise TableError(
            Message("{path} has format {version}, this program reads {due}",
                    path=path, version=version, due=VERSION)
        )  # fmt: skip
    parameters = file.read(size)
    if CHECKSUM.pack(zlib.crc32(fixed + parameters)) != checksum:
        raise damaged(path)
    game, name = (text.rstrip(b"\0").decode("ascii") for text in (game, name))
    sizes = (entries, bits, block_bytes, packing == 1, packing == 2)
    layout = Layout(game, name, *sizes, json.loads(parameters))
    return layout, _HEADER.size + CHECKSUM.size + size


def read_offsets(
    source: mmap.mmap, first: int, layout: Layout, path: Path
) -> NDArray[np.unsignedinteger[Any]]:
    size = layout.blocks * OFFSET.size
    start = len(source) - size - CHECKSUM.size
    if start < first or zlib.crc32(source[start:-4]) != CHECKSUM.unpack(source[-4:])[0]:
        raise damaged(path)
    return np.frombuffer(source[start:-4], "<u8")


def reader(file: BinaryIO) -> Read:
    def read(offset: int, size: int) -> bytes:
        file.seek(offset)
        return file.read(size)

    return read


def whole_blocks(file: BinaryIO, layout: Layout) -> list[int]:
    """Where the sound blocks of an interrupted file start; whatever follows them is cut off."""
    header = layout.to_bytes()
    file.seek(0)
    if file.read(len(header)) != header:
        file.truncate(0)
        file.write(header)
        file.flush()
    offsets: list[int] = []
    end = len(header)
    while (stored := block_at(reader(file), end, len(offsets), layout)) is not None:
        offsets.append(end)
        end += BLOCK.size + len(stored)
    file.truncate(end)
    return offsets


def block_at(read: Read, offset: int, number: int, layout: Layout) -> bytes | None:
    """The block at an offset as it is stored, or None if it is not there as it was written."""
    fixed = read(offset, BLOCK.size)
    if number >= layout.blocks or len(fixed) < BLOCK.size:
        return None
    size, checksum = BLOCK.unpack(fixed)
    stored = read(offset + BLOCK.size, min(size, 2 * layout.block_bytes))
    sound = len(stored) == size and zlib.crc32(stored, number) == checksum
    return stored if sound else None


def compressed(block: bytes, layout: Layout) -> bytes:
    if not layout.compressed:
        return block
    import zstandard

    return zstandard.ZstdCompressor(level=9).compress(block)


def decompressed(stored: bytes, layout: Layout) -> bytes:
    if not layout.compressed:
        return stored
    import zstandard

    return zstandard.ZstdDecompressor().decompress(stored, max_output_size=layout.block_bytes)


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
