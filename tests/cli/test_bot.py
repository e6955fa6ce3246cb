"""`tetrad bot` refuses bad options, and checks other programs."""

import shlex
import sys

import pytest

from tetrad.cli import main


@pytest.mark.parametrize("words", [[], ["qomet", "--level", "11"], ["chess"]])
def test_a_bad_command_is_one_line_and_status_2(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(["bot", *words])
    except SystemExit as end:
        status = int(end.code or 0)
    assert status == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_check_of_a_program_has_a_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "--check", "true"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 of 2 checks passed"


def test_the_check_of_a_program_shows_the_errors_of_its_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    broken = shlex.join([sys.executable, "-c", "import no_such_module_at_all"])
    assert main(["bot", "--check", broken]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("FAIL  introduces itself: ended with status 1")
    assert "      ModuleNotFoundError: No module named 'no_such_module_at_all'" in lines
