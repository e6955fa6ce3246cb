"""What other programs write to us, line by line, however much that is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

LONGEST_LINE = 1 << 20
TOO_LONG = f"a line has at most {LONGEST_LINE} characters"


def lines(source: BinaryIO) -> Iterator[str | None]:
    """The lines of the input; None for one that is too long."""
    while line := source.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE:
            yield line.decode(errors="replace")
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(LONGEST_LINE + 1)
        yield None
