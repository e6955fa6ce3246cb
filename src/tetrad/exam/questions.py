"""What is asked: positions in which some moves are better than others, with what each is worth.

They were drawn from random games as data sets are (`datasets.draw`), as many of the opening as of
the middle and the end of the game, as far as all moves of such positions can be proven. Some can be
won at once, and some are lost: there the question is how long one can hold out. They are kept to a
share of each phase, which is larger where too few others are found. A file is one line of JSON per
question, compressed:

    {"position": ..., "ply": 7, "moves": {"A@b3": ["win", 3], ...}}
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tetrad.datasets.draw import draw
from tetrad.kernels import kernel
from tetrad.position import AnyPosition
from tetrad.rules import GAMES
from tetrad.solvers import fresh
from tetrad.solvers.solution import MEBIBYTE, Limits, Solution, Value
from tetrad.solvers.tables.folder import SHIPPED

VERSION = 1
QUESTIONS = 300
PHASES = ("opening", "middle", "end")
# From which ply on the middle and the end of a game begin.
BEGINS = {"quantik": (5, 8), "qawale": (10, 13), "qomet": (6, 20)}
MOST_MOVES = 400
MEMORY = 64 * MEBIBYTE


@dataclass(frozen=True, slots=True)
class Worth:
    """What a move is worth to the player who makes it."""

    value: Value
    distance: int | None


@dataclass(frozen=True, slots=True)
class Question:
    """A position, the plies played before, and what each of its moves is worth."""

    game: str
    text: str
    ply: int
    moves: dict[str, Worth]

    @property
    def position(self) -> AnyPosition:
        return GAMES[self.game].parse(self.text)

    @property
    def phase(self) -> str:
        return phase_of(self.game, self.ply)

    def as_dict(self) -> dict[str, Any]:
        moves = {move: [worth.value, worth.distance] for move, worth in self.moves.items()}
        return {"position": self.text, "ply": self.ply, "moves": moves}


def phase_of(game: str, ply: int) -> str:
    return PHASES[sum(ply >= begin for begin in BEGINS[game])]


def path_of(game: str) -> Path:
    return SHIPPED / f"exam-{game}.jsonl.gz"


@cache
def questions(game: str) -> tuple[Question, ...]:
    """Those that come with the program."""
    lines = gzip.decompress(path_of(game).read_bytes()).decode().splitlines()
    return tuple(_read(game, json.loads(line)) for line in lines)


def _read(game: str, told: dict[str, Any]) -> Question:
    moves = {move: Worth(*worth) for move, worth in told["moves"].items()}
    return Question(game, told["position"], told["ply"], moves)


def text_of(asked: Iterable[Question]) -> bytes:
    """The questions as the bytes of a file, the same every time."""
    lines = "".join(json.dumps(each.as_dict()) + "\n" for each in asked)
    return gzip.compress(lines.encode(), mtime=0)


def fingerprint(game: str) -> str:
    """What tells one version of the questions from another, in a paper too."""
    return hashlib.sha256(path_of(game).read_bytes()).hexdigest()[:16]


def make(
    game: str,
    count: int = QUESTIONS,
    seed: int = 1,
    nodes: int = 100_000,
    patience: int = 5_000,
    report: Callable[[int, int], None] | None = None,
) -> list[Question]:
    """Draw questions until there are enough of every phase, or so many positions were looked at."""
    solver, limits = fresh(game, MEMORY), Limits(None, nodes, MEMORY, thorough=True)
    shelves: Counter[tuple[str, str]] = Counter()
    found: list[Question] = []
    for number, drawn in enumerate(draw(game, seed)):
        if len(found) == count or number == patience:
            break
        phase = phase_of(game, drawn.ply)
        room = count // len(PHASES) if number < patience // 2 else count
        if sum(shelves[phase, kind] for kind in KINDS) >= room:
            continue
        solution = solver.solve(kernel(game).decode(drawn.code), limits)
        question, kind = _question(solution, drawn.ply), _kind(solution)
        if question and shelves[phase, kind] < room * KINDS[kind]:
            shelves[phase, kind] += 1
            found.append(question)
            if report:
                report(len(found), count)
    return sorted(found, key=lambda each: (each.ply, each.text))


# How large a part of the room for a phase may be won at once, lost, or neither.
KINDS = {"at once": 1 / 4, "lost": 1 / 6, "other": 1.0}


def _kind(solution: Solution) -> str:
    if solution.distance == 1:
        return "at once"
    return "lost" if solution.value == "loss" else "other"


def _question(solution: Solution, ply: int) -> Question | None:
    """The position as a question, if every move is known and not all are worth the same."""
    moves = {str(each.move): Worth(each.value, each.distance) for each in solution.moves}
    unclear = any(each.begins or each.value == "unknown" for each in solution.moves)
    if unclear or len(moves) > MOST_MOVES or len({*moves.values()}) < 2:
        return None
    return Question(solution.position.NAME, str(solution.position), ply, moves)
