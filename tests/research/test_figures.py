"""The figures of the paper are those that the command draws."""

from pathlib import Path

import pytest

from research.figures import FIGURES, IMAGES, WON, correlation, main
from tetrad import GAMES

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", FIGURES)
def test_the_paper_shows_what_the_command_draws(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    if name == "spaces":
        assert main(["--out", str(tmp_path)]) == 0
        assert len([*tmp_path.iterdir()]) == len(FIGURES)
    if name != "boards":  # how boards look changes with the app
        assert FIGURES[name]() == (IMAGES / f"paper-{name}.svg").read_text(encoding="utf-8")
    assert f"(images/paper-{name}.svg)" in (ROOT / "docs/paper.md").read_text(encoding="utf-8")


def test_the_boards_show_games_that_are_won() -> None:
    for game, position in WON.items():
        outcome = GAMES[game].parse(position).outcome()
        assert outcome
        assert outcome.winner


def test_what_goes_together_correlates() -> None:
    assert correlation([(1, 2), (2, 4), (4, 8)]) == pytest.approx(1)
    assert correlation([(1, 8), (2, 4), (4, 2)]) == pytest.approx(-1)
