"""Qawale in JAX, step by step: stacks from the bottom, and the hand with its next pebble first.

A pebble is 1 for FIRST, 2 for SECOND, 3 if it is neutral; 0 is none.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from tetrad.kernels.qawale import LIFTS
from tetrad.rules.qawale import INDEX, LINES, NEIGHBOURS, PEBBLES_EACH, STEPS, Qawale

_NEUTRAL, _MOST, _NO_STEP = 3, 24, 4
LEVELS = 8  # as many pebbles of a stack are shown
_BESIDE = np.array(
    [[INDEX.get(near.get(step, ""), -1) for step in STEPS] for near in NEIGHBOURS.values()]
)
# [arrival, square, direction]: on the board, and not straight back.
_OPEN = np.array(
    [
        [[_BESIDE[square, to] >= 0 and (came == _NO_STEP or to != came ^ 2) for to in range(4)]
         for square in range(16)]
        for came in range(5)
    ]
)  # fmt: skip
_LINES = np.array([[square in line for square in range(16)] for line in LINES])


class Board(NamedTuple):
    stacks: Any  # [square, level]
    heights: Any
    hand: Any
    left: Any
    place: Any
    came: Any
    turns: Any


def start() -> Board:
    stacks = np.zeros((16, _MOST), np.int8)
    for square, stack in enumerate(Qawale.start().stacks):
        stacks[square, : len(stack)] = _NEUTRAL
    heights = (stacks > 0).sum(1)
    none = jnp.int32(0)
    return Board(
        jnp.asarray(stacks), jnp.asarray(heights, jnp.int32), jnp.zeros(_MOST, jnp.int8), none,
        none, jnp.int32(_NO_STEP), none,
    )  # fmt: skip


def position(x: Board) -> Qawale:
    stacks = ["".join("?120"[pebble] for pebble in stack if pebble) for stack in x.stacks.tolist()]
    stacks[int(x.place)] += "".join("?120"[pebble] for pebble in x.hand.tolist() if pebble)
    return Qawale(tuple(stacks))


def mover(x: Board) -> Any:
    return x.turns % 2


def mask(x: Board) -> Any:
    lifts = (x.heights > 0) & (x.left == 0) & ~_over(x)
    steps = jnp.asarray(_OPEN)[x.came, x.place] & (x.left > 0)
    return jnp.concatenate([lifts, steps])


def play(x: Board, action: Any) -> tuple[Board, Any]:
    lifting = action < LIFTS
    lifted, dropped = _lift(x, action % LIFTS), _drop(x, (action - LIFTS) % 4)
    after = Board(*(jnp.where(lifting, a, b) for a, b in zip(lifted, dropped, strict=True)))
    player = mover(x)
    mine, theirs = _lined(after, 1 + player), _lined(after, 2 - player)
    drawn = after.turns == 2 * PEBBLES_EACH
    result = jnp.where(mine, 1 + player, jnp.where(theirs, 2 - player, jnp.where(drawn, 0, -1)))
    return after, jnp.where(after.turns > x.turns, result, -1)


def _lift(x: Board, square: Any) -> Board:
    height = x.heights[square]
    pebble = (1 + mover(x)).astype(jnp.int8)
    return x._replace(
        stacks=x.stacks.at[square].set(0),
        heights=x.heights.at[square].set(0),
        hand=x.stacks[square].at[height].set(pebble),
        left=height + 1,
        place=square.astype(jnp.int32),
        came=jnp.int32(_NO_STEP),
    )


def _drop(x: Board, direction: Any) -> Board:
    square = jnp.asarray(_BESIDE)[x.place, direction]
    left = x.left - 1
    return Board(
        x.stacks.at[square, x.heights[square]].set(x.hand[0]),
        x.heights.at[square].add(1),
        jnp.roll(x.hand, -1).at[-1].set(0),
        left,
        jnp.where(left > 0, square, 0).astype(jnp.int32),
        jnp.where(left > 0, direction, _NO_STEP).astype(jnp.int32),
        x.turns + (left == 0),
    )


def _tops(x: Board) -> Any:
    return x.stacks[jnp.arange(16), jnp.maximum(x.heights - 1, 0)]


def _lined(x: Board, player: Any) -> Any:
    return ((_tops(x) == player) >= _LINES).all(1).any()


def _over(x: Board) -> Any:
    return _lined(x, 1) | _lined(x, 2) | (x.turns == 2 * PEBBLES_EACH)


def observe(x: Board, player: Any) -> Any:
    owners = jnp.array([1 + player, 2 - player, _NEUTRAL])
    levels = jnp.arange(LEVELS)
    depth = x.heights[:, None] - 1 - levels
    from_top = jnp.where(depth >= 0, jnp.take_along_axis(x.stacks, jnp.maximum(depth, 0), 1), 0)
    here = (jnp.arange(16) == x.place) & (x.left > 0)
    next_first = jnp.where(here[:, None], x.hand[:LEVELS], 0)
    planes = [
        _by_owner(from_top, owners),
        x.heights[:, None],
        _by_owner(next_first, owners),
        jnp.where(here, x.left, 0)[:, None],
        here[:, None] & (jnp.arange(5) == x.came),
    ]
    flat = jnp.concatenate([plane.astype(jnp.uint8) for plane in planes], 1)
    return flat.reshape(4, 4, -1)[::-1]


def _by_owner(pebbles: Any, owners: Any) -> Any:
    """For each level three planes: mine, the opponent's, neutral."""
    return (pebbles[:, :, None] == owners).reshape(16, -1)
