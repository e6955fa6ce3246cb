"""The measured ladder."""

import csv
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from tetrad import GAMES
from tetrad.arena.arena import Arena
from tetrad.arena.game import Result, Terms
from tetrad.arena.ladder import LEAST, MOST, Step, picture, write_table
from tetrad.arena.results import Folder

MEASURED = Path(__file__).parents[2] / "docs" / "data" / "ladder.csv"
STEPS = [
    Step(game, level, 200, 0.6 + level / 100, 0.05, 90.0) for game in GAMES for level in (2, 3)
]


def test_a_step_is_measured_from_pairs(tmp_path: Path) -> None:
    terms = Terms("quantik", 1.0, 200, 1)
    folder = Folder(tmp_path, terms)
    for number, (one, two) in enumerate([("1-0", "0-1"), ("1-0", "1-0"), ("1-0", "1/2-1/2")]):
        for first, second, result in (("level:3", "level:2", one), ("level:2", "level:3", two)):
            folder.add(Result(number, "", first, second, result, "", 9, 0.1), "", "x")
    step = Step.of(Arena(terms, ("level:3", "level:2"), 6, folder))
    assert (step.level, step.games, step.score) == (3, 6, 0.75)
    assert step.told().startswith("quantik, level 3 against level 2: 75.0% ±")


def test_the_table_holds_every_step(tmp_path: Path) -> None:
    write_table(STEPS, tmp_path / "ladder.csv")
    with (tmp_path / "ladder.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6
    assert rows[0] == {
        "game": "quantik", "level": "2", "games": "200", "score": "0.62", "margin": "0.05",
        "elo": "90.0",
    }  # fmt: skip


def test_the_picture_is_a_drawing_with_a_mark_for_every_level() -> None:
    drawing = ElementTree.fromstring(picture(STEPS))
    marks = [shape for shape in drawing.iter() if shape.get("fill") == "#0b6e99"]
    assert len(marks) == 3 + 2 + 1  # the climb from level 1, the steps, the legend
    words = {text.text for text in drawing.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Quantik", "Qawale", "Qomet"} <= words


def test_the_documented_ladder_has_nine_even_steps_for_each_game() -> None:
    with MEASURED.open() as file:
        rows = list(csv.DictReader(file))
    for game in GAMES:
        own = [row for row in rows if row["game"] == game]
        assert [int(row["level"]) for row in own] == list(range(2, 11))
        assert all(LEAST <= float(row["score"]) <= MOST for row in own)
        assert all(int(row["games"]) >= 200 for row in own)


def test_a_level_scores_about_the_same_in_every_game_against_the_same_yardsticks() -> None:
    with MEASURED.with_name("yardsticks.csv").open() as file:
        scores = {
            (row["yardstick"], int(row["level"]), row["game"]): float(row["score"])
            for row in csv.DictReader(file)
        }
    assert len(scores) == 4 * 10 * len(GAMES)
    for yardstick, within in {"random": 0.25, "win-in-one": 0.3, "alpha-beta:300": 0.4}.items():
        for level in range(1, 11):
            own = [scores[yardstick, level, game] for game in GAMES]
            assert max(own) - min(own) <= (within if level < 5 else 0.2), (yardstick, level)
