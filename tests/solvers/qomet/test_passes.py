"""One byte per position: each step of a pass against the words that say more."""

import random
from functools import cache

import numpy as np
import pytest

from research.qomet import backwards
from tetrad.kernels.fast import qomet as kernel
from tetrad.kernels.qomet import SPACES, encode
from tetrad.position import Player
from tetrad.rules.qomet import Qomet
from tetrad.solvers.qomet import index_arrays, passes
from tetrad.solvers.qomet.coder import PLIES, UNDO, WITH_UNDO
from tetrad.solvers.qomet.index_arrays import Array, Index
from tetrad.solvers.qomet.passes import LOSS, LOST_WITH, NOTHING, WIN, WON_BUT, WON_LOST_WITH

EACH = 3


@cache
def index() -> Index:
    return index_arrays.build(EACH)


@cache
def random_codes(odd: bool) -> Array:
    """Codes as an odd pass may find them, with some losses; or an even one, with nearly all won."""
    rng = np.random.default_rng(1)
    undo = rng.integers(1, 65, index().total)
    kinds = np.stack([undo * 0, undo * 0 + WIN, undo * 0 + LOSS, LOST_WITH + undo, WON_BUT + undo])
    shares = (0.9, 0.0, 0.04, 0.03, 0.03) if odd else (0.02, 0.95, 0.0, 0.0, 0.03)
    chosen = rng.choice(5, index().total, p=shares)
    return np.asarray(kinds[chosen, np.arange(index().total)].astype(np.uint8))


def words_of(codes: Array) -> Array:
    """Words that say the same: won in three plies, lost in two."""
    undo = np.where(codes > 3, (codes.astype(np.int64) - 4) % 64 + 1, 0)
    won = (codes == WIN) | (codes > WON_BUT)
    lost_with = ((codes > LOST_WITH) & (codes <= WON_BUT)) | (codes > WON_LOST_WITH)
    plies = np.where(won, 3, np.where(codes == LOSS, 2, 0))
    return np.asarray((plies | undo << UNDO | lost_with * 2 << WITH_UNDO).astype(np.uint32))


def same(code: int, word: int) -> bool:
    """Whether code and word know the same with each undo forbidden, and with none."""
    kept = np.array([code], dtype=np.uint8)
    of_code = words_of(kept)
    return all(
        _value(backwards.plies_of(int(of_code[0]), undo)) == _value(backwards.plies_of(word, undo))
        for undo in range(65)
    )


def _value(plies: int) -> int:
    return NOTHING if plies == 0 else WIN if plies % 2 else LOSS


def random_positions(count: int) -> list[Qomet]:
    rng, positions = random.Random(2), [Qomet.start()]
    while len(positions) < count:
        moves = moves_of(positions[-1])
        fresh = not moves or rng.random() < 0.02
        positions.append(Qomet.start() if fresh else positions[-1].play(rng.choice(moves)))
    return positions


def moves_of(position: Qomet) -> list[str]:
    """The legal moves in a game with three stars per side."""
    after = ((str(move), position.play(move)) for move in position.legal_moves())
    return [move for move, child in after if all(child.stars.count(p) <= EACH for p in Player)]


def stars_of(position: Qomet) -> tuple[int, int]:
    key = kernel.key_of(encode(position))
    return key & SPACES, key >> 25 & SPACES


@pytest.mark.parametrize("turn", [5, 6])
def test_a_pass_finds_by_codes_what_it_finds_by_words(turn: int) -> None:
    codes = random_codes(turn % 2 == 1)
    words, changed, rng = words_of(codes), 0, random.Random(3)
    for position in random_positions(3_000):
        code = rng.choice([NOTHING, LOST_WITH + rng.randint(1, 64), WON_BUT + rng.randint(1, 64)])
        word = int(words_of(np.array([code]))[0])
        after = passes.judged(index(), codes, *stars_of(position), code, turn % 2 == 1)
        expected = backwards.judged(index(), words, *stars_of(position), word, turn)
        assert same(after, expected)
        if after != code:
            assert passes.word_with(word, after, turn) == expected
            changed += 1
    assert changed > 50


def test_a_code_is_complete_when_nothing_can_be_added() -> None:
    complete = [1, 2, 3, WON_LOST_WITH + 1, WON_LOST_WITH + 64]
    open_ones = [0, LOST_WITH + 1, LOST_WITH + 64, WON_BUT + 1, WON_BUT + 64]
    assert [passes.is_complete(code) for code in complete + open_ones] == [True] * 5 + [False] * 5


def test_every_position_before_a_change_is_marked() -> None:
    codes = np.zeros(index().total, dtype=np.uint8)
    for position in random_positions(150):
        entry, _ = index_arrays.number(index(), kernel.key_of(encode(position)))
        for move in moves_of(position)[::7]:
            marks = np.zeros(-(-index().total // 8), dtype=np.uint8)
            passes.mark_before(index(), codes, marks, *stars_of(position.play(move)))
            assert marks[entry // 8]


def test_judging_looks_at_marks_alone_and_notes_its_changes() -> None:
    codes = random_codes(odd=True).copy()
    before, groups = codes.copy(), -(-index().total // 8)
    marks, news = np.zeros(groups, dtype=np.uint8), np.zeros(groups, dtype=np.uint8)
    marks[1_000:1_100] = 1
    changed = passes.judge(index(), codes, marks, news, 0, index().total, 5, False)
    places = np.nonzero(codes != before)[0]
    assert changed == len(places) > 0
    assert set(places // 8) <= {*range(1_000, 1_100)}
    assert np.nonzero(np.unpackbits(news, bitorder="little"))[0].tolist() == places.tolist()
    assert not marks.any()


def test_words_are_put_together_from_the_changes_of_passes() -> None:
    words, news = np.zeros(16, dtype=np.uint32), np.array([0b101, 0b1], dtype=np.uint8)
    codes = np.array([WON_BUT + 7, LOST_WITH + 9, WIN], dtype=np.uint8)
    passes.add_to_words(words, news, codes, 4)
    later = np.array([WON_LOST_WITH + 7, WON_LOST_WITH + 9], dtype=np.uint8)
    passes.add_to_words(words, np.array([0b101, 0], dtype=np.uint8), later, 6)
    assert words[0] == 4 | 6 << WITH_UNDO | 7 << UNDO
    assert words[2] == 6 | 4 << WITH_UNDO | 9 << UNDO
    assert words[8] & PLIES == 4
