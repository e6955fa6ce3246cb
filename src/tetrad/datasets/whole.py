"""Every position of Quantik up to symmetry, labelled: 11,084,231 rows from its table.

Of all positions that play alike the one of the table's key is written (see
`kernels.quantik_symmetry`). Those in which the player to move is stuck have no best move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetrad.datasets.draw import TENTHS
from tetrad.kernels.compiled import compiled
from tetrad.kernels.fast.bits import Word, lowest
from tetrad.kernels.fast.quantik import actions_of
from tetrad.kernels.fast.quantik_symmetry import code_of
from tetrad.kernels.quantik import PIECES
from tetrad.solvers.quantik.probe import Loaded, look_up
from tetrad.solvers.quantik.table import QuantikTable

ROWS = 100_000
_ONE = Word(1)
Array = NDArray[Any]


@dataclass(frozen=True)
class Part:
    """Some rows, as columns; `best` has the actions of all rows, `ends` where each row's end."""

    codes: Array
    distance: Array
    best: Array
    ends: Array
    split: Array
    ply: int


def parts(path: Path) -> Iterator[Part]:
    """The whole table, the first plies first."""
    table, loaded = QuantikTable(path), Loaded(path)
    for ply in range(PIECES + 1):
        entries = table.layer(ply) if ply < len(table.starts) else np.empty(0, np.uint64)
        for first in range(0, len(entries), ROWS):
            yield _part(loaded, entries[first : first + ROWS], ply)


def _part(table: Loaded, entries: Array, ply: int) -> Part:
    codes = np.empty((len(entries), 2), np.uint64)
    ends = np.zeros(len(entries) + 1, np.int64)
    after = np.empty((len(entries) * 64, 2), np.uint64)
    actions = np.empty(len(entries) * 64, np.int8)
    expand(entries, codes, after, actions, ends)
    plies = np.empty(int(ends[-1]), np.int16)
    look_up(*table.arrays, after[: ends[-1]], plies)
    distance = (entries & np.uint64(0xFF)).astype(np.int16)
    keep = plies == np.repeat(distance - 1, np.diff(ends))
    counts = np.concatenate([[0], np.cumsum(keep)])[ends]
    return Part(codes, distance, actions[: ends[-1]][keep], counts, splits(codes), ply)


@compiled
def expand(entries: Array, codes: Array, after: Array, actions: Array, ends: Array) -> None:
    """The positions of the entries, and those after each of their moves."""
    found = 0
    for row in range(len(entries)):
        mine, theirs = code_of(entries[row] >> Word(8))
        codes[row, 0], codes[row, 1] = mine, theirs
        left = actions_of(mine, theirs)
        while left:
            action = lowest(left)
            left &= left - _ONE
            after[found, 0], after[found, 1] = theirs, mine | _ONE << action
            actions[found] = action
            found += 1
        ends[row + 1] = found


def splits(codes: Array) -> Array:
    """The split of canonical codes, the same as `draw.split_of` says."""
    with np.errstate(over="ignore"):
        tenth = _mixed(codes[:, 0] ^ _mixed(codes[:, 1])) % np.uint64(10)
    found: Array = np.searchsorted(np.array(TENTHS, np.uint64), tenth, side="right")
    return found.astype(np.int8)


def _mixed(word: Array) -> Array:
    word = word + np.uint64(0x9E37_79B9_7F4A_7C15)
    word = (word ^ word >> np.uint64(30)) * np.uint64(0xBF58_476D_1CE4_E5B9)
    word = (word ^ word >> np.uint64(27)) * np.uint64(0x94D0_49BB_1331_11EB)
    stirred: Array = word ^ word >> np.uint64(31)
    return stirred


def texts(codes: Array, ply: int) -> Array:
    """The positions as rows of 19 characters."""
    out = np.full((len(codes), 19), ord("."), np.uint8)
    out[:, [4, 9, 14]] = ord("/")
    squares = np.array([5 * (3 - square // 4) + square % 4 for square in range(16)])
    first, second = (0, 1) if ply % 2 == 0 else (1, 0)
    for action in range(64):
        for side, letters in ((first, "ABCD"), (second, "abcd")):
            there = (codes[:, side] >> np.uint64(action) & np.uint64(1)).astype(bool)
            out[there, squares[action % 16]] = ord(letters[action // 16])
    return out
