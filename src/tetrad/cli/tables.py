"""What `tetrad tables` prints: a bar while it works, then what it found."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tetrad.cli.progress import Bar
from tetrad.language import t
from tetrad.position import Message
from tetrad.solvers.tables import jobs as build

FAILED = 1


def run(
    what: str, game: str | None, memory: int, stars: int = build.STARS, device: str = "cpu"
) -> int:
    """Builds, verifies, lists or describes tables; returns the exit status."""
    if what == "list" or game is None:
        return _print(build.listing())
    if what == "info":
        return _print(build.info(game, stars))
    bar = Bar(sys.stderr)
    try:
        if what == "build":
            path = build.build(game, memory, bar, stars, device)
            return _print([Message("{path} is complete", path=path)])
        report = build.verify(game, bar, stars)
    finally:
        bar.close()
    _print([*report.lines, *report.errors])
    return FAILED if report.errors else 0


def _print(lines: Sequence[str]) -> int:
    print("\n".join(map(t, lines)))
    return 0
