"""The leaderboard shows what was measured, by which version and when, and mixes nothing."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from research.leaderboard import PAGE, asked_of_all, graded, page
from tetrad import GAMES, __version__

DATA = Path(__file__).parents[2] / "docs" / "data"


@pytest.fixture
def told() -> dict[str, list[dict[str, Any]]]:
    return {game: json.loads((DATA / f"leaderboard-{game}.json").read_text()) for game in GAMES}


def test_the_page_has_the_tables_that_the_numbers_make(
    told: dict[str, list[dict[str, Any]]],
) -> None:
    assert page(told) in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", ["quantik", "qomet"])
def test_the_page_about_learning_tells_the_same_of_the_networks(
    game: str, told: dict[str, list[dict[str, Any]]]
) -> None:
    network, level = (
        next(row for row in told[game] if row["bot"] == bot) for bot in ("network", "level:3")
    )
    wins = network["wins"]
    shown = f"{network['score']:.3f} | {level['score']:.3f} | "
    shown += f"{wins['kept']['share']:.0%} of {wins['asked']}".replace("%", " %")
    page = PAGE.with_name("learning.md").read_text(encoding="utf-8")
    assert f"| {game.capitalize()} | {shown} |" in page


def test_each_row_says_which_version_was_measured_and_when(
    told: dict[str, list[dict[str, Any]]],
) -> None:
    told["quantik"][3]["measured"] = {"version": "9.9.9", "date": "2031-01-02"}
    rows = [line for line in page(told).splitlines() if line.startswith("| ")]
    assert sum(line.endswith("| 9.9.9, 2031-01-02 |") for line in rows) == 1
    assert graded("quantik", "random", 3)["measured"]["version"] == __version__


def test_bots_that_answered_other_questions_are_refused(
    told: dict[str, list[dict[str, Any]]],
) -> None:
    rows = deepcopy(told["qomet"])
    assert asked_of_all(rows) == rows[0]["exam"]["questions"]
    rows[1]["exam"]["questions"] += 1
    with pytest.raises(SystemExit, match="qomet: the bots answered different questions"):
        asked_of_all(rows)
