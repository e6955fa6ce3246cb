"""Whichever reply the defender takes, the proof says the same; and the cheapest is found."""

import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest

from research.qawale import cheapest
from research.qawale.batch import answer_here, chosen
from research.qawale.batch import main as batch_main
from research.qawale.cheapest import Look, Pieces, Run, answer, read
from research.qawale.frontier import orders_of_all
from research.qawale.gpu import OPEN, Batch
from research.qawale.notes import Note, Notebook, Question
from research.qawale.pieces import best_replies, save_replies
from research.qawale.pieces import main as pieces_main
from research.qawale.proof import tree_of
from tetrad.kernels.qawale import plies
from tetrad.position import Player
from tetrad.solvers.qawale.root import NO
from tetrad.solvers.qawale.root import OPEN as OPEN_ANSWER

QUESTION = Question(Player.SECOND, 10, 7, "a1nnn")


class Processor:
    """Stands in for a GPU; some of the time it runs out of time."""

    def __init__(self, most: int | None = None) -> None:
        self.most, self.asked = most, 0

    def answer(self, batch: Batch, minutes: float, keep: Callable[[], None]) -> None:
        assert minutes > 0
        few = Batch.of(batch.positions()[: self.most], batch.depth, batch.second_attacks)
        answer_here(few, Player.SECOND, 16)
        batch.answers[: self.most], batch.nodes[: self.most] = few.answers, few.nodes
        self.asked += len(batch.codes)
        keep()


@pytest.fixture(scope="module")
def layout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pieces") / "a1nnn.npz"
    arguments = ["SECOND", "10", "--cut", "3", "--after", "a1nnn", "--out", str(path)]
    assert pieces_main(["lay-out", *arguments]) == 0
    return path


def test_the_replies_are_the_best_rated(layout: Path) -> None:
    with np.load(layout) as file:
        parents, first = file["parents"], file["first"]
    replies = best_replies(parents, 5)
    codes = [(int(a), int(b)) for a, b in parents]
    for row, order in zip(replies.tolist(), orders_of_all(codes), strict=True):
        assert [tuple(each) for each in row] == order[:5]
    assert (replies[:, 0] == first).all()


def test_a_question_after_a_first_sowing_is_settled(layout: Path, tmp_path: Path) -> None:
    paths = ["--folder", str(tmp_path / "proof")]
    run = Run(Processor(), perf_counter() + 600, tmp_path)
    answer([layout], run)
    assert pieces_main(["collect", str(layout), str(tmp_path / layout.name), *paths]) == 0
    question = ["SECOND", "10", "--cut", "3", "--after", "a1nnn", "--notes-at", "3"]
    assert batch_main([*question, "--processor", *paths]) == 0
    tree = tree_of(QUESTION, tmp_path / "proof")
    assert tree.look() == NO
    assert {plies(code) for code in tree.notebook.notes} == {3}
    followed = chosen(QUESTION, tmp_path / "proof").values()
    assert set(followed) == tree.notebook.notes.keys()


def test_a_reply_that_cannot_be_played_is_not_followed(
    layout: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with np.load(layout) as file:
        (one, *_), (*_, other) = file["parents"].tolist(), file["first"].tolist()
    save_replies({tuple(one): tuple(other)}, QUESTION, tmp_path)
    question = ["SECOND", "10", "--cut", "3", "--after", "a1nnn", "--folder", str(tmp_path)]
    assert batch_main([*question, "--processor"]) == 2
    assert "a reply that cannot be played" in capsys.readouterr().err


def test_what_was_answered_is_not_asked_again(layout: Path, tmp_path: Path) -> None:
    hurried, patient = Processor(most=10), Processor()
    answer([layout], Run(hurried, perf_counter() + 600, tmp_path))
    kept = read(layout)
    kept.recall(tmp_path / layout.name)
    middle = kept.look(kept.depths[1])
    assert 0 < (middle.answers != OPEN).sum() < len(middle.answers)
    answer([layout], Run(patient, perf_counter() + 600, tmp_path))
    kept.recall(tmp_path / layout.name)
    assert kept.look(kept.depth).held.all()
    again = Processor()
    answer([layout], Run(again, perf_counter() + 600, tmp_path))
    assert again.asked == 0


def test_the_cheapest_that_holds_is_taken_and_then_the_next() -> None:
    look = Look.none((2, 3))
    look.answers[:], look.nodes[:] = [[0, 0, 0], [1, 0, 0]], [[9, 3, 5], [1, 8, 4]]
    pieces = Pieces(np.ones((2, 3, 2), np.uint64), True, 9, {5: look})
    assert pieces.cheapest(5, 1).tolist() == [[False, True, False], [False, False, True]]
    assert pieces.cheapest(5, 2).tolist() == [[False, True, True], [False, True, True]]
    later = pieces.look(7)
    later.tried[:, 1] = True
    later.answers[:, 1] = [NO, 1]
    assert pieces.next_best(7, 5).tolist() == [[False] * 3, [False, False, True]]


def test_without_numba_there_is_the_first_reply(
    layout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = tmp_path / layout.name
    alone.write_bytes(layout.read_bytes())
    monkeypatch.setitem(sys.modules, "research.qawale.pieces", None)
    assert read(alone).replies.shape[1:] == (1, 2)


def test_a_missing_file_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = ["none.npz", "--lookups", "none.npz", "--out", str(tmp_path)]
    assert cheapest.main(missing) == 2
    assert pieces_main(["collect", "none.npz", "none.npz", "--folder", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "cheapest: " in said
    assert "pieces: " in said


def test_notes_that_are_whole_are_written_while_others_are_open(
    layout: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer([layout], Run(Processor(most=10), perf_counter() + 600, tmp_path))
    paths = ["--folder", str(tmp_path / "proof")]
    assert pieces_main(["collect", str(layout), str(tmp_path / layout.name), *paths]) == 0
    question = ["SECOND", "10", "--cut", "3", "--after", "a1nnn", "--notes-at", "3"]
    assert batch_main([*question, "--whole", *paths]) == 0
    tree = tree_of(QUESTION, tmp_path / "proof")
    assert tree.look() == OPEN_ANSWER
    written = len(tree.notebook.notes)
    assert capsys.readouterr().out.endswith(f"{written} notes written\n")
    assert 0 < written < len(read(layout).replies)


def test_what_is_noted_is_not_laid_out_again(layout: Path, tmp_path: Path) -> None:
    with np.load(layout) as file:
        parents = {(int(a), int(b)) for a, b in file["parents"]}
    noted = sorted(parents)[:5]
    Notebook(tmp_path, QUESTION).write_all(Note(code, 8, NO, 1) for code in noted)
    question = ["SECOND", "10", "--cut", "3", "--after", "a1nnn", "--noted", str(tmp_path)]
    assert pieces_main(["lay-out", *question, "--out", str(tmp_path / "rest.npz")]) == 0
    with np.load(tmp_path / "rest.npz") as file:
        assert {(int(a), int(b)) for a, b in file["parents"]} == parents - {*noted}
