"""Tetrad: Quantik, Qawale and Qomet, exact and playable."""

from tetrad.position import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidNotationError,
    Outcome,
    Player,
    Position,
)
from tetrad.rules import GAMES, Qawale, Qomet, Quantik

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidNotationError",
    "Outcome",
    "Player",
    "Position",
    "Qawale",
    "Qomet",
    "Quantik",
]
