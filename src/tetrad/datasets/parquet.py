"""Sets of positions as Parquet files; the data sheet stands beside each, and inside it.

    position  string        the position in the game's notation
    code      list<uint64>  the same as a code of `tetrad.kernels`: two words, one in Qomet
    turn      int8          whose turn it is: 1 for FIRST, 2 for SECOND
    ply       int16         plies played before
    value     int8          for the player to move: 1 win, 0 draw, -1 loss
    distance  int16         plies to the end of the game; null for draws and where it is not known
    best      list<string>  the moves proven best: the same value, and the same distance
    complete  bool          whether no other move can be as good
    split     string        train, validation or test

Rows come in the order in which they were drawn. The bytes depend on the version of pyarrow alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tetrad.datasets import sheet
from tetrad.datasets.draw import SPLITS, Drawn, draw, split_of
from tetrad.datasets.label import Labelled, labelled
from tetrad.kernels.quantik import ACTIONS, move_of

SCHEMA = pa.schema(
    [
        pa.field("position", pa.string(), nullable=False),
        pa.field("code", pa.list_(pa.uint64()), nullable=False),
        pa.field("turn", pa.int8(), nullable=False),
        pa.field("ply", pa.int16(), nullable=False),
        pa.field("value", pa.int8(), nullable=False),
        pa.field("distance", pa.int16()),
        pa.field("best", pa.list_(pa.string()), nullable=False),
        pa.field("complete", pa.bool_(), nullable=False),
        pa.field("split", pa.string(), nullable=False),
    ]
)
CHUNK = 256
Report = Callable[[int, int], None]


@dataclass
class Written:
    """What is in a file: rows by split and value, and what was left out."""

    game: str
    rows: int = 0
    left_out: int = 0
    counts: Counter[tuple[str, int]] = field(default_factory=Counter)

    def add(self, split: str, value: int, number: int = 1) -> None:
        self.counts[split, value] += number
        self.rows += number


def export(
    game: str, count: int, seed: int, out: Path, nodes: int, report: Report | None = None
) -> Written:
    """Draw so many positions with a proven value and write them, with their sheet."""
    written = Written(game)
    rows: list[Labelled] = []
    for each in _labels(game, seed, nodes):
        if each is None:
            written.left_out += 1
        else:
            rows.append(each)
            written.add(SPLITS[split_of(each.drawn.identity)], each.value)
        if report:
            report(written.rows, count)
        if written.rows == count:
            break
    told = sheet.drawn(written, seed, nodes)
    _write(out, told, [pa.Table.from_pylist([_row(each) for each in rows], SCHEMA)])
    return written


def _labels(game: str, seed: int, nodes: int) -> Iterator[Labelled | None]:
    stream: Iterator[Drawn] = draw(game, seed)
    while chunk := list(islice(stream, CHUNK)):
        yield from labelled(game, chunk, nodes)


def _row(each: Labelled) -> dict[str, Any]:
    code = each.drawn.code
    return {
        "position": each.position,
        "code": list(code) if isinstance(code, tuple) else [code],
        "turn": each.turn,
        "ply": each.drawn.ply,
        "value": each.value,
        "distance": each.distance,
        "best": list(each.best),
        "complete": each.complete,
        "split": SPLITS[split_of(each.drawn.identity)],
    }


def export_whole(table: Path, out: Path, report: Report | None = None) -> Written:
    """Write every position of Quantik up to symmetry, from its table."""
    from tetrad.datasets import whole
    from tetrad.solvers.quantik.table import POSITIONS

    written = Written("quantik")

    def tables() -> Iterator[Any]:
        for part in whole.parts(table):
            for split, name in enumerate(SPLITS):
                for value in (1, -1):
                    won = part.distance % 2 == (value == 1)
                    written.add(name, value, int((won & (part.split == split)).sum()))
            yield _columns(part, whole.texts(part.codes, part.ply))
            if report:
                report(written.rows, POSITIONS)

    _write(out, sheet.whole(), tables())
    out.with_name(out.name + ".md").write_text(sheet.text(sheet.whole(written)), encoding="utf-8")
    return written


def _columns(part: Any, characters: Any) -> Any:
    names = pa.array([str(move_of(action)) for action in range(ACTIONS)])
    number = len(part.codes)
    position = pa.Array.from_buffers(
        pa.string(), number,
        [None, pa.py_buffer(np.arange(number + 1, dtype=np.int32) * 19),
         pa.py_buffer(np.ascontiguousarray(characters))],
    )  # fmt: skip
    code = pa.ListArray.from_arrays(np.arange(number + 1, dtype=np.int32) * 2, part.codes.ravel())
    best = pa.ListArray.from_arrays(part.ends.astype(np.int32), names.take(pa.array(part.best)))
    columns = [
        position,
        code,
        np.full(number, 1 + part.ply % 2, np.int8),
        np.full(number, part.ply, np.int16),
        np.where(part.distance % 2, 1, -1).astype(np.int8),
        part.distance,
        best,
        np.ones(number, np.bool_),
        pa.array(SPLITS).take(pa.array(part.split)),
    ]
    return pa.Table.from_arrays([pa.array(each) for each in columns], schema=SCHEMA)


def _write(out: Path, told: dict[str, Any], tables: Any) -> None:
    """The file, whole or not at all, and its sheet beside it."""
    schema = SCHEMA.with_metadata({"tetrad": sheet.as_json(told)})
    part = out.with_name(out.name + ".part")
    try:
        with pq.ParquetWriter(part, schema, compression="zstd") as writer:
            for table in tables:
                writer.write_table(table.cast(schema))
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
    out.with_name(out.name + ".md").write_text(sheet.text(told), encoding="utf-8")
