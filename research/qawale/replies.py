"""The replies with which both players of Qawale keep from losing, as the proof laid them out.

    python -m research.qawale.replies src/tetrad/data/qawale-replies.table
    python -m research.qawale.replies new.table --folder proof

The first lays out the replies that follow from a file; the second writes the file before, from the
answers that `batch` has collected in a folder about FIRST by ply 15, cut at ply 8, and SECOND by
ply 16, cut at ply 7, and sees that these replies lead to nothing but what is proven.

Above its cut, each defender has a reply to every sowing of the attacker. Nearly always it is the
first in the order of `frontier`, and so the file holds the exceptions only: the results of the
replies that fail, each a position from which the player to move can force a line. The reply that
holds is the first whose result is not among them. That is proven of the positions that a player
meets who has replied like this from the start on, and of no others.

The program reads it in `tetrad.solvers.qawale.strategy`, where it is described.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from research.qawale.batch import Inquiry
from research.qawale.frontier import Frontier, first_replies, orders_of_all
from research.qawale.notes import Question
from tetrad.kernels.qawale import Code, turn
from tetrad.position import Player
from tetrad.solvers.qawale.strategy import GAME, NAME, read
from tetrad.solvers.tables.file import Writer
from tetrad.solvers.tables.format import Layout, TableError

QUESTIONS = Question(Player.FIRST, 15, 15 - 8), Question(Player.SECOND, 16, 16 - 7)


def holding_reply(code: Code, failing: Collection[Code]) -> Code:
    """The canonical result of the reply that holds, in a position of the strategy."""
    (order,) = orders_of_all([code])
    return next(reply for reply in order if reply not in failing)


def failing_replies(inquiry: Inquiry) -> Iterator[Code]:
    """The results of the replies that come before one that holds; all must be answered."""
    if inquiry.open() or inquiry.forced:
        raise TableError(f"{inquiry.question.file_name}: the replies are not all proven to hold")
    chosen = dict(inquiry.replies())
    firsts = zip(chosen, first_replies(list(chosen)), strict=True)
    others = [code for code, first in firsts if chosen[code] != first]
    for code, order in zip(others, orders_of_all(others), strict=True):
        yield from order[: order.index(chosen[code])]


def strategy(
    question: Question, failing: Collection[Code]
) -> tuple[dict[Code, Code], frozenset[Code]]:
    """The replies that follow from the failing ones, and the subproblems that they lead to."""
    frontier = Frontier(question.attacker, question.cut)
    forced = {code for code in failing if turn(code) == question.attacker.value}
    known = len(forced)
    reached = frontier.open(forced, ())
    if len(forced) > known:
        raise TableError(f"{question.file_name}: somewhere every reply fails")
    return dict(frontier.replies(forced)), frozenset(reached)


def checksum(replies: Mapping[Code, Code]) -> str:
    """A hash of positions and results of the replies, in ascending order of the positions."""
    lines = (
        f"{code[0]:x} {code[1]:x} {to[0]:x} {to[1]:x}\n" for code, to in sorted(replies.items())
    )
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def write(path: Path, failing: Collection[Code]) -> None:
    codes = np.array(sorted(failing), np.uint64).reshape(-1, 2)
    with Writer(path, Layout(GAME, NAME, codes.size, 64, packing="zlib")) as writer:
        writer.append(codes.T.ravel())
        writer.finish()


def gather(folder: Path, path: Path, questions: Sequence[Question]) -> None:
    """Write the file, read it again, and see that it leads to nothing but what is proven."""
    inquiries = [Inquiry(question, folder) for question in questions]
    write(path, {code for inquiry in inquiries for code in failing_replies(inquiry)})
    failing = read(path)
    for inquiry in inquiries:
        _, reached = strategy(inquiry.question, failing)
        if missing := len(reached - inquiry.answers.held.keys()):
            raise TableError(f"{inquiry.question.file_name}: {missing} subproblems are unproven")


def report(path: Path, questions: Sequence[Question]) -> None:
    failing = read(path)
    print(f"{path}: {len(failing):,} replies fail")
    for question in questions:
        replies, reached = strategy(question, failing)
        print(f"{question.file_name}: {len(replies):,} replies to {len(reached):,} subproblems,")
        print(f"  sha256 {checksum(replies)}", flush=True)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m research.qawale.replies")
    parser.add_argument("table", type=Path, help="the file with the replies that fail")
    parser.add_argument("--folder", type=Path, help="write it from answers of batch")
    options = parser.parse_args(arguments)
    try:
        if options.folder:
            gather(options.folder, options.table, QUESTIONS)
        report(options.table, QUESTIONS)
    except (OSError, TableError) as error:
        print(f"replies: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
