"""Finding the replies that keep a player of Qawale from forcing a line, and writing them down.

    python -m research.qawale.draws qawale5.certificate FIRST-9 SECOND-10
    python -m research.qawale.draws sample.certificate FIRST-13:256 --folder docs/proofs

A claim is an attacker and a ply; with a number of lines it becomes a sample. Replies of the last
nine plies are found by search; those before are read from the notes of `proof`, and where
there are none, `proof` has to answer the question first. Without claims, the certificate is
written that comes with the program. `tetrad verify FILE` checks what was written.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from research.qawale import proof as qawale_proof
from research.qawale.notes import Question
from research.qawale.proof import MEBIBYTE, Tree, tree_of
from tetrad.kernels import qawale
from tetrad.kernels.fast import qawale as kernel
from tetrad.kernels.fast.qawale_wins import wins_table
from tetrad.position import Player
from tetrad.rules.qawale import Qawale
from tetrad.solvers.proofs.draws import Holding, check, written
from tetrad.solvers.proofs.wins import CertificateError
from tetrad.solvers.qawale.root import NO, OPEN
from tetrad.solvers.qawale.search import survey
from tetrad.solvers.tables.folder import SHIPPED

CLAIMS = ("FIRST-7", "SECOND-8", "FIRST-15:100", "SECOND-16:50")
MEMORY = 256 * MEBIBYTE


class Found(dict[str, str]):
    """Replies of the defender that ask the search, or the notes, where there is none yet."""

    def __init__(self, question: Question, tree: Tree) -> None:
        self._question, self._tree = question, tree
        qawale_proof.open_desk(MEMORY)

    def __missing__(self, text: str) -> str:
        code = qawale.encode(Qawale.parse(text))
        action = next(self._holding(code), None)
        if action is None:
            raise CertificateError(f"no reply that holds is known in {text}")
        self[text] = str(qawale.move_of_sowing(action))
        return self[text]

    def _holding(self, code: qawale.Code) -> Iterator[int]:
        """The defender's actions after which the attacker cannot force a line in time."""
        walk = np.empty(kernel.WALK, np.int64)
        boards, facts, ends = survey(*kernel.board_of(code), walk, wins_table())
        for move in np.argsort(facts[:, 2], kind="stable"):
            if ends[move] == 1 or (ends[move] == 0 and self._fails(boards[move])):
                yield int(facts[move, 0])

    def _fails(self, board: kernel.Words) -> bool:
        """Whether the attack is known to fail from here, the attacker being to move."""
        pebbles, ends = kernel.smallest(board)
        code, question = (int(pebbles), int(ends)), self._question
        ply = qawale.plies(code)
        noted = self._tree.answer(code) if ply <= question.cut else OPEN
        if noted == OPEN and ply >= question.cut:
            noted = qawale_proof.answer(code, question.attacker, question.ply - ply).answer
        return noted == NO


def prove(claim: Holding, folder: Path) -> dict[str, str]:
    """The replies that a claim needs, checked as they are found."""
    question = Question(claim.attacker, claim.last_ply)
    tree = tree_of(question, folder)
    if question.cut and (not tree.notebook.notes or tree.look() != NO):
        raise CertificateError(
            f"the notes in {folder} do not prove {claim.attacker}-{claim.last_ply}"
        )
    replies = Found(question, tree)
    check(claim, replies)
    return dict(replies)


def parse(text: str) -> Holding:
    """A claim from its name on the command line."""
    name, _, lines = text.partition(":")
    attacker, _, ply = name.partition("-")
    try:
        return Holding(Player[attacker], int(ply), int(lines or 0))
    except (KeyError, ValueError):
        raise CertificateError(f"{text!r} is no claim; write FIRST-9 or SECOND-12:256") from None


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m research.qawale.draws")
    parser.add_argument("file", type=Path, nargs="?", default=SHIPPED / "qawale.certificate")
    parser.add_argument("claims", nargs="*", default=CLAIMS, metavar="CLAIM")
    parser.add_argument("--folder", type=Path, default=Path("docs/proofs"), help="with the notes")
    options = parser.parse_args(arguments)
    try:
        claims = [parse(text) for text in options.claims]
        parts = [(claim, prove(claim, options.folder)) for claim in claims]
    except CertificateError as error:
        print(error, file=sys.stderr)
        return 2
    text = "".join(written(parts)).encode()
    options.file.write_bytes(gzip.compress(text, mtime=0))
    print(f"{options.file}: {sum(len(replies) for _, replies in parts):,} replies")
    return 0


if __name__ == "__main__":
    sys.exit(main())
