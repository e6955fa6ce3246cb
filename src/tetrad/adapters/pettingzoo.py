"""The games as PettingZoo environments: two agents who take turns, with action masks.

    from tetrad.adapters import pettingzoo
    env = pettingzoo.env("quantik")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

The winner's reward is 1, the loser's -1; in a draw both get 0. In Qawale a turn takes several
actions of the same agent: choose a stack, then a direction for each pebble.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tetrad.adapters.single import Single
from tetrad.batch import LONGEST

AGENTS = ["player_1", "player_2"]  # FIRST and SECOND


def env(
    game: str, *, render_mode: str | None = None, longest: int = LONGEST
) -> AECEnv[Any, Any, Any]:
    """A game of this name; an illegal action ends it, and who chose it loses a point."""
    wrapped = wrappers.TerminateIllegalWrapper(Environment(game, render_mode, longest), -1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class Environment(AECEnv[Any, Any, Any]):
    """The environment as it is, without the wrappers that check its user."""

    metadata = {  # noqa: RUF012
        "render_modes": ["ansi", "rgb_array", "human"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, game: str, render_mode: str | None = None, longest: int = LONGEST) -> None:
        super().__init__()
        self.metadata = {**self.metadata, "name": f"tetrad_{game}_v1"}
        self.render_mode = render_mode
        self.game = Single(game, longest)
        self.possible_agents = AGENTS.copy()
        self.agents = AGENTS.copy()
        self.agent_selection = AGENTS[0]
        shape = self.game.observe().shape
        self.observation_spaces = {agent: _shown(shape, self.game.actions) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew; there is no chance in these games, so that a seed changes nothing."""
        self.game.reset()
        self.agents = AGENTS.copy()
        self.agent_selection = AGENTS[0]
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What the player to move sees; the other one may do nothing."""
        mine = agent == self.agent_selection
        mask = self.game.mask() if mine else np.zeros(self.game.actions, np.int8)
        return {"observation": self.game.observe(), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self.game.step(int(action))
        self.agent_selection = AGENTS[self.game.turn - 1]
        if self.game.done:
            self._end()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        ends = self.truncations if self.game.broken_off else self.terminations
        ends.update(dict.fromkeys(AGENTS, True))
        if winner := self.game.winner:
            self.rewards = {AGENTS[winner - 1]: 1, AGENTS[2 - winner]: -1}

    def render(self) -> str | NDArray[np.uint8] | None:
        if self.render_mode == "rgb_array":
            return self.game.image()
        if self.render_mode == "human":
            print(self.game.text())
            return None
        return self.game.text()

    def close(self) -> None:
        """There is nothing to close."""


def _shown(shape: tuple[int, ...], actions: int) -> spaces.Space[Any]:
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 24, shape, np.uint8),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
