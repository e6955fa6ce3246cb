"""Many positions asked at once: the same answers as one by one."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from tetrad import GAMES, solve, values
from tetrad.kernels import kernel
from tetrad.position import AnyPosition
from tetrad.solvers.quantik import probe
from tetrad.solvers.values import NUMBERS


def positions_of(game: str, plies: int, seed: int = 1) -> list[AnyPosition]:
    """Those of a few random games, the start and the end among them."""
    chance, found = random.Random(f"{game} {seed}"), list[AnyPosition]()
    for _ in range(6):
        position: AnyPosition = GAMES[game].start()
        for _ in range(plies):
            found.append(position)
            if not (moves := position.legal_moves()):
                break
            position = position.play(chance.choice(moves))
    return found


@pytest.fixture
def without_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TETRAD_DATA", str(tmp_path))
    monkeypatch.setattr(probe, "loaded", lambda: None)


def test_quantik_is_answered_in_full_without_a_table(without_table: None) -> None:
    asked = positions_of("quantik", 17)
    found = values(asked)
    told = [solve(position) for position in asked]
    assert found.words() == [solution.value for solution in told]
    assert found.distance.tolist() == [solution.distance for solution in told]
    assert found.known.all()
    assert len(found) == len(asked)


@pytest.mark.slow
def test_the_table_says_what_the_search_says(quantik_table: Path) -> None:
    table = probe.Loaded(quantik_table)
    rows = np.array([kernel("quantik").encode(p) for p in positions_of("quantik", 17)], np.uint64)
    searched = values(rows, "quantik", nodes=1_000_000)
    assert table.distances(rows).tolist() == searched.distance.tolist()


def test_no_search_leaves_late_positions_unknown(without_table: None) -> None:
    beyond = (p for p in positions_of("quantik", 9) if sum(map(str.isalpha, str(p))) > 6)
    late = next(position for position in beyond if (solve(position).distance or 0) > 2)
    assert values([late], nodes=0).words() == ["unknown"]
    assert values([late], nodes=0).distance.tolist() == [-1]


@pytest.mark.parametrize("game", ["qawale", "qomet"])
def test_the_other_games_are_answered_as_solve_answers(game: str) -> None:
    asked = [*positions_of(game, 4)[:8], *positions_of(game, 40)[-2:]]
    asked = [position for position in asked if len(position.legal_moves()) < 500]
    found = values(asked, nodes=2_000)
    for position, word, distance in zip(asked, found.words(), found.distance, strict=True):
        told = solve(position, nodes=2_000, time=None)
        if "unknown" not in (word, told.value):
            assert word == told.value
        if distance >= 0 and told.distance is not None:
            assert distance == told.distance
    codes = [kernel(game).encode(position) for position in asked]
    assert values(codes, game, nodes=2_000).value.tolist() == found.value.tolist()


def test_known_draws_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tetrad.solvers.values.solve", None)
    found = values([GAMES["qomet"].start().play("@a1").play("@d4")])
    assert (found.words(), found.distance.tolist()) == (["draw"], [-1])


def test_qomets_opening_is_known_without_a_search() -> None:
    found = values(positions_of("qomet", 4), nodes=0)
    assert found.known.all()
    assert found.value[0] == NUMBERS["win"]
    assert found.distance[0] == 17


def test_positions_of_two_games_or_codes_of_none_are_refused() -> None:
    mixed = [GAMES["quantik"].start(), GAMES["qomet"].start()]
    with pytest.raises(ValueError, match="one game at a time"):
        values(mixed)
    with pytest.raises(ValueError, match="not of 'qomet'"):
        values(mixed[:1], "qomet")
    with pytest.raises(ValueError, match="name the game"):
        values([(0, 0)])


def test_codes_that_numpy_has_rounded_are_refused() -> None:
    rounded = np.array([(1 << 63, 1)])
    assert rounded.dtype == float
    with pytest.raises(ValueError, match="whole numbers, and float64 has not all their digits"):
        values(rounded, "quantik")
