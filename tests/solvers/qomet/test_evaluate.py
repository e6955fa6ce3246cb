"""The opinion about Qomet positions: fair, bounded, and worth something."""

from pathlib import Path

import numpy as np

from tetrad.kernels.fast.qomet import image, key_of
from tetrad.kernels.qomet import SPACES, encode
from tetrad.rules.qomet import Qomet
from tetrad.solvers.qomet.evaluate import DECIDED, STOPPED, balance, judge

DATA = Path(__file__).parents[2] / "data" / "qomet-values.npz"
KEYS, POINTS = np.empty(2_000, dtype=np.int64), np.empty(2_000, dtype=np.int64)


def looked_at(key: int, depth: int, nodes: int = 1 << 40) -> int:
    return judge(key, depth, np.array([nodes, 0], dtype=np.int64), KEYS, POINTS)


def samples() -> list[tuple[int, int]]:
    with np.load(DATA) as arrays:
        return [*zip(arrays["keys"].tolist(), arrays["plies"].tolist(), strict=True)][::20]


def test_the_opinion_names_the_winner_far_more_often_than_chance() -> None:
    open_ones = [(key, plies) for key, plies in samples() if plies > 2]
    right = sum((balance(key) > 0) == (plies % 2 == 1) for key, plies in open_ones)
    assert right > 0.8 * len(open_ones)


def test_the_opinion_is_bounded_and_the_same_for_positions_that_look_alike() -> None:
    for key, _ in samples():
        stars = key & ((SPACES << 25) | SPACES)
        assert abs(balance(key)) < DECIDED // 2
        assert {balance(image(stars, symmetry)) for symmetry in range(8)} == {balance(stars)}


def test_a_win_within_sight_is_worth_more_than_any_opinion() -> None:
    seen = {plies: key for key, plies in samples() if plies in (1, 2, 3)}
    assert looked_at(seen[1], 2) == DECIDED - 1
    assert looked_at(seen[2], 2) == -(DECIDED - 2)
    assert looked_at(seen[3], 2) == DECIDED - 3


def test_looking_one_ply_ahead_takes_the_best_answer() -> None:
    position = Qomet.start().play("@d4").play("@c3")
    after = [position.play(move) for move in position.legal_moves()]
    best = max(-balance(key_of(encode(each))) for each in after)
    assert looked_at(key_of(encode(position)), 1) == best


def test_judging_stops_when_it_has_looked_at_enough() -> None:
    assert looked_at(0, 4, nodes=10) == STOPPED
