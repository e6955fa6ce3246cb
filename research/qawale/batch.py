"""The whole game of Qawale, decided by hundreds of thousands of subproblems at a time.

    python -m research.qawale.batch SECOND 16 --cut 7 --notes-at 5 --folder proof

asks a GPU here; where the GPU is in a machine that has little more than CuPy, the questions and the
answers travel as files:

    python -m research.qawale.batch SECOND 16 --cut 7 --folder proof --export questions.npz
    python -m research.qawale.gpu questions.npz --minutes 9 --out answers.npz
    python -m research.qawale.batch SECOND 16 --cut 7 --folder proof --import answers.npz

Do that until nothing is open, or add `--processor` for the last few. Answers are kept in
`qawale-second-16.npz` of the folder. When all are in, the notes of `proof` are written,
each of which stands for all subproblems below its position; they are what the repository keeps.
With `--whole` those are written that can be while other subproblems are open.

    python -m research.qawale.batch SECOND 16 --cut 7 --folder new --again docs/proofs

answers such notes again: the subproblems are those below their positions, and it says at last how
many notes are confirmed. With `--second-opinion` the defender follows other replies, and the GPU
another order and another hash.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from research.qawale.frontier import Frontier, orders_of_all
from research.qawale.gpu import Batch, Gpu, codes_of
from research.qawale.lookups import tables
from research.qawale.notes import Note, Notebook, Question
from research.qawale.proof import MEBIBYTE, answer, open_desk
from tetrad.kernels.qawale import Code, plies
from tetrad.position import Player
from tetrad.solvers.qawale.root import NO, OPEN, YES
from tetrad.solvers.tables.format import TableError


@dataclass
class Answers:
    """What is known of a question's positions, and how many positions each answer took."""

    forced: set[Code] = field(default_factory=set)
    held: dict[Code, int] = field(default_factory=dict)

    def add(self, batch: Batch, ply: int) -> int:
        """Take over what a batch says about lines by a ply; returns how many answers that were.

        A line by an earlier ply is one by this ply, too; where there is none by a later ply, there
        is none by this one.
        """
        count = 0
        for code, value, nodes in batch.answered():
            last = plies(code) + batch.depth
            if value == YES and last <= ply:
                self.forced.add(code)
                count += 1
            elif value == NO and last >= ply:
                self.held[code] = nodes
                count += 1
        return count

    @classmethod
    def load(cls, path: Path) -> Answers:
        if not path.exists():
            return cls()
        with np.load(path) as file:
            held = zip(codes_of(file["held"]), file["nodes"].tolist(), strict=True)
            return cls(set(codes_of(file["forced"])), dict(held))

    def save(self, path: Path) -> None:
        new = path.with_name(f"{path.name}.new")
        arrays: dict[str, Any] = {
            "forced": np.array(sorted(self.forced), np.uint64).reshape(-1, 2),
            "held": np.array(list(self.held), np.uint64).reshape(-1, 2),
            "nodes": np.array(list(self.held.values()), np.uint64),
        }
        with new.open("wb") as file:
            np.savez_compressed(file, **arrays)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)


def chosen(question: Question, folder: Path) -> dict[Code, Code]:
    """Replies that are to be followed before others, if there is a file of them (`pieces`)."""
    if not (path := question.replies_in(folder)).exists():
        return {}
    with np.load(path) as file:
        replies = {(a, b): (c, d) for a, b, c, d in file["replies"].tolist()}
    for reply, order in zip(replies.values(), orders_of_all(list(replies)), strict=True):
        if reply not in order:
            raise TableError(f"{path} has a reply that cannot be played")
    return replies


