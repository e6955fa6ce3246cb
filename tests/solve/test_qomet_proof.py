"""The proof that FIRST wins Qomet, and proofs that must be refused."""

from dataclasses import replace
from functools import cache

import pytest

from tetrad.position import InvalidNotationError
from tetrad.rules.qomet import Qomet
from tetrad.solve import qomet_proof
from tetrad.solve.qomet_proof import PATH, Proof, ProofError, check, read, views, write


@cache
def shipped() -> Proof:
    return read(PATH.read_text())


@cache
def small() -> Proof:
    """The part of the proof that follows one late position."""
    start = next(view for view, (_, plies) in shipped().moves.items() if plies == 7)
    part, waiting = {}, [start]
    while waiting:
        found = shipped().find(waiting.pop())
        if found and found[0] not in part:
            view, move, plies = found
            part[view] = (move, plies)
            waiting += qomet_proof._replies(view, move)
    return Proof(start, 7, part)


@pytest.mark.nightly
@pytest.mark.timeout(1200)
def test_first_wins_qomet_in_17_plies_by_the_rules_alone() -> None:
    assert (shipped().start, shipped().plies) == (Qomet.start(), 17)
    assert check(shipped()) > len(shipped().moves)


def test_a_part_of_the_proof_is_accepted() -> None:
    assert check(small()) > len(small().moves) > 2


def test_proofs_are_read_as_they_were_written() -> None:
    assert read(write(small())) == small()
    assert write(shipped()) == PATH.read_text()


def test_every_move_of_the_proof_is_legal() -> None:
    for position, (move, plies) in shipped().moves.items():
        assert position.objection(move) is None
        assert plies % 2 == 1


def test_a_position_has_eight_views_and_all_find_the_same_entry() -> None:
    position = next(view for view, (_, plies) in shipped().moves.items() if plies == 9)
    found = {shipped().find(view) for view in views(position)}
    assert len({*views(position)}) == 8
    assert found == {(position, *shipped().moves[position])}


def test_a_missing_reply_is_refused() -> None:
    *_, last = small().moves
    rest = {view: entry for view, entry in small().moves.items() if view != last}
    with pytest.raises(ProofError, match="no move for"):
        check(replace(small(), moves=rest))


def test_a_wrong_move_is_refused() -> None:
    start = small().start
    right, plies = small().moves[start]
    for wrong in start.legal_moves()[:6]:
        if wrong != right:
            with pytest.raises(ProofError, match=r"no move for|lets the opponent win"):
                check(replace(small(), moves=small().moves | {start: (wrong, plies)}))


def test_an_illegal_move_is_refused() -> None:
    start = small().start
    taken = next(square for square in ("d4", "c3", "c4", "c5") if start.at(square))
    illegal = start.parse_move(f"@{taken}")
    with pytest.raises(ValueError, match="not legal"):
        check(replace(small(), moves=small().moves | {start: (illegal, 7)}))


def test_plies_that_do_not_fall_are_refused() -> None:
    """Such a proof could go in a circle."""
    slow = {view: (move, 7) for view, (move, _) in small().moves.items()}
    with pytest.raises(ProofError, match="7 plies where 5 are left"):
        check(replace(small(), moves=slow))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[Proof "1"]', '[Proof "2"]'),
        ('[Game "qomet"]', '[Game "chess"]'),
        ('[Plies "17"]\n', ""),
        ('[Positions "2217"]', '[Positions "2218"]'),
        ("@d4 17", "@d4"),
        ("@d4 17", "@d4 many"),
        ("@d4 17", "@z9 17"),
        ("......./.../.../... 1 - @d4", "....../.../.../... 1 - @d4"),
    ],
)
def test_a_damaged_text_is_refused(old: str, new: str) -> None:
    text = PATH.read_text()
    assert old in text
    with pytest.raises((ProofError, InvalidNotationError)):
        read(text.replace(old, new, 1))


def test_a_truncated_text_is_refused() -> None:
    text = PATH.read_text()
    for end in (0, 20, 200, len(text) // 2, len(text) - 2):
        with pytest.raises((ProofError, InvalidNotationError)):
            read(text[:end])
