"""The themes of a puzzle say what its answer does on the board."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest

from tetrad.puzzles.puzzle import Puzzle, find, puzzles
from tetrad.puzzles.themes import Theme, themes
from tetrad.rules import GAMES, Qomet

OWN = {
    "quantik": {"region", "nothing-left"},
    "qawale": {"diagonal", "tall-stack", "loop"},
    "qomet": {"push", "push-own", "off", "large-square"},
}


def about(game: str, theme: Theme) -> list[Puzzle]:
    return [puzzle for puzzle in puzzles(game) if theme in themes(puzzle)]


@pytest.mark.parametrize("game", GAMES)
def test_every_theme_of_a_game_has_puzzles_enough_to_practise(game: str) -> None:
    counts = Counter(theme for puzzle in puzzles(game) for theme in themes(puzzle))
    others = set().union(*(OWN[other] for other in OWN if other != game))
    assert {*counts} == {*get_args(Theme)} - others
    assert min(counts.values()) >= 20


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_says_how_many_moves_its_win_takes_or_that_it_is_a_defence(game: str) -> None:
    for puzzle in puzzles(game):
        length: Theme = get_args(Theme)[puzzle.plies // 2]
        assert ("defence" in themes(puzzle)) == (puzzle.kind == "only")
        assert ("mistake" in themes(puzzle)) == (puzzle.kind == "refute")
        assert (length in themes(puzzle)) == (puzzle.kind != "only")


def test_a_region_a_diagonal_and_a_large_square_end_as_they_are_named() -> None:
    for game, theme, lines in (
        ("quantik", "region", ["a1 b1 a2 b2", "c1 d1 c2 d2", "a3 b3 a4 b4", "c3 d3 c4 d4"]),
        ("qawale", "diagonal", ["a1 b2 c3 d4", "a4 b3 c2 d1"]),
        ("qomet", "large-square", ["a1 a7 g1 g7", "b2 b6 f2 f6", "c3 c5 e3 e5"]),
    ):
        for puzzle in about(game, theme):  # type: ignore[arg-type]
            end = puzzle.start
            for move in puzzle.solution:
                end = end.play(move)
            outcome = end.outcome()
            assert outcome
            assert any({*line.split()} <= {*outcome.squares} for line in lines), puzzle.id


def test_a_push_moves_a_star_of_the_opponent_and_a_tall_stack_is_tall() -> None:
    for puzzle in about("qomet", "push"):
        position, pushes = puzzle.start, 0
        for number, move in enumerate(puzzle.solution):
            assert isinstance(position, Qomet)
            origin, _, target = move.partition("-")
            hit = position[target] if origin[0] != "@" and target != "off" else None
            pushes += number % 2 == 0 and hit is position.turn.other
            position = position.play(move)
        assert pushes, puzzle.id
    for puzzle in about("qawale", "tall-stack"):
        assert max(len(move) for move in puzzle.solution[::2]) >= 2 + 6


def test_the_themes_of_one_puzzle_are_known() -> None:
    puzzle = find("quantik", "01ba8b64eb")
    assert puzzle
    assert themes(puzzle) == ("win-2", "mistake")
