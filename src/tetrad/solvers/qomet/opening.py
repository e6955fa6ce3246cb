"""What is known about Qomet without searching.

With the program comes a table, in the format of `solvers.tables.format`, of every position with at
most three stars per side, and of the winner's moves in the proof that FIRST wins. Its bytes are

    735,865 × u8   plies of each position in the order of `index`: odd for a win, even for a loss,
                   0 for neither; 1 also if the game is over
    undos × u16    the positions in which a forbidden undo changes the plies: for each its index,
                   less that of the one before
    undos × u8     the undo
    undos × u8     the plies if it is forbidden
    moves × u64    canonical keys of the positions in which the winner is to move
    moves × u8     the winning action on that view of the board
    moves × u8     the plies to the end

and its parameters are `undos` and `moves`. Two more tables come with the program: of the positions
with at most four stars per side (`table`), and of those that SECOND most likely faces (`faced`). A
table of all positions, or of those with up to so many stars per side, knows more, if somebody has
built it and put it into the data folder.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Protocol

from tetrad.kernels.compiled import UnavailableError, load
from tetrad.kernels.qomet import ACTIONS, SPACES, UNDO_SHIFT, images, move_of
from tetrad.kernels.qomet_board import ACTION_IMAGE
from tetrad.rules.qomet import STARS_EACH, Move
from tetrad.solvers.qomet.faced import PATH as FACED
from tetrad.solvers.qomet.faced import Faced
from tetrad.solvers.qomet.index import number, offsets
from tetrad.solvers.tables.folder import SHIPPED, built
from tetrad.solvers.tables.format import TableError, damaged, read_whole

OPENING = SHIPPED / "qomet-opening.table"
FEW_STARS = SHIPPED / "qomet-up-to-4.table"
MOST_STARS = 3
WON_IN_ONE = 1


class Table(Protocol):
    """The table of all positions: `solvers.qomet.table`."""

    def get(self, mine: int, theirs: int, undo: int) -> int | None: ...


@dataclass(frozen=True)
class Known:
    """Exact plies of keys, the winner's moves of the proof, and moves that keep a win or a draw."""

    openings: bytes = b""
    undos: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    moves: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    table: Table | None = None
    faced: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    def plies(self, key: int) -> int | None:
        """Plies to the end (0: a draw) of a position that is not over or won in one, if known."""
        mine, theirs = key & SPACES, key >> 25 & SPACES
        if self.table:
            plies = self.table.get(mine, theirs, key >> UNDO_SHIFT)
            if plies is not None:
                return plies
        if self.openings and max(mine.bit_count(), theirs.bit_count()) <= MOST_STARS:
            return self._opening(key)
        found = self._entry(min(images(key)))
        return found[1] if found else None

    def _entry(self, canonical: int) -> tuple[int, int] | None:
        try:
            return self.moves.get(canonical) or self.faced.get(canonical)
        except TableError:
            return None  # a part of the file is damaged

    def _opening(self, key: int) -> int | None:
        entry, undo = number(MOST_STARS, key)
        forbidden, changed = self.undos.get(entry, (0, 0))
        plies = changed if undo and undo == forbidden else self.openings[entry]
        return None if plies == WON_IN_ONE else plies

    def best_move(self, key: int) -> tuple[Move, int] | None:
        """A best move and the plies to the end (0: a draw), if the position has an entry."""
        seen = images(key)
        found = self._entry(min(seen))
        if found is None:
            return None
        first = ACTIONS * seen.index(min(seen))
        action = ACTION_IMAGE.index(found[0], first, first + ACTIONS) - first
        return move_of(action), found[1]


NOTHING = Known()


@cache
def known() -> Known:
    """All sources; those that are missing or damaged are left out."""
    path = _own_table()
    return _with(path) if path else shipped()


@cache
def shipped() -> Known:
    """Those that come with the program, and are the same everywhere."""
    return _with(FEW_STARS)


def _with(path: Path) -> Known:
    table, faced = _table(path), _faced()
    try:
        return Known(*read(OPENING), table, faced)
    except TableError:
        return Known(table=table, faced=faced)


def _faced() -> Mapping[int, tuple[int, int]]:
    try:
        return Faced(FACED)
    except TableError:
        return {}


def table_name(stars: int, most: int) -> str:
    """The table of a game with so many stars per side, or of its positions with fewer of them."""
    game = "qomet" if stars == STARS_EACH else f"qomet-{stars}"
    return game if most == stars else f"{game}-up-to-{most}"


def _own_table() -> Path | None:
    """The one that knows the most of those that somebody has built."""
    names = (table_name(STARS_EACH, most) for most in range(STARS_EACH, MOST_STARS, -1))
    return next((path for name in names if (path := built(name))), None)


def _table(path: Path) -> Table | None:
    """What stands behind the seam may have no tables."""
    try:
        opened = getattr(load("solvers.qomet.table"), "opened", None)
    except UnavailableError:
        return None
    table: Table | None = opened(path) if opened else None
    return table


Pairs = dict[int, tuple[int, int]]


def read(path: Path) -> tuple[bytes, Pairs, Pairs]:
    """The plies, the undos and the moves of the file."""
    layout, data = read_whole(path)
    total = offsets(MOST_STARS)[-1]
    undos, moves = (int(layout.parameters.get(name, -1)) for name in ("undos", "moves"))
    if min(undos, moves) < 0 or len(data) != total + 4 * undos + 10 * moves:
        raise damaged(path)
    steps = struct.unpack_from(f"<{undos}H{undos}B{undos}B", data, total)
    book = struct.unpack_from(f"<{moves}Q{moves}B{moves}B", data, total + 4 * undos)
    pairs = zip(steps[undos : 2 * undos], steps[2 * undos :], strict=True)
    answers = zip(book[moves : 2 * moves], book[2 * moves :], strict=True)
    return (
        data[:total],
        dict(zip(accumulate(steps[:undos]), pairs, strict=True)),
        dict(zip(book[:moves], answers, strict=True)),
    )
