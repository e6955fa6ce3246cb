"""The opening that comes with Qomet: what is written is read again, entry by entry."""

from pathlib import Path

import numpy as np

from research.qomet.opening import save
from tetrad.solvers.qomet.coder import OVER, PLIES, UNDO, WITH_UNDO
from tetrad.solvers.qomet.opening import read

TOTAL = 735_865


def test_plies_undos_and_moves_come_back(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    plies, changed = rng.integers(2, 200, (2, TOTAL))
    undo = np.where(rng.random(TOTAL) < 0.02, rng.integers(1, 65, TOTAL), 0)
    words = plies | undo << UNDO | np.where(undo, changed, 0) << WITH_UNDO
    moves = {int(key): (int(key) % 129, 9) for key in rng.integers(0, 1 << 57, 50)}
    save(tmp_path / "qomet-opening.table", words, moves)
    found, undos, found_moves = read(tmp_path / "qomet-opening.table")
    assert [*found] == (words & PLIES).tolist()
    where = np.nonzero(undo)[0].tolist()
    assert undos == {entry: (int(undo[entry]), int(changed[entry])) for entry in where}
    assert found_moves == moves


def test_a_game_that_is_over_and_a_win_in_one_ply_look_the_same(tmp_path: Path) -> None:
    words = np.zeros(TOTAL, dtype=np.int64)
    words[7], words[9] = OVER << UNDO, 1 | 5 << UNDO | 3 << WITH_UNDO
    save(tmp_path / "qomet-opening.table", words, {})
    found, undos, moves = read(tmp_path / "qomet-opening.table")
    assert (found[7], found[8], found[9]) == (1, 0, 1)
    assert not undos
    assert not moves
