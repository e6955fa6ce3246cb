"""OpenSpiel's own tests, and its own players."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel: make ecosystem")

import numpy as np  # noqa: E402
from open_spiel.python.algorithms import mcts, minimax  # noqa: E402

from tetrad.adapters import openspiel  # noqa: E402
from tetrad.rules import GAMES  # noqa: E402

pytestmark = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(autouse=True)
def registered() -> None:
    openspiel.register()


def test_its_random_games_and_their_texts_pass_openspiels_test(name: str) -> None:
    game = pyspiel.load_game(f"tetrad_{name}")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_a_state_comes_back_from_its_text(name: str) -> None:
    game = pyspiel.load_game(f"tetrad_{name}")
    state = game.new_initial_state()
    chance = random.Random(1)
    for _ in range(9):
        state.apply_action(chance.choice(state.legal_actions()))
    same = game.deserialize_state(state.serialize())
    assert str(same) == str(state)
    assert same.legal_actions() == state.legal_actions()
    assert state.clone().observation_tensor() == state.observation_tensor()


def test_the_end_is_that_of_the_rulebook(name: str) -> None:
    game = pyspiel.load_game(f"tetrad_{name}")
    for seed in range(5):
        state, chance = game.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        outcome = GAMES[name].parse(str(state)).outcome()
        assert outcome is not None
        first = {None: 0.0, 1: 1.0, 2: -1.0}[outcome.winner.value if outcome.winner else None]
        assert state.returns() == [first, -first]


def test_a_playthrough_is_as_it_was_recorded(name: str) -> None:
    """Actions, positions and results of a game, kept in tests/data."""
    kept = Path(__file__).parent.parent / "data" / "playthroughs" / f"{name}.txt"
    assert playthrough(name) == kept.read_text("utf-8")


def playthrough(name: str) -> str:
    state, chance = pyspiel.load_game(f"tetrad_{name}").new_initial_state(), random.Random(7)
    lines = [str(state)]
    while not state.is_terminal():
        action = chance.choice(state.legal_actions())
        said = state.action_to_string(state.current_player(), action)
        lines.append(f"{len(state.legal_actions())} legal; {action} = {said}")
        state.apply_action(action)
        lines.append(str(state))
    return "\n".join([*lines, str(state.returns())]) + "\n"


def test_openspiels_tree_search_finds_a_win_at_once(name: str) -> None:
    game = pyspiel.load_game(f"tetrad_{name}")
    win = before_a_win(game.new_initial_state())
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    searcher = mcts.MCTSBot(
        game, 1.5, 200, evaluator, solve=True, random_state=np.random.RandomState(2)
    )
    mover = win.current_player()
    win.apply_action(searcher.step(win))
    assert win.returns()[mover] == 1


def test_openspiels_alpha_beta_finds_a_win_at_once(name: str) -> None:
    game = pyspiel.load_game(f"tetrad_{name}")
    win = before_a_win(game.new_initial_state())
    value, _ = minimax.alpha_beta_search(
        game, state=win, value_function=lambda _: 0, maximum_depth=1,
        maximizing_player_id=win.current_player(),
    )  # fmt: skip
    assert value == 1


def before_a_win(start: Any) -> Any:
    """The state before the last action of a random game that somebody wins."""
    for seed in range(1000):
        state, chance = start.clone(), random.Random(seed)
        while not state.is_terminal():
            before, mover = state.clone(), state.current_player()
            state.apply_action(chance.choice(state.legal_actions()))
        if state.returns()[mover] == 1:
            return before
    raise AssertionError("nobody wins")
