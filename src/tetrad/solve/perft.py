"""Leaf counts of the move tree, the classic test of a move generator and of its speed.

A leaf is a position reached after exactly `depth` plies; a game that ends earlier has none. Every
leaf is made and judged, none is inferred from the number of moves one ply above it.
"""

from __future__ import annotations

import importlib

from tetrad import kernels
from tetrad.position import AnyPosition

DEEPEST = 99


def perft(position: AnyPosition, depth: int) -> int:
    """Counts leaves with the compiled game, or with the rulebook where there is no Numba."""
    if kernels.available():
        game = importlib.import_module(f"tetrad.kernels.{position.NAME}")
        return int(game.perft(game.encode(position), depth))
    return reference_perft(position, depth)


def reference_perft(position: AnyPosition, depth: int) -> int:
    """Counts leaves with the rulebook in `tetrad.rules`."""
    if depth == 0:
        return 1
    return sum(reference_perft(position.play(move), depth - 1) for move in position.legal_moves())
