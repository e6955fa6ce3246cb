"""Proving stored puzzles again: every claim of a puzzle, from the rules and the solver.

`check` says in words what is wrong with a puzzle. Wins in two moves are proven twice, the second
time with the rules alone, which share nothing with the solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

from tetrad.message import Message
from tetrad.position import AnyPosition
from tetrad.puzzles.proof import (
    Judgement,
    Prover,
    choice,
    difficulty,
    effort,
    look,
    winning_moves,
    wins,
)
from tetrad.puzzles.puzzle import Puzzle, Tree, identity
from tetrad.rules import GAMES
from tetrad.solvers.solution import MoveValue

# More than the making of a puzzle may take: what is remembered from others differs.
NODES = 100_000_000
SHORT = 3
# Where there are more moves, the rules alone would take too long.
FEW_MOVES = 80


@cache
def _prover() -> Prover:
    return Prover(NODES)


def wrong(field: str, what: object = None) -> Message:
    """The complaint about a field of a puzzle, with what gives it away."""
    where = field if what is None else f"{field} ({what})"
    return Message("{field} is wrong or not proven", field=where)


def check(puzzle: Puzzle) -> Iterator[str]:
    """What is wrong with a puzzle; nothing if it is right."""
    position = puzzle.start
    if puzzle.id != identity(puzzle.game, puzzle.kind, puzzle.position):
        yield wrong("id")
    if puzzle.solutions != tuple(puzzle.tree) or not puzzle.solutions:
        yield wrong("solutions")
    if puzzle.before is not None and puzzle.last is not None:
        before: AnyPosition = GAMES[puzzle.game].parse(puzzle.before)
        if before.play(puzzle.last) != position:
            yield wrong("last")
        if puzzle.kind == "refute":
            yield from _check_mistake(puzzle, before)
    yield from _check_only(puzzle) if puzzle.kind == "only" else _check_win(puzzle)


def _check_win(puzzle: Puzzle) -> Iterator[str]:
    position, prover = puzzle.start, _prover()
    if puzzle.plies == 1:
        yield from _check_win_at_once(puzzle)
        return
    yield from _check_tree(prover, position, puzzle.tree, puzzle.plies)
    yield from _check_solution(puzzle)
    yield from _check_grade(puzzle, effort(prover, position, puzzle.solution))
    if puzzle.plies == SHORT and len(position.legal_moves()) <= FEW_MOVES:
        plain = {str(move) for move in position.legal_moves() if forces(position, move)}
        if plain != {*puzzle.solutions}:
            yield wrong("solutions", ", ".join(plain))


def _check_win_at_once(puzzle: Puzzle) -> Iterator[str]:
    """Whether the solutions are the moves that end the game, by the rules alone."""
    if [*puzzle.solutions] != [str(move) for move in winning_moves(puzzle.start)]:
        yield wrong("solutions")
    if puzzle.solution != puzzle.solutions[:1]:
        yield wrong("solution")
    yield from _check_grade(puzzle, 0.0)


def _check_tree(prover: Prover, position: AnyPosition, tree: Tree, plies: int) -> Iterator[str]:
    """Whether exactly the moves of the tree win in so many plies, against the longest defence."""
    judged = prover.judge(position)
    if judged.solution.value != "win" or judged.distance != plies or not judged.complete:
        yield wrong("plies", f"{plies}, {position}")
    elif plies > 1 and {*tree} != {str(each.move) for each in judged.right}:
        yield wrong("tree", position)
    else:
        for move, onward in tree.items():
            after = position.play(move).play(onward["reply"])
            yield from _check_tree(prover, after, onward["next"], plies - 2)


def _check_solution(puzzle: Puzzle) -> Iterator[str]:
    position, tree = puzzle.start, puzzle.tree
    for move, reply in zip(puzzle.solution[:-1:2], puzzle.solution[1::2], strict=True):
        if move not in tree or tree[move]["reply"] != reply:
            yield wrong("solution", move)
            return
        position, tree = position.play(move).play(reply), tree[move]["next"]
    if len(puzzle.solution) != puzzle.plies or not wins(position, puzzle.solution[-1]):
        yield wrong("solution", puzzle.solution[-1])


def _check_only(puzzle: Puzzle) -> Iterator[str]:
    """Whether all other moves are proven losses, and the right ones are worth what is said."""
    judged = _prover().look_ahead(puzzle.start, puzzle.held)
    right = [each for each in judged.moves if str(each.move) in puzzle.solutions]
    if not all(each in right or _loses(each, puzzle.start) for each in judged.moves):
        yield wrong("solutions")
    if (puzzle.value == "unknown") != (puzzle.held is not None):
        yield wrong("held")
    elif puzzle.held is None and {each.value for each in right} != {puzzle.value}:
        yield wrong("value", puzzle.value)
    elif not all(_holds(each, judged, puzzle.held) for each in right):
        yield wrong("held", puzzle.held)
    else:
        yield from _check_grade(puzzle, choice(judged, right))


def _loses(each: MoveValue, position: AnyPosition) -> bool:
    """Whether a move is proven to lose; once a win is known, the solver may leave others open."""
    if each.value != "unknown":
        return each.value == "loss"
    return _prover().judge(position.play(each.move)).solution.value == "win"


def _check_mistake(puzzle: Puzzle, before: AnyPosition) -> Iterator[str]:
    """Whether the last move was a mistake: there was a move that does not lose."""
    named = [move for move in before.legal_moves() if str(move) == puzzle.better]
    if not named or not _saves(named[0], before, puzzle.held):
        yield wrong("better", puzzle.better)


def _saves(move: object, before: AnyPosition, held: int | None) -> bool:
    """Whether a move does not lose; only it is judged, unless it is known to hold a while."""
    if held is None:
        return _prover().judge(before.play(move)).solution.value in ("draw", "loss")
    judged = _prover().look_ahead(before, held)
    return any(_holds(each, judged, held) for each in judged.moves if each.move == move)


def _holds(each: MoveValue, judged: Judgement, plies: int | None) -> bool:
    """Whether a move is proven not to lose, or not within so many plies."""
    if each.value == "unknown":
        return plies is not None and judged.seen >= plies
    return each.value != "loss" or (plies is not None and (each.distance or 0) > plies)


def _check_grade(puzzle: Puzzle, bits: float) -> Iterator[str]:
    grade = difficulty(puzzle.game, bits)
    if (puzzle.bits, puzzle.difficulty) != (round(bits, 1), grade):
        yield wrong("difficulty", f"{grade}, {bits:.1f} bits")


def forces(position: AnyPosition, move: object) -> bool:
    """Whether a move wins with the next one whatever the reply, by the rules alone."""
    after = position.play(move)
    if after.outcome():
        return False
    return all(_wins_next(after.play(reply), position) for reply in after.legal_moves())


def _wins_next(position: AnyPosition, root: AnyPosition) -> bool:
    if outcome := position.outcome():
        return outcome.winner is root.turn
    return any(wins(position, move) for move in position.legal_moves())


def twins(collection: Iterable[Puzzle]) -> Iterator[tuple[str, str]]:
    """The ids of puzzles that are the same up to symmetry."""
    looks = [(look(puzzle.start), puzzle.id) for puzzle in collection]
    return ((one, other) for (here, one), (there, other) in combinations(looks, 2) if here == there)
