"""Samples of a Qomet table: by the rulebook's moves, and by a search that does not know it."""

import random
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from tetrad.position import Player
from tetrad.rules.qomet import Qomet
from tetrad.solvers.qomet.coder import UNDO, WITH_UNDO, Coding
from tetrad.solvers.qomet.opening import MOST_STARS, known
from tetrad.solvers.qomet.table import QometTable, save
from tetrad.solvers.qomet.verify import plies, random_play, sample_errors

LOST = Qomet.parse("2../..2/1../...1.../1../.../... 2 -")


@cache
def table(four: int = 4) -> QometTable:
    """The opening that comes with the program as a table; four plies may be said to be others."""
    words = np.frombuffer(known().openings, dtype=np.uint8).astype(np.uint32)
    words[words == 4] = four
    for entry, (undo, left) in known().undos.items():
        words[entry] |= undo << UNDO | left << WITH_UNDO
    with TemporaryDirectory() as folder:
        path = Path(folder) / "qomet-opening.table"
        save(path, words, Coding(7, 255, True), MOST_STARS)
        return QometTable(path)


def early_positions(count: int) -> list[Qomet]:
    """SECOND, who has two stars at most, is to move, so that every move stays in the table."""
    rng, positions = random.Random(3), list[Qomet]()
    while len(positions) < count:
        position = Qomet.start()
        while position.stars.count(Player.FIRST) < 3 and not position.outcome():
            position = position.play(rng.choice(position.legal_moves()))
        if position.stars.count(Player.SECOND) < 3 and position.turn is Player.SECOND:
            positions.append(position)
    return positions


def test_rulebook_and_search_agree_with_the_opening() -> None:
    positions = early_positions(300)
    assert LOST in positions
    assert sample_errors(table(), positions) == []


def test_a_table_that_is_wrong_is_found_out() -> None:
    assert plies(table(), LOST) == 4
    assert sample_errors(table(6), [LOST]) == [
        f"{LOST}: 6 does not follow from the rules; build it again",
        f"{LOST}: 6 plies, but a search says otherwise",
    ]


def test_random_play_goes_from_game_to_game() -> None:
    positions = list(random_play(table(), 400))
    assert len(positions) == 400
    assert positions.count(Qomet.start()) > 1
    assert not any(position.outcome() for position in positions)
