"""Qomet in JAX: for each player and space whether a star stands there, and the forbidden push.

Spaces are the bits of `kernels.qomet`; two more make tables without exceptions: one behind the end
of a line, never free, and one that is always free.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from tetrad.kernels import qomet_board as board
from tetrad.kernels.qomet import ACTIONS, TURN, UNDO_SHIFT, decode
from tetrad.rules.qomet import STARS_EACH, Qomet

_SPACES, _WALL, _NOWHERE = 25, 25, 26


def _spaces(column: board.Column) -> Any:
    return np.array([mask.bit_length() - 1 if mask else _NOWHERE for mask in column])


_ORIGIN, _TARGET = _spaces(board.ORIGIN), _spaces(board.TARGET)
_BEHIND, _BLOCK = _spaces(board.BEHIND), _spaces(board.BLOCK)
_IS_UNDO, _FORBIDS = np.array(board.IS_UNDO), np.array(board.FORBIDS)
_PLACES = np.arange(ACTIONS) < _SPACES
_SQUARES = np.array([[mask >> bit & 1 for bit in range(25)] for mask in board.SQUARE_MASKS])
_NAMES = sorted(board.BIT, key=lambda square: board.BIT[square])
_ROW = np.array([7 - int(square[1]) for square in _NAMES])
_COLUMN = np.array([ord(square[0]) - ord("a") for square in _NAMES])
_UNDO_ENDS = np.array(
    [
        [column[board.ACTION[move]] if move else _NOWHERE for column in (_ORIGIN, _TARGET)]
        for move in board.UNDO_MOVES
    ]
)


class Board(NamedTuple):
    stars: Any  # [player, space]
    turn: Any
    undo: Any


def start() -> Board:
    return Board(jnp.zeros((2, _SPACES), jnp.bool_), jnp.int32(0), jnp.int32(0))


def position(x: Board) -> Qomet:
    first, second = (sum(1 << int(bit) for bit in np.flatnonzero(side)) for side in x.stars)
    turn, undo = int(x.turn), int(x.undo)
    return decode(first | second << 25 | undo << UNDO_SHIFT | TURN * turn)


def mover(x: Board) -> Any:
    return x.turn


def mask(x: Board) -> Any:
    mine, taken = x.stars[x.turn], x.stars.any(0)
    held = jnp.concatenate([mine, jnp.array([False, False])])
    blocked = jnp.concatenate([taken, jnp.array([True, False])])
    free = ~blocked[_TARGET]
    pushed = ~blocked[_BLOCK] & (x.undo != _IS_UNDO)
    placed = free & (mine.sum() < STARS_EACH)
    legal = jnp.where(_PLACES, placed, held[_ORIGIN] & (free | pushed))
    over = _has_square(x.stars[0]) | _has_square(x.stars[1])
    return legal & ~over


def play(x: Board, action: Any) -> tuple[Board, Any]:
    mine, theirs = x.stars[x.turn], x.stars[1 - x.turn]
    target, behind = _one(_TARGET, action), _one(_BEHIND, action)
    own, pushed = (mine & target).any(), (theirs & target).any()
    mine = mine & ~_one(_ORIGIN, action) | target | own & behind
    theirs = jnp.where(pushed, theirs & ~target | behind, theirs)
    undo = jnp.where(pushed, jnp.asarray(_FORBIDS)[action], 0).astype(jnp.int32)
    stars = jnp.where(x.turn == 0, jnp.stack([mine, theirs]), jnp.stack([theirs, mine]))
    winner = jnp.where(
        _has_square(theirs), 2 - x.turn, jnp.where(_has_square(mine), 1 + x.turn, -1)
    )
    return Board(stars, 1 - x.turn, undo), winner


def observe(x: Board, player: Any) -> Any:
    ends = jnp.asarray(_UNDO_ENDS)[x.undo]
    spaces = jnp.arange(_SPACES)
    planes = [x.stars[player], x.stars[1 - player], spaces == ends[0], spaces == ends[1]]
    grid = jnp.zeros((7, 7, 4), jnp.uint8)
    return grid.at[_ROW, _COLUMN].set(jnp.stack(planes, 1).astype(jnp.uint8))


def _one(column: Any, action: Any) -> Any:
    """The space of an action as a set; none if it is nowhere."""
    return jnp.arange(_SPACES) == jnp.asarray(column)[action]


def _has_square(stars: Any) -> Any:
    return (_SQUARES @ stars.astype(jnp.int32) == 4).any()
