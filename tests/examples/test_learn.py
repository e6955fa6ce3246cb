"""The example that learns: short enough to read, and it learns."""

from __future__ import annotations

import importlib.util
import itertools
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tetrad import GAMES

PATH = Path(__file__).parents[2] / "examples" / "learn.py"


@pytest.fixture(scope="module")
def learn() -> Any:
    spec = importlib.util.spec_from_file_location("learn_of_the_test", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_has_at_most_150_lines() -> None:
    assert len(PATH.read_text().splitlines()) <= 150


def test_a_network_learns_what_it_is_told(learn: Any) -> None:
    chance = np.random.default_rng(1)
    x = chance.integers(0, 2, (256, 20))
    goal = np.where(x[:, 3] == x[:, 7], 0.8, -0.8)
    network = learn.Network(20)
    before = float(((network(x) - goal) ** 2).mean())
    for _ in range(200):
        network.learn(x, goal.astype("f4"), 1e-2)
    assert float(((network(x) - goal) ** 2).mean()) < before / 10


@pytest.mark.parametrize("game", GAMES)
def test_it_takes_a_win_in_one_whatever_the_network_says(game: str, learn: Any) -> None:
    from tetrad.bots.tactics import winning_move
    from tetrad.exam.questions import questions

    asked = [each.position for each in questions(game)]
    position = next(each for each in asked if winning_move(each) is not None)
    inputs = learn.seen(learn.Batch(game, 1)).shape[1]
    outcome = position.play(learn.choose(learn.Network(inputs), position)).outcome()
    assert outcome is not None
    assert outcome.winner is position.turn


def agreement(network: Any, learn: Any, game: str) -> float:
    """How far what it says of the exam's positions goes with whether they can be won at once."""
    from tetrad.exam.questions import questions

    asked = questions(game)
    at_once = [any(each.distance == 1 for each in question.moves.values()) for question in asked]
    games = learn.Batch(game, len(asked), threads=1)
    games.put([question.position for question in asked])
    return float(np.corrcoef(network(learn.seen(games)), at_once)[0, 1])


@pytest.mark.parametrize(("game", "rounds", "least"), [("quantik", 150, 0.12), ("qomet", 80, 0.25)])
def test_in_a_few_rounds_it_learns_to_see_what_wins_at_once(
    game: str, rounds: int, least: float, learn: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The clock ticks once a round, so that a slow machine learns as much as a quick one.
    clock, play = itertools.count(0, 1 / rounds), learn.score
    monkeypatch.setattr(learn, "time", SimpleNamespace(process_time=lambda: next(clock)))
    monkeypatch.setattr(learn, "GAMES_AT_ONCE", 32)
    monkeypatch.setattr(learn, "SAMPLE", 512)
    monkeypatch.setattr(learn, "score", lambda *asked: play(*asked[:3], 1))
    network, curve = learn.train(game, 1 / 60)
    fresh = learn.Network(len(network.weights[0]))
    assert agreement(fresh, learn, game) < least / 2
    assert agreement(network, learn, game) > least
    assert [minutes for minutes, _ in curve] == pytest.approx(np.linspace(0, 1 / 60, 9), abs=1e-3)
    assert all(0 <= share <= 1 for _, share in curve)


@pytest.mark.parametrize("game", ["quantik", "qomet"])
def test_the_trained_network_beats_level_3(learn: Any, game: str) -> None:
    assert learn.score(learn.trained(game), game, 3, 12) > 0.7
