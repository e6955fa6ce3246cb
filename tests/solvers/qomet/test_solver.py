"""What the Qomet solver claims is true, and it keeps to its limits."""

import random
import threading
import time
from functools import cache

import pytest

from tetrad.kernels.fast.qomet import apply, legal_actions, winner
from tetrad.kernels.qomet import encode
from tetrad.rules.qomet import Qomet
from tetrad.solvers.qomet.opening import NOTHING
from tetrad.solvers.qomet.solver import Solver
from tetrad.solvers.solution import MEBIBYTE, Limits, Solution

START = Qomet.start()
# FIRST has three corners of the inner square and a star in hand.
ONE_MOVE = Qomet.parse(".../.../1.1/....2../1../..2/2.. 1 -")
UNDECIDED = Qomet.parse(".../.../.../...1.../.../.../... 2 -")


@cache
def solver() -> Solver:
    return Solver(16 * MEBIBYTE, NOTHING)


def solve(position: Qomet, seconds: float = 60, nodes: int | None = None) -> Solution:
    return solver().solve(position, Limits(time=seconds, nodes=nodes))


def random_positions(count: int, seed: int) -> list[Qomet]:
    """One position from each of many random games, late enough that something can happen."""
    rng = random.Random(seed)
    positions: list[Qomet] = []
    while len(positions) < count:
        position, history = START, [START]
        while not position.outcome() and len(history) < 60:
            position = position.play(rng.choice(position.legal_moves()))
            history.append(position)
        positions.append(rng.choice(history[6:-1] or history))
    return positions


def plain_value(code: int, depth: int) -> int | None:
    """Plies to the end if it is forced within `depth` plies: odd for a win, even for a loss.

    Plain minimax over every move. A move that gives the opponent a square loses in one ply, but
    no position has only such moves.
    """
    if winner(code):
        return 0
    if depth == 0:
        return None
    answers = []
    for action in legal_actions(code):
        after = apply(code, action)
        if winner(after) == 1 + (code >> 57):
            return 1
        if not winner(after):
            answers.append(plain_value(after, depth - 1))
    wins = [1 + answer for answer in answers if answer is not None and answer % 2 == 0]
    if wins:
        return min(wins)
    return None if None in answers else 1 + max(answer for answer in answers if answer)


def claim(solution: Solution, depth: int) -> int | None:
    known = solution.distance is not None and solution.distance <= depth
    return solution.distance if known else None


def test_wins_and_losses_in_three_plies_are_those_of_plain_minimax() -> None:
    seen = set()
    for position in random_positions(40, seed=1):
        exact = plain_value(encode(position), 3)
        assert claim(solve(position, nodes=20_000), 3) == exact, str(position)
        seen.add(exact)
    assert seen == {1, 2, 3, None}


@pytest.mark.nightly
def test_wins_and_losses_in_four_plies_are_those_of_plain_minimax() -> None:
    for position in random_positions(60, seed=2):
        assert claim(solve(position, nodes=50_000), 4) == plain_value(encode(position), 4)


def test_the_value_follows_from_the_values_of_the_moves_and_its_parity_tells_who_wins() -> None:
    for position in random_positions(40, seed=3):
        solution = solve(position, nodes=20_000)
        assert {each.move for each in solution.moves} == {*position.legal_moves()}
        if solution.distance is not None:
            assert solution.source == "search"
            assert solution.distance == solution.moves[0].distance
            assert (solution.value == "win") == (solution.distance % 2 == 1)
        for each in solution.moves:
            assert -1 <= each.score <= 1
            assert (each.distance is None) == (each.value == "unknown")


def test_the_line_of_a_proven_position_ends_the_game_when_the_distance_says() -> None:
    ended = 0
    for position in random_positions(60, seed=4):
        solution = solve(position, nodes=20_000)
        end = position
        for move in solution.line:
            assert not end.outcome()
            end = end.play(move)
        if (outcome := end.outcome()) is not None:
            ended += 1
            assert len(solution.line) == solution.distance
            assert (outcome.winner is position.turn) == (solution.value == "win")
    assert ended > 20


def test_each_move_has_the_value_of_the_position_it_leads_to() -> None:
    for position in random_positions(12, seed=5):
        for each in solve(position, nodes=20_000).moves:
            if each.distance is not None and each.distance <= 4:
                after = plain_value(encode(position.play(each.move)), each.distance - 1)
                assert after == each.distance - 1


def test_a_finished_position_has_its_winner_and_no_moves() -> None:
    over = ONE_MOVE.play("@e3")
    solution = solve(over)
    assert (solution.value, solution.distance, solution.moves) == ("loss", 0, ())


def test_a_win_in_one_is_found_without_time() -> None:
    solution = solver().solve(ONE_MOVE, Limits(time=0))
    assert (solution.value, solution.distance) == ("win", 1)
    assert solution.line == (ONE_MOVE.parse_move("@e3"),)


@pytest.mark.parametrize("limits", [Limits(time=0), Limits(time=None, nodes=1), Limits(nodes=0)])
def test_with_hardly_any_effort_the_answer_is_honest(limits: Limits) -> None:
    solution = solver().solve(UNDECIDED, limits)
    assert (solution.value, solution.distance) == ("unknown", None)
    assert len(solution.moves) == len(UNDECIDED.legal_moves())
    assert solution.nodes <= 1


def test_a_search_ends_when_its_time_is_up() -> None:
    begun = time.monotonic()
    assert solve(UNDECIDED, seconds=0.2).value == "unknown"
    assert time.monotonic() - begun < 20


def test_a_search_ends_when_it_is_cancelled() -> None:
    cancel = threading.Event()
    threading.Timer(0.1, cancel.set).start()
    begun = time.monotonic()
    solver().solve(UNDECIDED, Limits(time=None, cancel=cancel))
    assert time.monotonic() - begun < 20


def test_progress_is_reported_with_growing_depth() -> None:
    reports: list[tuple[int, int]] = []
    solver().solve(
        UNDECIDED, Limits(nodes=50_000), lambda depth, nodes: reports.append((depth, nodes))
    )
    assert [depth for depth, _ in reports] == [*range(2, 2 + 2 * len(reports), 2)]
    assert reports == sorted(reports)


def test_a_table_of_a_few_rows_gives_the_same_answers() -> None:
    small = Solver(64, NOTHING)
    for position in random_positions(30, seed=6):
        large = solve(position, nodes=100_000)
        if large.distance is not None and large.distance <= 5:
            again = small.solve(position, Limits(nodes=1_000_000))
            assert (again.value, again.distance) == (large.value, large.distance)
