"""A position as a few lines of text, the board with its letters and numbers around it.

4 . . . .
3 . b . .
2 . . . .
1 A . . .
  a b c d
"""

from __future__ import annotations

from tetrad.position import AnyPosition
from tetrad.rules.qawale import Qawale
from tetrad.rules.qomet import SQUARES as POINTS
from tetrad.rules.qomet import Qomet


def text(position: AnyPosition) -> str:
    """The board as text; in Qawale a stack is written from bottom to top."""
    if isinstance(position, Qomet):
        names, shown = POINTS, _stars(position)
        files, ranks = "abcdefg", "7654321"
    else:
        files, ranks = "abcd", "4321"
        names = tuple(file + rank for rank in ranks for file in files)
        shown = dict(zip(names, _cells(position), strict=True))
    width = max(map(len, shown.values()))
    rows = [
        f"{rank} " + " ".join(shown.get(file + rank, "").ljust(width) for file in files)
        for rank in ranks
    ]
    rows.append("  " + " ".join(file.ljust(width) for file in files))
    return "\n".join(row.rstrip() for row in rows)


def _stars(position: Qomet) -> dict[str, str]:
    marks = [str(star.value) if star else "." for star in position.stars]
    return dict(zip(POINTS, marks, strict=True))


def _cells(position: AnyPosition) -> list[str]:
    """The sixteen spaces from the top left on."""
    if position.NAME == "quantik":
        return [*str(position).replace("/", "")]
    assert isinstance(position, Qawale)
    stacks = position.stacks
    return [stacks[4 * rank + file] or "." for rank in (3, 2, 1, 0) for file in range(4)]
