"""What the proofs know about single positions of Qawale's opening, without searching.

For a position and a player there may be a last ply by which that player cannot force a line. That
bounds the distance of a win; if it is known of both players up to the end of the game, the position
is a draw. The facts of one file come with the program; another file, made from more notes by
`solve.qawale_gather`, may lie in the data folder.

Such a file is a table as described in `solve.table_format` with two entries for each position,
first the `pebbles` of all canonical codes, then in the same order their `ends`, with the facts
above them:

    63 .. 50   49 .. 45          44 .. 40         39 ... 0
    nothing    SECOND cannot by  FIRST cannot by  ends
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import numpy as np

from tetrad.kernels.fast import qawale as kernel
from tetrad.kernels.fast.qawale import Code
from tetrad.solvers.qawale.memory import END_BITS
from tetrad.solvers.qawale.root import Root
from tetrad.solvers.tables.file import Table, Writer
from tetrad.solvers.tables.folder import SHIPPED, table_path
from tetrad.solvers.tables.format import Layout, TableError

PATH = SHIPPED / "qawale-opening.table"
GAME, NAME = "qawale", "opening"
SHIFT = {kernel.FIRST: 40, kernel.SECOND: 45}
PLY = 31


class Known:
    """For each canonical code the last plies by which the players cannot force a line."""

    def __init__(self, facts: dict[Code, int] | None = None) -> None:
        self._facts = facts or {}
        longest = max((ends for _, ends in self._facts), default=None)
        self._deepest = -1 if longest is None else int(kernel.plies(longest))

    @classmethod
    def of(cls, facts: Iterable[tuple[Code, int, int]]) -> Known:
        """From codes, attackers, and the last plies by which these cannot force a line."""
        known: dict[Code, int] = {}
        for code, attacker, ply in facts:
            known[code] = _stronger(known.get(code, 0), ply << SHIFT[attacker])
        return cls(known)

    def __len__(self) -> int:
        return len(self._facts)

    def __iter__(self) -> Iterator[Code]:
        return iter(self._facts)

    def last_ply(self, code: Code, attacker: int) -> int:
        """The last ply by which the attacker (FIRST or SECOND) cannot force a line, or 0."""
        return self._facts.get(code, 0) >> SHIFT[attacker] & PLY

    def teach(self, root: Root, code: Code) -> bool:
        """Tell a position's moves what is known about them; false if that is nothing."""
        ply = int(kernel.plies(code[1]))
        if ply > self._deepest:
            return False
        mover, other = root.mover, root.mover ^ kernel.SECOND
        unwon = self.last_ply(kernel.canonical(code), mover) - ply
        learned = False
        for move in root.open_moves():
            pebbles, ends = kernel.smallest(root.boards[move])
            after = int(pebbles), int(ends)
            mine, theirs = (self.last_ply(after, player) - ply for player in (mover, other))
            learned |= root.learn(move, max(mine, unwon), theirs)
        return learned

    def joined(self, other: Known) -> Known:
        """What both know, and what either does."""
        facts = dict(self._facts)
        for code, fact in other._facts.items():
            facts[code] = _stronger(facts.get(code, 0), fact)
        return Known(facts)

    def write(self, path: Path) -> None:
        codes = sorted(self._facts)
        words = [pebbles for pebbles, _ in codes] + [code[1] | self._facts[code] for code in codes]
        layout = Layout(GAME, NAME, len(words), 64, packing="zlib")
        with Writer(path, layout) as writer:
            writer.append(np.array(words, np.uint64))
            writer.finish()


def read(path: Path) -> Known:
    """The facts of a file, or TableError."""
    table = Table(path)
    if (table.layout.game, table.layout.name, table.layout.bits) != (GAME, NAME, 64):
        raise TableError(f"{path} is not about the opening of Qawale")
    pebbles, words = table.read(0, table.layout.entries).reshape(2, -1)
    ends, facts = words & END_BITS, words & ~np.uint64(END_BITS)
    codes = zip(pebbles.tolist(), ends.tolist(), strict=True)
    return Known(dict(zip(codes, facts.tolist(), strict=True)))


def _stronger(one: int, other: int) -> int:
    """For each player the later of two plies."""
    return sum(max(one >> s & PLY, other >> s & PLY) << s for s in SHIFT.values())


@cache
def known() -> Known:
    """All sources; those that are missing or damaged are left out."""
    found = Known()
    for path in (PATH, table_path(GAME)):
        try:
            found = found.joined(read(path))
        except TableError:
            continue
    return found
