"""What comes with the program about Qomet, and how the solver uses it."""

import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from research.qomet.opening import moves_of_proof
from tetrad.kernels.qomet import SPACES, UNDO_SHIFT, canonical, decode, encode, images, key_of
from tetrad.rules.qomet import Qomet
from tetrad.solvers.proofs import wins as certificate
from tetrad.solvers.qomet import index_arrays, opening, table
from tetrad.solvers.qomet.coder import Coding
from tetrad.solvers.qomet.opening import NOTHING, Known, known
from tetrad.solvers.qomet.solver import Solver
from tetrad.solvers.solution import MEBIBYTE, Limits, Solution
from tetrad.solvers.tables.format import TableError

START = Qomet.start()


@cache
def three_stars() -> Known:
    """What is known without the table of positions with four stars."""
    return Known(*opening.read(opening.OPENING))


@cache
def solver() -> Solver:
    return Solver(MEBIBYTE, known())


def solve(position: Qomet) -> Solution:
    return solver().solve(position, Limits(nodes=2_000))


def test_first_wins_from_the_start_by_taking_the_centre() -> None:
    solution = solve(START)
    assert (solution.value, solution.distance, solution.source) == ("win", 17, "table")
    assert str(solution.moves[0].move) == "@d4"
    values = [each.value for each in solution.moves]
    assert [values.count(value) for value in ("win", "draw", "loss")] == [9, 4, 12]


def test_the_main_line_lasts_as_long_as_the_distance_says_and_first_wins_it() -> None:
    position = START
    line = solve(START).line
    for move in line:
        position = position.play(move)
    outcome = position.outcome()
    assert len(line) == 17
    assert outcome
    assert outcome.winner is START.turn


def opening_positions(count: int, seed: int) -> list[Qomet]:
    """Positions of random games that are so short that every move is known, too."""
    rng = random.Random(seed)
    positions = []
    for _ in range(count):
        position = START
        for _ in range(rng.randrange(6)):
            position = position.play(rng.choice(position.legal_moves()))
        positions.append(position)
    return positions


def test_the_opening_agrees_with_itself() -> None:
    """The plies of a position follow from those after each of its moves."""
    for position in opening_positions(40, seed=1):
        solution = solve(position)
        assert solution.source == "table"
        assert all(each.value != "unknown" for each in solution.moves)
        best = solution.moves[0]
        assert (solution.value, solution.distance) == (best.value, best.distance)


def test_the_winner_follows_the_proof_against_random_replies() -> None:
    rng = random.Random(2)
    for _ in range(20):
        position, left = START, 17
        while not position.outcome():
            solution = solve(position)
            assert solution.value == "win"
            assert solution.distance is not None
            assert solution.distance <= left
            position = position.play(solution.moves[0].move)
            if not position.outcome():
                position = position.play(rng.choice(position.legal_moves()))
            left = solution.distance - 2
        outcome = position.outcome()
        assert outcome
        assert outcome.winner is START.turn


def test_a_known_distance_comes_with_a_move_that_keeps_it_once_it_is_found() -> None:
    """Here the opening knows the position, but not yet the ones with a fourth star."""
    position = Qomet.parse(".../.../.../..212../1.2/.../..1 1 -")
    hasty = Solver(MEBIBYTE, three_stars()).solve(position, Limits(time=0))
    assert (hasty.value, hasty.distance) == ("win", 7)
    thorough = Solver(MEBIBYTE, three_stars()).solve(position, Limits(time=60))
    assert (thorough.value, thorough.distance) == ("win", 7)
    assert (thorough.moves[0].value, thorough.moves[0].distance) == ("win", 7)


def test_the_loser_of_the_main_line_knows_it_from_the_proof() -> None:
    position = START
    for move in solve(START).line[:7]:
        position = position.play(move)
    solution = Solver(MEBIBYTE, known()).solve(position, Limits(time=0))
    assert (solution.value, solution.distance) == ("loss", 10)


def test_positions_that_look_alike_get_the_same_moves_turned() -> None:
    key = key_of(encode(START.play("@d4").play("@d2")))
    for image in images(key):
        found = known().best_move(image)
        assert found
        after = encode(decode(image).play(found[0]))
        first = known().best_move(key)
        assert first
        expected = encode(decode(key).play(first[0]))
        assert found[1] == first[1] == 15
        assert canonical(after) == canonical(expected)


def test_without_knowledge_there_are_no_answers() -> None:
    assert NOTHING.plies(0) is None
    assert NOTHING.best_move(0) is None


