"""Qomet on integers says the same as the rulebook view, position by position."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from tetrad import Player
from tetrad.kernels.fast import qomet as kernel
from tetrad.kernels.qomet import KEY, LOST, SPACES, UNDO_SHIFT, WON, decode, encode
from tetrad.kernels.qomet_board import ACTION, ACTION_IMAGE, MOVES, UNDO_MOVES
from tetrad.rules.qomet import STARS_EACH, Move, Qomet


def games(positions: int, seed: int) -> Iterator[Qomet]:
    """Positions of random games; pushes are chosen more often than chance would."""
    rng = random.Random(seed)
    position = Qomet.start()
    for _ in range(positions):
        yield position
        moves = position.legal_moves()
        pushes = [
            move for move in moves if move.origin and move.target and position.at(move.target)
        ]
        if not moves or rng.random() < 0.01:
            position = Qomet.start()
        else:
            position = position.play(rng.choice(pushes if pushes and rng.random() < 0.4 else moves))


def check_agreement(position: Qomet) -> None:
    code = encode(position)
    moves = position.legal_moves()
    assert decode(code) == position
    assert tuple(MOVES[action] for action in kernel.legal_actions(code)) == moves
    outcome = position.outcome()
    assert kernel.winner(code) == (outcome.winner.value if outcome and outcome.winner else 0)
    after = [position.play(move) for move in moves]
    assert [kernel.apply(code, ACTION[move]) for move in moves] == [*map(encode, after)]
    mine, theirs, undo = triple(kernel.key_of(code))
    if not outcome:
        wins = any(end and end.winner is position.turn for end in (p.outcome() for p in after))
        assert kernel.can_win(mine, theirs, undo, STARS_EACH) == wins


def triple(key: int) -> tuple[int, int, int]:
    return key & SPACES, key >> 25 & SPACES, key >> UNDO_SHIFT


def test_codes_and_actions_agree_with_the_rulebook_in_random_games() -> None:
    for position in games(2_000, seed=1):
        check_agreement(position)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(10))
def test_codes_and_actions_agree_with_the_rulebook_in_many_random_games(part: int) -> None:
    for position in games(10_000, seed=100 + part):
        check_agreement(position)


def test_the_random_games_reach_forbidden_undos_full_boxes_and_both_results() -> None:
    positions = [*games(2_000, seed=1)]
    assert sum(position.forbidden is not None for position in positions) > 100
    assert sum(position.stars.count(Player.FIRST) == STARS_EACH for position in positions) > 100
    assert {end.winner for end in (p.outcome() for p in positions) if end} == {*Player}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (".../.../.../......./.../.../... 1 -", 0),
        (".../.../.../...1.../.../.../... 2 -", 1 << 57 | 1 << 24),
        (".../.../.2./...1.../.../.../... 1 -", 1 << 25 | 1 << 24),
    ],
)
def test_the_worked_examples_have_the_codes_that_the_layout_shows(text: str, code: int) -> None:
    assert encode(Qomet.parse(text)) == code


def test_there_are_129_actions_and_64_undos() -> None:
    assert len(MOVES) == len(ACTION) == 129
    assert len(UNDO_MOVES) == 65
    assert ACTION[Move(None, "d4")] == 12
    assert ACTION[Move(None, "d5")] == 17


@pytest.mark.parametrize(
    ("depth", "leaves"), [(0, 1), (1, 25), (2, 600), (3, 16_280), (4, 427_520), (5, 12_306_704)]
)
def test_the_move_tree_has_the_known_number_of_leaves(depth: int, leaves: int) -> None:
    assert kernel.leaves_of(0, depth) == (leaves, 0)


def leaves_by_the_rulebook(position: Qomet, depth: int) -> tuple[int, int]:
    if depth == 0:
        return 1, int(position.outcome() is not None)
    below = [
        leaves_by_the_rulebook(position.play(move), depth - 1) for move in position.legal_moves()
    ]
    return sum(leaves for leaves, _ in below), sum(finished for _, finished in below)


def test_leaves_are_counted_as_by_the_rulebook_from_positions_near_the_end() -> None:
    near = [p for p in games(300, seed=3) if min(map(p.stars.count, Player)) >= 4]
    for position in near[:12]:
        assert kernel.leaves_of(encode(position), 2) == leaves_by_the_rulebook(position, 2)


def test_the_children_of_a_key_are_the_positions_after_its_actions() -> None:
    keys = np.empty(kernel.MOST_ACTIONS, np.int64)
    for position in games(500, seed=4):
        code = encode(position)
        actions = kernel.legal_actions(code)
        if len(actions):
            found = kernel.children(kernel.key_of(code), STARS_EACH, keys, 0)
            after = sorted(kernel.key_of(kernel.apply(code, action)) for action in actions)
            assert sorted(key & KEY for key in keys[:found].tolist()) == after


def test_children_are_marked_when_the_move_ends_the_game() -> None:
    keys = np.empty(kernel.MOST_ACTIONS, np.int64)
    for position in games(500, seed=5):
        key = kernel.key_of(encode(position))
        if not position.outcome():
            found = kernel.children(key, STARS_EACH, keys, 0)
            for child in keys[:found].tolist():
                won, lost = bool(child & WON), bool(child & LOST)
                assert lost == kernel.has_square(child & SPACES)
                assert won == (not lost and kernel.has_square(child >> 25 & SPACES))


def test_every_symmetry_maps_legal_actions_to_legal_actions() -> None:
    for position in games(200, seed=6):
        code = encode(position)
        for symmetry in range(8):
            image = kernel.image(code, symmetry)
            here = {ACTION_IMAGE[129 * symmetry + a] for a in kernel.legal_actions(code)}
            assert here == {*kernel.legal_actions(image)}
            for action in kernel.legal_actions(code):
                there = kernel.apply(image, ACTION_IMAGE[129 * symmetry + action])
                assert there == kernel.image(kernel.apply(code, action), symmetry)


def test_positions_that_look_alike_share_one_canonical_form() -> None:
    for position in games(500, seed=7):
        code = encode(position)
        images = [kernel.image(code, symmetry) for symmetry in range(8)]
        assert {kernel.canonical(image) for image in images} == {min(images)}
        assert kernel.image(code, kernel.to_canonical(code)) == min(images)


def test_no_two_positions_of_random_games_have_the_same_hash() -> None:
    codes = {encode(position) for position in games(2_000, seed=8)}
    assert len({kernel.spread(code) for code in codes}) == len(codes)
    assert all(kernel.spread(code) >= 0 for code in codes)


def test_the_spaces_that_complete_a_square_are_those_that_make_one() -> None:
    rng = random.Random(9)
    for _ in range(2_000):
        stars = sum(1 << bit for bit in rng.sample(range(25), rng.randrange(2, 8)))
        if not kernel.has_square(stars):
            spaces = [
                b for b in range(25) if not stars >> b & 1 and kernel.has_square(stars | 1 << b)
            ]
            assert kernel.completing(stars) == sum(1 << bit for bit in spaces)
