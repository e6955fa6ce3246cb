"""What the proofs know about single positions of Qawale's opening, without searching.

For a position and a player there may be a last ply by which that player cannot force a line. That
bounds the distance of a win; if it is known of both players up to the end of the game, the position
is a draw. The facts of one file come with the program; another file, made from more notes by
`research.qawale.gather`, may lie in the data folder.

Such a file is a table as described in `solvers.tables.format` with two entries for each position,
first the `pebbles` of all canonical codes, then in the same order their `ends`, with the facts
above them:

    63 .. 50   49 .. 45          44 .. 40         39 ... 0
    nothing    SECOND cannot by  FIRST cannot by  ends
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from operator import itemgetter
from pathlib import Path

from tetrad.kernels import qawale as kernel
from tetrad.kernels.qawale import Code
from tetrad.position import Player
from tetrad.solvers.qawale.root import Root
from tetrad.solvers.tables.folder import SHIPPED, built
from tetrad.solvers.tables.format import TableError, read_whole

PATH = SHIPPED / "qawale-opening.table"
GAME, NAME = "qawale", "opening"
ENDS = (1 << 40) - 1
SHIFT = {Player.FIRST: 40, Player.SECOND: 45}
PLY = 31


class Known:
    """For each canonical code the last plies by which the players cannot force a line."""

    def __init__(self, facts: dict[Code, int] | None = None) -> None:
        self._facts = facts or {}
        longest = max(self._facts, key=itemgetter(1), default=None)
        self._deepest = kernel.plies(longest) if longest else -1

    @classmethod
    def of(cls, facts: Iterable[tuple[Code, Player, int]]) -> Known:
        """From codes, attackers, and the last plies by which these cannot force a line."""
        known: dict[Code, int] = {}
        for code, attacker, ply in facts:
            known[code] = _stronger(known.get(code, 0), ply << SHIFT[attacker])
        return cls(known)

    def __len__(self) -> int:
        return len(self._facts)

    def __iter__(self) -> Iterator[Code]:
        return iter(self._facts)

    def last_ply(self, code: Code, attacker: Player) -> int:
        """The last ply by which the attacker cannot force a line, or 0."""
        return self._facts.get(code, 0) >> SHIFT[attacker] & PLY

    def teach(self, root: Root, code: Code) -> bool:
        """Tell a position's moves what is known about them; false if that is nothing."""
        ply, mover = kernel.plies(code), Player(kernel.turn(code))
        if ply > self._deepest:
            return False
        unwon = self.last_ply(kernel.canonical(code), mover) - ply
        learned = False
        for move in root.open_moves():
            after = root.survey.canonical(move)
            mine, theirs = (self.last_ply(after, player) - ply for player in (mover, mover.other))
            learned |= root.learn(move, max(mine, unwon), theirs)
        return learned

    def joined(self, other: Known) -> Known:
        """What both know, and what either does."""
        facts = dict(self._facts)
        for code, fact in other._facts.items():
            facts[code] = _stronger(facts.get(code, 0), fact)
        return Known(facts)

    def words(self) -> list[int]:
        """What a file says about all of them."""
        codes = sorted(self._facts)
        return [code[0] for code in codes] + [code[1] | self._facts[code] for code in codes]


def read(path: Path) -> Known:
    """The facts of a file, or TableError."""
    both = pairs_in(path, NAME)
    return Known({(pebbles, word & ENDS): word & ~ENDS for pebbles, word in both})


def pairs_in(path: Path, name: str) -> Iterator[Code]:
    """The words of both halves of a table, side by side; TableError if it is another table."""
    layout, entries = read_whole(path)
    if (layout.game, layout.name, layout.bits) != (GAME, name, 64):
        raise TableError(f"{path} has no {name} of Qawale")
    half = struct.Struct(f"<{layout.entries // 2}Q")
    return zip(half.unpack_from(entries), half.unpack_from(entries, half.size), strict=True)


def _stronger(one: int, other: int) -> int:
    """For each player the later of two plies."""
    return sum(max(one >> s & PLY, other >> s & PLY) << s for s in SHIFT.values())


@cache
def known() -> Known:
    """Both files; one that is missing or damaged is left out."""
    path = built(GAME)
    return shipped().joined(_found(path)) if path else shipped()


@cache
def shipped() -> Known:
    """The file that comes with the program, and is the same everywhere."""
    return _found(PATH)


def _found(path: Path) -> Known:
    with suppress(TableError):
        return read(path)
    return Known()
