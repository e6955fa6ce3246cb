"""Swiss rounds: everybody plays in every round, against somebody with about the same score.

Nobody meets the same opponent twice. With an odd number of players one has a bye, which counts as
a win, and nobody has two. Sides are balanced: who has begun more rarely begins.

Players are paired from the top of the standings downward. If the last two have met before, a pair
further up is opened and mixed with them. Such a pair is always there while everybody has still
half of the field to meet: the two have then more free opponents than there are pairs times two, so
that some pair has three of them. A tournament therefore has at most half as many rounds as players.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

BYE = ""
FEWEST_PLAYERS = 2


@dataclass(frozen=True, slots=True)
class Entrant:
    """One player: the score, everybody met (a bye has an empty name), the balance of sides."""

    id: str
    rating: float = 1500.0
    score: float = 0.0
    met: frozenset[str] = field(default=frozenset())
    firsts: int = 0


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game of a round; `second` is empty where `first` has a bye."""

    first: str
    second: str


def standings(entrants: Iterable[Entrant]) -> list[Entrant]:
    """The best first: by score, then by what those they met have scored, then by rating."""
    everybody = list(entrants)
    scores = {each.id: each.score for each in everybody}

    def order(each: Entrant) -> tuple[float, float, float, str]:
        return (-each.score, -_met_scores(each, scores), -each.rating, each.id)

    return sorted(everybody, key=order)


def _met_scores(entrant: Entrant, scores: dict[str, float]) -> float:
    """The sum of the opponents' scores, which decides between equal scores (Buchholz)."""
    return sum(scores.get(other, 0.0) for other in entrant.met)


def pair(entrants: Iterable[Entrant]) -> list[Pairing]:
    """A round for all players; ValueError where one cannot be made."""
    order = standings(entrants)
    if len(order) < FEWEST_PLAYERS:
        raise ValueError("a round needs at least two players")
    if len(order) % 2:
        order.append(Entrant(BYE, score=-1.0))
    return [_sides(one, other) for one, other in _matching(order)]


def after(entrant: Entrant, score: float, opponent: str, *, began: bool = False) -> Entrant:
    """The player after a pairing, or after a bye."""
    turn = 0 if opponent == BYE else 1 if began else -1
    met, firsts = entrant.met | {opponent}, entrant.firsts + turn
    return replace(entrant, score=entrant.score + score, met=met, firsts=firsts)


def _matching(order: Sequence[Entrant]) -> list[tuple[Entrant, Entrant]]:
    """From the top downward, each with the next one not yet met; who is left over is mixed in."""
    waiting, pairs, left = list(order), [], []
    while waiting:
        one = waiting.pop(0)
        other = next((each for each in waiting if _can_meet(one, each)), None)
        if other is None:
            left.append(one)
        else:
            waiting.remove(other)
            pairs.append((one, other))
    for one, other in zip(left[::2], left[1::2], strict=True):
        _mix(pairs, one, other)
    return pairs


def _can_meet(one: Entrant, other: Entrant) -> bool:
    return other.id not in one.met and one.id not in other.met


def _mix(pairs: list[tuple[Entrant, Entrant]], one: Entrant, other: Entrant) -> None:
    """Opens the lowest pair that can be shared between two who have met."""
    for number in reversed(range(len(pairs))):
        above, below = pairs[number]
        for first, second in ((above, below), (below, above)):
            if _can_meet(first, one) and _can_meet(second, other):
                pairs[number] = (first, one)
                pairs.append((second, other))
                return
    raise ValueError("these players cannot be paired without meeting again")


def _sides(one: Entrant, other: Entrant) -> Pairing:
    if other.id == BYE or (one.id != BYE and one.firsts < other.firsts):
        return Pairing(one.id, other.id)
    if one.id == BYE:
        return Pairing(other.id, BYE)
    return Pairing(other.id, one.id)
