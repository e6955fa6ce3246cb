"""A game in a few words: where it turned, how close to the truth it was, what could have lasted.

`closeness` is a number from 0 to 100 for each player: 100 where no move cost anything, less by the
average cost of the player's moves (see `judgement`). The turning point is the move after which the
result never changed any more: the loser's costliest one, and of equally costly ones the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tetrad.position import Player
from tetrad.teach.judgement import Judged, own_moves


@dataclass(frozen=True, slots=True)
class Lasted:
    """In the move of this ply a player gave up so many moves of resistance."""

    ply: int
    moves: int


@dataclass(frozen=True, slots=True)
class Summary:
    """What there is to tell about a game; `proven` is False where opinions speak along."""

    turning: int | None
    closeness: dict[Player, int | None]
    lasted: Lasted | None
    proven: bool


def summarize(game: Sequence[Judged], winner: Player | None) -> Summary:
    return Summary(
        _turning_point(game, winner),
        {player: _closeness(game, player) for player in Player},
        _lasted(game, winner),
        all(judged.proven for judged in game),
    )


def _closeness(game: Sequence[Judged], player: Player) -> int | None:
    costs = [judged.cost for judged in game if judged.by is player]
    return round(100 * (1 - sum(costs) / len(costs))) if costs else None


def _turning_point(game: Sequence[Judged], winner: Player | None) -> int | None:
    """Among the moves of the loser, or of both where nobody lost."""
    candidates = [
        (judged.cost, ply)
        for ply, judged in enumerate(game)
        if judged.grade and (winner is None or judged.by is not winner)
    ]
    return max(candidates)[1] if candidates else None


def _lasted(game: Sequence[Judged], winner: Player | None) -> Lasted | None:
    """The most resistance that the loser gave up with one move."""
    if winner is None:
        return None
    given_up = [
        Lasted(ply, own_moves(judged.best.distance) - own_moves(judged.played.distance))
        for ply, judged in enumerate(game)
        if judged.by is not winner and judged.best.value == "loss"
        if judged.best.distance and judged.played.distance
    ]
    most = max(given_up, key=lambda each: each.moves, default=None)
    return most if most and most.moves > 0 else None
