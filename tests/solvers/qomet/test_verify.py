"""Samples of a Qomet table: by the rulebook's moves, and by a search that does not know it."""

import random

from tetrad.position import Player
from tetrad.rules.qomet import Qomet
from tetrad.solvers.qomet.opening import OPENING
from tetrad.solvers.qomet.table import QometTable
from tetrad.solvers.qomet.verify import plies, random_play, sample_errors

OPENINGS = QometTable(OPENING)
LOST = Qomet.parse("2../..2/1../...1.../1../.../... 2 -")


class Wrong(QometTable):
    """The table that comes with the program, but four plies are said to be six."""

    def probe(self, mine: int, theirs: int, undo: int) -> int:
        found = super().probe(mine, theirs, undo)
        return 6 if found == 4 else found


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
    assert sample_errors(OPENINGS, positions) == []


def test_a_table_that_is_wrong_is_found_out() -> None:
    assert plies(OPENINGS, LOST) == 4
    assert sample_errors(Wrong(OPENING), [LOST]) == [
        f"{LOST}: 6 does not follow from the rules; build it again",
        f"{LOST}: 6 plies, but a search says otherwise",
    ]


def test_random_play_goes_from_game_to_game() -> None:
    positions = list(random_play(OPENINGS, 400))
    assert len(positions) == 400
    assert positions.count(Qomet.start()) > 1
    assert not any(position.outcome() for position in positions)
