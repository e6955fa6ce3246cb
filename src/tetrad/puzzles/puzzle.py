"""Puzzles: positions from played games with one thing to find, and what there is to find.

Three kinds. "win": the player to move forces the end of the game in `plies` plies, in one to four
moves. "refute": the same, but the opponent has just thrown the game away; the move is shown
first. "only": every move but one loses by force; find that one.

A puzzle knows its whole answer. `solutions` are the first moves that are right, `tree` says what
happens next: for each right move the strongest `reply`, and under `next` the moves that are right
then. Where `next` is empty, any move that wins at once is right. In "only" one move is the answer
and there is no reply. `solution` is the answer with the best defence, from the first move to the
last.

`difficulty` goes from 1 to 5 and follows from `bits`, the halvings of the choice that it takes to
find the answer (see `tetrad.puzzles.proof`).

`value` is what the position is worth. It is proven, except where an "only" says "unknown": there
all other moves are proven losses and the right one is proven to hold out for `held` plies. A
"refute" names a `better` move than the mistake; if it is not proven to hold, `held` says how long
it does for certain.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import date
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal

from tetrad.position import AnyPosition
from tetrad.rules import GAMES
from tetrad.solvers.solution import Value

Kind = Literal["win", "refute", "only"]
KINDS: tuple[Kind, ...] = ("win", "refute", "only")

# What happens after each right move: {"reply": move or None, "next": the tree after it}.
Tree = dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle; `last` is the move that led to it from `before`, in a "refute" the mistake."""

    id: str
    game: str
    kind: Kind
    plies: int
    difficulty: int
    bits: float
    position: str
    before: str | None
    last: str | None
    value: Value
    held: int | None
    better: str | None
    solutions: tuple[str, ...]
    solution: tuple[str, ...]
    tree: Tree = field(hash=False)

    @property
    def start(self) -> AnyPosition:
        position: AnyPosition = GAMES[self.game].parse(self.position)
        return position

    def as_dict(self) -> dict[str, Any]:
        """The form of the data files, which the server sends too."""
        data = asdict(self) | {"solutions": [*self.solutions], "solution": [*self.solution]}
        return data | {"mistake": self.last} if self.kind == "refute" else data

    @classmethod
    def of(cls, data: dict[str, Any]) -> Puzzle:
        """The puzzle that was written as these data."""
        texts = {name: tuple(data[name]) for name in ("solutions", "solution")}
        return cls(**{name: data[name] for name in data if name != "mistake"} | texts)


def identity(game: str, kind: Kind, position: str) -> str:
    """The name of a puzzle: the same for ever, wherever it stands in the file."""
    return hashlib.sha256(f"{game} {kind} {position}".encode()).hexdigest()[:10]


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game, the easiest first."""
    return parse(path_of(game).read_text(encoding="utf-8"))


def path_of(game: str) -> Traversable:
    return files("tetrad").joinpath("data", "puzzles", f"{game}.json")


def parse(text: str) -> tuple[Puzzle, ...]:
    return tuple(Puzzle.of(data) for data in json.loads(text))


def text_of(collection: Iterable[Puzzle]) -> str:
    """The text of a data file: a puzzle a line."""
    lines = (json.dumps(puzzle.as_dict(), separators=(",", ":")) for puzzle in collection)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def find(game: str, name: str) -> Puzzle | None:
    """The puzzle of that id."""
    return next((puzzle for puzzle in puzzles(game) if puzzle.id == name), None)


def daily(game: str, day: date) -> Puzzle:
    """The puzzle of a day: the same for everybody, and no other day's until all have had one."""
    collection = puzzles(game)
    turn, place = divmod(day.toordinal(), len(collection))
    return sorted(collection, key=lambda puzzle: _shuffled(turn, puzzle))[place]


def _shuffled(turn: int, puzzle: Puzzle) -> bytes:
    return hashlib.sha256(f"{turn} {puzzle.id}".encode()).digest()
