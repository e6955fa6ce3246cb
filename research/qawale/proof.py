"""The whole game of Qawale, decided piece by piece.

The two questions that settle a game of n pebbles a player are whether FIRST can force a line by
ply 2n - 1 and whether SECOND can by ply 2n. A question is cut into subproblems at a fixed ply:
above it, all sowings of the attacker are followed (one of each symmetric set) and the defender's
replies are tried one after the other; below it, a compiled search answers. Any number of processes
take the subproblems that are open; each answer is written down at once, so that a run can be
stopped in any way and taken up again, on this machine or another, and the notes of several
machines can be put into one folder.

    python -m research.qawale.proof FIRST 11 --folder proof --processes 2
    python -m research.qawale.proof FIRST 11 --folder proof --ray auto

What the notes look like is described in `notes`.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from math import inf
from multiprocessing import get_context
from pathlib import Path
from typing import Protocol

import numpy as np

from research.qawale.notes import PLIES_BELOW, Note, Notebook, Question
from tetrad.kernels import qawale
from tetrad.kernels.fast import qawale as kernel
from tetrad.kernels.fast.qawale_wins import wins_table
from tetrad.kernels.qawale import Code
from tetrad.position import Player
from tetrad.solvers.qawale.attack import Desk, desk, forces
from tetrad.solvers.qawale.memory import memory_for
from tetrad.solvers.qawale.root import NO, OPEN, YES
from tetrad.solvers.qawale.search import survey
from tetrad.solvers.solution import NO_LIMIT
from tetrad.solvers.stopwatch import NODES_LEFT

SIDE = {Player.FIRST: kernel.FIRST, Player.SECOND: kernel.SECOND}
MEBIBYTE = 1 << 20


@dataclass
class Tree:
    """The plies above the cut, looked at through what the notebook says about those below."""

    question: Question
    notebook: Notebook
    start: Code
    pending: dict[Code, None] = field(default_factory=dict)
    answers: dict[Code, int] = field(default_factory=dict)
    _sowings: dict[Code, list[Code]] = field(default_factory=dict)
    _best: dict[Code, Code | None] = field(default_factory=dict)

    def look(self) -> int:
        """The answer to the question, or OPEN; then `pending` lists what to find out next."""
        self.pending, self.answers = {}, {}
        return self.answer(self.start)

    def answer(self, code: Code) -> int:
        """What the notes say about a position above the cut or at it (a canonical code)."""
        if code not in self.answers:
            self.answers[code] = self._ask(code)
        return self.answers[code]

    def _ask(self, code: Code) -> int:
        ply = qawale.plies(code)
        if (noted := self.notebook.answer(code)) != OPEN:
            return noted
        if ply == self.question.cut:
            self.pending[code] = None
            return OPEN
        attacking = (ply % 2 == 0) == (self.question.attacker is Player.FIRST)
        return self._any_sowing(code) if attacking else self._best_reply(code)

    def _any_sowing(self, code: Code) -> int:
        """The attacker needs one sowing that works; all are looked into at once."""
        answers = {self.answer(child) for child in self.sowings(code)}
        return YES if YES in answers else OPEN if OPEN in answers else NO

    def _best_reply(self, code: Code) -> int:
        """The defender needs one reply that holds; the next is looked into when one has failed.

        After a first sowing the notes may be about replies that were not the best rated.
        """
        last = self.question.after and qawale.plies(code) == self.question.cut - 1
        if last and any(self.notebook.answer(child) == NO for child in self.sowings(code)):
            return NO
        for child in self._replies(code):
            if (answer := self.answer(child)) != YES:
                return answer
        return YES

    def _replies(self, code: Code) -> Iterator[Code]:
        """Nearly always the first reply holds, and only that is kept: it saves gigabytes."""
        if code not in self._best:
            self._best[code] = next(_sowings(code), None)
        if (best := self._best[code]) is not None:
            yield best
            yield from (child for child in self.sowings(code) if child != best)

    def sowings(self, code: Code) -> list[Code]:
        """The results of the mover's sowings that do not lose at once, best first."""
        if code not in self._sowings:
            self._sowings[code] = list(dict.fromkeys(_sowings(code)))
        return self._sowings[code]


def _sowings(code: Code) -> Iterator[Code]:
    board, tops, mover = kernel.board_of(code)
    walk = np.empty(kernel.WALK, np.int64)
    boards, facts, ends = survey(board, tops, mover, walk, wins_table())
    assert not (ends == 1).any(), "a position that can be won at once is never looked into"
    for move in np.argsort(facts[:, 2], kind="stable"):
        if ends[move] == 0:
            pebbles, end = kernel.smallest(boards[move])
            yield int(pebbles), int(end)


_desk: Desk | None = None


def open_desk(memory: int, afresh: bool = True) -> None:
    """Make this process ready to answer; afresh, or if it is not yet."""
    global _desk
    if afresh or _desk is None:
        _desk = desk(wins_table(), memory_for(memory), np.array([NO_LIMIT, 0]))


def _begin_work(memory: int, parent: int) -> None:
    """What each process of the pool does first."""
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    open_desk(memory)


