"""The game is chosen by number, by name or by the beginning of its name."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tetrad.terminal.setup import named_game


@pytest.mark.parametrize(
    ("answer", "game"),
    [
        ("1", "quantik"),
        ("2", "qawale"),
        ("3", "qomet"),
        ("qomet", "qomet"),
        ("qa", "qawale"),
        ("qu", "quantik"),
        ("q", None),
        ("", None),
        ("4", None),
        ("chess", None),
    ],
)
def test_an_answer_names_one_game_or_none(answer: str, game: str | None) -> None:
    assert named_game(answer) == game


def test_nothing_heavy_is_loaded_before_it_is_needed() -> None:
    script = "import sys, tetrad.terminal.setup; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    assert not {"prompt_toolkit", "numba", "numpy", "tetrad.bots"} & {*done.stdout.split()}
