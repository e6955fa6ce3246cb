"""The positions that SECOND faces, found by the values that come with the program."""

import random
from pathlib import Path

import numpy as np
import pytest

from research.qomet import harvest
from research.qomet.faced import SIGHTS, Tables, Walk, chances, numbers, write
from research.qomet.harvest import ENDS_LOST, ENDS_WON, NOT_LEGAL
from tetrad.kernels.qomet import LOST, WON, canonical, child, decode, encode, legal_actions
from tetrad.kernels.qomet_board import MOVES
from tetrad.rules.qomet import Qomet
from tetrad.solvers.qomet.faced import Faced, number
from tetrad.solvers.qomet.index_arrays import Array
from tetrad.solvers.qomet.opening import known


def rows_after(keys: Array) -> Array:
    """Of positions with at most two stars per side: what comes after them is all known."""
    rows = np.full((len(keys), len(MOVES)), NOT_LEGAL, np.int16)
    for row, key in zip(rows, keys.tolist(), strict=True):
        for action in legal_actions(key):
            after = child(key, action)
            ended = ENDS_WON if after & WON else ENDS_LOST if after & LOST else None
            plies = known().plies(after) if ended is None else ended
            row[action] = 1 if plies is None else plies
    return rows


@pytest.fixture(scope="module")
def walk() -> Walk:
    walk = Walk(np, rows_after, 10_000, least=1e-3, table_stars=1)
    walk.go(2)
    return walk


def random_keys(count: int) -> list[int]:
    rng = random.Random(4)
    keys: list[int] = []
    while len(keys) < count:
        position = Qomet.start()
        for _ in range(rng.randrange(24)):
            if position.outcome() is None:
                position = position.play(rng.choice(position.legal_moves()))
        if position.outcome() is None:
            keys.append(canonical(encode(position)) & ((1 << 57) - 1))
    return keys


def test_each_entry_is_a_best_move_with_the_plies_to_the_end(walk: Walk) -> None:
    keys, actions, plies = walk.entries()
    assert len(keys) > 20
    rows = rows_after(keys)
    assert plies.tolist() == harvest.plies_of(rows).tolist()
    value = harvest.worth(rows)
    assert (value[np.arange(len(keys)), actions] == value.max(axis=1)).all()
    assert not (plies % 2 == 0)[plies > 0].any()


def test_the_probabilities_of_each_turn_are_shared_out(walk: Walk) -> None:
    assert walk.told[0]["probability"] == pytest.approx(1)
    for turn in walk.told:
        kinds = sum(turn.get(kind, 0) for kind in ("won soon", "lost", "known", "needed"))
        assert kinds == pytest.approx(turn["probability"])


def test_whoever_sees_far_wins_at_once_and_does_not_step_into_a_loss() -> None:
    row = np.array([[NOT_LEGAL, 0, 1, 3, 4, 9, ENDS_LOST], [0, ENDS_WON, 2, 5, 0, 0, 0]])
    found = chances(np, row.astype(np.int16))
    assert found.sum(axis=1).tolist() == pytest.approx([1, 1])
    assert found[0, 0] == found[0, 6] == 0
    assert found[0, 2] < found[0, 3] < found[0, 4]
    assert found[0, 1] == pytest.approx(found[0, 3])
    assert found[1, 1] > 0.5
    assert sum(SIGHTS.values()) == pytest.approx(1)


def test_arrays_play_turn_and_number_as_single_positions_do() -> None:
    keys = random_keys(300)
    arrays, tables = np.array(keys), Tables(np)
    assert (tables.canonical(arrays) == harvest.canonical(arrays)).all()
    assert numbers(arrays).tolist() == [number(key) for key in keys]
    assert len({number(key) for key in keys}) == len(set(keys))
    for key in keys[:100]:
        for action in legal_actions(key):
            if not (after := child(key, action)) & (WON | LOST):
                assert tables.played(np.array([key]), np.array([action])).tolist() == [after]
    counts = [max(str(decode(key)).split()[0].count(side) for side in "12") for key in keys]
    assert tables.stars(arrays).tolist() == counts


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    keys = sorted(set(random_keys(20_000)))
    told, others = keys[::2], keys[1::2]
    actions, plies = (np.arange(len(told)) * step % 128 for step in (3, 5))
    write(tmp_path / "faced.table", np.array(told), actions, plies)
    faced = Faced(tmp_path / "faced.table")
    assert len(faced) == len(told)
    assert [*faced] == sorted(number(key) for key in told)
    found = [faced[key] for key in told]
    assert found == [*zip(actions.tolist(), plies.tolist(), strict=True)]
    assert not any(faced.get(key) for key in others)
