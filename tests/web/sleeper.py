"""`python -m tests.web.sleeper FILE serve ...`: tetrad on a computer that sleeps and wakes.

The file says how many seconds it has slept, and may change at any time.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tetrad.cli import main
from tetrad.server import clock


def sleep(file: Path) -> None:
    awake = clock._ticks
    clock._ticks = lambda: awake() + float(file.read_text() or 0)


if __name__ == "__main__":
    sleep(Path(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))
