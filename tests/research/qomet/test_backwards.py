"""The table of Qomet positions: each of its steps against the rulebook view.

Whole tables take minutes. The quick tests fill a table of the right size with random words, which
exercises every rule about words just as well, and judge single positions by it.
"""

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from research.qomet import backwards
from research.qomet.backwards import TO_DO
from tetrad.kernels.fast import qomet as kernel
from tetrad.kernels.qomet import SPACES, decode, encode
from tetrad.kernels.qomet_board import UNDO_MOVES
from tetrad.position import Player
from tetrad.rules.qomet import Move, Qomet
from tetrad.solvers.qomet import index as plain_index
from tetrad.solvers.qomet import index_arrays
from tetrad.solvers.qomet.coder import OVER, PLIES, UNDO, WITH_UNDO
from tetrad.solvers.qomet.index_arrays import Array, Index

EACH = 3


@cache
def index(each: int = EACH) -> Index:
    return index_arrays.build(each)


@cache
def random_words(odd: bool) -> Array:
    """Words as an odd pass may find them, with few losses; or an even one, with nearly all won."""
    rng = np.random.default_rng(1)
    share, parity = (0.04, 0) if odd else (0.97, 1)
    numbers = 2 * rng.integers(1, 5, (2, index().total)) + parity
    plies, with_undo = numbers * (rng.random((2, index().total)) < share)
    undo = rng.integers(0, 65, index().total)
    words = plies | np.where(undo, with_undo, 0) << WITH_UNDO | undo << UNDO
    return np.asarray(words.astype(np.uint32))


def few_stars(position: Qomet) -> bool:
    return all(position.stars.count(player) <= EACH for player in Player)


def moves_of(position: Qomet) -> list[Move]:
    """The legal moves in a game with fewer stars."""
    return [move for move in position.legal_moves() if few_stars(position.play(move))]


def random_positions(count: int, seed: int) -> list[Qomet]:
    """Positions of random games with few stars, with more pushes than chance would bring."""
    rng = random.Random(seed)
    positions = [Qomet.start()]
    while len(positions) < count:
        position = positions[-1]
        moves = moves_of(position)
        pushes = [move for move in moves if position.play(move).forbidden]
        if not moves or rng.random() < 0.02:
            positions.append(Qomet.start())
        else:
            positions.append(
                position.play(rng.choice(pushes if rng.random() < 0.5 and pushes else moves))
            )
    return positions


def stars_of(position: Qomet) -> tuple[int, int]:
    key = kernel.key_of(encode(position))
    return key & SPACES, key >> 25 & SPACES


def word_says(words: Array, position: Qomet) -> int:
    """Plies by a table, read with the plain functions of the index."""
    entry, undo = plain_index.number(EACH, kernel.key_of(encode(position)))
    word = int(words[entry])
    if undo and word >> UNDO & 127 == undo:
        return word >> WITH_UNDO & PLIES
    return word & PLIES


def plies_by_moves(words: Array, position: Qomet, turn: int) -> int:
    """`turn` if the moves of a position, as known before that pass, decide it, else 0."""
    answers = []
    for move in moves_of(position):
        after = position.play(move)
        if (outcome := after.outcome()) is not None:
            answers.append(2 if outcome.winner is position.turn else 1)
        else:
            plies = word_says(words, after)
            answers.append(plies if plies < turn else 0)
    wins = any(plies and plies % 2 == 0 for plies in answers)
    loses = all(plies % 2 == 1 for plies in answers)
    return turn if (wins if turn % 2 else loses) else 0


def undos_of(position: Qomet) -> list[int]:
    """The pushes of the opponent's stars that a last turn can have forbidden."""
    moves = [move for move in moves_of(position) if move in UNDO_MOVES and move.target]
    pushed = [move for move in moves if position.at(str(move.target)) is position.turn.other]
    return [UNDO_MOVES.index(move) for move in pushed]


