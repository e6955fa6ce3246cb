"""The integer view of Qawale says what the rulebook view says."""

import random
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from tetrad.kernels.fast import qawale as kernel
from tetrad.kernels.fast import qawale_wins as wins
from tetrad.position import Player
from tetrad.rules.qawale import INDEX, NEIGHBOURS, SQUARES, Move, Qawale

PLAYER = {kernel.FIRST: Player.FIRST, kernel.SECOND: Player.SECOND}
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


def test_positions_survive_encoding_and_decoding() -> None:
    for position in games(2000, seed=1):
        assert kernel.decode(kernel.encode(position)) == position


def test_a_code_lists_pebbles_and_ends_of_stacks_from_a1() -> None:
    after = Qawale.start().play("a1nes")
    assert str(after) == "00,x2,00/x4/0,0,x2/x,1,x,00 2"
    pebbles, ends = kernel.encode(after)
    assert pebbles == 1
    assert f"{ends:b}"[::-1] == "1" + "01" + "1" + "001" + "01" + "01" + "11" + "1111" + "00111001"


def test_legal_actions_are_the_legal_moves_in_the_same_order() -> None:
    for position in games(2000, seed=2):
        actions = kernel.legal_actions(kernel.encode(position))
        moves = position.legal_moves()
        assert actions == [kernel.action_of(move) for move in moves]
        assert tuple(kernel.move_of(action) for action in actions) == moves


def test_applying_an_action_plays_the_move() -> None:
    rng = random.Random(3)
    for position in games(500, seed=3):
        for move in rng.sample(position.legal_moves(), min(4, len(position.legal_moves()))):
            code = kernel.apply(kernel.encode(position), kernel.action_of(move))
            assert code == kernel.encode(Qawale(position.sow(move)))


def test_a_game_ends_where_the_rulebook_ends_it() -> None:
    for position in games(2000, seed=4):
        outcome, code = position.outcome(), kernel.encode(position)
        assert kernel.is_over(code) == (outcome is not None)
        owner = kernel.winner(code)
        assert (None if owner is None else PLAYER[owner]) == (outcome and outcome.winner)


def test_lines_of_both_players_win_for_the_one_who_has_just_sown() -> None:
    both = Qawale.parse("2,2,2,2/1,1,1,1/x4/00000000,x3 1")
    assert kernel.winner(kernel.encode(both)) == kernel.SECOND


def can_win_by_trying(position: Qawale) -> bool:
    mover, code = position.turn.value, kernel.encode(position)
    player = kernel.FIRST if mover == 1 else kernel.SECOND
    return any(
        kernel.lined(kernel.board_of(kernel.apply(code, action))[1], player)
        for action in kernel.legal_actions(code)
    )


def test_the_table_of_wins_agrees_with_trying_every_sowing() -> None:
    seen = {True: 0, False: 0}
    for position in games(600, seed=5):
        if position.outcome() is None:
            answer = wins.can_win_now(kernel.encode(position))
            assert answer == can_win_by_trying(position), position
            seen[answer] += 1
    assert min(seen.values()) > 100


@pytest.mark.parametrize("text", TALL)
def test_stacks_of_any_height_can_be_sown(text: str) -> None:
    position = Qawale.parse(text)
    code = kernel.encode(position)
    assert kernel.decode(code) == position
    assert kernel.legal_actions(code) == [kernel.action_of(m) for m in position.legal_moves()]
    assert wins.can_win_now(code) == can_win_by_trying(position)


def test_the_tallest_stack_there_can_be_is_sown_pebble_by_pebble() -> None:
    stacks = ["0" * 8 + "12" * 7 + "1"] + [""] * 15
    position = Qawale(tuple(stacks))
    path = "nesw" * 6
    code = kernel.apply(kernel.encode(position), kernel.action_of(Move("a1", path)))
    assert kernel.decode(code) == position.play(Move("a1", path))
    gathered = Qawale(("0" * 8 + "12" * 8,) + ("",) * 15)
    assert kernel.decode(kernel.encode(gathered)) == gathered
    assert kernel.is_over(kernel.encode(gathered))


