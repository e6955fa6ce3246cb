"""Leaf counts of the move tree, the classic test of a move generator.

A leaf is a position reached after exactly `depth` plies; a game that ends earlier has none.
"""

from __future__ import annotations

from tetrad.position import AnyPosition


def perft(position: AnyPosition, depth: int) -> int:
    """Counts leaves with the reference rules, making and judging every one of them."""
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())
