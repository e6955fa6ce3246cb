"""Table files of Qomet: written, read, damaged, and asked about what they leave out."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tetrad.kernels.fast import qomet as kernel
from tetrad.kernels.qomet import SPACES, UNDO_SHIFT, encode
from tetrad.rules.qomet import Qomet
from tetrad.solvers.qomet import coder, index_arrays
from tetrad.solvers.qomet import table as table_file
from tetrad.solvers.qomet.coder import PLIES, UNDO, WITH_UNDO, Coding
from tetrad.solvers.qomet.index_arrays import Array, Index
from tetrad.solvers.qomet.table import QometTable, excerpt, save, save_few
from tetrad.solvers.tables.file import UnknownPositionError
from tetrad.solvers.tables.format import TableError

EVERYTHING = Coding(7, 255, True)
LOSSES = Coding(7, 9, False)


@cache
def index(each: int = 2) -> Index:
    return index_arrays.build(each)


def no_words(stars: int = 2) -> Array:
    return np.zeros(index(stars).total, dtype=np.uint32)


@cache
def random_words() -> Array:
    """Words of any plies, some of them changed by one of the pushes that can be undone."""
    rng = np.random.default_rng(1)
    words = np.where(rng.random(index().total) < 0.7, rng.integers(2, 200, index().total), 0)
    for entry in range(0, index().total, 5):
        mine, theirs = index_arrays.position(index(), entry)
        pushes, _ = coder.pushes_up_to(mine, theirs, 7, -1, -1)
        if pushes:
            which = int(rng.integers(pushes))
            _, undo = coder.pushes_up_to(mine, theirs, 7, which, -1)
            words[entry] |= undo << UNDO | int(rng.integers(200)) << WITH_UNDO
    return np.asarray(words.astype(np.uint32))


def saved(path: Path, words: Array, coding: Coding = EVERYTHING) -> QometTable:
    save(path, words, coding, 2)
    return QometTable(path)


def stars_and_undo(position: Qomet) -> tuple[int, int, int]:
    key = kernel.key_of(encode(position))
    return key & SPACES, key >> 25 & SPACES, key >> UNDO_SHIFT


def entry_of(position: Qomet) -> int:
    return index_arrays.number(index(), kernel.key_of(encode(position)))[0]


def test_a_table_gives_back_the_words_that_it_was_made_of(tmp_path: Path) -> None:
    words = random_words()
    table = saved(tmp_path / "qomet.table", words)
    changed = 0
    for entry in range(0, index().total, 5):
        mine, theirs = index_arrays.position(index(), entry)
        word = int(words[entry])
        found = index_arrays.number(index(), mine | theirs << 25 | word >> UNDO << UNDO_SHIFT)
        if found == (entry, word >> UNDO):
            assert table.probe(mine, theirs, 0) == word & PLIES
            if undo := word >> UNDO:
                assert table.probe(mine, theirs, undo) == word >> WITH_UNDO & PLIES
                changed += 1
    assert changed > 100


def test_losses_are_stored_whatever_is_left_out(tmp_path: Path) -> None:
    words = random_words()
    table = saved(tmp_path / "qomet.table", words, LOSSES)
    kept = np.concatenate([table.entries(number) for number in range(table.file.layout.blocks)])
    plies, with_undo = words & PLIES, words >> WITH_UNDO & PLIES
    lost = (plies > 0) & (plies % 2 == 0)
    assert np.array_equal(kept[lost] & 255, plies[lost])
    lost_by_undo = (with_undo > 0) & (with_undo % 2 == 0)
    assert np.array_equal(kept[lost_by_undo] >> 16, with_undo[lost_by_undo])
    assert set((kept[plies % 2 == 1] & 255).tolist()) == {1, 3, 5, 7, 9}


def test_a_long_win_is_one_ply_more_than_the_soonest_loss_after_it(tmp_path: Path) -> None:
    position = Qomet.start().play("@d4").play("@a1")
    words, after = no_words(), [position.play("@c3"), position.play("d4-d5")]
    words[entry_of(position)] = 13
    for plies, lost in zip((14, 12), after, strict=True):
        words[entry_of(lost)] = plies
    table = saved(tmp_path / "qomet.table", words, LOSSES)
    assert table.probe(*stars_and_undo(position)) == 13


def test_a_win_is_looked_into_again_when_a_push_is_forbidden(tmp_path: Path) -> None:
    """The push back is the only winning move, so that nothing is won without it."""
    position = Qomet.start().play("@d4").play("@d5").play("d4-d5")
    mine, theirs, undo = stars_and_undo(position)
    free = Qomet(position.stars, position.turn)
    pushed = free.play(str(position.forbidden))
    words = no_words()
    words[entry_of(position)] = 5
    words[entry_of(pushed)] = 4
    table = saved(tmp_path / "qomet.table", words, LOSSES)
    assert table.probe(mine, theirs, 0) == 5
    assert table.probe(mine, theirs, undo) == 0


def test_a_position_won_in_one_ply_needs_no_entry() -> None:
    mine = sum(1 << bit for bit in (1, 3, 5))
    assert coder.threat_in(mine, 0, 7) == -1
    assert coder.threat_in(0, mine, 7) == 1
    assert coder.threat_in(0, mine, 3) == 0


def test_a_page_of_many_symbols_comes_back() -> None:
    """Also when the model has never seen them."""
    rng = np.random.default_rng(2)
    model = coder.model_of(np.zeros((coder.ROWS, 256), int)).astype(np.uint16)
    rows, symbols = rng.integers(0, (coder.ROWS, 256), (900, 2)).T
    out = np.empty(2_000, dtype=np.uint16)
    size = coder.fold_page(model, rows, symbols, 900, out, 0)
    state, at = int(out[0]) << 16 | int(out[1]), 2
    for row, symbol in zip(rows.tolist(), symbols.tolist(), strict=True):
        found, state, at = coder.symbol_in(model, row, out[:size], state, at)
        assert found == symbol
    assert at == size


def test_every_row_of_a_model_adds_up_and_knows_all_symbols() -> None:
    counts = np.random.default_rng(3).geometric(0.01, (50, 256)) % 977
    shares = np.diff(coder.model_of(counts), axis=1)
    assert shares.min() >= 1
    assert (shares.sum(axis=1) == coder.TOTAL).all()


def test_what_is_not_written_as_it_is_gets_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coder, "differences", lambda *_: 3)
    with pytest.raises(TableError, match="is damaged"):
        saved(tmp_path / "qomet.table", no_words())
    assert not [*tmp_path.iterdir()]


def test_a_damaged_file_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "qomet.table"
    saved(path, no_words())
    whole = path.read_bytes()
    path.write_bytes(whole[:-3] + bytes([whole[-3] ^ 1]) + whole[-2:])
    with pytest.raises(TableError):
        QometTable(path)
    path.write_bytes(whole[:60])
    with pytest.raises(TableError):
        QometTable(path)


def test_a_damaged_block_is_never_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "qomet.table"
    table = saved(path, random_words())
    whole, last = path.read_bytes(), path.stat().st_size - 8 * table.file.layout.blocks - 24
    path.write_bytes(whole[:last] + bytes([whole[last] ^ 1]) + whole[last + 1 :])
    mine, theirs = index_arrays.position(index(), index().total - 1)
    with pytest.raises(TableError, match="is damaged"):
        QometTable(path).probe(mine, theirs, 0)
    assert QometTable(path).get(mine, theirs, 0) is None


def test_positions_with_more_stars_than_the_table_are_unknown(tmp_path: Path) -> None:
    table = saved(tmp_path / "qomet.table", no_words())
    with pytest.raises(UnknownPositionError):
        table.probe(0b111, 0, 0)
    assert table.get(0b111, 0, 0) is None


def test_games_longer_than_a_byte_do_not_fit(tmp_path: Path) -> None:
    words = no_words()
    words[5] = 257
    with pytest.raises(TableError, match="254 plies"):
        saved(tmp_path / "qomet.table", words)


def test_writing_goes_on_where_it_was_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "qomet.table"
    monkeypatch.setattr(table_file, "PART", table_file.BLOCK)
    words, parts = np.resize(random_words() & PLIES, index(3).total), []

    def interrupted(done: int, total: int) -> None:
        parts.append(done)
        if len(parts) == 9:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        save(path, words, Coding(3, 255, True), 3, interrupted)
    assert not path.exists()
    save(path, words, Coding(3, 255, True), 3, lambda done, _: parts.append(done))
    assert parts == sorted(set(parts))


def test_of_a_whole_game_the_positions_with_few_stars_can_be_kept(tmp_path: Path) -> None:
    words, few = random_words(), index(1)
    kept = excerpt(words, 2, 1)
    for entry in range(few.total):
        mine, theirs = index_arrays.position(few, entry)
        assert kept[entry] == words[index_arrays.number(index(), mine | theirs << 25)[0]]


def test_a_small_table_says_the_same_and_nothing_about_more_stars(tmp_path: Path) -> None:
    few, whole = tmp_path / "few.table", saved(tmp_path / "whole.table", random_words())
    save_few(few, random_words(), 2, 1)
    table = QometTable(few)
    assert (table.stars, table.most) == (2, 1)
    assert table.get(0b1, 0b10, 0) == whole.get(0b1, 0b10, 0)
    assert table.get(0b11, 0b100, 0) is None
