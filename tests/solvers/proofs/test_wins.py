import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from research.quantik.prove import prove
from tetrad.position import AnyPosition, Player
from tetrad.rules import GAMES
from tetrad.rules.quantik import Quantik
from tetrad.solvers.proofs.wins import (
    CertificateError,
    Claim,
    check,
    read,
    shipped,
    verify,
    written,
)

Proof = tuple[Claim, dict[str, tuple[str, int]]]


@pytest.fixture(scope="module")
def proof() -> Proof:
    """A small one: from a position late in the main line."""
    return prove(Quantik.parse("..../Ba../..../AbAb"))


def lines_of(claim: Claim, strategy: Mapping[str, tuple[str, int]]) -> list[str]:
    return "".join(written(claim, strategy)).splitlines()


def test_the_certificate_of_quantik_proves_that_second_wins() -> None:
    assert list(verify(shipped("quantik"))) == [
        "proven: SECOND wins quantik from ..../..../..../.... in at most 10 plies, with 507 answers"
    ]


def test_a_proof_survives_writing_and_reading(
    proof: Proof,
) -> None:
    claim, strategy = read(lines_of(*proof))
    assert (claim, strategy) == proof
    assert check(claim, strategy) == len(strategy) > 3


def test_the_checker_needs_only_the_rulebook() -> None:
    program = "import sys, tetrad.solvers.proofs.wins; print('numpy' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert answer.stdout.strip() == "False"


def test_a_wrong_move_is_refused(proof: Proof) -> None:
    claim, strategy = proof
    position = next(iter(strategy))
    refuted = 0
    for move in Quantik.parse(position).legal_moves()[::4]:
        try:
            check(claim, {**strategy, position: (str(move), strategy[position][1])})
        except CertificateError:
            refuted += 1
    assert refuted > 0
    with pytest.raises(CertificateError, match="A@a1 is not legal"):
        check(claim, {**strategy, position: ("A@a1", strategy[position][1])})
    with pytest.raises(CertificateError, match="is not a move of Quantik"):
        check(claim, {**strategy, position: ("nonsense", strategy[position][1])})


def test_a_missing_reply_is_refused(proof: Proof) -> None:
    claim, strategy = proof
    for position in strategy:
        with pytest.raises(CertificateError, match="there is no answer to"):
            check(claim, {text: entry for text, entry in strategy.items() if text != position})


def test_plies_that_do_not_fall_are_refused(
    proof: Proof,
) -> None:
    claim, strategy = proof
    for position, (move, left) in strategy.items():
        for wrong in (left + 2, 99, 0, -1):
            with pytest.raises(CertificateError, match="plies left"):
                check(claim, {**strategy, position: (move, wrong)})
    for fewer in (1, 2):
        with pytest.raises(CertificateError, match="plies left"):
            check(Claim(claim.player, "wins", claim.plies - fewer, claim.start), strategy)


class Endless(Mapping[str, tuple[str, int]]):
    """Answers every Qomet position with its last move and always promises nine more plies."""

    def __getitem__(self, text: str) -> tuple[str, int]:
        return str(GAMES["qomet"].parse(text).legal_moves()[-1]), 9

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def test_going_in_circles_proves_nothing() -> None:
    start: AnyPosition = GAMES["qomet"].start()
    with pytest.raises(CertificateError, match="9 plies left, but 7 allowed"):
        check(Claim(Player.FIRST, "wins", 9, start), Endless())


def test_the_loser_cannot_claim_to_win(proof: Proof) -> None:
    claim, strategy = proof
    with pytest.raises(CertificateError):
        check(Claim(claim.player.other, "wins", claim.plies, claim.start), strategy)


def test_a_bad_end_is_refused() -> None:
    lost = next(p for p in _ends(Quantik.parse("..../..../..../AbC.").play("A@c3")))
    with pytest.raises(CertificateError, match="is a bad end"):
        check(Claim(lost.turn, "wins", 5, lost), {})
    assert check(Claim(lost.turn.other, "wins", 5, lost), {}) == 0


def _ends(position: Quantik) -> Iterator[Quantik]:
    after = (position.play(move) for move in position.legal_moves())
    return (each for each in after if each.outcome())


def test_a_draw_is_good_for_who_only_holds() -> None:
    """A Qawale position in which SECOND plays the last pebble and can draw but not win."""
    for seed in range(1_000):
        position = _before_the_last_pebble(random.Random(seed))
        if position is None:
            continue
        ends = [position.play(move).outcome() for move in position.legal_moves()]
        winners = {end.winner for end in ends if end}
        if None in winners and Player.SECOND not in winners:
            break
    assert position is not None
    assert check(Claim(Player.SECOND, "holds", 1, position), {}) == 0
    with pytest.raises(CertificateError, match="there is no answer"):
        check(Claim(Player.SECOND, "wins", 1, position), {})


def _before_the_last_pebble(rng: random.Random) -> AnyPosition | None:
    """The position after fifteen plies of random play on low stacks."""
    position: AnyPosition = GAMES["qawale"].start()
    for _ in range(15):
        moves = position.legal_moves()
        if not moves:
            return None
        position = position.play(rng.choice(moves))
    return None if position.outcome() else position


@pytest.mark.parametrize("size", [0, 1, 2, 3, -1, -3])
def test_a_certificate_cut_short_is_refused(proof: Proof, size: int) -> None:
    with pytest.raises(CertificateError):
        read(lines_of(*proof)[:size])


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (1, "quantik\tTHIRD\twins\t10\t..../..../..../...."),
        (1, "chess\tSECOND\twins\t10\t..../..../..../...."),
        (1, "quantik\tSECOND\tdraws\t10\t..../..../..../...."),
        (1, "quantik\tSECOND\twins\tten\t..../..../..../...."),
        (1, "quantik\tSECOND\twins\t10\t..../..../..../ABCD"),
        (2, "many"),
        (3, "..../..../..../A...\tB@b1"),
        (3, "..../..../..../A...\tB@b1\tnine"),
        (4, ""),
    ],
)
def test_damaged_lines_are_refused(proof: Proof, number: int, line: str) -> None:
    lines = lines_of(*proof)
    lines[number] = line
    with pytest.raises(CertificateError, match="damaged"):
        read(lines)


def test_files_that_are_no_certificates_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(CertificateError, match="no certificate for chess yet"):
        shipped("chess")
    with pytest.raises(CertificateError, match="cannot be read: there is no such file"):
        list(verify(tmp_path / "none"))
    (tmp_path / "other").write_bytes(b"\xff\xfe\x00" * 100)
    with pytest.raises(CertificateError, match="cannot be read: it is not a text file"):
        list(verify(tmp_path / "other"))
    (tmp_path / "text").write_text("hello")
    with pytest.raises(CertificateError, match="not a Tetrad certificate"):
        list(verify(tmp_path / "text"))


def test_the_command_says_what_is_proven_or_why_not(proof: Proof, tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    for lines, status in ((lines_of(*proof), 0), (lines_of(*proof)[:-1], 2)):
        path.write_text("\n".join(lines))
        command = [sys.executable, "-m", "tetrad", "verify", str(path)]
        run = subprocess.run(command, capture_output=True, text=True)
        assert run.returncode == status
        assert len((run.stdout + run.stderr).splitlines()) == 1
        assert run.stdout.startswith("proven: SECOND wins") == (status == 0)
