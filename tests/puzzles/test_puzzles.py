"""The puzzles are what they say: legal, proven, different, graded, and the same every day."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

import pytest

from tests.symmetries import SYMMETRIES
from tetrad import GAMES
from tetrad.position import Player
from tetrad.puzzles.check import check, forces, twins
from tetrad.puzzles.make import WARM_UPS, Collection, Maker, Turn, build
from tetrad.puzzles.proof import difficulty, look
from tetrad.puzzles.puzzle import KINDS, Puzzle, daily, find, identity, parse, puzzles, text_of
from tetrad.puzzles.themes import themes
from tetrad.rules import Qawale

games = pytest.mark.parametrize("game", GAMES)
SAMPLE = 2


def sample(game: str) -> list[Puzzle]:
    """A few puzzles of each kind and length, the same ones in every run."""
    chosen = []
    for sort in sorted({(puzzle.kind, puzzle.plies) for puzzle in puzzles(game)}):
        alike = [puzzle for puzzle in puzzles(game) if (puzzle.kind, puzzle.plies) == sort]
        chosen += random.Random(1).sample(alike, min(SAMPLE, len(alike)))
    return chosen


@games
def test_a_game_has_two_hundred_puzzles_of_all_kinds_and_lengths_for_both_sides(game: str) -> None:
    collection = puzzles(game)
    assert len(collection) >= 200
    kinds = Counter(puzzle.kind for puzzle in collection)
    assert all(kinds[kind] >= 20 for kind in KINDS)
    lengths = Counter(puzzle.plies for puzzle in collection if puzzle.kind == "win")
    assert all(lengths[plies] >= 20 for plies in (1, 3, 5, 7))
    turns = Counter(puzzle.start.turn for puzzle in collection)
    assert min(turns.values()) >= len(collection) / 5


@games
def test_every_puzzle_has_its_own_id_and_is_found_by_it(game: str) -> None:
    assert len({puzzle.id for puzzle in puzzles(game)}) == len(puzzles(game))
    for puzzle in puzzles(game):
        assert puzzle.id == identity(game, puzzle.kind, puzzle.position)
    assert find(game, puzzles(game)[7].id) == puzzles(game)[7]
    assert find(game, "nothing") is None


@games
def test_positions_moves_and_lines_are_legal_and_lead_to_the_end(game: str) -> None:
    for puzzle in puzzles(game):
        position = puzzle.start
        assert str(position) == puzzle.position
        assert puzzle.before is not None
        assert puzzle.last is not None
        assert GAMES[game].parse(puzzle.before).play(puzzle.last) == position
        assert puzzle.solution[0] in puzzle.solutions
        assert len(puzzle.solution) == puzzle.plies
        end = position
        for move in puzzle.solution:
            end = end.play(move)
        outcome = end.outcome()
        if puzzle.kind == "only":
            assert puzzle.plies == 1
        else:
            assert outcome
            assert outcome.winner is position.turn


@games
def test_no_two_puzzles_are_the_same_up_to_symmetry(game: str) -> None:
    assert not list(twins(puzzles(game)))


@games
def test_a_turned_or_renamed_position_looks_the_same(game: str) -> None:
    puzzle = puzzles(game)[0]
    for symmetry in random.Random(2).sample(SYMMETRIES[game], 8):
        turned = GAMES[game].parse(symmetry.position(puzzle.position))
        assert look(turned) == look(puzzle.start)
    twin = replace(puzzle, id="twin", position=SYMMETRIES[game][5].position(puzzle.position))
    assert list(twins([puzzle, twin])) == [(puzzle.id, "twin")]


@games
def test_difficulty_rises_through_the_file_and_has_all_five_grades(game: str) -> None:
    grades = [puzzle.difficulty for puzzle in puzzles(game)]
    assert grades == sorted(grades)
    assert {*grades} == {1, 2, 3, 4, 5}
    assert grades == [difficulty(game, puzzle.bits) for puzzle in puzzles(game)]


@games
def test_the_daily_puzzle_is_the_same_for_all_and_comes_back_after_all_others(game: str) -> None:
    day = date(2026, 1, 1)
    total = len(puzzles(game))
    first = day - timedelta(days=day.toordinal() % total)
    cycle = [daily(game, first + timedelta(days=days)).id for days in range(total)]
    assert {*cycle} == {puzzle.id for puzzle in puzzles(game)}
    assert cycle == [daily(game, first + timedelta(days=days)).id for days in range(total)]
    assert cycle != [daily(game, first + timedelta(days=total + days)).id for days in range(total)]


@games
def test_a_sample_is_proven_again(game: str) -> None:
    for puzzle in sample(game):
        assert not list(check(puzzle)), puzzle.id


@pytest.mark.nightly
@games
def test_every_puzzle_is_proven_again(game: str) -> None:
    for puzzle in puzzles(game):
        assert not list(check(puzzle)), puzzle.id


def test_a_false_claim_is_found() -> None:
    short = next(each for each in puzzles("quantik") if (each.kind, each.plies) == ("win", 3))
    wrong = next(str(move) for move in short.start.legal_moves() if str(move) != short.solution[0])
    onward = short.tree[short.solutions[0]]
    assert list(check(replace(short, difficulty=5)))
    assert list(check(replace(short, id="0")))
    assert list(check(replace(short, plies=5)))
    assert list(check(replace(short, solutions=(wrong,), tree={wrong: onward})))
    only = next(each for each in puzzles("quantik") if each.kind == "only")
    assert list(check(replace(only, value="draw")))
    assert list(check(replace(only, solutions=(), tree={})))
    refuted = next(each for each in puzzles("quantik") if each.kind == "refute")
    assert list(check(replace(refuted, better=refuted.last)))


def test_in_a_won_position_the_moves_that_the_solver_leaves_open_are_proven_lost() -> None:
    won = [each for each in puzzles("qomet") if (each.kind, each.value) == ("only", "win")]
    assert won
    for puzzle in won:
        assert not list(check(puzzle)), puzzle.id


def test_the_rules_alone_confirm_short_wins() -> None:
    for puzzle in sample("qomet"):
        if puzzle.plies == 3:
            moves = puzzle.start.legal_moves()
            confirmed = [str(move) for move in moves if forces(puzzle.start, move)]
            assert sorted(confirmed) == sorted(puzzle.solutions)


def test_the_same_seed_makes_the_same_puzzles() -> None:
    texts = []
    for _ in range(2):
        *_, collection = build("quantik", 10, seed=3, games=10)
        texts.append(text_of(collection.best()))
    assert texts[0] == texts[1]
    assert parse(texts[0])
    *_, other = build("quantik", 10, seed=4, games=10)
    assert text_of(other.best()) != texts[0]


def test_a_win_in_four_is_found_where_it_just_fits_into_a_game_of_qawale() -> None:
    long = [each for each in puzzles("qawale") if (each.kind, each.plies) == ("win", 7)]
    puzzle = next(each for each in long if each.start.turn is Player.SECOND)
    assert puzzle.before
    assert puzzle.last
    turn = Turn(9, Qawale.parse(puzzle.before), puzzle.last, puzzle.start, meant=True)
    assert Maker("qawale").puzzles(turn) == [puzzle]


def test_a_win_at_once_names_every_way_to_end_the_game() -> None:
    easy = next(each for each in puzzles("qomet") if each.plies == 1 and len(each.solutions) == 2)
    assert not list(check(easy))
    first = easy.solutions[0]
    assert list(check(replace(easy, solutions=(first,), tree={first: easy.tree[first]})))


def test_what_is_kept_stays_and_only_what_lacks_is_added() -> None:
    kept = [each for each in puzzles("quantik") if "win-1" not in themes(each)]
    *_, collection = build("quantik", 100, seed=7, games=60, kept=kept)
    added = [each for each in collection.best() if each not in kept]
    assert len(collection.best()) == len(kept) + len(added)
    assert {(each.kind, each.plies) for each in added} == {("win", 1)}
    assert len(added) == WARM_UPS


def test_a_collection_takes_a_position_once() -> None:
    puzzle = puzzles("quantik")[0]
    collection = Collection(10)
    collection.add([puzzle])
    collection.add([replace(puzzle, kind="refute", id="again")])
    assert [each.id for each in collection.best()] == [puzzle.id]
