"""The games as Gymnasium environments: one side against a bot, or many games in a vector.

    from tetrad.adapters import gymnasium
    env = gymnasium.make("qawale", opponent="level:3")
    observation, info = env.reset(seed=1)
    observation, reward, ended, broken_off, info = env.step(info["action_mask"].argmax())

    many = gymnasium.make_vec("qomet", 1024)       # against an opponent who plays at random

`info["action_mask"]` says which actions are legal. A win is worth 1, a loss -1; an illegal action
loses the game. Unless it is chosen, who begins is drawn by lot at each reset.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tetrad import bots
from tetrad.adapters.single import Single
from tetrad.batch import LONGEST, Batch
from tetrad.bots.tactics import random_move
from tetrad.kernels import kernel, qawale
from tetrad.position import AnyPosition
from tetrad.rules import GAMES

HIGHEST = 24  # a number in an observation: the pebbles of a stack

Opponent = Callable[[AnyPosition], Any]


def make(game: str, *, opponent: str | Opponent = "random", **how: Any) -> gym.Env[Any, Any]:
    """One side of a game against `random`, `level:1` to `level:10`, or a function of yours.

    The function gets a position and returns a legal move or its text. Other options are those of
    `Against`.
    """
    return gym.make(f"tetrad/{game}-v1", opponent=opponent, **how)


def make_vec(game: str, size: int, **how: Any) -> VectorEnv[Any, Any, Any]:
    """Many games at once against an opponent who plays at random."""
    return gym.make_vec(f"tetrad/{game}-v1", size, "vector_entry_point", **how)


class Against(gym.Env[NDArray[np.uint8], np.int64]):
    """One side of a game; the opponent has answered when a step returns."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        opponent: str | Opponent = "random",
        *,
        side: int | None = None,
        render_mode: str | None = None,
        longest: int = LONGEST,
    ) -> None:
        self.game, self.side, self.render_mode = Single(game, longest), side, render_mode
        self.opponent = opponent
        self.me = side or 1
        self.observation_space = spaces.Box(0, HIGHEST, self.game.observe().shape, np.uint8)
        self.action_space = spaces.Discrete(self.game.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        self.game.reset()
        self.me = self.side or int(self.np_random.integers(1, 3))
        self._choose = self._bot(self.opponent)
        self._answer()
        return self.game.observe(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        if not 0 <= action < self.game.actions or not self.game.mask()[action]:
            return self.game.observe(), -1.0, True, False, self._info()
        self.game.step(int(action))
        self._answer()
        over, broken_off = self.game.done, self.game.broken_off
        reward = {0: 0.0, self.me: 1.0}.get(self.game.winner, -1.0)
        return self.game.observe(), reward, over and not broken_off, broken_off, self._info()

    def render(self) -> Any:
        return self.game.image() if self.render_mode == "rgb_array" else self.game.text()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.game.mask(), "position": str(self.game.position)}

    def _answer(self) -> None:
        """Let the opponent play until it is my turn."""
        while not self.game.done and self.game.turn != self.me:
            move = self._choose(self.game.position)
            for action in _actions(self.game, move):
                self.game.step(action)

    def _bot(self, opponent: str | Opponent) -> Opponent:
        if callable(opponent):
            return opponent
        chance = random.Random(int(self.np_random.integers(2**31)))
        name, _, number = opponent.partition(":")
        if name == "random" and not number:
            return lambda position: random_move(position, chance)
        if name == "level" and number.isdecimal() and int(number) in bots.LEVELS:
            bot = bots.bot(self.game.game, int(number), chance.randrange(2**31))
            return lambda position: bot.choose(position).move
        raise ValueError(
            f"{opponent!r} is no opponent; use random, level:1 to level:10, or a function"
        )


def _actions(game: Single, move: Any) -> list[int]:
    """The actions of a move or of its text."""
    parsed = game.position.parse_move(move) if isinstance(move, str) else move
    if game.game == "qawale":
        return qawale.actions_of(parsed)
    return [kernel(game.game).action_of(parsed)]


class Vector(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Games of a batch, each against an opponent who plays at random.

    A game that has ended begins anew in the next step, whose action is not looked at. An illegal
    action is a ValueError.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(self, game: str, num_envs: int, *, longest: int = LONGEST) -> None:
        self.num_envs = num_envs
        self.games = Batch(game, num_envs, longest=longest)
        self.single_observation_space = spaces.Box(
            0, HIGHEST, self.games.observe().shape[1:], np.uint8
        )
        self.single_action_space = spaces.Discrete(self.games.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.me = np.ones(num_envs, np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        self.games.seed(int(self.np_random.integers(2**31)))
        self._restart(np.ones(self.num_envs, np.bool_))
        return self.games.observe(), self._info()

    def step(self, actions: Any) -> Any:
        """Play mine, then the opponents' actions until it is my turn everywhere."""
        fresh = self.games.done.copy()
        self.games.step(actions, ~fresh)
        if fresh.any():
            self._restart(fresh)
        self._answer()
        winner, me = self.games.winner, self.me
        rewards = np.select([winner == 0, winner == me], [0.0, 1.0], -1.0)
        broken_off = self.games.broken_off.copy()
        ended = self.games.done & ~broken_off
        return self.games.observe(), rewards, ended, broken_off, self._info()

    def _restart(self, where: NDArray[np.bool_]) -> None:
        self.games.reset(where)
        self.me[where] = self.np_random.integers(1, 3, int(where.sum()))
        self._answer()

    def _answer(self) -> None:
        while (theirs := ~self.games.done & (self.games.turn() != self.me)).any():
            self.games.step(self.games.sample(), theirs)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.games.mask()}


for _game in GAMES:
    gym.register(
        f"tetrad/{_game}-v1",
        entry_point=Against,
        vector_entry_point=Vector,
        kwargs={"game": _game},
    )
