"""An arena: for a set time everybody is paired again and again, and wins in a row count double.

A win gives two points, a draw one. After two wins in a row a player is on a streak, and each game
counts double until one is not won. Whoever is free waits in the hall, and every few seconds those
who wait are paired, neighbours in the standings together, not twice in a row with the same
opponent unless nobody else is left. Who has had the first move more rarely gets it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

WIN, DRAW, LOSS = 1.0, 0.5, 0.0
STREAK = 2


@dataclass(frozen=True, slots=True)
class Entrant:
    """One player of an arena: points so far, wins in a row, games, and the last opponent.

    `firsts` counts the games begun, less those in which the opponent began.
    """

    id: str
    rating: float = 1500.0
    points: int = 0
    row: int = 0
    games: int = 0
    won: int = 0
    firsts: int = 0
    last: str | None = None
    since: float = 0.0

    @property
    def on_streak(self) -> bool:
        return self.row >= STREAK


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to be played: who moves first, and who second."""

    first: str
    second: str


def points_for(entrant: Entrant, score: float) -> int:
    """What a result is worth to a player who comes into it with this row of wins."""
    return int(2 * score) * (2 if entrant.on_streak else 1)


def after(entrant: Entrant, score: float, opponent: str, *, began: bool) -> Entrant:
    """The player after a game with this score."""
    return replace(
        entrant,
        points=entrant.points + points_for(entrant, score),
        row=entrant.row + 1 if score == WIN else 0,
        games=entrant.games + 1,
        won=entrant.won + (score == WIN),
        firsts=entrant.firsts + (1 if began else -1),
        last=opponent,
    )


def standings(entrants: Iterable[Entrant]) -> list[Entrant]:
    """The best first: by points, then by wins, then by fewer games, then by rating."""
    by_name = sorted(entrants, key=lambda each: each.id)
    return sorted(by_name, key=lambda each: (-each.points, -each.won, each.games, -each.rating))


def pair(
    waiting: Sequence[Entrant], playing: int = 0, apart: Mapping[str, Collection[str]] | None = None
) -> list[Pairing]:
    """Games for those who wait; with an odd number, whoever came last, or has nobody, waits on.

    Two who have just met wait for others while some are still `playing`; who is to stay `apart`
    from whom is never paired with them.
    """
    order = standings(waiting)
    strangers = apart or {}
    late = None
    if len(order) % 2:
        late = max(order, key=lambda each: (each.since, each.games, each.id))
        order.remove(late)
    pairings, left = [], []
    while order:
        one = order.pop(0)
        other = next(
            (each for each in order if _fresh(one, each) and _may_meet(one, each, strangers)), None
        )
        if other is None:
            left.append(one)
        else:
            order.remove(other)
            pairings.append(_sides(one, other))
    free = [each for each in left if late and _fresh(each, late)]
    if late and (found := next((each for each in free if _may_meet(each, late, strangers)), None)):
        left.remove(found)
        pairings.append(_sides(found, late))
    while left and not playing:
        one = left.pop(0)
        again = next((each for each in left if _may_meet(one, each, strangers)), None)
        if again:
            left.remove(again)
            pairings.append(_sides(one, again))
    return pairings


def _may_meet(one: Entrant, other: Entrant, apart: Mapping[str, Collection[str]]) -> bool:
    return other.id not in apart.get(one.id, ()) and one.id not in apart.get(other.id, ())


def _fresh(one: Entrant, other: Entrant) -> bool:
    return one.last != other.id and other.last != one.id


def _sides(one: Entrant, other: Entrant) -> Pairing:
    """Who has begun more rarely begins; at equal terms, the one further down."""
    if one.firsts < other.firsts:
        return Pairing(one.id, other.id)
    return Pairing(other.id, one.id)