def test_tall_hands_are_worked_out_like_the_kept_ones() -> None:
    table, words = wins.wins_table(), np.empty(3, np.int64)
    rng = random.Random(6)
    for _ in range(300):
        hand, origin = rng.randrange(2, wins.KEPT), rng.randrange(16)
        wins.tall_words(hand, origin, words)
        at = 48 * hand + 3 * origin
        assert (words == table[at : at + 3]).all()


def turned(position: Qawale, turn: int) -> Qawale:
    return Qawale(tuple(position.stacks[square] for square in kernel.TURNED[turn]))


def test_the_eight_symmetric_positions_share_their_canonical_code() -> None:
    for position in games(200, seed=7):
        codes = {kernel.canonical(kernel.encode(turned(position, turn))) for turn in range(8)}
        assert len(codes) == 1
        assert codes <= {kernel.encode(turned(position, turn)) for turn in range(8)}


def test_the_symmetries_keep_neighbours_together() -> None:
    assert len({tuple(row) for row in kernel.TURNED}) == 8
    for row, square in product(kernel.TURNED, SQUARES):
        beside = {SQUARES[row[INDEX[other]]] for other in NEIGHBOURS[square].values()}
        assert beside == set(NEIGHBOURS[SQUARES[row[INDEX[square]]]].values())


def test_different_positions_have_different_hashes() -> None:
    codes = {kernel.encode(position) for position in games(2000, seed=8)}
    assert len({kernel.hash_code(code) for code in codes}) == len(codes)


@pytest.mark.parametrize(("depth", "leaves"), [*enumerate((1, 40, 2_176, 143_712, 11_129_088))])
def test_perft_counts_the_published_leaves(depth: int, leaves: int) -> None:
    assert kernel.perft(kernel.encode(Qawale.start()), depth) == leaves


def leaves_by_the_rulebook(position: Qawale, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(leaves_by_the_rulebook(position.play(m), depth - 1) for m in position.legal_moves())


def test_perft_expands_no_finished_game() -> None:
    rng = random.Random(9)
    endings = [position for position in games(400, seed=9) if len("".join(position.stacks)) >= 19]
    for position in rng.sample(endings, 12):
        assert kernel.perft(kernel.encode(position), 1) == leaves_by_the_rulebook(position, 1)
        assert kernel.perft(kernel.encode(position), 9) == 0
    nearly_won = Qawale.parse("00,x2,00/1,1,1,x/x4/00,2,2,002 1")
    assert kernel.perft(kernel.encode(nearly_won), 2) == leaves_by_the_rulebook(nearly_won, 2)


def test_a_game_with_fewer_pebbles_ends_earlier() -> None:
    code = kernel.encode(Qawale.start())
    assert kernel.perft(code, 2, pebbles_each=1) == 2_176
    assert kernel.perft(code, 3, pebbles_each=1) == 0


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(10))
def test_the_two_views_agree_over_a_hundred_thousand_positions(part: int) -> None:
    """Of the moves, hundreds a position, a sample is played."""
    rng = random.Random(part)
    for position in games(10_000, seed=100 + part):
        code, moves, outcome = kernel.encode(position), position.legal_moves(), position.outcome()
        assert str(kernel.decode(code)) == str(position)
        assert kernel.legal_actions(code) == [kernel.action_of(move) for move in moves]
        assert kernel.is_over(code) == (outcome is not None)
        owner = kernel.winner(code)
        assert (None if owner is None else PLAYER[owner]) == (outcome and outcome.winner)
        for move in rng.sample(moves, min(8, len(moves))):
            after = kernel.apply(code, kernel.action_of(move))
            assert str(kernel.decode(after)) == str(position.play(move))
