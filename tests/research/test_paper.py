"""The numbers in the paper are those of the data that lie in the repository."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from research.figures import correlation, notes
from tetrad import GAMES, solve
from tetrad.solvers.proofs.draws import read as read_draws
from tetrad.solvers.proofs.wins import _lines, read, shipped

ROOT = Path(__file__).parents[2]
PAPER = " ".join((ROOT / "docs" / "paper.md").read_text(encoding="utf-8").split())
SHIPPED = ROOT / "src" / "tetrad" / "data"
OTHERS = ("a1nes", "a1nee", "a1nen", "a1nnn")  # first sowings beside the proof's own


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def row(head: str) -> list[str]:
    """The cells behind the head of a row of a table."""
    found = re.search(rf"^\| {re.escape(head)} \|(.*)\|$", Path("docs/paper.md").read_text(), re.M)
    assert found, head
    return [cell.strip() for cell in found[1].split("|")]


def lines_of(name: str) -> int:
    return len(Path(f"docs/proofs/{name}.txt").read_text("ascii").splitlines())


def test_the_leaves_are_those_of_the_recorded_counts() -> None:
    with (ROOT / "tests/data/perft.csv").open(encoding="utf-8") as file:
        counts = {
            (each["game"], each["position"], each["depth"]): each for each in csv.DictReader(file)
        }
    found = [counts[name, str(game.start()), "4"]["leaves"] for name, game in GAMES.items()]
    assert row("leaves of the move tree after 4 plies") == [f"{int(each):,}" for each in found]


def test_the_first_moves_and_their_kinds_are_those_of_the_rules() -> None:
    told = []
    for game in GAMES.values():
        start = game.start()
        after = {str(start.play(move).canonical()) for move in start.legal_moves()}
        told.append(f"{len(start.legal_moves())}, {len(after)}")
    assert row("first moves, and kinds of them") == told


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("@d4", "won in 17"), ("@c3", "won in 37"), ("@d3", "won in 37"), ("@a1", "draw"),
        ("@b2", "lost in 104"), ("@d2", "lost in 26"), ("@d1", "lost in 22"),
    ],
)  # fmt: skip
def test_the_first_stars_of_qomet_are_worth_what_is_known(move: str, told: str) -> None:
    after = solve(GAMES["qomet"].start().play(move), nodes=1)
    worth = {"loss": "won", "win": "lost", "draw": "draw"}[after.value]
    found = worth if after.distance is None else f"{worth} in {after.distance + 1}"
    assert (found, after.source) == (told, "table")
    assert re.search(rf"\| @?[\w@, ]*{move}[\w@, ]* \| {told} \|", PAPER)


def test_the_first_moves_of_the_two_other_games_are_worth_what_is_known() -> None:
    reply = solve(GAMES["quantik"].start().play("A@a1"), nodes=1)
    assert reply.distance == 9
    assert "| Quantik | any | A@a1 | lost in 10 |" in PAPER
    kept = sum(each.value == "win" for each in reply.moves)
    assert f"{kept} of {len(reply.moves)} answers" in PAPER
    for move in ("a1nne", *OTHERS):
        assert solve(GAMES["qawale"].start().play(move), nodes=1).value == "draw"
        assert f"| {move} | draw |" in PAPER


def test_the_certificates_have_as_many_answers_as_told() -> None:
    for game in ("quantik", "qomet"):
        _, strategy = read(_lines(shipped(game)))
        assert f"certificate of {len(strategy):,} answers" in PAPER
    parts = [*read_draws(_lines(shipped("qawale")))]
    whole = sum(len(replies) for claim, replies in parts if not claim.lines)
    assert f"certificate of {whole:,} replies, checked whole" in PAPER
    assert f"{sum(claim.lines for claim, _ in parts)} lines of play" in PAPER


def test_the_notes_are_as_many_as_told() -> None:
    first, second = lines_of("qawale-first-15"), lines_of("qawale-second-16")
    assert f"{first:,} and {second:,} notes confirmed" in PAPER
    assert (lines_of("qawale-first-15-again"), lines_of("qawale-second-16-again")) == (
        first,
        second,
    )
    others = [lines_of(f"qawale-second-16-after-{sowing}") for sowing in OTHERS]
    assert f"the {sum(others):,} notes about the four other kinds" in PAPER


def test_the_files_that_come_with_the_program_are_as_large_as_told() -> None:
    sizes = {path.name: path.stat().st_size for path in SHIPPED.iterdir()}
    assert f"four stars per side ({sizes['qomet-up-to-4.table'] / 1e6:.1f} MB)" in PAPER
    assert f"({sizes['qomet-faced.table'] / 1e6:.0f} MB)" in PAPER
    assert f"{sizes['qawale-replies.table'] / 1e3:.0f} KB of exceptions" in PAPER


def test_the_shares_and_the_longest_win_of_qomet_are_those_of_the_counts() -> None:
    with Path("docs/data/qomet-plies.csv").open(encoding="ascii") as file:
        counts = {int(each["plies"]): int(each["positions"]) for each in csv.DictReader(file)}
    total = sum(counts.values())
    won = sum(number for plies, number in counts.items() if plies % 2)
    drawn = counts[0]
    lost = total - won - drawn
    shares = [f"{100 * number / total:.1f} %" for number in (won, drawn, lost)]
    assert f"{total:,} positions in which the game goes on {shares[0]} are won" in PAPER
    assert f"{shares[1]} drawn, {shares[2]} lost" in PAPER
    assert row("longest win, in plies")[2] == str(max(counts))


def test_the_work_at_one_depth_and_the_next_correlates_as_told() -> None:
    shallow, deep = dict(notes("qawale-second-14")), dict(notes("qawale-second-16"))
    pairs = [(shallow[code], deep[code]) for code in deep if code in shallow]
    assert f"over the {len(deep):,} subproblems" in PAPER
    assert f"a correlation of {correlation(pairs):.3f}" in PAPER


def test_every_source_is_named_and_every_name_has_a_source() -> None:
    text, sources = Path("docs/paper.md").read_text(encoding="utf-8").split("## References")
    numbers = [int(each) for each in re.findall(r"^\[(\d+)\] ", sources, re.M)]
    named = [
        each for group in re.findall(r"\[(\d+(?:, \d+)*)\]", text) for each in group.split(", ")
    ]
    assert numbers == sorted(map(int, named)) == [*range(1, len(numbers) + 1)]
