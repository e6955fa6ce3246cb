"""The questions of `tetrad grade`: `python -m research.exam [GAME ...]` draws and writes them.

It takes some minutes for each game; the same version gives the same questions.
"""

from __future__ import annotations

import sys

from tetrad.exam.questions import make, path_of, text_of
from tetrad.rules import GAMES


def main() -> None:
    for game in sys.argv[1:] or GAMES:
        asked = make(game, report=lambda done, total: print(f"{done}/{total}", end="\r"))
        path_of(game).write_bytes(text_of(asked))
        print(f"{game}: {len(asked)} questions, {path_of(game).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
