"""Gymnasium's own checker, and games against bots."""

from __future__ import annotations

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium: make ecosystem")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from tetrad.adapters import gymnasium as ours  # noqa: E402
from tetrad.rules import GAMES  # noqa: E402

pytestmark = pytest.mark.parametrize("game", GAMES)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_the_checker_of_gymnasium_has_no_warning(game: str, mode: str) -> None:
    check_env(ours.make(game, render_mode=mode).unwrapped, skip_render_check=False)


def test_one_side_plays_against_a_level(game: str) -> None:
    env = ours.make(game, opponent="level:1")
    rewards = []
    for seed in range(4):
        _, info = env.reset(seed=seed)
        chance, over = np.random.default_rng(seed), False
        while not over:
            action = chance.choice(np.flatnonzero(info["action_mask"]))
            _, reward, ended, broken_off, info = env.step(action)
            over = ended or broken_off
        rewards.append(reward)
    assert {*rewards} <= {-1.0, 0.0, 1.0}


def test_a_function_can_be_the_opponent(game: str) -> None:
    asked = []

    def opponent(position: object) -> str:
        asked.append(position)
        return str(position.legal_moves()[0])  # type: ignore[attr-defined]

    env = ours.make(game, opponent=opponent, side=2)
    env.reset(seed=1)
    assert asked == [GAMES[game].start()]


def test_who_begins_is_drawn_by_lot_and_repeats_with_the_seed(game: str) -> None:
    env = ours.make(game)
    sides = []
    for seed in [*range(8), *range(8)]:
        env.reset(seed=seed)
        sides.append(env.unwrapped.me)
    assert {*sides} == {1, 2}
    assert sides[:8] == sides[8:]


def test_an_illegal_action_loses(game: str) -> None:
    env = ours.make(game, side=1)
    _, info = env.reset(seed=1)
    if info["action_mask"].all():
        _, _, _, _, info = env.step(0)
    _, reward, ended, _, _ = env.step(int(info["action_mask"].argmin()))
    assert (reward, ended) == (-1.0, True)


@pytest.mark.parametrize("action", [-1, 10_000])
def test_an_action_that_does_not_exist_loses_too(game: str, action: int) -> None:
    env = ours.Against(game, side=1)
    env.reset(seed=1)
    _, reward, ended, _, _ = env.step(action)
    assert (reward, ended) == (-1.0, True)


@pytest.mark.parametrize("wrong", ["level:11", "deep thought", "random:2"])
def test_an_opponent_that_does_not_exist_is_named(game: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        ours.make(game, opponent=wrong).reset()


def test_a_vector_steps_many_games(game: str) -> None:
    many = ours.make_vec(game, 64)
    observations, info = many.reset(seed=3)
    assert many.observation_space.contains(observations)
    chance = np.random.default_rng(1)
    seen: set[float] = set()
    for _ in range(200):
        mask = info["action_mask"]
        actions = [chance.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask]
        observations, rewards, ended, broken_off, info = many.step(np.array(actions))
        over = ended | broken_off
        assert (rewards[~over] == 0).all()
        assert info["action_mask"][~over].any(axis=1).all()
        seen |= {*rewards[over].tolist()}
    assert {-1.0, 1.0} <= seen


def test_a_vector_repeats_with_its_seed(game: str) -> None:
    runs = []
    for _ in range(2):
        many = ours.make_vec(game, 16)
        _, info = many.reset(seed=5)
        for _ in range(20):
            observations, _, _, _, info = many.step(info["action_mask"].argmax(axis=1))
        runs.append(observations)
    assert (runs[0] == runs[1]).all()
