"""Pgx's own test, and the JAX rules against the batch."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest

pytest.importorskip("pgx", reason="Pgx and JAX: make ecosystem")

import jax
import pgx as theirs

from tetrad.adapters import pgx
from tetrad.batch import Batch
from tetrad.rules import GAMES

pytestmark = pytest.mark.parametrize("game", GAMES)


def test_the_interface_is_what_pgx_asks_for(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Its test knows the names of its own games only.
    monkeypatch.setattr("pgx._src.api_test.EnvId", Literal["tetrad_" + game])
    # And with this JAX it cannot choose an action of a single game, of its own neither.
    monkeypatch.setattr("pgx._src.api_test.act_randomly", act_randomly)
    theirs.api_test(pgx.make(game), 1)


def act_randomly(key: Any, mask: Any) -> Any:
    return jax.random.categorical(key, jax.numpy.log(mask.astype(float)), axis=-1)


def compare(game: str, size: int, steps: int) -> int:
    """Play the same random actions in JAX and in a batch; how many states were the same."""
    env, games = pgx.make(game), Batch(game, size, seed=1)
    state: Any = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), size))
    step = jax.jit(jax.vmap(env.step))
    first, seen = np.asarray(state.current_player), 0
    for _ in range(steps):
        going = ~games.done
        assert (np.asarray(state.legal_action_mask)[going] == games.mask()[going]).all()
        shown = np.asarray(state.observation).transpose(0, 3, 1, 2)
        assert (shown == games.observe()).all()
        turns = np.asarray(state.current_player) ^ first
        assert (turns[going] == games.turn()[going] - 1).all()
        seen += int(going.sum())
        actions = games.sample()
        games.step(actions)
        state = step(state, actions)
        assert (np.asarray(state.terminated) == games.done).all()
        ended = games.done & going
        won = np.asarray(state.rewards)[np.arange(size), first]
        expected = np.select([games.winner == 1, games.winner == 2], [1, -1], 0)
        assert (won[ended] == expected[ended]).all()
    return seen


# Where a player's own pieces are seen, and where the opponent's.
SIDES = {
    "quantik": (slice(0, 4), slice(4, 8)),
    "qawale": (slice(0, 24, 3), slice(1, 24, 3)),
    "qomet": (slice(0, 1), slice(1, 2)),
}


def test_each_player_sees_their_own_pieces_first_whoever_moves(game: str) -> None:
    env = pgx.make(game)
    step, state = jax.jit(env.step), env.init(jax.random.PRNGKey(3))
    for _ in range(5):
        state = step(state, int(state.legal_action_mask.argmax()))
    mover = int(state.current_player)
    here, there = (np.asarray(env._observe(state, who)) for who in (mover, 1 - mover))
    mine, theirs = SIDES[game]
    assert (here == np.asarray(state.observation)).all()
    assert (here[..., mine] == there[..., theirs]).all()
    assert (here[..., theirs] == there[..., mine]).all()
    assert not (here == there).all()


def test_the_rules_in_jax_are_those_of_the_kernels_in_100000_states(game: str) -> None:
    assert compare(game, 10_000, 60) > 100_000
