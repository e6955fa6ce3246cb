"""Ratings of the house opponents, from the ladder that `tetrad arena ladder` has played.

    python -m tools.house

reads `docs/data/ladder.csv`, writes `src/tetrad/data/house.csv`. A step between two levels is the
Elo difference of their score; level 5 is put at 1500, where people begin. The deviation grows with
every step away from it: it says how sure the ladder is of itself, and nothing of how people fare.
"""

from __future__ import annotations

import csv
from math import log, sqrt
from pathlib import Path

ROOT = Path(__file__).parents[1]
LADDER = ROOT / "docs" / "data" / "ladder.csv"
HOUSE = ROOT / "src" / "tetrad" / "data" / "house.csv"
ANCHOR, RATING = 5, 1500
LEVELS = range(1, 11)


def made(text: str) -> str:
    """The file of ratings that follows from the text of a ladder."""
    steps: dict[str, dict[int, tuple[float, float]]] = {}
    for row in csv.DictReader(text.splitlines()):
        score, margin = float(row["score"]), float(row["margin"])
        doubt = margin / 1.96 * 400 / log(10) / (score * (1 - score))
        steps.setdefault(row["game"], {})[int(row["level"])] = float(row["elo"]), doubt
    lines = ["game,level,rating,deviation"]
    for game, known in steps.items():
        for level in LEVELS:
            low, high = sorted((level, ANCHOR))
            between = [known[step] for step in range(low + 1, high + 1)]
            away = sum(elo for elo, _ in between) * (1 if level > ANCHOR else -1)
            doubt = sqrt(sum(each**2 for _, each in between))
            lines.append(f"{game},{level},{round(RATING + away)},{round(doubt)}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    HOUSE.write_text(made(LADDER.read_text("utf-8")), "utf-8")
