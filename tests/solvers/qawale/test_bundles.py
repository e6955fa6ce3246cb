"""Sowings that begin alike are judged as one move, and it is the best of them."""

import random
import time

import pytest

from tests.solvers.qawale.plain_sowings import WON, plain_score, towering
from tetrad.position import IllegalMoveError
from tetrad.rules.qawale import INDEX, SQUARES, Move, Qawale
from tetrad.solvers import solve, solve_begun
from tetrad.solvers.qawale import sowings
from tetrad.solvers.qawale.solver import Solver
from tetrad.solvers.solution import Limits, MoveValue, Solution, best_first

MEBIBYTE = 1 << 20
# No sowing is listed that can be put into a bundle, and every one is judged to the end.
BUNDLED = Limits(time=None, thorough=True, listed=0)
LISTED = Limits(time=None, thorough=True)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(16 * MEBIBYTE)


def score(found: Solution | MoveValue) -> int:
    assert found.value != "unknown"
    if found.distance is None:
        return 0
    return WON - found.distance if found.value == "win" else found.distance - WON


def same_as_listed(solver: Solver, position: Qawale) -> None:
    bundled, listed = solver.solve(position, BUNDLED), solver.solve(position, LISTED)
    assert score(bundled) == score(listed)
    single = {str(each.move): each for each in listed.moves}
    covered = 0
    for each in bundled.moves:
        alike = [m for text, m in single.items() if text.startswith(each.begins or str(each.move))]
        covered += len(alike)
        assert score(each) == score(best_first(alike)[0]) == score(single[str(each.move)])
    assert covered == len(single)


def middle(rng: random.Random, ply: int, tallest: int) -> Qawale:
    """A position of random play with a stack of some height that is not over."""
    while True:
        position = Qawale.start()
        while position.outcome() is None and sum(map(len, position.stacks)) < 8 + ply:
            square = rng.choice([s for s in SQUARES if position.stacks[INDEX[s]]])
            position = position.play(rng.choice(list(position.sowings(square))))
        if position.outcome() is None and 3 <= max(map(len, position.stacks)) <= tallest:
            return position


@pytest.mark.parametrize(("ply", "count"), [(15, 60), (14, 20), (13, 2)])
def test_small_stacks_in_bundles_are_worth_what_their_sowings_are(
    solver: Solver, monkeypatch: pytest.MonkeyPatch, ply: int, count: int
) -> None:
    monkeypatch.setattr(sowings, "FEW", 70)
    rng = random.Random(ply)
    for _ in range(count):
        same_as_listed(solver, middle(rng, ply, 7))


@pytest.mark.parametrize(
    ("height", "plies_left", "count"), [(8, 1, 30), (10, 1, 15), (8, 2, 30), (10, 2, 5), (8, 3, 3)]
)
def test_tall_stacks_in_bundles_are_worth_what_their_sowings_are(
    solver: Solver, height: int, plies_left: int, count: int
) -> None:
    rng = random.Random(100 * height + plies_left)
    for _ in range(count):
        same_as_listed(solver, towering(rng, height, plies_left))


@pytest.mark.parametrize(
    ("height", "plies_left", "count"),
    [(14, 1, 20), (16, 1, 8), (18, 1, 3), (11, 2, 6), (13, 2, 1)],
)
def test_a_towering_stack_is_worth_what_looking_at_every_sowing_says(
    solver: Solver, height: int, plies_left: int, count: int
) -> None:
    rng = random.Random(height)
    for _ in range(count):
        position = towering(rng, height, plies_left)
        solution = solver.solve(position, Limits(time=None, listed=1000))
        assert score(solution) == plain_score(position, plies_left)
        if solution.line:
            position.play(solution.line[0])


def test_a_sowing_that_has_begun_is_judged_by_what_can_come_of_it(solver: Solver) -> None:
    rng = random.Random(5)
    for _ in range(10):
        position = towering(rng, 8, 2)
        listed = solver.solve(position, LISTED)
        square = max(SQUARES, key=lambda s: len(position.stacks[INDEX[s]]))
        path = rng.choice(list(position.sowings(square))).path[: rng.randint(0, 8)]
        begun = Move(square, path)
        alike = [each for each in listed.moves if str(each.move).startswith(str(begun))]
        for limits in (LISTED, BUNDLED):
            found = solver.solve(position, limits, None, begun)
            assert score(found) == score(best_first(alike)[0])
            assert all(str(each.move).startswith(str(begun)) for each in found.moves)
        assert {each.move for each in solver.solve(position, LISTED, None, begun).moves} == {
            each.move for each in alike
        }


@pytest.mark.parametrize("begun", ["b1", "a1w", "a1" + "nesw" * 6, "a1ns"])
def test_what_is_no_beginning_of_a_sowing_is_refused(begun: str) -> None:
    position = Qawale.parse("x4/x4/x4/000000001212121212121,x,2,x 1")
    with pytest.raises(IllegalMoveError):
        solve_begun(position, Move(begun[:2], begun[2:]))


@pytest.mark.parametrize("height", [14, 16, 18, 20])
def test_the_tallest_stacks_are_answered_within_seconds(height: int) -> None:
    rng = random.Random(height)
    solve(Qawale.start(), Limits(nodes=1))
    for _ in range(5):
        position = towering(rng, height, min(24 - height, 3))
        begun = time.process_time()
        solution = solve(position, Limits(time=20, listed=4000))
        assert solution.value != "unknown"
        assert time.process_time() - begun < 10
        assert 0 < len(solution.moves) < 500
        for each in solution.moves:
            assert position.objection(each.move) is None
