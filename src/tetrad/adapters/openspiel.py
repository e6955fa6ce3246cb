"""The games as OpenSpiel games, registered under `tetrad_quantik`, `tetrad_qawale`, `tetrad_qomet`.

    from tetrad.adapters import openspiel
    openspiel.register()
    game = pyspiel.load_game("tetrad_qomet")

Everything OpenSpiel knows can play them then: its searches, its learners, its tests. In Qawale a
turn takes several actions of the same player. A game of Qomet that does not end is a draw after a
thousand actions, because OpenSpiel wants to know the longest game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from tetrad.adapters.single import Single
from tetrad.batch import LONGEST
from tetrad.kernels import kernel
from tetrad.kernels.qawale import step_of
from tetrad.rules import GAMES

# A stack of Qawale has at most 24 pebbles, and every pebble is a step; a turn begins with a lift.
LENGTH = {"quantik": 16, "qawale": 16 * 25, "qomet": LONGEST}


def register() -> None:
    """Make the games known to OpenSpiel; twice is harmless."""
    known = set(pyspiel.registered_names())
    for name in GAMES:
        if (kind := _kind(name)).short_name not in known:
            pyspiel.register_game(kind, _game_class(name, kind))


def _kind(name: str) -> Any:
    return pyspiel.GameType(
        short_name=f"tetrad_{name}",
        long_name=name.capitalize(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def _game_class(name: str, kind: Any) -> type:
    """OpenSpiel makes a game from a class, so each of ours has one."""

    class TetradGame(pyspiel.Game):
        def __init__(self, params: Any = None) -> None:
            facts = pyspiel.GameInfo(
                num_distinct_actions=kernel(name).ACTIONS,
                max_chance_outcomes=0,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LENGTH[name],
            )
            super().__init__(kind, facts, params or {})

        def new_initial_state(self) -> State:
            return State(self, name)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer(name)

        def observation_tensor_shape(self) -> list[int]:
            return [*Observer(name).dict["observation"].shape]

    return TetradGame


class State(pyspiel.State):
    """A game in progress; its text is the actions that led here, which is how it is kept."""

    def __init__(self, game: Any, name: str) -> None:
        super().__init__(game)
        self.name = name
        self.single = Single(name, LENGTH[name])

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.single.done else self.single.turn - 1

    def _legal_actions(self, player: int) -> list[int]:
        actions: list[int] = np.flatnonzero(self.single.mask()).tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        self.single.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.name == "qawale":
            return step_of(action)
        return str(kernel(self.name).move_of(action))

    def is_terminal(self) -> bool:
        return self.single.done

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser."""
        winner = self.single.winner
        return {0: [0.0, 0.0], 1: [1.0, -1.0], 2: [-1.0, 1.0]}[winner]

    def __str__(self) -> str:
        """The position in which the turn began and, in mid-sowing, the path so far."""
        return f"{self.single.position} {self.single.path}".rstrip()


class Observer:
    """What both players see: the planes of `tetrad.batch`, from the view of the one to move."""

    def __init__(self, name: str) -> None:
        planes = Single(name).observe().astype(np.float32)
        self.tensor: NDArray[np.float32] = planes.ravel().copy()
        self.dict = {"observation": self.tensor.reshape(planes.shape)}

    def set_from(self, state: State, player: int) -> None:
        self.tensor[:] = state.single.observe().ravel()

    def string_from(self, state: State, player: int) -> str:
        return str(state)
