"""Recorded games, leaf counts and the order of moves, from the files in `data`."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.oracles import ORACLES
from tetrad import GAMES, Player
from tetrad.position import AnyPosition

DATA = Path(__file__).parent / "data"
RESULTS = {"1-0": Player.FIRST, "0-1": Player.SECOND, "1/2-1/2": None}
IN_SECONDS, IN_MINUTES = 430_000, 13_000_000


def rows(name: str) -> list[tuple[str, ...]]:
    with (DATA / name).open(newline="") as file:
        return [tuple(row.values()) for row in csv.DictReader(file)]


def leaves(position: AnyPosition, depth: int) -> int:
    """How many move sequences of this length start here; finished games are not expanded."""
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(leaves(position.play(move), depth - 1) for move in moves)


def orders() -> list[tuple[str, str, list[str]]]:
    """Each block of the file is a line with game and position, and a line with the moves."""
    blocks = (DATA / "move-order.txt").read_text().strip().split("\n\n")
    found = []
    for block in blocks:
        title, moves = block.split("\n")
        game, _, position = title.partition(" ")
        found.append((game, position, moves.split()))
    return found


@pytest.mark.parametrize(("game", "result", "reason", "moves"), rows("games.csv"))
def test_recorded_games_end_as_recorded(game: str, result: str, reason: str, moves: str) -> None:
    position, oracle = GAMES[game].start(), ORACLES[game].read(str(GAMES[game].start()))
    for move in moves.split():
        assert position.outcome() is None
        assert oracle.result() is None
        position, oracle = position.play(move), oracle.after(move)
        assert GAMES[game].parse(str(position)) == position
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (RESULTS[result], reason)
    assert oracle.result() == result


def test_every_way_to_end_is_recorded() -> None:
    assert {row[:3] for row in rows("games.csv")} == {
        ("quantik", "1-0", "four different shapes"),
        ("quantik", "0-1", "four different shapes"),
        ("quantik", "1-0", "no legal placement"),
        ("quantik", "0-1", "no legal placement"),
        ("qawale", "1-0", "four in a line"),
        ("qawale", "0-1", "four in a line"),
        ("qawale", "1/2-1/2", "all pebbles played"),
        ("qomet", "1-0", "a square"),
        ("qomet", "0-1", "a square"),
    }


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("game", "position", "depth", "expected"),
    [
        pytest.param(*row, marks=[pytest.mark.nightly] if int(row[3]) > IN_SECONDS else [])
        for row in rows("perft.csv")
        if int(row[3]) <= IN_MINUTES
    ],
)
def test_leaf_counts(game: str, position: str, depth: str, expected: str) -> None:
    assert leaves(GAMES[game].parse(position), int(depth)) == int(expected)


@pytest.mark.parametrize(("game", "position", "moves"), orders())
def test_moves_come_in_the_documented_order(game: str, position: str, moves: list[str]) -> None:
    assert [str(move) for move in GAMES[game].parse(position).legal_moves()] == moves
