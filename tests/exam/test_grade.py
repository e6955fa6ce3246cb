"""The exam: what is asked, who may answer, and what is said of the answers."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tetrad import GAMES, solve
from tetrad.arena.entrants import EntrantError
from tetrad.bots.mcts import Mcts
from tetrad.cli import main
from tetrad.exam.candidates import Candidate
from tetrad.exam.grade import examine, marks
from tetrad.exam.questions import PHASES, Question, Worth, make, questions, text_of
from tetrad.exam.report import lines, plot
from tetrad.solvers.solution import Limits

FAKE = Path(__file__).parents[1] / "data" / "bots" / "fake.py"
POLICIES = """
import numpy as np

def first(position):
    return position.legal_moves()[0]

def text(position):
    return str(position.legal_moves()[-1])

def nonsense(position):
    return "nonsense"

def broken(position):
    raise KeyError(chr(10))

def leaving(position):
    raise SystemExit(3)

def illegal(observation, agent):
    return int(np.flatnonzero(observation["action_mask"] == 0)[0])

def far(observation, agent):
    return 10_000

def policy(observation, agent):
    assert agent in ("player_1", "player_2")
    return int(np.flatnonzero(observation["action_mask"])[0])
"""


@pytest.fixture
def policies(tmp_path: Path) -> Path:
    path = tmp_path / "policies_of_the_test.py"
    path.write_text(POLICIES)
    return path


def perfect(question: Question) -> str:
    """The first of the best moves."""
    best = solve(question.position, time=None, nodes=200_000).moves[0]
    return str(best.move)


@pytest.mark.parametrize("game", GAMES)
def test_every_question_is_legal_and_has_better_and_worse_answers(game: str) -> None:
    asked = questions(game)
    assert len(asked) > 200
    assert len({each.text for each in asked}) == len(asked)
    for question in asked:
        assert {str(move) for move in question.position.legal_moves()} == {*question.moves}
        assert len({*question.moves.values()}) > 1
        assert question.phase in PHASES


@pytest.mark.parametrize("game", GAMES)
def test_what_is_claimed_of_the_moves_is_proven_again(game: str) -> None:
    for question in questions(game)[::40]:
        told = solve(question.position, time=None, nodes=300_000)
        for each in told.moves:
            worth = question.moves[str(each.move)]
            if each.value != "unknown":
                assert (each.value, each.distance) == (worth.value, worth.distance)


def test_questions_can_be_made_again() -> None:
    assert text_of(make("quantik", 6, seed=4)) == text_of(make("quantik", 6, seed=4))


def test_who_answers_perfectly_loses_nothing() -> None:
    class Perfect(Candidate):
        def choose(self, position: object, limits: Limits) -> str:
            return next(perfect(each) for each in asked if each.position == position)

    asked = questions("quantik")[::30]
    told = marks("perfect", "quantik", examine(Perfect("random", "quantik", 1), asked, Limits(1)))
    assert told["perfect"]["share"] == 1
    assert told["score"] == 1
    assert all(told["regret"][phase]["mean"] in (0, None) for phase in PHASES)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["random", "instinct", "level:2", "mcts:32"])
def test_our_own_bots_sit_the_exam(game: str, name: str) -> None:
    candidate = Candidate(name, game, seed=1)
    answers = examine(candidate, questions(game)[::100], Limits(1, 2000))
    assert not any(answer.foul for answer in answers)
    assert marks(name, game, answers)["exam"]["questions"] == len(answers)


@pytest.mark.parametrize("game", ["quantik", "qawale"])
@pytest.mark.parametrize("name", ["python:{}:first", "python:{}:text", "pettingzoo:{}:policy"])
def test_functions_and_policies_sit_the_exam(game: str, name: str, policies: Path) -> None:
    candidate = Candidate(name.format(policies), game, seed=1)
    answers = examine(candidate, questions(game)[::100], Limits(1))
    assert not any(answer.foul for answer in answers)


def test_bots_of_openspiel_sit_the_exam(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel")
    path = tmp_path / "spiel_of_the_test.py"
    path.write_text(
        "import pyspiel\n"
        "def make(game, player):\n"
        "    return pyspiel.make_uniform_random_bot(player, 1)\n"
    )
    for game in ("quantik", "qawale"):
        candidate = Candidate(f"openspiel:{path}:make", game, seed=1)
        assert not any(a.foul for a in examine(candidate, questions(game)[::150], Limits(1)))


def test_a_program_sits_the_exam_and_fouls_are_told() -> None:
    for manners, fouls in (("fair", 0), ("illegal", 3)):
        command = shlex.join([sys.executable, str(FAKE), manners, "quantik"])
        candidate = Candidate(f"cmd:{command}", "quantik", 1)
        try:
            answers = examine(candidate, questions("quantik")[::100], Limits(5))
        finally:
            candidate.close()
        told = marks("fake", "quantik", answers)
        assert len(told["fouls"]) == fouls
        assert (told["score"] < 0.1) == bool(fouls)


def test_a_program_that_crashed_is_started_afresh_for_the_next_question(tmp_path: Path) -> None:
    words = [sys.executable, str(FAKE), "crash-once", "quantik", str(tmp_path / "crashed")]
    candidate = Candidate(f"cmd:{shlex.join(words)}", "quantik", 1)
    try:
        answers = examine(candidate, questions("quantik")[::100], Limits(5))
    finally:
        candidate.close()
    assert [answer.foul for answer in answers] == ["ended with status 3", None, None]


def test_a_program_that_plays_another_game_or_none_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words in ([sys.executable, str(FAKE), "fair", "qomet"], [sys.executable, "-c", "pass"]):
        assert main(["grade", "quantik", f"cmd:{shlex.join(words)}"]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert Path(sys.executable).name in line


def test_a_bot_may_import_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "beside_the_bot.py").write_text("NUMBER = 0\n")
    path = tmp_path / "bot_of_the_test.py"
    path.write_text(
        "from beside_the_bot import NUMBER\n"
        "def choose(position):\n"
        "    return position.legal_moves()[NUMBER]\n"
    )
    candidate = Candidate(f"python:{path}:choose", "quantik", 1)
    assert not any(a.foul for a in examine(candidate, questions("quantik")[::150], Limits(1)))


def test_what_is_no_move_is_a_foul(policies: Path) -> None:
    candidate = Candidate(f"python:{policies}:nonsense", "qomet", 1)
    told = marks("nonsense", "qomet", examine(candidate, questions("qomet")[::150], Limits(1)))
    assert len(told["fouls"]) == told["exam"]["questions"]
    assert any("no legal move" in line for line in lines(told))


@pytest.mark.parametrize(
    "name",
    ["python:{}:broken", "python:{}:leaving", "pettingzoo:{}:illegal", "pettingzoo:{}:far"],
)
def test_code_that_fails_commits_fouls_and_the_exam_goes_on(name: str, policies: Path) -> None:
    candidate = Candidate(name.format(policies), "qawale", 1)
    told = marks(name, "qawale", examine(candidate, questions("qawale")[::100], Limits(1)))
    assert len(told["fouls"]) == told["exam"]["questions"]
    assert all("crashed: " in foul and "\n" not in foul for foul in told["fouls"])


def test_a_bot_of_openspiel_that_plays_what_is_illegal_commits_fouls(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel")
    path = tmp_path / "illegal_spiel_of_the_test.py"
    path.write_text(
        "class Bot:\n"
        "    def step(self, state):\n"
        "        return next(a for a in range(64) if a not in state.legal_actions())\n"
        "def make(game, player):\n"
        "    return Bot()\n"
    )
    candidate = Candidate(f"openspiel:{path}:make", "quantik", seed=1)
    asked = questions("quantik")[100::100]
    assert all(answer.foul for answer in examine(candidate, asked, Limits(1)))


@pytest.mark.parametrize(
    "code", ["1 +", "no_such_name", "1 / 0", "import no_such_module", "exit()"]
)
def test_a_module_that_cannot_be_loaded_is_one_line(
    code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "failing.py").write_text(code + "\n")
    assert main(["grade", "quantik", f"python:{tmp_path / 'failing.py'}:choose"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "cannot be loaded" in line


@pytest.mark.parametrize(
    "name", ["level:11", "mcts:0", "mcts:x", "who", "python:x", "python:x:y", "python:os:sep"]
)
def test_who_is_not_known_is_named(name: str) -> None:
    with pytest.raises(EntrantError, match=r"is not one of|write it like|cannot be loaded"):
        Candidate(name, "quantik", 1)


def test_a_tree_search_finds_a_win_in_one_and_is_repeatable() -> None:
    position = GAMES["quantik"].parse("..../..../..../AbC.")
    assert [str(Mcts("quantik", 2000, s).choose(position).move) for s in (1, 2)] == ["D@d1"] * 2
    start = GAMES["qawale"].start()
    for seed in range(3):
        assert start.is_legal(Mcts("qawale", 400, seed).choose(start).move)
    won = next(each for each in questions("qawale") if Worth("win", 1) in each.moves.values())
    assert won.moves[str(Mcts("qawale", 20_000, 1).choose(won.position).move)] == Worth("win", 1)


def test_the_command_prints_lines_json_and_a_chart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chart = tmp_path / "regret.svg"
    assert main(["grade", "quantik", "random", "--count", "9", "--plot", str(chart)]) == 0
    assert "wins thrown away" in capsys.readouterr().out
    assert ElementTree.parse(chart) is not None
    assert main(["grade", "quantik", "level:4", "--count", "9", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["bot"], told["exam"]["questions"]) == ("quantik", "level:4", 9)
    assert told["wins"]["kept"]["low"] <= told["wins"]["kept"]["share"]
    assert ElementTree.fromstring(plot([told, {**told, "bot": "twin"}])) is not None


def test_a_margin_is_told_only_where_there_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    for count, margins in (("3", 0), ("6", 3)):
        assert main(["grade", "quantik", "random", "--count", count]) == 0
        assert capsys.readouterr().out.count("±") == margins


def test_bad_input_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "quantik", "nobody"]) == 2
    assert main(["grade", "quantik", "cmd:no-such-program"]) == 2
    assert main(["grade", "quantik", "random", "--plot", str(tmp_path / "a" / "b.svg")]) == 2
    assert main(["grade", "quantik", "random", "--plot", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 4


def test_a_chart_that_cannot_be_written_after_all_loses_no_marks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    chart = str(tmp_path / "chart.svg")
    assert main(["grade", "quantik", "random", "--count", "2", "--plot", chart]) == 2
    told = capsys.readouterr()
    assert "best moves" in told.out
    assert len(told.err.splitlines()) == 1