class Inquiry:
    """A question, cut at one ply, with its answers in a folder."""

    def __init__(
        self,
        question: Question,
        folder: Path,
        notes: Iterable[Note] = (),
        second_opinion: bool = False,
    ) -> None:
        self.question, self._folder, self._notes = question, folder, list(notes)
        folder.mkdir(parents=True, exist_ok=True)
        self._path = (folder / question.file_name).with_suffix(".npz")
        self.answers = Answers.load(self._path)
        starts = [note.code for note in self._notes] or [question.start]
        self._second_opinion, self._chosen = second_opinion, chosen(question, folder)
        self._frontiers = [self._frontier(start) for start in starts]

    def _frontier(self, start: Code, cut: int | None = None) -> Frontier:
        about = self.question.attacker, self.question.cut if cut is None else cut
        return Frontier(*about, start, self._second_opinion, self._chosen)

    def open(self) -> list[Code]:
        """The subproblems without an answer: those of the start, or of all notes."""
        return list(dict.fromkeys(chain.from_iterable(self._open_below())))

    def _open_below(self) -> list[list[Code]]:
        return [each.open(self.answers.forced, self.answers.held) for each in self._frontiers]

    def compared(self) -> tuple[int, int]:
        """How many of the notes are confirmed by the answers so far, and how many contradicted."""
        found = [
            OPEN if codes else YES if note.code in self.answers.forced else NO
            for note, codes in zip(self._notes, self._open_below(), strict=True)
        ]
        same = sum(answer == note.answer for answer, note in zip(found, self._notes, strict=True))
        return same, len(found) - same - found.count(OPEN)

    def batch(self, codes: Sequence[Code]) -> Batch:
        second_attacks = self.question.attacker is Player.SECOND
        return Batch.of(codes, self.question.ply - self.question.cut, second_attacks)

    def take(self, batch: Batch) -> int:
        """Keep the answers of a batch that answer this question."""
        if batch.second_attacks != (self.question.attacker is Player.SECOND):
            raise ValueError(f"the answers are not about lines of {self.question.attacker}")
        count = self.answers.add(batch, self.question.ply)
        self.answers.save(self._path)
        return count

    @property
    def forced(self) -> bool:
        return self._frontiers[0].start in self.answers.forced

    def replies(self) -> Iterator[tuple[Code, Code]]:
        """The defender's positions above the cut, each with the result of the reply."""
        return self._frontiers[0].replies(self.answers.forced)

    def write_notes(self, ply: int) -> int:
        """Write the notes for the positions of a ply; returns how many there are."""
        notebook, left = Notebook(self._folder, self.question), self.question.ply - ply
        sums = self._frontiers[0].summed_up(ply, self.answers.forced, self.answers.held)
        lost = [code for code in self.answers.forced if plies(code) <= ply]
        notes = [Note(code, left, NO, nodes) for code, nodes in sums.items()]
        notes += [Note(code, self.question.ply - plies(code), YES, 0) for code in lost]
        notebook.write_all(notes)
        return len(notes)

    def write_whole(self, ply: int) -> int:
        """Write the notes of which all subproblems are answered, while others are open."""
        level = self._frontier(self.question.start, ply).open(self.answers.forced, ())
        left, notes, todo = self.question.ply - ply, [], dict(self.answers.held)
        for code in level:
            below = self._frontier(code)
            still_open = below.open(self.answers.forced, self.answers.held)
            if not still_open and code not in self.answers.forced:
                nodes = below.summed_up(ply, self.answers.forced, todo).get(code, 0)
                notes.append(Note(code, left, NO, nodes))
        Notebook(self._folder, self.question).write_all(notes)
        return len(notes)


def answer_here(batch: Batch, attacker: Player, memory: int) -> None:
    """Answer a batch with the processor."""
    open_desk(memory * MEBIBYTE)
    for row, code in enumerate(batch.positions()):
        note = answer(code, attacker, batch.depth)
        batch.answers[row], batch.nodes[row] = note.answer, note.nodes


def main(arguments: list[str] | None = None) -> int:
    try:
        return _run(_options().parse_args(arguments))
    except (OSError, TableError, ValueError) as error:
        print(f"batch: {error}", file=sys.stderr)
        return 2


def _run(options: argparse.Namespace) -> int:
    attacker = Player[options.attacker]
    question = Question(attacker, options.ply, options.ply - options.cut, options.after)
    notes = Notebook(options.again, question).notes.values() if options.again else ()
    if options.again and not notes:
        raise ValueError(f"{options.again} has no notes about this question")
    inquiry = Inquiry(question, options.folder, notes, options.second_opinion)
    if options.import_:
        print(f"{inquiry.take(Batch.load(options.import_)):,} answers")
    gpu = None
    if options.whole:
        print(f"{inquiry.write_whole(options.notes_at):,} notes written")
        return 0
    while codes := inquiry.open():
        print(f"{len(codes):,} subproblems are open", flush=True)
        batch = inquiry.batch(codes)
        if options.export:
            batch.save(options.export, **tables())
            return 0
        if options.import_ and not options.processor:
            return _compare(inquiry) if notes else 0
        if options.processor:
            answer_here(batch, attacker, options.memory)
        else:
            gpu = gpu or Gpu(tables(), options.memory * MEBIBYTE, options.second_opinion)
            gpu.answer(batch, options.minutes)
        if not inquiry.take(batch):
            print("the GPU has no answer to them: use --processor", file=sys.stderr)
            return 1
    if notes:
        return _compare(inquiry)
    said = "can" if inquiry.forced else "cannot"
    print(f"{attacker}: {said} force a line by ply {options.ply}")
    if not inquiry.forced:
        print(f"{inquiry.write_notes(options.notes_at):,} notes written")
    return 0


def _compare(inquiry: Inquiry) -> int:
    same, different = inquiry.compared()
    print(f"{same:,} notes confirmed, {different:,} contradicted")
    return 1 if different else 0


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m research.qawale.batch")
    parser.add_argument("attacker", choices=[player.name for player in Player])
    parser.add_argument("ply", type=int, help="the last ply at which the line may be completed")
    parser.add_argument("--cut", type=int, required=True, help="the ply of the subproblems")
    parser.add_argument("--after", default="", help="a first sowing, such as a1nnn")
    parser.add_argument("--notes-at", type=int, default=5, help="the ply of the notes")
    parser.add_argument("--folder", type=Path, default=Path("qawale-proof"))
    parser.add_argument("--memory", type=int, default=512, help="MiB of the GPU, or here")
    parser.add_argument("--minutes", type=float, default=10, help="of one launch on the GPU")
    parser.add_argument("--again", type=Path, help="answer the notes of a folder again")
    parser.add_argument("--second-opinion", action="store_true", help="by other replies and hash")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--whole", action="store_true", help="write the notes that are whole so far")
    how.add_argument("--export", type=Path, help="write the open subproblems to a file")
    how.add_argument("--processor", action="store_true", help="answer them without a GPU")
    parser.add_argument("--import", type=Path, dest="import_", help="read answers from a file")
    return parser


if __name__ == "__main__":
    sys.exit(main())
