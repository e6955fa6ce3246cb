"""The table of positions with at most four stars per side, against the rulebook's moves."""

import random
from collections.abc import Iterator

from tetrad.kernels.qomet import SPACES, UNDO_SHIFT, encode, key_of
from tetrad.position import Outcome
from tetrad.rules.qomet import Qomet
from tetrad.solvers.qomet.opening import known

DRAW = 0


def said(position: Qomet) -> int:
    """Plies to the end by the table: odd for a win of the player to move, even for a loss."""
    key, table = key_of(encode(position)), known().table
    assert table
    plies = table.get(key & SPACES, key >> 25 & SPACES, key >> UNDO_SHIFT)
    assert plies is not None
    return plies


def stars(position: Qomet) -> tuple[int, int]:
    """Of the player to move, and of the opponent."""
    key = key_of(encode(position))
    return (key & SPACES).bit_count(), (key >> 25 & SPACES).bit_count()


def met(count: int) -> Iterator[Qomet]:
    """Positions of random play whose every successor is in the table."""
    rng = random.Random(7)
    while count:
        position = Qomet.start()
        for _ in range(rng.randint(2, 40)):
            following = position.play(rng.choice(position.legal_moves()))
            if max(stars(following)) <= 4 and not following.outcome():
                position = following
        if stars(position)[0] <= 3:
            count -= 1
            yield position


def followed(position: Qomet) -> int:
    """The same plies, worked out from what the table says of the position after each move."""
    wins: list[int] = []
    losses: list[int] = []
    draws = False
    for move in position.legal_moves():
        after = position.play(move)
        over: Outcome | None = after.outcome()
        if over:
            (wins if over.winner is position.turn else losses).append(1)
        elif plies := said(after):
            (losses if plies % 2 else wins).append(plies + 1)
        else:
            draws = True
    return min(wins) if wins else DRAW if draws else max(losses)


def test_every_value_follows_from_the_values_after_each_move() -> None:
    values = [(said(position), followed(position)) for position in met(250)]
    assert [one for one, _ in values] == [other for _, other in values]
    assert {1, DRAW} <= {plies for _, plies in values}
    assert any(plies and plies % 2 == 0 for _, plies in values)
