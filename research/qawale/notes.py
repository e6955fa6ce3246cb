"""What a proof of Qawale asks, and what is noted about its subproblems.

A note is one line: the two words of the code (canonical, hexadecimal), the plies left, the answer
(0 or 1), the positions visited, and a checksum of the line. Lines that are damaged, belong to
another question or contradict each other are not believed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from tetrad.kernels import qawale
from tetrad.kernels.qawale import Code
from tetrad.position import Player
from tetrad.rules.qawale import Qawale
from tetrad.solvers.qawale.root import NO, OPEN, YES

# Subproblems of about this many plies take seconds.
PLIES_BELOW = 9


@dataclass(frozen=True, slots=True)
class Question:
    """Can the attacker force a line by this ply of the game, or after a first sowing?"""

    attacker: Player
    ply: int
    below: int = PLIES_BELOW
    after: str = ""

    def __post_init__(self) -> None:
        if not 1 <= self.ply <= 16 or self.ply % 2 != self.attacker.value % 2:
            raise ValueError(f"{self.attacker} has no turn at ply {self.ply}")

    @property
    def cut(self) -> int:
        """The ply below which the compiled search answers."""
        return max(0, self.ply - self.below)

    @property
    def file_name(self) -> str:
        after = f"-after-{self.after}" if self.after else ""
        return f"qawale-{self.attacker.name.lower()}-{self.ply}{after}.txt"

    def replies_in(self, folder: Path) -> Path:
        """The file for replies that were chosen otherwise than by rating."""
        return (folder / self.file_name).with_suffix(".replies.npz")

    @property
    def start(self) -> Code:
        """Where the question begins, in its canonical view."""
        position = Qawale.start()
        return qawale.canonical(
            qawale.encode(position.play(self.after) if self.after else position)
        )


@dataclass(frozen=True, slots=True)
class Note:
    """The answer to a subproblem."""

    code: Code
    plies: int
    answer: int
    nodes: int

    def __str__(self) -> str:
        body = f"{self.code[0]:x} {self.code[1]:x} {self.plies} {self.answer} {self.nodes}"
        return f"{body} {crc32(body.encode()):08x}"

    @classmethod
    def parse(cls, line: str) -> Note | None:
        """The note of a line, or None if the line is damaged."""
        body, _, checksum = line.rpartition(" ")
        if checksum != f"{crc32(body.encode()):08x}":
            return None
        pebbles, ends, plies, answer, nodes = body.split(" ")
        return cls((int(pebbles, 16), int(ends, 16)), int(plies), int(answer), int(nodes))

    def is_about(self, question: Question) -> bool:
        """The last ply tells the attacker, too."""
        ply = qawale.plies(self.code) + self.plies
        return ply == question.ply and self.answer in (NO, YES)


class Notebook:
    """The notes about one question in a folder, those of other runs included."""

    def __init__(self, folder: Path, question: Question) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / question.file_name
        text = self._path.read_text("ascii", "replace") if self._path.exists() else ""
        parsed = (Note.parse(line) for line in text.split("\n") if line)
        notes = [note for note in parsed if note and note.is_about(question)]
        self.notes = {note.code: note for note in notes}
        for note in notes:
            if note.code in self.notes and self.notes[note.code].answer != note.answer:
                del self.notes[note.code]
        if text and not text.endswith("\n"):
            self._append("\n")

    def answer(self, code: Code) -> int:
        note = self.notes.get(code)
        return OPEN if note is None else note.answer

    def write(self, note: Note) -> None:
        self.write_all([note])

    def write_all(self, notes: Iterable[Note]) -> None:
        new = {note.code: note for note in notes}
        self.notes |= new
        self._append("".join(f"{note}\n" for note in new.values()))

    def _append(self, text: str) -> None:
        """One write, then to the disk: a note is there or it is not."""
        with self._path.open("ab", buffering=0) as file:
            file.write(text.encode("ascii"))
            os.fsync(file.fileno())
