"""Proving stored puzzles again: every claim of a puzzle, from the rules and the solver.

`check` says in words what is wrong with a puzzle. Wins in two moves are proven twice, the second
time with the rules alone, which share nothing with the solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

from tetrad.position import AnyPosition
from tetrad.rules import GAMES
from tetrad.solve.puzzle_proof import Judgement, Prover, choice, difficulty, effort, look, wins
from tetrad.solve.puzzles import Puzzle, Tree, identity

NODES = 20_000_000
SHORT = 3
# Where there are more moves, the rules alone would take too long.
FEW_MOVES = 80


@cache
def _prover() -> Prover:
    return Prover(NODES)


def check(puzzle: Puzzle) -> Iterator[str]:
    """What is wrong with a puzzle; nothing if it is right."""
    position = puzzle.start
    if puzzle.id != identity(puzzle.game, puzzle.kind, puzzle.position):
        yield "the id does not fit"
    if puzzle.solutions != tuple(puzzle.tree) or not puzzle.solutions:
        yield "the tree does not start with the solutions"
    if puzzle.before is not None and puzzle.last is not None:
        before: AnyPosition = GAMES[puzzle.game].parse(puzzle.before)
        if before.play(puzzle.last) != position:
            yield "the last move does not lead to the position"
        if puzzle.kind == "refute":
            yield from _check_mistake(puzzle, before)
    yield from _check_only(puzzle) if puzzle.kind == "only" else _check_win(puzzle)


def _check_win(puzzle: Puzzle) -> Iterator[str]:
    position, prover = puzzle.start, _prover()
    yield from _check_tree(prover, position, puzzle.tree, puzzle.plies)
    yield from _check_line(puzzle)
    yield from _check_grade(puzzle, effort(prover, position, puzzle.line))
    if puzzle.plies == SHORT and len(position.legal_moves()) <= FEW_MOVES:
        plain = {str(move) for move in position.legal_moves() if forces(position, move)}
        if plain != {*puzzle.solutions}:
            yield "the rules alone find other solutions"


def _check_tree(prover: Prover, position: AnyPosition, tree: Tree, plies: int) -> Iterator[str]:
    """Whether exactly the moves of the tree win in so many plies, against the longest defence."""
    judged = prover.judge(position)
    if judged.solution.value != "win" or judged.distance != plies or not judged.complete:
        yield f"{position} is not proven a win in {plies} plies"
    elif plies > 1 and {*tree} != {str(each.move) for each in judged.right}:
        yield f"other moves than those given win in {position}"
    else:
        for move, onward in tree.items():
            after = position.play(move).play(onward["reply"])
            yield from _check_tree(prover, after, onward["next"], plies - 2)


def _check_line(puzzle: Puzzle) -> Iterator[str]:
    position, tree = puzzle.start, puzzle.tree
    for move, reply in zip(puzzle.line[:-1:2], puzzle.line[1::2], strict=True):
        if move not in tree or tree[move]["reply"] != reply:
            yield "the line leaves the tree"
            return
        position, tree = position.play(move).play(reply), tree[move]["next"]
    if len(puzzle.line) != puzzle.plies or not wins(position, puzzle.line[-1]):
        yield "the line does not end with a win"


def _check_only(puzzle: Puzzle) -> Iterator[str]:
    """Whether all other moves are proven losses, and the right ones are worth what is said."""
    judged = _prover().look_ahead(puzzle.start, puzzle.held)
    holding = [each for each in judged.moves if each.value != "loss"]
    if {str(each.move) for each in holding} != {*puzzle.solutions}:
        yield "the moves that do not lose are others"
        return
    if {each.value for each in holding} != {puzzle.value}:
        yield f"the right move is not worth a {puzzle.value}"
    yield from _check_held(puzzle, judged, puzzle.value == "unknown")
    yield from _check_grade(puzzle, choice(judged, holding))


def _check_held(puzzle: Puzzle, judged: Judgement, open_ended: bool) -> Iterator[str]:
    if open_ended != (puzzle.held is not None):
        yield "held does not fit the value"
    elif judged.seen < (puzzle.held or 0):
        yield f"not proven to hold for {puzzle.held} plies"


def _check_mistake(puzzle: Puzzle, before: AnyPosition) -> Iterator[str]:
    """Whether the last move was a mistake: there was a move that does not lose."""
    judged = _prover().look_ahead(before, puzzle.held)
    worth = {str(each.move): each.value for each in judged.moves}
    value = worth.get(puzzle.better or "", "loss")
    if value == "loss":
        yield "the better move loses too"
    else:
        yield from _check_held(puzzle, judged, value == "unknown")


def _check_grade(puzzle: Puzzle, bits: float) -> Iterator[str]:
    grade = difficulty(puzzle.game, bits)
    if (puzzle.bits, puzzle.difficulty) != (round(bits, 1), grade):
        yield f"it takes {bits:.1f} bits: difficulty {grade}"


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
