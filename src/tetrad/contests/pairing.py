"""Who plays whom: people who look for the same game, with the same clock, of about equal strength.

Everybody says what they look for and waits. The longer somebody waits, the more of a difference
in strength is accepted; nobody is paired with themselves or with a person they have blocked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tetrad.contests.glicko import START
from tetrad.matches.clocks import Clock

# So different two players may be at once, and so much more with each second of waiting.
NEAR, NEARER_BY_SECOND = 200.0, 10.0


@dataclass(frozen=True, slots=True)
class Seek:
    """Somebody who looks for a game; `keys` are all names by which the same person is known."""

    id: str
    keys: frozenset[str]
    game: str
    clock: Clock | None
    rated: bool = False
    rating: float = START
    since: float = 0.0
    blocked: frozenset[str] = frozenset()

    @property
    def wish(self) -> tuple[str, Clock | None, bool]:
        return self.game, self.clock, self.rated


def may_meet(one: Seek, other: Seek) -> bool:
    """Whether these two look for the same, are two, and have nothing against each other."""
    if one.wish != other.wish or one.keys & other.keys:
        return False
    return not (one.blocked & other.keys or other.blocked & one.keys)


def accepts(seek: Seek, other: Seek, now: float) -> bool:
    """Whether the difference in strength is one that this seeker takes by now."""
    near = NEAR + NEARER_BY_SECOND * max(0.0, now - seek.since)
    return abs(seek.rating - other.rating) <= near


def pairs(seeks: Iterable[Seek], now: float) -> list[tuple[Seek, Seek]]:
    """Who can play at once: whoever waits longest first, with the nearest in strength."""
    waiting = sorted(seeks, key=lambda seek: (seek.since, seek.id))
    found = []
    while waiting:
        seek = waiting.pop(0)
        other = nearest(seek, waiting, now)
        if other:
            waiting.remove(other)
            found.append((seek, other))
    return found


def nearest(seek: Seek, others: Sequence[Seek], now: float) -> Seek | None:
    """The nearest in strength of those with whom a seeker can play; of two, who waits longer."""
    fitting = [
        other
        for other in others
        if may_meet(seek, other) and accepts(seek, other, now) and accepts(other, seek, now)
    ]
    by_waiting = sorted(fitting, key=lambda other: (other.since, other.id))
    return min(by_waiting, key=lambda other: abs(other.rating - seek.rating), default=None)
