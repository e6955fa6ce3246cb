"""The end of a game is told in one sentence."""

from __future__ import annotations

import pytest

from tetrad.matches.match import Match
from tetrad.position import Player
from tetrad.rules import GAMES
from tetrad.terminal.words import ending


def told(match: Match) -> str:
    outcome = match.outcome()
    assert outcome is not None
    return ending(match, outcome)


@pytest.mark.parametrize(
    ("game", "moves", "sentence"),
    [
        (
            "quantik",
            "A@a1 B@b1 C@c1 D@d1",
            "SECOND wins: four different shapes in one row, column or region (a1 b1 c1 d1).",
        ),
        (
            "quantik",
            "A@a1 B@b1 C@a2 B@a4 C@d2 D@b2",
            "SECOND wins: four different shapes in one row, column or region (a1 b1 a2 b2).",
        ),
        (
            "quantik",
            "C@b3 D@a3 C@b1 A@c4 B@b4 A@b2 B@a2 D@d1",
            "SECOND wins: the opponent cannot place any piece.",
        ),
        (
            "qawale",
            "a4ess b3es a1nen d1wnn c2nnw c1nw b2senw",
            "FIRST wins: four visible pebbles in a line (b1 b2 b3 b4).",
        ),
        (
            "qawale",
            "a4ess b3ne b4sss b3ee b2sen c3wn c4ww a1enw d3ww b1eenn",
            "FIRST wins: four visible pebbles in a line (d1 c2 b3 a4; made by SECOND).",
        ),
        (
            "qawale",
            "d4wss a4sss c2se a3ne d1nwww c4es c1wn d4ww a4es b3sw b2wsen b4eess d4ww b2se a2sennw"
            " b3ne",
            "Draw: all pebbles are played and nobody has a line.",
        ),
        (
            "qomet",
            "@d4 @a1 @d5 @a4 @e5 @g1 @e4",
            "FIRST wins: four stars on the corners of a square (d4 e4 d5 e5).",
        ),
        (
            "qomet",
            "@c4 @d7 @d4 @a1 @c5 @g1 @d6 d7-d6",
            "FIRST wins: four stars on the corners of a square (c4 d4 c5 d5; made by SECOND).",
        ),
        (
            "qomet",
            "@d4 @a1 d4-d5 a1-a4 d5-d4 a4-a1 d4-d5 a1-a4 d5-d4 a4-a1",
            "Draw: the same position occurred for the third time.",
        ),
    ],
)
def test_the_board_ends_a_game(game: str, moves: str, sentence: str) -> None:
    match = Match(GAMES[game].start())
    for move in moves.split():
        match.play(move)
    assert told(match) == sentence


def test_the_players_words_end_a_game() -> None:
    match = Match(GAMES["qawale"].start())
    match.resign(Player.FIRST)
    assert told(match) == "SECOND wins: the opponent resigned."
    match.undo()
    match.agree_draw()
    assert told(match) == "Draw: both players agreed."
