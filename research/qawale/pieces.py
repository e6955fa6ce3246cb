"""A proof of Qawale laid out for a GPU, and what the GPU says put to use.

    python -m research.qawale.pieces lookups lookups.npz
    python -m research.qawale.pieces lay-out SECOND 16 --cut 7 --after a1nnn --out pieces.npz
    python -m research.qawale.pieces collect pieces.npz answers.npz --folder proof

The first writes what a kernel looks up. The second follows the attacker's sowings down to the
defender's last positions above the cut; one turn before, the defender takes the reply that a
shallow search here proves soonest, else the best rated. What `cheapest` finds out about the replies
to these positions the third puts into a folder, where `batch` goes on: it sees that all sowings of
the attacker are met, answers what is left, and writes the notes. With `--noted FOLDER` what stands
below the positions noted there is left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from research.qawale.batch import Answers
from research.qawale.frontier import Frontier, first_replies, orders_of_all, sowings_of_all
from research.qawale.gpu import Array, codes_of
from research.qawale.lookups import tables
from research.qawale.notes import Notebook, Question
from research.qawale.proof import MEBIBYTE, answer, open_desk
from tetrad.kernels.fast.qawale_wins import wins_table
from tetrad.kernels.qawale import Code, plies
from tetrad.position import Player
from tetrad.solvers.qawale.root import NO, YES
from tetrad.solvers.tables.format import TableError

AT_A_TIME = 4096
# Replies that are compared one turn above, and the plies a line is looked for after them.
COMPARED, SIGHT, MEMORY = 8, 5, 64


def best_replies(parents: Array, count: int) -> Array:
    """The results of the best rated sowings of each position; zeros where there are fewer."""
    found = np.zeros((len(parents), count, 2), np.uint64)
    for begin in range(0, len(parents), AT_A_TIME):
        some = parents[begin : begin + AT_A_TIME].astype(np.int64)
        results, ratings, rows = sowings_of_all(some, wins_table())
        order = np.lexsort((np.arange(len(rows)), ratings, rows))
        results, borders = results[order], np.searchsorted(rows, np.arange(len(some) + 1))
        for row, (first, last) in enumerate(pairwise(borders), begin):
            few = dict.fromkeys(map(tuple, results[first : min(last, first + 4 * count)].tolist()))
            for place, code in zip(range(count), few, strict=False):
                found[row, place] = code
    return found


def laid_out(
    question: Question, rated: bool, noted: Collection[Code] = ()
) -> tuple[list[Code], dict[Code, Code]]:
    """The defender's last positions above the cut, and the replies chosen one turn before.

    Those below positions that are noted to hold are left out.
    """
    turn = question.cut - 3
    above: dict[Code, Code] = {}
    if turn >= plies(question.start) and not rated:
        level = Frontier(question.attacker, turn, question.start).open(set(), ())
        open_desk(MEMORY * MEBIBYTE)
        above = dict(_cheapest(level, question.attacker))
    frontier = Frontier(question.attacker, question.cut - 1, question.start, chosen=above)
    return frontier.open(set(), noted), above


def _cheapest(level: list[Code], attacker: Player) -> Iterator[tuple[Code, Code]]:
    """For each position the reply of which a shallow search sees soonest that it holds."""
    for code, order in zip(level, orders_of_all(level), strict=True):
        notes = [answer(reply, attacker, SIGHT) for reply in order[:COMPARED]]
        best = min((note for note in notes if note.answer == NO), key=lambda note: note.nodes)
        yield code, best.code


def lay_out(
    question: Question, path: Path, others: bool = False, noted: Collection[Code] = ()
) -> int:
    """Write the pieces; returns how many there are.

    Where others than the best rated replies are wanted, the plies above are those of the first
    proof, and the last position comes first.
    """
    parents, above = laid_out(question, others, noted)
    parents = parents[::-1] if others else parents
    arrays: dict[str, Any] = {
        "parents": np.array(parents, np.uint64).reshape(-1, 2),
        "first": np.array(list(first_replies(parents)), np.uint64).reshape(-1, 2),
        "above": np.array([(*code, *to) for code, to in above.items()], np.uint64).reshape(-1, 4),
        "second_attacks": question.attacker is Player.SECOND,
        "depth": question.ply - question.cut,
        "after": question.after,
        "others": others,
    }
    np.savez_compressed(path, **arrays)
    return len(parents)


def collect(pieces: Path, answers: Path, folder: Path) -> list[str]:
    """Put answers and replies where `batch` looks for them; says what there is of each depth."""
    with np.load(pieces) as file:
        parents, above, after = file["parents"], file["above"].tolist(), str(file["after"])
    said = []
    with np.load(answers) as file:
        rows, codes = file["row"], codes_of(file["codes"])
        attacker = Player.SECOND if file["second_attacks"] else Player.FIRST
        for depth in sorted(int(name[5:]) for name in file.files if name.startswith("nodes")):
            cut = plies(codes[0])
            question = Question(attacker, cut + depth, depth, after)
            found, nodes = file[f"answers{depth}"], file[f"nodes{depth}"]
            path = (folder / question.file_name).with_suffix(".npz")
            known, replies = Answers.load(path), {(a, b): (c, d) for a, b, c, d in above}
            order = np.argsort(np.where(found == NO, 0, 1), kind="stable")[::-1]
            for place in order.tolist():
                if found[place] == YES:
                    known.forced.add(codes[place])
                elif found[place] == NO:
                    known.held[codes[place]] = int(nodes[place])
                    replies[_code(parents[rows[place]])] = codes[place]
            folder.mkdir(parents=True, exist_ok=True)
            known.save(path)
            save_replies(replies, question, folder)
            counts = f"{len(known.held):,} hold, {len(known.forced):,} fail"
            said.append(f"{question.file_name}: {counts}")
    return said


def _held(question: Question, folder: Path | None) -> list[Code]:
    notes = Notebook(folder, question).notes.values() if folder else ()
    return [note.code for note in notes if note.answer == NO]


def save_replies(replies: dict[Code, Code], question: Question, folder: Path) -> None:
    words = np.array([(*code, *to) for code, to in replies.items()], np.uint64).reshape(-1, 4)
    np.savez_compressed(question.replies_in(folder), replies=words)


def _code(row: Array) -> Code:
    return int(row[0]), int(row[1])


def main(arguments: list[str] | None = None) -> int:
    options = _options().parse_args(arguments)
    try:
        if options.what == "lookups":
            lookups: dict[str, Any] = {**tables()}
            np.savez_compressed(options.out, **lookups)
        elif options.what == "lay-out":
            below = options.ply - options.cut
            question = Question(Player[options.attacker], options.ply, below, options.after)
            count = lay_out(question, options.out, options.others, _held(question, options.noted))
            print(f"{options.out}: {count:,} positions")
        else:
            print(*collect(options.pieces, options.answers, options.folder), sep="\n")
    except (OSError, TableError, ValueError) as error:
        print(f"pieces: {error}", file=sys.stderr)
        return 2
    return 0


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m research.qawale.pieces")
    what = parser.add_subparsers(dest="what", required=True)
    lookups = what.add_parser("lookups")
    lookups.add_argument("out", type=Path)
    one = what.add_parser("lay-out")
    one.add_argument("attacker", choices=[player.name for player in Player])
    one.add_argument("ply", type=int)
    one.add_argument("--cut", type=int, required=True)
    one.add_argument("--after", default="", help="a first sowing, such as a1nnn")
    one.add_argument("--others", action="store_true", help="than the best rated replies")
    one.add_argument("--noted", type=Path, help="leave out what the notes of this folder answer")
    one.add_argument("--out", type=Path, required=True)
    three = what.add_parser("collect")
    three.add_argument("pieces", type=Path)
    three.add_argument("answers", type=Path)
    three.add_argument("--folder", type=Path, default=Path("qawale-proof"))
    return parser


if __name__ == "__main__":
    sys.exit(main())
