"""Table files for Qomet: what every position is worth.

One file in the format of `solvers.tables.format`, numbered as in `index` and coded as in `coder`.
A block holds 32,768 entries in 128 pages:

    128 times u16   where each page ends, in 16-bit words behind this list
    u16 each        the words of the pages

Not all of it is stored. Lost positions have their plies; so have positions that are lost because a
push is forbidden. Of a win that takes long it is only known that it is one, and nothing is kept
about a win that a forbidden push delays: such a position is worth one ply more than the soonest
loss among the positions that its moves lead to, so that one look at each of them tells. If there is
none, neither player can force a win. The parameters are

    stars, most     stars per side in the game, and the most in the positions of this table
    longest_win     wins of up to so many plies are stored
    all_undos       1 if everything that a forbidden push changes is stored, not only losses
    model           the rows of the coder, from one to the next symbol: u16, zlib, base64
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from os import cpu_count
from pathlib import Path
from typing import Protocol, TypeVar
from zlib import compress, decompress

import numpy as np

from tetrad.kernels.fast.qomet import MOST_ACTIONS, can_win, children
from tetrad.kernels.qomet import KEY, LOST, SPACES, UNDO_SHIFT, WON
from tetrad.message import Message
from tetrad.rules.qomet import STARS_EACH
from tetrad.solvers.qomet import coder, index_arrays
from tetrad.solvers.qomet.coder import LONG_WIN, NO_ENTRY, OVER, PAGE, PLIES, UNDO, Coding
from tetrad.solvers.qomet.index_arrays import Array, Index
from tetrad.solvers.tables.file import Table, UnknownPositionError, Writer
from tetrad.solvers.tables.format import Layout, TableError, damaged

Result = TypeVar("Result")

BLOCK = 1 << 15
LONGEST_WIN, LONGEST_STORED = 15, 254
_PAGES = BLOCK // PAGE
PART = 128 * BLOCK
# One part in so many is counted to find out how often symbols come.
_SAMPLE = 16


class QometTable:
    """The plies of all positions with at most `most` stars per side; TableError if damaged."""

    def __init__(self, path: Path) -> None:
        self.file = Table(path)
        parameters = self.file.layout.parameters
        if self.file.layout.packing != "game":
            raise damaged(path)
        self.stars, self.most = int(parameters["stars"]), int(parameters["most"])
        self.coding = Coding(self.stars, parameters["longest_win"], bool(parameters["all_undos"]))
        self.index = index_arrays.build(self.most)
        self._model = _model_in(parameters["model"])
        if self.file.layout.entries != self.index.total:
            raise damaged(path)

    def probe(self, mine: int, theirs: int, undo: int) -> int:
        """Plies of a position that is not over and not won in one ply, or UnknownPositionError."""
        plies, changed = self._entry(mine, theirs, undo)
        if changed is not None:
            return changed
        if plies % 2 == 0:
            return plies
        if plies != LONG_WIN and (undo == 0 or self.coding.all_undos):
            return plies
        return self._plies_by_moves(mine | theirs << 25 | undo << UNDO_SHIFT)

    def get(self, mine: int, theirs: int, undo: int) -> int | None:
        try:
            return self.probe(mine, theirs, undo)
        except (TableError, UnknownPositionError):
            return None

    def entries(self, number: int) -> Array:
        """All entries of a block, as `coder.unfold` leaves them."""
        first = number * BLOCK
        entries = np.empty(min(BLOCK, self.index.total - first), dtype=np.int64)
        words = np.frombuffer(self.file.coded_block(number), dtype="<u2")
        coder.unfold_pages(self.index, self.coding, self._model, words, _PAGES, first, entries)
        return entries

    def _entry(self, mine: int, theirs: int, undo: int) -> tuple[int, int | None]:
        """The plies that are stored, and those with the undo forbidden where these are stored."""
        if max(mine.bit_count(), theirs.bit_count()) > self.most:
            raise UnknownPositionError("the position has more stars than the table")
        key = mine | theirs << 25 | undo << UNDO_SHIFT
        entry, seen = index_arrays.number(self.index, key)
        found = self._stored(entry)
        if found == NO_ENTRY:
            return LONG_WIN, None
        if undo and found >> 8 & 255 == seen:
            return found & 255, found >> 16
        return found & 255, None

    def _stored(self, entry: int) -> int:
        number, place = divmod(entry, BLOCK)
        entries = np.empty(place % PAGE + 1, dtype=np.int64)
        first = entry - place % PAGE
        page = self._page(number, place // PAGE)
        coder.unfold(self.index, self.coding, self._model, page, first, entries)
        return int(entries[-1])

    def _page(self, number: int, place: int) -> Array:
        words = np.frombuffer(self.file.coded_block(number), dtype="<u2")
        begin = int(words[place - 1]) if place else 0
        return words[_PAGES + begin : _PAGES + int(words[place])]

    def _plies_by_moves(self, key: int) -> int:
        """Plies of a position that is not lost: one more than the soonest loss after its moves."""
        keys = np.empty(MOST_ACTIONS, dtype=np.int64)
        after = keys[: children(key, self.stars, keys, 0)].tolist()
        if any(key & WON for key in after):
            return 1
        losses = [plies for key in after if (plies := self._loss(key))]
        return min(losses) + 1 if losses else 0

    def _loss(self, key: int) -> int:
        """Plies of a lost position after a move, or 0 if it is not lost."""
        mine, theirs, undo = key & SPACES, key >> 25 & SPACES, (key & KEY) >> UNDO_SHIFT
        if key & LOST or can_win(mine, theirs, undo, self.stars):
            return 0
        plies, changed = self._entry(mine, theirs, undo)
        plies = plies if changed is None else changed
        return plies if plies % 2 == 0 else 0


def opened(path: Path) -> QometTable | None:
    """The table of the whole game, or None if it is missing, damaged or that of a smaller game."""
    try:
        table = QometTable(path)
    except TableError:
        return None
    return table if table.stars == STARS_EACH else None


class Words(Protocol):
    """An array of words, wherever it is."""

    def __len__(self) -> int: ...

    def __getitem__(self, part: slice, /) -> Array: ...


def save(
    path: Path,
    words: Words,
    coding: Coding,
    most: int,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Writes a table from words in the order of the index, or finishes writing it."""
    index = index_arrays.build(most)
    model = _model_of(index, coding, words)
    parameters = coding._asdict() | {"all_undos": int(coding.all_undos), "most": most}
    parameters["model"] = _model_text(model)
    layout = Layout("qomet", path.stem, len(words), 8, BLOCK, packing="game", parameters=parameters)

    def folded(start: int) -> list[bytes]:
        return _blocks(index, coding, model, np.asarray(words[start : start + PART]), start)

    with Writer(path, layout) as writer:
        starts = range(writer.entries, len(words), PART)
        for start, blocks in zip(starts, in_order(folded, starts), strict=True):
            for block in blocks:
                writer.append_coded(block)
            if progress:
                progress(min(start + PART, len(words)), len(words))
        writer.finish()
    _compare(path, words)


