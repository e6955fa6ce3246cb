"""Qomet tables on disk: built, interrupted, damaged, verified."""

import json
import random
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from tetrad.kernels import qomet as kernel
from tetrad.position import Player
from tetrad.rules.qomet import Qomet
from tetrad.solve import build, qomet_build, qomet_index
from tetrad.solve.qomet_file import QometTable, save
from tetrad.solve.qomet_index import Array
from tetrad.solve.qomet_table import OVER, UNDO, WITH_UNDO
from tetrad.solve.tables import TableError, UnknownPositionError

# Of the words for four stars a side, as the GPU wrote them, too.
DIGEST = "6b4035cd5f7a2683c09fb965eea7e72d8d943082c2cb097f1b1553a4e8a94f5c"
GIBIBYTE = 1 << 30


def saved(path: Path, words: Array, stars: int) -> Path:
    save(path, words.astype(np.uint32), stars, stars)
    return path


def no_words(stars: int) -> Array:
    return np.zeros(qomet_index.build(stars).total, dtype=np.uint32)


def test_with_two_stars_a_side_nobody_can_make_a_square(tmp_path: Path) -> None:
    path = qomet_build.build(tmp_path / "qomet-2.table", 2, GIBIBYTE)
    report = qomet_build.verify(path)
    assert not report.errors
    assert report.lines[1] == "0 won, 17,391 drawn, 0 lost"
    assert QometTable(path).probe(0b11, 0b1100, 0) == 0
    assert {file.name for file in tmp_path.iterdir()} == {"qomet-2.table", "qomet-2-undo.table"}


def test_an_interrupted_build_goes_on_with_its_pass(tmp_path: Path) -> None:
    path = tmp_path / "qomet-2.table"
    path.with_suffix(".pass").write_text(json.dumps(2))
    no_words(2).tofile(path.with_suffix(".words"))
    passes: list[int] = []
    qomet_build.build(path, 2, GIBIBYTE, lambda done, total: passes.append(done == total))
    assert sum(passes) == 2
    assert not qomet_build.verify(path).errors


def test_a_note_without_its_words_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "qomet-2.table"
    path.with_suffix(".pass").write_text(json.dumps(2))
    with pytest.raises(TableError, match="delete both to begin again"):
        qomet_build.build(path, 2, GIBIBYTE)


def test_a_build_that_needs_more_memory_says_how_much(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="28283 MiB; allow that with --memory 28283"):
        qomet_build.build(tmp_path / "qomet.table", 7, GIBIBYTE)


@pytest.mark.parametrize("word", [3, 4])
def test_a_wrong_entry_is_found(tmp_path: Path, word: int) -> None:
    words = no_words(2)
    words[3_000] = word
    report = qomet_build.verify(saved(tmp_path / "qomet-2.table", words, 2))
    assert any("does not follow from the rules" in error for error in report.errors)


def test_a_wrong_entry_for_a_forbidden_undo_is_found(tmp_path: Path) -> None:
    position = Qomet.start().play("@d4").play("@d5").play("d4-d5")
    mine, theirs, undo = stars_and_undo(position)
    entry, symmetry = qomet_index.number(qomet_index.build(2), mine, theirs)
    words = no_words(2)
    words[entry] = 4 << WITH_UNDO | qomet_index.image_of_undo(undo, symmetry) << UNDO
    path = saved(tmp_path / "qomet-2.table", words, 2)
    assert QometTable(path).probe(mine, theirs, undo) == 4
    assert QometTable(path).probe(mine, theirs, 0) == 0
    assert qomet_build.verify(path).errors


def stars_and_undo(position: Qomet) -> tuple[int, int, int]:
    key = kernel.key_of(kernel.encode(position))
    return key & kernel.SPACES, key >> 25 & kernel.SPACES, key >> kernel.UNDO_SHIFT


def test_a_damaged_file_is_no_table(tmp_path: Path) -> None:
    path = saved(tmp_path / "qomet-2.table", no_words(2), 2)
    whole = path.read_bytes()
    path.write_bytes(whole[:-40] + bytes([whole[-40] ^ 1]) + whole[-39:])
    with pytest.raises(TableError):
        QometTable(path)
    path.write_bytes(whole[:60])
    with pytest.raises(TableError):
        QometTable(path)


