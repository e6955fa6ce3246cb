"""PettingZoo's own suites, and what a player of the games would check."""

from __future__ import annotations

import pytest

pettingzoo_test = pytest.importorskip("pettingzoo.test", reason="PettingZoo: make ecosystem")

from tetrad.adapters import pettingzoo  # noqa: E402
from tetrad.rules import GAMES  # noqa: E402

pytestmark = pytest.mark.parametrize("game", GAMES)


# An empty board is all zeros, and action masks make a dictionary of an observation.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")
def test_the_interface_is_what_pettingzoo_asks_for(game: str) -> None:
    pettingzoo_test.api_test(pettingzoo.env(game), num_cycles=300)


def test_seeds_do_as_pettingzoo_asks(game: str) -> None:
    pettingzoo_test.seed_test(lambda: pettingzoo.env(game), num_cycles=50)


def test_it_is_drawn_as_pettingzoo_asks(game: str) -> None:
    pettingzoo_test.render_test(lambda **how: pettingzoo.env(game, **how))


def test_pettingzoo_measures_its_speed(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    pettingzoo_test.performance_benchmark(pettingzoo.env(game))
    assert "turns per second" in capsys.readouterr().out


def test_a_game_ends_with_a_point_for_the_winner(game: str) -> None:
    env = pettingzoo.env(game)
    for seed in range(10):
        env.reset(seed=seed)
        for agent in env.agents:
            env.action_space(agent).seed(seed)
        total = dict.fromkeys(env.agents, 0)
        for agent in env.agent_iter():
            observation, reward, ended, broken_off, _ = env.last()
            total[agent] += reward
            over = ended or broken_off
            mask = observation["action_mask"]
            env.step(None if over else env.action_space(agent).sample(mask))
        assert sorted(total.values()) in ([-1, 1], [0, 0])
        outcome = env.unwrapped.game.position.outcome()
        assert (outcome.winner is None) == (total["player_1"] == 0)
        if outcome.winner:
            assert total[["player_1", "player_2"][outcome.winner.value - 1]] == 1


def test_an_illegal_action_costs_the_game(game: str) -> None:
    env = pettingzoo.env(game)
    env.reset()
    mask = env.observe("player_1")["action_mask"]
    if mask.all():
        env.step(0)
        mask = env.observe(env.agent_selection)["action_mask"]
    loser = env.agent_selection
    env.step(int(mask.argmin()))
    assert env.rewards[loser] == -1
    assert env.terminations[loser]
