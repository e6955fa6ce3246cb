"""Data sets: drawn as their sheets say, labelled by proof, split without leaks, the same again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tetrad import GAMES, solve
from tetrad.cli import main
from tetrad.datasets.draw import SPLITS, Drawn, draw, identity_of, mixed, split_of
from tetrad.datasets.label import _told
from tetrad.exam.questions import make
from tetrad.kernels import kernel
from tetrad.solvers.qomet import opening
from tetrad.solvers.qomet import solver as qomet_solver
from tetrad.solvers.solution import MoveValue, Solution

parquet = pytest.importorskip("pyarrow.parquet")


def rows_of(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
    return rows


def made(folder: Path, game: str, count: int, *more: str) -> Path:
    path = folder / f"{game}.parquet"
    assert main(["export", game, "--count", str(count), "--out", str(path), *more]) == 0
    return path


@pytest.mark.parametrize(("game", "count"), [("quantik", 120), ("qawale", 12), ("qomet", 6)])
def test_every_row_is_true(game: str, count: int, tmp_path: Path) -> None:
    rows = rows_of(made(tmp_path, game, count, "--nodes", "20000"))
    assert len(rows) == count
    for row in rows[:40]:
        position = GAMES[game].parse(row["position"])
        code = kernel(game).encode(position)
        assert row["code"] == ([*code] if isinstance(code, tuple) else [code])
        assert row["turn"] == position.turn.value
        assert all(position.is_legal(move) for move in row["best"])
        assert row["split"] == SPLITS[split_of(identity_of(game, code))]
        told = solve(position, time=None, nodes=60_000)
        if told.value != "unknown":
            assert {"win": 1, "draw": 0, "loss": -1}[told.value] == row["value"]
            assert None in (row["distance"], told.distance) or row["distance"] == told.distance
        if game == "quantik":
            best = [str(e.move) for e in told.moves if e.distance == told.distance]
            assert sorted(best) == sorted(row["best"])
            assert row["complete"]


@pytest.mark.parametrize("game", ["quantik", "qomet"])
def test_the_same_seed_gives_the_same_bytes_and_another_one_others(
    game: str, tmp_path: Path
) -> None:
    files = []
    for name, seed in (("one", 5), ("two", 5), ("three", -5)):
        (tmp_path / name).mkdir()
        path = made(tmp_path / name, game, 8, "--seed", str(seed), "--nodes", "500")
        files.append((path.read_bytes(), path.with_name(path.name + ".md").read_bytes()))
    assert files[0] == files[1]
    assert files[0][0] != files[2][0]


@pytest.fixture
def own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A user's folder with tables that know other things than those that come with the program."""
    monkeypatch.setenv("TETRAD_DATA", str(tmp_path))
    (tmp_path / "qomet.table").write_bytes(b"nothing at all")
    opening.known.cache_clear()
    try:
        yield
    finally:
        opening.known.cache_clear()


def test_what_a_user_has_built_changes_neither_sets_nor_questions(
    tmp_path: Path, own_tables: None
) -> None:
    sets, asked = [], []
    for known in (opening.known, opening.shipped):
        (folder := tmp_path / known.__name__).mkdir()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(qomet_solver, "known", known)
            sets.append(made(folder, "qomet", 30, "--nodes", "300").read_bytes())
            asked.append(make("qomet", 3, nodes=300, patience=300))
    assert opening.known() != opening.shipped()
    assert sets[0] == sets[1]
    assert asked[0] == asked[1]


def test_a_set_that_fails_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(parquet.ParquetWriter, "write_table", full)
    out = tmp_path / "x.parquet"
    assert main(["export", "quantik", "--count", "3", "--out", str(out)]) == 2
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_two_positions_are_alike_and_images_stay_in_their_split(game: str) -> None:
    drawn = list(islice(draw(game, seed=3), 60))
    assert len({each.identity for each in drawn}) == len(drawn)
    for each in drawn[:10]:
        position = kernel(game).decode(each.code)
        assert position.outcome() is None
        for image in position.symmetries()[:6]:
            assert identity_of(game, kernel(game).encode(image)) == each.identity


def test_seen_by_the_player_to_move_a_qomet_position_has_one_identity_for_both_sides() -> None:
    first = GAMES["qomet"].parse(".../.../.../...1.2./.../.../... 1 -")
    second = GAMES["qomet"].parse(".../.../.../...2.1./.../.../... 2 -")
    encode = kernel("qomet").encode
    assert identity_of("qomet", encode(first)) == identity_of("qomet", encode(second))


def test_where_a_move_stands_for_others_the_best_moves_are_not_said_to_be_all() -> None:
    drawn, position = Drawn(None, 0, 14), GAMES["qawale"].start()
    single, shared = MoveValue("a1nne", "draw"), MoveValue("a4ssse", "draw", begins="a4s")
    for moves, complete in (((single,), True), ((single, shared), False)):
        row = _told(drawn, Solution(position, "draw", None, "search", moves))
        assert row.complete == complete
        assert len(row.best) == len(moves)


def test_eight_of_ten_positions_are_for_training() -> None:
    shares = np.bincount([split_of(mixed(number)) for number in range(20_000)]) / 20_000
    assert np.allclose(shares, [0.8, 0.1, 0.1], atol=0.01)


def test_the_sheet_tells_how_the_set_was_made(tmp_path: Path) -> None:
    path = made(tmp_path, "quantik", 20, "--seed", "9")
    sheet = path.with_name(path.name + ".md").read_text()
    assert "`tetrad export quantik --count 20 --seed 9`" in sheet
    assert "3,072" in sheet
    told = json.loads(parquet.read_schema(path).metadata[b"tetrad"])
    assert told["rows"] == 20
    assert sum(sum(split.values()) for split in told["counts"].values()) == 20


@pytest.mark.slow
def test_the_whole_of_quantik_agrees_with_what_is_drawn(quantik_table: Path) -> None:
    from tetrad.datasets import whole
    from tetrad.datasets.parquet import _columns
    from tetrad.solvers.quantik.probe import Loaded
    from tetrad.solvers.quantik.table import QuantikTable

    table = QuantikTable(quantik_table)
    for ply in (0, 5, 12):
        part = whole._part(Loaded(quantik_table), table.layer(ply)[:2000:40], ply)
        for row in _columns(part, whole.texts(part.codes, ply)).to_pylist():
            position = GAMES["quantik"].parse(row["position"])
            told = solve(position)
            assert (row["distance"], row["turn"]) == (told.distance, position.turn.value)
            assert row["value"] == {"win": 1, "loss": -1}[told.value]
            best = [str(e.move) for e in told.moves if e.distance == told.distance]
            assert sorted(row["best"]) == sorted(best)
            identity = identity_of("quantik", kernel("quantik").encode(position))
            assert row["split"] == SPLITS[split_of(identity)]


def test_what_cannot_be_written_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["export", "quantik", "--out", str(tmp_path / "none" / "x.parquet")]) == 2
    assert main(["export", "qomet", "--all", "--out", str(tmp_path / "x.parquet")]) == 2
    monkeypatch.setenv("TETRAD_DATA", str(tmp_path))
    assert main(["export", "quantik", "--all", "--out", str(tmp_path / "x.parquet")]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert [line.startswith("tetrad: ") for line in errors] == [True] * 3
    assert "build it first" in errors[2]
