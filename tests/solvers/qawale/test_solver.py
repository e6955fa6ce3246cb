"""Qawale's solver claims only what an independent brute force confirms."""

import random
import threading
import time

import pytest

from tests.research.qawale.brute_qawale import TALLEST, brute_force
from tetrad.position import Player
from tetrad.rules.qawale import SQUARES, Qawale
from tetrad.solvers import solve
from tetrad.solvers.qawale.opening import Known
from tetrad.solvers.qawale.solver import Solver
from tetrad.solvers.solution import OPPOSITE, Limits, Solution

MEBIBYTE = 1 << 20
PATIENT = Limits(time=None)
LAST_PLY = 16


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(64 * MEBIBYTE)


def random_position(rng: random.Random, ply: int) -> Qawale:
    """A position of random play that is not over and small enough for the brute force."""
    while True:
        position = Qawale.start()
        while position.outcome() is None and sum(map(len, position.stacks)) < 8 + ply:
            square = rng.choice([s for s in SQUARES if position.stacks[SQUARES.index(s)]])
            position = position.play(rng.choice(list(position.sowings(square))))
        if position.outcome() is None and max(map(len, position.stacks)) + 4 < TALLEST:
            return position


@pytest.mark.parametrize(("ply", "count"), [(15, 100), (14, 100), (13, 40), (12, 3)])
def test_values_and_distances_are_those_of_brute_force(
    solver: Solver, ply: int, count: int
) -> None:
    rng = random.Random(ply)
    for _ in range(count):
        position = random_position(rng, ply)
        solution = solver.solve(position, PATIENT)
        assert (solution.value, solution.distance) == brute_force(position, LAST_PLY - ply)


@pytest.mark.parametrize(("ply", "count"), [(14, 8), (13, 1)])
def test_every_move_has_the_value_and_distance_of_brute_force(
    solver: Solver, ply: int, count: int
) -> None:
    rng = random.Random(100 + ply)
    for _ in range(count):
        position = random_position(rng, ply)
        solution = solver.solve(position, Limits())
        assert {each.move for each in solution.moves} == set(position.legal_moves())
        for each in solution.moves:
            after = position.play(each.move)
            outcome = after.outcome()
            if outcome is None:
                value, distance = brute_force(after, LAST_PLY - ply - 1)
                expected = OPPOSITE[value], distance and distance + 1
            elif outcome.winner is None:
                expected = "draw", None
            else:
                expected = ("win" if outcome.winner is position.turn else "loss"), 1
            assert (each.value, each.distance) == expected


def test_a_won_position_comes_with_the_whole_line(solver: Solver) -> None:
    rng = random.Random(3)
    lengths: set[int | None] = set()
    while not {3, 5} <= lengths:
        position = random_position(rng, 10)
        solution = solver.solve(position, Limits())
        if solution.value in ("win", "loss"):
            assert solution.distance == len(solution.line)
            lengths.add(solution.distance)
            winner = position.turn if solution.value == "win" else position.turn.other
            for move in solution.line:
                position = position.play(move)
            outcome = position.outcome()
            assert outcome is not None
            assert outcome.winner is winner


def test_a_thorough_search_judges_every_move(solver: Solver) -> None:
    position = random_position(random.Random(12), 11)
    hasty = solver.solve(position, Limits())
    thorough = solver.solve(position, Limits(time=60, thorough=True))
    assert (hasty.value, hasty.distance) == (thorough.value, thorough.distance)
    assert all(each.value != "unknown" for each in thorough.moves)


def test_moves_come_best_first(solver: Solver) -> None:
    rng = random.Random(4)
    for _ in range(20):
        moves = solver.solve(random_position(rng, 12), Limits()).moves
        ranks = [["win", "draw", "unknown", "loss"].index(each.value) for each in moves]
        assert ranks == sorted(ranks)
        wins = [each.distance for each in moves if each.value == "win"]
        losses = [each.distance for each in moves if each.value == "loss"]
        assert wins == sorted(wins, key=lambda distance: distance or 0)
        assert losses == sorted(losses, key=lambda distance: -(distance or 0))


def test_a_position_and_its_mirror_image_have_the_same_value(solver: Solver) -> None:
    rng = random.Random(5)
    for _ in range(5):
        position = random_position(rng, 10)
        mirrored = Qawale(
            tuple(
                stack
                for rank in range(4)
                for stack in position.stacks[4 * rank : 4 * rank + 4][::-1]
            )
        )
        one, other = solver.solve(position, Limits()), Solver(MEBIBYTE).solve(mirrored, Limits())
        assert (one.value, one.distance) == (other.value, other.distance)


@pytest.mark.parametrize("pebbles", [1, 2, 3, 4])
def test_the_smaller_games_are_draws(pebbles: int) -> None:
    solution = Solver(64 * MEBIBYTE, pebbles).solve(Qawale.start(), Limits(time=60))
    assert (solution.value, solution.distance) == ("draw", None)


