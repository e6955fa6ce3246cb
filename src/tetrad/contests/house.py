"""How strong the opponents of the house are, in the numbers in which people are rated.

The levels of a game have met each other in thousands of games (docs/bots.md); from these follow
the steps between them. Where the ladder stands among people is a guess: level 5 has the rating of
somebody new, 1500. `data/house.csv` is written by `python -m tools.house`.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def _all() -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    lines = (files("tetrad") / "data" / "house.csv").read_text("utf-8").splitlines()
    for row in csv.DictReader(lines):
        numbers = {key: int(row[key]) for key in ("level", "rating", "deviation")}
        found.setdefault(row["game"], []).append(numbers)
    return found


def house_ratings(game: str) -> list[dict[str, Any]]:
    """Each level with its rating and how far that may be wrong, the strongest first."""
    return sorted(_all()[game], key=lambda each: -each["rating"])
