"""The time of a match as its players measured it, against the time that the server wrote down.

A player cannot know when exactly a move counted, but knows two moments between which that was: when
it was sent first, and when somebody heard that it counts. So a server's clock that is right differs
from the players' by the same number of seconds in every move, whatever breaks in between; and what
each player has left follows from the times of the moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

FISCHER = {"base": 120, "increment": 1}
# "Right to the second."
MOST_SECONDS_WRONG = 1.0
# Times are told in milliseconds.
ROUNDING = 0.002

Left = dict[str, float]


@dataclass
class Stopwatch:
    """What one player noticed of the time, by the number of the move."""

    sent: dict[int, float] = field(default_factory=dict)
    heard: dict[int, float] = field(default_factory=dict)
    at: dict[int, float] = field(default_factory=dict)
    shown: dict[int, Left] = field(default_factory=dict)

    def send(self, ply: int, now: float) -> None:
        """The same move may be sent again; the first time counts."""
        self.sent.setdefault(ply, now)

    def hear(self, ply: int, told: dict[str, Any], now: float) -> None:
        self.heard[ply] = now
        self.at[ply] = datetime.fromisoformat(told["at"]).timestamp()
        if timing := told.get("now", {}).get("timing"):
            self.shown[ply] = timing["left"]


def compare_times(name: str, first: Stopwatch, second: Stopwatch) -> float:
    """By how many seconds at most the server's clock was wrong in a match."""
    both = (first, second)
    known = first.at.keys() & second.at.keys()
    assert all(first.at[ply] == second.at[ply] for ply in known), f"{name}: told different times"
    ahead = max((_ahead_at_least(both, ply) for ply in known), default=0.0)
    at_most = min((_ahead_at_most(both, ply) for ply in known), default=0.0)
    wrong = max(0.0, ahead - at_most)
    assert wrong <= MOST_SECONDS_WRONG, f"{name}: the time was wrong by {wrong:.2f} s"
    return wrong


def _ahead_at_least(both: Sequence[Stopwatch], ply: int) -> float:
    """A move counted before anybody heard of it, as late as that may have been."""
    return both[0].at[ply] - min(each.heard[ply] for each in both)


def _ahead_at_most(both: Sequence[Stopwatch], ply: int) -> float:
    """A move counted after it was sent for the first time."""
    return both[0].at[ply] - both[ply % 2].sent[ply]


def compare_clocks(name: str, watch: Stopwatch, stored: Left | None) -> None:
    """What was shown after every move, and is stored after the last, is what follows."""
    left = {"1": float(FISCHER["base"]), "2": float(FISCHER["base"])}
    for ply in sorted(watch.at):
        seat = str(ply % 2 + 1)
        if ply >= 2:  # the first move of each player is free
            left[seat] += FISCHER["increment"] - (watch.at[ply] - watch.at[ply - 1])
        if shown := watch.shown.get(ply):
            _agree(f"{name} after move {ply}", left, shown)
    if stored:
        _agree(f"{name} in the end", left, stored)


def _agree(where: str, left: Left, shown: Left) -> None:
    wrong = max(abs(left[seat] - shown[seat]) for seat in left)
    assert wrong <= MOST_SECONDS_WRONG, f"{where}: {shown} are left where {left} should be"