def test_a_smaller_game_is_what_brute_force_says() -> None:
    solver, rng = Solver(MEBIBYTE, 4), random.Random(6)
    for _ in range(20):
        position = random_position(rng, 5)
        solution = solver.solve(position, PATIENT)
        assert (solution.value, solution.distance) == brute_force(position, 3)


def opening(solution: Solution) -> tuple[str, int | None]:
    return solution.value, solution.distance


def test_without_the_proofs_the_opening_is_not_claimed_to_be_known() -> None:
    solution = Solver(MEBIBYTE, known=Known()).solve(Qawale.start(), Limits(time=0.3))
    assert opening(solution) == ("unknown", None)
    assert len(solution.moves) == 40
    assert all(each.value == "unknown" and -1 < each.score < 1 for each in solution.moves)
    assert solution.line == ()


@pytest.mark.parametrize("limits", [Limits(time=0.0), Limits(nodes=1), Limits(nodes=0)])
def test_no_time_and_no_nodes_still_give_an_honest_answer(solver: Solver, limits: Limits) -> None:
    rng = random.Random(7)
    for ply in (0, 6, 10, 13, 15):
        position = random_position(rng, ply) if ply else Qawale.start()
        hasty, thorough = solver.solve(position, limits), None
        assert len(hasty.moves) == len(position.legal_moves())
        if hasty.value != "unknown" or ply >= 10:
            thorough = solver.solve(position, Limits())
            assert hasty.value in ("unknown", thorough.value)
        if thorough:
            truth = {each.move: each for each in thorough.moves if each.value != "unknown"}
            for each in hasty.moves:
                if each.value != "unknown" and each.move in truth:
                    assert each.value == truth[each.move].value


def test_a_line_that_can_be_completed_now_is_seen_without_search(solver: Solver) -> None:
    nearly = Qawale.parse("00,x2,00/1,1,1,0/2,x3/00,2,2,0 1")
    assert nearly.turn is Player.FIRST
    solution = solver.solve(nearly, Limits(nodes=0))
    assert opening(solution) == ("win", 1)
    assert nearly.play(solution.line[0]).outcome() is not None


def test_a_finished_game_has_distance_zero_and_no_moves(solver: Solver) -> None:
    won = solver.solve(Qawale.parse("2,2,2,2/1,1,1,x/x4/00000000,x2,1 1"), Limits())
    assert (won.value, won.distance, won.moves) == ("loss", 0, ())


def test_cancelling_stops_the_search_promptly() -> None:
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    start = time.monotonic()
    solver = Solver(MEBIBYTE, known=Known())
    solution = solver.solve(Qawale.start(), Limits(time=None, cancel=cancel))
    assert time.monotonic() - start < 60
    assert solution.value == "unknown"


def test_one_mebibyte_is_enough_for_right_answers() -> None:
    rng, small = random.Random(8), Solver(MEBIBYTE)
    for _ in range(10):
        position = random_position(rng, 13)
        solution = small.solve(position, PATIENT)
        assert opening(solution) == brute_force(position, 3)


def test_tall_stacks_are_searched_like_any_other(solver: Solver) -> None:
    position = Qawale.parse("00010221010,x3/x4/2,1,x2/1,2,0,02 1")
    solution = solver.solve(position, Limits(time=0.5))
    assert len(solution.moves) == len(position.legal_moves())


def test_millions_of_sowings_are_not_listed_one_by_one(solver: Solver) -> None:
    towering = Qawale(("0" * 8 + "12" * 7, *[""] * 15))
    solution = solver.solve(towering, Limits())
    assert opening(solution) == ("win", 1)
    assert 0 < len(solution.moves) < 100
    assert {each.begins[:2] for each in solution.moves} == {"a1"}


def test_progress_is_reported_ply_by_ply(solver: Solver) -> None:
    seen: list[tuple[int, int]] = []
    position = random_position(random.Random(9), 9)
    Solver(MEBIBYTE).solve(position, Limits(), lambda depth, nodes: seen.append((depth, nodes)))
    assert seen == sorted(seen)


# A game in which nothing is proven for long; the engine used to say 62 % and then 35 %.
OPEN_GAME = (
    "x,0,01,00/x2,120,x/x4/00,x,0,x 2",
    "x,0,01,00/x,1,x2/x,2,x2/00,0,02,x 1",
    "x,0,010,x/x,11,0,x/x,2,x2/00,0,02,x 2",
)


def test_opinions_do_not_jump_with_the_depth_or_the_turn() -> None:
    chances = []
    for text in OPEN_GAME:
        position = Qawale.parse(text)
        for nodes in (150_000, 400_000, 1_000_000):
            best = solve(position, Limits(time=None, nodes=nodes, thorough=True)).moves[0]
            assert best.value == "unknown"
            chances.append(50 + 50 * best.score * (1 if position.turn is Player.FIRST else -1))
    assert max(chances) - min(chances) < 15
