"""The proof of Qawale goes on where it was stopped, and believes no damaged note."""

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from research.qawale.notes import Note, Notebook, Question
from research.qawale.proof import main, prove, tree_of, verify
from tetrad.kernels import qawale as kernel
from tetrad.position import Player
from tetrad.rules.qawale import Qawale
from tetrad.solvers.qawale.root import NO, OPEN, YES

# A question of a second in many small pieces.
QUESTION = Question(Player.FIRST, 9, below=5)
PROOFS = Path(__file__).parents[3] / "docs" / "proofs"
COMMAND = [sys.executable, "-m", "research.qawale.proof", "FIRST", "9", "--below", "5"]


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The notes of a run that was killed and taken up again."""
    folder = tmp_path_factory.mktemp("proof")
    command = [*COMMAND, "--folder", str(folder), "--processes", "1", "--memory", "16"]
    run = subprocess.Popen(command, start_new_session=True)
    notes = folder / QUESTION.file_name
    patience = time.monotonic() + 100
    while not notes.exists() or notes.read_text().count("\n") < 5:
        assert time.monotonic() < patience
        time.sleep(0.02)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    with notes.open("a") as file:
        file.write("12ab 9cff")  # a write cut short
    assert tree_of(QUESTION, folder).look() == OPEN
    before = set(Notebook(folder, QUESTION).notes)
    assert prove(QUESTION, folder) == NO
    assert before < set(Notebook(folder, QUESTION).notes)
    return folder


def test_a_killed_run_goes_on_where_it_was(proof: Path) -> None:
    assert tree_of(QUESTION, proof).look() == NO
    assert prove(QUESTION, proof) == NO


def test_a_finished_proof_can_be_verified(proof: Path) -> None:
    assert verify(QUESTION, proof, 20, random.Random(1)) is None


def test_a_proof_with_a_missing_note_is_not_finished(proof: Path, tmp_path: Path) -> None:
    lines = (proof / QUESTION.file_name).read_text().splitlines()
    (tmp_path / QUESTION.file_name).write_text("\n".join(lines[1:]) + "\n")
    assert tree_of(QUESTION, tmp_path).look() == OPEN
    assert "no answer yet" in str(verify(QUESTION, tmp_path, 1, random.Random(1)))


def test_a_damaged_note_is_not_believed(proof: Path, tmp_path: Path) -> None:
    text = (proof / QUESTION.file_name).read_text()
    first = text.splitlines()[0]
    fields = first.split(" ")
    fields[3] = "1"
    (tmp_path / QUESTION.file_name).write_text(text.replace(first, " ".join(fields)))
    assert Note.parse(" ".join(fields)) is None
    assert tree_of(QUESTION, tmp_path).look() == OPEN


def test_notes_about_another_question_are_not_believed(proof: Path, tmp_path: Path) -> None:
    longer = Question(Player.FIRST, 11, below=7)
    (tmp_path / longer.file_name).write_text((proof / QUESTION.file_name).read_text())
    assert Notebook(tmp_path, longer).notes == {}
    assert tree_of(longer, tmp_path).look() == OPEN


def test_notes_that_contradict_each_other_are_not_believed(proof: Path, tmp_path: Path) -> None:
    text = (proof / QUESTION.file_name).read_text()
    note = Note.parse(text.splitlines()[0])
    assert note
    contrary = replace(note, answer=1 - note.answer)
    for doubtful in (f"{contrary}\n{text}", f"{text}{contrary}\n"):
        (tmp_path / QUESTION.file_name).write_text(doubtful)
        assert note.code not in Notebook(tmp_path, QUESTION).notes
        assert tree_of(QUESTION, tmp_path).look() == OPEN


def test_a_wrong_note_is_found_out(tmp_path: Path) -> None:
    question = Question(Player.FIRST, 7)
    start = kernel.canonical(kernel.encode(Qawale.start()))
    Notebook(tmp_path, question).write(Note(start, 7, YES, 1))
    assert tree_of(question, tmp_path).look() == YES
    assert "is wrong" in str(verify(question, tmp_path, 1, random.Random(1)))


def test_notes_of_two_folders_can_be_joined(proof: Path, tmp_path: Path) -> None:
    lines = (proof / QUESTION.file_name).read_text().splitlines(keepends=True)
    half = len(lines) // 2
    joined = "".join(lines[half:] + lines[: half + 3])
    (tmp_path / QUESTION.file_name).write_text(joined)
    assert tree_of(QUESTION, tmp_path).look() == NO


def test_the_tree_follows_every_sowing_of_the_attacker(proof: Path) -> None:
    tree = tree_of(QUESTION, proof)
    tree.look()
    position = Qawale.start()
    images = {kernel.canonical(kernel.encode(position.play(m))) for m in position.legal_moves()}
    assert set(tree.sowings(tree.start)) == images


@pytest.mark.parametrize("ply", [7, 8, 9, 10, 11, 12, 13])
def test_the_notes_that_come_with_the_documentation_are_complete(ply: int) -> None:
    question = Question(Player.FIRST if ply % 2 else Player.SECOND, ply)
    tree = tree_of(question, PROOFS)
    assert tree.look() == NO
    assert all(note.plies + kernel.plies(note.code) == ply for note in tree.notebook.notes.values())


@pytest.mark.parametrize("name", ["qawale-first-15", "qawale-second-16"])
def test_the_second_run_has_a_count_for_each_note_of_the_first(name: str) -> None:
    notes = (PROOFS / f"{name}.txt").read_text().splitlines()
    again = (PROOFS / f"{name}-again.txt").read_text().splitlines()
    answers = [Note.parse(line) for line in notes]
    assert [int(count) > 0 for count in again] == [note and note.answer == NO for note in answers]


@pytest.mark.nightly
@pytest.mark.parametrize("ply", [11, 12, 13])
def test_a_sample_of_those_notes_is_found_again(ply: int) -> None:
    question = Question(Player.FIRST if ply % 2 else Player.SECOND, ply)
    assert verify(question, PROOFS, 2, random.Random(ply)) is None


def test_a_note_is_a_line_with_a_checksum() -> None:
    note = Note(kernel.encode(Qawale.start()), 9, NO, 12)
    assert Note.parse(str(note)) == note
    assert Note.parse("") is None


def test_time_that_is_up_leaves_the_question_open(tmp_path: Path) -> None:
    assert prove(QUESTION, tmp_path, seconds=0) == OPEN


def test_a_question_about_the_other_players_ply_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["FIRST", "8"]) == 2
    assert "FIRST has no turn at ply 8" in capsys.readouterr().err
