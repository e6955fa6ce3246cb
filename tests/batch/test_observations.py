"""What a batch shows, and the symmetries that act on it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from tetrad.batch import Batch, symmetries
from tetrad.kernels import kernel
from tetrad.rules import GAMES


def shown(game: str, position: str) -> NDArray[np.uint8]:
    games = Batch(game, 1)
    games.put([GAMES[game].parse(position)])
    planes: NDArray[np.uint8] = games.observe()[0]
    return planes


def test_quantik_shows_a_plane_per_shape_the_mover_first() -> None:
    planes = shown("quantik", "..../.b../..../A...")
    assert planes.shape == (8, 4, 4)
    assert planes[0].tolist() == [[0] * 4] * 3 + [[1, 0, 0, 0]]
    assert planes[5].tolist() == [[0] * 4, [0, 1, 0, 0], [0] * 4, [0] * 4]
    assert planes.sum() == 2
    assert shown("quantik", "..../..../..../A...")[4, 3, 0] == 1, "now it is the opponent's"


def test_qomet_shows_stars_and_the_forbidden_push() -> None:
    position = GAMES["qomet"].start()
    for move in ("@d4", "@d5", "d4-d5"):
        position = position.play(move)
    planes = shown("qomet", str(position))
    assert planes.shape == (4, 7, 7)
    assert [np.argwhere(plane).tolist() for plane in planes] == [
        [[1, 3]], [[2, 3]], [[1, 3]], [[2, 3]],
    ]  # fmt: skip


def test_qawale_shows_stacks_from_the_top_and_the_hand_next_pebble_first() -> None:
    planes = shown("qawale", "00,x2,00/x4/0,0,x2/x,1,x,00 2")
    assert planes.shape == (55, 4, 4)
    assert planes[1, 3, 1] == 1, "the opponent's pebble is the top of b1"
    assert planes[2, 3, 3] == planes[5, 3, 3] == 1, "d1 has two neutral ones"
    assert planes[24].tolist() == [[2, 0, 0, 2], [0] * 4, [1, 1, 0, 0], [0, 1, 0, 2]]
    games = Batch("qawale", 1)
    games.step([0])
    planes = games.observe(levels=3)[0]
    assert planes.shape == (25, 4, 4)
    assert [planes[10 + 2 + 3 * n, 3, 0] for n in range(2)] == [1, 1], "two neutral pebbles first"
    assert planes[10 + 6, 3, 0] == 1, "then my own"
    assert planes[19, 3, 0] == 3
    assert planes[20:, 3, 0].tolist() == [0, 0, 0, 0, 1], "no step yet"


@pytest.mark.parametrize("game", GAMES)
def test_a_symmetry_turns_games_observations_and_actions_alike(game: str) -> None:
    """Play on one board and, with the actions turned, on another: they stay images."""
    every = 211 if game == "quantik" else 1
    for symmetry in itertools.islice(symmetries(game), 0, None, every):
        games, images = Batch(game, 20, seed=5), Batch(game, 20, seed=5)
        back = np.argsort(symmetry.actions)
        for _ in range(12):
            assert (symmetry.observation(games.observe()) == images.observe()).all()
            assert (symmetry.policy(games.mask()) == images.mask()).all()
            actions = games.sample()
            images.step(np.where(games.done, 0, back[actions]))
            games.step(actions)
        assert (games.winner == images.winner).all()


@pytest.mark.parametrize(("game", "number"), [("quantik", 3072), ("qawale", 8), ("qomet", 8)])
def test_the_symmetries_are_all_and_different(game: str, number: int) -> None:
    found = {symmetry.actions.tobytes() for symmetry in symmetries(game)}
    assert len(found) == number
    first = next(symmetries(game))
    assert first.actions.tolist() == [*range(kernel(game).ACTIONS)]
