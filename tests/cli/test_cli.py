"""The command line as a person or a program meets it: real processes, real pipes."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tetrad.protocol.lines import LONGEST_LINE

TETRAD = [sys.executable, "-m", "tetrad"]
RUN = "from tetrad.cli import main; sys.exit(main())"
WON_IN_ONE = "..Bc/CaD./..CD/bd.a"


def tetrad(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*TETRAD, *arguments], input=stdin, capture_output=True, text=True, timeout=120
    )


@pytest.mark.parametrize(("game", "leaves"), [("quantik", 3392), ("qawale", 2176), ("qomet", 600)])
def test_perft_prints_the_leaf_count_alone_on_the_last_line(game: str, leaves: int) -> None:
    run = tetrad("perft", game, "2")
    assert run.returncode == 0
    assert run.stdout.splitlines()[-1] == str(leaves)


def test_perft_counts_from_any_position() -> None:
    assert tetrad("perft", "quantik", "1", "--position", WON_IN_ONE).stdout == "3\n"


def test_solve_prints_the_contract_as_json() -> None:
    answer = json.loads(tetrad("solve", "quantik", "--position", WON_IN_ONE, "--json").stdout)
    assert answer["game"] == "quantik"
    assert answer["position"] == WON_IN_ONE
    assert (answer["value"], answer["distance"]) == ("win", 1)
    assert answer["source"] in ("table", "search")
    assert answer["moves"] == [
        {"move": "B@d3", "value": "win", "distance": 1},
        {"move": "A@a2", "value": "loss", "distance": 2},
        {"move": "B@b4", "value": "loss", "distance": 2},
    ]


def test_solve_for_people_says_who_moves_and_lists_the_moves_best_first() -> None:
    lines = tetrad("solve", "quantik", "--position", WON_IN_ONE).stdout.splitlines()
    assert lines[0].endswith("FIRST to move")
    assert lines[1].startswith("win in 1")
    assert lines[2].split() == ["B@d3", "win", "in", "1"]


def test_a_bad_line_on_stdin_gives_an_error_and_the_rest_go_on() -> None:
    run = tetrad("solve", "quantik", "--stdin", stdin=f"{WON_IN_ONE}\nnonsense\n\n{WON_IN_ONE}")
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [answer.get("value") for answer in answers] == ["win", None, None, "win"]
    assert "nonsense" in answers[1]["error"]
    assert run.returncode == 0


def test_whatever_comes_on_stdin_every_line_gets_one_answer() -> None:
    lines = ["", "\0", f"{WON_IN_ONE}\0", "\r", f"{WON_IN_ONE}\r", "x" * (LONGEST_LINE + 1), "é"]
    sent = "\n".join([*lines, WON_IN_ONE])
    run = tetrad("solve", "quantik", "--stdin", stdin=sent)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    solved = [number for number, answer in enumerate(answers) if "error" not in answer]
    assert solved == [4, 7]
    assert str(LONGEST_LINE) in answers[5]["error"]
    assert (len(answers), run.returncode, run.stderr) == (8, 0, "")
    assert tetrad("solve", "quantik", "--stdin").stdout == ""


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("closed", "arguments", "status"),
    [
        ("<&-", "solve quantik --stdin", 0),
        ("<&-", "bot quantik", 0),
        (">&-", "perft quantik 1", 0),
        (">&-", "solve quantik --json --time 0", 0),
        ("2>&-", "solve quantik --position x", 2),
        ("<&- >&- 2>&-", "perft quantik 1", 0),
    ],
)
def test_a_closed_stream_is_no_reason_for_a_traceback(
    closed: str, arguments: str, status: int
) -> None:
    command = f"{shlex.join(TETRAD)} {arguments} {closed}"
    run = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (status, "", "")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a file that is none")
@pytest.mark.parametrize("command", ["backup {}", "export quantik --count 1 --out {}"])
def test_nothing_but_a_file_is_replaced_by_a_file(command: str, tmp_path: Path) -> None:
    special = tmp_path / "device"
    os.mkfifo(special)
    run = tetrad(*command.format(special).split())
    assert (run.returncode, len(run.stderr.splitlines())) == (2, 1)
    assert special.is_fifo()


@pytest.mark.parametrize("command", ["backup {}/saved", "people ban Ada"])
def test_a_database_that_is_not_there_is_not_made(command: str, tmp_path: Path) -> None:
    missing = tmp_path / "mistyped.db"
    run = tetrad(*command.format(tmp_path).split(), "--database", str(missing))
    assert (run.returncode, len(run.stderr.splitlines())) == (2, 1)
    assert str(missing) in run.stderr
    assert not [*tmp_path.iterdir()]


def test_a_finished_game_has_a_value_distance_zero_and_no_moves() -> None:
    over = "1.1/.../.../......./.../2../1.1 2 -"
    answer = json.loads(tetrad("solve", "qomet", "--position", over, "--json").stdout)
    assert (answer["value"], answer["distance"], answer["moves"]) == ("loss", 0, [])


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["solve", "quantik", "--position", "x"], "x"),
        (["solve", "chess"], "chess"),
        (["solve", "quantik", "--time", "soon"], "soon"),
        (["solve", "quantik", "--time", "-1"], "-1"),
        (["solve", "quantik", "--time", "nan"], "nan"),
        (["solve", "quantik", "--memory", "0"], "0"),
        (["solve", "qomet", "--position", "5" * 1_000], "5"),
        (["solve", "quantik", "--stdin", "--position", WON_IN_ONE], "--position"),
        (["perft", "qomet", "deep"], "deep"),
        (["perft", "qomet", "100"], "100"),
        (["perft", "qomet"], "DEPTH"),
        (["dance"], "dance"),
    ],
)
def test_bad_input_is_one_line_that_names_the_problem_and_status_2(
    arguments: list[str], named: str
) -> None:
    run = tetrad(*arguments)
    assert run.returncode == 2
    assert run.stdout == ""
    assert len(run.stderr.splitlines()) == 1
    assert named in run.stderr


def test_solve_answers_when_the_time_is_zero_or_one_node_is_allowed() -> None:
    for limit in (["--time", "0"], ["--nodes", "1"], ["--memory", "1", "--time", "0.2"]):
        answer = json.loads(tetrad("solve", "qomet", "--json", *limit).stdout)
        assert answer["value"] in ("win", "loss", "unknown")
        assert len(answer["moves"]) == 25


def test_ctrl_c_ends_a_long_count_at_once_and_quietly() -> None:
    command, begun = [*TETRAD, "perft", "qomet"], time.monotonic()
    subprocess.run([*command, "1"], capture_output=True, check=True)
    until_it_counts = 1 + 2 * (time.monotonic() - begun)  # as busy as the machine may be
    with subprocess.Popen(
        [*command, "12"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        time.sleep(until_it_counts)
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    assert errors == b""


def test_importing_tetrad_loads_the_standard_library_only() -> None:
    script = (
        "import sys; before = set(sys.modules); import tetrad; "
        "loaded = {name.partition('.')[0] for name in set(sys.modules) - before}; "
        "print(sorted(loaded - set(sys.stdlib_module_names) - {'tetrad'}))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.stdout == "[]\n"


def test_without_numba_the_rules_answer_and_a_line_says_so() -> None:
    """A Python that cannot find Numba: the package's own folder is all it sees."""
    source = str(Path(__file__).parents[2] / "src")
    bare = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.append({source!r})\n" + RUN]
    count = subprocess.run([*bare, "perft", "quantik", "2"], capture_output=True, text=True)
    assert count.stdout == "3392\n"
    assert len(count.stderr.splitlines()) == 1
    assert "Numba" in count.stderr
    solved = subprocess.run(
        [*bare, "solve", "quantik", "--position", WON_IN_ONE, "--json"],
        capture_output=True,
        text=True,
    )
    assert json.loads(solved.stdout)["value"] == "win"


@pytest.mark.parametrize(
    ("command", "package"),
    [
        (["serve"], "uvicorn"),
        (["tables", "list"], "platformdirs"),
        (["tables", "info", "quantik"], ""),
    ],
)
def test_a_missing_package_is_named_in_one_line(command: list[str], package: str) -> None:
    source = str(Path(__file__).parents[2] / "src")
    bare = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.append({source!r})\n" + RUN]
    ended = subprocess.run([*bare, *command], capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert len(ended.stderr.splitlines()) == 1
    assert f"pip install {package}" in ended.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is full")
@pytest.mark.parametrize("command", [["perft", "quantik", "1"], ["solve", "quantik", "--json"]])
def test_a_full_disk_is_one_line(command: list[str]) -> None:
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [*TETRAD, *command], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert ended.returncode == 2
    assert ended.stderr == "tetrad: stdout cannot be written: no space left on device\n"
