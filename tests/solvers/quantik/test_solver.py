import random
import threading
from functools import cache

import pytest

from tetrad.rules.quantik import Move, Quantik
from tetrad.solvers.quantik.solver import Solver
from tetrad.solvers.solution import Limits, MoveValue, Solution

MEMORY = 16 << 20
FREE = Limits(time=None)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(MEMORY, with_opening=False)


def random_position(seed: int, plies: int) -> Quantik:
    """A live position after this many random plies."""
    choose = random.Random(seed).choice
    while True:
        position = Quantik.start()
        for _ in range(plies):
            if moves := position.legal_moves():
                position = position.play(choose(moves))
        if position.outcome() is None:
            return position


@cache
def by_force(position: Quantik) -> tuple[int, int]:
    """Sign and distance by plain minimax on the rulebook."""
    if position.outcome():
        return -1, 0
    replies = [by_force(position.play(move)) for move in position.legal_moves()]
    lost = [distance for sign, distance in replies if sign < 0]
    return (1, min(lost) + 1) if lost else (-1, max(distance for _, distance in replies) + 1)


def signed(solution: Solution | MoveValue) -> tuple[int, int | None]:
    return (1 if solution.value == "win" else -1), solution.distance


@pytest.mark.parametrize("plies", [8, 9, 10, 11, 12, 13])
def test_values_and_distances_are_those_of_plain_minimax(solver: Solver, plies: int) -> None:
    for seed in range(5 if plies < 11 else 25):
        position = random_position(seed, plies)
        solution = solver.solve(position, FREE)
        assert signed(solution) == by_force(position)
        for each in solution.moves:
            sign, distance = by_force(position.play(each.move))
            assert signed(each) == (-sign, distance + 1)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("plies", [6, 7])
def test_values_and_distances_are_those_of_plain_minimax_earlier_on(
    solver: Solver, plies: int
) -> None:
    for seed in range(10):
        position = random_position(seed, plies)
        assert signed(solver.solve(position, FREE)) == by_force(position)


def test_the_second_player_wins_with_the_tenth_piece(solver: Solver) -> None:
    solution = solver.solve(Quantik.start(), FREE)
    assert (solution.value, solution.distance, solution.source) == ("loss", 10, "search")
    assert {(each.value, each.distance) for each in solution.moves} == {("loss", 10)}
    assert len(solution.moves) == 64


@pytest.mark.parametrize("seed", range(6))
def test_a_value_follows_from_the_values_after_each_move(solver: Solver, seed: int) -> None:
    position = random_position(seed, 2 + seed)
    solution = solver.solve(position, FREE)
    assert {each.move for each in solution.moves} == set(position.legal_moves())
    assert signed(solution) == signed(solution.moves[0])
    for each in random.Random(seed).sample(solution.moves, 5):
        after = solver.solve(position.play(each.move), FREE)
        sign, distance = signed(after)
        assert signed(each) == (-sign, (distance or 0) + 1)


@pytest.mark.parametrize("plies", range(0, 14, 2))
def test_the_line_is_best_play_to_the_end(solver: Solver, plies: int) -> None:
    position = random_position(1, plies)
    solution = solver.solve(position, FREE)
    assert len(solution.line) == solution.distance
    for number, move in enumerate(solution.line):
        assert signed(solver.solve(position, FREE))[1] == len(solution.line) - number
        position = position.play(move)
    assert position.outcome() is not None


def test_moves_come_best_first(solver: Solver) -> None:
    moves = solver.solve(random_position(4, 5), FREE).moves
    wins = [each.distance or 0 for each in moves if each.value == "win"]
    losses = [each.distance or 0 for each in moves if each.value == "loss"]
    assert wins
    assert losses
    assert [each.value for each in moves] == ["win"] * len(wins) + ["loss"] * len(losses)
    assert wins == sorted(wins)
    assert losses == sorted(losses, reverse=True)


def test_who_completes_a_line_wins_in_one(solver: Solver) -> None:
    position = Quantik.parse("..../..../..../AbC.").play("A@c3")
    solution = solver.solve(position, FREE)
    assert signed(solution) == (1, 1)
    assert solution.moves[0].move == Move("D", "d1")


def test_a_player_who_is_stuck_has_lost(solver: Solver) -> None:
    for seed in range(100_000):
        position = random_position(seed, 12)
        end = next((p for m in position.legal_moves() if (p := position.play(m)).outcome()), None)
        if end is not None and not end.winning_squares():
            break
    assert signed(solver.solve(end or position, FREE)) == (-1, 0)
    assert signed(solver.solve(position, FREE)) == (1, 1)


def test_no_time_and_one_node_still_give_true_answers(solver: Solver) -> None:
    position = random_position(2, 3)
    truth = {each.move: signed(each) for each in solver.solve(position, FREE).moves}
    for limits in (Limits(time=0.0), Limits(nodes=1), Limits(nodes=0), Limits(time=0, nodes=200)):
        solution = Solver(1 << 20, with_opening=False).solve(position, limits)
        assert solution.value == "unknown"
        known = [each for each in solution.moves if each.value != "unknown"]
        assert all(signed(each) == truth[each.move] for each in known)
        assert all(-1 < each.score < 1 for each in solution.moves if each.value == "unknown")


@pytest.mark.parametrize("nodes", [10, 30, 100, 300, 1000])
def test_a_search_cut_short_claims_nothing_wrong(solver: Solver, nodes: int) -> None:
    for seed in range(10):
        position = random_position(seed, 4)
        truth = solver.solve(position, FREE)
        solution = Solver(1 << 16, with_opening=False).solve(position, Limits(nodes=nodes))
        assert solution.nodes <= nodes
        assert solution.value in ("unknown", truth.value)
        assert solution.distance in (None, truth.distance)


def test_a_cancelled_search_stops(solver: Solver) -> None:
    cancel = threading.Event()
    cancel.set()
    assert (
        Solver(1 << 20, with_opening=False).solve(Quantik.start(), Limits(cancel=cancel)).value
        == "unknown"
    )


def test_the_smallest_table_gives_the_same_answers(solver: Solver) -> None:
    small = Solver(0, with_opening=False)
    for seed in range(5):
        position = random_position(seed, 4)
        assert small.solve(position, FREE).moves == solver.solve(position, FREE).moves


def test_progress_is_reported(solver: Solver) -> None:
    reports: list[tuple[int, int]] = []
    Solver(1 << 20, with_opening=False).solve(
        Quantik.start(), FREE, lambda *report: reports.append(report)
    )
    assert [plies for plies, _ in reports] == list(range(1, 10))
    assert reports == sorted(reports)


def test_the_book_answers_the_opening_at_once(solver: Solver) -> None:
    with_book = Solver(1 << 16)
    for plies in range(8):
        for seed in range(5):
            position = random_position(seed, plies)
            solution = with_book.solve(position, Limits(time=0.0 if plies < 6 else None))
            assert solution.source == ("table" if plies < 6 else "search")
            assert solution.moves == solver.solve(position, FREE).moves
            assert len(solution.line) == solution.distance or plies < 6
