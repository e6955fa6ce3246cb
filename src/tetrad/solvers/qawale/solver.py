"""Qawale solved from its middle game on: exact values and distances, and opinions before.

The search proves one thing at a time, that a player can or cannot force a line within so many
plies. With eight pebbles left to play that takes a fraction of a second, with six a few
milliseconds. In the opening it proves what the time allows and gives every other move a score.

A tall stack has millions of sowings. Beyond `Limits.listed` those that begin alike are one move,
worth what the best of them is worth and named by it; what is `begun` can be asked about further.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from math import tanh
from typing import Protocol

from tetrad.kernels import qawale as kernel
from tetrad.kernels.compiled import load
from tetrad.position import AnyPosition
from tetrad.rules.qawale import PEBBLES_EACH, Move, Qawale
from tetrad.solvers.qawale.opening import Known, shipped
from tetrad.solvers.qawale.opening import known as proven
from tetrad.solvers.qawale.root import Root, Survey
from tetrad.solvers.qawale.strategy import UNAIDED, Strategy, strategy
from tetrad.solvers.solution import (
    Limits,
    MoveValue,
    Progress,
    Solution,
    Source,
    Value,
    best_first,
    finished_solution,
)

# Up to this ply up to so many sowings are always listed.
OPENING_PLIES, MOST_SOWINGS = 7, 100_000
# With more plies left than this a proof is not expected, and some time is kept for opinions.
PROVABLE_PLIES = 9
PROVING_SHARE = 0.8
# Who may visit so many positions makes sure first not to lose.
SECURING = 1_000_000
# Positions that may be visited to judge the moves on which the value does not depend: near the end
# as many as it takes, before that a part of what the value took and a few more. A thorough search
# and one without a time limit judge all moves.
FEW_PLIES, EXTRA_PART, EXTRA = 4, 4, 5_000
# How deep an opinion looks: where nothing is proven, where the value is, and near the end. Then how
# it becomes a score short of certainty.
DEEP_OPINION, SHORT_OPINION, QUICK_OPINION = 5, 3, 1
CONVINCING, SURE = 40, 0.95
# An opinion of that size saw a line completed on the way.
AN_END = 500


class Search(Protocol):
    """The compiled side: it looks at sowings, keeps to limits and remembers what it proved."""

    nodes_left: int

    def within(self, limits: Limits) -> AbstractContextManager[None]:
        """Keep to the limits in all that is asked inside the block."""

    @property
    def stopped(self) -> bool:
        """Whether the limits are used up."""

    def survey(
        self, code: kernel.Code, begun: int | None = None, listed: int = MOST_SOWINGS
    ) -> Survey:
        """All sowings of the player to move that begin so, if more than `listed` in bundles."""


class Solver:
    """Answers questions about Qawale and remembers what it proved, within its memory.

    With fewer pebbles a player the game is the same but ends earlier; the rulebook has eight.
    """

    def __init__(
        self,
        memory: int,
        pebbles_each: int = PEBBLES_EACH,
        known: Known | None = None,
        *,
        own_tables: bool = True,
    ) -> None:
        found = proven if own_tables else shipped
        self._search: Search = load("solvers.qawale.search").Search(memory)
        self._known = found() if known is None else known
        self._strategy = strategy() if known is None else Strategy(Known(), ())
        self._last_ply = 2 * pebbles_each
        # Compiling takes seconds the first time; they are not taken from the first question.
        self.solve(Qawale.start(), Limits(time=None, nodes=0))

    def solve(
        self,
        position: AnyPosition,
        limits: Limits,
        progress: Progress | None = None,
        begun: Move | None = None,
    ) -> Solution:
        """What is known; of a sowing that has begun, what can come of it."""
        assert isinstance(position, Qawale)
        if (finished := finished_solution(position)) is not None:
            return finished
        code, search = kernel.encode(position), self._search
        plies_left = self._last_ply - kernel.plies(code)
        if plies_left <= 0:
            return Solution(position, "draw", None, "search")
        first_steps = None if begun is None else kernel.sowing_of(begun)
        proving, thinking = _shares(limits, plies_left)
        with search.within(proving):
            survey = self._survey(code, first_steps, limits.listed)
            root = Root(survey, kernel.plies(code), plies_left)
            taught, start = self._known.teach(root, code), search.nodes_left
            if survey.alone == len(survey.sowings):
                self._strategy.teach(root, code, search.survey)
            if plies_left <= PROVABLE_PLIES and start >= SECURING and not taught:
                root.secure()
            root.decide(lambda depth: progress and progress(depth, start - search.nodes_left))
            told = taught and root.value == "draw" and start == search.nodes_left
            line = _line(root) if root.value != "unknown" else ()
            with _allowance(search, start, root, limits):
                root.refine()
            nodes = start - max(0, search.nodes_left)
        with search.within(thinking):
            moves = best_first(self._judged(root, steady=limits.thorough))
        if told and line:
            line += self.solve(position.play(line[0]), Limits(nodes=0)).line
        source: Source = "table" if told else "search"
        return Solution(position, root.value, root.distance, source, moves, line, nodes)

    def _survey(self, code: kernel.Code, begun: int | None, listed: int) -> Survey:
        """The sowings; in the opening one by one, for the proofs speak of single ones."""
        early = kernel.plies(code) <= OPENING_PLIES
        return self._search.survey(code, begun, max(listed, MOST_SOWINGS) if early else listed)

    def _judged(self, root: Root, *, steady: bool) -> list[MoveValue]:
        opinions = dict(zip(root.open_moves(), self._opinions(root, steady), strict=True))
        return [_move_value(root, move, opinions.get(move, 0.0)) for move in range(len(root.ends))]

    def _opinions(self, root: Root, steady: bool) -> list[float]:
        """A score for each open move: the deepest opinion that there was time for.

        Whoever moves last on the way looks better than they are, so that opinions jump with every
        ply. A steady one is the mean of the two deepest.
        """
        moves = root.open_moves()
        scores = before = [float(root.survey.opinion(move, 0)) for move in moves]
        deep = DEEP_OPINION if root.value == "unknown" else SHORT_OPINION
        plies = deep if root.plies_left > PROVABLE_PLIES else QUICK_OPINION
        for depth in range(1, min(plies, root.plies_left - 1) + 1):
            deeper = [root.survey.opinion(move, depth) for move in moves]
            if self._search.stopped:
                break
            scores, before = [float(score) for score in deeper], scores
        if steady:
            scores = [_steadied(*pair) for pair in zip(scores, before, strict=True)]
        return [SURE * tanh(score / CONVINCING) for score in scores]


def _steadied(score: float, before: float) -> float:
    """The mean of two depths, unless the deeper one has found an end."""
    return score if abs(score) >= AN_END else (score + before) / 2


def _shares(limits: Limits, plies_left: int) -> tuple[Limits, Limits]:
    """What the proof may use, and what the opinions may."""
    of_nodes = PROVING_SHARE if plies_left > PROVABLE_PLIES else 1.0
    rest = 1 - PROVING_SHARE
    return _part(limits, PROVING_SHARE, of_nodes), _part(limits, rest, rest)


def _part(limits: Limits, of_time: float, of_nodes: float) -> Limits:
    time = None if limits.time is None else limits.time * of_time
    nodes = None if limits.nodes is None else int(limits.nodes * of_nodes)
    return replace(limits, time=time, nodes=nodes)


@contextmanager
def _allowance(search: Search, start: int, root: Root, limits: Limits) -> Iterator[None]:
    """Lets the block visit only so many positions, unless time does not matter."""
    left = search.nodes_left
    patient = limits.thorough or limits.time is None or root.plies_left <= FEW_PLIES
    allowed = left if patient else min(left, (start - left) // EXTRA_PART + EXTRA)
    search.nodes_left = allowed
    yield
    search.nodes_left += left - allowed


def _line(root: Root) -> tuple[Move, ...]:
    """Best play for both sides, to the end of the game if it is won or lost."""
    line = []
    while (move := root.best_move()) is not None:
        line.append(kernel.move_of_sowing(root.survey.sowings[move]))
        if root.distance is None or root.distance == 1:
            break
        root = root.after(move)
    return tuple(line)


def _move_value(root: Root, move: int, opinion: float) -> MoveValue:
    played, end = kernel.move_of_sowing(root.survey.sowings[move]), root.ends[move]
    begun = root.survey.begun(move)
    begins = "" if begun is None else str(kernel.move_of_sowing(begun))
    if end:
        value: Value = "win" if end > 0 else "loss"
        return MoveValue(played, value, abs(end), 1.0 if end > 0 else -1.0, begins=begins)
    if root.drawn(move):
        unaided = root.survey.canonical(move) in UNAIDED
        return MoveValue(played, "draw", None, 0.0, begins=begins, unaided=unaided)
    return MoveValue(played, "unknown", None, opinion, root.safe(move), begins)
