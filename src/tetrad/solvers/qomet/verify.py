"""Everything that is checked about a Qomet table.

First the second look at every entry (`tetrad.solvers.qomet.rederive`), then samples: positions from
random play, judged by the rulebook's own moves and by a search that does not know the table. Where
only positions with few stars were kept, what follows from others is left to the search.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from tetrad.kernels.qomet import SPACES, UNDO_SHIFT, encode, key_of
from tetrad.position import Player
from tetrad.rules.qomet import STARS_EACH, Move, Qomet
from tetrad.solvers.qomet.opening import NOTHING
from tetrad.solvers.qomet.rederive import Progress, verify
from tetrad.solvers.qomet.solver import Solver
from tetrad.solvers.qomet.table import QometTable
from tetrad.solvers.solution import Limits
from tetrad.solvers.tables.file import (
    SAMPLES_AGREE,
    SEARCH_DIFFERS,
    Report,
    UnknownPositionError,
    does_not_follow,
)

SAMPLES = 1000
_MEMORY = 32 << 20
_NODES = 20_000


def check(path: Path, progress: Progress | None = None, samples: int = SAMPLES) -> Report:
    """Verify a table and count what is in it."""
    table = QometTable(path)
    found = verify(path, progress) if table.most == table.stars else Report([], [])
    if found.errors:
        return found
    errors = sample_errors(table, random_play(table, samples))
    agreed = SAMPLES_AGREE(n=samples)
    return Report([*found.lines, agreed] if not errors else [], errors)


def sample_errors(table: QometTable, positions: Iterable[Qomet]) -> list[str]:
    """What is wrong with some positions, if anything."""
    solver, errors = Solver(_MEMORY, NOTHING), list[str]()
    for position in positions:
        known = plies(table, position)
        if not _follows(table, position, known):
            errors.append(does_not_follow(f"{position}: {known}"))
        if table.stars == STARS_EACH:
            found = solver.solve(position, Limits(time=None, nodes=_NODES)).distance
            if found is not None and found != known:
                errors.append(SEARCH_DIFFERS(position=position, n=known))
    return errors


def _follows(table: QometTable, position: Qomet, known: int) -> bool:
    """Whether the plies agree with those after each move, unless some of these are not kept."""
    with suppress(UnknownPositionError):
        return known == by_rules(table, position)
    return True


def random_play(table: QometTable, number: int, seed: int = 1) -> Iterator[Qomet]:
    """Positions in which the game goes on, one after the other."""
    rng, position = random.Random(seed), Qomet.start()
    for _ in range(number):
        yield position
        position = position.play(rng.choice(moves(table, position)))
        if position.outcome() or not moves(table, position) or not _is_kept(table, position):
            position = Qomet.start()


def _is_kept(table: QometTable, position: Qomet) -> bool:
    return max(position.stars.count(player) for player in Player) <= table.most


def moves(table: QometTable, position: Qomet) -> list[Move]:
    """The legal moves of a game with as many stars as the table has."""
    full = position.stars.count(position.turn) >= table.stars
    return [move for move in position.legal_moves() if move.origin or not full]


def plies(table: QometTable, position: Qomet) -> int:
    """Plies to the end, 0 for a draw: by the table, or by one look if it has no entry."""
    ends = [position.play(move).outcome() for move in moves(table, position)]
    if any(end and end.winner is position.turn for end in ends):
        return 1
    key = key_of(encode(position))
    return table.probe(key & SPACES, key >> 25 & SPACES, key >> UNDO_SHIFT)


def by_rules(table: QometTable, position: Qomet) -> int:
    """The plies of a position from those that the table has after each move of the rulebook."""
    after = [_plies_after(table, position, move) for move in moves(table, position)]
    lost = [left for left in after if left is not None and left % 2 == 0]
    won = [left for left in after if left is not None]
    if lost:
        return min(lost) + 1
    return 0 if None in after else max(won) + 1


def _plies_after(table: QometTable, position: Qomet, move: Move) -> int | None:
    """Plies that are left after a move, or None for a draw; a square given away is lost in one."""
    after = position.play(move)
    if outcome := after.outcome():
        return 0 if outcome.winner is position.turn else 1
    return plies(table, after) or None
