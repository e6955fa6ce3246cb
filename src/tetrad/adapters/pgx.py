"""The games as Pgx environments: pure JAX, to be jitted and mapped over thousands of states.

    from tetrad.adapters import pgx
    env = pgx.make("quantik")
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, 4096))

The rules are those of `tetrad.rules` once more, in the only form that a GPU can run: arrays and
no branches. Actions and observations are those of `tetrad.batch`, with the planes last, as Pgx has
them. Rewards are 1 and -1; a game of Qomet that does not end is broken off.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pgx
from pgx import State
from pgx._src.struct import dataclass

from tetrad.adapters.jaxed import qawale, qomet, quantik
from tetrad.batch import LONGEST
from tetrad.pictures.svg import svg

_RULES: dict[str, Any] = {"quantik": quantik, "qawale": qawale, "qomet": qomet}


def make(game: str, *, longest: int = LONGEST) -> Environment:
    """A game of this name as a `pgx.Env`."""
    if game not in _RULES:
        raise ValueError(f"{game!r} is none of the games {', '.join(_RULES)}")
    return Environment(game, longest)


@dataclass
class GameState(State):
    """What Pgx keeps of every game, and `_x`, the board."""

    current_player: Any
    observation: Any
    rewards: Any
    terminated: Any
    truncated: Any
    legal_action_mask: Any
    _step_count: Any
    _x: Any

    @property
    def env_id(self) -> Any:
        return f"tetrad_{self._game}"

    @property
    def _game(self) -> str:
        return type(self._x).__module__.rpartition(".")[2]

    def to_svg(self, *, color_theme: str | None = None, scale: float | None = None) -> str:
        """The board, as `tetrad.svg` draws it; of many states the first."""
        many = self.current_player.ndim
        one = jax.tree.map(lambda part: np.asarray(part[0] if many else part), self._x)
        return svg(_RULES[self._game].position(one))

    def save_svg(self, filename: str, **how: Any) -> None:
        Path(filename).write_text(self.to_svg(**how), "utf-8")


class Environment(pgx.Env):
    """One of the games; which player moves first is drawn by lot, as in Pgx's own games."""

    def __init__(self, game: str, longest: int = LONGEST) -> None:
        super().__init__()
        self.game, self.longest, self.rules = game, longest, _RULES[game]

    def _init(self, key: Any) -> State:
        x = self.rules.start()
        return GameState(
            current_player=jax.random.bernoulli(key).astype(jnp.int32),
            observation=jnp.zeros_like(self.rules.observe(x, 0)),
            rewards=jnp.zeros(2, jnp.float32),
            terminated=jnp.bool_(False),
            truncated=jnp.bool_(False),
            legal_action_mask=self.rules.mask(x),
            _step_count=jnp.int32(0),
            _x=x,
        )

    def _step(self, state: Any, action: Any, key: Any) -> State:
        del key
        first = state.current_player ^ self.rules.mover(state._x)
        x, winner = self.rules.play(state._x, action)
        ended = winner >= 0
        # FIRST is the player who was drawn to begin; rewards are by player, not by side.
        sides = jnp.where(winner == 1, 1.0, jnp.where(winner == 2, -1.0, 0.0))
        rewards = jnp.array([sides, -sides], jnp.float32)
        return state.replace(
            current_player=first ^ self.rules.mover(x),
            _x=x,
            rewards=jnp.where(first == 0, rewards, rewards[::-1]),
            terminated=ended,
            truncated=~ended & (state._step_count >= self.longest),
            legal_action_mask=self.rules.mask(x),
        )

    def _observe(self, state: Any, player_id: Any) -> Any:
        """The board as this player sees it, whoever is to move."""
        first = state.current_player ^ self.rules.mover(state._x)
        return self.rules.observe(state._x, player_id ^ first)

    @property
    def id(self) -> Any:
        return f"tetrad_{self.game}"

    @property
    def version(self) -> str:
        return "v1"

    @property
    def num_players(self) -> int:
        return 2
