"""Everything that is checked about a Quantik table, and what it says about the game.

First the second opinion on every entry (`tetrad.solvers.quantik.rederive`), then samples: positions
from random play, judged by the rulebook's own moves and by a search that does not know the table.
"""

from __future__ import annotations

import random
from pathlib import Path

from tetrad.columns import columns, padded
from tetrad.kernels.quantik import encode
from tetrad.language import left_to_right, t
from tetrad.rules.quantik import Quantik
from tetrad.solvers.quantik.rederive import Progress, verify
from tetrad.solvers.quantik.solver import Solver
from tetrad.solvers.quantik.table import QuantikTable
from tetrad.solvers.solution import Limits
from tetrad.solvers.tables.file import SAMPLES_AGREE, SEARCH_DIFFERS, Report, does_not_follow

SAMPLES = 1000
_MEMORY = 32 << 20
WIDTHS = (3, 10, 10, 10, 7)


def check(path: Path, progress: Progress | None = None, samples: int = SAMPLES) -> Report:
    """Verify a full table and count what is in it."""
    found = verify(path, progress)
    if found.errors:
        return Report([], found.errors)
    agreed = SAMPLES_AGREE(n=samples)
    lines = [*counted(found.counts), agreed]
    errors = sample_errors(QuantikTable(path), samples)
    return Report(lines if not errors else [], errors)


def counted(counts: list[list[int]]) -> list[str]:
    """A row for each ply: positions, those the player to move wins and loses, the longest game."""
    heads = [t("ply"), t("positions"), t("won"), t("lost"), t("longest")]
    widths = [max(columns(head), width) for head, width in zip(heads, WIDTHS, strict=True)]
    rows = [heads]
    for ply, row in enumerate(counts):
        lost, won = sum(row[0::2]), sum(row[1::2])
        rows.append([f"{n:,}" for n in (ply, lost + won, won, lost, len(row) - 1)])
    lost, won = (sum(sum(row[side::2]) for row in counts) for side in (0, 1))
    rows.append(["=", *(f"{n:,}" for n in (lost + won, won, lost, max(map(len, counts)) - 1))])
    return [left_to_right() + _row(row, widths) for row in rows]


def _row(cells: list[str], widths: list[int]) -> str:
    return f"  {left_to_right()}".join(
        padded(cell, width, right=True) for cell, width in zip(cells, widths, strict=True)
    )


def sample_errors(table: QuantikTable, number: int, seed: int = 1) -> list[str]:
    """What is wrong with positions from random play, if anything."""
    rng = random.Random(seed)
    solver = Solver(_MEMORY, with_opening=False)
    errors: list[str] = []
    for _ in range(number):
        position = random_position(rng)
        known = table.probe(encode(position))
        if known != by_rules(table, position):
            errors.append(does_not_follow(f"{position}: {known}"))
        if known != solver.solve(position, Limits(time=None)).distance:
            errors.append(SEARCH_DIFFERS(position=position, n=known))
    return errors


def by_rules(table: QuantikTable, position: Quantik) -> int:
    """The distance of a position from those that the table has for its successors."""
    if position.outcome():
        return 0
    after = [table.probe(encode(position.play(move))) for move in position.legal_moves()]
    lost = [distance for distance in after if distance % 2 == 0]
    return 1 + (min(lost) if lost else max(after))


def random_position(rng: random.Random) -> Quantik:
    position = Quantik.start()
    for _ in range(rng.randrange(16)):
        if moves := position.legal_moves():
            position = position.play(rng.choice(moves))
    return position
