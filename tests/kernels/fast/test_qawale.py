"""Compiled sowings of Qawale say what the rulebook view says."""

import random
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from tetrad.kernels import qawale
from tetrad.kernels.fast import qawale as kernel
from tetrad.kernels.fast import qawale_wins as wins
from tetrad.kernels.qawale import Code, move_of_sowing, sowing_of
from tetrad.rules.qawale import INDEX, NEIGHBOURS, SQUARES, Move, Qawale

TALL = (
    "000102210100212,x3/x4/x4/1,2,0,1 2",
    "x4/x,00010211202012,x2/x4/0,0,x,1 2",
    "0,1,x,2/x,1,1020012121200,x/x,0,x,0/x3,2 1",
)


def games(count: int, seed: int) -> Iterator[Qawale]:
    """The positions of so many plies of random play, finished ones included."""
    rng = random.Random(seed)
    position = Qawale.start()
    for _ in range(count):
        yield position
        moves = position.legal_moves()
        position = position.play(rng.choice(moves)) if moves else Qawale.start()


def sowings(code: Code) -> list[int]:
    return [int(sowing) for sowing in kernel.actions_of(*kernel.board_of(code))]


def sown(code: Code, sowing: int) -> Code:
    board, tops, mover = kernel.board_of(code)
    kernel.sow(board, tops, sowing, mover)
    pebbles, ends = kernel.pack(board, kernel.TURNED[0])
    return int(pebbles), int(ends)


def test_sowings_are_the_legal_moves_in_the_same_order() -> None:
    for position in games(2000, seed=2):
        if moves := position.legal_moves():
            numbers = sowings(qawale.encode(position))
            assert numbers == [sowing_of(move) for move in moves]
            assert tuple(move_of_sowing(number) for number in numbers) == moves


def test_sowing_plays_the_move() -> None:
    rng = random.Random(3)
    for position in games(500, seed=3):
        for move in rng.sample(position.legal_moves(), min(4, len(position.legal_moves()))):
            code = sown(qawale.encode(position), sowing_of(move))
            assert code == qawale.encode(Qawale(position.sow(move)))


def test_the_visible_pebbles_have_a_line_where_the_rulebook_sees_one() -> None:
    for position in games(2000, seed=4):
        outcome = position.outcome()
        tops = kernel.board_of(qawale.encode(position))[1]
        lined = kernel.lined(tops, kernel.FIRST) or kernel.lined(tops, kernel.SECOND)
        assert bool(lined) == (outcome is not None and outcome.winner is not None)


def can_win_by_trying(position: Qawale) -> bool:
    code = qawale.encode(position)
    mover = kernel.board_of(code)[2]
    return any(
        kernel.lined(kernel.board_of(sown(code, sowing))[1], mover) for sowing in sowings(code)
    )


def test_the_table_of_wins_agrees_with_trying_every_sowing() -> None:
    seen = {True: 0, False: 0}
    for position in games(600, seed=5):
        if position.outcome() is None:
            answer = wins.can_win_now(qawale.encode(position))
            assert answer == can_win_by_trying(position), position
            seen[answer] += 1
    assert min(seen.values()) > 100


@pytest.mark.parametrize("text", TALL)
def test_stacks_of_any_height_can_be_sown(text: str) -> None:
    position = Qawale.parse(text)
    code = qawale.encode(position)
    assert qawale.decode(code) == position
    assert sowings(code) == [sowing_of(move) for move in position.legal_moves()]
    assert wins.can_win_now(code) == can_win_by_trying(position)


def test_the_tallest_stack_there_can_be_is_sown_pebble_by_pebble() -> None:
    stacks = ["0" * 8 + "12" * 7 + "1"] + [""] * 15
    position = Qawale(tuple(stacks))
    path = "nesw" * 6
    code = sown(qawale.encode(position), sowing_of(Move("a1", path)))
    assert qawale.decode(code) == position.play(Move("a1", path))


def test_tall_hands_are_worked_out_like_the_kept_ones() -> None:
    table, words = wins.wins_table(), np.empty(3, np.int64)
    rng = random.Random(6)
    for _ in range(300):
        hand, origin = rng.randrange(2, wins.KEPT), rng.randrange(16)
        wins.tall_words(hand, origin, words)
        at = 48 * hand + 3 * origin
        assert (words == table[at : at + 3]).all()


def test_the_smallest_code_is_the_canonical_one() -> None:
    for position in games(200, seed=7):
        code = qawale.encode(position)
        assert kernel.smallest(kernel.board_of(code)[0]) == qawale.canonical(code)


def test_the_symmetries_keep_neighbours_together() -> None:
    assert len({tuple(row) for row in kernel.TURNED}) == 8
    for row, square in product(kernel.TURNED, SQUARES):
        beside = {SQUARES[row[INDEX[other]]] for other in NEIGHBOURS[square].values()}
        assert beside == set(NEIGHBOURS[SQUARES[row[INDEX[square]]]].values())


def test_different_positions_have_different_hashes() -> None:
    codes = {qawale.encode(position) for position in games(2000, seed=8)}
    assert len({kernel.mixed(*code) for code in codes}) == len(codes)


@pytest.mark.parametrize(("depth", "leaves"), [*enumerate((1, 40, 2_176, 143_712, 11_129_088))])
def test_perft_counts_the_published_leaves(depth: int, leaves: int) -> None:
    assert kernel.perft(qawale.encode(Qawale.start()), depth) == leaves


def leaves_by_the_rulebook(position: Qawale, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(leaves_by_the_rulebook(position.play(m), depth - 1) for m in position.legal_moves())


def test_perft_expands_no_finished_game() -> None:
    rng = random.Random(9)
    endings = [position for position in games(400, seed=9) if len("".join(position.stacks)) >= 19]
    for position in rng.sample(endings, 12):
        assert kernel.perft(qawale.encode(position), 1) == leaves_by_the_rulebook(position, 1)
        assert kernel.perft(qawale.encode(position), 9) == 0
    nearly_won = Qawale.parse("00,x2,00/1,1,1,x/x4/00,2,2,002 1")
    assert kernel.perft(qawale.encode(nearly_won), 2) == leaves_by_the_rulebook(nearly_won, 2)


def test_a_game_with_fewer_pebbles_ends_earlier() -> None:
    code = qawale.encode(Qawale.start())
    assert kernel.perft(code, 2, pebbles_each=1) == 2_176
    assert kernel.perft(code, 3, pebbles_each=1) == 0


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(10))
def test_the_two_views_agree_over_a_hundred_thousand_positions(part: int) -> None:
    """Of the moves, hundreds a position, a sample is played."""
    rng = random.Random(part)
    for position in games(10_000, seed=100 + part):
        code, moves, outcome = qawale.encode(position), position.legal_moves(), position.outcome()
        assert str(qawale.decode(code)) == str(position)
        assert (qawale.winner(code) is not None) == (outcome is not None)
        if outcome is None:
            assert sowings(code) == [sowing_of(move) for move in moves]
        for move in rng.sample(moves, min(8, len(moves))):
            assert str(qawale.decode(sown(code, sowing_of(move)))) == str(position.play(move))
