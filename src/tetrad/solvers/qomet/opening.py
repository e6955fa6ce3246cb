"""What is known about Qomet without searching.

Three sources, the first that knows a position answers: the table of all positions, if somebody has
built it and put it into the data folder; the opening, every position with at most three stars a
side, which comes with the program; and the certificate that FIRST wins, with the winner's moves.
"""

from __future__ import annotations

from functools import cache

from tetrad.kernels.fast.qomet import (
    SPACES,
    UNDO_SHIFT,
    canonical,
    encode,
    image,
    key_of,
    to_canonical,
)
from tetrad.kernels.fast.qomet_board import ACTION_IMAGE, ACTIONS, MOVES
from tetrad.rules.qomet import STARS_EACH, Move, Qomet
from tetrad.solvers.proofs.wins import read, shipped
from tetrad.solvers.qomet.table import QometTable
from tetrad.solvers.tables.folder import SHIPPED, table_path
from tetrad.solvers.tables.format import TableError

OPENING = SHIPPED / "qomet-opening.table"


class Known:
    """Exact plies of keys, and the winner's moves of the proof."""

    def __init__(self, tables: list[QometTable], moves: dict[int, tuple[int, int]]) -> None:
        self._tables = tables
        self._moves = moves

    def plies(self, key: int) -> int | None:
        """Plies to the end (0: a draw) of a position that is not over or won in one, if known."""
        for table in self._tables:
            plies = table.get(key & SPACES, key >> 25 & SPACES, key >> UNDO_SHIFT)
            if plies is not None:
                return plies
        found = self._moves.get(canonical(key))
        return found[1] if found else None

    def winning_move(self, key: int) -> tuple[Move, int] | None:
        """The move of the proof, if it knows the position, and the plies to the end."""
        symmetry = to_canonical(key)
        found = self._moves.get(image(key, symmetry))
        if found is None:
            return None
        back = next(a for a in range(len(MOVES)) if ACTION_IMAGE[129 * symmetry + a] == found[0])
        return MOVES[back], found[1]


NOTHING = Known([], {})


@cache
def known() -> Known:
    """All sources; those that are missing or damaged are left out."""
    tables = []
    for path in (table_path("qomet"), OPENING):
        try:
            table = QometTable(path)
        except TableError:
            continue
        if table.stars == STARS_EACH:
            tables.append(table)
    return Known(tables, _moves_of_proof())


def _moves_of_proof() -> dict[int, tuple[int, int]]:
    """The moves of the certificate by canonical keys, as actions on that view of the board."""
    try:
        _, strategy = read(shipped(Qomet.NAME).read_text("utf-8").splitlines())
        entries = [(Qomet.parse(text), *entry) for text, entry in strategy.items()]
    except (OSError, ValueError):
        return {}
    moves = {}
    for position, move, plies in entries:
        key = key_of(encode(position))
        symmetry = to_canonical(key)
        action = ACTIONS[position.parse_move(move)]
        moves[image(key, symmetry)] = (ACTION_IMAGE[129 * symmetry + action], plies)
    return moves
