"""A proof in batches says what the proof piece by piece says."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from research.qawale import batch as qawale_batch
from research.qawale.batch import Answers, Inquiry, answer_here, main
from research.qawale.frontier import Frontier, orders_of_all
from research.qawale.gpu import OPEN, Batch
from research.qawale.notes import Note, Notebook, Question
from research.qawale.proof import tree_of
from tetrad.kernels.qawale import Code
from tetrad.position import Player
from tetrad.solvers.qawale.root import NO, YES

QUESTION = Question(Player.FIRST, 9, 5)


@pytest.mark.parametrize(("attacker", "ply"), [(Player.FIRST, 13), (Player.SECOND, 12)])
def test_the_first_subproblems_are_those_of_the_tree(
    attacker: Player, ply: int, tmp_path: Path
) -> None:
    tree = tree_of(Question(attacker, ply), tmp_path)
    tree.look()
    found = Frontier(attacker, tree.question.cut).open(set(), ())
    assert set(found) == set(tree.pending)
    assert len(found) == len(set(found))


def test_a_batch_of_subproblems_settles_a_question(tmp_path: Path) -> None:
    folder = ["--folder", str(tmp_path)]
    assert main(["FIRST", "9", "--cut", "4", "--notes-at", "2", "--processor", *folder]) == 0
    tree = tree_of(Question(Player.FIRST, 9, 7), tmp_path)
    assert tree.look() == NO
    assert {note.plies for note in tree.notebook.notes.values()} == {7}
    inquiry = Inquiry(Question(Player.FIRST, 9, 5), tmp_path)
    noted = sum(note.nodes for note in tree.notebook.notes.values())
    assert noted == sum(inquiry.answers.held.values())


def test_questions_and_answers_travel_as_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    question = ["FIRST", "9", "--cut", "4", "--notes-at", "4", "--folder", str(tmp_path)]
    file = tmp_path / "questions.npz"
    assert main([*question, "--export", str(file)]) == 0
    batch = Batch.load(file)
    answer_here(batch, Player.FIRST, 16)
    batch.answers[-5:] = OPEN
    batch.save(file)
    assert main([*question, "--import", str(file)]) == 0
    assert capsys.readouterr().out.endswith("\n5 subproblems are open\n")
    assert main([*question, "--processor"]) == 0
    assert "FIRST: cannot force a line by ply 9" in capsys.readouterr().out


class Clueless:
    """A GPU that leaves everything open."""

    def __init__(self, _tables: object, _memory: int, _second_opinion: bool) -> None: ...

    def answer(self, batch: Batch, _minutes: float) -> None: ...


def test_what_the_gpu_cannot_answer_is_left_to_the_processor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qawale_batch, "Gpu", Clueless)
    assert main(["FIRST", "9", "--cut", "4", "--folder", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "the GPU has no answer to them: use --processor\n"


def test_answers_about_another_last_ply_count_only_where_they_follow(tmp_path: Path) -> None:
    early, late = Question(Player.FIRST, 9, 5), Question(Player.FIRST, 11, 7)
    asked = Inquiry(early, tmp_path / "early")
    batch = asked.batch(asked.open()[:2])
    batch.answers[:] = YES, NO
    assert asked.take(batch) == 2
    longer = Inquiry(late, tmp_path / "late")
    assert longer.take(batch) == 1
    assert longer.answers == Answers({batch.positions()[0]}, {})
    batch.depth = 9
    assert asked.take(batch) == 1
    assert batch.positions()[1] in asked.answers.held


def test_answers_about_the_other_player_are_refused(tmp_path: Path) -> None:
    inquiry = Inquiry(Question(Player.FIRST, 9, 5), tmp_path)
    batch = Batch.of(inquiry.open(), 5, second_attacks=True)
    with pytest.raises(ValueError, match="not about lines of FIRST"):
        inquiry.take(batch)


def test_where_a_reply_fails_the_next_one_is_tried() -> None:
    frontier, forced = Frontier(Player.FIRST, 2), set[Code]()
    first = frontier.open(forced, ())
    forced.add(first[0])
    second = frontier.open(forced, ())
    assert first[0] not in second
    assert set(first[1:]) < set(second)


def test_where_every_reply_fails_the_attacker_forces_a_line() -> None:
    frontier, forced = Frontier(Player.FIRST, 2), set[Code]()
    while open_ := frontier.open(forced, ()):
        forced.add(open_[0])
    assert frontier.start in forced


def test_nobody_notes_that_a_position_holds_from_which_a_line_is_forced(tmp_path: Path) -> None:
    inquiry = Inquiry(QUESTION, tmp_path)
    lost = Frontier(Player.FIRST, 2).open(set(), ())[0]
    (sowing, *_) = Frontier(Player.FIRST, 3, lost).open(set(), ())
    (replies,) = orders_of_all([sowing])
    inquiry.answers.forced.update(replies)
    assert inquiry.write_whole(2) == 0
    assert lost in inquiry.answers.forced
    assert lost not in Notebook(tmp_path, QUESTION).notes


def test_answers_outlive_the_process(tmp_path: Path) -> None:
    answers = Answers({(1, 2)}, {(3, 4): 5})
    answers.save(tmp_path / "answers.npz")
    assert Answers.load(tmp_path / "answers.npz") == answers
    assert Answers.load(tmp_path / "none.npz") == Answers()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["FIRST", "14", "--cut", "4"], "FIRST has no turn at ply 14"),
        (["FIRST", "15", "--cut", "2"], "a subproblem has 3 to 12 plies, not 13"),
        (["FIRST", "9", "--cut", "2", "--import", "missing"], "missing"),
        (["FIRST", "9", "--cut", "2", "--again", "tests"], "tests has no notes"),
        (["FIRST", "9", "--cut", "2"], "needs CuPy"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if said == "needs CuPy" and find_spec("cupy"):
        pytest.skip("there is CuPy here")
    assert main([*arguments, "--folder", str(tmp_path)]) == 2
    complaint = capsys.readouterr().err
    assert said in complaint
    assert complaint.count("\n") == 1


def test_notes_are_answered_again_by_other_replies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    question = ["FIRST", "9", "--cut", "4", "--notes-at", "2", "--processor"]
    assert main([*question, "--folder", str(first)]) == 0
    notes = Notebook(first, QUESTION).notes
    asked = Inquiry(QUESTION, again, notes.values(), second_opinion=True)
    assert asked.compared() == (0, 0)
    held = Inquiry(QUESTION, first).answers.held
    assert len(held.keys() & set(asked.open())) < len(held) / 4
    other = ["--again", str(first), "--second-opinion", "--folder", str(again)]
    assert main([*question, *other]) == 0
    assert capsys.readouterr().out.endswith(f"{len(notes)} notes confirmed, 0 contradicted\n")


def test_a_note_that_is_contradicted_is_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = Frontier(Player.FIRST, 2).open(set(), ())[:3]
    wrong = [Note(code, 7, answer, 1) for code, answer in zip(start, (NO, YES, NO), strict=True)]
    Notebook(tmp_path / "notes", QUESTION).write_all(wrong)
    question = ["FIRST", "9", "--cut", "4", "--folder", str(tmp_path)]
    file, again = tmp_path / "questions.npz", ["--again", str(tmp_path / "notes")]
    assert main([*question, *again, "--export", str(file)]) == 0
    batch = Batch.load(file)
    answer_here(batch, Player.FIRST, 16)
    batch.answers[-1] = OPEN
    batch.save(file)
    assert main([*question, *again, "--import", str(file)]) == 1
    assert capsys.readouterr().out.endswith("\n1 notes confirmed, 1 contradicted\n")


def test_a_second_opinion_falls_back_on_the_first() -> None:
    usual, other = (Frontier(Player.FIRST, 2, second_opinion=second) for second in (False, True))
    best, second = (frontier.open(set(), ()) for frontier in (usual, other))
    assert not set(best) & set(second)
    assert set(other.open(set(second), ())) <= set(best)