def test_a_table_gives_back_the_words_that_it_was_made_of(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    index = qomet_index.build(2)
    plies, undo, with_undo = rng.integers(0, (200, 65, 200), (index.total, 3)).T
    words = plies | undo << UNDO | np.where(undo, with_undo, 0) << WITH_UNDO
    words[::7] = OVER << UNDO
    table = QometTable(saved(tmp_path / "qomet-2.table", words, 2))
    for entry in range(1, index.total, 50):
        mine, theirs = qomet_index.position(index, entry)
        number, symmetry = qomet_index.number(index, mine, theirs)
        if symmetry == 0 and number == entry and entry % 7 and plies[entry] != 1:
            assert table.probe(mine, theirs, 0) == plies[entry]
            if undo[entry]:
                assert table.probe(mine, theirs, int(undo[entry])) == with_undo[entry]


def test_positions_with_more_stars_than_the_table_are_unknown(tmp_path: Path) -> None:
    table = QometTable(saved(tmp_path / "qomet-2.table", no_words(2), 2))
    with pytest.raises(UnknownPositionError):
        table.probe(0b111, 0, 0)
    assert table.get(0b111, 0, 0) is None


def test_games_longer_than_a_byte_do_not_fit(tmp_path: Path) -> None:
    words = no_words(2)
    words[5] = 257
    with pytest.raises(TableError, match="255 plies"):
        saved(tmp_path / "qomet-2.table", words, 2)


def test_small_games_have_files_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TETRAD_DATA", str(tmp_path))
    assert build.path_of("qomet", 4).name == "qomet-4.table"
    assert build.path_of("qomet", 7).name == "qomet.table"
    with pytest.raises(TableError, match="build it first"):
        build.verify("qomet", stars=4)


@pytest.mark.nightly
@pytest.mark.timeout(7200)
def test_four_stars_a_side_interrupted_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words are those that the GPU wrote; the rulebook agrees on positions of random play."""
    path, found = tmp_path / "qomet-4.table", []

    def interrupted(done: int, total: int) -> None:
        found.append(done)
        if len(found) == 333:
            raise KeyboardInterrupt

    def digesting(file: Path, words: Array, stars: int, most: int) -> None:
        assert sha256(np.asarray(words).tobytes()).hexdigest() == DIGEST
        save(file, words, stars, most)

    with pytest.raises(KeyboardInterrupt):
        qomet_build.build(path, 4, GIBIBYTE, interrupted)
    monkeypatch.setattr(qomet_build, "save", digesting)
    qomet_build.build(path, 4, GIBIBYTE)
    report = qomet_build.verify(path)
    assert not report.errors
    assert report.lines[1:] == [
        "4,283,976 won, 11,407,231 drawn, 1,009,745 lost",
        "the longest win takes 61 plies",
    ]
    check_by_the_rules(QometTable(path), 2_000)


def few(position: Qomet) -> bool:
    return all(position.stars.count(player) <= 4 for player in Player)


def plies_of(table: QometTable, position: Qomet) -> int | None:
    """Plies by the table, or by one look at a position that it has no entry for; None: a draw."""
    if outcome := position.outcome():
        return 0 if outcome.winner is not position.turn else 1
    moves = [move for move in position.legal_moves() if few(position.play(move))]
    ends = [position.play(move).outcome() for move in moves]
    if any(end and end.winner is position.turn for end in ends):
        return 1
    return table.probe(*stars_and_undo(position)) or None


def check_by_the_rules(table: QometTable, count: int) -> None:
    rng, position = random.Random(1), Qomet.start()
    for _ in range(count):
        moves = [move for move in position.legal_moves() if few(position.play(move))]
        if not moves:
            position = Qomet.start()
            continue
        after = [plies_of(table, position.play(move)) for move in moves]
        lost = [plies for plies in after if plies is not None and plies % 2 == 0]
        won = [plies for plies in after if plies is not None]
        expected = min(lost) + 1 if lost else None if None in after else max(won) + 1
        assert plies_of(table, position) == expected, str(position)
        position = position.play(rng.choice(moves))
