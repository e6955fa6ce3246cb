"""Batches against the light kernels and the rulebook."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from tetrad.batch import Batch
from tetrad.kernels import kernel
from tetrad.rules import GAMES

pytestmark = pytest.mark.parametrize("game", GAMES)


def test_a_batch_plays_as_the_kernel_does(game: str) -> None:
    games, one = Batch(game, 60, seed=3), kernel(game)
    codes = [one.start()] * 60
    while not games.done.all() and games.plies.max() < 150:
        mask, actions, turns = games.mask(), games.sample(), games.turn()
        for i in np.flatnonzero(~games.done):
            assert mask[i].tolist() == one.mask(codes[i])
            assert turns[i] == one.turn(codes[i])
            codes[i] = one.apply(codes[i], actions[i])
        assert not mask[games.done].any()
        games.step(actions)
        assert games.codes() == codes
        assert games.code_array().tolist() == np.array(codes, np.uint64).tolist()
        winners = [one.winner(code) for code in codes]
        assert games.done.tolist() == [winner is not None for winner in winners]
        assert games.winner.tolist() == [winner or 0 for winner in winners]


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64, "list"])
def test_actions_are_integers_of_any_type(game: str, kind: type | str) -> None:
    games, same = Batch(game, 4, seed=1), Batch(game, 4, seed=1)
    for _ in range(6):
        actions = games.sample()
        games.step(actions)
        same.step(actions.tolist() if kind == "list" else actions.astype(kind))
    assert games.codes() == same.codes()


@pytest.mark.parametrize("wrong", [-1, 1000])
def test_an_illegal_action_is_named_and_nothing_is_played(game: str, wrong: int) -> None:
    games = Batch(game, 5)
    before, actions = games.codes(), games.sample()
    actions[3] = wrong
    with pytest.raises(ValueError, match=f"action {wrong} is not legal in game 3"):
        games.step(actions)
    assert games.codes() == before


def test_actions_must_be_whole_numbers_one_per_game(game: str) -> None:
    games = Batch(game, 5)
    for wrong in (np.zeros(4, int), np.zeros(5), 3):
        with pytest.raises(ValueError, match="5 games need as many whole numbers"):
            games.step(wrong)


def test_a_game_that_is_over_stays_as_it_is(game: str) -> None:
    games = Batch(game, 50, seed=2)
    while not games.done.any():
        games.step(games.sample())
    over = games.done.copy()
    before, winners = games.codes(), games.winner[over].tolist()
    games.step(games.sample())
    assert [c for c, o in zip(games.codes(), over, strict=True) if o] == [
        c for c, o in zip(before, over, strict=True) if o
    ]
    assert games.winner[over].tolist() == winners


def test_a_game_that_is_over_begins_again_where_that_is_asked_for(game: str) -> None:
    games, start = Batch(game, 50, seed=2, again=True), kernel(game).start()
    for _ in range(200):
        games.step(games.sample())
        for i in np.flatnonzero(games.done):
            assert games.codes()[i] == start
    assert games.mask().any(axis=1).all()


def test_some_games_can_be_begun_anew(game: str) -> None:
    games = Batch(game, 6, seed=2)
    for _ in range(5):
        games.step(games.sample())
    games.reset([1, 4])
    fresh = [code == kernel(game).start() for code in games.codes()]
    assert fresh == [False, True, False, False, True, False]
    games.reset(games.plies > 0)
    assert set(games.codes()) == {kernel(game).start()}


def test_a_seed_repeats_a_batch_whatever_the_number_of_threads(game: str) -> None:
    one, two = (Batch(game, 3000, seed=7, threads=threads) for threads in (1, 2))
    other = Batch(game, 3000, seed=8)
    for _ in range(10):
        for games in (one, two, other):
            games.step(games.sample())
    assert one.codes() == two.codes() != other.codes()


@pytest.mark.parametrize("again", [False, True])
def test_a_stroll_is_as_many_random_steps(game: str, again: bool) -> None:
    strolled, stepped = (Batch(game, 3000, seed=4, again=again, threads=2) for _ in range(2))
    strolled.stroll(40)
    for _ in range(40):
        stepped.step(stepped.sample())
    assert strolled.codes() == stepped.codes()
    assert (strolled.mask() == stepped.mask()).all()
    for told in ("done", "winner", "plies", "broken_off"):
        assert (getattr(strolled, told) == getattr(stepped, told)).all()
    assert strolled.done.any()


def test_a_mask_is_written_over_an_earlier_one(game: str) -> None:
    games = Batch(game, 20, seed=1)
    kept = games.mask()
    games.step(games.sample())
    assert games.mask(kept).ctypes.data == kept.ctypes.data
    assert (kept == games.mask()).all()
    for wrong in (np.zeros_like(kept), Batch(game, 21).mask()):
        with pytest.raises(ValueError, match="only over an earlier one"):
            games.mask(wrong)


def test_a_playout_ends_as_random_steps_do_and_leaves_the_games_alone(game: str) -> None:
    games, stepped = Batch(game, 200, seed=1), Batch(game, 200, seed=1)
    before = games.codes()
    winners = games.playout()
    assert games.codes() == before
    while not stepped.done.all():
        stepped.step(stepped.sample())
    assert winners.tolist() == stepped.winner.tolist()
    assert {1, 2} <= {*winners.tolist()}


def test_a_game_without_end_is_broken_off(game: str) -> None:
    games = Batch(game, 8, seed=1, longest=3)
    for _ in range(3):
        assert not games.done.any()
        games.step(games.sample())
    assert games.done.all()
    assert not games.winner.any()


def test_games_go_on_from_positions(game: str) -> None:
    games, one = Batch(game, 3), GAMES[game].start()
    for _ in range(3):
        one = one.play(one.legal_moves()[-1])
    games.put([GAMES[game].start(), one, one])
    assert games.positions() == [GAMES[game].start(), one, one]
    assert games.turn().tolist() == [1, 2, 2]
    assert games.mask()[1].tolist() == kernel(game).mask(kernel(game).encode(one))


def test_a_copy_plays_on_by_itself(game: str) -> None:
    games = Batch(game, 2000, seed=1, threads=2)
    games.step(games.sample())
    for copied in (copy.deepcopy(games), pickle.loads(pickle.dumps(games))):
        assert copied.codes() == games.codes()
        copied.step(copied.sample())
        assert copied.codes() != games.codes()


def test_a_wrong_size_is_refused_in_a_sentence(game: str) -> None:
    with pytest.raises(ValueError, match="at least one game"):
        Batch(game, 0)
    with pytest.raises(ValueError, match="3 games need as many positions, not 1"):
        Batch(game, 3).put([GAMES[game].start()])
    with pytest.raises(ValueError, match="'chess' is none of the games"):
        Batch("chess", 1)