@pytest.mark.parametrize("turn", [9, 10])
def test_a_pass_decides_what_follows_from_the_moves_whatever_undo_is_forbidden(turn: int) -> None:
    words = random_words(turn % 2 == 1)
    seen = set()
    for position in random_positions(50, seed=turn):
        mine, theirs = stars_of(position)
        if position.outcome() or kernel.can_win(mine, theirs, 0, EACH):
            continue
        free = replace(position, forbidden=None)
        word = backwards.judged(index(), words, *stars_of(free), 0, turn)
        assert word & PLIES == plies_by_moves(words, free, turn)
        for undo in undos_of(free):
            bound = replace(free, forbidden=UNDO_MOVES[undo])
            assert backwards.plies_of(word, undo) == plies_by_moves(words, bound, turn)
        seen.add((word & PLIES, word >> UNDO > 0))
    assert {(0, False), (turn, False)} <= seen


def test_the_undo_that_decides_is_kept_and_judged_again_in_later_passes() -> None:
    words, kept = random_words(True), 0
    for position in random_positions(800, seed=5):
        mine, theirs = stars_of(position)
        word = 0 if position.outcome() else backwards.judged(index(), words, mine, theirs, 0, 5)
        if undo := word >> UNDO & 127:
            kept += 1
            bound = replace(position, forbidden=UNDO_MOVES[undo])
            again = backwards.judged(index(), words, mine, theirs, word, 9)
            assert again & PLIES == 5
            assert backwards.plies_of(again, undo) == plies_by_moves(words, bound, 9)
    assert kept > 3


def test_every_position_is_marked_by_the_positions_that_its_moves_lead_to() -> None:
    words = np.zeros(index().total, dtype=np.uint32)
    for position in random_positions(120, seed=20):
        entry, _ = plain_index.number(EACH, kernel.key_of(encode(position)))
        for move in moves_of(position)[::5]:
            after = position.play(move)
            if not after.outcome():
                words[entry] = 0
                backwards.touch_before(index(), words, *stars_of(after))
                assert words[entry] == TO_DO


def test_all_entries_of_a_position_that_is_its_own_image_are_marked() -> None:
    """Two opposite stars look the same after half a turn, so the third has two places."""
    words = np.zeros(index().total, dtype=np.uint32)
    opposite, third = 1 << 0 | 1 << 4, 1 << 18
    assert kernel.image(opposite, 2) == opposite
    backwards.touch(index(), words, opposite, third)
    marked = [index_arrays.position(index(), entry)[1] for entry in np.nonzero(words)[0].tolist()]
    assert len(marked) == 2
    assert kernel.image(marked[0], 2) == marked[1]


def test_nothing_that_is_complete_is_marked() -> None:
    complete = [3, OVER << UNDO, 3 | 5 << WITH_UNDO | 9 << UNDO]
    open_ones = [0, 3 | 9 << UNDO, 4 << WITH_UNDO | 9 << UNDO]
    assert [backwards.is_complete(word) for word in complete + open_ones] == [True] * 3 + [
        False
    ] * 3


def test_the_first_pass_finds_what_is_over_and_what_is_won_in_one_ply() -> None:
    three_and_one, numbers = 8 * 3 + 1, index(4)
    words = np.zeros(numbers.total, dtype=np.uint32)
    changed = backwards.first_pass(numbers, words, 3, 1)
    entries = range(numbers.offsets[three_and_one], numbers.offsets[three_and_one + 1])
    part = words[entries.start : entries.stop]
    assert changed == np.count_nonzero(part) == np.count_nonzero(part & PLIES == 1)
    for entry in random.Random(22).choices(entries, k=100):
        position = decode(key_at(numbers, entry))
        ends = [position.play(move).outcome() for move in position.legal_moves()]
        wins = any(end and end.winner is position.turn for end in ends)
        assert words[entry] & PLIES == wins


def key_at(numbers: Index, entry: int) -> int:
    mine, theirs = index_arrays.position(numbers, entry)
    return mine | theirs << 25
