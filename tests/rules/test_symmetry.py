import random
from itertools import permutations

import pytest

from tetrad.kernels import quantik as kernel
from tetrad.kernels import quantik_symmetry as symmetry
from tetrad.position import AnyPosition
from tetrad.rules import GAMES, qawale, qomet
from tetrad.rules.quantik import Piece, Quantik
from tetrad.rules.symmetry import quantik_maps, square_maps


def random_positions(game: str, number: int) -> list[AnyPosition]:
    rng = random.Random(game)
    positions = []
    for _ in range(number):
        position = GAMES[game].start()
        for _ in range(rng.randrange(12)):
            if moves := position.legal_moves():
                position = position.play(rng.choice(moves))
        positions.append(position)
    return positions


@pytest.mark.parametrize("game", GAMES)
def test_the_first_of_the_first_is_itself(game: str) -> None:
    for position in random_positions(game, 40):
        first = position.canonical()
        assert first.canonical() == first
        assert type(first).parse(str(first)) == first
        assert first.turn is position.turn


@pytest.mark.parametrize("game", GAMES)
def test_positions_that_play_alike_have_successors_that_play_alike(game: str) -> None:
    for position in random_positions(game, 12):
        first = position.canonical()
        one, other = (
            sorted(str(each.play(move).canonical()) for move in each.legal_moves())
            for each in (position, first)
        )
        assert one == other


def test_quantik_positions_are_alike_if_their_keys_are_equal() -> None:
    positions = [p for p in random_positions("quantik", 400) if isinstance(p, Quantik)]
    keys = [symmetry.key(kernel.encode(position)) for position in positions]
    leaders = [str(position.canonical()) for position in positions]
    assert len(set(keys)) == len(set(leaders)) == len(set(zip(keys, leaders, strict=True)))


def test_all_relabelled_and_turned_quantik_positions_have_one_leader() -> None:
    (position,) = [p for p in random_positions("quantik", 9)[-1:] if isinstance(p, Quantik)]
    leaders = set()
    for squares in quantik_maps()[::7]:
        for names in permutations("ABCD"):
            new = dict(zip("ABCD", names, strict=True))
            pieces = [p and Piece(p.owner, new[p.shape]) for p in position.spaces]
            leaders.add(Quantik(tuple(pieces[s] for s in squares)).canonical())
    assert len(leaders) == 1


@pytest.mark.parametrize("squares", [qawale.SQUARES, qomet.SQUARES])
def test_a_square_board_has_eight_symmetries(squares: tuple[str, ...]) -> None:
    maps = square_maps(squares)
    assert len(set(maps)) == 8
    assert all(sorted(each) == list(range(len(squares))) for each in maps)
