"""Certificates that nobody can force a line of Qawale are checked move by move."""

import gzip
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from research.qawale.draws import main, parse, prove
from tetrad.position import Player
from tetrad.rules.qawale import SQUARES, Qawale
from tetrad.solvers.proofs import wins as certificate
from tetrad.solvers.proofs.draws import (
    TITLE,
    Holding,
    Replies,
    Walk,
    can_complete,
    check,
    read,
    written,
)
from tetrad.solvers.proofs.wins import CertificateError
from tetrad.solvers.qawale.solver import Solver
from tetrad.solvers.solution import Limits

PROOFS = Path(__file__).parents[3] / "docs" / "proofs"
FIRST_BY_7 = Holding(Player.FIRST, 7)
SAMPLE = Holding(Player.SECOND, 12, 2)

Proof = tuple[Holding, dict[str, str]]


@pytest.fixture(scope="module")
def proof() -> Proof:
    return FIRST_BY_7, prove(FIRST_BY_7, PROOFS)


@pytest.fixture(scope="module")
def sample() -> Proof:
    return SAMPLE, prove(SAMPLE, PROOFS)


@pytest.fixture(scope="module")
def shipped() -> list[tuple[Holding, Replies]]:
    lines = gzip.decompress(certificate.shipped("qawale").read_bytes()).decode().splitlines()
    return list(read(lines))


def test_the_shipped_certificate_has_the_smallest_game_whole_and_samples_of_the_real_one(
    shipped: list[tuple[Holding, Replies]],
) -> None:
    whole = {(claim.attacker, claim.last_ply) for claim, _ in shipped if not claim.lines}
    assert whole >= {(Player.FIRST, 7), (Player.SECOND, 8)}
    sampled = [claim for claim, _ in shipped if claim.lines]
    assert {(claim.attacker, claim.last_ply) for claim in sampled} == {
        (Player.FIRST, 15),
        (Player.SECOND, 16),
    }
    assert all(claim.lines >= 50 for claim in sampled)


def test_the_samples_of_the_shipped_certificate_hold(
    shipped: list[tuple[Holding, Replies]],
) -> None:
    for claim, replies in shipped:
        if claim.lines:
            assert check(replace(claim, lines=4), replies) > 100


@pytest.mark.nightly
@pytest.mark.timeout(900)
def test_the_shipped_certificate_proves_the_draw_with_four_pebbles_each() -> None:
    first, second, *samples, draw = certificate.verify(certificate.shipped("qawale"))
    assert first.startswith("proven: FIRST cannot force a line in qawale by ply 7; 221 answers")
    assert second.startswith("proven: SECOND cannot force a line in qawale by ply 8; 3149 answers")
    assert all(each.startswith("a sample, not a proof: ") for each in samples)
    assert draw == "with 4 pebbles a player, qawale is a draw"


def test_a_proof_survives_writing_and_reading(proof: Proof, sample: Proof) -> None:
    lines = "".join(written([proof, sample])).splitlines()
    assert list(read(lines)) == [proof, sample]
    assert check(*proof) == 15_522


def test_the_checker_needs_only_the_rulebook() -> None:
    program = "import sys, tetrad.solvers.proofs.draws; print('numpy' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert answer.stdout.strip() == "False"


def test_a_missing_reply_is_refused(proof: Proof, sample: Proof) -> None:
    for claim, replies in (proof, sample):
        for position in random.Random(1).sample(sorted(replies), 4):
            with pytest.raises(CertificateError, match="there is no answer to"):
                check(claim, {text: move for text, move in replies.items() if text != position})


def test_an_illegal_reply_is_refused(proof: Proof) -> None:
    claim, replies = proof
    position = next(iter(replies))
    for wrong in ("a1nsn", "nonsense", "", "a1n"):
        with pytest.raises(CertificateError, match=r"not legal|not a move of Qawale"):
            check(claim, {**replies, position: wrong})


def test_a_reply_that_loses_is_refused() -> None:
    """FIRST forces a line here unless SECOND finds one of few replies."""
    position, losing = _a_narrow_escape()
    walk = Walk(FIRST_BY_7, {str(position): losing})
    with pytest.raises(CertificateError, match=r"there is no answer to|is a bad end"):
        walk.reply(position, 4, 0)


def _a_narrow_escape() -> tuple[Qawale, str]:
    solver, rng = Solver(1 << 20, 7), random.Random(5)
    while True:
        position = _random_position(rng, 9)
        if position is not None and position == position.canonical():
            values = {m.move: m.value for m in solver.solve(position, Limits()).moves}
            lost = [move for move, value in values.items() if value == "loss"]
            slow = [m for m in lost if not can_complete(position.play(m))]
            if "draw" in values.values() and slow:
                return position, str(slow[0])


