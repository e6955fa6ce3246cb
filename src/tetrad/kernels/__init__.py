"""The three games on integers: positions as codes, moves as actions.

A module per game, `tetrad.kernels.quantik` and so on, offers the names of `Kernel`, with the same
meaning in each, and draws what its codes and actions look like. Nothing is checked: a code must be
one that `encode` or `apply` could have made, an action one of its legal ones.
"""

from __future__ import annotations

import importlib
from typing import Any, Protocol, SupportsIndex

# What `winner` says of a game that has ended without one; else it is the player's number.
DRAW = 0


class Kernel(Protocol):
    """A game on integers; the module of the game says what its codes are."""

    @property
    def ACTIONS(self) -> int:  # noqa: N802
        """How many actions there are; they are numbered from 0."""

    def start(self) -> Any:
        """The code of the position in which the game starts."""

    def turn(self, code: Any, /) -> int:
        """Whose turn it is: 1 if FIRST's, 2 if SECOND's."""

    def legal_actions(self, code: Any, /) -> list[int]:
        """The actions that are allowed, the smallest first; none after the end of the game."""

    def mask(self, code: Any, /) -> list[bool]:
        """For each action whether it is allowed."""

    def apply(self, code: Any, action: SupportsIndex, /) -> Any:
        """The code of the position after an action; any kind of integer is one."""

    def winner(self, code: Any, /) -> int | None:
        """1 if FIRST has won, 2 if SECOND has, 0 if it is a draw; None while the game goes on."""

    def canonical(self, code: Any, /) -> Any:
        """The one of the positions that play alike which stands for all of them."""

    def symmetries(self, code: Any, /) -> list[Any]:
        """The different positions that play like this one, itself included."""

    def encode(self, position: Any, /) -> Any:
        """The code of a position."""

    def decode(self, code: Any, /) -> Any:
        """The position of a code."""

    def action_of(self, move: Any, /) -> int:
        """The number of a move; in Qawale, where a move takes several actions, of a step."""

    def move_of(self, action: Any, /) -> Any:
        """The move of an action; in Qawale, of the actions of a whole turn."""


def kernel(game: str) -> Kernel:
    """The kernel of a game by its name."""
    module: Kernel = importlib.import_module(f"tetrad.kernels.{game}")
    return module
