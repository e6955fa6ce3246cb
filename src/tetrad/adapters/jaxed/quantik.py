"""Quantik in JAX: for each player and action whether that piece stands there."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from tetrad.kernels.quantik import decode
from tetrad.rules.quantik import LINES, Quantik

_LINE = np.array([[square in line for square in range(16)] for line in LINES.values()])
_NEAR = (_LINE.astype(int).T @ _LINE.astype(int)) > 0
_OF_EACH = 2


class Board(NamedTuple):
    pieces: Any  # [player, shape, square]


def start() -> Board:
    return Board(jnp.zeros((2, 4, 16), jnp.bool_))


def position(x: Board) -> Quantik:
    sides = [sum(1 << int(bit) for bit in np.flatnonzero(side)) for side in x.pieces.reshape(2, -1)]
    player = int(x.pieces.sum()) % 2
    return decode((sides[player], sides[1 - player]))


def mover(x: Board) -> Any:
    return x.pieces.sum(dtype=jnp.int32) % 2


def mask(x: Board) -> Any:
    return jnp.where(_complete(x), False, _allowed(x)).ravel()


def play(x: Board, action: Any) -> tuple[Board, Any]:
    player = mover(x)
    after = Board(x.pieces.at[player, action // 16, action % 16].set(True))
    ended = _complete(after) | ~_allowed(after).any()
    return after, jnp.where(ended, player + 1, -1)


def observe(x: Board, player: Any) -> Any:
    both = jnp.stack([x.pieces[player], x.pieces[1 - player]]).reshape(8, 4, 4)
    return both[:, ::-1].transpose(1, 2, 0).astype(jnp.uint8)


def _complete(x: Board) -> Any:
    """Whether some line holds all four shapes."""
    shown = x.pieces.any(0).astype(jnp.int32) @ _LINE.T.astype(np.int32)
    return (shown > 0).all(0).any()


def _allowed(x: Board) -> Any:
    """The placements of the player to move, [shape, square]."""
    player = mover(x)
    mine, theirs = x.pieces[player], x.pieces[1 - player]
    taken = x.pieces.any((0, 1))
    forbidden = theirs.astype(jnp.int32) @ _NEAR.astype(np.int32) > 0
    left = mine.sum(1) < _OF_EACH
    return ~taken[None] & ~forbidden & left[:, None]