def _random_position(rng: random.Random, ply: int) -> Qawale | None:
    position = Qawale.start()
    for _ in range(ply):
        square = rng.choice([s for s in SQUARES if position.stacks[SQUARES.index(s)]])
        position = position.play(rng.choice(list(position.sowings(square))))
        if position.outcome():
            return None
    return position


def test_the_checker_sees_every_line_that_can_be_completed() -> None:
    rng, found = random.Random(7), 0
    for number in range(400):
        position = _random_position(rng, 6 + number % 8)
        if position is not None and max(map(len, position.stacks)) < 7:
            outcomes = [position.play(move).outcome() for move in position.legal_moves()]
            wins = any(outcome and outcome.winner is position.turn for outcome in outcomes)
            assert can_complete(position) == wins
            found += wins
    assert 20 < found < 300


def test_the_lines_of_a_sample_follow_from_the_claim() -> None:
    start = Qawale.start()
    drawn = [str(FIRST_BY_7.drawn(line, 7, start)) for line in range(1, 30)]
    assert drawn == [str(Holding(Player.FIRST, 7, 9).drawn(n, 7, start)) for n in range(1, 30)]
    assert len(set(drawn)) > 10
    assert drawn != [str(Holding(Player.FIRST, 9).drawn(n, 7, start)) for n in range(1, 30)]


def test_a_larger_sample_begins_with_the_smaller_one(sample: Proof) -> None:
    claim, replies = sample
    assert check(replace(claim, lines=1), replies) < check(claim, replies)
    with pytest.raises(CertificateError, match="there is no answer"):
        check(replace(claim, lines=20), replies)


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (1, "THIRD\t7\t0\t221"),
        (1, "SECOND\t7\t0\t221"),
        (1, "FIRST\t17\t0\t221"),
        (1, "FIRST\t7\t-1\t221"),
        (1, "FIRST\t7\t0\t220"),
        (1, "FIRST\t7\t0\t222"),
        (1, "FIRST\t7\t0\t-1"),
        (1, "FIRST\t7\tmany\t221"),
        (1, "FIRST\t7\t0"),
        (2, "a position without a reply"),
        (3, "one\tfield\ttoo many"),
    ],
)
def test_damaged_lines_are_refused(proof: Proof, number: int, line: str) -> None:
    lines = "".join(written([proof])).splitlines()
    lines[number] = line
    with pytest.raises(CertificateError, match="damaged"):
        list(read(lines))


def test_a_certificate_cut_short_is_refused(proof: Proof, tmp_path: Path) -> None:
    lines = "".join(written([proof])).splitlines(keepends=True)
    path = tmp_path / "cut.certificate"
    for size in (1, 2, 3, len(lines) - 1):
        path.write_text("".join(lines[:size]))
        with pytest.raises(CertificateError, match="damaged"):
            list(certificate.verify(path))
    packed = gzip.compress("".join(lines).encode())
    for wrong in (packed[:-1], packed[:-9], packed[:40], packed[:60] + b"?" + packed[61:]):
        path.write_bytes(wrong)
        with pytest.raises(CertificateError, match="damaged"):
            list(certificate.verify(path))


def test_a_certificate_is_built_and_checked_by_commands(tmp_path: Path) -> None:
    path = tmp_path / "new.certificate"
    build = [sys.executable, "-m", "research.qawale.draws", str(path)]
    subprocess.run(
        [*build, "FIRST-5", "SECOND-6", "SECOND-12:2"], check=True, cwd=PROOFS.parents[1]
    )
    verify = [sys.executable, "-m", "tetrad", "verify", str(path)]
    said = subprocess.run(verify, capture_output=True, text=True, check=True).stdout.splitlines()
    assert said[0].startswith("proven: FIRST cannot force a line in qawale by ply 5; 5 answers")
    assert said[1].startswith("proven: SECOND cannot force a line in qawale by ply 6;")
    assert said[2].startswith(
        "a sample, not a proof: SECOND cannot force a line in qawale by ply 12"
    )
    assert said[3] == "with 3 pebbles a player, qawale is a draw"
    assert gzip.decompress(path.read_bytes()).decode().startswith(TITLE)


def test_nothing_is_written_where_a_proof_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "new.certificate"
    assert main([str(path), "SECOND-16:1", "--folder", str(tmp_path)]) == 2
    assert "do not prove SECOND-16" in capsys.readouterr().err
    assert not path.exists()


def test_a_claim_is_named_by_attacker_ply_and_lines() -> None:
    assert parse("FIRST-7") == FIRST_BY_7
    assert parse("SECOND-12:2") == SAMPLE
    for text in ("THIRD-7", "FIRST", "FIRST-8", "FIRST-7:x", ""):
        with pytest.raises(CertificateError, match="is no claim"):
            parse(text)
