"""Every objection of the rules has a code."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from tetrad.position import AnyPosition
from tetrad.rules import GAMES, qawale, qomet, quantik


def wild_move(game: str, chance: random.Random) -> object:
    """Any move of the game's notation, mostly not legal."""
    if game == "quantik":
        return quantik.Move(chance.choice("ABCD"), chance.choice(quantik.SQUARES))
    if game == "qawale":
        path = "".join(chance.choices("nesw", k=chance.randint(1, 5)))
        return qawale.Move(chance.choice(qawale.SQUARES), path)
    squares = [None, *qomet.SQUARES]
    return qomet.Move(chance.choice(squares), chance.choice(squares))


def random_position(game: str, chance: random.Random) -> AnyPosition:
    position = GAMES[game].start()
    for _ in range(chance.randint(0, 14)):
        if not (moves := position.legal_moves()):
            break
        position = position.play(chance.choice(moves))
    return position


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**32))
def test_every_objection_has_a_code(game: str, seed: int) -> None:
    chance = random.Random(seed)
    position = random_position(game, chance)
    for _ in range(40):
        move = wild_move(game, chance)
        reason = position.objection(move)
        assert (reason is None) == (move in position.legal_moves())
        if reason:
            assert reason.code, reason
            assert all(isinstance(part, str | int) for part in reason.params.values())
