"""`python -m tests.chaos.skewed FILE serve ...`: tetrad with a clock that is wrong.

The file says by how many seconds, and may change at any time.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

REAL = time.time


def main(file: str, *arguments: str) -> int:
    def wrong() -> float:
        return REAL() + float(Path(file).read_text() or 0)

    time.time = wrong
    from tetrad.cli import main as tetrad

    return tetrad(list(arguments))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