def test_files_that_are_missing_or_damaged_are_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    damaged = tmp_path / "qomet-opening.table"
    damaged.write_bytes(b"nonsense")
    monkeypatch.setenv("TETRAD_DATA", str(tmp_path))
    for name in ("OPENING", "FEW_STARS", "FACED"):
        monkeypatch.setattr(opening, name, damaged)
    fresh: Known = opening.shipped.__wrapped__()
    assert fresh.plies(0) is None


def test_the_table_of_four_stars_says_what_the_opening_says() -> None:
    table = known().table
    assert table
    for position in opening_positions(150, seed=4):
        key = key_of(encode(position))
        plies = three_stars().plies(key)
        if plies is not None:
            assert table.get(key & SPACES, key >> 25 & SPACES, key >> UNDO_SHIFT) == plies


def test_a_table_of_positions_with_few_stars_is_used_where_there_is_no_larger_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = np.full(index_arrays.build(2).total, 42, dtype=np.uint32)
    monkeypatch.setenv("TETRAD_DATA", str(tmp_path))
    table.save(tmp_path / "qomet-up-to-4.table", words, Coding(7, 254, True), 2)
    known.cache_clear()
    try:
        assert known().plies(0b11 | 0b100 << 25) == 42
        assert known().plies(0b111 | 0b11000 << 25) != 42
    finally:
        known.cache_clear()


@pytest.mark.parametrize("cut", [1, 1_000])
def test_an_opening_with_a_byte_too_many_or_a_wrong_one_is_damaged(
    tmp_path: Path, cut: int
) -> None:
    whole = opening.OPENING.read_bytes()
    wrong = tmp_path / "qomet-opening.table"
    wrong.write_bytes(whole[:-cut] + bytes([whole[-cut] ^ 1]) + whole[len(whole) - cut + 1 :])
    with pytest.raises(TableError, match="is damaged"):
        opening.read(wrong)


def test_the_moves_of_the_opening_are_those_of_the_certificate() -> None:
    assert known().moves == moves_of_proof()
    assert len(known().moves) == 2_217


def test_nothing_is_said_about_a_position_whose_only_winning_move_is_forbidden() -> None:
    """Whoever could make a square by undoing a push had it before the push: it cannot arise."""
    corners = sum(1 << bit for bit in (1, 3, 5))
    assert three_stars().plies(corners) is None
    assert three_stars().plies(corners | 1 << UNDO_SHIFT) is None


def test_every_move_of_the_certificate_is_legal_and_its_plies_are_odd() -> None:
    claim, strategy = certificate.read(certificate.shipped("qomet").read_text().splitlines())
    assert f"FIRST wins qomet from {START} in at most 17 plies" in claim.message(2_217)
    assert len(strategy) == 2_217
    for text, (move, plies) in strategy.items():
        position = Qomet.parse(text)
        assert position.objection(position.parse_move(move)) is None
        assert plies % 2 == 1


@pytest.mark.nightly
@pytest.mark.timeout(1200)
def test_first_wins_qomet_by_the_rules_alone() -> None:
    (proven,) = certificate.verify(certificate.shipped("qomet"))
    assert proven.endswith("with 2217 answers")


# Stars may leave for the opening, where much is known; but there are sooner wins on the board.
BEFORE_THE_OPENING = [
    "1../2../1../2....1./.../.../.1. 1 -",
    ".../..1/2../...11.2/.../.../2.1 1 -",
    ".../..1/212/......./.../21./2.. 2 -",
    ".2./.../..1/......./.21/..1/1.. 1 -",
]


@pytest.mark.parametrize("text", BEFORE_THE_OPENING)
def test_a_known_win_after_a_move_does_not_hide_a_sooner_one(text: str) -> None:
    position = Qomet.parse(text)
    knowing, searching = (Solver(16 * MEBIBYTE, each) for each in (three_stars(), NOTHING))
    limits = Limits(time=None, nodes=3_000_000)
    assert knowing.solve(position, limits).distance == 7
    assert searching.solve(position, limits).distance == 7


@pytest.mark.parametrize("text", BEFORE_THE_OPENING)
def test_a_win_that_may_come_sooner_has_no_distance(text: str) -> None:
    hasty = Limits(time=None, nodes=1)
    solution = Solver(16 * MEBIBYTE, three_stars()).solve(Qomet.parse(text), hasty)
    assert (solution.value, solution.distance) == ("win", None)
    assert (solution.moves[0].distance or 0) > 7
