"""`tetrad bot` refuses bad options, and checks other programs."""

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
