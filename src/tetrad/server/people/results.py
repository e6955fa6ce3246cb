"""How somebody's games ended: won, drawn and lost, by game and by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any


def results(matches: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of games against somebody else, a person or not, that are over."""
    counted: dict[tuple[str, int], Counter[str]] = {}
    for match in matches:
        outcome = match["outcome"]
        if outcome is not None and len(match["you"]) == 1:
            (side,) = match["you"]
            winner = outcome["winner"]
            end = "drawn" if winner is None else "won" if winner == side else "lost"
            counted.setdefault((match["game"], side), Counter())[end] += 1
    return [
        {"game": game, "side": side, **{end: ends[end] for end in ("won", "drawn", "lost")}}
        for (game, side), ends in sorted(counted.items())
    ]