def _end_with(parent: int) -> None:
    """A pool whose owner was killed would wait for work forever."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def answer(code: Code, attacker: Player, plies: int) -> Note:
    """Answer one subproblem, in whatever process this is."""
    assert _desk is not None
    _desk.control[NODES_LEFT] = NO_LIMIT
    board, tops, mover = kernel.board_of(code)
    found = int(forces(_desk, board, tops, mover, SIDE[attacker], plies, 1))
    return Note(code, plies, found, NO_LIMIT - int(_desk.control[NODES_LEFT]))


class Executor(Protocol):
    """Answers subproblems somewhere; `room` says how many it is worth handing over at once."""

    @property
    def room(self) -> int: ...

    def submit(self, code: Code, attacker: Player, plies: int) -> Future[Note]: ...

    def close(self) -> None: ...


class Processes:
    """An executor on this machine."""

    def __init__(self, processes: int, memory: int) -> None:
        self.room = 2 * processes
        self._pool = ProcessPoolExecutor(
            processes, get_context("spawn"), _begin_work, (memory // processes, os.getpid())
        )

    def submit(self, code: Code, attacker: Player, plies: int) -> Future[Note]:
        return self._pool.submit(answer, code, attacker, plies)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


class Queue:
    """Hands open subproblems to an executor and notes the answers as they come."""

    def __init__(self, tree: Tree, executor: Executor) -> None:
        self._tree, self._executor = tree, executor
        self._todo: list[Code] = []
        self._running: dict[Future[Note], Code] = {}

    def run(self, deadline: float, report: Callable[[int, int], None]) -> int:
        """The answer, or OPEN when time was up; what was begun by then is finished."""
        found = self._look()
        while found == OPEN and (self._running or time.monotonic() < deadline):
            if time.monotonic() < deadline:
                self._submit()
            if self._collect() or not self._todo:
                found = self._look()
            report(len(self._tree.notebook.notes), len(self._todo) + len(self._running))
        return found

    def _look(self) -> int:
        found = self._tree.look()
        running = set(self._running.values())
        self._todo = [code for code in reversed(self._tree.pending) if code not in running]
        return found

    def _submit(self) -> None:
        question = self._tree.question
        plies, room = question.ply - question.cut, self._executor.room
        while self._todo and len(self._running) < room:
            code = self._todo.pop()
            self._running[self._executor.submit(code, question.attacker, plies)] = code

    def _collect(self) -> bool:
        """Note what is done; true if a reply of the defender failed, so that others are needed."""
        notes = []
        for future in wait(self._running, return_when=FIRST_COMPLETED).done:
            del self._running[future]
            notes.append(future.result())
            self._tree.notebook.write(notes[-1])
        return any(note.answer == YES for note in notes)


def tree_of(question: Question, folder: Path) -> Tree:
    return Tree(question, Notebook(folder, question), question.start)


def prove(
    question: Question,
    folder: Path,
    executor: Callable[[], Executor] = lambda: Processes(1, 512 * MEBIBYTE),
    seconds: float = inf,
    report: Callable[[int, int], None] = lambda _answered, _open: None,
) -> int:
    """YES, NO, or OPEN if the time was up; ask again to go on."""
    tree = tree_of(question, folder)
    if (found := tree.look()) != OPEN:
        return found
    with closing(executor()) as hands:
        return Queue(tree, hands).run(time.monotonic() + seconds, report)


def verify(question: Question, folder: Path, sample: int, rng: random.Random) -> str | None:
    """What is wrong with the notes about a question, or None.

    The plies above the cut are gone through again; of the subproblems a sample is answered again,
    each with an empty memory.
    """
    tree = tree_of(question, folder)
    if tree.look() == OPEN:
        return f"{len(tree.pending)} subproblems have no answer yet"
    notes = list(tree.notebook.notes.values())
    for note in rng.sample(notes, min(sample, len(notes))):
        if note.code != qawale.canonical(note.code):
            return f"the note {note} is not about this question"
        open_desk(64 * MEBIBYTE)
        if answer(note.code, question.attacker, note.plies).answer != note.answer:
            return f"the note {note} is wrong"
    return None


def main(arguments: list[str] | None = None) -> int:
    options = _options().parse_args(arguments)
    try:
        question = Question(Player[options.attacker], options.ply, options.below, options.after)
    except ValueError as error:
        print(f"{error}: FIRST has the odd plies up to 15, SECOND the even ones", file=sys.stderr)
        return 2
    executor = partial(_executor, options.ray, options.processes, options.memory * MEBIBYTE)
    try:
        found = prove(question, options.folder, executor, options.minutes * 60, _report)
    except (ImportError, ConnectionError) as error:
        print(error, file=sys.stderr)
        return 2
    said = {YES: "can force", NO: "cannot force", OPEN: "not yet known whether it can force"}[found]
    print(f"{question.attacker}: {said} a line by ply {question.ply}")
    if options.verify and found != OPEN:
        wrong = verify(question, options.folder, options.verify, random.Random())
        print(wrong or f"verified, with {options.verify} subproblems answered again")
        return 1 if wrong else 0
    return 0


def _executor(ray: str | None, processes: int, memory: int) -> Executor:
    if ray is None:
        return Processes(processes, memory)
    from research.qawale.cluster import Cluster

    return Cluster(ray, processes, memory)


def _report(answered: int, open_: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{answered} answered, {open_} open ", end="", file=sys.stderr, flush=True)


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m research.qawale.proof")
    parser.add_argument("attacker", choices=[player.name for player in Player])
    parser.add_argument("ply", type=int, help="the last ply at which the line may be completed")
    parser.add_argument("--after", default="", help="a first sowing, such as a1nnn")
    parser.add_argument("--folder", type=Path, default=Path("qawale-proof"))
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--memory", type=int, default=512, help="MiB for all processes together")
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        nargs="?",
        const="local",
        help="on the Ray cluster at HOST:PORT, on the one here (auto), or on a new one (local)",
    )
    parser.add_argument("--below", type=int, default=PLIES_BELOW, help="plies of a subproblem")
    parser.add_argument("--minutes", type=float, default=inf, help="begin nothing after that")
    parser.add_argument("--verify", type=int, default=0, help="subproblems to answer again")
    return parser


if __name__ == "__main__":
    sys.exit(main())
