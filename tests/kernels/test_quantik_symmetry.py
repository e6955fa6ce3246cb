import random
from itertools import permutations

import pytest

from tetrad.kernels import quantik as kernel
from tetrad.kernels import quantik_symmetry as symmetry
from tetrad.kernels.quantik import Code


def random_code(rng: random.Random) -> Code:
    code, plies = (0, 0), rng.randrange(17)
    for _ in range(plies):
        actions = kernel.legal_actions(code)
        if not actions:
            break
        code = kernel.apply(code, rng.choice(actions))
    return code


def relabelled(code: Code, squares: list[int], shapes: tuple[int, ...]) -> Code:
    mine, theirs = (
        sum(1 << 16 * shapes[a // 16] + squares[a % 16] for a in kernel.members(word))
        for word in code
    )
    return mine, theirs


def board_maps() -> list[list[int]]:
    """The 128 maps, found by trying which row and column permutations keep the regions."""
    maps = []
    for rows in permutations(range(4)):
        for columns in permutations(range(4)):
            square = [4 * rows[s // 4] + columns[s % 4] for s in range(16)]
            regions = {frozenset((t // 8, t % 4 // 2) for t in square[i : i + 2]) for i in (0, 2)}
            if all(len(r) == 1 for r in regions) and rows[0] // 2 == rows[1] // 2:
                maps += [square, [square[4 * (s % 4) + s // 4] for s in range(16)]]
    return maps


def test_there_are_128_maps_of_the_board() -> None:
    assert len({tuple(squares) for squares in board_maps()}) == 128


def test_all_3072_symmetric_positions_share_one_key() -> None:
    rng = random.Random(5)
    for _ in range(4):
        code = random_code(rng)
        keys = {
            symmetry.key(relabelled(code, squares, shapes))
            for squares in board_maps()
            for shapes in permutations(range(4))
        }
        assert len(keys) == 1


def test_the_key_is_the_smallest_number_of_all_images() -> None:
    rng = random.Random(6)
    for _ in range(40):
        code = random_code(rng)
        assert symmetry.key(code) == min(
            _plain_key(relabelled(code, squares, (0, 1, 2, 3))) for squares in board_maps()
        )


def _plain_key(code: Code) -> int:
    boards = [[word >> 16 * shape & 0xFFFF for word in code] for shape in range(4)]
    sets = [[symmetry.SETS.index(board) for board in each] for each in boards]
    lanes = sorted(symmetry.NUMBER[mine, theirs] for mine, theirs in sets)
    return sum(pattern << 11 * (3 - place) for place, pattern in enumerate(lanes))


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_positions_that_no_symmetry_joins_have_different_keys(depth: int) -> None:
    assert len(_classes(depth)) == len(_classes_by_force(depth))


def _codes(depth: int) -> set[Code]:
    codes: set[Code] = {(0, 0)}
    for _ in range(depth):
        codes = {kernel.apply(code, a) for code in codes for a in kernel.legal_actions(code)}
    return codes


def _classes(depth: int) -> set[int]:
    return {symmetry.key(code) for code in _codes(depth)}


def _classes_by_force(depth: int) -> set[Code]:
    left, leaders = _codes(depth), set()
    while left:
        leader = left.pop()
        leaders.add(leader)
        left -= {
            relabelled(leader, squares, shapes)
            for squares in board_maps()
            for shapes in permutations(range(4))
        }
    return leaders


@pytest.mark.parametrize("seed", range(3))
def test_the_canonical_position_is_symmetric_to_the_original(seed: int) -> None:
    code = random_code(random.Random(seed))
    images = {
        relabelled(code, squares, shapes)
        for squares in board_maps()
        for shapes in permutations(range(4))
    }
    assert symmetry.symmetries(code) == sorted(images)
    assert symmetry.canonical(code) in images
    assert symmetry.canonical(symmetry.canonical(code)) == symmetry.canonical(code)
