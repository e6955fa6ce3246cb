"""Reading off Qawale's proofs what they say about single positions of the opening.

    python -m research.qawale.gather
    python -m research.qawale.gather --folder proof --output DATA/qawale.table

The first writes the file that comes with the program, from the notes in `docs/proofs`; the second
one for the data folder, from other notes. Facts are kept from the start down to where the attacker
is to move for the third or fourth time: deeper, there would be too many. Of the questions after
another first sowing than the proof's own, only the fact about that sowing is: the replies at ply 6
come with the program for the proof's own alone (`tetrad.solvers.qawale.strategy`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from research.qawale.notes import Question
from research.qawale.proof import Tree, tree_of
from tetrad.kernels.qawale import Code, plies
from tetrad.position import Player
from tetrad.solvers.qawale.opening import GAME, NAME, PATH, Known
from tetrad.solvers.qawale.root import NO
from tetrad.solvers.tables.file import Writer
from tetrad.solvers.tables.format import Layout

# The last ply of which facts are kept, for each attacker: one at which they are to move.
DEEPEST = {Player.FIRST: 6, Player.SECOND: 5}
# The ply of the notes about other first sowings.
NOTES_AT = 5
# Of the questions; before, nobody has four pebbles.
PLIES = range(7, 17)


def gathered(folder: Path) -> Known:
    """What all notes of a folder say, those of unfinished proofs included."""
    known = Known()
    for ply in PLIES:
        question = Question(Player.FIRST if ply % 2 else Player.SECOND, ply)
        if (folder / question.file_name).exists():
            known = known.joined(_facts_of(tree_of(question, folder)))
    return known.joined(Known.of(_first_sowings(folder)))


def _first_sowings(folder: Path) -> Iterator[tuple[Code, Player, int]]:
    """The last ply by which SECOND cannot force a line after other first sowings."""
    for path in sorted(folder.glob("qawale-second-*-after-*.txt")):
        ply, _, after = path.stem.removeprefix("qawale-second-").partition("-after-")
        notes = int(ply) - NOTES_AT
        question = Question(Player.SECOND, int(ply), notes, after)
        if tree_of(question, folder).look() == NO:
            yield question.start, Player.SECOND, question.ply


def _facts_of(tree: Tree) -> Known:
    tree.look()
    attacker, ply = tree.question.attacker, tree.question.ply
    return Known.of(
        (code, attacker, ply)
        for code, answer in tree.answers.items()
        if answer == NO and plies(code) <= DEEPEST[attacker]
    )


def write(known: Known, path: Path) -> None:
    words = np.array(known.words(), np.uint64)
    with Writer(path, Layout(GAME, NAME, len(words), 64, packing="zlib")) as writer:
        writer.append(words)
        writer.finish()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m research.qawale.gather")
    parser.add_argument("--folder", type=Path, default=Path("docs/proofs"), help="with the notes")
    parser.add_argument("--output", type=Path, default=PATH, help="the file to write")
    options = parser.parse_args(arguments)
    facts = gathered(options.folder)
    if not len(facts):
        print(f"{options.folder} has no notes of research.qawale.proof", file=sys.stderr)
        return 2
    write(facts, options.output)
    print(f"{options.output}: {len(facts):,} positions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