def save_few(
    path: Path,
    words: Words,
    stars: int,
    most: int,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Writes what the words of a whole game say about positions with few stars.

    Nothing is left to look up after a move, which may put a star too many: all plies are stored.
    """
    save(path, excerpt(words, stars, most), Coding(stars, LONGEST_STORED, True), most, progress)


def excerpt(words: Words, stars: int, most: int) -> Array:
    """The words of the positions with at most so many stars per side, in their own order."""
    whole, few = index_arrays.build(stars), index_arrays.build(most)
    found = np.empty(few.total, dtype=np.uint32)
    for block in (8 * k + m for k in range(most + 1) for m in range(most + 1)):
        begin, end = whole.offsets[block : block + 2].tolist()
        moved = few.offsets[block] - begin
        for start in range(begin // PART * PART, end, PART):
            part, first = words[start : start + PART], max(begin, start)
            last = min(end, start + PART)
            found[first + moved : last + moved] = part[first - start : last - start]
    return found


def _compare(path: Path, words: Words) -> None:
    """Reads what was written, all of it; TableError if that is not what should be there."""
    table = QometTable(path)

    def differences(start: int) -> int:
        part = np.asarray(words[start : start + PART])
        firsts = range(0, len(part), BLOCK)
        blocks = [table.entries((start + first) // BLOCK) for first in firsts]
        return coder.differences(table.coding, np.concatenate(blocks), part)

    if sum(in_order(differences, range(0, len(words), PART))):
        path.unlink()
        raise damaged(path)


def in_order(work: Callable[[int], Result], starts: range) -> Iterator[Result]:
    """The results of work on all processors, in order, with few of them waiting."""
    processors = cpu_count() or 1
    waiting: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(processors) as pool:
        for start in starts:
            waiting.append(pool.submit(work, start))
            if len(waiting) > 2 * processors:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _model_of(index: Index, coding: Coding, words: Words) -> Array:
    counts = np.zeros((coder.ROWS, coder.SYMBOLS), dtype=np.int64)
    for start in range(0, len(words), _SAMPLE * PART):
        part = np.asarray(words[start : start + PART])
        coder.count_symbols(index, coding, part, start, counts)
    return coder.model_of(counts).astype(np.uint16)


def _blocks(index: Index, coding: Coding, model: Array, words: Array, first: int) -> list[bytes]:
    """The coded blocks of a part."""
    over = words >> UNDO & 127 == OVER
    if int(np.where(over, 0, words & PLIES).max()) >= coder.EXCEPTION:
        raise TableError(Message("games of more than 254 plies do not fit into a table"))
    blocks = []
    out = np.empty(4 * BLOCK, dtype=np.uint16)
    for start in range(0, len(words), BLOCK):
        part = words[start : start + BLOCK]
        ends = np.zeros(-(-len(part) // PAGE), dtype=np.int64)
        size = coder.fold(index, coding, model, part, first + start, ends, out)
        table = np.full(_PAGES, size, dtype="<u2")
        table[: len(ends)] = ends
        blocks.append(table.tobytes() + out[:size].astype("<u2").tobytes())
    return blocks


def _model_text(model: Array) -> str:
    shares = np.diff(model.astype(np.int64), axis=1).astype("<u2")
    return b64encode(compress(shares.tobytes(), 9)).decode()


def _model_in(text: str) -> Array:
    shares = np.frombuffer(decompress(b64decode(text)), dtype="<u2").reshape(-1, coder.SYMBOLS)
    model = np.zeros((len(shares), coder.SYMBOLS + 1), dtype=np.uint16)
    model[:, 1:] = shares.cumsum(axis=1)
    return model
