"""The moves of an opening by kinds: those that are one and the same, turned or renamed.

With each kind goes how often somebody chose it, how those games ended for them, and, where a value
may be open, what Qawale's proofs say of each player.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice, pairwise
from typing import Literal

from tetrad.kernels.qawale import canonical, encode
from tetrad.matches.data import Kind
from tetrad.matches.log import Standing
from tetrad.matches.refusals import TooLargeError
from tetrad.position import AnyPosition, Player
from tetrad.rules.qawale import Qawale
from tetrad.solvers.qawale.opening import known
from tetrad.teach.told import each_move

# An opening is over by then.
LAST_PLY = 8
MOST_MOVES = 2_000


Kinds = dict[AnyPosition, Kind]


def kinds_of(position: AnyPosition) -> Kinds:
    """By what a move leads to, up to symmetry."""
    moves = list(islice(each_move(position), MOST_MOVES + 1))
    if len(moves) > MOST_MOVES:
        raise TooLargeError(f"at most {MOST_MOVES} moves can be sorted", "too-large")
    found: Kinds = {}
    for move in moves:
        none: Kind = {
            "moves": [], "unwon": 0, "unlost": 0, "played": 0, "won": 0, "drawn": 0, "lost": 0,
        }  # fmt: skip
        kind = found.setdefault(position.play(move).canonical(), none)
        kind["moves"].append(str(move))
    if isinstance(position, Qawale):
        _bound(found, position)
    return found


def _bound(kinds: Kinds, position: Qawale) -> None:
    """Add what the proofs know without searching: what nobody can force, no own move forces."""
    mover = position.turn
    before = known().last_ply(canonical(encode(position)), mover)
    for after, kind in kinds.items():
        assert isinstance(after, Qawale)
        code = canonical(encode(after))
        kind["unwon"] = max(before, known().last_ply(code, mover))
        kind["unlost"] = known().last_ply(code, mover.other)


def count(kinds: Kinds, asked: AnyPosition, standing: Standing, held: Collection[Player]) -> None:
    """Adds a game that came through a position like the one asked about."""
    leader = asked.canonical()
    for before, after in pairwise(standing.match.positions[: LAST_PLY + 2]):
        if before.canonical() == leader and (kind := kinds.get(after.canonical())):
            kind["played"] += 1
            if (end := _end(standing, held)) is not None:
                kind[end] += 1
            return


def _end(standing: Standing, held: Collection[Player]) -> Literal["won", "drawn", "lost"] | None:
    """How a game ended for who held a seat; nothing where it goes on, or they held both."""
    outcome = standing.outcome
    if outcome is None or len(held) != 1:
        return None
    (seat,) = held
    if outcome.winner is None:
        return "drawn"
    return "won" if outcome.winner is seat else "lost"
