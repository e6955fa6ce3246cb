"""A game in a few words: where it turned, how close to the truth it was, what could have lasted.

`closeness` is a number from 0 to 100 for each player: 100 where no move cost anything, less by the
average cost of the player's moves (see `judgement`). The turning point is the move after which the
result never changed any more: the last with which the loser let go of a win or a draw, or where
nobody lost the last with which somebody let go of a win. Where the result was settled all along, it
is the costliest of these moves, and of equally costly ones the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tetrad.position import Player
from tetrad.teach.judgement import Judged, chance, own_moves

EVEN = 0.5


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
        (ply, judged)
        for ply, judged in enumerate(game)
        if judged.grade and (winner is None or judged.by is not winner)
    ]
    turns = [ply for ply, judged in candidates if _lets_go(judged, winner)]
    costs = [(judged.cost, ply) for ply, judged in candidates]
    return turns[-1] if turns else max(costs)[1] if costs else None


def _lets_go(judged: Judged, winner: Player | None) -> bool:
    """Whether a better result was there before the move than after it, proven or as believed."""
    best, played = judged.best, judged.played
    if winner is None:
        return best.value == "win" != played.value
    return best.value != "loss" == played.value or chance(best) >= EVEN > chance(played)


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
