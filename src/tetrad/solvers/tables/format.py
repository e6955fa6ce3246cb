"""The bytes of a table file: a header, blocks, and the list of where the blocks are.

Numbers are little endian.

    byte  0   8 bytes   "TETRAD", carriage return, line feed
          8   u32       1, the version of this format
         12   u32       bits of an entry: 1, 2, 4, 8, 16, 32 or 64
         16   u64       number of entries
         24   u32       bytes of a block before compression; the last one may be shorter
         28   u32       how blocks are packed: 0 not at all, 2 by the game, 3 zlib
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

A zlib block holds its bytes in another order: first the lowest byte of every entry, then the next
byte of every entry, and so on. Bytes of one place are alike. All this needs the standard library
only.
"""

from __future__ import annotations

import io
import json
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Literal

from tetrad.language import CANNOT_READ, why
from tetrad.message import Message

MAGIC = b"TETRAD\r\n"
VERSION = 1
BITS = (1, 2, 4, 8, 16, 32, 64)

_HEADER = struct.Struct("<8sIIQII16s16sI")
CHECKSUM = struct.Struct("<I")
BLOCK = struct.Struct("<II")
OFFSET = struct.Struct("<Q")

Packing = Literal["none", "game", "zlib"]
PACKINGS: dict[int, Packing] = {0: "none", 2: "game", 3: "zlib"}
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
    packing: Packing = "none"
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
        packing = next(number for number, name in PACKINGS.items() if name == self.packing)
        sizes = (self.bits, self.entries, self.block_bytes, packing)
        fixed = _HEADER.pack(MAGIC, VERSION, *sizes, game, name, len(parameters))
        return fixed + CHECKSUM.pack(zlib.crc32(fixed + parameters)) + parameters


def read_header(file: BinaryIO, path: Path) -> tuple[Layout, int]:
    """The layout and where the first block starts."""
    fixed, checksum = file.read(_HEADER.size), file.read(CHECKSUM.size)
    if len(fixed) < _HEADER.size or not fixed.startswith(MAGIC):
        raise TableError(Message("{path} is not a Tetrad table", path=path))
    _, version, bits, entries, block_bytes, packing, game, name, size = _HEADER.unpack(fixed)
    if version != VERSION:
        raise TableError(
            Message("{path} has format {version}, this program reads {due}",
                    path=path, version=version, due=VERSION)
        )  # fmt: skip
    parameters = file.read(size)
    if packing not in PACKINGS or CHECKSUM.pack(zlib.crc32(fixed + parameters)) != checksum:
        raise damaged(path)
    game, name = (text.rstrip(b"\0").decode("ascii") for text in (game, name))
    sizes = (entries, bits, block_bytes, PACKINGS[packing])
    layout = Layout(game, name, *sizes, json.loads(parameters))
    return layout, _HEADER.size + CHECKSUM.size + size


def read_whole(path: Path) -> tuple[Layout, bytes]:
    """The layout of a small table and all its entries at once, or TableError."""
    try:
        file = io.BytesIO(path.read_bytes())
    except OSError as error:
        raise unreadable(path, error) from None
    layout, offset = read_header(file, path)
    offsets, blocks = b"", b""
    for number in range(layout.blocks):
        if (stored := block_at(reader(file), offset, number, layout)) is None:
            raise damaged(f"{path}: {number}")
        offsets += OFFSET.pack(offset)
        blocks += decompressed(stored, layout)
        offset += BLOCK.size + len(stored)
    file.seek(offset)
    if file.read() != offsets + CHECKSUM.pack(zlib.crc32(offsets)):
        raise damaged(path)
    return layout, blocks


def unreadable(path: Path, error: OSError) -> TableError:
    if isinstance(error, FileNotFoundError):
        return TableError(Message("there is no table {path}; build it first", path=path))
    return TableError(CANNOT_READ(path=path, why=why(error)))


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
    assert layout.packing in ("none", "zlib")
    if layout.packing == "none":
        return block
    width = max(layout.bits // 8, 1)
    return zlib.compress(b"".join(block[place::width] for place in range(width)), 9)


def decompressed(stored: bytes, layout: Layout) -> bytes:
    if layout.packing != "zlib":
        return stored
    width, planes = max(layout.bits // 8, 1), zlib.decompress(stored)
    block, entries = bytearray(len(planes)), len(planes) // width
    for place in range(width):
        block[place::width] = planes[place * entries : (place + 1) * entries]
    return bytes(block)
